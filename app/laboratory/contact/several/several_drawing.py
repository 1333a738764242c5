"""What the page draws: how the selected contact moves with a joint, a null vector, and forces moved along the kernel."""

from __future__ import annotations

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.superscripts import subscript
from torseur.sim.texts import tr
from torseur.ui.look.math_notation import literal
from torseur.ui.look.theme import ACCELERATION, FORCE, IMPULSE, VELOCITY
from torseur.ui.text.number_text import number_text, quantity_text
from torseur.ui.viewport.marks import Arrow, LegendRow, Overlays

from ....drawing.arrow_scale import Scale, per_metre_text, scale_text
from ....drawing.contact.contact_scales import ContactScales
from ...motion.coordinates import Coordinate
from .direction_section import DirectionView
from .force_shift import ForceShift
from .several_facts import SeveralFacts

LEAST = 1e-9  # share of the largest number from which it is drawn
LONGEST = 4.0  # of an arrow, as a share of the scene's size: longer ones are drawn broken
NULL = 0.22  # length of the 1 of a null vector, as a share of the scene's size


class SeveralDrawing:
    """Mutable: it keeps the scales of its arrows."""

    def __init__(self) -> None:
        self._velocity = Scale(0.3, 0.04, 0.8)
        self._legend: list[LegendRow] = []

    def legend(self) -> tuple[LegendRow, ...]:
        """What was drawn last."""
        return tuple(self._legend)

    def overlays(
        self,
        shift: ForceShift,
        along: int,
        direction: DirectionView | None,
        joints: tuple[Coordinate, ...],
        scales: ContactScales | None,
        size: float,
    ) -> Overlays:
        """`along`: the null vector that is drawn; `scales`: of forces as they were solved; `size`: of the scene [m]."""
        self._legend = []
        arrows: list[Arrow] = []
        if direction is not None and 0 <= direction.joint < len(joints):
            arrows += self._columns(shift, direction, joints[direction.joint], size)
        if shift.is_moved:
            arrows += self._forces(shift, scales, size)
        elif 0 <= along < len(shift.amounts):
            arrows += self._null(shift, along, size)
        return Overlays(arrows=tuple(arrows))

    def _columns(self, shift: ForceShift, view: DirectionView, joint: Coordinate, size: float) -> list[Arrow]:
        """Velocities of both bodies at the contact, and their difference, as one joint moves alone."""
        direction, column = view.direction, view.joint
        place = shift.facts.shown.names.index(view.name)
        point = shift.facts.shown.problem.point[place]
        lever = point - direction.about
        parts = []
        for symbol, J, kind, color in (
            ("J_s", direction.J_s, "solid", VELOCITY),
            ("J_p", direction.J_p, "dashed", VELOCITY),
            ("(J_s − J_p)", direction.difference, "solid", ACCELERATION),
        ):
            v = J[:3, column] + np.cross(J[3:, column], lever)
            parts.append((symbol, v, kind, color))
        both = all(np.any(v) for _, v, _, _ in parts[:2])
        shown = [part for k, part in enumerate(parts) if np.any(part[1]) and (k < 2 or both)]
        largest = max((float(np.linalg.norm(v)) for _, v, _, _ in shown), default=0.0)
        if largest == 0.0:
            return []
        scale = self._velocity.fit(largest, size)
        self._legend.append(LegendRow("arrow", VELOCITY, tr("Velocity at the contact"), scale_text(scale, "m/s")))
        letter, _, index = joint.symbol.partition("_")
        name = f"{letter}\u0307_{index}" if letter == "q" else joint.symbol
        return [
            _arrow(point, v * scale, color, f"{symbol} {name} = {quantity_text(float(np.linalg.norm(v)), 'm/s')}", kind, size)
            for symbol, v, kind, color in shown
        ]

    def _forces(self, shift: ForceShift, scales: ContactScales | None, size: float) -> list[Arrow]:
        """All normal forces as they are moved, with their friction."""
        facts, force = shift.facts, shift.force
        impulses = facts.is_impulsive
        unit, color, letter = ("N·s", IMPULSE, "Λ") if impulses else ("N", FORCE, "λ")
        over = facts.solved.interval or facts.solved.recording.settings.dt
        # an impulse is as long as its force over a step
        scale = (scales.force if scales else 0.0) / (over if impulses else 1.0)
        self._legend.append(
            LegendRow(
                "dashed_arrow", color, tr("{letter} moved along z", letter=letter), per_metre_text(scale, unit) if scale else ""
            )
        )
        problem, keys = facts.shown.problem, _keys(facts)
        axes = problem.axes
        vectors = np.einsum("cak,ca->ck", axes, force) * _on_mover(facts)[:, None]
        return [
            _arrow(
                problem.point[c],
                vectors[c] * scale,
                color,
                f"{letter}{_index(facts.shown.names[c])} = {quantity_text(float(force[c, 2]), unit)}",
                "dashed",
                size,
                keys[c],
            )
            for c in range(len(force))
        ]

    def _null(self, shift: ForceShift, along: int, size: float) -> list[Arrow]:
        """One null vector: + pushes along the normal, − against it."""
        facts = shift.facts
        keys = _keys(facts)
        problem, z = facts.shown.problem, shift.directions[:, along].reshape(-1, 3)
        axes = problem.axes
        vectors = np.einsum("cak,ca->ck", axes, z) * _on_mover(facts)[:, None]
        self._legend.append(
            LegendRow(
                "dashed_arrow",
                ACCELERATION,
                tr("Null vector {name}", name="z" + subscript(along + 1)),
                tr("+ pushes, − relieves"),
            )
        )
        found = []
        for c in range(len(z)):
            if np.abs(z[c]).max() <= LEAST:
                continue
            normal = abs(z[c, 2]) > LEAST
            text = f"{'+' if z[c, 2] > 0.0 else ''}{number_text(float(z[c, 2]), 3)}" if normal else ""
            found.append(_arrow(problem.point[c], NULL * size * vectors[c], ACCELERATION, text, "dashed", size, keys[c]))
        return found


def _on_mover(facts: SeveralFacts) -> Array:
    """(n,) -1 where the first body of a contact moves and the second cannot, else 1: forces are drawn on what moves."""
    model = facts.solved.recording.scene.model
    fixed = {name: int(row) == 0 for name, row in zip(model.body_names, model.frame_row, strict=False)}
    return np.array([-1.0 if fixed.get(b, True) and not fixed.get(a, True) else 1.0 for a, b in facts.shown.problem.bodies])


def _keys(facts: SeveralFacts) -> list[str]:
    """What a click on the arrow of each contact selects: its row."""
    rows = [facts.solved.rows[c] for c in facts.part]
    return [str(row) if row >= 0 else "" for row in rows]


def _index(name: str) -> str:
    return name[1:] if name[:1] == "c" else f" {literal(name)}"


def _arrow(tail: Array, vector: Array, color: str, label: str, kind: str, size: float, key: str = "") -> Arrow:
    length, limit = float(np.linalg.norm(vector)), LONGEST * size
    if length > limit:
        return Arrow(tail, vector * (limit / length), color, label, "broken", math=True, key=key)
    return Arrow(tail, vector, color, label, kind, math=True, key=key)
