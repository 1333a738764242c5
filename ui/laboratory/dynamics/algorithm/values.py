"""What the page on the algorithm shows beside its equations, as plain values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A link in the table, by its number, which is that of its joint."""

    number: int
    name: str
    full: str
    parent: int  # number of the link that carries it; 0: it stands still
    children: str  # numbers of those that it carries
    outward: bool  # the way out has been through it
    torque: str  # τ, once the way back has been through it
    unit: str
