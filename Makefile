# `make play` shows a game, `make test` runs every check. Both create .venv when it is missing or broken.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --disable-pip-version-check -c constraints.txt
MAKEFLAGS += --no-print-directory

.DELETE_ON_ERROR:
.PHONY: play test bench fuzz format clean install types

play: $(BIN)/duel-dsl
	$(BIN)/duel-dsl play duel --seats greedy,greedy --seed 7

test: install types
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m ruff check .
	$(BIN)/python -m mypy
	MYPYPATH=bench:build/types $(BIN)/python -m mypy --explicit-package-bases bench/*.py
	$(BIN)/duel-dsl validate cards/
	$(BIN)/duel-dsl test cards/
	$(BIN)/python -m pytest -n 2 -q

bench: $(BIN)/duel-dsl
	$(BIN)/python bench/run.py

# Cases that nobody has thought of; what goes wrong is kept in tests/fuzz/found.
SECONDS ?= 60
SEED ?= $(shell date +%s)
fuzz: install
	$(BIN)/python tests/fuzz/run.py --seconds $(SECONDS) --seed $(SEED)

format: install
	$(BIN)/python -m ruff check --select I --fix .
	$(BIN)/python -m ruff format .

# Leaves .venv alone: delete it by hand to start from nothing.
clean:
	rm -rf build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -path ./$(VENV) -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +

install: $(VENV)/.dev

# Type checkers cannot see that the root is the package `duel_dsl`; this link shows them.
types:
	mkdir -p build/types
	test -L build/types/duel_dsl || ln -sfn ../.. build/types/duel_dsl

# An environment is usable when its own pip runs, and when it was not copied here from another folder (its scripts
# would then start the other copy). One that another tool made is kept if it is usable.
USABLE := $(shell \
	test -x $(BIN)/python && test -n "$$($(BIN)/python -m pip --version)" && \
	{ test ! -e $(VENV)/.made || grep -qxF '$(CURDIR)' $(VENV)/.made; } && echo yes)

ifneq ($(USABLE),yes)
.PHONY: $(VENV)/.made
endif

$(VENV)/.made:
ifneq ($(USABLE),yes)
	$(PYTHON) -m venv --clear $(VENV)
endif
	echo '$(CURDIR)' > $@

# setuptools comes first and builds without isolation, so that its version is pinned as well.
$(BIN)/duel-dsl: pyproject.toml constraints.txt $(VENV)/.made
	$(PIP_INSTALL) setuptools
	$(PIP_INSTALL) --no-build-isolation -e .
	touch $@

$(VENV)/.dev: $(BIN)/duel-dsl
	$(PIP_INSTALL) --no-build-isolation -e '.[dev]'
	touch $(BIN)/duel-dsl $@
