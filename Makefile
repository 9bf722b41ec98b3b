# Everything here is also a command of its own: see the right-hand sides.
PYTHON ?= $(shell command -v python3.11 || command -v python3 || command -v python)
VENV   ?= .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.ready
JOBS   ?= 2
# More than processors, for tests that wait for servers.
WAITING ?= 3
# The tests start hundreds of processes, none of which should have to compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup demo quick test slow sweeps campaigns campaigns-all budget balance check lint types imports house format bench fuzz mutants samples man wheel clean

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

# The tiers of the tests, see tests/README.md. More words for pytest: make test PYTEST="-x -k dice".
quick: setup  ## what one runs after each edit: no browser, no servers, nothing that takes long (a minute)
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --tier quick $(PYTEST)

test: setup  ## the test suite (4 minutes)
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --tier test $(PYTEST)

slow: setup  ## what takes long: pages in a browser, mail by servers, whole games (8 minutes)
	$(BIN)/python -m pytest -n $(WAITING) --dist worksteal --tier slow $(PYTEST)

sweeps: setup  ## commands cut off, full disks, races: a third of the cuts, others for each commit (8 minutes)
	$(BIN)/python -m pytest -n $(WAITING) --dist worksteal --tier sweeps $(PYTEST)

campaigns: setup  ## random games and examples, others for each commit, until 12 minutes are over
	$(BIN)/python -m pytest -n $(JOBS) --dist load --maxschedchunk 1 --tier campaigns -rP $(PYTEST)

campaigns-all: setup  ## all random games, all cuts, examples in large numbers (hours): by hand, never where changes wait
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --tier campaigns-all -rP $(PYTEST)

budget: setup  ## measures anew what tests cost and what is quick: tests/budget.toml (20 minutes)
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --tier test --write-budget
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --tier slow --write-budget
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --tier sweeps --write-budget

balance: setup  ## practice opponents against each other, 200 games a scenario: who wins how often (hours; goes on where it was)
	$(BIN)/python -m tests.balance $(BALANCE)
	$(BIN)/python -m tests.balance --write

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
	$(BIN)/python -m tests.bench.page

fuzz: setup  ## hostile input, time-boxed (SECONDS_EACH=60 for each target), by coverage where atheris can be had
	-$(BIN)/python -m pip install --quiet --only-binary :all: --group fuzz
	$(BIN)/python -m tests.fuzz --seconds $(or $(SECONDS_EACH),60)

mutants: setup  ## switches off each rule in turn and lists the tests that do not notice; MUTANTS=--generic plants faults
	$(BIN)/python -m tests.mutants $(MUTANTS)

samples: setup  ## plays the sample campaigns anew
	$(BIN)/python -m tests.make_samples

man: setup  ## the manual page docs/pbem.1
	$(BIN)/python -m pbem.cli.manpage > docs/pbem.1

wheel: setup  ## builds the wheel into dist/
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .

clean:  ## removes what the other targets made
	rm -rf $(VENV) dist build demo .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
