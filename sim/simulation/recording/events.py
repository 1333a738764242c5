"""Things that happen at an instant: impacts, lift-offs, slips, sticks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

Speeds = tuple[float, float]


class EventKind(Enum):
    """What happened."""

    IMPACT = "impact"  # velocities jumped
    LIFT_OFF = "lift-off"  # a contact that was pressed let go
    SLIP = "slip"  # a contact that stuck began to slide
    STICK = "stick"  # a contact that slid came to hold


@dataclass(frozen=True, slots=True)
class Event:
    """One event. For time-stepping, t is the end of the step it happened in.

    before, after : normal velocity (positive: parting) and slip speed [m/s] of one contact of the pair: at an impact the one that
                    approached fastest, at a lift-off the one that parts fastest, else the one that slips fastest. None where
                    the recording does not have it.
    """

    t: float  # [s]
    kind: EventKind
    bodies: tuple[str, str]
    impulse: float = 0.0  # of an impact, normal, summed over the pair's contacts [N s]
    contacts: int = 1  # how many contacts of the pair took part
    impulse_vector: tuple[float, float, float] = (0.0, 0.0, 0.0)  # the same with friction, on the second body, world [N s]
    before: Speeds | None = None
    after: Speeds | None = None
