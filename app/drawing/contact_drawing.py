"""From what is known to what is drawn: arrows, ellipsoids, points and the legend, each with the scale it is drawn to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from torseur.sim.analysis.ellipsoids.values import Capability, FrameReport
from torseur.sim.arrays import Array
from torseur.sim.contact.contacts import Contacts, Mode
from torseur.ui.look.theme import FORCE, FRICTION, IMPULSE, VELOCITY, WARNING
from torseur.ui.text.number_text import quantity_text, subscript
from torseur.ui.viewport.overlays import Arrow, FrameTriad, Label, LegendRow, Overlays, Point, Trail

from .arrow_scale import Scale
from .capability_drawing import CapabilityView
from .switches import Shown

MOST_LABELLED = 8  # contacts with a label each; more are told by the panel
MOST_TEXTS = 12  # labels of forces, the largest; and of pairs of bodies, where there are more contacts than that
MOST_SUMS = 8
LONGEST = 1.6  # of an arrow, as a share of the scene's size: longer ones are drawn broken
KINDS = {Mode.OPEN: "open", Mode.STICK: "stick", Mode.SLIP: "slip"}


@dataclass(frozen=True, eq=False, slots=True)
class Held:
    """The user's pull: where the body is held, where it is drawn to, and how strongly."""

    point: Array  # (3,) world [m]
    target: Array  # (3,) world [m]
    force: float  # [N]


