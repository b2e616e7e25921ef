from gamekit.page.webassembly import PageModule as PageModule
from gamekit.page.webassembly import for_page as for_page
from gamekit.page.webassembly import module_for_page as module_for_page
