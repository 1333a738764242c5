"""The labels of many contacts: one a pair of bodies, with the sum of their forces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.contact.contacts import Contacts
from torseur.sim.multibody.model.model import Model
from torseur.ui.look.theme import FORCE
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.marks import Label

from ...documents.body_names import bare_names
from ..view_switches import ViewSwitches
from .contact_parts import normal_and_tangential
from .contact_scales import ContactScales

MOST_LABELLED = 8  # contacts with a label each; of more the pairs of bodies have one
MOST_SUMS = 8
RUBS = 1e-9  # share of the largest force, at least of 1 N, from which friction is drawn
SLIGHT = 1e-6  # friction up to this share of the normal forces is not told in a sum


@dataclass(frozen=True, slots=True)
class PairNames:
    """What pairs of bodies are called: both, or the one that can move where the other cannot."""

    names: tuple[str, ...]
    fixed: tuple[bool, ...]

    @classmethod
    def of_model(cls, model: Model) -> PairNames:
        """The names of a model's bodies, as they are read."""
        read = bare_names(model.body_names)
        rows = model.frame_row[: len(model.bodies)]
        return cls(tuple(read[name] for name in model.body_names), tuple(int(row) == 0 for row in rows))

    def signs(self, contacts: Contacts) -> Array:
        """(c,) -1 where the first body of a contact moves and the second cannot, else 1: forces are drawn on what moves."""
        fixed = np.array(self.fixed)
        signs: Array = np.where(fixed[contacts.body_b] & ~fixed[contacts.body_a], -1.0, 1.0)
        return signs

    def of(self, a: int, b: int) -> str:
        """The name of a pair of bodies."""
        movers = [self.names[k] for k in (a, b) if not self.fixed[k]]
        return " · ".join(movers or [self.names[a], self.names[b]])

    def of_all(self, pairs: Sequence[tuple[int, int]]) -> list[str]:
        """The names of pairs of bodies: both where the one that moves is not enough to tell them apart."""
        found = [self.of(a, b) for a, b in pairs]
        return [
            name if found.count(name) == 1 else f"{self.names[a]} · {self.names[b]}"
            for name, (a, b) in zip(found, pairs, strict=True)
        ]


def pairs_of(contacts: Contacts) -> list[str]:
    """The pair of bodies of each contact, as the group that its labels belong to."""
    return [f"{a} {b}" for a, b in zip(contacts.body_a.tolist(), contacts.body_b.tolist(), strict=True)]


def pair_labels(
    contacts: Contacts, names: PairNames, switches: ViewSwitches, scales: ContactScales, told: set[str]
) -> tuple[list[Label], int]:
    """A label for each pair of bodies that press on one another, of many the most pressed; and how many pairs there are.

    Those of up to `MOST_LABELLED` contacts stand in for the labels of their arrows. Where a pair has one contact alone,
    and its arrow a label (`told`, see `pairs_of`), there is none.
    """
    force = np.where(contacts.impact[:, None], 0.0, contacts.force)
    normal, tangential = normal_and_tangential(force, contacts.normal)
    pressed = np.flatnonzero(normal > 0.0)
    if not len(pressed) or not switches.normal_forces:
        return [], 0
    pairs = contacts.body_a[pressed] * len(names.names) + contacts.body_b[pressed]  # one number each, which is sorted faster
    bodies, of_pair, count = np.unique(pairs, return_inverse=True, return_counts=True)
    bodies = np.column_stack(np.divmod(bodies, len(names.names)))
    sums = np.bincount(of_pair, weights=normal[pressed])
    across = np.linalg.norm(tangential[pressed], axis=1)
    friction = np.bincount(of_pair, weights=across)
    most = float(np.max(np.linalg.norm(force, axis=1), initial=0.0))
    few = len(contacts) <= MOST_LABELLED
    found = []
    known = np.array([bool(told) and f"{a} {b}" in told for a, b in bodies.tolist()])
    lengths = np.minimum(normal * scales.force, scales.longest) * names.signs(contacts)
    tips = contacts.point + lengths[:, None] * contacts.normal
    for k in largest(np.where(known & (count < 2), 0.0, sums), MOST_SUMS).tolist():
        a, b = (int(body) for body in bodies[k])
        tells = int(count[k]) if few else 1
        text = f"{names.of(a, b)} {'Σ' if count[k] > 1 else ''}λₙ {quantity_text(float(sums[k]), 'N')}"
        if few and switches.friction_forces and friction[k] > SLIGHT * sums[k]:
            text += f", Σ|λₜ| {quantity_text(float(friction[k]), 'N')}"
            tells += int(np.count_nonzero(across[of_pair == k] > RUBS * max(most, 1.0))) if few else 0
        place = np.mean(tips[pressed[of_pair == k]], axis=0)
        found.append(Label(place, text, FORCE, f"{a} {b}" if few else "", tells))
    return found, len(sums)


def largest(values: Array, count: int) -> Array:
    """Indices of the largest that are above 0, at most `count`; of equal ones the first, so that labels do not jump."""
    order = np.argsort(-np.round(values, 3), kind="stable")[:count]
    chosen: Array = np.sort(order[values[order] > 0.0])
    return chosen
