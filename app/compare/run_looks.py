"""How each run of a comparison is named and told apart: by a colour, and by a dash for those who see none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torseur.sim.texts import marked, tr
from torseur.ui.compare.step_texts import milliseconds
from torseur.ui.compare.values import RunLook
from torseur.ui.look.theme import ACCELERATION, COLLISION, ENERGY, IMPULSE, JOINT, MASS, VELOCITY, WARNING

if TYPE_CHECKING:
    from torseur.sim.simulation.inspection.comparing.compare_schemes import Comparison

EXACT_COLOR = "#5B6675"
_STEPS = (
    (VELOCITY, ()),
    (COLLISION, (4.0, 2.2)),
    (MASS, (1.3, 1.6)),
    (ACCELERATION, (6.0, 2.0, 1.3, 2.0)),
    (IMPULSE, (3.0, 1.2)),
    (ENERGY, (8.0, 2.0)),
)


INTEGRATOR_NAMES = {
    "explicit_euler": marked("explicit Euler"),
    "semi_implicit_euler": marked("semi-implicit Euler"),
    "rk4": "RK4",
    "dop853": "DOP853",
    "implicit_midpoint": marked("implicit midpoint"),
    "variational": marked("variational"),
}


def run_looks(comparison: Comparison) -> dict[str, RunLook]:
    """A look each, by key, in the order of the runs."""
    looks: dict[str, RunLook] = {}
    for run in comparison.runs:
        if run.scheme == "hybrid":
            looks[run.key] = RunLook(run.key, tr("hybrid (DOP853)"), tr("hybrid"), WARNING, (5.0, 1.5))
        elif run.scheme == "exact":
            looks[run.key] = RunLook(run.key, tr("exact, closed form"), tr("exact"), EXACT_COLOR, (9.0, 1.5, 1.3, 1.5))
        elif run.scheme == "by_integrator":
            name = tr(INTEGRATOR_NAMES[run.key.partition(":")[0]])
            looks[run.key] = RunLook(run.key, f"{name}, h = {milliseconds(run.dt)} ms", name, JOINT, (2.5, 1.2))
        else:
            short = f"h = {milliseconds(run.dt)} ms"
            color, dash = _STEPS[len(looks) % len(_STEPS)]
            looks[run.key] = RunLook(run.key, tr("time-stepping, {step}", step=short), short, color, dash)
    return looks
