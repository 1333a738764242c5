"""Scenes with contact in three engines: time of a step, its worst steps, the error at that time, and both at other accuracies."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from ..comparison import verdict
from ..report import show, table
from ..timing import Spread
from .cases import CASES, Case
from .curve import APART_AFTER, FINER, FLOORS, MEASURES, TIE, Variant, measure_curve, on_front, variants, verdict_of
from .curve_plot import write_curves
from .in_pybullet import INSTALLED
from .law import RHO
from .rounds import BARE, BULLET, OURS, SINGLE_ROUNDS, Measured, measure

FOLDER = Path(__file__).resolve().parents[3] / "out"
CURVE_ROUNDS = 3
MORE_EXACT, SPIKES = 100.0, 5.0  # what is aimed at: their error over ours, and p99 of a step over its mean
_COLUMNS = (
    "",
    ">step [µs]",
    ">p99 / mean",
    ">penetration",
    ">λ·gap [N m]",
    ">friction [m/s]",
    ">ours / it",
    ">its errors / ours",
)
_NOTES = f"""\
Step: mean time over the stretch that is timed, median [quartiles] over the rounds, engines in turns, on one core; bodies, shapes,
masses, friction, start and dt are the same. Torseur keeps every state, contact and event; MuJoCo (one mj_step) and PyBullet (one
call a step) keep nothing, and "kernels alone" is Torseur without keeping either. Aims are those of Torseur as it is used.
p99: of single steps, each the shortest of {SINGLE_ROUNDS} runs at most, less the price of a call; over the mean of the same.
Errors: the largest over the stretch. λ·gap: of the mean normal force over the step and the gap at its end. Friction: tangential
natural map ‖r_t - P(r_t - ρ u_t)‖ / ρ over the contacts that press, P onto the disc of radius μ r_n, ρ = {RHO:g} kg. "Its
errors / ours": of penetration, and of λ·gap.
MuJoCo: default is as it comes, with pyramids; stiff has elliptic cones, Newton and springs of two steps. Controlled joints are
affine actuators there (implicitfast), and position motors in PyBullet, which has 50 iterations as it comes.
"""
_CURVE_NOTES = f"""\
Error against time: processor time of a step without keeping anything (Torseur: kernels alone), median over at most {CURVE_ROUNDS}
rounds in turns. Friction: root mean square over the stretch of the worst contact's; penetration: the largest; distance: of
centres of mass, the largest, {APART_AFTER:g} s after a common state, to our motion at 1e-10 m/s with steps {FINER} times shorter.
On the front: none is at most as wrong and faster, or less wrong in the same time, {TIE:g} times being the same; errors up to
{", ".join(f"{floor:g}" for floor in FLOORS)} are none. Capped sweeps: Gauss-Seidel, and the interactive setting. inf: it burst.
"""


def run(out: Console, named: Sequence[str] = ()) -> int:
    """Print two tables a case, or of those whose names contain one of `named`, and write its plot.

    Returns 1 if something sinks in our simulation where nothing moves; 2 if no case has such a name.
    """
    sunk = False
    cases = [case for case in CASES if not named or any(part.lower() in case.name.lower() for part in named)]
    if not cases:
        out.print(f"no case is named {', '.join(named)}; there are: {'; '.join(case.name for case in CASES)}", markup=False)
        return 2
    if not INSTALLED:
        out.print("PyBullet is not installed (it is in the extra bench): its rows are left out.\n")
    with one_core():
        for case in cases:
            measured = measure(case)
            show(out, _table(case, measured))
            sunk |= case.before > 0.0 and measured[OURS].errors.penetration > 1e-6
            show_curve(out, case, measure_curve(case, CURVE_ROUNDS, variants()), FOLDER)
    out.print(_NOTES + _CURVE_NOTES, markup=False)
    return int(sunk)


def show_curve(out: Console, case: Case, points: Sequence[Variant], folder: Path) -> Path:
    """Print error against time, and who is on the front; the plot's file, in a folder."""
    fronts = [on_front(points, k) for k in range(len(MEASURES))]
    heads = ("", "", ">step [µs]", *(f">{measure}" for measure in MEASURES), "on the front in")
    made, before = table(f"{case.name}: error against time", heads), ""
    for point in points:
        where = ", ".join(m.split(" ")[0] for m, front in zip(MEASURES, fronts, strict=True) if point in front)
        family = point.family if point.family != before else ""
        before = point.family
        made.add_row(family, point.label, f"{1e6 * point.time:.1f}", *(f"{e:.1e}" for e in point.errors), where)
    path = folder / f"contact_{re.sub('[^a-z0-9]+', '_', case.name.lower()).strip('_')}.png"
    write_curves(path, case.name, points)
    show(out, made, f"{verdict_of(points)}. Plot: {path}\n")
    return path


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
    title = f"{case.name}: dt {case.dt:g} s, {case.steps} steps after {case.before:g} s, {len(measured[OURS].times)} rounds"
    made, ours = table(title, _COLUMNS), measured[OURS]
    for name, result in measured.items():
        step, e = Spread.of(1e6 * np.array(result.times)).text(".1f"), result.errors
        errors = [f"{e.penetration:.1e} m", f"{e.complementarity:.1e}", f"{e.friction:.1e}"] if name != BARE else [""] * 3
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
    factors = [_times(theirs.penetration, mine.penetration), _times(theirs.complementarity, mine.complementarity)]
    more_exact = ", ".join(f"{x:.0e}" for x in factors)
    if name == BULLET:
        return f"{ratio:.2f}", more_exact
    reached = "met" if min(factors) >= MORE_EXACT else "MISSED"
    return f"{ratio:.2f} {verdict(ratio, case.aim)}", f"{more_exact} ≥ {MORE_EXACT:g} {reached}"


def _times(theirs: float, mine: float) -> float:
    """How many times ours their error is."""
    return theirs / mine if mine > 0.0 else np.inf


__all__ = ["one_core", "run", "show_curve"]
