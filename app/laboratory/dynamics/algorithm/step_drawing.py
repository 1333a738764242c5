"""The vectors of one step, drawn on the robot: linear ones with one head, angular ones with two, where they are taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from torseur.ui.displays.equations.values import EquationView, Term
from torseur.ui.look.theme import FORCE, MASS
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.marks import Arrow, FrameTriad, Label, LegendRow, Overlays, Point, Trail

from ..term_arrows import TermArrows

if TYPE_CHECKING:
    from torseur.sim.multibody.newton_euler.newton_euler_steps import InwardStep, NewtonEulerTrace, OutwardStep

UNITS = {
    "velocity": ("m/s", "rad/s"),
    "axis_rate": ("m/s²", "rad/s²"),
    "acceleration": ("m/s²", "rad/s²"),
    "inertial_force": ("N", "N·m"),
    "joint_force": ("N", "N·m"),
    "torque": ("N", "N·m"),
}
"""Of the linear and the angular part of what an equation adds up."""
AXIS = 0.35  # of the axis of a joint, as a share of the scene's size


class StepDrawing:
    """Mutable: it keeps the scales of its arrows."""

    def __init__(self) -> None:
        self._arrows = TermArrows()

    def overlays(
        self, view: EquationView, out: OutwardStep, back: InwardStep, trace: NewtonEulerTrace, size: float
    ) -> Overlays:
        """Marks of an equation of a link. `size`: of the scene [m]."""
        self._arrows.clear()
        if view.key == "place":
            arrows = tuple(
                Arrow(
                    out.origin - term.values if term.sign == "+" else np.zeros(3),
                    term.values,
                    term.color,
                    term.label,
                    "dashed" if term.sign == "=" else "solid",
                    math=True,
                )
                for term in view.terms
                if term.label
            )
            return Overlays(arrows=arrows, frames=(FrameTriad(np.array(out.pose), 0.25 * size),))
        if view.key == "axis":
            axis = [
                Arrow(out.axis_point, AXIS * size * term.values, term.color, term.label, math=True)
                for term in view.terms
                if term.label
            ]
            return Overlays(arrows=tuple(axis), points=(Point(out.axis_point, "closed", MASS),))
        if view.key in ("center", "inertia"):
            reached = view.key == "inertia" or any(term.sign == "+" for term in view.terms)
            arrows = (Arrow(out.origin, back.center - out.origin, MASS, ""),) if reached else ()
            mass = Label(back.center, f"m {quantity_text(back.mass, 'kg')}", MASS)
            return Overlays(arrows=arrows, labels=(mass,), points=(Point(back.center, "closed", MASS),))
        vectors = self._arrows.of(view.terms, UNITS[view.key], out.point, size)
        if view.key == "torque" and out.S.shape[1] == 1 and any(term.sign == "=" for term in view.terms):
            vectors += self._torque(view.terms[-1], out, size)
        return Overlays(arrows=vectors, points=(Point(out.point, "closed"),), trails=self._sums(view, out, back, trace))

    def legend(self) -> tuple[LegendRow, ...]:
        """The scale of each unit that was drawn last."""
        return self._arrows.legend()

    def _torque(self, last: Term, out: OutwardStep, size: float) -> tuple[Arrow, ...]:
        """Along the axis of the joint, with its sign in the label: it is a number, not a length."""
        turns = bool(out.S[3:, 0].any())
        u, unit = (out.S[3:, 0], "N·m") if turns else (out.S[:3, 0], "N")
        tau = float(last.values[0])
        term = Term("", tau * u, last.symbol, color=FORCE, number=tau)
        return self._arrows.of((term,), (unit,), out.axis_point, size)

    def _sums(self, view: EquationView, out: OutwardStep, back: InwardStep, trace: NewtonEulerTrace) -> tuple[Trail, ...]:
        """Lines from the links that this one carries, whose forces are added."""
        if view.key != "joint_force":
            return ()
        added = [term.color for term in view.terms if term.sign == "+"]  # those so far, in the order of the children
        return tuple(
            Trail(np.array([trace.of_body(child)[0].origin, out.origin]), color, dashed=True)
            for child, color in zip(back.children, added, strict=False)
        )
