"""The plans for teachers add up, and slides are made of every lesson."""

from __future__ import annotations

import re
import tomllib

import pytest
from support import ROOT, call_gamekit

from gamekit.course import slides
from gamekit.errors import BadText
from gamekit.grading import lab as labs

TEACHING = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")
LESSONS = tomllib.loads((ROOT / "docs" / "book" / "lessons.toml").read_text(encoding="utf-8"))
MODULES = re.findall(
    r"^\| (.+?) \| (\d+) \| ([\d ]+) \| ([\d ]+) \| (\d+) \| (\d+) \| ([\d.]+) \|$", TEACHING, re.MULTILINE
)


def lab_minutes(number: str) -> int:
    folder = labs.folders()[f"lab{number}"]
    text = (
        (ROOT / "gamekit" / "labs" / folder / "notebook.py").read_text(encoding="utf-8").replace("\n# ", " ")
    )
    found = re.search(r"Plan for (?:about )?(\d+) minutes", text)
    assert found, number
    return int(found[1])


@pytest.mark.parametrize(("name", "weeks", "taught", "practised", "minutes", "more", "hours"), MODULES)
def test_a_modules_minutes_add_up_and_its_lessons_stand_on_each_other(
    name, weeks, taught, practised, minutes, more, hours
):
    assert int(minutes) == sum(LESSONS[number]["minutes"] for number in taught.split())
    assert int(more) == sum(lab_minutes(number) for number in practised.split())
    assert hours == f"{(int(minutes) + int(more)) / int(weeks) / 60:.1f}"
    for place, number in enumerate(taught.split()):
        needed = [each for each in LESSONS[number]["needs"] if each in LESSONS]
        assert set(needed) <= set(taught.split()[:place]) | ({"07"} if number == "09" else set()), (
            name,
            number,
        )


def test_what_is_said_of_a_week_is_what_the_table_says():
    found = re.search(r"is\n(\d) to (\d) hours of work", TEACHING)
    assert [int(hours) for hours in found.groups()] == sorted({round(float(hours)) for *_, hours in MODULES})
    found = re.search(r"labs 01 to 16 are planned for (\d+) to (\d+) minutes", TEACHING)
    planned = [lab_minutes(name[3:]) for name in labs.names() if name != "lab17"]
    assert [int(minutes) for minutes in found.groups()] == [min(planned), max(planned)]
    assert f"Its {lab_minutes('17')} minutes make a\n  player" in TEACHING
    found = re.search(r"Optional are lessons ([\w, ]+),\n", TEACHING)
    assert set(re.findall(r"\d+[a-z]?", found[1])) == set(LESSONS) - set(MODULES[-1][2].split())


def test_there_is_a_rubric_for_every_lab_and_a_module_of_each_length():
    assert [weeks for _, weeks, *_ in MODULES] == ["3", "6", "12"]
    rubrics = TEACHING.partition("## Rubrics")[2].partition("## What goes wrong")[0]
    assert re.findall(r"^\| (\d\d) \|", rubrics, re.MULTILINE) == [name[3:] for name in labs.names()]


@pytest.mark.parametrize("number", slides.lessons())
def test_every_lesson_makes_slides(number, tmp_path):
    text = slides.write(number, tmp_path).read_text(encoding="utf-8")
    assert text.count("<section>") >= 5
    assert "<h1" in text
    outside = re.sub(r"<pre>.*?</pre>", "", text, flags=re.DOTALL)
    assert not re.search(r"<(?:img|script|link|a)\b[^>]*(?:src|href)=\"(?!data:)", outside)


def test_tags_decide_what_is_on_a_slide():
    def code(source, *tags, svg=""):
        outputs = [{"data": {"image/svg+xml": svg}}] if svg else []
        return {"cell_type": "code", "metadata": {"tags": list(tags)}, "source": source, "outputs": outputs}

    text = {"cell_type": "markdown", "metadata": {}, "source": "# One\n\nWords.\n\n## Two\n\nMore."}
    found = slides.slides_of(
        [
            text,
            code("def f():\n    return 1"),
            code("def g():\n    return 2", "hide-input", svg="<svg>a</svg>"),
            code("draw()", "hide-cell", svg="<svg>b</svg>"),
            code("def h():\n    pass", "no-slide"),
            code('Predict(\n    "How many? "\n    "Really?",\n    answer=3)'),
        ]
    )
    assert len(found) == 6
    assert "def f" in found[2]
    assert "def g" not in "".join(found)
    assert "<svg>a</svg>" in found[3]
    assert "<details>" in found[4]
    assert "How many? Really?" in found[5]
    with pytest.raises(BadText, match="there is no lesson '77'"):
        slides.write("77", None)


def test_the_command(tmp_path):
    made = call_gamekit("slides", "3", "--out", str(tmp_path))
    assert made.returncode == 0
    assert (tmp_path / "03_alpha_beta.html").is_file()
