"""Between which bounds the forces of contacts lie that are one of many.

Each bound is the optimum of a linear function over the set of `redundant_forces`: forces r = r* + N z that make the same motion,
with each in its face. The columns of N fall apart into groups of contacts of which none feels what the others do (between two
boxes of a stack, say); each group is a `cone_programme` of its own, and what N does not move has one value.
Source: `cone_programme`; for the groups, connected components of the projection N Nᵀ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from ...arrays import Array, frozen
from ...errors import ArgumentError
from ..law.face import EDGE, FACET, GX, GY, HX, HY, KIND, WHOLE
from .cone_programme import ConeSet, interior_of, optima
from .problem import ContactProblem, Indices
from .redundant_forces import Redundancy, redundancy_of
from .solution import ContactSolution, corners

_APART = 1e-8  # entries of the projection N Nᵀ up to which two contacts do not feel each other
_UNBOUNDED = 1e3  # times the largest force: what may be this large has no bound
_FAR = 1e5  # times the largest force: all normal forces of a group together, where nothing else bounds them
_ZERO = 1e-8  # share of the largest force up to which a bound is zero: ten times what the optima leave
_SAME = 1e-7  # share of the largest force by which the bounds of one that is unique may differ


@dataclass(frozen=True, eq=False, slots=True)
class ForceRanges:
    """Bounds of the forces of each contact, in the units of the solution's."""

    lower: Array  # (nc, 3) along tangent, normal × tangent, normal [N]; nan where the search ended before it was found
    upper: Array  # (nc, 3), likewise; infinite where nothing bounds it: a body wedged in as tightly as one likes

    @property
    def unique(self) -> np.ndarray:
        """(nc,) bool: whether the force of a contact is the only one, and known to be."""
        return np.all(self.lower == self.upper, axis=1)

    @property
    def found(self) -> np.ndarray:
        """(nc,) bool: whether all bounds of a contact were found."""
        return ~np.any(np.isnan(self.lower) | np.isnan(self.upper), axis=1)


def force_ranges(problem: ContactProblem, solution: ContactSolution, contacts: Sequence[int] | None = None) -> ForceRanges:
    """Between which bounds the force of each contact may lie, the motion being that of the solution and the law obeyed.

    contacts : those asked for; all when None. The rows of the answer are theirs, in that order.
    Some milliseconds for each contact that is not alone: see `RangeSearch` for one after the other. A bound of more than a
    thousand times the largest force is none; one whose search ended before it was proven is nan, never a guess. A solution with
    regularisation is the only one.
    Raises ArgumentError for the solution of another problem, and for contacts that do not exist.
    """
    return RangeSearch(problem, solution).ranges(range(len(problem)) if contacts is None else contacts)


