# Benchbook's commands; `make` alone lists them. Everything they need is installed
# into this folder, and by apt where Debian's packages are missing.

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo test test-all install-demo install-test lint compiled format types imports spelling \
	project scripts unit unit-site unit-servers unit-postgresql unit-postgresql-all bench-all \
	bench-promises bench-generators bench-rogue bench-upgrade test-servers test-faults formats lock \
	audit sbom clean
SHELL := /bin/bash
PYTHON := .venv/bin/python
# More processes than cores, since tests wait for servers; tests/distribution.py says who
# takes what. What only computes runs by itself: a process that holds the whole portal
# forks a tool four times as slowly as one that does not.
PARALLEL := --no-loadscope-reorder --durations=10
SITE := tests/benchruns tests/portal
SERVERS := tests/browser tests/client tests/faults tests/local tests/workers
PORT ?= 8000
# Each of some hundred processes would compile all that it imports.
unexport PYTHONDONTWRITEBYTECODE

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: install-demo ## start everything on http://127.0.0.1:8000 until Ctrl-C (PORT= changes it)
	@PORT=$(PORT) exec $(PYTHON) -m local.demo --end-with-parent

test: install-test lint compiled ## all checks, and all tests against real servers
	@$(PYTHON) -m local.side_by_side "types imports spelling project scripts unit-postgresql" \
		unit-site unit-servers

test-all: install-test lint compiled ## the same with many examples, all on both databases, and promises
	@LONG=--long $(PYTHON) -m local.side_by_side "types imports spelling project scripts" \
		unit-site unit-servers
	$(MAKE) unit-postgresql-all bench-promises

test-servers: install-test ## run the tests that talk to a server on each release; KINDS="mysql-9 postgresql-18" chooses
	$(PYTHON) -m tests.servers $(KINDS)

test-faults: install-test ## inject faults for an hour or two; COUNT=40 KINDS="web killed, way cut" SEED=7 FIRST=12 choose
	$(PYTHON) -u -m tests.faults --count $(or $(COUNT),300) --seed $(or $(SEED),1) \
		--first $(or $(FIRST),0) --kinds "$(KINDS)" --lines var/faults.jsonl

install-demo: ## install what the demo needs and is missing
	@local/install.sh demo

install-test: ## install what the tests need and is missing
	@local/install.sh test

compiled: ## compile what each of the tests' processes reads; pytest compiles the tests
	@$(PYTHON) -m compileall -q -j 0 -x '/test_|__pycache__' benchruns client local portal tests workers

lint: ## check style
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	.venv/bin/djangofmt --quiet --check templates

format: ## put the code into its style
	$(PYTHON) -m ruff check --fix .
	$(PYTHON) -m ruff format .
	.venv/bin/djangofmt --quiet templates

types: ## check types (SECRET_KEY and ENCRYPTION_KEYS are only looked for)
	SECRET_KEY=types ENCRYPTION_KEYS=types $(PYTHON) -m mypy

imports: ## check that the wings import one way
	$(PYTHON) -c 'from importlinter.cli import lint_imports_command as main; main()'

spelling: ## check spelling
	$(PYTHON) -m codespell_lib

project: ## check migrations, deployment settings and the API's schema
	local/check_project.sh

scripts: ## check the syntax of browser scripts
	local/check_scripts.sh

unit: ## run the tests alone; T="tests/local -k ports" chooses, LONG=--long has all of it
	@$(if $(T),$(PYTHON) -m pytest $(T),$(PYTHON) -m local.side_by_side unit-postgresql unit-site unit-servers)

unit-site: ## run the tests of rules and pages, where the others leave room
	@# what rests on the database is done on PostgreSQL beside this, and here with --long
	nice $(PYTHON) -m pytest -n 2 $(PARALLEL) $(or $(LONG),-m "not both_databases") $(SITE)

unit-servers: ## run the tests that start programs and wait for servers
	$(PYTHON) -m pytest -n 3 $(PARALLEL) $(LONG) $(SERVERS)

unit-postgresql: ## run the tests that rest on the portal's database with PostgreSQL below
	@# reading all test files would take longer than doing those that say so
	$(PYTHON) -m local.with_postgresql $(PYTHON) -m pytest -m both_databases -q \
		$$(grep -rl both_databases --include='test_*.py' tests/benchruns tests/portal tests/workers/runs)

unit-postgresql-all: ## run all tests that use the portal's database with PostgreSQL below
	$(PYTHON) -m local.with_postgresql $(PYTHON) -m pytest -n 4 $(PARALLEL) --database-only $(SITE)
	$(PYTHON) -m local.with_postgresql $(PYTHON) -m pytest --long -q tests/portal/test_pooled.py

bench-promises: install-test ## hold what is promised in seconds and megabytes, on an idle machine (minutes)
	$(PYTHON) -m pytest tests/bench/promises.py tests/bench/upload_memory.py tests/bench/export_memory.py

bench-all: install-test ## measure every ratio and write docs/performance.md (100 minutes); PARTS="weight bare" chooses
	$(PYTHON) -m tests.bench.performance $(PARTS)

bench-generators: install-test ## measure one load from one, two and three load generators (half an hour; root)
	$(PYTHON) -m tests.bench.generators

bench-rogue: install-test ## measure what hostile servers cost a check and a run (minutes)
	DJANGO_SETTINGS_MODULE=tests.settings $(PYTHON) -m tests.bench.rogue_servers

bench-upgrade: install-test ## upgrade an old release's database, with data, on SQLite and PostgreSQL (minutes; needs the git history)
	$(PYTHON) -m tests.upgrade

formats: ## write the table of formats in docs/formats.md anew from the tests' cases
	$(PYTHON) -m tests.benchruns.report_cases.table > docs/formats.md

lock: ## write the pinned requirements anew from pyproject.toml
	$(PYTHON) -m uv pip compile -q --upgrade --generate-hashes --no-header --no-annotate \
		pyproject.toml -o requirements.txt
	$(PYTHON) -m uv pip compile -q --upgrade --generate-hashes --no-header --no-annotate \
		--group pyproject.toml:dev -c requirements.txt -o requirements-dev.txt

audit: install-test ## ask for known vulnerabilities of what is installed (needs the network)
	@local/audit.sh

sbom: install-test ## list all that is shipped, in var/sbom-*.json (CycloneDX)
	@local/sbom.sh

clean: ## remove caches and environments, and keep the demo's data in var/
	rm -rf .venv node_modules static/vendor .mypy_cache .ruff_cache .pytest_cache \
		.hypothesis .import_linter_cache
