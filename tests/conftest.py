"""Settings for all tests."""

from __future__ import annotations

import os

from hypothesis import settings

# The first call of a rule may compile it, which takes longer than hypothesis allows by default. Under
# continuous integration the same examples are drawn each time, so that a change is judged by itself alone.
settings.register_profile("gamekit", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("gamekit")
