# Each command sets up what it needs: Python 3.11 or newer is enough to start.

PYTHON ?= python3
ARGS ?=

BIN    := .venv/bin
NPM    := PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/npm --prefix client
PYTEST := $(BIN)/pytest -n 2 --dist loadfile

CLIENT    := $(shell find client/src client/public 2>/dev/null) $(wildcard client/*.*)
RULEBOOKS := $(notdir $(patsubst %/__init__.py,%,$(shell grep -L finished=False src/sandtable/rulebooks/*/__init__.py)))

# uv installs in seconds; where it cannot reach the packages, pip may know the way.
define install
	@$(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python $(1) || $(BIN)/python -m pip install --quiet $(1)
endef

.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help play test check pytest simulate bench bench-client fuzz balance screenshots lock clean browser

help:  ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s%s\n", $$1, $$2}' Makefile

# For players ----------------------------------------------------------------------------------------

play: .venv/sandtable  ## sit down and play: opens the browser
	@$(BIN)/sandtable play $(ARGS)

# For designers and researchers ----------------------------------------------------------------------

simulate: .venv/sandtable  ## play many games: make simulate ARGS="starter/first-contact --games 1000"
	@$(BIN)/sandtable simulate $(ARGS)

balance: .venv/sandtable  ## are the scenarios fair? the script plays each against itself
	@$(BIN)/sandtable balance $(ARGS)

bench: .venv/dev .venv/sandtable  ## measure the rules against OpenSpiel and python-chess
	@$(BIN)/sandtable bench $(ARGS)

# For developers -------------------------------------------------------------------------------------

test: check pytest  ## everything that must hold before a change lands

check: .venv/dev .venv/sandtable client/node_modules/.package-lock.json  ## style, types, import direction, clauses, client
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python scripts/typescript.py --check
	$(NPM) run --silent check
	$(NPM) run --silent test
ifneq ($(wildcard src/sandtable/cli/rules.py),)
	set -e; for rulebook in $(RULEBOOKS); do $(BIN)/sandtable rules $$rulebook --coverage; done
endif

pytest: .venv/dev .venv/sandtable browser  ## the Python tests alone: make pytest ARGS=tests/test_house.py
	@$(BIN)/python -m sandtable.core.warm $(RULEBOOKS)
	$(PYTEST) $(ARGS)

fuzz: .venv/dev .venv/sandtable browser  ## the long campaigns, which make test leaves out
	$(PYTEST) -m slow $(ARGS)

bench-client: .venv/dev .venv/sandtable browser  ## how fast the browser draws a table
	@$(BIN)/python bench/client.py $(ARGS)

screenshots: .venv/dev .venv/sandtable browser  ## take the pictures for README and docs
	@$(BIN)/python scripts/screenshots.py $(ARGS)

lock: .venv/bin/uv  ## choose exact versions anew, from pyproject.toml
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	    --generate-hashes --no-emit-index-url --no-emit-find-links pyproject.toml --group dev \
	    --extra bench --extra envs --extra postgres --extra press --extra terminal -o requirements-dev.txt
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	    --generate-hashes --no-emit-index-url --no-emit-find-links pyproject.toml -c requirements-dev.txt -o requirements.txt

clean:  ## remove what these commands made
	rm -rf .venv client/node_modules src/sandtable/server/static dist out \
	    .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests -name __pycache__ -prune -exec rm -rf {} +

# What the commands stand on -------------------------------------------------------------------------

.venv/bin/uv:
	@echo "Making a Python environment in .venv"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
	    "Sandtable needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.12 ...")'
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv

.venv/runtime: requirements.txt | .venv/bin/uv
	@echo "Installing what Sandtable needs"
	$(call install,--require-hashes -r requirements.txt)
	@touch $@

.venv/dev: requirements-dev.txt | .venv/bin/uv
	@echo "Installing what developing Sandtable needs"
	$(call install,--require-hashes -r requirements-dev.txt)
	@touch $@

.venv/sandtable: .venv/runtime pyproject.toml hatch_build.py $(CLIENT)
	@echo "Installing Sandtable and building its pages"
	$(call install,--no-deps --editable .)
	@touch $@

client/node_modules/.package-lock.json: client/package-lock.json | .venv/dev
	@echo "Installing what the client's checks need"
	@$(NPM) ci --no-audit --no-fund

# The browser tests drive Chromium. Where it cannot be installed here, those tests fail and say so.
browser:
	@exec 3>&1 >/dev/null; if [ "$$SANDTABLE_NO_BROWSER" = 1 ] || \
	    command -v chromium || command -v chromium-browser || command -v google-chrome; then :; \
	elif command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
	    echo "Installing Chromium for the browser tests" >&3; \
	    export DEBIAN_FRONTEND=noninteractive; \
	    apt-get update -qq && apt-get install -qq --yes --no-install-recommends chromium </dev/null; \
	else \
	    echo "No Chromium here: install it, or leave the browser tests out with SANDTABLE_NO_BROWSER=1" >&3; \
	fi
