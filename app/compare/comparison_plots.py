"""What is plotted of a comparison: a signal of two runs over time, errors over steps, and states on the corner."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.simulation.inspection.comparing.values import ConvergenceOrder
from torseur.sim.texts import tr
from torseur.ui.displays.plot.values import TimeLine, TimePlot
from torseur.ui.look.theme import FORCE, VELOCITY
from torseur.ui.sheet.blocks import Plot, PlotCurve, PlotMark, PlotScale
from torseur.ui.text.number_text import number_text

from .comparison_answers import ComparisonAnswers

if TYPE_CHECKING:
    from torseur.sim.simulation.inspection.comparing.compared_signals import ComparedSignal

DASHED = (4.0, 2.2)
SMALLEST = 1e-15  # differences are shown as they are
LOWEST = 1e-18  # drawn for an error of 0
TRIANGLE = 1.6  # of a slope: from the middle of the line so many times less and more
CELLS = 200, 100  # of the corner: states of one cell are one point


def over_time(found: ComparisonAnswers, signal: ComparedSignal, both: bool) -> TimePlot:
    """The signal of both runs over time, or its difference."""
    a, b, difference = found.looks[found.a.key], found.looks[found.b.key], found.difference
    if both:
        lines = TimeLine(f"A: {a.short}", a.color), TimeLine(f"B: {b.short}", b.color, DASHED)
        return TimePlot(signal.name, signal.unit, difference.t, lines, (difference.a, difference.b), zero=SMALLEST)
    title = tr("{signal}: A − B", signal=signal.name)
    if float(np.max(np.abs(difference.values), initial=0.0)) <= found.order.floor:
        title = tr("{title} (rounding)", title=title)
    line = TimeLine(tr("{a} less {b}", a=a.short, b=b.short), "text", short="A − B")
    return TimePlot(title, signal.unit, difference.t, (line,), (difference.values,), zero=SMALLEST)


def order_plot(found: ComparisonAnswers, what: str, unit: str) -> Plot | None:
    """Errors over steps, the line fitted through them, and a triangle of its slope; None: there are none."""
    order, lecture = found.order, found.lecture_order
    if not len(order.steps):
        return None
    curves = _errors(order, "A", "accent", "line")
    if lecture is not None and len(lecture.steps):
        words = tr("θ = 1, as the lecture writes it: {slope}", slope=_slope_text(lecture))
        curves += _errors(lecture, words, FORCE, "dashed")
    sloped = next((one for one in (order, lecture) if one is not None and math.isfinite(one.order)), None)
    if sloped is not None:
        curves.append(_triangle(sloped))
    chosen = np.isclose(order.steps, found.a.dt, rtol=1e-9) & (found.a.scheme == "time_stepping")
    curves.append(PlotCurve("A", 1e3 * order.steps[chosen], _drawn(order)[chosen], "text", "points", ("A",)))
    has_floor = order.floor >= 1e-2 * float(_drawn(order).min())
    marks = (PlotMark(order.floor, tr("the reference is known to this"), "good", "y"),) if has_floor else ()
    ends = 1e3 * float(order.steps.min()), 1e3 * float(order.steps.max())
    name = tr("Order of convergence") + f", {_slope_text(order)}"
    return Plot(
        "plot", name, PlotScale(tr("step h (ms)"), "ms", "log", ends), PlotScale(what, unit, "log"), tuple(curves), marks, 180
    )


def _errors(found: ConvergenceOrder, name: str, color: str, kind: str) -> list[PlotCurve]:
    """Points with a line through them, over steps in milliseconds."""
    x, y = 1e3 * found.steps, _drawn(found)
    return [PlotCurve(name, x, y, color, kind), PlotCurve("", x, y, color, "points")]  # type: ignore[arg-type]


def _triangle(found: ConvergenceOrder) -> PlotCurve:
    """Below the middle of the line: to the right, and up as far as the line rises meanwhile."""
    middle = math.sqrt(float(found.steps[0]) * float(found.steps[-1]))
    left, right = middle / TRIANGLE, middle * TRIANGLE
    low, high = (0.5 * found.factor * h**found.order for h in (left, right))
    x, y = np.array([left, right, right, left]), np.array([low, low, high, low])
    return PlotCurve(_slope_text(found), 1e3 * x, y, "text_second")


def _drawn(found: ConvergenceOrder) -> np.ndarray:
    return np.maximum(np.nan_to_num(found.errors, nan=LOWEST), LOWEST)


def _slope_text(found: ConvergenceOrder) -> str:
    return tr("slope {order}", order=number_text(found.order, 3)) if math.isfinite(found.order) else tr("no slope")


def corner_states(found: ComparisonAnswers) -> tuple[np.ndarray, np.ndarray] | None:
    """Gap [m] and force [N] after each step of time-stepping, those that are drawn in one place once; None: no pair has a gap."""
    if found.corner is None or not len(found.corner.gap):
        return None
    known = np.isfinite(found.corner.gap)
    states = np.column_stack([np.maximum(found.corner.gap[known], 0.0), found.corner.force[known]])
    cells = np.rint(states / np.maximum(states.max(axis=0, initial=1e-6), 1e-6) * CELLS).astype(np.int64)
    _, chosen = np.unique(cells, axis=0, return_index=True)
    return states[chosen, 0], states[chosen, 1]


def corner_plot(found: ComparisonAnswers, states: tuple[np.ndarray, np.ndarray], t: float) -> Plot:
    """The corner 0 ≤ φ ⟂ λ ≥ 0 with the states of a run, and the one at t [s]: where it turns there is no derivative."""
    gap, force = states
    far, strong = (max(float(one.max(initial=0.0)), 1e-6) for one in states)
    curves = [
        PlotCurve("φ = 0", np.zeros(2), np.array([0.0, strong]), FORCE),
        PlotCurve("λ = 0", np.array([0.0, far]), np.zeros(2), VELOCITY),
        PlotCurve(tr("states"), gap, force, "text_second", "points"),
    ]
    if found.stepped is not None and found.corner is not None:
        i = found.stepped.index_at(t)
        now = np.maximum(found.corner.gap[i : i + 1], 0.0), found.corner.force[i : i + 1]
        curves.append(PlotCurve(f"t = {t:.4f} s", *now, "accent", "points"))
    return Plot(
        "corner", tr("Gap and force of each step"), PlotScale("φ", "m", ends=(0.0, far)), PlotScale("λ", "N"), tuple(curves)
    )
