"""Integrators for the smooth part, measured on a scene: between events, and with one contact solve a step."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from torseur.sim.errors import TorseurError
from torseur.sim.simulation.inspection.comparing.values import ConvergenceOrder
from torseur.sim.texts import tr
from torseur.ui.text.number_text import listed, number_text

from .comparison_answers import hybrid_run
from .run_looks import INTEGRATOR_NAMES

if TYPE_CHECKING:
    from torseur.sim.multibody.model.state import State
    from torseur.sim.simulation.inspection.comparing.compare_schemes import Comparison

STEPS = (0.02, 0.01, 0.005, 0.0025)  # [s]
LONGEST = 1.5  # of the motion that is stepped through impacts [s]: this takes Python a second


@dataclass(frozen=True, slots=True)
class IntegratorRow:
    """One integrator for the smooth part, measured on the scene."""

    name: str
    order: int  # that it has by its construction
    between: str  # measured between events: an order, "exact", or why there is none
    through: str  # measured with one contact solve a step
    tip: str = ""


def integrator_rows(comparison: Comparison, start: State) -> Iterator[IntegratorRow]:
    """One after the other, as they are measured."""
    return (_measured(comparison, start, name) for name in INTEGRATOR_NAMES)


def _measured(comparison: Comparison, start: State, name: str) -> IntegratorRow:
    from torseur.sim.simulation.inspection.comparing.smooth_pieces import integrator_order
    from torseur.sim.simulation.inspection.comparing.stepped_motion import stepped_order
    from torseur.sim.simulation.running.integration.integrators import INTEGRATORS

    integrator, run, scene = INTEGRATORS[name], hybrid_run(comparison), comparison.scene
    named, tips = tr(INTEGRATOR_NAMES[name]), [integrator.source]
    if run is None or run.recording is None:
        tips.append(tr("The hybrid scheme gave no run to measure against."))
        return IntegratorRow(named, integrator.order, "–", "–", "\n".join(tips))
    recording, duration = run.recording, min(comparison.duration, LONGEST)
    steps = [h for h in STEPS if h <= comparison.duration]

    def measured(text: str, measure: Callable[[], ConvergenceOrder], is_exact: bool) -> str:
        try:
            found = measure()
        except TorseurError as error:
            tips.append(text.format(errors=error))
            return "–"
        tips.append(text.format(errors=_errors_text(found)))
        return _order_text(found, is_exact)

    smooth, free = integrator.adaptive, integrator.adaptive and not run.impacts
    between = measured(tr("Between events: {errors}"), lambda: integrator_order(scene, recording, name, steps), smooth)
    stepped = partial(stepped_order, scene, run, name, steps, duration, start)
    through = measured(tr("Through impacts: {errors}"), stepped, free)
    return IntegratorRow(named, integrator.order, between, through, "\n".join(tips))


def _order_text(found: ConvergenceOrder, adaptive: bool) -> str:
    """The slope; where all errors are rounding the method is exact here, or, as it chooses its steps, holds its error there."""
    if math.isfinite(found.order):
        return number_text(found.order, 3)
    return tr("to rounding") if adaptive else tr("exact")


def _errors_text(found: ConvergenceOrder) -> str:
    pairs = zip(found.steps.tolist(), found.errors.tolist(), strict=True)
    return listed(f"{number_text(1e3 * h, 3)} ms {number_text(error, 3, 0.0)}" for h, error in pairs)
