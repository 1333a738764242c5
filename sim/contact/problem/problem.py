"""The contact problem of one instant as a value: T, M, d of THEORY §5.

ζ̇ = M λ + d with 0 ≤ λ ⟂ ζ̇ ≥ 0, M = Tᵀ H⁻¹ T (the Delassus matrix), d = Tᵀ H⁻¹ (τ - C) + Ṫᵀ q̇; with friction the same along
three axes a contact, u = W r + w. This is the form to look at and hand to other solvers (`methods`); simulations work contact by
contact. At the level of velocities the same arrays hold impulses [N s] and velocities [m/s].
Source: contact-management, "Espace cartésien → espace articulaire" and "Résolution".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from ...arrays import Array, frozen
from ...errors import ArgumentError
from .given_matrix import ACCEPTED, Mending, mended

Indices = NDArray[np.int64]

_APART = 1e-14  # share of the geometric mean of two contacts' own entries up to which they do not feel each other [-]


@dataclass(frozen=True, eq=False, slots=True)
class ContactProblem:
    """One contact problem; units are those of the level of accelerations. Arrays are read-only.

    H, T, point, normal, tangent and gap are empty or zero in a problem that `contact_problem_from` was given as W and w.
    """

    bodies: tuple[tuple[str, str], ...]  # of each contact: the normal points from the first into the second
    point: Array  # (nc, 3) [m]
    normal: Array  # (nc, 3) unit, world
    tangent: Array  # (nc, 3) unit, world: the first friction direction; the second is normal × tangent
    gap: Array  # (nc,) [m]
    friction: Array  # (nc,) μ; minus the largest dry friction where an entry is a joint's, in forces or impulses
    restitution: Array  # (nc,) Newton's coefficient e; of use at the level of velocities, where w contains it
    H: Array  # (nv, nv) mass matrix
    T: Array  # (nv, nc) generalised directions of the normals
    M: Array  # (nc, nc) Delassus matrix of the normals [1/kg]
    d: Array  # (nc,) [m/s²]
    W: Array  # (3nc, 3nc) Delassus matrix along tangent, normal × tangent, normal of each contact [1/kg]
    w: Array  # (3nc,) what W adds to, [m/s²]
    slide: Array | None = None  # (nc, 2) unit direction of slip along the tangents, zeros where nothing slides; None: all zeros
    mending: Mending | None = None  # what was changed in the W that was given, a sentence as `str`; None: nothing

    def __len__(self) -> int:
        return len(self.gap)

    @property
    def rank(self) -> int:
        """Rank of M; less than the number of contacts where they are redundant."""
        return int(np.linalg.matrix_rank(self.M, hermitian=True)) if len(self) else 0

    @property
    def axes(self) -> Array:
        """(nc, 3, 3) tangent, normal × tangent and normal of each contact, as rows in the world's axes."""
        return np.stack([self.tangent, np.cross(self.normal, self.tangent), self.normal], axis=1)

    @property
    def islands(self) -> tuple[Indices, ...]:
        """Groups of contacts that feel each other, directly or through others, each as rising indices."""
        n = len(self)
        if n == 0:
            return ()
        count, label = connected_components(csr_array(self.felt.astype(np.int8)), directed=False)
        return tuple(np.flatnonzero(label == k).astype(np.int64) for k in range(count))

    @property
    def felt(self) -> NDArray[np.bool_]:
        """(nc, nc) whether contacts feel each other directly, themselves included."""
        n = len(self)
        coupling = np.zeros((n, n))  # the largest of each block; by strides, which NumPy reduces five times as fast
        for i in range(3):
            for j in range(3):
                np.maximum(coupling, np.abs(self.W[i::3, j::3]), out=coupling)
        own = np.sqrt(np.diag(coupling))
        return np.asarray((coupling > _APART * np.outer(own, own)) | np.eye(n, dtype=bool))

    @property
    def sliding(self) -> Array:
        """(nc, 2) `slide`, as zeros where it is None."""
        return np.zeros((len(self), 2)) if self.slide is None else self.slide

    def part(self, contacts: Indices) -> ContactProblem:
        """The problem of some contacts alone, given as indices: an island."""
        rows = (3 * np.asarray(contacts)[:, None] + np.arange(3)).ravel()
        W, w = self.W[np.ix_(rows, rows)], self.w[rows]
        return ContactProblem(
            bodies=tuple(self.bodies[c] for c in contacts),
            point=frozen(self.point[contacts]),
            normal=frozen(self.normal[contacts]),
            tangent=frozen(self.tangent[contacts]),
            gap=frozen(self.gap[contacts]),
            friction=frozen(self.friction[contacts]),
            restitution=frozen(self.restitution[contacts]),
            H=self.H,
            T=frozen(np.ascontiguousarray(self.T[:, contacts])),
            M=frozen(np.ascontiguousarray(W[2::3, 2::3])),
            d=frozen(w[2::3].copy()),
            W=frozen(W),
            w=frozen(w),
            slide=None if self.slide is None else frozen(self.slide[contacts]),
        )


