"""Scenes with contact in three engines: time of a step, its worst steps, and the error at that time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from rich.console import Console
from rich.table import Table

from ..comparison import verdict
from ..report import show, table
from ..timing import Spread
from .cases import CASES, Case
from .in_pybullet import INSTALLED
from .law import RHO
from .rounds import BARE, BULLET, OURS, SINGLE_ROUNDS, Measured, measure

MORE_EXACT, SPIKES = 100.0, 5.0  # what is aimed at: their error over ours, and p99 of a step over its mean
_COLUMNS = (
    "",
    ">step [µs]",
    ">p99 / mean",
    ">penetration",
    ">λ·gap [N m]",
    ">law [m/s]",
    ">ours / it",
    ">its errors / ours",
)
_NOTES = f"""\
Step: mean time over the stretch that is timed, median [quartiles] over the rounds, engines in turns, on one core; bodies, shapes,
masses, friction, start and dt are the same. Torseur keeps every state, contact and event; MuJoCo (one mj_step) and PyBullet (one
call a step) keep nothing, and "kernels alone" is Torseur without keeping either. Aims are those of Torseur as it is used.
p99: of single steps, each the shortest of {SINGLE_ROUNDS} runs at most, less the price of a call; over the mean of the same.
Errors: the largest over the stretch. λ·gap: of the mean normal force over the step and the gap at its end. Law: natural map
‖r - P_K(r - ρ û)‖ / ρ of Coulomb's law, ρ = {RHO:g} kg; it does not see penetration, and MuJoCo's softened contacts pass it once
all is still. "Its errors / ours": of penetration, and of λ·gap.
MuJoCo: default is as it comes, with pyramids; stiff has elliptic cones, Newton and springs of two steps. Controlled joints are
affine actuators there (implicitfast), and position motors in PyBullet, which has 50 iterations as it comes.
"""


def run(out: Console) -> int:
    """Print a table a case; 1 if something sinks in our simulation where nothing moves."""
    sunk = 0
    if not INSTALLED:
        out.print("PyBullet is not installed (it is in the extra bench): its rows are left out.\n")
    with one_core():
        for case in CASES:
            measured = measure(case)
            show(out, _table(case, measured))
            sunk |= case.before > 0.0 and measured[OURS].errors.penetration > 1e-6
    out.print(_NOTES, markup=False)
    return int(sunk)


@contextmanager
def one_core() -> Iterator[None]:
    """Whatever threads an engine starts, they share one core."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _table(case: Case, measured: dict[str, Measured]) -> Table:
    title = (
        f"{case.name}: dt {case.dt:g} s, {case.steps} steps after {case.before:g} s, {len(measured[OURS].times)} rounds"
    )
    made, ours = table(title, _COLUMNS), measured[OURS]
    for name, result in measured.items():
        step, e = Spread.of(1e6 * np.array(result.times)).text(".1f"), result.errors
        errors = [f"{e.penetration:.1e} m", f"{e.complementarity:.1e}", f"{e.law:.1e}"] if name != BARE else [""] * 3
        made.add_row(name, step, _worst_steps(name, result.single), *errors, *_compared(case, name, result, ours))
    for column in made.columns:
        column.no_wrap = True
    return made


def _worst_steps(name: str, single: np.ndarray) -> str:
    """p99 of single steps over their mean, and for ours whether that is the aim."""
    if len(single) == 0:
        return ""
    spike = float(np.percentile(single, 99) / single.mean())
    return f"{spike:.1f} {verdict(spike, SPIKES)}" if name == BARE else f"{spike:.1f}"


def _compared(case: Case, name: str, it: Measured, ours: Measured) -> tuple[str, str]:
    """Our time over its time, and its errors over ours, with what is aimed at beside MuJoCo."""
    if name in (OURS, BARE):
        return "", ""
    ratio = float(np.median(np.array(ours.times) / np.array(it.times)))
    mine, theirs = ours.errors, it.errors
    factors = [
        _times(theirs.penetration, mine.penetration),
        _times(theirs.complementarity, mine.complementarity),
    ]
    more_exact = ", ".join(f"{x:.0e}" for x in factors)
    if name == BULLET:
        return f"{ratio:.2f}", more_exact
    reached = "met" if min(factors) >= MORE_EXACT else "MISSED"
    return f"{ratio:.2f} {verdict(ratio, case.aim)}", f"{more_exact} ≥ {MORE_EXACT:g} {reached}"


def _times(theirs: float, mine: float) -> float:
    """How many times ours their error is."""
    return theirs / mine if mine > 0.0 else np.inf


__all__ = ["one_core", "run"]
