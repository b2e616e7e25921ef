"""Slides from a lesson: one file of HTML that needs no network, made from the notebook by headings and tags.

A heading begins a slide, with the words below it that fit. Code that the lesson shows is a slide, and so is
each picture, and each question that is to be answered first. What the lesson folds away as an answer
(`hide-cell`) comes after its question, behind a click. Cells with the tag `no-slide` are left out, and so is
the code of those with `hide-input`. Keys: right and left, Home and End.
"""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

from gamekit.errors import BadText
from gamekit.files import write_file
from gamekit.parts import COURSE

MOST_WORDS = 90  # of text on a slide; the lesson has the rest
MOST_LINES = 24  # of code
STYLE = """
:root{color-scheme:light}*{box-sizing:border-box}
body{margin:0;font:28px/1.45 system-ui,sans-serif;color:#1c1c1e;background:#fdfdfb;overflow:hidden}
section{display:none;height:100vh;padding:5vh 7vw 8vh;flex-direction:column;justify-content:safe center}
section{overflow:auto}
section.on{display:flex}h1{font-size:1.9em;margin:0 0 .4em}h2{font-size:1.35em;margin:0 0 .6em}
pre{font-size:.72em;line-height:1.35;background:#f3f1ea;padding:.7em 1em;border-radius:.3em;margin:0}
pre{overflow:auto;flex-shrink:0}
code{font-size:.88em}svg,img{max-width:100%;max-height:66vh;height:auto;width:auto;margin:auto;display:block}
table{border-collapse:collapse;font-size:.7em}td,th{padding:.2em .7em;border-bottom:1px solid #d8d8de}
.of{color:#5b5b62;font-size:.6em;margin:0 0 1em}summary{cursor:pointer;color:#0072b2}
footer{position:fixed;bottom:1.5vh;right:2vw;font-size:15px;color:#5b5b62}
@media(max-width:700px){body{font-size:18px}}
@media print{body{overflow:visible}section{display:flex;page-break-after:always}footer{display:none}}
"""
SCRIPT = """
const all=[...document.querySelectorAll('section')],foot=document.querySelector('footer');let at=0;
const show=n=>{at=Math.max(0,Math.min(all.length-1,n));all.forEach((s,i)=>s.classList.toggle('on',i===at));
foot.textContent=(at+1)+' / '+all.length;history.replaceState(null,'','#'+(at+1))};
addEventListener('keydown',e=>{const go={ArrowRight:at+1,PageDown:at+1,' ':at+1,ArrowLeft:at-1,PageUp:at-1,
Home:0,End:all.length-1}[e.key];if(go!==undefined){e.preventDefault();show(go)}});
let x=null;addEventListener('touchstart',e=>x=e.touches[0].clientX);
addEventListener('touchend',e=>{const d=e.changedTouches[0].clientX-x;if(Math.abs(d)>60)show(at+(d<0?1:-1))});
show((parseInt(location.hash.slice(1))||1)-1);
"""


def lessons() -> dict[str, Path]:
    """The lessons' notebooks, by number."""
    return {path.name.split("_")[0]: path for path in sorted((COURSE / "notebooks").glob("[0-9]*.ipynb"))}


def write(number: str, out: Path) -> Path:
    """Write the slides of a lesson such as `03` into a folder."""
    known = lessons()
    number = number.zfill(2)
    if number not in known:
        raise BadText(f"there is no lesson {number!r}; the lessons are {', '.join(known)}")
    document = json.loads(known[number].read_text(encoding="utf-8"))
    slides = slides_of(document["cells"])
    title = re.sub(r"[#*`]", "", "".join(document["cells"][0]["source"]).split("\n")[0]).strip()
    body = "\n".join(f"<section>{slide}</section>" for slide in slides)
    out.mkdir(parents=True, exist_ok=True)
    target = out / f"{known[number].stem}.html"
    write_file(
        target,
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width, initial-scale=1"><title>{html.escape(title)}</title>'
        f"<style>{STYLE}</style></head>\n<body>\n{body}\n<footer></footer><script>{SCRIPT}</script></body></html>\n",
    )
    return target


def slides_of(cells: list[dict[str, Any]]) -> list[str]:
    """The slides' HTML, in order."""
    found: list[str] = []
    heading = ""
    for cell in cells:
        tags, source = cell["metadata"].get("tags", []), "".join(cell["source"])
        if "no-slide" in tags:
            continue
        if cell["cell_type"] == "markdown":
            for part in re.split(r"(?m)^(?=#{1,2} )", source):
                told = re.match(r"#{1,2} (.+)", part)
                if told:
                    heading = re.sub(r"[*`]", "", told[1])
                    found.append(_text(part))
        elif cell["cell_type"] == "code":
            found += _of_code(
                source, tags, cell.get("outputs", []), f'<p class="of">{html.escape(heading)}</p>'
            )
    return found


def _of_code(source: str, tags: list[str], outputs: list[Any], of: str) -> list[str]:
    question = re.search(r'Predict\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+)', source)
    if question:
        words = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', question[1]))
        return [f"{of}<h2>{_html(words)}</h2>"]
    pictures = [picture for output in outputs if (picture := _picture(output))]
    is_answer, lines = "hide-cell" in tags, source.strip().split("\n")
    is_shown = not {"hide-cell", "hide-input"} & set(tags) and re.search(r"(?m)^(def|class) ", source)
    made = [f"{of}<pre>{html.escape(source.strip())}</pre>"] if is_shown and len(lines) <= MOST_LINES else []
    for picture in pictures:
        made.append(
            f"{of}<details><summary>And now look</summary>{picture}</details>" if is_answer else of + picture
        )
    return made


def _picture(output: dict[str, Any]) -> str:
    """The picture of an output as HTML; claims and plain text are for the lesson."""
    data = output.get("data", {})
    if "image/svg+xml" in data:
        return "".join(data["image/svg+xml"])
    if "image/png" in data:
        return f'<img alt="" src="data:image/png;base64,{"".join(data["image/png"]).strip()}">'
    return ""


def _text(part: str) -> str:
    """A heading and the words below it, as many as fit; whole paragraphs."""
    heading, _, rest = part.partition("\n")
    kept, words = list[str](), 0
    for paragraph in rest.strip().split("\n\n"):
        words += len(paragraph.split())
        if kept and words > MOST_WORDS:
            break
        kept.append(paragraph)
    return _html("\n\n".join([heading, *kept]))


def _html(text: str) -> str:
    from nbconvert.filters import markdown2html

    made = str(markdown2html(text))
    made = re.sub(r'<a class="anchor-link".*?</a>', "", re.sub(r' id="[^"]*"', "", made))
    return re.sub(r"</?a\b[^>]*>", "", made)  # links lead out of the slides