def contact_problem_from(
    W: ArrayLike,
    w: ArrayLike,
    friction: ArrayLike = 0.0,
    *,
    restitution: ArrayLike = 0.0,
    slide: ArrayLike | None = None,
    bodies: Sequence[tuple[str, str]] | None = None,
    accept: float = ACCEPTED,
) -> ContactProblem:
    """A contact problem u = W r + w of n contacts from its arrays.

    W           : (3n, 3n) symmetric, positive semi-definite: tangent 1, tangent 2, normal of each contact [1/kg]
    w           : (3n,) velocities without impulses [m/s], or accelerations without forces [m/s²]
    friction    : (n,) or one for all, μ ≥ 0
    restitution : (n,) or one for all, 0 ≤ e ≤ 1: a normal that approaches, w_n < 0, is to leave at -e w_n, and the problem's w_n
                  is (1 + e) w_n, to which ζ̇ = 0 corresponds
    slide       : (n, 2) unit directions of contacts known to slide, zeros for others
    accept      : by how much of its entries W may miss symmetry, and of its norm positiveness, as numbers that were printed do;
                  it is then mended, and `mending` of the problem says how. 0: only rounding is accepted
    Raises ArgumentError.
    """
    W, w = _finite("W", W, 2), _finite("w", w, 1)
    if W.shape != (len(w), len(w)):
        raise ArgumentError(
            "W has shape {shape} and w {w_shape}; for w of {count} numbers W is {count} by {count}",
            shape=W.shape,
            w_shape=w.shape,
            count=len(w),
        )
    if len(w) % 3 != 0:
        raise ArgumentError(
            "w has {count} numbers; a contact has three (see frictionless_problem_from for normals alone)", count=len(w)
        )
    W, mending = mended(W, 3, accept)
    return _problem(W, w, friction, restitution, slide, bodies, mending)


def frictionless_problem_from(
    M: ArrayLike, d: ArrayLike, *, restitution: ArrayLike = 0.0, accept: float = ACCEPTED
) -> ContactProblem:
    """A contact problem ζ̇ = M λ + d of n contacts without friction.

    M : (n, n) symmetric, positive semi-definite [1/kg]; d : (n,) [m/s²] or [m/s]
    restitution, accept : as for `contact_problem_from`. Raises ArgumentError.
    """
    M, d = _finite("M", M, 2), _finite("d", d, 1)
    if M.shape != (len(d), len(d)):
        raise ArgumentError(
            "M has shape {shape} and d {d_shape}; for {count} contacts M is {count} by {count}",
            shape=M.shape,
            d_shape=d.shape,
            count=len(d),
        )
    M, mending = mended(M, 1, accept)
    n = len(d)
    W, w = np.zeros((3 * n, 3 * n)), np.zeros(3 * n)
    W[2::3, 2::3], w[2::3] = M, d
    return _problem(W, w, 0.0, restitution, None, None, mending)


def _problem(
    W: Array,
    w: Array,
    friction: ArrayLike,
    restitution: ArrayLike,
    slide: ArrayLike | None,
    bodies: Sequence[tuple[str, str]] | None,
    mending: Mending | None,
) -> ContactProblem:
    n = len(w) // 3
    mu, e = _for_each("friction", friction, n), _for_each("restitution", restitution, n)
    if np.any(mu < 0.0):
        raise ArgumentError("a coefficient of friction is {mu:g}; it is at least 0", mu=mu.min())
    if np.any(e < 0.0) or np.any(e > 1.0):
        raise ArgumentError(
            "coefficients of restitution are between {e:g} and {e_2:g}; they lie in [0, 1]", e=e.min(), e_2=e.max()
        )
    w = w.copy()
    w[2::3] += e * np.minimum(w[2::3], 0.0)
    pairs = tuple(bodies) if bodies is not None else tuple(("a", "b") for _ in range(n))
    if len(pairs) != n:
        raise ArgumentError("bodies names {count} pairs; the problem has {n} contacts", count=len(pairs), n=n)
    zeros, none = np.zeros((n, 3)), np.zeros((0, 0))
    return ContactProblem(
        bodies=pairs,
        point=frozen(zeros),
        normal=frozen(zeros),
        tangent=frozen(zeros),
        gap=frozen(np.zeros(n)),
        friction=frozen(mu),
        restitution=frozen(e),
        H=frozen(none),
        T=frozen(np.zeros((0, n))),
        M=frozen(np.ascontiguousarray(W[2::3, 2::3])),
        d=frozen(w[2::3].copy()),
        W=frozen(W),
        w=frozen(w),
        slide=None if slide is None else frozen(_directions(slide, n)),
        mending=mending,
    )


def _finite(name: str, values: ArrayLike, axes: int) -> Array:
    array = np.array(values, dtype=np.float64)
    if array.ndim != axes:
        raise ArgumentError("{name} has shape {shape}; it has {axes} axes", name=name, shape=array.shape, axes=axes)
    if not np.all(np.isfinite(array)):
        raise ArgumentError("{name} has numbers that are not finite", name=name)
    return array


def _for_each(name: str, values: ArrayLike, n: int) -> Array:
    array = np.asarray(values, dtype=np.float64)
    if array.shape not in ((), (n,)):
        raise ArgumentError("{name} has shape {shape}; the problem has {n} contacts", name=name, shape=array.shape, n=n)
    if not np.all(np.isfinite(array)):
        raise ArgumentError("{name} has numbers that are not finite", name=name)
    return np.array(np.broadcast_to(array, n))


def _directions(slide: ArrayLike, n: int) -> Array:
    array = _finite("slide", slide, 2)
    if array.shape != (n, 2):
        raise ArgumentError("slide has shape {shape}; the problem wants ({n}, 2)", shape=array.shape, n=n)
    length = np.linalg.norm(array, axis=1)
    if np.any((length != 0.0) & (np.abs(length - 1.0) > 1e-9)):
        raise ArgumentError("slide has rows that are neither unit directions nor zero")
    return array
