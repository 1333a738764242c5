"""What the step of a simulation is, in words."""

from __future__ import annotations

from torseur.sim.texts import tr

from .number_text import quantity_text


def step_text(scheme: str, step: float) -> str:
    """That of the solver [s]; of the hybrid scheme how often a state is recorded, which is all that it decides."""
    text = quantity_text(1e3 * step, "ms")
    if scheme == "hybrid":
        return tr("recorded every {step}").format(step=text)
    return tr("step {step}").format(step=text)
