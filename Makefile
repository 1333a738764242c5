# Torseur. `make run` starts it, `make test` tests it; both set up whatever a fresh machine lacks first.

ARGS ?=
PYTEST ?=
FAST ?=
ALL ?=
WORKERS ?= $(shell nproc)

# What a user has set for his own Python, as a ROS installation sets PYTHONPATH, is not for the one in .venv, nor for those that it
# and pip start. PYTHON alone stays: it says which one .venv is made with.
unexport $(filter-out PYTHON,$(filter PYTHON%,$(.VARIABLES)))

.PHONY: help run test kernels setup check texts bench validate fuzz soak wheel clean

help:
	@echo "make run [ARGS=...]   start the window (ARGS are passed on; try ARGS=--help)"
	@echo "make test             run every test, on all cores, each with a virtual screen (FAST=1: no windows, nothing slow; ALL=1: what is sampled, too)"
	@echo "make kernels          compile what is not compiled yet (ARGS=--why: say what, and why)"
	@echo "make check            ruff, and mypy --strict"
	@echo "make texts            the texts of the program into the catalogues of sim/languages, and those compiled"
	@echo "make bench            timings beside Pinocchio and MuJoCo, in one run"
	@echo "make validate         public benchmarks and closed forms, into docs/validation.md; ten minutes (ARGS=--quick: three)"
	@echo "make fuzz             17 000 damaged files of robots and recordings, each what it was or a sentence; three minutes (ARGS=--share=0.1: less)"
	@echo "make soak             the real window through days of use, in which nothing may grow; ten minutes (ARGS='--days 1': two)"
	@echo "make wheel            the program for this Python and platform, its kernels compiled, and its sources, into dist/"
	@echo "make setup            what the others do first: Debian packages, .venv, Python packages"

.venv/ready: pyproject.toml constraints.txt scripts/setup.sh
	@scripts/setup.sh

setup: .venv/ready

run: .venv/ready
	@scripts/run.sh $(ARGS)

kernels: .venv/ready
	@scripts/compile.sh $(if $(filter kernels,$(MAKECMDGOALS)),$(ARGS))

# A file stays with one worker, which makes what its tests share once. A worker is as good as a core: threads of a BLAS beside
# it only wait for each other. The place of a worker that dies is not filled: with files as units the run then never ended.
test: kernels
	@OPENBLAS_NUM_THREADS=1 .venv/bin/python -m pytest -n $(WORKERS) \
		--dist loadfile --no-loadscope-reorder --max-worker-restart 0 --durations 20 \
		$(if $(FAST),--no-windows -m "not window and not slow") $(if $(ALL),--all) $(PYTEST)

check: .venv/ready
	@.venv/bin/ruff check .
	@.venv/bin/ruff format --check .
	@.venv/bin/mypy

texts: .venv/ready
	@mkdir -p build
	@.venv/bin/python -m babel.messages.frontend -q extract
	@.venv/bin/pybabel -q update -D torseur -i build/torseur.pot -d sim/languages --no-wrap --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	@.venv/bin/pybabel -q compile -D torseur -d sim/languages

bench: .venv/ready
	@.venv/bin/python -m tests.bench $(ARGS)

validate: .venv/ready
	@.venv/bin/python -m tests.validate $(ARGS)

fuzz: .venv/ready
	@.venv/bin/python -m tests.fuzz $(ARGS)

soak: kernels
	@.venv/bin/python -m tests.soak $(ARGS)

wheel: .venv/ready
	@.venv/bin/python -I scripts/wheel.py

clean:
	rm -rf .venv build dist out *.egg-info
