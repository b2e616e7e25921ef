# make lab    opens the course        make lab ARGS="--no-browser --port 9999"
# make test   checks everything       make test ARGS="-k othello"
# PYTHON=/path/to/python3.12 chooses the Python that .venv is made with.

ARGS =
export PYTHON

VENV = @sh .ci/make-venv.sh

.PHONY: help lab test lint format warmup notebooks exercises book constraints clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

lab: ## set up what is missing and open JupyterLab in notebooks/ (ARGS go to JupyterLab)
	$(VENV)
	@PATH="$(CURDIR)/.venv/bin:$$PATH" exec .venv/bin/gamekit lab $(ARGS)

test: lint ## set up what is missing and run every check (ARGS go to pytest)
	@echo "== pytest"
	@.venv/bin/python -m pytest -n 2 --dist loadscope -m "not alone" $(ARGS)
	@echo "== pytest, what must run alone"
	@.venv/bin/python -m pytest -m alone tests

lint: ## check style and types only
	$(VENV) dev
	@echo "== ruff check"
	@.venv/bin/ruff check
	@echo "== ruff format --check"
	@.venv/bin/ruff format --check
	@echo "== mypy"
	@.venv/bin/python -m mypy

format: ## put the code into the house style
	$(VENV) dev
	@.venv/bin/ruff check --fix-only
	@.venv/bin/ruff format

warmup: ## compile the kit's fast functions now instead of at first use
	$(VENV)
	@.venv/bin/gamekit warmup

notebooks: ## make the notebooks from their texts in notebooks/.source/ and run them
	$(VENV) dev
	@.venv/bin/python .ci/notebooks.py

exercises: ## make solutions/ and exercises/ from gamekit/labs/
	$(VENV) dev
	@.venv/bin/python .ci/exercises.py

book: ## make web pages of the lessons as they were run, in build/book/ (needs no network to read)
	$(VENV) book
	@.venv/bin/python .ci/book.py

# One version of each package for every Python, names and versions only. hatchling builds the package and
# uv installs it, so they are pinned too.
constraints: ## choose the newest versions that fit pyproject.toml, for constraints.txt
	$(VENV)
	@printf 'hatchling\nuv\n' | .venv/bin/python -m uv pip compile --quiet --upgrade --universal \
	    --python-version 3.11 --fork-strategy fewest --all-extras --no-header --no-annotate \
	    pyproject.toml - --output-file .venv/constraints.txt
	@sed -n 's/^\([a-z0-9-]*==[^ ;]*\).*/\1/p' .venv/constraints.txt | LC_ALL=C sort -u > constraints.txt

clean: ## remove .venv and everything else that was generated
	@rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis artefacts build dist
	@find . -name __pycache__ -prune -exec rm -rf {} +
