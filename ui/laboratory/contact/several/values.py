"""What the page Several contacts shows, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from torseur.sim.contact.analysis.several.values import ContactDirection

from ...dynamics.values import Coordinate, about_axes


@dataclass(frozen=True, eq=False, slots=True)
class SeveralContacts:
    """The contacts that are shown, and the problem they have: of accelerations, or of velocities with impulses for forces."""

    names: tuple[str, ...]  # in the notation of `paint_math`: c_1, of a limit of a joint l_1
    bodies: tuple[tuple[str, str], ...]  # full names: the normal points from the first into the second
    coordinates: tuple[Coordinate, ...]  # of q̇
    moving: tuple[int, ...]  # which of them are shown: all, or of very many those that the contacts move
    M: np.ndarray  # (n, n) [1/kg]
    H: np.ndarray  # (nv, nv)
    T: np.ndarray  # (nv, n) [1, m]
    d: np.ndarray  # (n,) [m/s² | m/s]
    product: np.ndarray  # (n,) M λ
    tangential: np.ndarray  # (n,) what friction adds to the rates along the normals
    rate: np.ndarray  # (n,) ζ̇, or ζ
    force: np.ndarray  # (n, 3) along tangent, normal × tangent, normal [N | N s]
    impulses: bool  # whether it is of velocities
    note: str = ""  # which of many contacts these are, a sentence

    @property
    def joints(self) -> tuple[Coordinate, ...]:
        """The numbers of q̇ that are shown."""
        return tuple(self.coordinates[k] for k in self.moving)

    @property
    def about_axes(self) -> str:
        """Along which axes the numbers of a joint that has several are, a sentence; empty: there is none such."""
        return about_axes(self.joints)

    @property
    def load_unit(self) -> str:
        """Of λ, or of Λ."""
        return "N·s" if self.impulses else "N"

    @property
    def rate_unit(self) -> str:
        """Of ζ̇ and d, or of ζ."""
        return "m/s" if self.impulses else "m/s²"

    @property
    def pairs(self) -> tuple[str, ...]:
        """The bodies of each, in full."""
        return tuple(f"{a} · {b}" if b else a for a, b in self.bodies)


class DirectionView(NamedTuple):
    """How t of the selected contact comes about."""

    name: str  # of the contact
    direction: ContactDirection
    place: str  # P or O, about which moments are taken
    error: float  # the largest difference of t and its column of T
    apart: float  # the largest difference of t about P and about O


class DriftColumn(NamedTuple):
    """What one cause gives to d."""

    symbol: str  # in the notation of `paint_math`
    values: np.ndarray  # (n,)
    about: str  # in words


class ShiftRow(NamedTuple):
    """A slider along one direction in which forces are not determined."""

    name: str  # z₁
    amount: float  # how far it is gone [N | N s]
    lower: float
    upper: float
    ends: str  # what stops it at both ends, a sentence


class ShiftFacts(NamedTuple):
    """What stays and what changes as forces go along the kernel."""

    acceleration: tuple[str, str] | None  # largest change of q̈, text and unit; None: it is of impulses
    torque: tuple[str, str]  # of τ_c = Jᵀ r, or of what impulses give the joints
    rate: float  # of ζ̇ or ζ
    moved: float  # how far forces are from those of before, at most [N | N s]


class LimitRow(NamedTuple):
    """One ε on the way to 0."""

    epsilon: float  # [1/kg]
    force_change: float  # the largest |λ(ε) - λ| [N]
    rate_change: float  # of ζ̇
    rate_bound: float
