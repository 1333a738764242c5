"""What the page What if shows, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from ....panels.scene.values import MaterialEntry

Pair = tuple[float, float]  # as it was, as it would have been


@dataclass(frozen=True, slots=True)
class EditView:
    """What is changed of the state shown."""

    materials: tuple[MaterialEntry, ...]  # as they are with the edit
    bodies: tuple[tuple[str, str], ...]  # that have mass: name and how it is read
    body: str  # which of them mass and wrench are of
    mass: float  # with the edit [kg]
    wrench: tuple[float, ...]  # (6,) force and moment on it at its centre of mass, world axes [N, N m]
    changes: tuple[str, ...]  # what differs from the recording, each in words


@dataclass(frozen=True, slots=True)
class EditedContact:
    """One contact, or joint at its limit, before and after the edit."""

    name: str  # in the notation of `paint_math`
    about: str  # bodies, or joint
    modes: tuple[str, str]
    normal: Pair  # λ_n
    friction: Pair  # |λ_t|
    separation: Pair  # ζ, or ζ̇ of an instant
    slip: Pair  # speed, or acceleration, along the tangents


@dataclass(frozen=True, slots=True)
class EditedMotion:
    """One number of q̈, or of the jump of q̇ at an impact."""

    symbol: str  # in the notation of `paint_math`
    name: str
    body: str  # or joint, whose it is
    unit: str
    numbers: Pair


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """A state as it was solved beside what it would have been."""

    caption: str  # which step, instant or impact
    formula: str
    contacts: tuple[EditedContact, ...]
    force_unit: str
    rate_unit: str
    motion: tuple[EditedMotion, ...]
    axes: str  # along which its numbers are; empty: each of a joint's own
    more: int  # numbers of the motion, or contacts, that are left out
    facts: tuple[tuple[str, str, str], ...]
    note: str


@dataclass(frozen=True, slots=True)
class BranchView:
    """The run that is shown is a branch of another."""

    facts: tuple[tuple[str, str, str], ...]
    note: str
