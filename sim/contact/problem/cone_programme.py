"""The optimum of linear functions over one set {z: h + F z in cones}, for many functions at once.

Every cone is one of second order in four numbers, s₀ ≥ ‖(s₁, s₂, s₃)‖: a half-space is one with zeros for the last three, a
friction cone of two tangents one with a zero for the last. Method: primal-dual interior points with Nesterov and Todd's scaling
and Mehrotra's correction, the steps of all functions taken side by side. A set without interior has no such points: `interior_of`
finds the faces of the cones that hold all of it, in which it has some.
Sources: Nesterov & Todd 1998; Mehrotra 1992; Vandenberghe 2010 (the CVXOPT cone solvers); Borwein & Wolkowicz 1981 (faces).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...arrays import Array

Bools = NDArray[np.bool_]

STEPS = 60  # of interior points, after which an optimum counts as not reached
_GAP = 1e-10  # between an optimum and its bound, as a share of itself, at least of 1, at which it is found
_FALLS, _STALLS = (
    0.99,
    1e-4,
)  # share of itself that a gap falls to at least, once it is small, or rounding has the better of it
_REACHED = 1e-6  # between a point and what is proven to be its bound, as a share as above, up to which it is the optimum
_REFINED = 2  # times that linear equations are solved, each time for what is left
_FLAT = 1e-7  # depth of the deepest point of a set up to which the set is flat, its numbers being of size 1
_PRESSED = 1e-3  # share of the largest pressure from which a cone is one of those that flatten the set
_ON_EDGE = 1e-3  # depth of a pressure in its cone, as a share, up to which it lies on the edge
_ROOM = 30.0  # the deepest point is looked for where the cones are so high at most, on average
_SIGNS = np.array([1.0, -1.0, -1.0, -1.0])


class ConeSet(NamedTuple):
    """The points x = origin + N z with h + F z in k cones."""

    F: Array  # (k, 4, d)
    h: Array  # (k, 4)
    origin: Array  # (n,)
    N: Array  # (n, d)
    inside: Array  # (d,) a z of it, the deeper in all cones the better
    found: bool  # whether these are its faces, so that `inside` is inside of them


class Optima(NamedTuple):
    """The largest values of p functions over a set, and of which of them it is proven."""

    values: Array  # (p,) no larger than the optimum, which is only where `reached`
    reached: Bools  # (p,)


class _Solution(NamedTuple):
    x: Array  # (p, d) best points, all of them of the set
    y: Array  # (p, k, 4) their pressures
    reached: Bools  # (p,) whether no point of the set is better, as far as numbers can tell


def interior_of(F: Array, h: Array, origin: Array, N: Array) -> ConeSet:
    """The set within the smallest faces of its cones that hold all of it, with a point well inside of those.

    The origin is of the set, as nearly as its numbers are exact, and they are of size 1.
    """
    while True:
        z, depth, pressure, reached = _deepest(F, h)
        if N.shape[1] == 0 or depth > _FLAT or not reached:
            return ConeSet(F, h, origin, N, z, N.shape[1] == 0 or depth > _FLAT)
        equations, values, F, h = _faces(F, h, pressure)
        _, sigma, Vt = np.linalg.svd(equations)
        free = Vt[int(np.sum(sigma > _FLAT)) :].T
        nearest = np.linalg.lstsq(equations, values, rcond=_FLAT)[0]
        h, origin = h + F @ nearest, origin + N @ nearest
        F, N = F @ free, N @ free


def optima(points: ConeSet, objectives: Array) -> Optima:
    """The largest values of objectives (p, n) over points x of a set, where they are bounded and its faces are found."""
    start = np.asarray(objectives @ points.origin)
    if not points.found or not points.N.shape[1]:
        return Optima(start, np.full(len(start), points.found))
    best = _solve(points.F, points.h, objectives @ points.N, points.inside)
    return Optima(np.asarray(start + np.sum(objectives * (best.x @ points.N.T), axis=1)), best.reached)


def _deepest(F: Array, h: Array) -> tuple[Array, float, Array, bool]:
    """The z (d,) with s - t e in all cones for the largest t, at most 1; that t; how much each cone keeps it down (k, 4).

    The last says whether that t is the largest.
    """
    k, _, d = F.shape
    rows, right = np.zeros((k + 2, 4, d + 1)), np.zeros((k + 2, 4))
    rows[:k, :, :d], right[:k] = F, h
    rows[: k + 1, 0, d], right[k, 0] = -1.0, 1.0
    rows[k + 1, 0, :d], right[k + 1, 0] = -F[:, 0].sum(axis=0) / (_ROOM * max(k, 1)), 1.0
    start = np.zeros(d + 1)
    start[d] = min(0.0, float(_depths(h).min(initial=0.0))) - 1.0
    best = _solve(rows, right, np.eye(d + 1)[d:], start)
    return best.x[0, :d], float(best.x[0, d]), best.y[0, :k], bool(best.reached[0])


def _faces(F: Array, h: Array, pressure: Array) -> tuple[Array, Array, Array, Array]:
    """Equations (m, d) z = (m,) of the faces, at right angles to the pressure, that hold the set; F and h of cones in them."""
    equations, values = [], []
    F, h, kept = F.copy(), h.copy(), np.ones(len(h), dtype=bool)
    for c in np.flatnonzero(pressure[:, 0] > _PRESSED * float(pressure[:, 0].max())):
        y, along = pressure[c], np.zeros(4)
        if _depths(y) <= _ON_EDGE * y[0]:  # an edge of the cone is at right angles to it, else its tip alone
            along = y * _SIGNS / np.linalg.norm(y)
        across = np.eye(4) - np.outer(along, along)
        equations.append(across @ F[c])
        values.append(-across @ h[c])
        edge, height = along @ F[c], along @ h[c]
        F[c], h[c], kept[c] = 0.0, 0.0, bool(along.any())
        F[c, 0], h[c, 0] = edge, height
    return np.vstack(equations), np.concatenate(values), F[kept], h[kept]


def _solve(F: Array, h: Array, objectives: Array, start: Array) -> _Solution:
    """The best z of each objective (p, d), from a start (d,) inside of all cones.

    As the set grows flat towards the optimum, rounding takes from y what it had of its equations, while z still gets better:
    what proves z is the least bound that any y on the way has given.
    """
    p = len(objectives)
    x, s = np.tile(start, (p, 1)), np.tile(h + F @ start, (p, 1, 1))
    rows = F.reshape(-1, F.shape[2])
    y = -(objectives @ np.linalg.pinv(rows)).reshape(p, *h.shape)
    y[..., 0] += np.maximum(0.0, 1.0 - _depths(y).min(axis=1))[:, None]
    bound, going = np.full(p, np.inf), np.arange(p)
    for _ in range(STEPS):
        gap = np.sum(s[going] * y[going], axis=(1, 2))
        missed = np.tensordot(y[going], F, 2) + objectives[going]
        value, reach = np.sum(objectives[going] * x[going], axis=1), 1.0 + np.linalg.norm(x[going], axis=1)
        bound[going] = np.fmin(bound[going], value + gap + reach * np.linalg.norm(missed, axis=1))
        left = gap > _GAP * np.maximum(1.0, np.abs(value))
        going, gap, missed = going[left], gap[left], missed[left]
        if not len(going):
            break
        dx, ds, dy = _step(F, s[going], y[going], missed)
        after = np.sum((s[going] + ds) * (y[going] + dy), axis=(1, 2))
        nearer = (after < _FALLS * gap) | ((gap > _STALLS) & np.isfinite(after))
        going = going[nearer]
        x[going], s[going], y[going] = x[going] + dx[nearer], s[going] + ds[nearer], y[going] + dy[nearer]
    value = np.sum(objectives * x, axis=1)
    return _Solution(x, y, np.asarray(bound - value <= _REACHED * np.maximum(1.0, np.abs(value))))


def _step(F: Array, s: Array, y: Array, missed: Array) -> tuple[Array, Array, Array]:
    """A step of z, s and y, their rows one each for every objective; missed (p, d) of the dual's equations."""
    p, k, _, d = (*s.shape, F.shape[2])
    scale, w = _scaling(s, y)
    lam = _scaled(scale, w, y)
    B = _unscaled_rows(scale, w, F)
    flat = B.reshape(p, 4 * k, d)
    normal = flat.transpose(0, 2, 1) @ flat
    normal[:, np.arange(d), np.arange(d)] *= 1.0 + 1e-14
    inverse = _inverses(normal)

    def solved(q: Array, missed: Array) -> tuple[Array, Array, Array]:
        right = (q.reshape(p, 1, 4 * k) @ flat)[:, 0] + missed
        dx = np.zeros((p, d))
        for _ in range(_REFINED):
            rest = right - ((flat @ dx[..., None]).transpose(0, 2, 1) @ flat)[:, 0]
            dx += (inverse @ rest[..., None])[..., 0]
        ds = (flat @ dx[..., None]).reshape(p, k, 4)
        return dx, ds, q - ds

    dx, ds, dy = solved(-lam, missed)
    share = np.minimum(1.0, np.minimum(_way(lam, ds), _way(lam, dy)))
    mu = np.sum(lam * lam, axis=(1, 2)) / k
    centring = (1.0 - share) ** 3
    wanted = -_product(ds, dy)
    wanted[..., 0] += (centring * mu)[:, None]
    dx, ds, dy = solved(_divided(wanted, lam) - lam, (1.0 - centring)[:, None] * missed)
    share = np.minimum(1.0, (0.9 + 0.09 * share) * np.minimum(_way(lam, ds), _way(lam, dy)))
    step = dx * share[:, None]
    return step, np.tensordot(step, F, (1, 2)), share[:, None, None] * _unscaled(scale, w, dy)


