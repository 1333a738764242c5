"""Contacts as they are drawn: points, forces and impulses as arrows, each kind to one scale, and what of it has a label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.contact.contacts import Contacts
from torseur.ui.look.contact_states import STATES
from torseur.ui.look.theme import FORCE, FRICTION, IMPULSE
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.marks import Arrow, Label, LegendRow, Point

from ..view_switches import ViewSwitches
from .contact_labels import MOST_LABELLED, RUBS, PairNames, largest, pair_labels, pairs_of
from .contact_parts import contact_label, contact_states, normal_and_tangential
from .contact_scales import ContactScales

MOST_TEXTS = 12  # labels of forces, the largest
MOST_BROKEN = 4  # numbers beside broken arrows, of the largest, where there are more contacts than have labels
STATE_ROWS = ("sticking", "sliding", "closed")  # that the legend names


@dataclass(eq=False, slots=True)
class ContactDrawing:
    """Draws the contacts of one scene. Mutable: it knows what was drawn, so that the legend stays as it is while time goes on."""

    scales: ContactScales
    names: PairNames
    zoom: int = 0  # steps of 1, 2, 5 by which the user has arrows longer
    labelled: tuple[int, int] = (0, 0)  # forces, or pairs of bodies, that may have a label now, and how many there are
    counted: str = "forces"  # or "pairs"
    seen: set[str] = field(default_factory=set)  # colours of arrows and names of `STATE_ROWS`, since the last `forget`

    @property
    def shown(self) -> ContactScales:
        """The scales, as the user has them."""
        return self.scales.zoomed(self.zoom)

    def draw(
        self, switches: ViewSwitches, contacts: Contacts | None, impacts: Sequence[Contacts], size: float
    ) -> tuple[tuple[Arrow, ...], tuple[Point, ...], tuple[Label, ...]]:
        """All there is; `size` is the radius of a ball around the bodies [m], `impacts` those of the last moments."""
        arrows: list[Arrow] = []
        points: list[Point] = []
        labels: list[Label] = []
        self.labelled = (0, 0)
        if switches.contacts and contacts is not None:
            self._add_contacts(switches, contacts, size, arrows, points)
            if switches.contact_labels:
                labels += self._merged(switches, contacts, {arrow.group for arrow in arrows if arrow.label})
        if switches.contacts and switches.normal_forces:
            for contact in impacts:
                self._add_impulses(switches, contact, arrows, points)
        self.seen |= {arrow.color for arrow in arrows}
        return tuple(arrows), tuple(points), tuple(labels)

    def forget(self) -> None:
        """Have the legend of what is drawn from now on: rows of what is not seen any more would cover what is."""
        self.seen.clear()

    def legend(self, switches: ViewSwitches) -> list[LegendRow]:
        """What the colours of arrows mean and how long one unit is drawn, for what was drawn since `forget`."""
        if not switches.contacts:
            return []
        shown, rows = self.shown, []
        scale = f"1 m = {_round(1.0 / shown.force)} N"
        if switches.normal_forces and FORCE in self.seen:
            rows.append(LegendRow("arrow", FORCE, "Normal λₙ", scale))
        if switches.friction_forces and FRICTION in self.seen:
            rows.append(LegendRow("arrow", FRICTION, "Friction λₜ", scale))
        if switches.normal_forces and IMPULSE in self.seen:
            rows.append(LegendRow("dashed_arrow", IMPULSE, "Impulse Λ", f"1 m = {_round(1.0 / shown.impulse)} N·s"))
        if self.labelled[0] < self.labelled[1]:
            rows.append(LegendRow("labels", "", "Labels", f"{{n}} of {self.labelled[1]} {self.counted}"))
        if switches.contact_points:
            rows += [LegendRow(key, "", STATES[key].title) for key in STATE_ROWS if key in self.seen]
        return rows

    def _add_contacts(
        self, switches: ViewSwitches, contacts: Contacts, size: float, arrows: list[Arrow], points: list[Point]
    ) -> None:
        forces, scales = np.where(contacts.impact[:, None], 0.0, contacts.force), self.shown
        normal, tangential = normal_and_tangential(forces, contacts.normal)
        on_mover = self.names.signs(contacts)[:, None]
        along, across = on_mover * normal[:, None] * contacts.normal, on_mover * tangential
        friction = np.linalg.norm(tangential, axis=1)
        most = float(np.max(np.linalg.norm(forces, axis=1), initial=0.0))
        pushes = (normal > 0.0) & switches.normal_forces
        rubs = (friction > RUBS * max(most, 1.0)) & switches.friction_forces
        label_normal, label_friction = self._choose_labels(
            switches, np.where(pushes, normal, 0.0), np.where(rubs, friction, 0.0), size
        )
        pairs = pairs_of(contacts) if len(contacts) <= MOST_LABELLED else [""] * len(contacts)
        if switches.contact_points:
            points += self._points(contacts, range(len(contacts)))
        vectors, kinds = _scaled(along, scales.force, scales.longest)
        slips, slip_kinds = _scaled(across, scales.force, scales.longest)
        for i in np.flatnonzero(pushes | rubs).tolist():
            pair, point, key = pairs[i], contacts.point[i], str(i)
            if pushes[i]:
                text = f"{contact_label(i)} λₙ {quantity_text(float(normal[i]), 'N')}" if label_normal[i] else ""
                arrows.append(Arrow(point, vectors[i], FORCE, text, kinds[i], pair, key=key))
            if rubs[i]:
                text = f"{contact_label(i)} λₜ {quantity_text(float(friction[i]), 'N')}" if label_friction[i] else ""
                arrows.append(Arrow(point, slips[i], FRICTION, text, slip_kinds[i], pair, key=key))

    def _choose_labels(
        self, switches: ViewSwitches, normal: Array, friction: Array, size: float
    ) -> tuple[Array, Array]:
        """Which of these forces (n,) get a label: those above 0, of many the largest; of very many those drawn broken."""
        scales, both = self.shown, np.concatenate([normal, friction])
        drawn = int(np.count_nonzero(both))
        chosen = np.zeros(len(both), dtype=bool)
        if switches.contact_labels and len(normal) <= MOST_LABELLED:
            both[len(normal) :][friction * scales.force <= 0.05 * size] = 0.0
            chosen[largest(both, MOST_TEXTS)] = True
            self.labelled, self.counted = (int(chosen.sum()), drawn), "forces"
        elif switches.contact_labels:
            chosen[largest(np.where(both * scales.force > scales.longest, both, 0.0), MOST_BROKEN)] = True
        return chosen[: len(normal)], chosen[len(normal) :]

    def _merged(self, switches: ViewSwitches, contacts: Contacts, told: set[str]) -> list[Label]:
        """One label a pair of bodies, instead of those of its arrows, where there are many or they would be in the way.

        Of pairs in `told` an arrow has a label of its own.
        """
        labels, count = pair_labels(contacts, self.names, switches, self.shown, told)
        if len(contacts) > MOST_LABELLED:
            self.labelled, self.counted = (len(labels), count), "pairs"
        return labels

    def _add_impulses(
        self, switches: ViewSwitches, contacts: Contacts, arrows: list[Arrow], points: list[Point]
    ) -> None:
        struck, scales = np.flatnonzero(contacts.impact), self.shown
        lengths = np.linalg.norm(contacts.impulse[struck], axis=1)
        named = switches.contact_labels and len(struck) <= MOST_LABELLED
        impulses = self.names.signs(contacts)[:, None] * contacts.impulse
        vectors, kinds = _scaled(impulses[struck], scales.impulse, scales.longest, "dashed")
        for i, length, vector, kind in zip(struck, lengths, vectors, kinds, strict=True):
            text = f"|Λ| {quantity_text(float(length), 'N·s')}" if named and length > 0 else ""
            arrows.append(Arrow(contacts.point[i], vector, IMPULSE, text, kind))
        if switches.contact_points:
            points += self._points(contacts, struck.tolist())

    def _points(self, contacts: Contacts, of: Sequence[int]) -> list[Point]:
        states = contact_states(contacts)
        self.seen.update(states[i] for i in of)
        return [Point(contacts.point[i], states[i]) for i in of]


def _scaled(values: Array, scale: float, longest: float, kind: str = "solid") -> tuple[Array, list[str]]:
    """Vectors of arrows for values (n, 3), and the kind of each: those that would be longer than the longest are broken."""
    vectors = values * scale
    lengths = np.linalg.norm(vectors, axis=1)
    long = lengths > longest
    vectors[long] *= (longest / lengths[long])[:, None]
    return vectors, ["broken" if one else kind for one in long.tolist()]


def _round(x: float) -> str:
    """A number of one digit."""
    return f"{x:.0f}" if 1.0 <= x < 1e6 else f"{x:g}".replace("e+0", "e").replace("e-0", "e-")
