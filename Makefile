# Only Python >= 3.11 (with venv) and make are assumed by `run` and `test`.
# Another interpreter: make run PYTHON=python3.12. Another port: make run PORT=8080.

PYTHON ?= python3
PORT ?= 8000
HOST ?= 127.0.0.1
VENV := .venv
BIN := $(VENV)/bin
MANAGE := $(BIN)/python manage.py
WORKERS ?= 2
PYTEST := $(BIN)/python -m pytest
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev run migrate test journeys check format demo-reset bench bench-acta mutants screenshots clean

help:  ## This list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 24

# The virtual environment, made once; a sentence instead of a traceback where it cannot be.
$(BIN)/python:
	@command -v $(PYTHON) >/dev/null 2>&1 || { \
	  echo "$(PYTHON) is not installed. Install Python 3.11 or later, or name another: make $(MAKECMDGOALS) PYTHON=python3.12"; \
	  exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "$(PYTHON) is $$($(PYTHON) -V 2>&1), but Python 3.11 or later is needed. Name another: make $(MAKECMDGOALS) PYTHON=python3.12"; \
	  exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo "$(PYTHON) has no venv. On Debian and Ubuntu: sudo apt install python3-venv"; \
	  exit 1; }
	@echo "Making $(VENV) with $$($(PYTHON) -V)"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/base.stamp: requirements.txt | $(BIN)/python
	@echo "Installing requirements.txt"
	@$(PIP) -r requirements.txt
	@touch $@

$(VENV)/dev.stamp: requirements.txt requirements-prod.txt requirements-dev.txt | $(BIN)/python
	@echo "Installing requirements-dev.txt"
	@$(PIP) -r requirements-dev.txt
	@touch $@ $(VENV)/base.stamp

$(VENV)/mutants.stamp: $(VENV)/dev.stamp requirements-mutants.txt
	@echo "Installing requirements-mutants.txt"
	@$(PIP) -r requirements-mutants.txt
	@touch $@

setup: $(VENV)/base.stamp  ## The virtual environment with what the product needs
	@:

setup-dev: $(VENV)/dev.stamp  ## The same with what tests and checks need
	@:

migrate: setup
	@$(MANAGE) migrate --no-input --verbosity 0
	@$(MANAGE) createcachetable --verbosity 0
	@mkdir -p staticfiles

run: migrate  ## A demo season on http://localhost:8000
	@$(MANAGE) demo --if-empty
	@$(MANAGE) demo --accounts
	@echo "Serving on http://localhost:$(PORT)/ (Ctrl-C stops)"
	@$(MANAGE) run_due_jobs --loop & jobs=$$!; \
	$(BIN)/gunicorn league.conf.wsgi --bind $(HOST):$(PORT) --workers $(WORKERS) --threads 4 \
	  --worker-class gthread --graceful-timeout 5 --log-level warning & web=$$!; \
	trap 'kill -TERM $$web $$jobs 2>/dev/null' INT TERM HUP; \
	wait $$web; status=$$?; \
	kill -TERM $$web $$jobs 2>/dev/null; wait $$web $$jobs 2>/dev/null; \
	[ $$status -gt 128 ] && exit 0; exit $$status

test: setup-dev  ## All tests but those that need a browser
	@$(PYTEST) -n 2 --maxschedchunk 16 $(ARGS)

journeys: setup-dev  ## What people do, in the system's Chromium
	@DJANGO_ALLOW_ASYNC_UNSAFE=true $(PYTEST) tests/journeys -n 2 --dist loadfile $(ARGS)

check: setup-dev  ## Style, types, arrows, migrations, clauses, templates
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(MANAGE) makemigrations --check --dry-run
	$(MANAGE) regulation --check --kinds engine
	$(BIN)/djlint templates --lint --quiet

format: setup-dev  ## Put the code into the project's style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

demo-reset: setup  ## The demo season anew, in a new database
	@$(MANAGE) demo --reset

bench: setup-dev  ## Rows a second of the standings, queries and milliseconds of their page
	@$(BIN)/python bench/standings.py $(ARGS)

bench-acta: setup-dev  ## Line-ups, boards, filings and signatures a second, on PostgreSQL with two workers
	@$(BIN)/python bench/acta.py $(ARGS)

mutants: $(VENV)/mutants.stamp  ## Mutation testing of the rulings of mus, an hour or more (docs/mus-mutants.md)
	@HYPOTHESIS_PROFILE=mutants $(BIN)/mutmut run $(ARGS)
	@$(BIN)/mutmut results

screenshots: setup-dev  ## Pictures for README, taken of the demo season
	@DJANGO_ALLOW_ASYNC_UNSAFE=true $(BIN)/python bench/screenshots.py $(ARGS)

clean:  ## Remove the virtual environment and caches (never the data)
	rm -rf $(VENV) mutants .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
