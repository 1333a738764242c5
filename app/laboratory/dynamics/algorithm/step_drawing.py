"""The vectors of one step, drawn on the robot: linear ones with one head, angular ones with two, where they are taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.arrays import Array
from torseur.ui.laboratory.dynamics.algorithm.values import EquationView, Term
from torseur.ui.look.theme import FORCE, MASS, VELOCITY
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.marks import Arrow, FrameTriad, Label, LegendRow, Overlays, Point, Trail

from ....drawing.arrow_scale import Scale

if TYPE_CHECKING:
    from torseur.sim.multibody.dynamics.newton_euler_steps import InwardStep, NewtonEulerTrace, OutwardStep

UNITS = {
    "velocity": ("m/s", "rad/s"), "axis_rate": ("m/s²", "rad/s²"), "acceleration": ("m/s²", "rad/s²"),
    "inertial_force": ("N", "N·m"), "joint_force": ("N", "N·m"), "torque": ("N", "N·m"),
}  # fmt: skip
"""Of the linear and the angular part of what an equation adds up."""
LONGEST = 2.5  # of an arrow, as a share of the scene's size: longer ones are drawn broken
AXIS = 0.35  # of the axis of a joint, as a share of the scene's size
LEAST = 1e-9  # a vector below it, as a share of its equation's largest, is not drawn


class StepDrawing:
    """Mutable: it keeps a scale for each unit, so that arrows of one step can be compared with those of the next."""

    def __init__(self) -> None:
        self._scales: dict[str, Scale] = {}
        self._drawn: dict[str, str] = {}  # unit to kind of arrow, of what was drawn last

    def overlays(
        self, view: EquationView, out: OutwardStep, back: InwardStep, trace: NewtonEulerTrace, size: float
    ) -> Overlays:
        """Marks of an equation of a link. `size`: of the scene [m]."""
        self._drawn = {}
        if view.key == "place":
            above = np.zeros(3) if out.parent is None else trace.of_body(out.parent)[0].origin
            pose = np.array(out.pose)
            arrows = (
                Arrow(np.zeros(3), out.origin, VELOCITY, view.terms[-1].plain, "dashed"),
                Arrow(above, out.origin - above, view.terms[-2].color, view.terms[-2].plain),
            )
            return Overlays(arrows=arrows, frames=(FrameTriad(pose, 0.25 * size),))
        if view.key == "axis":
            axis = [
                Arrow(out.axis_point, AXIS * size * term.values, term.color, term.plain)
                for term in view.terms if term.plain
            ]  # fmt: skip
            return Overlays(arrows=tuple(axis), points=(Point(out.axis_point, "closed", MASS),))
        if view.key in ("center", "inertia"):
            arrow = Arrow(out.origin, back.center - out.origin, MASS, "")
            mass = Label(back.center, f"m {quantity_text(back.mass, 'kg')}", MASS)
            return Overlays(arrows=(arrow,), labels=(mass,), points=(Point(back.center, "closed", MASS),))
        vectors = self._vectors(view, out, size)
        if view.key == "torque" and out.S.shape[1] == 1:
            vectors += self._torque(out, back, size)
        return Overlays(arrows=vectors, points=(Point(out.point, "closed"),), trails=self._sums(view, out, back, trace))

    def legend(self) -> tuple[LegendRow, ...]:
        """The scale of each unit that was drawn last."""
        names = {"m/s": "Velocity", "rad/s": "Angular velocity", "m/s²": "Acceleration", "rad/s²": "Angular acceleration",
                 "N": "Force", "N·m": "Moment"}  # fmt: skip
        return tuple(
            LegendRow(kind, FORCE if unit in ("N", "N·m") else VELOCITY, names[unit],
                      f"1 {unit} = {1000.0 * self._scales[unit].value:g} mm")
            for unit, kind in self._drawn.items()
        )  # fmt: skip

    def _vectors(self, view: EquationView, out: OutwardStep, size: float) -> tuple[Arrow, ...]:
        """The coloured terms of six numbers, where they are taken."""
        terms = [term for term in view.terms if term.plain and len(term.values) == 6]
        found: list[Arrow] = []
        for part, unit, kind in zip((slice(0, 3), slice(3, 6)), UNITS[view.key], ("solid", "double"), strict=True):
            largest = max((_norm(term.values[part]) for term in terms), default=0.0)
            scale = self._scale(unit, largest, size)
            for term in terms:
                value = term.values[part] * (-1.0 if term.sign == "−" else 1.0)
                if _norm(value) > LEAST * max(1.0, largest):
                    found.append(self._arrow(out.point, value, scale, term, unit, kind, size))
        return tuple(found)

    def _torque(self, out: OutwardStep, back: InwardStep, size: float) -> tuple[Arrow, ...]:
        turns = bool(out.S[3:, 0].any())
        u, unit = (out.S[3:, 0], "N·m") if turns else (out.S[:3, 0], "N")
        value = float(back.torque[0]) * u
        if _norm(value) == 0.0:
            return ()
        scale = self._scale(unit, _norm(value), size)
        term = Term("", value, "τ", color=FORCE)
        return (self._arrow(out.axis_point, value, scale, term, unit, "double" if turns else "solid", size),)

    def _scale(self, unit: str, largest: float, size: float) -> float:
        return self._scales.setdefault(unit, Scale(0.45, 0.05, 0.9)).fit(largest, size)

    def _arrow(self, tail: Array, value: Array, scale: float, term: Term, unit: str, kind: str, size: float) -> Arrow:
        self._drawn[unit] = "double_arrow" if kind == "double" else "arrow"
        vector, limit = value * scale, LONGEST * size
        text = f"{term.plain} {quantity_text(_norm(value), unit)}"
        if _norm(vector) > limit:
            return Arrow(tail, vector * (limit / _norm(vector)), term.color, text, "broken")
        return Arrow(tail, vector, term.color, text, kind)

    def _sums(
        self, view: EquationView, out: OutwardStep, back: InwardStep, trace: NewtonEulerTrace
    ) -> tuple[Trail, ...]:
        """Lines from the links that this one carries, whose forces are added."""
        if view.key != "joint_force":
            return ()
        color = {term.color for term in view.terms if term.sign == "+"}
        return tuple(
            Trail(np.array([trace.of_body(child)[0].origin, out.origin]), next(iter(color)), dashed=True)
            for child in back.children
        )


def _norm(vector: Array) -> float:
    return float(np.linalg.norm(vector))
