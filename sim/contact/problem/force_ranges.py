"""Between which bounds the forces of contacts lie that are one of many.

Each bound is the optimum of a linear function over the set of `redundant_forces`. Where contacts slide or open, or the cone is a
pyramid, that is a linear programme; the round cone of one that sticks is cut out of half-spaces, one added through each
optimum that lies outside, until none does (Kelley's cutting planes): every bound is met from outside. HiGHS solves them.
Sources: Kelley 1960; Huangfu & Hall 2018 (HiGHS, in SciPy).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog

from ...arrays import Array, frozen
from ...errors import ArgumentError
from ..law.face import EDGE, FACET, GX, GY, HX, HY, KIND, WHOLE
from .problem import ContactProblem
from .redundant_forces import Redundancy, redundancy_of
from .solution import ContactSolution, corners

_OUTSIDE = 1e-9  # share of a force by which it may leave its cone
_ROUNDS = 60  # of cutting planes
_UNBOUNDED = 1e5  # times the largest force: what may be this large has no bound
_SAME = 1e-7  # share of the largest force by which the bounds of one that is unique may differ
_FIRST = 8  # half-spaces that a round cone begins with


@dataclass(frozen=True, eq=False, slots=True)
class ForceRanges:
    """Bounds of the forces of each contact, in the units of the solution's."""

    lower: Array  # (nc, 3) along tangent, normal × tangent, normal [N]
    upper: Array  # (nc, 3); infinite where nothing bounds it: a body wedged in as tightly as one likes

    @property
    def unique(self) -> np.ndarray:
        """(nc,) bool: whether the force of a contact is the only one."""
        return np.all(self.lower == self.upper, axis=1)


def force_ranges(
    problem: ContactProblem, solution: ContactSolution, contacts: Sequence[int] | None = None
) -> ForceRanges:
    """Between which bounds the force of each contact may lie, the motion being that of the solution and the law obeyed.

    contacts : those asked for; all when None. The rows of the answer are theirs, in that order.
    A linear programme or more for each bound: some milliseconds each. A solution with regularisation is the only one.
    Raises ArgumentError for the solution of another problem, and for contacts that do not exist.
    """
    n = len(problem)
    asked = list(range(n)) if contacts is None else [int(c) for c in contacts]
    if any(not 0 <= c < n for c in asked):
        raise ArgumentError(f"contacts are numbered from 0 to {n - 1}; asked for {asked}")
    redundancy = redundancy_of(problem, solution)
    lower, upper = solution.force[asked], solution.force[asked]
    size = float(np.abs(solution.force).max(initial=0.0))
    if solution.regularisation_bound > 0.0 or size == 0.0:
        return ForceRanges(frozen(lower), frozen(upper))
    freedom = redundancy.directions
    programme = _Programme(redundancy, solution.force, freedom, size)
    for i, c in enumerate(asked):
        for axis in range(3):
            if np.abs(freedom[3 * c + axis]).max(initial=0.0) <= _SAME:
                continue
            least, most = -size * programme.most(3 * c + axis, -1.0), size * programme.most(3 * c + axis, 1.0)
            if most - least > _SAME * size:
                lower[i, axis], upper[i, axis] = least, most
    return ForceRanges(frozen(lower), frozen(upper))


class _Programme:
    """The set as r = r₀ + N z with G r ≤ h, to which cutting planes are added as they are found; forces are divided by `size`."""

    def __init__(self, redundancy: Redundancy, force: Array, freedom: Array, size: float) -> None:
        n = len(force)
        self._force, self._freedom = force.ravel() / size, freedom
        self._mu, self._is_round = redundancy.mu, np.zeros(n, dtype=bool)
        self._ball = np.full(n, np.inf)  # largest dry friction of a joint that it holds
        self._rows: list[Array] = []
        self._most: list[float] = []
        for c, face in enumerate(redundancy.faces):
            if face[KIND] == WHOLE and redundancy.mu[c] < 0.0:
                self._ball[c] = -redundancy.mu[c] / size
                for axis in np.concatenate([np.eye(3), -np.eye(3)]):
                    self._require(c, axis, float(self._ball[c]))
            elif face[KIND] == WHOLE:
                self._is_round[c] = redundancy.mu[c] > 0.0 and redundancy.cone <= 0
                self._cut_out(c, redundancy.cone)
            elif face[KIND] == EDGE:
                self._require(c, np.array([0.0, 0.0, 1.0]))
            elif face[KIND] == FACET:
                g, h = np.array([face[GX], face[GY], 1.0]), np.array([face[HX], face[HY], 1.0])
                for one, other in ((g, h), (h, g)):
                    self._require(c, one - (one @ other) / (other @ other) * other)

    def most(self, row: int, sign: float) -> float:
        """The largest that sign · r[row] can be; infinite if nothing bounds it."""
        objective = sign * self._freedom[row]
        start = value = sign * self._force[row]
        for _ in range(_ROUNDS):
            G = np.array(self._rows)
            found = linprog(
                -objective,
                A_ub=np.vstack([G @ self._freedom, objective]),
                b_ub=np.append(self._most - G @ self._force, _UNBOUNDED - start),
                bounds=(None, None),
                method="highs",
                options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
            )
            if found.x is None:
                raise ArgumentError(f"HiGHS finds no bound of this force: {found.message}")
            r = (self._force + self._freedom @ found.x).reshape(-1, 3)
            value = float(start + objective @ found.x)
            tangential = np.linalg.norm(r[:, :2], axis=1)
            outside = self._is_round & (tangential - self._mu * r[:, 2] > _OUTSIDE * np.maximum(1.0, np.abs(r[:, 2])))
            beyond = np.linalg.norm(r, axis=1) > self._ball * (1.0 + _OUTSIDE)
            if not (outside.any() or beyond.any()):
                break
            for c in np.flatnonzero(outside):
                self._cut(int(c), r[c, :2] / tangential[c])
            for c in np.flatnonzero(beyond):
                self._require(int(c), -r[c] / np.linalg.norm(r[c]), float(self._ball[c]))
        return value if value < 0.99 * _UNBOUNDED else np.inf  # after _ROUNDS a little more than the bound

    def _cut_out(self, c: int, cone: int) -> None:
        """Half-spaces of a whole cone: its facets; some that touch a round one; that it only pushes."""
        if self._mu[c] == 0.0:
            self._require(c, np.array([0.0, 0.0, 1.0]))
            return
        points = corners(cone if cone > 0 else _FIRST)
        middles = 0.5 * (points + np.roll(points, -1, axis=0))
        length = np.linalg.norm(middles, axis=1)
        for middle, apart in zip(middles, length, strict=True):
            self._cut(c, middle / apart, float(apart) if cone > 0 else 1.0)

    def _cut(self, c: int, direction: Array, apart: float = 1.0) -> None:
        """Require d · r_t ≤ apart · μ r_n."""
        self._require(c, np.array([-direction[0], -direction[1], apart * self._mu[c]]))

    def _require(self, c: int, normal: Array, below: float = 0.0) -> None:
        """Require normal · r ≥ -below."""
        row = np.zeros(len(self._force))
        row[3 * c : 3 * c + 3] = -normal
        self._rows.append(row)
        self._most.append(below)
