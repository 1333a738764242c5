"""How a scene is simulated: the choices, their defaults and units."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from ..contact.status import SOLVERS
from ..errors import ArgumentError, UnknownNameError
from .impact_laws import IMPACT_LAWS, RESTITUTION_LAWS

SHORTEST, LONGEST = 1e-7, 1.0  # time step [s]

SCHEMES = ("time_stepping", "hybrid")

CHOICES = {"solver": SOLVERS, "impact_law": IMPACT_LAWS, "restitution_law": RESTITUTION_LAWS}
"""Fields that are one of several names, and the number that kernels know each by."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Choices for one simulation. Raises ArgumentError for a value that cannot be used."""

    dt: float = 1e-3  # time step; for the hybrid scheme, the time between recorded states [s]
    scheme: str = "time_stepping"  # or "hybrid"
    solver: str = "newton"  # of `SOLVERS`
    tolerance: float = 1e-10  # natural-map residual a contact solve must reach [m/s]
    sweeps: int = 200  # Gauss-Seidel passes at most
    restitution_speed: float = 1e-2  # slower approaches do not bounce (time-stepping) [m/s]
    recovery_speed: float = 1.0  # penetration is removed at most this fast, without adding velocity [m/s]
    event_tolerance: float = 1e-12  # instants of events are found to within this (hybrid) [s]
    integration_tolerance: float = 1e-10  # relative and absolute, of the adaptive integrator (hybrid)
    rest_speed: float = 1e-5  # at an event, what parts or slides slower is held: the guard against Zeno (hybrid) [m/s]
    impact_law: str = "simultaneous"  # of `IMPACT_LAWS`: who strikes with whom
    restitution_law: str = "newton"  # of `RESTITUTION_LAWS`: what e is the ratio of

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name == "scheme":
                if value not in SCHEMES:
                    raise UnknownNameError("scheme", str(value), SCHEMES)
            elif field.name in CHOICES:
                if value not in CHOICES[field.name]:
                    raise UnknownNameError(field.name, str(value), CHOICES[field.name])
            elif not isinstance(value, (int, float)) or isinstance(value, bool) or not np.isfinite(value):
                raise ArgumentError(f"settings: {field.name} must be a finite number; given {value!r}")
            elif field.name == "dt" and not SHORTEST <= value <= LONGEST:
                raise ArgumentError(f"settings: dt must be from {SHORTEST:g} to {LONGEST:g} s; given {value!r}")
            elif value < 0 or (value == 0 and field.name not in ("restitution_speed", "rest_speed")):
                raise ArgumentError(f"settings: {field.name} must be positive; given {value!r}")

    def record(self, gravity: tuple[float, float, float]) -> np.ndarray:
        """The numbers as kernels take them: one row of `SETTINGS`."""
        row: Any = np.zeros(1, dtype=SETTINGS)
        for name in SETTINGS.names or ():
            if name == "gravity":
                row[name] = gravity
            elif name in CHOICES:
                row[name] = CHOICES[name][getattr(self, name)]
            else:
                row[name] = getattr(self, name)
        return np.asarray(row)


SETTINGS = np.dtype(
    [
        ("dt", "f8"),
        ("solver", "i8"),
        ("tolerance", "f8"),
        ("sweeps", "i8"),
        ("restitution_speed", "f8"),
        ("recovery_speed", "f8"),
        ("event_tolerance", "f8"),
        ("integration_tolerance", "f8"),
        ("rest_speed", "f8"),
        ("impact_law", "i8"),
        ("restitution_law", "i8"),
        ("gravity", "f8", (3,)),
    ],
    align=True,
)
