# make lab    opens the course        make lab ARGS="--no-browser --port 9999"
# make quick  the first checks        make test ARGS="-k othello"
# make test   all that a change needs; make test-long has every test
# PYTHON=/path/to/python3.12 chooses the Python that .venv is made with.

ARGS =
export PYTHON
# Tests start hundreds of Pythons: let them keep what they have compiled.
unexport PYTHONDONTWRITEBYTECODE

VENV = @sh .ci/make-venv.sh
# A worker for each core and one more, since many tests wait; files are dealt to them as tests/conftest.py says.
WORKERS = -n $$(($$(getconf _NPROCESSORS_ONLN) + 1)) --dist loadscope

.PHONY: help lab quick test test-long lint format warmup notebooks exercises book constraints clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

lab: ## set up what is missing, copy the course to gamekit-course/ and open it there (ARGS go to gamekit lab)
	$(VENV)
	@PATH="$(CURDIR)/.venv/bin:$$PATH" exec .venv/bin/gamekit lab $(ARGS)

quick: ## ruff and the tests that a change most likely breaks (ARGS go to pytest)
	$(VENV) dev
	@.venv/bin/ruff check --quiet && .venv/bin/ruff format --check --quiet
	@.venv/bin/python -m pytest -q $(WORKERS) -m "quick and not alone and not long" $(ARGS)

# The kit's functions are compiled beside ruff, mypy and the tests that need none of them, once for all workers.
test: ## set up what is missing and run every check that a change needs (ARGS go to pytest)
	$(VENV) dev
	@.venv/bin/gamekit warmup >/dev/null 2>&1 & $(MAKE) --no-print-directory lint
	@echo "== pytest"
	@.venv/bin/python -m pytest $(WORKERS) -m "not alone and not long" $(ARGS)
	@echo "== pytest, what must run alone"
	@.venv/bin/python -m pytest -m "alone and not long" $$(grep -l "pytest.mark.alone" tests/test_*.py)

test-long: ## every test there is, the long ones too, and which lines of gamekit they run (ARGS go to pytest)
	$(VENV) dev
	@echo "== pytest, everything"
	@.venv/bin/python -m pytest $(WORKERS) -m "not alone" --cov --cov-report=term:skip-covered $(ARGS)
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
	@rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage artefacts build dist
	@find . -name __pycache__ -prune -exec rm -rf {} +
