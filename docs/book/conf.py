"""Sphinx's settings for the static book. `.ci/book.py` gathers the pages and calls Sphinx with this file."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert

project = "gamekit"
author = "the gamekit authors"
project_copyright = "the gamekit authors"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx_copybutton"]
root_doc = "index"
language = "en"

# Pages. Notebooks come with their outputs and are never run here.
nb_execution_mode = "off"
nb_ipywidgets_js: dict[str, Any] = {}  # by default these are fetched from the network
nb_code_prompt_show = "Show the code"
nb_code_prompt_hide = "Hide the code"
myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 3
suppress_warnings = ["config.cache"]  # our own settings need not be kept between builds

# The page of what the kit offers is made from docstrings, in which `this` is code.
default_role = "code"
add_module_names = False
autodoc_member_order = "bysource"
autodoc_class_signature = "mixed"

# Looks.
html_theme = "furo"
html_title = "gamekit"
html_static_path = ["_static"]
html_css_files = ["living/widgets.css", "book.css"]
html_js_files = ["book.js"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0072b2", "color-brand-content": "#0072b2"},
    "dark_css_variables": {"color-brand-primary": "#56b4e9", "color-brand-content": "#56b4e9"},
    "navigation_with_keys": True,
}
pygments_style = "a11y-light"
pygments_dark_style = "a11y-dark"
copybutton_selector = "div.cell_input div.highlight pre, div.highlight-sh pre, div.highlight-python pre"


# Formulas as MathML, which browsers draw by themselves. Sphinx's own ways fetch MathJax or need LaTeX.
def _inline(writer: Any, node: nodes.math) -> None:
    writer.body.append(convert(node.astext()))
    raise nodes.SkipNode


def _display(writer: Any, node: nodes.math_block) -> None:
    writer.body.append(f'<div class="math">{convert(node.astext(), display="block")}</div>')
    raise nodes.SkipNode


def _bring_to_life(app: Any, page: str, template: str, context: Any, tree: Any) -> None:
    """The script that brings a page to life is told which page it is on, and the way to the top."""
    root, lesson = "../" * page.count("/"), page.rsplit("/", 1)[-1]
    told = {"data-gk-root": root, "data-gk-lesson": lesson}
    is_chinese = page.startswith("zh/")
    app.add_js_file("living/living.js", **told | ({"data-gk-words": "zh"} if is_chinese else {}))
    if "body" not in context:
        return
    # Pictures far below come when somebody scrolls there. On a narrow page each scrolls in a box of its own.
    lazy = context["body"].replace("<img ", '<img loading="lazy" ')
    context["body"] = re.sub(r"^<img [^>]*>", r'<div class="gk-wide">\g<0></div>', lazy, flags=re.M)
    other = page.removeprefix("zh/") if is_chinese else f"zh/{page}"
    if other in app.env.found_docs:
        language, name = ("en", "English") if is_chinese else ("zh-CN", "中文")
        link = f'<a href="{context["pathto"](other)}" lang="{language}" hreflang="{language}">{name}</a>'
        context["body"] = f'<p class="gk-language">{link}</p>{context["body"]}'


def setup(app: Any) -> None:
    """Make the formulas known to Sphinx, and bring the pages to life."""
    app.add_html_math_renderer("mathml", (_inline, None), (_display, None))
    app.connect("html-page-context", _bring_to_life)


html_math_renderer = "mathml"
