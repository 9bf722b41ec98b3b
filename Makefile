# Everything here is also a command of its own: see the right-hand sides.
PYTHON ?= $(shell command -v python3.11 || command -v python3 || command -v python)
VENV   ?= .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.ready
JOBS   ?= 2
# The tests start hundreds of processes, none of which should have to compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup demo test campaigns campaigns-all balance faults check lint types imports house format bench fuzz mutants samples man wheel clean

help:  ## this list
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 16

setup: $(STAMP)  ## virtual environment with pbem and everything its tests need

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable . --group dev
	@touch $(STAMP)

demo: setup  ## a whole campaign between two folders, then its verification
	$(BIN)/pbem demo --folder demo

test: setup  ## the test suite
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "not campaigns and not at_large"

campaigns: setup  ## random campaigns in large numbers, every command cut at every write, many examples (up to 40 minutes)
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m campaigns -rP
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "hypothesis and not campaigns and not at_large" --hypothesis-profile thorough

campaigns-all: campaigns  ## and the numbers that take hours: by hand, never where changes wait for it
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m at_large -rP

balance: setup  ## practice opponents against each other, 200 games a scenario: who wins how often (hours; goes on where it was)
	$(BIN)/python -m tests.balance $(BALANCE)
	$(BIN)/python -m tests.balance --write

faults: setup  ## of these the cuts, full disks and races alone
	$(BIN)/python -m pytest -n $(JOBS) -m campaigns tests/faults tests/campaign tests/teams tests/protocol

check: lint types imports house test  ## all that must be green before a commit

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: setup
	$(BIN)/mypy

imports: setup
	$(BIN)/lint-imports

house: setup
	$(BIN)/python -m tests.house

format: setup  ## formats the sources
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: setup  ## the table of speeds, beside the floor measured in the same run
	$(BIN)/python -m tests.bench
	$(BIN)/python -m tests.bench.commands
	$(BIN)/python -m tests.bench.protocol

fuzz: setup  ## hostile input, time-boxed (SECONDS_EACH=60 for each target), by coverage where atheris can be had
	-$(BIN)/python -m pip install --quiet --only-binary :all: --group fuzz
	$(BIN)/python -m tests.fuzz --seconds $(or $(SECONDS_EACH),60)

mutants: setup  ## switches off each rule in turn and lists the tests that do not notice
	$(BIN)/python -m tests.mutants

samples: setup  ## plays the sample campaigns anew
	$(BIN)/python -m tests.make_samples

man: setup  ## the manual page docs/pbem.1
	$(BIN)/python -m pbem.cli.manpage > docs/pbem.1

wheel: setup  ## builds the wheel into dist/
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .

clean:  ## removes what the other targets made
	rm -rf $(VENV) dist build demo .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
