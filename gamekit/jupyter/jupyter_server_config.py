"""Of the JupyterLab that `gamekit lab` starts: a look at a lesson leaves its file as it is.

JupyterLab writes into each notebook that it saves which Python ran it, to the last digit of its version. So
`git status` would show every lesson that somebody has only looked at. This file imports nothing of the kit:
that would load the compiler into the server.
"""

import json
import warnings
from pathlib import Path
from typing import Any


def keep_metadata(model: dict[str, Any], path: str, contents_manager: Any, **_: Any) -> None:
    """Before a notebook is saved: the Python that ran it, and what is folded, stay as the file has them."""
    file = Path(contents_manager.root_dir, path.lstrip("/"))
    if model["type"] != "notebook" or not file.is_file():
        return
    new, old = model["content"]["metadata"], json.loads(file.read_text(encoding="utf-8")).get("metadata", {})
    if new.get("kernelspec", {}).get("name") == old.get("kernelspec", {}).get("name"):
        new.update({name: old[name] for name in ("kernelspec", "language_info") if name in old})
    for cell in model["content"]["cells"]:  # JupyterLab says a second time that an output is folded
        known = cell["metadata"]
        if "collapsed" in known and known.get("jupyter", {}).get("outputs_hidden") == known["collapsed"]:
            del known["collapsed"]


# JupyterLab reads this file twice, and would tell the reader so.
warnings.filterwarnings("ignore", "Overriding existing pre_save_hook")
get_config().FileContentsManager.pre_save_hook = keep_metadata  # type: ignore[name-defined]  # noqa: F821
