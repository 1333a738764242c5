"""Inverse kinematics of a pose: a configuration, within the limits of the joints, that brings a frame to a target.

A descent (see `pose_descent`) goes from the given start, then from random ones within the limits, until one reaches the
target. If none does, the best is carried on until its error is at rest: the nearest pose found.
Source: THEORY §3; Siciliano et al. 2009, §3.7; Beeson & Ames 2015, "TRAC-IK" (random restarts).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np

from ...arrays import Array, frozen
from ...errors import ArgumentError, UnknownNameError
from ...kernel import compile_entry
from ...multibody.algebra.rotations import checked_pose
from ...multibody.kinematics.kinematics import frame_pose
from ...multibody.model.model import JointKind, Model
from ...multibody.model.movers import joints_moving
from ...multibody.model.neutral import random_configuration
from ...texts import tr
from .pose_descent import LEAST_FALL, LIMIT, METHODS, MOST_ITERATIONS, REACHED, RECORDED, descend, work_size
from .pose_error import BOTH, ORIENTATION, POSITION
from .reach import reach
from .values import PoseIterates, PoseSolution, PoseStatus

ROWS = {"both": BOTH, "position": POSITION, "orientation": ORIENTATION}
"""What of a pose is asked for."""

LENGTH = 0.5  # [m/rad] what a radian counts as beside a metre, unless said otherwise
AT_REST = 1e-6  # cosine between the error and what the joints can do: below, the error is stationary
PROMISING = 0.1  # a start is given up when in six steps its |e|² falls by a smaller share
LAST_STEPS = 2000  # iterations that the best start is given when none reached the target
MANY_STARTS = 10  # of so many that fail it is said that the target is unreachable


def inverse_kinematics(
    model: Model,
    target: Array,
    frame: str,
    q0: Array,
    *,
    rows: str = "both",
    method: str = "levenberg_marquardt",
    joints: Sequence[str] | None = None,
    tolerance: float = 1e-6,
    damping: float = 0.1,
    length: float = LENGTH,
    max_iterations: int = 100,
    restarts: int = 50,
    seed: int = 0,
    keep_iterates: bool = False,
) -> PoseSolution:
    """A configuration that brings a frame to a target (4, 4) in the world, searched from q0 (nq,), within the limits.

    rows       : "both", "position" (the target's rotation does not matter) or "orientation"
    method     : "levenberg_marquardt", "newton", "damped" or "transpose", see `pose_descent`
    joints     : which may move, by name; None: all that move the frame but free-flyers. Joints of any kind are allowed,
                 a free-flyer where it is named; those without limits (planar, spherical, free-flyer, continuous) go freely.
                 A joint that follows another moves with it, and only the limits of the other are looked at.
    tolerance  : on √(distance² + (length · angle)²), which is what is minimised [m]
    damping    : of method "damped": the square root of its μ [m]
    length     : what one radian counts as beside one metre [m/rad]
    restarts   : random starts after q0, drawn by `seed` as evenly as `random_configuration` does
    Raises UnknownNameError for a frame, joint, method or rows that does not exist, ArgumentError for all else that cannot
    be: a target that is no pose, a q0 beyond the limits, a tolerance, length or count that is not above 0.
    """
    problem = _problem(model, frame, joints if joints is None or isinstance(joints, str) else tuple(joints))
    frame_pose(model, q0, frame)  # raises if q0 is no configuration
    q0 = np.array(q0, dtype=np.float64)
    problem.check_within(q0)
    target = checked_pose("target", target)
    settings = _settings(rows, method, tolerance, damping, length, max_iterations)
    for name, number in (("restarts", restarts), ("seed", seed)):
        if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < 0:
            raise ArgumentError("{name} must be a whole number, 0 or more; given {number!r}", name=name, number=number)
    room = max_iterations + 1 if keep_iterates else 0
    settings["promising"] = PROMISING if restarts else 0.0
    search = _Search(problem, target, settings, np.empty((room, model.nq + RECORDED + len(problem.columns))))
    best = search.descent(q0)
    starts = 1
    if best.ended != REACHED and restarts:
        rng = Random(int(seed))  # made in half the time of NumPy's
        while best.ended != REACHED and starts <= restarts:
            found = search.descent(problem.random(q0, rng))
            starts += 1
            if found.ended == REACHED or found.size < best.size:
                best = found
        if best.ended != REACHED:
            best = search.carried_on(best)
    return _solution(search, best, rows, starts, q0)


@lru_cache(maxsize=4)
def _problem(model: Model, frame: str, joints: tuple[str, ...] | str | None) -> _Problem:
    """Kept for the next target: it takes longer to look up than a solution takes to find."""
    return _Problem.of(model, frame, joints)


@dataclass(frozen=True, eq=False, slots=True)
class _Problem:
    """A frame and the joints that may move it."""

    model: Model
    frame: str
    joints: tuple[str, ...]
    columns: Any  # (n,) int64: where they are in v
    places: Any  # (n,) int64: where they are in q, or -1 for what has no limits
    lower: Array  # (n,) [rad | m]
    upper: Array
    ranges: tuple[tuple[int, float, float], ...]  # place and limits of each; empty where one has not two limits

    @classmethod
    def of(cls, model: Model, frame: str, joints: tuple[str, ...] | str | None) -> _Problem:
        """Look up frame and joints."""
        slices = model.joint_slices()
        chosen = _movers_but_bases(model, frame) if joints is None else tuple(joints)
        if isinstance(joints, str) or len(set(chosen)) < len(chosen):
            raise ArgumentError("joints must be a list of different names; given {joints!r}", joints=joints)
        for name in chosen:
            if name not in slices:
                raise UnknownNameError("joint", str(name), slices, tr("model {model!r}", model=model.name))
        if not chosen:
            raise ArgumentError(
                "no joint that may move moves frame {frame!r} of model {model!r}; joints: {slices}",
                frame=frame,
                model=model.name,
                slices=", ".join(slices) or "none",
            )
        columns = [k for name in chosen for k in range(slices[name][1].start, slices[name][1].stop)]
        places = [
            slices[name][0].start if slices[name][1].stop - slices[name][1].start == 1 else -1
            for name in chosen
            for _ in range(slices[name][1].start, slices[name][1].stop)
        ]
        limited = np.array(places, dtype=np.int64)
        lower = np.where(limited >= 0, model.lower[limited], -np.inf)
        upper = np.where(limited >= 0, model.upper[limited], np.inf)
        bounded = bool((limited >= 0).all() and np.isfinite(lower).all() and np.isfinite(upper).all())
        ranges = tuple(zip(places, lower.tolist(), upper.tolist(), strict=True)) if bounded else ()
        return cls(model, frame, chosen, np.array(columns, dtype=np.int64), limited, lower, upper, ranges)

    def check_within(self, q: Array) -> None:
        """Raise ArgumentError if q (nq,) is beyond a limit of a joint that may move."""
        at = q[self.places]
        is_beyond = (at < self.lower) | (at > self.upper)  # what has no limits has infinite ones
        if is_beyond.any():
            k = int(np.flatnonzero(is_beyond)[0])
            slices = self.model.joint_slices()
            name = next(name for name in self.joints if slices[name][1].start == self.columns[k])
            raise ArgumentError(
                "q0[{places}] = {at:.6g} is beyond the limits of joint {name!r}, {lower:.6g} to {upper:.6g}; start from within",
                places=self.places[k],
                at=at[k],
                name=name,
                lower=self.lower[k],
                upper=self.upper[k],
            )

    def random(self, q0: Array, rng: Random) -> Array:
        """The joints that may move at random within their limits, all else as in q0 (nq,)."""
        q = np.array(q0)
        if self.ranges:
            for place, low, high in self.ranges:
                q[place] = min(low + rng.random() * (high - low), high)  # rounding
            return q
        start = random_configuration(self.model, rng.getrandbits(64))
        for name in self.joints:
            numbers = self.model.joint_slices()[name][0]
            q[numbers] = start[numbers]
        return q


def _movers_but_bases(model: Model, frame: str) -> tuple[str, ...]:
    """The joints that move a frame, but free-flyers."""
    return tuple(name for name in joints_moving(model, frame) if model.joint(name).kind is not JointKind.FREE_FLYER)


def _settings(rows: str, method: str, tolerance: float, damping: float, length: float, max_iterations: int) -> dict[str, Any]:
    """What `descend` is told, or an error."""
    if method not in METHODS:
        raise UnknownNameError("method", str(method), METHODS)
    if rows not in ROWS:
        raise UnknownNameError("rows", str(rows), ROWS)
    for name, value in (("tolerance", tolerance), ("damping", damping), ("length", length)):
        if not isinstance(value, float | int | np.number) or not 0.0 < value < math.inf:
            raise ArgumentError("{name} must be a finite number above 0; given {value!r}", name=name, value=value)
    if (
        isinstance(max_iterations, bool)
        or not isinstance(max_iterations, int | np.integer)
        or not 1 <= max_iterations <= 100_000
    ):
        raise ArgumentError(
            "max_iterations must be a whole number from 1 to 100000; given {max_iterations!r}", max_iterations=max_iterations
        )
    return {
        "method": METHODS[method],
        "rows": ROWS[rows],
        "length": length,
        "tolerance": tolerance,
        "damping": damping,
        "iterations": max_iterations,
        "at_rest": AT_REST,
    }


@dataclass(frozen=True, eq=False, slots=True)
class _Descent:
    """How one start ended."""

    q: Array
    ended: int
    size: float
    lines: Array  # (k, nq + RECORDED + n) what was recorded


class _Search:
    """The scratch of all descents of one call, and how many steps they took."""

    def __init__(self, problem: _Problem, target: Array, settings: dict[str, Any], history: Array) -> None:
        model, self.problem, self.target = problem.model, problem, target
        self.length: float = settings["length"]
        index = model.frame_index(problem.frame)
        self._where = (model.table, int(model.frame_row[index]), model.frame_placement[index], target)
        self._joints = (problem.columns, problem.places, problem.lower, problem.upper)
        self._settings = np.array([*settings.values()], dtype=float)
        self._work = np.empty(work_size(len(model.table), model.nq, model.nv, len(problem.columns)))
        self._history, self._result = history, np.empty(4)
        self.iterations = 0
        compile_entry(descend)

    def descent(self, start: Array) -> _Descent:
        """Go down from a start (nq,)."""
        q = np.array(start)
        descend(*self._where, *self._joints, self._settings, q, self._work, self._history, self._result)
        ended, iterations, size, written = self._result.tolist()
        self.iterations += int(iterations)
        return _Descent(q, int(ended), size, self._history[: int(written)].copy())

    def carried_on(self, one: _Descent) -> _Descent:
        """Go on from where a start was given up, with patience."""
        self._settings[MOST_ITERATIONS], self._settings[LEAST_FALL] = LAST_STEPS, 0.0
        if len(self._history):
            self._history = np.empty((LAST_STEPS + 1, self._history.shape[1]))
        more = self.descent(one.q)
        if not more.size <= one.size:  # of a method whose error may grow
            return one
        return _Descent(more.q, more.ended, more.size, np.concatenate([one.lines, more.lines[1:]]))


def _solution(search: _Search, best: _Descent, rows: str, starts: int, q0: Array) -> PoseSolution:
    problem = search.problem
    model, target, nq = problem.model, search.target, problem.model.nq
    pose = frame_pose(model, best.q, problem.frame)
    proof = None
    if best.ended == REACHED:
        status = PoseStatus.REACHED
    else:
        proof = reach(model, q0, problem.frame, problem.columns.tolist()) if rows != "orientation" else None
        if proof is not None and proof.shortfall(target[:3, 3]) > 0.0:
            status = PoseStatus.OUT_OF_REACH
        elif best.ended == LIMIT:
            status = PoseStatus.ITERATION_LIMIT
        else:
            status = PoseStatus.UNREACHABLE if starts > MANY_STARTS else PoseStatus.STATIONARY
    iterates = None
    if len(best.lines):
        error = best.lines[:, nq : nq + 6].copy()
        error[:, 3:] /= search.length
        iterates = PoseIterates(
            frozen(best.lines[:, :nq].copy()),
            frozen(error),
            frozen(best.lines[:, nq + 6].copy()),
            frozen(best.lines[:, nq + 7].copy()),
            frozen(best.lines[:, nq + RECORDED :].copy()),
        )
    return PoseSolution(
        status,
        frozen(best.q),
        problem.frame,
        rows,
        problem.joints,
        frozen(target),
        frozen(pose),
        math.dist(target[:3, 3].tolist(), pose[:3, 3].tolist()),
        _angle(pose, target),
        best.size,
        search.iterations,
        starts,
        proof,
        iterates,
    )


def _angle(A: Array, B: Array) -> float:
    """The angle between two orientations, in 0 … π; of their poses (4, 4)."""
    a, b = A[:3, :3].T.tolist(), B[:3, :3].T.tolist()
    lengths = [math.dist(x, y) for x, y in zip(a, b, strict=True)]  # of the axes' tips: Σ = 8 sin²(½ angle)
    return 2.0 * math.asin(min(math.sqrt(sum(length * length for length in lengths) / 8.0), 1.0))
