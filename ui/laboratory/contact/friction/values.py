"""What the page Friction is given, as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import Qt

from torseur.sim.contact.analysis.friction.values import FrictionInPlane, LawAnswer, SlidingPolar
from torseur.sim.contact.law.contact_laws import FRICTION_LAWS, LAWS
from torseur.sim.simulation.friction.values import ModeSequence

from ....look.theme import ENERGY, FORCE, FRICTION

_PENS = ((FRICTION, Qt.PenStyle.SolidLine), (ENERGY, Qt.PenStyle.DashLine), (FORCE, Qt.PenStyle.DotLine))
LAW_PENS = dict(zip(FRICTION_LAWS, _PENS, strict=True))
"""How each law is told from the others: its color and its line."""


def law_title(law: str, facets: int) -> str:
    """The name of a law; of the pyramid with its facets."""
    return LAWS[law].title(facets)


@dataclass(frozen=True, eq=False, slots=True)
class PlaneView:
    """The section of one contact, in forces or impulses."""

    name: str  # of the contact, in the notation of `paint_math`
    bodies: str
    law: str  # under which the contact was solved, and with how many facets
    facets: int
    section: FrictionInPlane
    unit: str  # of the friction, "N" or "N·s"
    slip_unit: str  # "m/s"; empty: the direction alone is known


@dataclass(frozen=True, eq=False, slots=True)
class LawsView:
    """The same contact under three laws, for the same instant."""

    answers: Sequence[LawAnswer]  # in the unit of `PlaneView`
    unit: str
    mu: float


@dataclass(frozen=True, eq=False, slots=True)
class PolarView:
    """What the contact gives in all directions, under three laws."""

    polars: Sequence[SlidingPolar]
    unit: str


@dataclass(frozen=True, eq=False, slots=True)
class ModesView:
    """What all contacts did over time. `names` are of the lanes, `selected` those of the contact that is selected."""

    recording: object  # whose they are
    sequence: ModeSequence
    names: tuple[str, ...]
    pairs: tuple[str, ...]  # the bodies of each lane
    selected: int  # lane; -1: none
    note: str  # what is not shown; empty: nothing

    def with_selected(self, lane: int) -> ModesView:
        """The same with another contact selected."""
        return replace(self, selected=lane)
