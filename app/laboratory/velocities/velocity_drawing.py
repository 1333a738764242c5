"""What of velocities is drawn: chains of arrows that close with their sum."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from torseur.sim.analysis.velocities.values import JointTwists, PointVelocity
from torseur.sim.arrays import Array
from torseur.ui.look.theme import JOINT, VELOCITY, WARNING
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.marks import Arrow, FrameTriad, Label, Overlays, Point, joined

from ...drawing.arrow_scale import Scale
from .velocity_equations import RELATIVE, TRANSLATION, TURNING

LEAST = 1e-9  # [m/s | rad/s] shorter arrows are not drawn
ARM = "#6B788A"  # of OP


class VelocityArrows:
    """Mutable: it keeps the scales of velocities and of angular ones, so that a tick does not change them."""

    def __init__(self) -> None:
        self.linear, self.angular = Scale(0.4, 0.1, 0.7), Scale(0.3, 0.08, 0.5)

    def drawn(
        self, twists: JointTwists | None, selected: int, relative: PointVelocity | None, at: str, size: float
    ) -> Overlays:
        """What of both is given, by one scale of velocities and one of angular ones, in a scene of this size [m]."""
        linear, angular = [0.0], [0.0]
        if twists is not None:
            for speeds, half in ((linear, slice(0, 3)), (angular, slice(3, 6))):
                speeds += [_norm(one.twist[half]) for one in twists.joints] + [_norm(twists.total[half])]
        if relative is not None:
            linear += [_norm(x) for x in (relative.total, relative.entrainment, relative.relative)]
            linear += [_norm(relative.turning), _norm(relative.translation)] if at != "composition" else []
        self.linear.fit(max(linear), size)
        self.angular.fit(max(angular), size)
        found = Overlays()
        if twists is not None:
            found = joined(found, self._twists(twists, selected))
        return found if relative is None else joined(found, self._relative(relative, at, size))

    def _twists(self, found: JointTwists, selected: int) -> Overlays:
        """V and ω of each joint at C, head to tail from the base on, dashed but for the selected one; their sums solid."""
        arrows: list[Arrow] = []
        for half, scale, color, unit, letter in (
            (slice(0, 3), self.linear, VELOCITY, "m/s", "v"),
            (slice(3, 6), self.angular, WARNING, "rad/s", "ω"),
        ):
            parts = [found.R @ one.twist[half] for one in found.joints]
            names = [f"{letter} {one.number}/{one.before}" for one in found.joints]
            total = found.R @ found.total[half]
            by = scale.value
            tail = np.array(found.point)
            for k, part in enumerate(parts):
                if _norm(part) > LEAST:
                    name = names[k]
                    at_hand = k == selected
                    text = f"{name}  {quantity_text(_norm(part), unit)}" if at_hand else name
                    arrows.append(Arrow(tail, by * part, JOINT if at_hand else color, text, "solid" if at_hand else "dashed"))
                tail = tail + by * part
            if _norm(total) > LEAST and len(parts) > 1:
                text = f"Σ {letter}  {quantity_text(_norm(total), unit)}"
                arrows.append(Arrow(found.point, by * total, color, text, "solid" if letter == "v" else "double"))
        return Overlays(arrows=tuple(arrows), points=(Point(found.point, "closed"),), labels=(Label(found.point, "C"),))

    def _relative(self, found: PointVelocity, at: str, size: float) -> Overlays:
        """The terms at P, head to tail, and their sum; the axes of k and of i, and the arm O_{i}P."""
        pairs: Sequence[tuple[Array, str, str]] = (
            [(found.entrainment, TRANSLATION, "v_e"), (found.relative, RELATIVE, "v_r")]
            if at == "composition"
            else [(found.turning, TURNING, "Ṙp"), (found.relative, RELATIVE, "Rṗ"), (found.translation, TRANSLATION, "Ȯ")]
        )
        parts = [(found.axes @ vector, color, name) for vector, color, name in pairs]
        total = found.axes @ found.total
        by = self.linear.value
        arm = found.axes @ found.R @ found.p
        tail, arrows = np.array(found.place), []
        for part, color, name in parts:
            if _norm(part) > LEAST:
                arrows.append(Arrow(tail, by * part, color, f"{name}  {quantity_text(_norm(part), 'm/s')}"))
            tail = tail + by * part
        if _norm(total) > LEAST:
            arrows.append(Arrow(found.place, by * total, VELOCITY, f"ᵏv(P)  {quantity_text(_norm(total), 'm/s')}", "dashed"))
        if _norm(arm) > LEAST:
            arrows.append(Arrow(found.place - arm, arm, ARM, "", "dashed"))
        body = np.eye(4)
        body[:3, :3], body[:3, 3] = found.axes @ found.R, found.place - arm
        observer = np.eye(4)
        observer[:3, :3], observer[:3, 3] = found.axes, body[:3, 3] - found.axes @ found.origin
        return Overlays(
            arrows=tuple(arrows),
            frames=(FrameTriad(body, 0.1 * size, "i"), FrameTriad(observer, 0.18 * size, "k")),
            points=(Point(found.place, "closed"),),
            labels=(Label(found.place, "P"),),
        )


def _norm(vector: Array) -> float:
    return float(np.linalg.norm(vector))
