# `make` alone lists what there is. Everything Python lives in .venv; pip installs again only
# when pyproject.toml has changed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=
VERSION ?=
SIZE ?= S M

.DEFAULT_GOAL := help
.PHONY: help site preview test test-all test-long check house golden bench format reference lock docs looks newcomer release clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

site: $(VENV)/.installed ## build the site into _site/
	@$(BIN)/masthead build $(ARGS)

preview: $(VENV)/.installed ## show the site while you edit it
	@$(BIN)/masthead preview $(ARGS)

# A worker for each core, and two more (tests/conftest.py). Idle workers take tests from busy ones (worksteal): until then each has a
# row of neighbours, and these share what their module has built. A worker that is done with a long
# test takes the next one, so none waits behind one of six minutes. What was compiled is kept, also
# for people who want no such files elsewhere: otherwise each worker would compile all the tests.
PYTEST := env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest --numprocesses auto

test: $(VENV)/.installed-dev ## what must pass before a push, in a real browser too (ARGS="-k name" for some)
	@$(BIN)/python -m tools.browser.install
	@$(PYTEST) --dist worksteal $(ARGS)

test-all: test test-long ## all tests

test-long: $(VENV)/.installed-dev ## long histories, sweeps of kills, more examples
	@$(PYTEST) --dist load --maxschedchunk 1 -m 'slow or hypothesis' --hypothesis-profile long $(ARGS)

check: $(VENV)/.installed-dev house ## formatting, lint, types and the size of the house
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy --strict generator tools

house: $(VENV)/.installed-dev ## files and code lines by room, and their limits (ARGS=--write keeps new ones)
	@$(BIN)/python -m tools.house $(ARGS)

format: $(VENV)/.installed-dev ## format the code, and mend what lint can mend
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

golden: $(VENV)/.installed-dev ## whether many sites still get the bytes and words kept in tests/golden (ARGS=--write keeps new ones)
	@$(BIN)/python -m tools.golden $(ARGS)

reference: $(VENV)/.installed-dev ## write docs/reference and docs/schema anew from the code
	@$(BIN)/python -m tools.reference docs

# Every version is named, with the hashes of its files for all systems: an index that was tampered
# with cannot give others.
LOCK := $(VENV)/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --upgrade \
	--generate-hashes --no-annotate --no-header
lock: ## name anew what workflows install, by hashes
	@$(PYTHON) -m venv $(VENV)/lock
	@$(VENV)/lock/bin/python -m pip install -qq --disable-pip-version-check uv
	@$(LOCK) --all-extras -o .github/requirements.lock pyproject.toml .github/requirements.in
	@$(LOCK) --extra zh -o generator/requirements.lock pyproject.toml

docs: $(VENV)/.installed ## build the documentation and the gallery into _docs/, and check them
	@$(BIN)/python -m tools.docs_site

looks: $(VENV)/.installed-dev ## look at the gallery in each theme with a browser: an hour (ARGS="--quick --theme folio")
	@$(BIN)/python -m tools.browser.install
	@$(BIN)/python -m tools.looks $(ARGS)

newcomer: $(VENV)/.installed-dev ## how long the first site takes, from the wheel to a branch
	@$(BIN)/python -m tools.newcomer

release: $(VENV)/.installed-dev ## make a release up to its tag (VERSION=X.Y.Z, ARGS=--dry-run)
	@$(BIN)/python -m tools.release cut "$(VERSION)" $(ARGS)

bench: $(VENV)/.installed $(VENV)/peers/.installed ## speed beside Hugo and Pelican (SIZE=L for the large site)
	@$(BIN)/python -m tools.bench --size $(SIZE) $(ARGS)

clean: ## remove what was built and installed
	@rm -rf $(VENV) _site _docs .cache build dist .pytest_cache .mypy_cache .ruff_cache
	@rm -rf tools/browser/node_modules
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The sample site has a Chinese CV, whose PDF needs the font that `zh` brings.
FOR_SITE := '.[zh]'
FOR_TESTS := '.[dev,thumbs,zh]'

# $(1) is what to install. The package itself is editable: a change to the code needs no install.
# A new pip writes a `masthead` that begins 5 of 23 ms sooner than that of the pip in Python 3.11.
define install
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Masthead needs Python 3.11 or newer, and $(PYTHON) is not: try make PYTHON=python3.12" >&2; \
		exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --upgrade pip
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable $(1)
endef

$(VENV)/.installed: pyproject.toml
	$(call install,$(FOR_SITE))
	@touch $@

$(VENV)/.installed-dev: pyproject.toml
	$(call install,$(FOR_TESTS))
	@touch $(VENV)/.installed $@

# Pelican wants an older Pygments than ours, so the peers live in an environment of their own.
$(VENV)/peers/.installed: tools/bench/requirements.txt | $(VENV)/.installed
	@$(PYTHON) -m venv $(VENV)/peers
	@$(VENV)/peers/bin/python -m pip install -qq --disable-pip-version-check -r $<
	@touch $@
