"""Forces on their way along directions in which they are not determined, and how far they may go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.contact.analysis.several.shift_bounds import shift_bounds
from torseur.sim.superscripts import subscript
from torseur.sim.texts import tr
from torseur.ui.look.math_notation import written
from torseur.ui.text.number_text import quantity_text

from .several_facts import SeveralFacts

FAR = 10.0  # times the largest force: how far a slider goes where nothing stops it
MOST_DIRECTIONS = 8  # sliders


class ShiftRow(NamedTuple):
    """A slider along one direction in which forces are not determined."""

    name: str  # z₁
    amount: float  # how far it is gone [N | N s]
    lower: float
    upper: float
    ends: str  # what stops it at both ends, a sentence


class ForceShift:
    """How far forces are gone along each direction; it is not changed."""

    def __init__(self, facts: SeveralFacts, kind: str, amounts: Sequence[float] = ()) -> None:
        """`kind`: "normals" for directions of ker M, "friction" for those of ker W within the law."""
        self.facts = facts
        kernel, n = facts.kernel, len(facts.part)
        self.kind = kind if self.has_both_kinds else "normals"
        self.directions: Array = np.zeros((3 * n, 0)) if kernel is None else np.zeros((3 * n, kernel.directions.shape[1]))
        if self.kind == "friction":
            self.directions = facts.directions
        elif kernel is not None:
            self.directions[2::3] = kernel.directions
        self.directions = self.directions[:, :MOST_DIRECTIONS]
        count = self.directions.shape[1]
        self.amounts: Array = np.array(amounts) if len(amounts) == count else np.zeros(count)

    @property
    def has_both_kinds(self) -> bool:
        """Whether friction can change as well."""
        return bool(np.any(self.facts.shown.friction > 0.0)) and self.facts.kernel is not None

    @property
    def change(self) -> Array:
        """(n, 3) of the forces, from those that were solved."""
        return np.asarray((self.directions @ self.amounts).reshape(-1, 3))

    @property
    def force(self) -> Array:
        """(n, 3) as they are now."""
        return np.asarray(self.facts.shown.force + self.change)

    @property
    def is_moved(self) -> bool:
        """Whether any slider is off its place."""
        return bool(np.any(self.amounts != 0.0))

    def moved(self, k: int, amount: float) -> tuple[float, ...]:
        """The amounts with so much along direction k, or as far as the law lets."""
        row, amounts = self.rows()[k], self.amounts.tolist()
        amounts[k] = min(max(amount, row.lower), row.upper)
        return tuple(amounts)

    def rows(self) -> tuple[ShiftRow, ...]:
        """Each direction with its bounds, the others where they are now."""
        facts = self.facts
        solved, names = facts.solved, facts.shown.names
        unit = "N·s" if facts.is_impulsive else "N"
        held = facts.leaves | (facts.slides if self.kind == "normals" else np.zeros_like(facts.slides))
        mu, force = facts.shown.friction, self.force
        far = FAR * max(1.0, float(np.abs(facts.shown.force).max(initial=0.0)))
        found = []
        for k in range(len(self.amounts)):
            z = self.directions[:, k].reshape(-1, 3)
            bounds = shift_bounds(force, z, mu, solved.facets, held)
            at = float(self.amounts[k])
            lower, upper = max(at + bounds.lower, -far), min(at + bounds.upper, far)
            if bounds.lower == bounds.upper == 0.0 and at == 0.0 and held[bounds.lower_contact]:
                name = written(names[bounds.lower_contact])
                ends = (
                    tr("Not possible: {name} leaves: its force stays 0.", name=name)
                    if facts.leaves[bounds.lower_contact]
                    else tr("Not possible: {name} slides: its friction goes with λ.", name=name)
                )
            else:
                ends = tr(
                    "From {lower} ({lower_stop}) to {upper} ({upper_stop}).",
                    lower=quantity_text(lower, unit, 3),
                    lower_stop=_stop(bounds.lower_contact, bounds.lower_slips, names, mu),
                    upper=quantity_text(upper, unit, 3),
                    upper_stop=_stop(bounds.upper_contact, bounds.upper_slips, names, mu),
                )
            found.append(ShiftRow(f"z{subscript(k + 1)}", at, min(lower, at), max(upper, at), ends))
        return tuple(found)


def _stop(contact: int, slips: bool, names: tuple[str, ...], mu: Array) -> str:
    if contact < 0:
        return tr("nothing stops it")
    name = written(names[contact])
    if not slips:
        return tr("{name} bears nothing", name=name)
    if mu[contact] < 0.0:
        return tr("{name} at its dry friction", name=name)
    return tr("{name} at its cone of friction", name=name)
