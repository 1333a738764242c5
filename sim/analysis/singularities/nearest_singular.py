"""The singular configuration that is nearest to a given one, within the limits.

At rank r - 1 the last vectors of an SVD satisfy U₂ᵀ J V₂ = 0, with U₂ = (u_r … u_m) and V₂ = (v_r … v_n). Its first order,
U₂ᵀ (J + Σ ∂J/∂q_k δq_k) V₂ = 0, is Newton's step to the singular set: one equation for a square J, n - m + 1 for a redundant
one (the last singular value alone has a kink there). From a singular configuration, steps along the set towards the given
one, each brought back by Newton, shorten the distance until it is stationary. Several starts find several such places.

Source: Golub & Van Loan 2013, §8.6 (derivative of singular values, uᵀ dJ v); Nocedal & Wright 2006, §18.1 and §16.7 (bounds).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Array, as_floats, frozen
from ...errors import ArgumentError
from ...multibody.kinematics.frame_accelerations import jacobian_rate
from ...multibody.model.checks import checked
from ...multibody.model.model import Model
from ...texts import tr
from ..joint_span import joint_span
from ..rows import ROWS
from .singular_task import SingularTask, singular_task

_SINGULAR = 1e-9  # of σ₁: at most so large is σ_r at what is called singular
_NEWTON = 30
_SLIDES = 60
_LONGEST = 0.5  # of one step, in units of the metric
_STILL = 1e-10  # a step along the set that brings no more than this is the last


@dataclass(frozen=True, eq=False, slots=True)
class NearestSingular:
    """What a search for the nearest singular configuration came to. Arrays are read-only."""

    found: bool
    why: str  # a sentence: what was found, or why nothing
    q: Array  # (nq,) the singular configuration; where the search began, if none was found
    distance: float  # ‖(q - q₀) / metric‖ over the joints of the task; inf: none was found
    sigma_min: float  # σ_r there, how far from singular it still is
    rank: int  # there
    full_rank: int  # the most the rows have
    lost: Array  # (6, l) directions of twist [v; ω] that are lost there, unit, in world axes at the frame, scaled by `length`
    joints: tuple[str, ...]  # those of the task
    starts: int  # how many of them led to a singular configuration


def nearest_singular_configuration(
    model: Model,
    q: Array,
    frame: str,
    *,
    rows: str = "position",
    joints: Sequence[str] | None = None,
    weights: str | Sequence[float] | Array | None = None,
    length: float | None = None,
    metric: Sequence[float] | Array | None = None,
    starts: int = 24,
    seed: int = 0,
) -> NearestSingular:
    """Minimise ‖(q* - q) / metric‖ over singular q* within the joint limits; other joints stay as they are.

    metric : (n,) what a move of each joint is measured in [rad | m]; None: 1 each
    starts : how many random configurations the search begins from, beside q; `seed` draws them
    The least is over the places found: more starts find more. Other arguments and errors as of `task_jacobian`.
    """
    task = singular_task(model, frame, rows, joints, weights, length)
    (q,) = checked(model, q=q)
    unit = np.ones(len(task.joints)) if metric is None else as_floats("metric", metric)
    if unit.shape != (len(task.joints),) or not np.all(np.isfinite(unit)) or np.any(unit <= 0.0):
        raise ArgumentError("metric must be {count} positive numbers; given {metric!r}", count=len(task.joints), metric=metric)
    if isinstance(starts, bool) or not isinstance(starts, int) or starts < 0:
        raise ArgumentError("starts must be a whole number from 0 on; given {starts!r}", starts=starts)
    search = _Search(task, q, unit)
    if not search.rank:
        return search.not_found(tr("these rows are zero everywhere: the frame does not move in them."), 0)
    rng, low, high = np.random.default_rng(seed), *search.box
    begins = [search.origin, *(rng.uniform(low, high) for _ in range(starts))]
    places = [place for begin in begins if (place := search.onto_singular_set(begin)) is not None]
    best: Array | None = None
    for place in sorted(places, key=search.distance):
        closer = search.slide_on_singular_set(place)
        if best is None or search.distance(closer) < search.distance(best) - 1e-9:
            best = closer
    if best is None:
        why = tr("no singular configuration was found within the limits, from {count} starts.", count=len(begins))
        return search.not_found(why, 0)
    return search.result(best, len(places))


class _Search:
    """Joints x (n,) of the task in units of the metric; all else stays as it is."""

    def __init__(self, task: SingularTask, q: Array, unit: Array) -> None:
        self.task, self.q, self.unit, self.rank = task, q, unit, task.rank()
        self.origin = q[task.in_q] / unit
        limits = [task.model.joint(name) for name in task.joints]
        self.low = np.minimum(np.array([joint.lower for joint in limits]) / unit, self.origin)
        self.high = np.maximum(np.array([joint.upper for joint in limits]) / unit, self.origin)
        spans = np.array([joint_span(task.model, name) for name in task.joints])
        self.box = spans[:, 0] / unit, spans[:, 1] / unit  # where starts are drawn

    def at(self, x: Array) -> Array:
        q = self.q.copy()
        q[self.task.in_q] = x * self.unit
        return q

    def distance(self, x: Array) -> float:
        return float(np.linalg.norm(x - self.origin))

    def residual(self, x: Array) -> tuple[Array, Array, bool]:
        """U₂ᵀ J V₂ as a vector, its derivative (·, n), and whether x is singular."""
        task, r = self.task, self.rank - 1
        q = self.at(x)
        J = task.jacobians(q[None])[0]
        U, sigma, Vt = np.linalg.svd(J)
        left, right = U[:, r:], Vt[r:].T
        value = left.T @ J @ right
        slopes = np.empty((len(x), value.size))
        v = np.zeros(task.model.nv)
        for k, place in enumerate(task.in_v):
            v[place] = self.unit[k]
            rate = jacobian_rate(task.model, q, v, task.frame)[ROWS[task.rows]][:, task.in_v] * task.scale
            v[place] = 0.0
            slopes[k] = (left.T @ rate @ right).ravel()
        return value.ravel(), slopes.T, bool(sigma[r] <= _SINGULAR * max(float(sigma[0]), 1e-300))

    def onto_singular_set(self, x: Array) -> Array | None:
        """Newton's least steps to a singular configuration within the limits; None if they do not lead there."""
        for _ in range(_NEWTON):
            value, slope, singular = self.residual(x)
            if singular:
                return x
            step = self._least_step(x, value, slope)
            size = float(np.max(np.abs(step), initial=0.0))
            if size < 1e-14:
                return None
            x = np.clip(x + step * min(1.0, _LONGEST / size), self.low, self.high)
        return x if self.residual(x)[2] else None

    def _least_step(self, x: Array, value: Array, slope: Array) -> Array:
        """The least δ with slope · δ = -value; joints that it would push beyond a limit stay at it."""
        free = np.ones(len(x), dtype=bool)
        step = np.zeros(len(x))
        for _ in range(len(x)):
            step[:] = 0.0
            step[free] = np.linalg.lstsq(slope[:, free], -value, rcond=1e-9)[0]
            out = free & (((x <= self.low) & (step < 0.0)) | ((x >= self.high) & (step > 0.0)))
            if not np.any(out):
                return step
            free &= ~out
            if not np.any(free):
                break
        return np.zeros(len(x))

    def slide_on_singular_set(self, x: Array) -> Array:
        """Shorten the distance to the origin while staying singular."""
        length = 1.0
        for _ in range(_SLIDES):
            _, slope, _ = self.residual(x)
            way = self._tangent(x, self.origin - x, slope)
            accepted = None
            while length > 1e-4 and accepted is None:
                candidate = self.onto_singular_set(np.clip(x + length * way, self.low, self.high))
                if candidate is not None and self.distance(candidate) < self.distance(x) - _STILL:
                    accepted = candidate
                else:
                    length *= 0.5
            if accepted is None:
                return x
            x, length = accepted, min(1.0, 2.0 * length)
        return x

    def _tangent(self, x: Array, way: Array, slope: Array) -> Array:
        """The part of a way that first order leaves singular and within the limits."""
        free = np.ones(len(x), dtype=bool)
        part = np.zeros(len(x))
        for _ in range(len(x)):
            S = slope[:, free]
            part[:] = 0.0
            part[free] = way[free] - np.linalg.pinv(S, rcond=1e-9) @ (S @ way[free])
            out = free & (((x <= self.low) & (part < 0.0)) | ((x >= self.high) & (part > 0.0)))
            if not np.any(out):
                return part
            free &= ~out
            if not np.any(free):
                break
        return np.zeros(len(x))

    def result(self, x: Array, starts: int) -> NearestSingular:
        task, q = self.task, self.at(x)
        J = task.jacobians(q[None])[0]
        U, sigma, _ = np.linalg.svd(J)
        rank = int(np.sum(sigma > 1e-7 * max(float(sigma[0]), 1e-300)))
        lost = np.zeros((6, self.rank - rank))
        lost[ROWS[task.rows]] = U[:, rank : self.rank]
        distance = self.distance(x)
        why = tr("rank {rank} of {rank_2}, {distance:.4g} away.", rank=rank, rank_2=self.rank, distance=distance)
        return NearestSingular(
            True, why, frozen(q), distance, float(sigma[self.rank - 1]), rank, self.rank, frozen(lost), task.joints, starts
        )

    def not_found(self, why: str, starts: int) -> NearestSingular:
        task = self.task
        sigma = np.linalg.svd(task.jacobians(self.q[None])[0], compute_uv=False)
        least = float(sigma[self.rank - 1]) if self.rank else 0.0
        empty = frozen(np.zeros((6, 0)))
        return NearestSingular(
            False, why, frozen(self.q.copy()), np.inf, least, self.rank, self.rank, empty, task.joints, starts
        )
