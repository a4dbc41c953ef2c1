# Benchbook's commands; `make` alone lists them. Everything they need is installed
# into this folder, and by apt where Debian's packages are missing.

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo test install-demo install-test lint format types imports spelling \
	project scripts unit unit-postgresql bench bench-scale bench-parsing bench-tpcc bench-tpcc-load \
	bench-rogue \
	formats lock clean
SHELL := /bin/bash
PYTHON := .venv/bin/python
# Three on two cores, since tests wait for servers; a file stays with one worker and its servers.
PARALLEL := -n 3 --dist loadfile --no-loadscope-reorder --durations=50 --durations-min=4
PORT ?= 8000

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: install-demo ## start everything on http://127.0.0.1:8000 until Ctrl-C (PORT= changes it)
	@PORT=$(PORT) exec $(PYTHON) -m local.demo --end-with-parent

test: install-test lint types imports spelling project scripts unit unit-postgresql ## all linters and all tests, against real servers

install-demo: ## install what the demo needs and is missing
	@local/install.sh demo

install-test: ## install what the tests need and is missing
	@local/install.sh test

lint: ## check style
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .

format: ## put the code into its style
	$(PYTHON) -m ruff check --fix .
	$(PYTHON) -m ruff format .

types: ## check types (SECRET_KEY and ENCRYPTION_KEYS are only looked for)
	SECRET_KEY=types ENCRYPTION_KEYS=types $(PYTHON) -m mypy

imports: ## check that the wings import one way
	$(PYTHON) -c 'from importlinter.cli import lint_imports_command as main; main()'

spelling: ## check spelling
	$(PYTHON) -m codespell_lib

project: ## check migrations, deployment settings, static files and the API's schema
	local/check_project.sh

scripts: ## check the syntax of browser scripts
	local/check_scripts.sh

unit: ## run the tests alone; T="tests/local -k ports" chooses among them
	$(PYTHON) -m pytest $(or $(T),$(PARALLEL))

unit-postgresql: ## run the tests of models, lifecycle, pages and API with PostgreSQL below
	$(PYTHON) -m local.with_postgresql $(PYTHON) -m pytest $(PARALLEL) --database-only \
		tests/benchruns tests/portal

bench: install-test ## measure what Benchbook costs a run, beside a running demo (minutes)
	$(PYTHON) -m tests.bench.overhead

bench-scale: install-test ## measure pages with 10,000 results beside 100 (minutes)
	$(PYTHON) -m tests.bench.scale

bench-tpcc: install-test ## measure the ceiling of the TPC-C-derived load's client (two minutes)
	$(PYTHON) -m tests.bench.tpcc_ceiling

bench-tpcc-load: install-test ## measure loading the TPC-C-derived data (two minutes)
	$(PYTHON) -m tests.bench.tpcc_load

bench-rogue: install-test ## measure what hostile servers cost a check (three minutes)
	DJANGO_SETTINGS_MODULE=tests.settings $(PYTHON) -m tests.bench.rogue_servers

bench-parsing: install-test ## measure the parsers on 100 MB of lines (a minute)
	$(PYTHON) -m tests.bench.parsing

formats: ## write the table of formats in docs/formats.md anew from the tests' cases
	$(PYTHON) -m tests.benchruns.report_cases.table > docs/formats.md

lock: ## write the pinned requirements anew from pyproject.toml
	$(PYTHON) -m uv pip compile -q --upgrade --no-header --no-annotate pyproject.toml -o requirements.txt
	$(PYTHON) -m uv pip compile -q --upgrade --no-header --no-annotate --group pyproject.toml:dev \
		-c requirements.txt -o requirements-dev.txt

clean: ## remove caches and environments, and keep the demo's data in var/
	rm -rf .venv node_modules static/vendor .mypy_cache .ruff_cache .pytest_cache \
		.hypothesis .import_linter_cache