def _inverses(matrices: Array) -> Array:
    """Of each matrix (p, d, d); nan for one that has none, as where nothing bounds a direction."""
    try:
        return np.asarray(np.linalg.inv(matrices), dtype=np.float64)
    except np.linalg.LinAlgError:
        alone = np.full_like(matrices, np.nan)
        for i in np.flatnonzero(np.linalg.matrix_rank(matrices) == matrices.shape[1]):
            alone[i] = np.linalg.inv(matrices[i])
        return alone


def _scaling(s: Array, y: Array) -> tuple[Array, Array]:
    """η (p, k) and the unit w (p, k, 4) of the W with W y = W⁻¹ s."""
    size_s, size_y = _size(s), _size(y)
    s, y = s / size_s[..., None], y / size_y[..., None]
    middle = np.sqrt(0.5 * (1.0 + np.sum(s * y, axis=-1)))
    return np.sqrt(size_s / size_y), 0.5 * (s + _SIGNS * y) / middle[..., None]


def _scaled(scale: Array, w: Array, a: Array) -> Array:
    """W a."""
    along = np.sum(w[..., 1:] * a[..., 1:], axis=-1)
    out = a + (a[..., 0] + along / (1.0 + w[..., 0]))[..., None] * w
    out[..., 0] = w[..., 0] * a[..., 0] + along
    return np.asarray(scale[..., None] * out)


