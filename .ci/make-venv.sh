#!/bin/sh
# Make .venv, or bring it up to date:  sh .ci/make-venv.sh [dev | book]
#
# `make lab` and the other targets call this first. It does nothing if .venv already holds what
# pyproject.toml and constraints.txt ask for. With `dev` it also installs the tools that the tests need,
# with `book` those that make the static book.
# PYTHON in the environment names the Python to use; otherwise the first suitable one is taken.
set -u
cd "$(dirname "$0")/.." || exit 1
extra=${1:-}

fail() {
    echo "$*" >&2
    exit 1
}

version() { # of the Python in $1, as 3.12; nothing if it does not run
    "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null
}

suits() { # is this a version that gamekit runs on?
    case $1 in
        3.11 | 3.12 | 3.13 | 3.14) true ;;
        *) false ;;
    esac
}

choose_python() { # set $python, or stop with one sentence
    found=
    for python in ${PYTHON:+"$PYTHON"} python3 python3.14 python3.13 python3.12 python3.11; do
        number=$(version "$python")
        suits "$number" && return
        [ -n "$number" ] && found="$found${found:+, }Python $number ($python)"
        [ -n "${PYTHON:-}" ] && break
    done
    fail "gamekit needs Python 3.11, 3.12, 3.13 or 3.14, but found ${found:-no Python as ${PYTHON:-python3}}:" \
        "install one of these versions, or name yours as in 'make lab PYTHON=/path/to/python3.12'."
}

# A virtual environment knows its own address, so one that was moved has to be made again.
place=$(pwd -P)

is_usable() {
    [ "$(cat .venv/made-in 2>/dev/null)" = "$place" ] || return 1
    number=$(version .venv/bin/python)
    suits "$number" && { [ -z "${PYTHON:-}" ] || [ "$(version "$PYTHON")" = "$number" ]; }
}

create() {
    choose_python
    "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        fail "Python $number ($python) cannot make virtual environments:" \
            "install its venv package (on Debian and Ubuntu: apt install python$number-venv), then try again."
    echo "Creating .venv with Python $number ..." >&2
    "$python" -m venv --clear .venv || fail "Could not create .venv with Python $number ($python)."
    echo "$place" >.venv/made-in
}

# uv installs several times faster than pip, so it comes first; pip is always there.
export UV_HTTP_TIMEOUT="${UV_HTTP_TIMEOUT:-120}" PIP_DISABLE_PIP_VERSION_CHECK=1
[ -t 2 ] && quiet= || quiet=--quiet

with_uv() {
    .venv/bin/python -m pip install --quiet --constraint constraints.txt uv &&
        .venv/bin/python -m uv pip install $quiet --compile-bytecode --python .venv/bin/python \
            --constraint constraints.txt --build-constraint constraints.txt --editable ".${extra:+[$extra]}"
}

with_pip() {
    .venv/bin/python -m pip install $quiet --constraint constraints.txt --editable ".${extra:+[$extra]}"
}

install() {
    echo "Installing gamekit and what it needs into .venv (this takes a minute or two) ..." >&2
    with_uv || {
        echo "That did not work. Trying once more, with pip ..." >&2
        with_pip
    } || fail "Could not install what gamekit needs: see the messages above, then run the same command again."
}

wanted=$(cat pyproject.toml constraints.txt | cksum)

holds() { # was everything for $1 installed from these very files?
    [ "$(cat ".venv/installed-$1" 2>/dev/null)" = "$wanted" ]
}

is_usable || create
extra_or_runtime=${extra:-runtime}
# The tests' environment has everything that the others have.
holds "$extra_or_runtime" || holds dev || { install && echo "$wanted" >".venv/installed-$extra_or_runtime"; }
