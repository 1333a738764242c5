"""Forces that are one of many: where contacts are redundant, others obey the same law and make the same motion.

With the contact velocities u = W r + w of a solution fixed, the forces that obey the law are those of
    {r: W r = W r*, each r_c in the face of its cone that belongs to its u},
a convex set (see `face`). One of its members has the least Euclidean norm Σ ‖r_c‖² [N²]; it is what simulations record, and
what a box at rest on four corners has: four equal forces, and no friction.
Source: Acary & Brogliato 2008, §4.1 (hyperstatic systems); THEORY §5; `island.least_norm_newton` for the method.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numba
import numpy as np

from ...arrays import Array
from ...errors import ArgumentError
from ...interruption import checkpoint
from ...kernel import compile_entry, entry, f8, i8, i_out, m_in, m_out, v_in
from ...multibody.model.tree_table import TREE
from ..collision.shape_table import CONTACT, SEGMENT
from ..island.least_norm_newton import FOUND, minimise_norm
from ..island.solver_arrays import SolverArrays
from ..law.contact_laws import LAWS
from ..law.face import FACE_NUMBERS, KIND, STAYS, face_into, face_span
from .factorising import pivoted_cholesky
from .methods import solve_contact_problem
from .problem import ContactProblem, Indices
from .solution import ContactSolution, friction_under, natural_residual_of, solution_of

_RANK = 1e-12  # of W, its diagonal made 1: what is left of the diagonal up to which it is zero
_FLAT = 1e-7  # sine of the angle between forces and what they may be, up to which it is none
# share of the largest velocity at play that is taken for rest: solvers leave it to contacts on the edge of sliding
_CREEP = 1e-8
_ROUNDING = 1e-13  # share of the largest velocity at play that is none


class Redundancy(NamedTuple):
    """The set of forces that one contact problem has at the velocities of a solution."""

    rows: Array  # (3nc, m) A with W = A Aᵀ: forces with the same Aᵀ r make the same motion
    faces: Array  # (nc, FACE_NUMBERS) of `face`
    spans: Array  # (nc, 6) projections onto the directions in which those are wide: xx xy xz yy yz zz
    mu: Array  # (nc,) under the law; minus the largest dry friction of a joint
    cone: int  # the law as kernels know it
    islands: tuple[Indices, ...]  # contacts that feel each other: the columns of A are each of one of them

    @property
    def directions(self) -> Array:
        """(3nc, k) unit directions in which forces can change, as far as the spans of the faces tell; k may be 0."""
        found = []
        for island in self.islands:
            checkpoint()
            own = self.part(island)._own_directions
            found.append(np.zeros((len(self.rows), own.shape[1])))
            found[-1][components_of(island)] = own
        return np.hstack(found) if found else np.zeros((0, 0))

    def part(self, island: Indices) -> Redundancy:
        """That of one island."""
        rows = self.rows[components_of(island)]
        return Redundancy(
            np.ascontiguousarray(rows[:, np.any(rows != 0.0, axis=0)]),
            self.faces[island],
            self.spans[island],
            self.mu[island],
            self.cone,
            (np.arange(len(island)),),
        )

    @property
    def is_unique(self) -> bool:
        """Whether forces can change in no direction: found sooner than `directions`."""
        for island in self.islands:
            checkpoint()
            own = self.part(island)
            moves = own._spanned.T @ own.rows  # what the directions of the faces move; unique if none of them can be spared
            if moves.shape[0] > moves.shape[1] or _factor(moves @ moves.T).shape[1] < moves.shape[0]:
                return False
        return True

    @property
    def _own_directions(self) -> Array:
        basis = self._spanned
        _, sigma, Vt = np.linalg.svd(np.linalg.qr(self.rows)[0].T @ basis)
        return np.asarray(basis @ Vt[int(np.sum(sigma > _FLAT)) :].T)

    @property
    def _spanned(self) -> Array:
        """(3nc, k) orthonormal: what the spans of the faces contain."""
        n = len(self.faces)
        values, vectors = np.linalg.eigh(self.spans[:, [[0, 1, 2], [1, 3, 4], [2, 4, 5]]])
        contact, axis = np.nonzero(values > 0.5)
        basis = np.zeros((n, 3, len(contact)))
        basis[contact, :, np.arange(len(contact))] = vectors[contact, :, axis]
        return basis.reshape(3 * n, -1)


def redundancy_of(problem: ContactProblem, solution: ContactSolution) -> Redundancy:
    """The set of forces to which those of a solution belong. Raises ArgumentError if they are not of this problem."""
    checkpoint()
    n = len(problem)
    if len(solution.lam) != n:
        raise ArgumentError("the solution has {count} contacts, the problem {n}", count=len(solution.lam), n=n)
    mu = np.array(friction_under(solution.law, problem.friction))
    cone = solution.facets or LAWS[solution.law].cone
    slide = np.array(problem.sliding) if LAWS[solution.law].rubs else np.zeros((n, 2))
    residual = natural_residual_of(problem, solution.force.ravel(), solution.law, solution.facets)
    slack = max(10.0 * residual, _CREEP * float(np.max(np.abs(problem.w), initial=0.0)))
    faces, spans = np.zeros((n, FACE_NUMBERS)), np.zeros((n, 6))
    compile_entry(_faces)
    _faces(mu, cone, slack, slide, solution.velocity, solution.force, faces, spans)
    moves = np.diag(problem.W).reshape(-1, 3) > 0.0  # a joint of one degree of freedom has its force along one direction only
    spans *= (moves[:, :, None] & moves[:, None, :])[:, *np.triu_indices(3)]
    islands = problem.islands
    return Redundancy(_rows(problem.W, islands), faces, spans, mu, cone, islands)


def least_norm_forces(problem: ContactProblem, solution: ContactSolution) -> ContactSolution:
    """The solution of least Euclidean norm of the forces [N], all contacts and axes counted alike, with the same motion.

    The same motion to within what solvers leave: a contact that creeps rests. It is unique, and its residual no larger than that
    of the one given beyond what rounding leaves. A solution with regularisation is the only one of its problem, and comes back
    as it is. Raises ArgumentError for one of another problem.
    """
    if solution.regularisation_bound > 0.0:
        return solution
    worst = solution.residual + 10.0 * _ROUNDING * float(np.max(np.abs(problem.w), initial=0.0))
    found = _spread(problem, solution)
    if found.residual > worst:  # what crept is brought to rest by Newton's method, which is sure from here
        start = found.force
        found = solve_contact_problem(
            problem, law=found.law, method="newton", start=start, tolerance=_ROUNDING, facets=found.facets or 4
        )
        found = replace(_spread(problem, found), status=solution.status, method=solution.method)
    return found if found.residual <= worst else solution


def _spread(problem: ContactProblem, solution: ContactSolution) -> ContactSolution:
    """The solution with the forces of least norm in the faces that it lies in; as it is where those are not found."""
    redundancy = redundancy_of(problem, solution)
    checkpoint()
    force, is_changed = np.array(solution.force), False
    for island in redundancy.islands:
        checkpoint()
        own = np.ascontiguousarray(force[island])
        if np.count_nonzero(redundancy.faces[island, KIND] != STAYS) >= 2 and _minimise(redundancy.part(island), own):
            force[island], is_changed = own, True
    if not is_changed:
        return solution
    return solution_of(
        problem,
        force.ravel(),
        solution.law,
        solution.facets,
        status=solution.status,
        iterations=solution.iterations,
        method=solution.method,
        regularisation=0.0,
        iterates=solution.iterates,
    )


def components_of(contacts: Indices) -> Indices:
    """The places of the components of forces (3n,) of some contacts."""
    return np.asarray((3 * np.asarray(contacts)[:, None] + np.arange(3)).ravel(), dtype=np.int64)


def _rows(W: Array, islands: Sequence[Indices]) -> Array:
    """A (3nc, m) with W = A Aᵀ, as many columns as W has rank, each of one island."""
    columns = []
    for island in islands:
        checkpoint()
        at = components_of(island)
        factor = _factor(W[np.ix_(at, at)])
        columns.append(np.zeros((len(W), factor.shape[1])))
        columns[-1][at] = factor
    return np.hstack(columns) if columns else np.zeros((len(W), 0))


def _factor(W: Array) -> Array:
    """A (n, m) with W = A Aᵀ of rank m, by Cholesky's method with pivots on the diagonal.

    It ends where what is left is rounding, and takes a tenth of the time of eigenvectors or less. Source: Higham 2002, §10.3.
    """
    scale = np.sqrt(np.maximum(np.diag(W), 0.0))
    scale[scale == 0.0] = 1.0
    lower, order, rank = pivoted_cholesky(W / np.outer(scale, scale), _RANK)
    factor = np.zeros((len(W), rank))
    factor[order] = scale[order, None] * lower[:, :rank]
    return factor


def _minimise(redundancy: Redundancy, force: Array) -> bool:
    """Replace forces (nc, 3) by those of least norm; False if they were not found, or are those given."""
    n, m = len(force), redundancy.rows.shape[1]
    contacts, segments, trees = np.zeros(n, CONTACT), np.zeros((n, 2), SEGMENT), np.zeros(1, TREE)
    contacts["friction"], contacts["cone"] = redundancy.mu, redundancy.cone
    segments["tree"], trees["nv"] = (0, -1), m
    segments["n"][:, 0], segments["o"][:, 0] = m, 3 * m * np.arange(n)
    segments["last"][:, 0, 0] = m
    J = np.ascontiguousarray(redundancy.rows.reshape(n, 3, m)).ravel()
    arrays = _arrays(n, m, contacts, segments, trees, J, force)
    compile_entry(_least_norm)
    return bool(_least_norm(arrays, np.arange(n), np.array(redundancy.faces), m))


def _arrays(n: int, m: int, contacts: Any, segments: Any, trees: Any, J: Array, force: Array) -> SolverArrays:
    """What the kernel takes, as if the problem were one tree of m velocities; it has no use for the others."""
    none, ints = np.zeros(0), np.zeros(1, np.int64)
    return SolverArrays(
        trees=trees,
        contacts=contacts,
        segments=segments,
        H=none,
        J=J,
        Y=none,
        G=np.ones((n, 6)),
        free=none,
        r=force,
        v=none,
        order=ints,
        tree_order=ints,
        root=ints,
        number=ints,
        starts=np.zeros((1, 2), np.int64),
        places=np.zeros(m, np.int64),
        plan=ints,
        diagonal=ints,
        block=ints,
        active=ints,
        room=np.zeros(m * m + 4 * m + 13 * n),
    )


@entry(v_in, i8, f8, m_in, m_in, m_in, m_out, m_out)
def _faces(mu: Array, cone: int, slack: float, slide: Array, u: Array, r: Array, faces: Array, spans: Array) -> int:
    for c in range(mu.shape[0]):
        face_into(
            mu[c], cone, 0.0, slack, slide[c, 0], slide[c, 1], u[c, 0], u[c, 1], u[c, 2], r[c, 0], r[c, 1], r[c, 2], faces[c]
        )
        p = spans[c]
        p[0], p[1], p[2], p[3], p[4], p[5] = face_span(faces[c], mu[c], cone)
    return 0


def _arrays_in() -> Any:
    """The type of those arrays, read off empty ones."""
    none, forces = np.zeros(0), np.zeros((0, 3))
    return numba.typeof(_arrays(0, 0, np.zeros(0, CONTACT), np.zeros((0, 2), SEGMENT), np.zeros(0, TREE), none, forces))  # type: ignore[no-untyped-call]


@entry(_arrays_in(), i_out, m_out, i8)
def _least_norm(arrays: Any, members: Any, faces: Array, velocities: int) -> int:
    return 1 if minimise_norm(arrays, members, faces, velocities) == FOUND else 0