class RangeSearch:
    """`force_ranges` of one solution, for some contacts now and others later; what they share is found once."""

    def __init__(self, problem: ContactProblem, solution: ContactSolution) -> None:
        self._problem, self._solution = problem, solution
        self._size = float(np.abs(solution.force).max(initial=0.0))
        self._found: dict[int, tuple[ConeSet, Indices]] = {}  # of each group

    def ranges(self, contacts: Sequence[int]) -> ForceRanges:
        """Of these contacts. Raises ArgumentError as `force_ranges` does."""
        n, asked = len(self._problem), [int(c) for c in contacts]
        if any(not 0 <= c < n for c in asked):
            raise ArgumentError("contacts are numbered from 0 to {n}; asked for {asked}", n=n - 1, asked=asked)
        lower, upper = self._solution.force[asked], self._solution.force[asked]
        if self._solution.regularisation_bound == 0.0 and self._size > 0.0:
            for i, c in enumerate(asked):
                self._write_bounds(c, lower[i], upper[i])
        return ForceRanges(frozen(lower), frozen(upper))

    def _write_bounds(self, c: int, lower: Array, upper: Array) -> None:
        freedom, group = self._parts
        axes = np.flatnonzero(np.abs(freedom[3 * c : 3 * c + 3]).max(axis=1, initial=0.0) > _SAME)
        if not len(axes):
            return
        points, members = self._of(int(group[c]))
        wanted = np.zeros((len(axes), 3 * len(members)))
        wanted[np.arange(len(axes)), 3 * int(np.searchsorted(members, c)) + axes] = 1.0
        values, reached = (row.reshape(2, -1) for row in optima(points, np.concatenate([wanted, -wanted])))
        values[np.abs(values) <= _ZERO] = 0.0
        for axis, most, least, known in zip(axes, values[0], 0.0 - values[1], reached.T, strict=True):
            if not known.all():
                lower[axis], upper[axis] = np.nan, np.nan
            elif most - least > _SAME:
                lower[axis] = min(lower[axis], self._size * least) if least > -_UNBOUNDED else -np.inf
                upper[axis] = max(upper[axis], self._size * most) if most < _UNBOUNDED else np.inf

    @cached_property
    def _redundancy(self) -> Redundancy:
        return redundancy_of(self._problem, self._solution)

    @cached_property
    def _parts(self) -> tuple[Array, Indices]:
        """N (3nc, k), and the group of each contact."""
        freedom, n = self._redundancy.directions, len(self._problem)
        coupling = np.abs(freedom @ freedom.T).reshape(n, 3, n, 3).max(axis=(1, 3))
        return freedom, connected_components(csr_array(coupling > _APART), directed=False)[1].astype(np.int64)

    def _of(self, group: int) -> tuple[ConeSet, Indices]:
        """The set of the forces of a group, divided by the largest, and the contacts of it."""
        if group not in self._found:
            freedom, label = self._parts
            members = np.flatnonzero(label == group).astype(np.int64)
            rows = freedom.reshape(len(label), 3, -1)[members].reshape(3 * len(members), -1)
            U, sigma, _ = np.linalg.svd(rows, full_matrices=False)
            N = U[:, sigma > 0.5]
            force = self._solution.force[members].ravel() / self._size
            rows, right = _cones(self._redundancy, members, self._size)
            self._found[group] = interior_of(rows @ N, right + rows @ force, force, N), members
        return self._found[group]


def _cones(redundancy: Redundancy, members: Indices, size: float) -> tuple[Array, Array]:
    """Rows (k, 4, 3g) and right (k, 4) of the cones rows · r + right of g contacts, their forces divided by size."""
    rows: list[Array] = []
    right: list[float] = []

    def require(at: int, s: Array, least: float = 0.0) -> None:
        """Require that s (m, 3) times a force, with -least added to its first number, is in a cone."""
        row = np.zeros((4, 3 * len(members)))
        row[: len(s), 3 * at : 3 * at + 3] = s
        rows.append(row)
        right.append(-least)

    up = np.array([[0.0, 0.0, 1.0]])
    for at, c in enumerate(members):
        face, mu = redundancy.faces[c], float(redundancy.mu[c])
        if face[KIND] == WHOLE and mu < 0.0:
            require(at, np.vstack([np.zeros(3), np.eye(3)]), mu / size)  # the largest dry friction of a joint
        elif face[KIND] == WHOLE and mu > 0.0 and redundancy.cone <= 0:
            require(at, np.array([[0.0, 0.0, mu], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]))
        elif face[KIND] == WHOLE and mu > 0.0:
            points = corners(redundancy.cone)
            for middle in 0.5 * (points + np.roll(points, -1, axis=0)):
                require(at, np.array([[*-middle, (middle @ middle) * mu]]))
        elif face[KIND] in (WHOLE, EDGE):
            require(at, up)
        elif face[KIND] == FACET:
            g, h = np.array([face[GX], face[GY], 1.0]), np.array([face[HX], face[HY], 1.0])
            for one, other in ((g, h), (h, g)):
                require(at, (one - (one @ other) / (other @ other) * other)[None])
    require(0, 0.0 * up, -1.0)
    rows[-1][0, 2::3] = np.where(redundancy.mu[members] >= 0.0, -1.0 / _FAR, 0.0)
    first = np.zeros((len(rows), 4))
    first[:, 0] = right
    return np.array(rows), first
