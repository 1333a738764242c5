"""The exact instant of an impact, by bisection of its guard φ(q) ≥ 0: what the lecture calls backtracking.

From the last recorded state before it the smooth motion is integrated anew to the middle of an interval that holds the impact,
and the half in which φ turns negative is kept. The hybrid scheme does the same inside its steps; time-stepping never does, and
knows the impact to a step.
Source: contact-dynamics-lecture16, "Hybrid Method": sometimes backtracking is needed to find the exact time.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ....arrays import Array
from ....contact.contacts import Mode
from ....contact.problem.methods import solve_contact_problem
from ....contact.problem.problem import ContactProblem
from ....errors import ArgumentError
from ....multibody.kinematics.jacobian import jacobian
from ....multibody.kinematics.kinematics import frame_pose
from ....multibody.model.model import Model
from ....multibody.model.state import State
from ...recording.gaps import shape_gap
from ...running.contact_problem import contact_problem
from ...running.integration.motion import integrate_motion
from ...step_arrays import GAP, MODE, NORMAL, POINT, SHAPE_A, SHAPE_B, VELOCITY_BEFORE

if TYPE_CHECKING:
    from ...recording.recording import Recording
    from ...running.scene.scene import Scene

_FURTHER = 4  # times the interval is doubled to the right, where φ is not yet negative
_SAME = 1e-3  # nearer than this a contact is the one that strikes [m]
_STEP = 1e-3  # longest of rk4 [s]
_NOTHING = 1e-12  # φ at the start below which it must grow first, for there to be a crossing [m]
_LOOK = 1e-6  # over which φ̇ is taken [s]
_RTOL, _ATOL = 1e-12, 1e-15  # of the integrator, below the tolerance of the instant


@dataclass(frozen=True, slots=True)
class Bisection:
    """One step: the interval that holds the impact, and φ in its middle."""

    left: float  # φ ≥ 0 there [s]
    right: float  # φ < 0 there [s]
    middle: float  # [s]
    gap: float  # φ in the middle [m]


@dataclass(frozen=True, slots=True)
class GuardBisection:
    """How the instant of an impact is found."""

    bodies: tuple[str, str]  # of the guard
    start: float  # the state that is integrated from [s]
    first_left: float  # φ at the left end of the first interval [m]
    first_right: float  # and at the right one [m]
    steps: tuple[Bisection, ...]
    t: float  # of the impact: the right end of the last interval [s]
    interval: float  # the length of that [s]
    integration_error: float  # of `t`, estimated by another integration with half the step [s]
    torque_error: float  # of `t`, by the torque recorded last and, of the hybrid scheme, by `recorded`; 0: none held [s]
    recorded: float  # the time that the recording has: of the impact, or of the end of its step [s]
    integrator: str  # of the smooth motion
    held: int  # contacts that are closed meanwhile, whose forces are solved for at every evaluation

    @property
    def uncertainty(self) -> float:
        """How far `t` may be off: the interval, with the errors of the integration and of holding torques [s]."""
        return self.interval + self.integration_error + self.torque_error

    @property
    def decimals(self) -> int:
        """How many decimals of `t` in seconds are known."""
        return max(0, math.floor(-math.log10(self.uncertainty)))

    @property
    def step_decimals(self) -> int:
        """How many decimals of seconds tell the ends of the last interval apart."""
        return max(0, math.floor(-math.log10(self.interval)))


def guard_bisection(recording: Recording, i: int, tolerance: float = 1e-12) -> GuardBisection:
    """The instant of the impact that led to state i, in an interval of `tolerance` [s].

    Torques of controllers are held as they were recorded at the state that is integrated from; `torque_error` says what that
    may make.
    Raises ArgumentError where nothing struck at the state, where only joints struck, where the shapes have no distance in closed
    form, where they overlap or touch already before, and where the smooth motion does not cross the guard.
    """
    search = GuardSearch(recording, i, tolerance)
    while not search.done:
        search.advance()
    return search.result()


class GuardSearch:
    """`guard_bisection` step by step, for who tells of it or gives it up."""

    def __init__(self, recording: Recording, i: int, tolerance: float = 1e-12) -> None:
        """Find the first interval. Raises as `guard_bisection` does."""
        if not (math.isfinite(tolerance) and tolerance > 0.0):
            raise ArgumentError("the tolerance must be positive; given {tolerance!r} s", tolerance=tolerance)
        i = range(len(recording))[i]
        _, numbers = recording.contact_columns(i)
        contacts = recording.contacts(i)
        if i == 0 or not contacts.impact.any():
            raise ArgumentError("nothing struck at state {i}, t = {t:.6g} s", i=i, t=float(recording.t[i]))
        end, first = float(recording.t[i]), i - 1
        while first > 0 and recording.t[first] >= end:
            first -= 1
        normal_velocity = np.einsum(
            "ck,ck->c", numbers[:, VELOCITY_BEFORE : VELOCITY_BEFORE + 3], numbers[:, NORMAL : NORMAL + 3]
        )
        self._tolerance, self._recorded, self._start = tolerance, end, float(recording.t[first])
        self._guard = _Guard(recording, i, first, int(np.argmin(np.where(contacts.impact, normal_velocity, np.inf))))
        self._move, self._held = _smooth_motion(recording, first, self._guard, recording.tau[first])
        self._last = None
        if np.any(recording.tau[first] != 0.0) or np.any(recording.tau[i] != 0.0):
            self._last = _smooth_motion(recording, first, self._guard, recording.tau[i])[0]
        self._begin = self._at_left = State(self._start, recording.q[first], recording.v[first])
        self._errors, self._is_hybrid = (0.0, 0.0), recording.settings.scheme == "hybrid"
        self._steps: list[Bisection] = []
        right = end if end > self._start else self._start + recording.settings.dt
        if recording.settings.scheme == "hybrid":  # `end` is the impact itself: to the next time that is recorded anyway
            dt = recording.settings.dt
            right = (math.floor(end / dt + 1e-9) + 1.0) * dt
        self._left, self._right = self._start, right
        self._ends = self._first_ends()

    @property
    def done(self) -> bool:
        """Whether the instant is known to the tolerance, or as well as numbers can tell."""
        middle = 0.5 * (self._left + self._right)
        return self._right - self._left <= self._tolerance or not self._left < middle < self._right

    @property
    def taken(self) -> int:
        """How many bisections were made."""
        return len(self._steps)

    @property
    def left(self) -> int:
        """How many are left."""
        return max(0, math.ceil(math.log2((self._right - self._left) / self._tolerance)))

    def advance(self) -> None:
        """One bisection, unless it is done."""
        if self.done:
            return
        middle = 0.5 * (self._left + self._right)
        moved = self._move(self._at_left, middle, _STEP)
        gap = self._guard.gap(moved.q)
        self._steps.append(Bisection(self._left, self._right, middle, gap))
        if gap < 0.0:
            self._right = middle
        else:
            self._left, self._at_left = middle, moved
        if self.done:
            self._errors = self._estimated()

    def result(self) -> GuardBisection:
        """What was found so far."""
        return GuardBisection(
            self._guard.bodies,
            self._start,
            *self._ends,
            tuple(self._steps),
            self._right,
            self._right - self._left,
            *self._errors,
            self._recorded,
            "rk4" if self._held else "dop853",
            self._held,
        )

    def _estimated(self) -> tuple[float, float]:
        """What the integration, and the torque that is held, may make of the instant [s]."""
        left = self._at_left
        if left.t <= self._begin.t:
            return 0.0, 0.0
        gap, ahead = self._guard.gap(left.q), self._guard.gap(self._move(left, left.t + _LOOK, _STEP).q)
        speed = max(abs(ahead - gap) / _LOOK, 1e-12)
        half = self._move(self._begin, 0.5 * (self._begin.t + left.t), 0.5 * _STEP)
        again = self._guard.gap(self._move(half, left.t, 0.5 * _STEP).q)
        by_torque = 0.0
        if self._last is not None:
            by_torque = abs(self._guard.gap(self._last(self._begin, left.t, _STEP).q) - gap) / speed
            if self._is_hybrid:  # whose controllers acted all along
                by_torque = max(by_torque, abs(self._recorded - self._right))
        return abs(again - gap) / speed, by_torque

    def _first_ends(self) -> tuple[float, float]:
        """φ at both ends of an interval that holds the impact; the next one where the first does not. Raises ArgumentError."""
        at_left = self._guard.gap(self._begin.q)
        grows = at_left > _NOTHING
        if abs(at_left) <= _NOTHING:  # just left, to come back: else there is no crossing, but a contact
            span = (self._recorded if self._recorded > self._start else self._right) - self._start
            between = (self._start + span * part for part in (0.5, 0.25, 0.125, 0.0625))
            grows = any(self._guard.gap(self._move(self._begin, t, _STEP).q) > _NOTHING for t in between)
        if not grows:
            raise ArgumentError(
                "the shapes touch or overlap already at t = {start:.6g} s, where φ = {at_left:.3g} m: it does not pass 0 "
                "from above after that",
                start=self._start,
                at_left=at_left,
            )
        ends = self._move(self._begin, self._right, _STEP)
        at_right = self._guard.gap(ends.q)
        for _ in range(_FURTHER):
            if at_right < 0.0:
                return at_left, at_right
            self._left, self._right, self._at_left = self._right, self._right + (self._right - self._left), ends
            ends = self._move(self._at_left, self._right, _STEP)
            at_left, at_right = at_right, self._guard.gap(ends.q)
        raise ArgumentError(
            "the smooth motion from t = {start:.6g} s does not cross the guard up to {right:.6g} s: φ is "
            "{at_right:.3g} m there",
            start=self._start,
            right=self._right,
            at_right=at_right,
        )


class _Guard:
    """φ of one contact: the gap of its pair of shapes; of its point alone where the pair touches already at another."""

    def __init__(self, recording: Recording, i: int, first: int, contact: int) -> None:
        """Contact `contact` of state i, over the motion from state `first`."""
        self._scene = recording.scene
        pairs, numbers = recording.contact_columns(i)
        self.pair = int(pairs[contact, SHAPE_A]), int(pairs[contact, SHAPE_B])
        names, bodies = self._scene.model.body_names, self._scene.system.shapes["body"]
        self.bodies = names[int(bodies[self.pair[0]])], names[int(bodies[self.pair[1]])]
        before = recording.contact_columns(first)[0]
        same = (before[:, SHAPE_A] == self.pair[0]) & (before[:, SHAPE_B] == self.pair[1])
        self.is_touching = bool(np.any(same & (before[:, MODE] != int(Mode.OPEN))))
        q = recording.problems.configuration(i)
        self._poses = [frame_pose(self._scene.model, q, body) for body in self.bodies]
        n, point = numbers[contact, NORMAL : NORMAL + 3], numbers[contact, POINT : POINT + 3]
        half = 0.5 * float(numbers[contact, GAP]) * n
        (A, B), (in_a, in_b) = self._poses, (point - half, point + half)
        self._normal = A[:3, :3].T @ n
        self._a, self._b = A[:3, :3].T @ (in_a - A[:3, 3]), B[:3, :3].T @ (in_b - B[:3, 3])

    def gap(self, q: Array) -> float:
        """φ(q) [m]."""
        if not self.is_touching:
            return float(shape_gap(self._scene, self.pair, q[None])[0])
        A = frame_pose(self._scene.model, q, self.bodies[0])
        return float((A[:3, :3] @ self._normal) @ (self.point(q) - A[:3, :3] @ self._a - A[:3, 3]))

    def point(self, q: Array) -> Array:
        """Where the point of the second body that struck is (3,) [m]."""
        B = frame_pose(self._scene.model, q, self.bodies[1])
        return np.asarray(B[:3, :3] @ self._b + B[:3, 3])


_Move = Callable[[State, float, float], State]


def _smooth_motion(recording: Recording, first: int, guard: _Guard, tau: Array) -> tuple[_Move, int]:
    """What takes a state to a time, by steps of at most a length, without the guard's contact; and how many others are held."""
    scene, model = recording.scene, recording.scene.model
    tau = np.array(tau)
    before = recording.contacts(first)
    held = before.mode != int(Mode.OPEN)
    names = model.body_names
    pairs = {(names[int(a)], names[int(b)]) for a, b in zip(before.body_a[held], before.body_b[held], strict=True)}

    def move(state: State, t: float, step: float) -> State:
        duration = t - state.t
        torque = _held_torque(scene, state.t, tau, pairs, guard) if pairs else tau
        motion = integrate_motion(
            model,
            state.q,
            state.v,
            duration,
            min(step, duration) if pairs else duration,
            "rk4" if pairs else "dop853",
            torque,
            gravity=scene.gravity,
            rtol=_RTOL,
            atol=_ATOL,
        )
        return State(t, motion.q[-1], motion.v[-1])

    return move, int(np.sum(held))