@dataclass(eq=False, slots=True)
class Presenter:
    """Draws one document. Mutable: it keeps the scales."""

    body_names: tuple[str, ...] = ()
    size: float = 1.0  # radius of a ball around the bodies [m]
    force: Scale = field(default_factory=lambda: Scale(0.75, 0.45, 1.1))
    impulse: Scale = field(default_factory=lambda: Scale(0.7, 0.25, 1.3, keeps_peak=True))
    capabilities: CapabilityView = field(default_factory=CapabilityView)
    labelled: tuple[int, int] = (0, 0)  # forces that have a label now, and how many could have one

    def overlays(
        self,
        shown: Shown,
        contacts: Contacts | None,
        impacts: Sequence[Contacts],
        report: FrameReport | None,
        trail: Array | None = None,
        held: Held | None = None,
        capabilities: Sequence[Capability] = (),
    ) -> Overlays:
        """All that is drawn beside the bodies. `impacts` are those of the last moments, each at its own instant."""
        arrows: list[Arrow] = []
        points: list[Point] = []
        self.labelled = (0, 0)
        if shown.contacts and contacts is not None:
            self._add_contacts(shown, contacts, arrows, points)
        if shown.contacts and shown.normal_forces:
            for contact in impacts:
                self._add_impulses(shown, contact, arrows, points)
        if held is not None:
            text = f"pull {quantity_text(held.force, 'N')}"
            arrows.append(Arrow(held.point, held.target - held.point, WARNING, text, "spring"))
        frames = []
        if report is not None and shown.frames:
            frames.append(FrameTriad(report.pose, 0.22 * self.size, report.frame))
        if shown.frames and shown.world_frame:
            frames.append(FrameTriad(np.eye(4), 0.3 * self.size, "world"))
        trails = () if trail is None or not shown.trail else (Trail(trail, VELOCITY),)
        ellipsoids, polytopes = self.capabilities.draw(shown, capabilities if shown.ellipsoids else (), self.size)
        return Overlays(
            tuple(arrows), ellipsoids, tuple(frames), tuple(points), self._labels(shown, contacts), trails,
            polytopes=polytopes,
        )  # fmt: skip

    def _add_contacts(self, shown: Shown, contacts: Contacts, arrows: list[Arrow], points: list[Point]) -> None:
        forces = np.where(contacts.impact[:, None], 0.0, contacts.force)
        normal = np.einsum("ck,ck->c", forces, contacts.normal)
        along = normal[:, None] * contacts.normal
        tangential = forces - along
        friction = np.linalg.norm(tangential, axis=1)
        largest = float(np.max(np.linalg.norm(forces, axis=1), initial=0.0))
        scale = self.force.fit(largest, self.size)
        pushes = (normal > 0.0) & shown.normal_forces
        rubs = (friction > 1e-9 * max(largest, 1.0)) & shown.friction_forces
        named = shown.contact_labels and len(contacts) <= MOST_LABELLED
        told_normal, told_friction = self._told(
            np.where(pushes & named, normal, 0.0),
            np.where(rubs & named & (friction * scale > 0.05 * self.size), friction, 0.0),
        )
        for i in range(len(contacts)):
            if shown.contact_points:
                points.append(Point(contacts.point[i], KINDS[Mode(int(contacts.mode[i]))]))
            name = f"c{subscript(i + 1)}"
            if pushes[i]:
                text = f"{name} λₙ {quantity_text(float(normal[i]), 'N')}" if told_normal[i] else ""
                arrows.append(self._arrow(contacts.point[i], along[i], scale, FORCE, text))
            if rubs[i]:
                text = f"{name} λₜ {quantity_text(float(friction[i]), 'N')}" if told_friction[i] else ""
                arrows.append(self._arrow(contacts.point[i], tangential[i], scale, FRICTION, text))

    def _told(self, normal: Array, friction: Array) -> tuple[Array, Array]:
        """Which of these forces (n,) get a label: those above 0, and of many the largest."""
        both = np.concatenate([normal, friction])
        chosen = np.zeros(len(both), dtype=bool)
        chosen[_largest(both, MOST_TEXTS)] = True
        self.labelled = (int(chosen.sum()), int(np.count_nonzero(both)))
        return chosen[: len(normal)], chosen[len(normal) :]

    def _add_impulses(self, shown: Shown, contacts: Contacts, arrows: list[Arrow], points: list[Point]) -> None:
        struck = np.flatnonzero(contacts.impact)
        lengths = np.linalg.norm(contacts.impulse[struck], axis=1)
        scale = self.impulse.fit(float(np.max(lengths, initial=0.0)), self.size)
        named = shown.contact_labels and len(struck) <= MOST_LABELLED
        for i, length in zip(struck, lengths, strict=True):
            text = f"|Λ| {quantity_text(float(length), 'N·s')}" if named and length > 0 else ""
            arrows.append(self._arrow(contacts.point[i], contacts.impulse[i], scale, IMPULSE, text))
            if shown.contact_points:
                points.append(Point(contacts.point[i], KINDS[Mode(int(contacts.mode[i]))]))

    def _arrow(self, tail: Array, value: Array, scale: float, color: str, text: str) -> Arrow:
        vector = value * scale
        length, limit = float(np.linalg.norm(vector)), LONGEST * self.size
        if length <= limit:
            return Arrow(tail, vector, color, text)
        return Arrow(tail, vector * (limit / length), color, text, "broken")

    def _labels(self, shown: Shown, contacts: Contacts | None) -> tuple[Label, ...]:
        """With many contacts: one label a pair of bodies, with the sum of its normal forces."""
        if contacts is None or not shown.contacts or not shown.contact_labels or len(contacts) <= MOST_LABELLED:
            return ()
        force = np.where(contacts.impact, 0.0, np.einsum("ck,ck->c", contacts.force, contacts.normal))
        pressed = force > 0.0
        pairs = np.stack([contacts.body_a, contacts.body_b], axis=1)[pressed]
        force, points = force[pressed], contacts.point[pressed]
        _, of_pair = np.unique(pairs, axis=0, return_inverse=True)
        sums = np.bincount(of_pair.ravel(), weights=force)
        told = _largest(sums, MOST_SUMS)
        self.labelled = (len(told), len(sums))
        return tuple(
            Label(np.mean(points[of_pair.ravel() == k], axis=0), f"Σλₙ {quantity_text(float(sums[k]), 'N')}", FORCE)
            for k in told
        )

    def legend(
        self, shown: Shown, overlays: Overlays, capabilities: Sequence[Capability] = ()
    ) -> tuple[LegendRow, ...]:
        """What the colours mean and how long one unit is drawn, for what is drawn now or was before."""
        rows = self.capabilities.legend(capabilities) if shown.ellipsoids else []
        if shown.contacts and self.force.value:
            scale = f"1 m = {1.0 / self.force.value:g} N"
            if shown.normal_forces:
                rows.append(LegendRow("arrow", FORCE, "Normal λₙ", scale))
            if shown.friction_forces and any(one.color == FRICTION for one in overlays.arrows):
                rows.append(LegendRow("arrow", FRICTION, "Friction λₜ", scale))
        if shown.contacts and shown.normal_forces and self.impulse.value:
            rows.append(LegendRow("arrow", IMPULSE, "Impulse Λ", f"1 m = {1.0 / self.impulse.value:g} N·s"))
        if self.labelled[0] < self.labelled[1]:
            rows.append(LegendRow("none", "", "Labels", f"{self.labelled[0]} largest of {self.labelled[1]}"))
        rows.append(LegendRow("floor", "", "Floor tile"))
        return tuple(rows)


def _largest(values: Array, count: int) -> Array:
    """Indices of the largest that are above 0, at most `count`; of equal ones the first, so that labels do not jump."""
    order = np.argsort(-np.round(values, 3), kind="stable")[:count]
    return np.sort(order[values[order] > 0.0])
