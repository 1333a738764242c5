"""How long a machine that has compiled nothing waits for the kernels, and what an edit costs.

From the start of `python -m torseur.sim.compilation` with an empty cache, by one process and by two; then the same sources with a
comment, and with a change, in the kernel of two boxes. The clock depends on what else the machine does: compare within one run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from torseur.sim.compilation import GROUPS, POSING, STEPPING

from .report import show, table

ROOT = Path(__file__).resolve().parents[2]
LEAF = "contact/collision/solids/box_box.py"
STAGES = {"sliders": len(GROUPS[POSING]), "brick": len(GROUPS[POSING]) + len(GROUPS[STEPPING])}
READ = """
import sys, time
sys.path.insert(0, sys.argv[1])
import logging
logging.basicConfig(format="%(message)s", stream=sys.stderr)
logging.getLogger("torseur").setLevel("DEBUG")
from torseur.sim.compilation import ENTRIES, entry_named
from torseur.sim.compiling.store import compile_late, late_kernels
from torseur.sim.kernel import compile_entry
for module, name in ENTRIES:
    entry = entry_named(module, name)
    compile_entry(entry)
    for late in late_kernels(entry, entry.symbol(entry.torseur_signature)):
        compile_late(late)
print(time.process_time())
"""


class Waiting(NamedTuple):
    """Seconds from the start of compiling with nothing compiled, by the clock, until each works; and of processors in all."""

    stages: dict[str, float]
    everything: float
    processor: float


def run(out: Console) -> int:
    """Print the table."""
    with tempfile.TemporaryDirectory(prefix="torseur-bench-") as folder:
        waits = [waiting(Path(folder, str(processes)), processes) for processes in (1, 2)]
        cache = Path(folder, "2")
        edits = {
            "nothing": edited(cache, "", ""),
            "a comment": edited(cache, '"""Contacts of', '# A comment.\n"""Contacts of'),
            "a change in one kernel": edited(cache, "return count + 1", "return 1 + count"),
        }
    made = table("From nothing", ("", ">one process [s]", ">two processes [s]"))
    for name in STAGES:
        made.add_row(f"{name}, by the clock", *(f"{wait.stages[name]:.1f}" for wait in waits))
    made.add_row("everything, by the clock", *(f"{wait.everything:.1f}" for wait in waits))
    made.add_row("everything, of processors", *(f"{wait.processor:.1f}" for wait in waits))
    show(out, made, "")
    made = table(f"All kernels read again after an edit in {LEAF}", ("edit", ">compiled", ">of processors [s]"))
    for name, (compiled, seconds) in edits.items():
        made.add_row(name, ", ".join(compiled) or "none", f"{seconds:.2f}")
    show(out, made, "With the start of Python and the imports.\n")
    return 0


def waiting(cache: Path, processes: int) -> Waiting:
    """Compile everything into an empty cache."""
    start, stages = time.perf_counter(), {}
    command = [sys.executable, "-I", "-m", "torseur.sim.compilation", "--processes", str(processes)]
    environment = {**os.environ, "TORSEUR_CACHE_DIR": str(cache)}
    before = os.times()
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout or ():
            for name, count in STAGES.items():
                if int(line.split()[0]) >= count:
                    stages.setdefault(name, time.perf_counter() - start)
    everything, after = time.perf_counter() - start, os.times()
    if process.returncode:
        raise RuntimeError(f"compiling has ended with exit code {process.returncode}")
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return Waiting(stages, everything, used)


def edited(cache: Path, before: str, after: str) -> tuple[list[str], float]:
    """Read all kernels of a copy of the sources with an edit in it: (those compiled anew, seconds of the processor)."""
    with tempfile.TemporaryDirectory(prefix="torseur-bench-") as folder:
        copy = Path(folder, "torseur")
        shutil.copytree(ROOT / "sim", copy / "sim", ignore=shutil.ignore_patterns("__pycache__"))
        leaf = copy / "sim" / LEAF
        text = leaf.read_text(encoding="utf-8")
        if before not in text:
            raise RuntimeError(f"{leaf.name} has no {before!r} to edit")
        leaf.write_text(text.replace(before, after, 1), encoding="utf-8")
        environment = {**os.environ, "TORSEUR_CACHE_DIR": str(cache)}
        command = [sys.executable, "-c", READ, folder]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    lines = (line for line in done.stderr.splitlines() if line.startswith("compiled "))
    return [line.split()[1] for line in lines], float(done.stdout)
