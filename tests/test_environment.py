"""What an environment and a release are made from agrees; make refuses a wrong Python in one sentence."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
from rattler import MatchSpec

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
RUNTIME = [Requirement(text) for text in PROJECT["dependencies"]]
EXTRAS = [Requirement(text) for texts in PROJECT["optional-dependencies"].values() for text in texts]
PINS = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
ENVIRONMENT = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
CONDA = [spec for spec in ENVIRONMENT["dependencies"] if isinstance(spec, str)]

# conda-forge's name, where it differs from PyPI's.
CONDA_NAMES = {"graphviz": "python-graphviz", "matplotlib": "matplotlib-base"}
# What only conda needs to be told: the interpreter, the installer and the dot program.
CONDA_ONLY = {"graphviz", "pip", "python"}


def bounds(specifiers: object) -> list[str]:
    """The parts of a version condition in one order: '>=3.11,<3.15' and '<3.15, >=3.11' agree."""
    return sorted(str(specifiers).replace(" ", "").split(",")) if specifiers else []


def conda_bounds() -> dict[str, list[str]]:
    specs = [MatchSpec(text) for text in CONDA]
    return {spec.name.normalized: bounds(spec.version) for spec in specs}


# --- constraints.txt ----------------------------------------------------------------------------------------


def test_constraints_are_names_and_versions_only():
    for line in PINS:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*==[0-9][0-9a-z.]*", line), line


def test_constraints_are_sorted_and_name_each_package_once():
    names = [line.partition("==")[0] for line in PINS]
    assert sorted(PINS) == PINS
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("requirement", RUNTIME + EXTRAS, ids=str)
def test_every_requirement_has_a_pin_that_satisfies_it(requirement):
    pins = dict(line.split("==") for line in PINS)
    name = canonicalize_name(requirement.name)
    assert name in pins
    assert requirement.specifier.contains(Version(pins[name]))


def test_the_installer_is_pinned():
    assert any(line.startswith("uv==") for line in PINS)


# --- environment.yml ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", CONDA)
def test_conda_understands_every_line(text):
    assert MatchSpec(text).name.normalized


def test_conda_installs_what_pip_installs():
    wanted = {CONDA_NAMES.get(r.name, r.name): bounds(r.specifier) for r in RUNTIME}
    offered = {name: limits for name, limits in conda_bounds().items() if name not in CONDA_ONLY}
    assert offered == wanted


def test_conda_has_the_interpreter_and_the_tools_that_pip_cannot_bring():
    assert set(conda_bounds()) >= CONDA_ONLY
    assert conda_bounds()["python"] == bounds(PROJECT["requires-python"])


def test_conda_ends_with_gamekit_itself_from_conda_forge_alone():
    assert ENVIRONMENT["name"] == PROJECT["name"]
    assert ENVIRONMENT["channels"] == ["conda-forge", "nodefaults"]
    assert ENVIRONMENT["dependencies"][-1] == {"pip": ["-e ."]}


def test_the_running_python_is_one_of_those_promised():
    assert Requirement(f"python{PROJECT['requires-python']}").specifier.contains(
        ".".join(map(str, sys.version_info[:3]))
    )


# --- a release ----------------------------------------------------------------------------------------------


def contents(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_a_release_has_one_version_and_one_date():
    cited = yaml.safe_load(contents("CITATION.cff"))
    version, day = re.search(r"^## \[(.+)\] - (.+)$", contents("CHANGELOG.md"), re.MULTILINE).groups()
    assert cited["version"] == version == PROJECT["version"]
    assert str(cited["date-released"]) == day
    texts = contents("README.md") + contents("docs/platforms.md")
    assert set(re.findall(r"gametreelab-(.+?)-py3-none-any\.whl", texts)) == {version}


# --- where it runs: services and machines that are not here -------------------------------------------------

PYTHONS = [words[-1] for words in map(str.split, PROJECT["classifiers"]) if words[-1].startswith("3.")]
WORKFLOWS = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / ".github/workflows").iterdir())
ELSEWHERE = [*WORKFLOWS, *(f".binder/{name}" for name in ("environment.yml", "postBuild"))]
ELSEWHERE += [f".devcontainer/{name}" for name in ("Containerfile", "devcontainer.json")]


@pytest.mark.parametrize("name", ELSEWHERE)
def test_what_cannot_be_tried_here_says_so_and_can_be_read(name):
    assert "not tried yet" in contents(name)
    if name.endswith(".yml"):
        assert isinstance(yaml.safe_load(contents(name)), dict)
    if name.endswith(".json"):  # which may have lines of comment there
        assert json.loads(re.sub(r"^\s*//.*$", "", contents(name), flags=re.MULTILINE))["image"]


def test_every_workflow_has_jobs_of_steps_on_pythons_that_are_promised():
    for name in WORKFLOWS:
        read = yaml.safe_load(contents(name))
        assert read[True]  # yaml's `on`
        for job in read["jobs"].values():
            assert job["runs-on"]
            (python,) = (
                step["with"]["python-version"]
                for step in job["steps"]
                if "setup-python" in step.get("uses", "")
            )
            assert python in [*PYTHONS, "${{ matrix.python }}"]


def test_the_quick_tests_run_on_every_python_that_is_promised():
    matrix = yaml.safe_load(contents(".github/workflows/systems.yml"))["jobs"]["quick"]["strategy"]["matrix"]
    assert matrix["python"] == PYTHONS
    assert len(matrix["os"]) == 3
    for python in PYTHONS:
        assert Requirement(f"python{PROJECT['requires-python']}").specifier.contains(python)


def test_binder_gets_an_exact_python_and_so_do_containers():
    """With a range repo2docker starts from an older one."""
    (binder,) = (
        spec
        for spec in yaml.safe_load(contents(".binder/environment.yml"))["dependencies"]
        if spec.startswith("python")
    )
    python = re.fullmatch(r"python=(3\.\d+)", binder)[1]
    assert python in PYTHONS
    assert f"python:{python}-" in contents(".devcontainer/Containerfile")
    assert f'python:{python}"' in contents(".devcontainer/devcontainer.json")


# --- make and the wrong Python ------------------------------------------------------------------------------


@pytest.fixture
def fresh_clone(tmp_path):
    """What make needs, in a folder with a space in its name, and a search path with no Python on it."""
    clone = tmp_path / "my clone"
    (clone / ".ci").mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml", "constraints.txt", ".ci/make-venv.sh"):
        (clone / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    tools = tmp_path / "bin"
    tools.mkdir()
    for tool in ("cat", "cksum", "dirname", "make", "sh"):
        (tools / tool).symlink_to(find(tool))
    return clone


def find(tool: str) -> Path:
    for folder in os.get_exec_path():
        if (path := Path(folder, tool)).is_file():
            return path
    pytest.skip(f"{tool} is not installed here")


def fake_python(clone: Path, name: str, version: str, *, venv: bool = True) -> Path:
    """A program that says it is Python of that version, and does nothing else."""
    path = clone.parent / "bin" / name
    path.write_text(
        f'#!/bin/sh\ncase "$2" in *version_info*) echo {version} ;; *) exit {0 if venv else 1} ;; esac\n'
    )
    path.chmod(0o755)
    return path


def make_lab(clone: Path, *options: str) -> tuple[int, list[str]]:
    """Exit status of `make lab`, and what it said apart from make's own closing line."""
    result = subprocess.run(
        ["make", "--no-print-directory", "lab", *options],
        cwd=clone,
        env={"PATH": str(clone.parent / "bin"), "LC_ALL": "C"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert result.stdout == ""
    *said, last = result.stderr.splitlines()
    assert last.startswith("make: ***")
    return result.returncode, said


@pytest.mark.parametrize("version", ["2.7", "3.6", "3.9", "3.10", "3.15"])
def test_a_wrong_python_gets_one_sentence(fresh_clone, version):
    fake_python(fresh_clone, "python3", version)
    status, said = make_lab(fresh_clone)
    assert status != 0
    assert said == [
        f"gamekit needs Python 3.11, 3.12, 3.13 or 3.14, but found Python {version} (python3): install one "
        "of these versions, or name yours as in 'make lab PYTHON=/path/to/python3.12'."
    ]
    assert not (fresh_clone / ".venv").exists()


def test_no_python_at_all_gets_one_sentence(fresh_clone):
    status, said = make_lab(fresh_clone)
    assert status != 0
    assert len(said) == 1
    assert "found no Python as python3" in said[0]


def test_a_python_named_by_hand_is_not_replaced_by_another(fresh_clone):
    fake_python(fresh_clone, "python3", "3.12")
    old = fake_python(fresh_clone, "python3.9", "3.9")
    status, said = make_lab(fresh_clone, f"PYTHON={old}")
    assert status != 0
    assert len(said) == 1
    assert f"found Python 3.9 ({old})" in said[0]


def test_a_python_without_venv_gets_one_sentence_about_the_later_choice(fresh_clone):
    fake_python(fresh_clone, "python3", "3.9")
    fake_python(fresh_clone, "python3.12", "3.12", venv=False)
    status, said = make_lab(fresh_clone)
    assert status != 0
    assert said == [
        "Python 3.12 (python3.12) cannot make virtual environments: install its venv package "
        "(on Debian and Ubuntu: apt install python3.12-venv), then try again."
    ]
