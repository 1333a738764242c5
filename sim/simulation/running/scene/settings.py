"""How a scene is simulated: the choices, their defaults and units."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from ....contact.law.contact_laws import FRICTION_LAWS
from ....contact.status import HEAPS_SWEPT, SOLVERS
from ....errors import ArgumentError, UnknownNameError
from ....size_limits import FINEST_TOLERANCE, LARGEST_NUMBER, LONGEST_STEP, MOST_FACETS, MOST_SWEEPS, SHORTEST_STEP
from ..impacts.impact_laws import IMPACT_LAWS, RESTITUTION_LAWS

SCHEMES = ("time_stepping", "hybrid")

SOLVING = ("exact", "interactive")
"""exact: contacts are solved to the tolerance, however long that takes; interactive: to `INTERACTIVE_TOLERANCE`, and islands of
many bodies by `INTERACTIVE_SWEEPS` sweeps whatever they leave, for a step that takes a bounded time."""

INTERACTIVE_TOLERANCE = 1e-4
"""Of the interactive setting, at least [m/s]."""
INTERACTIVE_SWEEPS = 10
"""Of the interactive setting, at most."""
_WORK_ROUNDS, _INTERACTIVE_ROUNDS = 4, 1  # times that a step is solved, where contacts gave energy

STABILISATIONS = ("projection", "baumgarte", "none")
"""What is done about penetration: positions are moved out of it, without adding velocity; velocity is added; nothing."""

CHOICES = {
    "scheme": {name: k for k, name in enumerate(SCHEMES)},
    "solver": SOLVERS,
    "solving": {name: k for k, name in enumerate(SOLVING)},
    "friction_law": {name: k for k, name in enumerate(FRICTION_LAWS)},
    "stabilisation": {name: k for k, name in enumerate(STABILISATIONS)},
    "impact_law": IMPACT_LAWS,
    "restitution_law": RESTITUTION_LAWS,
}
"""Fields that are one of several names, and the number that kernels know each by."""
_TOLERANCES = ("tolerance", "event_tolerance", "integration_tolerance")
_MAY_BE_ZERO = ("restitution_speed", "rest_speed", "compliance", "relaxation_time", "regularisation", "error_every")


@dataclass(frozen=True, slots=True)
class Settings:
    """Choices for one simulation. Raises ArgumentError for a value that cannot be used."""

    dt: float = 1e-3  # time step; for the hybrid scheme, the time between recorded states [s]
    scheme: str = "time_stepping"  # or "hybrid"
    solver: str = "newton"  # of `SOLVERS`
    solving: str = "exact"  # of `SOLVING`: how far contacts are solved (time-stepping)
    tolerance: float = 1e-10  # natural-map residual a contact solve must reach [m/s]
    sweeps: int = 200  # Gauss-Seidel passes at most
    friction_law: str = "coulomb"  # of `FRICTION_LAWS`; time-stepping alone has the others
    facets: int = 4  # of the pyramid: even, at least 4
    theta: float = 0.5  # part of the step that positions follow the velocity at its end, from 0.5 to 1 (time-stepping)
    stabilisation: str = "projection"  # of `STABILISATIONS` (time-stepping)
    error_reduction: float = 0.2  # share of a penetration that baumgarte removes in a step
    compliance: float = 0.0  # of every contact, along the normal; 0: rigid (time-stepping) [m/N]
    relaxation_time: float = 0.0  # damping of compliant contact, over its stiffness [s]
    regularisation: float = 0.0  # added to the normal diagonal of the Delassus matrix (time-stepping) [1/kg]
    restitution_speed: float = 1e-2  # slower approaches do not bounce (time-stepping) [m/s]
    recovery_speed: float = 1.0  # penetration is removed at most this fast, without adding velocity [m/s]
    event_tolerance: float = 1e-12  # instants of events are found to within this (hybrid) [s]
    integration_tolerance: float = 1e-10  # relative and absolute, of the adaptive integrator (hybrid)
    rest_speed: float = 1e-5  # at an event, what parts or slides slower is held: the guard against Zeno (hybrid) [m/s]
    error_every: int = 32  # a step in so many is taken again as two halves, for its error; 0: none (time-stepping)
    impact_law: str = "simultaneous"  # of `IMPACT_LAWS`: who strikes with whom
    restitution_law: str = "newton"  # of `RESTITUTION_LAWS`: what e is the ratio of

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name in CHOICES:
                if value not in CHOICES[field.name]:
                    raise UnknownNameError(field.name, str(value), CHOICES[field.name])
            elif not isinstance(value, (int, float)) or isinstance(value, bool) or not abs(value) < float("inf"):
                raise ArgumentError("settings: {field} must be a finite number; given {value!r}", field=field.name, value=value)
            elif field.name == "dt" and not SHORTEST_STEP <= value <= LONGEST_STEP:
                raise ArgumentError(
                    "settings: dt must be from {shortest_step:g} to {longest_step:g} s; given {value!r}",
                    shortest_step=SHORTEST_STEP,
                    longest_step=LONGEST_STEP,
                    value=value,
                )
            elif field.name == "sweeps" and (value != int(value) or not 1 <= value <= MOST_SWEEPS):
                raise ArgumentError(
                    "settings: sweeps must be a whole number from 1 to {most_sweeps}; given {value!r}",
                    most_sweeps=MOST_SWEEPS,
                    value=value,
                )
            elif field.name in _TOLERANCES and not FINEST_TOLERANCE <= value <= LARGEST_NUMBER:
                raise ArgumentError(
                    "settings: {field} must be at least {finest_tolerance:g}; given {value!r}",
                    field=field.name,
                    finest_tolerance=FINEST_TOLERANCE,
                    value=value,
                )
            elif abs(value) > LARGEST_NUMBER:
                raise ArgumentError(
                    "settings: {field} must be at most {largest_number:g}; given {value!r}",
                    field=field.name,
                    largest_number=LARGEST_NUMBER,
                    value=value,
                )
            elif field.name == "facets" and (value != int(value) or value % 2 or not 4 <= value <= MOST_FACETS):
                raise ArgumentError(
                    "settings: facets must be an even number from 4 to {most_facets}; given {value!r}",
                    most_facets=MOST_FACETS,
                    value=value,
                )
            elif field.name == "error_every" and value != int(value):
                raise ArgumentError("settings: error_every must be a whole number of steps; given {value!r}", value=value)
            elif field.name == "theta" and not 0.5 <= value <= 1.0:
                raise ArgumentError("settings: theta must be from 0.5 to 1; given {value!r}", value=value)
            elif field.name == "error_reduction" and not 0.0 < value <= 1.0:
                raise ArgumentError("settings: error_reduction must be above 0 and at most 1; given {value!r}", value=value)
            elif value < 0 or (value == 0 and field.name not in _MAY_BE_ZERO):
                raise ArgumentError("settings: {field} must be positive; given {value!r}", field=field.name, value=value)

    @property
    def law_facets(self) -> int:
        """Facets of the law of friction; 0 where its cone is round."""
        return FRICTION_LAWS[self.friction_law].facets_of(self.facets)

    @property
    def residual_asked(self) -> float:
        """What residual contact solves are asked for [m/s]: the tolerance, unless the interactive setting asks for less."""
        return self.tolerance if self.solving == "exact" else max(self.tolerance, INTERACTIVE_TOLERANCE)

    @property
    def sweeps_allowed(self) -> int:
        """Gauss-Seidel passes at most; in the interactive setting, few."""
        return self.sweeps if self.solving == "exact" else min(self.sweeps, INTERACTIVE_SWEEPS)

    def record(self, gravity: tuple[float, float, float]) -> np.ndarray:
        """The numbers as kernels take them: a row of `SETTINGS`, and one for half the step, with which its error is estimated."""
        row: Any = np.zeros(2, dtype=SETTINGS)
        for name in SETTINGS.names or ():
            if name == "gravity":
                row[name] = gravity
            elif name == "work_rounds":
                row[name] = _WORK_ROUNDS if self.solving == "exact" else _INTERACTIVE_ROUNDS
            elif name == "cone":
                row[name] = self.law_facets or FRICTION_LAWS[self.friction_law].cone
            elif name == "is_estimate":
                row[name] = (0, 1)
            elif name in CHOICES:
                row[name] = CHOICES[name][getattr(self, name)]
            else:
                row[name] = getattr(self, name)
        row["dt"][1] = 0.5 * self.dt
        row["tolerance"], row["sweeps"] = self.residual_asked, self.sweeps_allowed
        if self.solving == "interactive":
            row["solver"] = HEAPS_SWEPT
        return np.asarray(row)


SETTINGS = np.dtype(
    [
        ("dt", "f8"),
        ("solver", "i8"),
        ("tolerance", "f8"),
        ("sweeps", "i8"),
        ("work_rounds", "i8"),
        ("cone", "i8"),
        ("theta", "f8"),
        ("stabilisation", "i8"),
        ("error_reduction", "f8"),
        ("compliance", "f8"),
        ("relaxation_time", "f8"),
        ("regularisation", "f8"),
        ("restitution_speed", "f8"),
        ("recovery_speed", "f8"),
        ("event_tolerance", "f8"),
        ("integration_tolerance", "f8"),
        ("rest_speed", "f8"),
        ("error_every", "i8"),
        ("is_estimate", "i8"),
        ("impact_law", "i8"),
        ("restitution_law", "i8"),
        ("gravity", "f8", (3,)),
    ],
    align=True,
)