def _held_torque(
    scene: Scene, start: float, tau: Array, pairs: set[tuple[str, str]], guard: _Guard
) -> Callable[[float, Array, Array], Array]:
    """Torques of the controller and of the contacts of these bodies, without that of the guard."""

    def torque(t: float, q: Array, v: Array) -> Array:
        problem = contact_problem(scene, State(start + t, q, v), tau)
        away = np.linalg.norm(problem.point - guard.point(q), axis=1) > _SAME
        part = np.flatnonzero(
            [pair in pairs and (pair != guard.bodies or far) for pair, far in zip(problem.bodies, away, strict=True)]
        )
        if not len(part):
            return tau
        problem = problem.part(part)
        found = solve_contact_problem(problem)
        return tau + _contact_torque(scene.model, q, problem, found.force)

    return torque


def _contact_torque(model: Model, q: Array, problem: ContactProblem, force: Array) -> Array:
    """Generalised force (nv,) of contact forces (nc, 3) along tangent, normal × tangent, normal."""
    axes = problem.axes
    total = np.zeros(model.nv)
    for pair, point, world in zip(problem.bodies, problem.point, np.einsum("cak,ca->ck", axes, force), strict=True):
        for body, f in zip(pair, (-world, world), strict=True):
            J = jacobian(model, q, body)
            lever = point - frame_pose(model, q, body)[:3, 3]
            total += J[:3].T @ f + J[3:].T @ np.cross(lever, f)
    return total
