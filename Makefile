# The two commands: `make run` starts the table on the simulated board, `make test` runs all tests.
# Both prepare everything they need in .venv first; nothing is installed outside this folder.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DATA ?= data
ARGS ?=
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
RUN_STAMP := $(VENV)/.installed-run
CORE_STAMP := $(VENV)/.built-core
TEST_STAMP := $(VENV)/.installed-test
FIRMWARE_TOOLS := .tools/firmware
# On a Raspberry Pi the pin library may only exist as Debian's python3-lgpio: then the environment must see it.
SYSTEM_LGPIO := $(shell $(PYTHON) -c 'import lgpio' 2>/dev/null && echo yes)

.PHONY: run test check format bench soak nightly clean lock

run: $(RUN_STAMP) $(CORE_STAMP)
	exec $(BIN)/palace serve --board twin --data $(DATA) $(ARGS)

test: $(TEST_STAMP) $(CORE_STAMP)
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not soak and not timing" $(ARGS)
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "timing and not soak" $(ARGS)

check: $(TEST_STAMP) $(FIRMWARE_TOOLS)/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m hardware.generate --check
	$(BIN)/python -m hardware.check_firmware --stubs $(FIRMWARE_TOOLS)

format: $(TEST_STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(TEST_STAMP) $(CORE_STAMP)
	$(BIN)/python -m tests.bench $(ARGS)

soak: $(TEST_STAMP) $(CORE_STAMP)
	$(BIN)/python -m pytest -m soak $(ARGS)

# Every level of every game against the one below, with intervals: hours, for a machine with nothing else to do.
nightly: $(TEST_STAMP) $(CORE_STAMP)
	$(BIN)/palace arena --ladder $(ARGS)

clean:
	rm -rf $(VENV) .tools build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed; name it with: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -m venv $(if $(SYSTEM_LGPIO),--system-site-packages) $(VENV) \
		|| { echo "A virtual environment could not be made; on Debian: apt-get install python3-venv"; exit 1; }
	@touch $@

$(RUN_STAMP): $(VENV)/.made requirements.lock pyproject.toml
	@echo "Preparing the table (first start only) ..."
	@$(PIP) install --require-hashes -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

# The compiled core of the Palace bots, where there is a C compiler; without it they search in Python.
$(CORE_STAMP): $(RUN_STAMP) rules/bots/core.c
	@$(BIN)/python -m rules.bots || echo "The compiled core could not be built: the bots search in Python."
	@touch $@

$(TEST_STAMP): $(RUN_STAMP) requirements-test.lock
	@echo "Preparing the tests ..."
	@$(PIP) install --require-hashes -r requirements-test.lock
	@touch $@

# The firmware's type stubs shadow modules of the Pi's side, so they live in a folder of their own.
$(FIRMWARE_TOOLS)/.installed: $(TEST_STAMP) hardware/firmware-stubs.lock
	@$(PIP) install --require-hashes --no-deps --upgrade --target $(FIRMWARE_TOOLS) -r hardware/firmware-stubs.lock
	@touch $@

# After a change of the dependencies in pyproject.toml: writes both lock files anew (needs the program uv).
LOCK := uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-annotate
lock:
	$(LOCK) pyproject.toml -o requirements.lock
	$(LOCK) pyproject.toml --group test -o requirements-test.lock
	$(LOCK) hardware/firmware-stubs.in -o hardware/firmware-stubs.lock
