"""Contacts as they are drawn: points, forces and impulses as arrows, each kind to one scale, and what of it has a label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.contact.contacts import Contacts
from torseur.sim.texts import tr
from torseur.ui.look.contact_states import STATES
from torseur.ui.look.theme import FORCE, FRICTION, IMPULSE
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.many_marks import ArrowRows, PointRows
from torseur.ui.viewport.marks import Label, LegendRow

from ..arrow_scale import per_metre_text
from ..view_switches import ViewSwitches
from .contact_labels import MOST_LABELLED, RUBS, PairNames, largest, pair_labels, pairs_of
from .contact_parts import contact_label, contact_states, normal_and_tangential
from .contact_scales import ContactScales

MOST_TEXTS = 12  # labels of forces, the largest
MOST_BROKEN = 4  # numbers beside broken arrows, of the largest, where there are more contacts than have labels
STATE_ROWS = ("sticking", "sliding", "closed", "open")  # that the legend names


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
    ) -> tuple[tuple[ArrowRows, ...], tuple[PointRows, ...], tuple[Label, ...]]:
        """All there is; `size` is the radius of a ball around the bodies [m], `impacts` those of the last moments."""
        arrows: list[ArrowRows] = []
        points: list[PointRows] = []
        labels: list[Label] = []
        self.labelled = (0, 0)
        if switches.contacts and contacts is not None:
            arrows.append(self._forces(switches, contacts, size))
            if switches.contact_points:
                points.append(_points(contacts))
            if switches.contact_labels:
                told = {arrows[0].groups[i] for i in arrows[0].labels}
                labels += self._merged(switches, contacts, told)
        if switches.contacts and switches.normal_forces:
            arrows += [self._impulses(switches, contact) for contact in impacts]
            if switches.contact_points:
                points += [_points(contact).kept(contact.impact) for contact in impacts]
        self.seen.update(color for one in arrows for color in one.color.tolist())
        self.seen.update(state for one in points for state in one.kind.tolist())
        return (tuple(one for one in arrows if len(one.tail)), tuple(one for one in points if len(one.kind)), tuple(labels))

    def forget(self) -> None:
        """Have the legend of what is drawn from now on: rows of what is not seen any more would cover what is."""
        self.seen.clear()

    def legend(self, switches: ViewSwitches) -> list[LegendRow]:
        """What the colours of arrows mean and how long one unit is drawn, for what was drawn since `forget`."""
        if not switches.contacts:
            return []
        shown, rows = self.shown, []
        scale = per_metre_text(shown.force, "N")
        if switches.normal_forces and FORCE in self.seen:
            rows.append(LegendRow("arrow", FORCE, tr("Normal λₙ"), scale))
        if switches.friction_forces and FRICTION in self.seen:
            rows.append(LegendRow("arrow", FRICTION, tr("Friction λₜ"), scale))
        if switches.normal_forces and IMPULSE in self.seen:
            rows.append(LegendRow("dashed_arrow", IMPULSE, tr("Impulse Λ"), per_metre_text(shown.impulse, "N·s")))
        if self.labelled[0] < self.labelled[1]:
            text = tr("{n} of {all} forces") if self.counted == "forces" else tr("{n} of {all} pairs")
            rows.append(LegendRow("labels", "", tr("Labels"), text.replace("{all}", str(self.labelled[1]))))
        if switches.contact_points:
            rows += [LegendRow(key, "", tr(STATES[key].title)) for key in STATE_ROWS if key in self.seen]
        return rows

    def _forces(self, switches: ViewSwitches, contacts: Contacts, size: float) -> ArrowRows:
        """Contact by contact, that of the normal force and that of friction."""
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
        of, part = np.nonzero(np.column_stack([pushes, rubs]))  # contact, and 0: along its normal, or 1: across
        vectors, kinds = _scaled(np.stack([along, across], axis=1)[of, part], scales.force, scales.longest)
        force, named = np.column_stack([normal, friction])[of, part], np.column_stack([label_normal, label_friction])
        label = {
            row: f"{contact_label(int(of[row]))} {'λₜ' if part[row] else 'λₙ'} {quantity_text(float(force[row]), 'N')}"
            for row in np.flatnonzero(named[of, part]).tolist()
        }
        pairs = pairs_of(contacts) if len(contacts) <= MOST_LABELLED else [""] * len(contacts)
        group = {row: pairs[of[row]] for row in label}
        return ArrowRows(contacts.point[of], vectors, np.where(part, FRICTION, FORCE), kinds, of, label, group)

    def _choose_labels(self, switches: ViewSwitches, normal: Array, friction: Array, size: float) -> tuple[Array, Array]:
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

    def _impulses(self, switches: ViewSwitches, contacts: Contacts) -> ArrowRows:
        struck, scales = np.flatnonzero(contacts.impact), self.shown
        count = len(struck)
        impulses = (self.names.signs(contacts)[:, None] * contacts.impulse)[struck]
        lengths = np.linalg.norm(impulses, axis=1).tolist()
        vectors, kinds = _scaled(impulses, scales.impulse, scales.longest, "dashed")
        named = switches.contact_labels and count <= MOST_LABELLED
        label = {i: f"|Λ| {quantity_text(one, 'N·s')}" for i, one in enumerate(lengths) if named and one > 0}
        return ArrowRows(contacts.point[struck], vectors, np.full(count, IMPULSE), kinds, np.full(count, -1), label, {})


def _points(contacts: Contacts) -> PointRows:
    return PointRows(contacts.point, contact_states(contacts))


def _scaled(values: Array, scale: float, longest: float, kind: str = "solid") -> tuple[Array, Array]:
    """Vectors of arrows for values (n, 3), and the kinds (n,): those that would be longer than the longest are broken."""
    vectors = values * scale
    lengths = np.linalg.norm(vectors, axis=1)
    long = lengths > longest
    vectors[long] *= (longest / lengths[long])[:, None]
    return vectors, np.where(long, "broken", kind)
