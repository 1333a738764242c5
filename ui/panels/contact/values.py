"""What the contact inspector shows, as plain values: contacts, their problem with its solution, and how it was solved."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, overload

import numpy as np
from typing_extensions import override

STILL = 1e-9  # [m/s] a slower speed is shown as 0
MOST_WHOLE = 24  # contacts and joints of a problem whose matrices are in sight as a whole; larger ones scroll


class LoadBounds(NamedTuple):
    """Between which bounds the load of a contact may lie where it is one of many [N], [N s] at an impact; infinite: any size.

    Both of a direction are nan where the search ended before it had proven them.
    """

    first: tuple[float, float]  # friction along the first tangent
    second: tuple[float, float]  # along the other
    normal: tuple[float, float]

    @property
    def many(self) -> bool:
        """Whether other loads do: some bounds were found, and lie apart."""
        return any(lower < upper for lower, upper in self)

    @property
    def complete(self) -> bool:
        """Whether the bounds of all directions were found."""
        return not any(math.isnan(x) for pair in self for x in pair)


@dataclass(frozen=True, slots=True)
class ContactRow:
    """One contact. Its load is a force [N], or where the velocity jumped an impulse [N s]."""

    name: str  # in the notation of `paint_math`: "c_1"
    pair: str  # "brick · ground", bodies as they are read where room is short
    gap: float  # [m]
    speed: float  # normal relative velocity after the step [m/s]
    normal: float  # [N], [N s] at an impact
    tangential: float  # size of the friction [N], [N s] at an impact
    mode: str  # "sticking", "sliding", "open", or "closed": pressed, and without friction
    impact: bool  # whether the velocity jumped
    friction: float  # coefficient μ
    force: tuple[float, float]  # friction along two tangents [N], [N s] at an impact
    bodies: tuple[str, str] = ("", "")  # by their full names
    mover: str = ""  # the one of the pair that can move where the other cannot, as it is read; "": both can
    facets: int = 0  # of the pyramid that friction is solved with, a corner on the first tangent; 0: it is a cone
    bounds: LoadBounds | None = None  # of a load that is or may be one of many; None: it is the only one, or not looked at

    @property
    def is_closing(self) -> bool:
        """Whether what is pressed still comes nearer after the step, as its law allows."""
        return self.mode != "open" and self.speed < -STILL

    @property
    def section(self) -> float:
        """How far friction may reach in its direction, as a share of μ times the normal load: 1 for a cone."""
        if not self.facets:
            return 1.0
        half = math.pi / self.facets
        angle = math.atan2(self.force[1], self.force[0]) % (2.0 * half)
        return math.cos(half) / math.cos(angle - half)


@dataclass(frozen=True, eq=False)
class ContactRows(Sequence[ContactRow]):
    """The rows of all contacts of an instant, each made when it is read: of a thousand a dozen are in sight."""

    normal: np.ndarray  # (n,) [N], [N s] at an impact
    impact: np.ndarray  # (n,) bool
    closing: np.ndarray  # (n,) bool: pressed, and coming nearer still
    bounds: Mapping[int, LoadBounds]  # of those rows that have some
    make: Callable[[int], ContactRow]
    _made: dict[int, ContactRow] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: Sequence[ContactRow]) -> ContactRows:
        """Of rows that are there."""
        if isinstance(rows, ContactRows):
            return rows
        bounds = {i: row.bounds for i, row in enumerate(rows) if row.bounds is not None}
        normal, impact = np.array([row.normal for row in rows]), np.array([row.impact for row in rows], dtype=bool)
        return cls(normal, impact, np.array([row.is_closing for row in rows], dtype=bool), bounds, rows.__getitem__)

    @override
    def __len__(self) -> int:
        return len(self.normal)

    @overload
    def __getitem__(self, key: int) -> ContactRow: ...
    @overload
    def __getitem__(self, key: slice) -> ContactRows: ...
    @override
    def __getitem__(self, key: int | slice) -> ContactRow | ContactRows:
        places = range(len(self))[key]
        if isinstance(places, range):
            bounds = {k: self.bounds[i] for k, i in enumerate(places) if i in self.bounds} if self.bounds else {}
            return ContactRows(self.normal[key], self.impact[key], self.closing[key], bounds, lambda k: self[places[k]])
        if places not in self._made:
            self._made[places] = self.make(places)
        return self._made[places]


@dataclass(frozen=True, eq=False, slots=True)
class ProblemView:
    """A problem u = W r + w of n contacts and joints under a law of friction, and its solution; ζ = M λ + d is its normal part.

    The third of each three is along the normal; of the limit or the dry friction of a joint it is all there is. Rates are
    accelerations, or velocities where the level is "velocity" or "impact"; loads are forces there, else impulses.
    """

    names: tuple[str, ...]  # of the contacts, as in their rows; of a limit "l_1", of dry friction "f_1"
    level: str  # "acceleration", "velocity" or "impact"
    solved: bool  # whether this is what the simulation solved for the instant, and not another problem of the same state
    notes: tuple[str, ...]  # sentences on which problem it is, and which joints take part
    M: np.ndarray  # (n, n) Delassus matrix of the normals, with the softening on its diagonal [1/kg]
    W: np.ndarray  # (3n, 3n) the same along tangent, normal × tangent, normal [1/kg]
    H: np.ndarray  # (nv, nv) mass matrix [kg, kg m, kg m²]
    T: np.ndarray  # (nv, n) directions of the contacts [1, m]
    H_labels: tuple[str, ...]  # of the velocities: a joint's name, "brick v_x" for a free body
    H_units: tuple[str, ...]  # of the velocities: "m/s" or "rad/s"
    force: np.ndarray  # (n, 3) forces [N], or impulses [N s]; of joints that turn [N m], [N m s]
    rate: np.ndarray  # (n, 3) W r + w, less what the law asks for at least
    drift: np.ndarray  # (n, 3) the same without forces
    given: np.ndarray  # (n, 3) of the forces what impacts before this solve gave, for which the law is not asked
    least: np.ndarray  # (n,) normal impulse that Poisson's law asks for at least
    softness: np.ndarray  # (n,) ε on the diagonal of M and W [1/kg]
    slide: np.ndarray  # (n, 2) direction of slip along the tangents, where that is known; else zeros
    friction: np.ndarray  # (n,) μ; minus the largest dry friction of a joint
    load: np.ndarray  # (n, 3) forces in the unit of the table of contacts
    load_units: tuple[str, ...]  # of the table's: "N", of a joint that turns "N·m"; "N·s" where the velocity jumped
    residuals: np.ndarray  # (n,) natural map of each
    law: str  # of `LAWS`
    facets: int  # of the pyramid; 0 for others
    asked: bool  # whether the law asks for more than that nothing goes in: -e ζ⁻, or to close what is open
    rank: int  # of M
    condition: float  # of M on its range
    recorded: float | None  # the residual that was recorded; None for another problem
    complementarity: float  # |ζᵀ λ|
    cone_margin: float | None  # smallest μ λ_n - |λ_t|; None without friction
    penetration: float  # deepest [m]
    relative_residual: float  # of the contact law, over the largest of loads and rates [-]
    method: str  # of the solver that answered
    iterations: int
    unique: bool | None = None  # whether no other loads make this motion under the law; None: not known

    @property
    def frictional(self) -> bool:
        """Whether friction was solved for."""
        return self.law != "frictionless" and bool(np.any(self.friction > 0.0))

    @property
    def residual(self) -> float:
        """The largest of `residuals`."""
        return float(np.max(self.residuals, initial=0.0))


@dataclass(frozen=True, slots=True)
class SolveFacts:
    """How the last step was solved."""

    solver: str
    iterations: int
    residual: float  # [m/s], or of the largest acceleration
    unit: str  # of that: "m/s", or "relative"
    asked: float  # up to which it is solved, in the same
    step: float  # [s]
    scheme: str
    is_doubtful: bool = False  # whether a contact of it is
