"""Things that happen at an instant: impacts, lift-offs, slips, sticks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class EventKind(Enum):
    """What happened."""

    IMPACT = "impact"  # velocities jumped
    LIFT_OFF = "lift-off"  # a contact that was pressed let go
    SLIP = "slip"  # a contact that stuck began to slide
    STICK = "stick"  # a contact that slid came to hold


@dataclass(frozen=True, slots=True)
class Event:
    """One event. For time-stepping, t is the end of the step it happened in."""

    t: float  # [s]
    kind: EventKind
    bodies: tuple[str, str]
    impulse: float = 0.0  # of an impact, normal, summed over the pair's contacts [N s]
    contacts: int = 1  # how many contacts of the pair took part
