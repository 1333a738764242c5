"""Contacts as they are drawn: points, forces and impulses as arrows, each kind to one scale, and what of it has a label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.contact.contacts import Contacts, Mode
from torseur.ui.look.theme import FORCE, FRICTION, IMPULSE
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.marks import Arrow, Label, LegendRow, Point

from .arrow_scale import Scale
from .contact_parts import contact_label, normal_and_tangential
from .view_switches import ViewSwitches

MOST_LABELLED = 8  # contacts with a label each; more are told by the panel
MOST_TEXTS = 12  # labels of forces, the largest; and of pairs of bodies, where there are more contacts than that
MOST_SUMS = 8
LONGEST = 1.6  # of an arrow, as a share of the scene's size: longer ones are drawn broken
KINDS = {Mode.OPEN: "open", Mode.STICK: "stick", Mode.SLIP: "slip"}


@dataclass(eq=False, slots=True)
class ContactDrawing:
    """Draws the contacts of one scene. Mutable: it keeps the scales."""

    force: Scale = field(default_factory=lambda: Scale(0.75, 0.45, 1.1))
    impulse: Scale = field(default_factory=lambda: Scale(0.7, 0.25, 1.3, keeps_peak=True))
    labelled: tuple[int, int] = (0, 0)  # forces that have a label now, and how many could have one

    def draw(
        self, switches: ViewSwitches, contacts: Contacts | None, impacts: Sequence[Contacts], size: float
    ) -> tuple[tuple[Arrow, ...], tuple[Point, ...], tuple[Label, ...]]:
        """All there is; `size` is the radius of a ball around the bodies [m], `impacts` those of the last moments."""
        arrows: list[Arrow] = []
        points: list[Point] = []
        self.labelled = (0, 0)
        if switches.contacts and contacts is not None:
            self._add_contacts(switches, contacts, size, arrows, points)
        if switches.contacts and switches.normal_forces:
            for contact in impacts:
                self._add_impulses(switches, contact, size, arrows, points)
        return tuple(arrows), tuple(points), self._sums(switches, contacts)

    def legend(self, switches: ViewSwitches, arrows: Sequence[Arrow]) -> list[LegendRow]:
        """What the colours of arrows mean and how long one unit is drawn, for what is drawn now or was before."""
        rows: list[LegendRow] = []
        if switches.contacts and self.force.value:
            scale = f"1 m = {1.0 / self.force.value:g} N"
            if switches.normal_forces:
                rows.append(LegendRow("arrow", FORCE, "Normal λₙ", scale))
            if switches.friction_forces and any(one.color == FRICTION for one in arrows):
                rows.append(LegendRow("arrow", FRICTION, "Friction λₜ", scale))
        if switches.contacts and switches.normal_forces and self.impulse.value:
            rows.append(LegendRow("arrow", IMPULSE, "Impulse Λ", f"1 m = {1.0 / self.impulse.value:g} N·s"))
        if self.labelled[0] < self.labelled[1]:
            rows.append(LegendRow("none", "", "Labels", f"{self.labelled[0]} largest of {self.labelled[1]}"))
        return rows

    def _add_contacts(
        self, switches: ViewSwitches, contacts: Contacts, size: float, arrows: list[Arrow], points: list[Point]
    ) -> None:
        forces = np.where(contacts.impact[:, None], 0.0, contacts.force)
        normal, tangential = normal_and_tangential(forces, contacts.normal)
        along = normal[:, None] * contacts.normal
        friction = np.linalg.norm(tangential, axis=1)
        largest = float(np.max(np.linalg.norm(forces, axis=1), initial=0.0))
        scale = self.force.fit(largest, size)
        pushes = (normal > 0.0) & switches.normal_forces
        rubs = (friction > 1e-9 * max(largest, 1.0)) & switches.friction_forces
        named = switches.contact_labels and len(contacts) <= MOST_LABELLED
        label_normal, label_friction = self._choose_labels(
            np.where(pushes & named, normal, 0.0),
            np.where(rubs & named & (friction * scale > 0.05 * size), friction, 0.0),
        )
        for i in range(len(contacts)):
            if switches.contact_points:
                points.append(Point(contacts.point[i], KINDS[Mode(int(contacts.mode[i]))]))
            name = contact_label(i)
            if pushes[i]:
                text = f"{name} λₙ {quantity_text(float(normal[i]), 'N')}" if label_normal[i] else ""
                arrows.append(_arrow(contacts.point[i], along[i], scale, size, FORCE, text))
            if rubs[i]:
                text = f"{name} λₜ {quantity_text(float(friction[i]), 'N')}" if label_friction[i] else ""
                arrows.append(_arrow(contacts.point[i], tangential[i], scale, size, FRICTION, text))

    def _choose_labels(self, normal: Array, friction: Array) -> tuple[Array, Array]:
        """Which of these forces (n,) get a label: those above 0, and of many the largest."""
        both = np.concatenate([normal, friction])
        chosen = np.zeros(len(both), dtype=bool)
        chosen[_largest(both, MOST_TEXTS)] = True
        self.labelled = (int(chosen.sum()), int(np.count_nonzero(both)))
        return chosen[: len(normal)], chosen[len(normal) :]

    def _add_impulses(
        self, switches: ViewSwitches, contacts: Contacts, size: float, arrows: list[Arrow], points: list[Point]
    ) -> None:
        struck = np.flatnonzero(contacts.impact)
        lengths = np.linalg.norm(contacts.impulse[struck], axis=1)
        scale = self.impulse.fit(float(np.max(lengths, initial=0.0)), size)
        named = switches.contact_labels and len(struck) <= MOST_LABELLED
        for i, length in zip(struck, lengths, strict=True):
            text = f"|Λ| {quantity_text(float(length), 'N·s')}" if named and length > 0 else ""
            arrows.append(_arrow(contacts.point[i], contacts.impulse[i], scale, size, IMPULSE, text))
            if switches.contact_points:
                points.append(Point(contacts.point[i], KINDS[Mode(int(contacts.mode[i]))]))

    def _sums(self, switches: ViewSwitches, contacts: Contacts | None) -> tuple[Label, ...]:
        """With many contacts: one label a pair of bodies, with the sum of its normal forces."""
        if contacts is None or not switches.contacts or not switches.contact_labels or len(contacts) <= MOST_LABELLED:
            return ()
        force = np.where(contacts.impact, 0.0, normal_and_tangential(contacts.force, contacts.normal)[0])
        pressed = force > 0.0
        pairs = np.stack([contacts.body_a, contacts.body_b], axis=1)[pressed]
        force, points = force[pressed], contacts.point[pressed]
        _, of_pair = np.unique(pairs, axis=0, return_inverse=True)
        sums = np.bincount(of_pair.ravel(), weights=force)
        labelled = _largest(sums, MOST_SUMS)
        self.labelled = (len(labelled), len(sums))
        return tuple(
            Label(np.mean(points[of_pair.ravel() == k], axis=0), f"Σλₙ {quantity_text(float(sums[k]), 'N')}", FORCE)
            for k in labelled
        )


def _arrow(tail: Array, value: Array, scale: float, size: float, color: str, text: str) -> Arrow:
    vector = value * scale
    length, limit = float(np.linalg.norm(vector)), LONGEST * size
    if length <= limit:
        return Arrow(tail, vector, color, text)
    return Arrow(tail, vector * (limit / length), color, text, "broken")


def _largest(values: np.ndarray, count: int) -> np.ndarray:
    """Indices of the largest that are above 0, at most `count`; of equal ones the first, so that labels do not jump."""
    order = np.argsort(-np.round(values, 3), kind="stable")[:count]
    return np.sort(order[values[order] > 0.0])