def _unscaled(scale: Array, w: Array, a: Array) -> Array:
    """W⁻¹ a."""
    return _scaled(1.0 / scale, w * _SIGNS, a)


def _unscaled_rows(scale: Array, w: Array, F: Array) -> Array:
    """W⁻¹ F (p, k, 4, d)."""
    v = w * _SIGNS
    W = np.eye(4) + v[..., :, None] * v[..., None, :] / (1.0 + v[..., 0])[..., None, None]
    W[..., 0, :], W[..., :, 0] = v, v
    return np.asarray((W / scale[..., None, None]) @ F)


def _way(lam: Array, step: Array) -> Array:
    """(p,) how many times a step can be gone from λ within all cones."""
    size = _size(lam)[..., None]
    unit, step = lam / size, step / size
    along = np.sum(unit * _SIGNS * step, axis=-1)
    across = step[..., 1:] - ((along + step[..., 0]) / (unit[..., 0] + 1.0))[..., None] * unit[..., 1:]
    nearing = np.max(np.linalg.norm(across, axis=-1) - along, axis=1)
    return np.asarray(1.0 / np.maximum(nearing, 1e-10))


def _size(a: Array) -> Array:
    """The square root of a₀² - ‖(a₁, a₂, a₃)‖², of points inside."""
    length = np.linalg.norm(a[..., 1:], axis=-1)
    return np.asarray(np.sqrt(np.maximum((a[..., 0] - length) * (a[..., 0] + length), 1e-300)))


def _depths(s: Array) -> Array:
    """How deep each s (…, 4) lies in its cone; negative outside."""
    return np.asarray(s[..., 0] - np.linalg.norm(s[..., 1:], axis=-1))


def _product(a: Array, b: Array) -> Array:
    """The product a ∘ b, of which (1, 0, 0, 0) is the one."""
    out = a[..., :1] * b + b[..., :1] * a
    out[..., 0] = np.sum(a * b, axis=-1)
    return np.asarray(out)


def _divided(a: Array, lam: Array) -> Array:
    """The x with λ ∘ x = a."""
    first = np.sum(lam * _SIGNS * a, axis=-1) / _size(lam) ** 2
    out = (a - first[..., None] * lam) / lam[..., :1]
    out[..., 0] = first
    return np.asarray(out)
