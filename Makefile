# `make` alone lists what there is. Everything Python lives in .venv; pip installs again only
# when pyproject.toml has changed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help site preview test check format goldens clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

site: $(VENV)/.installed ## build the site into _site/
	@$(BIN)/masthead build $(ARGS)

preview: $(VENV)/.installed ## show the site while you edit it
	@$(BIN)/masthead preview $(ARGS)

test: $(VENV)/.installed-dev ## all tests, in a real browser too (ARGS="-k name" for some)
	@$(BIN)/python tests/browser/install_tools.py
	@$(BIN)/python -m pytest $(ARGS)

check: $(VENV)/.installed-dev ## formatting, lint and types
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy --strict generator

format: $(VENV)/.installed-dev ## format the code, and mend what lint can mend
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

goldens: $(VENV)/.installed-dev ## write tests/expected/ anew; read the diff before you commit it
	@MASTHEAD_GOLDENS=write $(BIN)/python -m pytest -q -m "not browser" $(ARGS)

clean: ## remove what was built and installed
	@rm -rf $(VENV) _site .cache build dist .pytest_cache .mypy_cache .ruff_cache
	@rm -rf tests/browser/node_modules
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# $(1) is what to install. The package itself is editable: a change to the code needs no install.
define install
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Masthead needs Python 3.11 or newer, and $(PYTHON) is not: try make PYTHON=python3.12" >&2; \
		exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable $(1)
endef

$(VENV)/.installed: pyproject.toml
	$(call install,.)
	@touch $@

$(VENV)/.installed-dev: pyproject.toml
	$(call install,'.[dev]')
	@touch $(VENV)/.installed $@
