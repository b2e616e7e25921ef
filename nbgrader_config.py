"""nbgrader's settings for this course: where the labs are and where students' copies go."""

import os
from pathlib import Path

c = get_config()  # noqa: F821  # nbgrader provides it

c.CourseDirectory.course_id = "gamekit"
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "exercises"

# The gradebook that `gamekit grade` writes to: by default gradebook.db in this folder.
_gradebook = os.environ.get("GAMEKIT_GRADEBOOK", "none")
if _gradebook != "none":
    _file = Path(_gradebook).expanduser().resolve()
    c.CourseDirectory.db_url = _gradebook if "://" in _gradebook else f"sqlite:///{_file}"
