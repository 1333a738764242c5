"""Algebra that may take long, as values: what does it in a process of its own, and what it is asked."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from torseur.sim.analysis.singularities import values as singularities
from torseur.sim.analysis.symbolic import values as formulas
from torseur.sim.child_process import child_command
from torseur.sim.texts import marked

from .disk_cache import DiskCache


@dataclass(frozen=True, slots=True)
class SymbolicTask:
    """A kind of algebra: what does it, and what becomes of its result."""

    module: str  # reads a question; writes lines "stage ...", then the answer, after "found " or by itself
    answer: Callable[[str], object]  # the result, from what was written
    limit: int  # [ms]
    too_long: str  # what is said then, of {limit} and {stage}
    cache: DiskCache | None = None


@dataclass(frozen=True, slots=True)
class SymbolicQuestion:
    """What a page asks at `Cost.PROCESS`; called, it waits for the answer."""

    task: SymbolicTask
    text: str  # as `request` of the task's values wrote it

    def __call__(self) -> object:
        """Have it worked out now. Raises TimeoutExpired, CalledProcessError."""
        command, task = child_command(self.task.module), self.task
        done = subprocess.run(
            command,
            input=self.text,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
            timeout=task.limit / 1000,
            cwd=Path(Path.cwd().anchor),
        )
        return task.answer(done.stdout.splitlines()[-1].removeprefix("found "))


FORMULAS = SymbolicTask(
    "torseur.sim.analysis.symbolic.formula_job", formulas.answer, 30_000, marked("It took longer than {limit} s.")
)  # not on the disk: its text is run as Python
DISPLACEMENTS = SymbolicTask(
    "torseur.sim.analysis.symbolic.displacement_job",
    formulas.displacement_answer,
    30_000,
    marked("It took longer than {limit} s."),
)  # not on the disk: its text is run as Python
DERIVATIONS = SymbolicTask(
    "torseur.sim.analysis.symbolic.derived_terms", formulas.derivation_answer, 60_000, marked("It took longer than {limit} s.")
)  # not on the disk: its text is run as Python
SINGULARITIES = SymbolicTask(
    "torseur.sim.analysis.singularities.singularity_job",
    singularities.answer,
    60_000,
    marked("Algebra took longer than {limit} s at this: {stage}. The numbers below are there for every robot."),
    DiskCache("singularities", version=3),
)
