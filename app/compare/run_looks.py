"""How each run of a comparison is named and told apart by a colour."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from torseur.sim.texts import marked, tr
from torseur.ui.look.theme import ACCELERATION, COLLISION, ENERGY, IMPULSE, JOINT, MASS, VELOCITY, WARNING
from torseur.ui.text.number_text import as_shown

if TYPE_CHECKING:
    from torseur.sim.simulation.inspection.comparing.compare_schemes import Comparison

EXACT_COLOR = "#5B6675"
STEP_COLORS = (VELOCITY, COLLISION, MASS, ACCELERATION, IMPULSE, ENERGY)

INTEGRATOR_NAMES = {
    "explicit_euler": marked("explicit Euler"),
    "semi_implicit_euler": marked("semi-implicit Euler"),
    "rk4": "RK4",
    "dop853": "DOP853",
    "implicit_midpoint": marked("implicit midpoint"),
    "variational": marked("variational"),
}


class RunLook(NamedTuple):
    """How one run is named, and told apart from the others."""

    name: str  # "time-stepping, h = 10 ms"
    short: str  # "h = 10 ms"
    color: str  # #RRGGBB


def milliseconds(step: float) -> str:
    """A step [s] in milliseconds, with no more digits than it has."""
    return as_shown(f"{1e3 * step:.6g}")


def run_looks(comparison: Comparison) -> dict[str, RunLook]:
    """A look each, by key, in the order of the runs."""
    looks: dict[str, RunLook] = {}
    for run in comparison.runs:
        if comparison.values:
            name = tr("run {run}", run=run.key.rpartition(":")[2])
            looks[run.key] = RunLook(name, name, STEP_COLORS[len(looks) % len(STEP_COLORS)])
        elif run.scheme == "hybrid":
            looks[run.key] = RunLook(tr("hybrid (DOP853)"), tr("hybrid"), WARNING)
        elif run.scheme == "exact":
            looks[run.key] = RunLook(tr("exact, closed form"), tr("exact"), EXACT_COLOR)
        elif run.scheme == "by_integrator":
            name = tr(INTEGRATOR_NAMES[run.key.partition(":")[0]])
            looks[run.key] = RunLook(f"{name}, h = {milliseconds(run.dt)} ms", name, JOINT)
        else:
            short = f"h = {milliseconds(run.dt)} ms"
            looks[run.key] = RunLook(tr("time-stepping, {step}", step=short), short, STEP_COLORS[len(looks) % len(STEP_COLORS)])
    return looks
