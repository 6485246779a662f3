# make run   the app on http://localhost:8501
# make test  everything: lint, types, tests, a real browser included
# make lint  style and types only
# make soak  large bombs, properties with many examples, then every browser test COUNT times beside busy loops, for hours;
#            TESTS="-k first_minute" for some
# make bench speed and size, as ratios within one run (takes minutes)

# Debian's Python, where it is new enough: compiled with optimisations, unlike many that are built by hand, it passes the
# tests in a sixth less time.
PYTHON ?= $(shell /usr/bin/python3 -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo /usr/bin/python3 || echo python3)
BIN := .venv/bin
PORT ?= 8501
COUNT ?= 20

# Tests start some hundred processes: without bytecode each would compile the house anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test lint soak bench bench-paper

run: .venv/run.stamp
	$(BIN)/streamlit run server.py --server.port $(PORT)

# Each of the two processes has a processor of its own: threads of theirs would wait for one another, busily.
test: lint
	$(BIN)/python -m tests.browser.find
	OMP_NUM_THREADS=1 $(BIN)/pytest -n 2

# mypy's processes have three seconds to start, too few beside much other work: then one does it all.
lint: .venv/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy || $(BIN)/mypy --num-workers 0

soak: .venv/dev.stamp
	$(BIN)/python -m tests.browser.find
	FOLDWISE_LONG=1 $(BIN)/pytest -q tests/data/test_long_bombs.py
	FOLDWISE_LONG=1 $(BIN)/pytest -q -n 2 -m hypothesis
	$(BIN)/python -m tests.browser.soak --count $(COUNT) $(TESTS)

bench: .venv/dev.stamp
	$(BIN)/python -m tests.browser.find
	$(BIN)/python -m tests.benchmarks

bench-paper: .venv/dev.stamp
	$(BIN)/python -m tests.benchmarks.paper $(PAPER)

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/run.stamp: requirements.txt | .venv/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.txt
	touch $@

.venv/dev.stamp: requirements.txt requirements-dev.txt | .venv/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@ .venv/run.stamp
