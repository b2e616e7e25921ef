from gamekit.grading.checking import check as check
from gamekit.grading.checking import hint as hint
from gamekit.grading.checking import look as look
