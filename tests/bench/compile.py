"""How long the kernels of `torseur.sim.multibody` take to compile, once into an empty cache, and then to be read from it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from rich.console import Console

from .report import show, table
from .timing import Spread

READINGS = 7  # processes that read the cache
COMPILED, READ = 60.0, 1.0  # what is wanted at most [s]
_ROOT = Path(__file__).resolve().parents[2]
_WHOLE, _IMPORT, _ENTRIES = "whole process", "import", "all entries"
_NOTES = f"""\
Each a process of its own with TORSEUR_CACHE_DIR set to a new temporary folder: one compiles, then {READINGS} read (median \
[quartiles]).
An entry's time has the kernels it calls that no entry before it had compiled. Aims: {COMPILED:g} s and {READ:g} s, for \
all entries and for the whole process,
which has the start of Python and the import of numba and numpy too.
"""


def run(out: Console) -> int:
    """Print the table; an error if the core cannot be compiled."""
    with tempfile.TemporaryDirectory(prefix="torseur-bench-") as folder:
        compiled = seconds_of(folder)
        read = [seconds_of(folder) for _ in range(READINGS)]
    made = table(
        "Compiling the core (torseur.sim.multibody)", ("", ">empty cache [s]", "aim", ">from the cache [s]", "aim")
    )
    for name, seconds in compiled.items():
        again = Spread.of(np.array([times[name] for times in read]))
        summed = name in (_ENTRIES, _WHOLE)
        if name == _ENTRIES:
            made.add_section()
        made.add_row(
            name, f"{seconds:.2f}", _verdict(seconds, COMPILED) if summed else "", again.text(".3f"),
            _verdict(again.median, READ) if summed else "",
        )  # fmt: skip
    show(out, made, _NOTES)
    return 0


def seconds_of(folder: str) -> dict[str, float]:
    """Time each entry in a new process with its cache in this folder; then the sum of entries, imports, and the whole [s]."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.compile_core"],
        cwd=_ROOT,
        env={**os.environ, "TORSEUR_CACHE_DIR": folder},
        capture_output=True,
        text=True,
        check=True,
    )
    whole = time.perf_counter() - start
    seconds = {name: float(number) for name, number in (line.split() for line in done.stdout.splitlines())}
    imports = seconds.pop(_IMPORT)
    return {**seconds, _ENTRIES: sum(seconds.values()), _IMPORT: imports, _WHOLE: whole}


def _verdict(seconds: float, aim: float) -> str:
    return f"< {aim:g} s {'met' if seconds < aim else 'MISSED'}"
