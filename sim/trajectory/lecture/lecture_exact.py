"""What truly happens where the lecture's plan takes one step of RK4: its intervals integrated to 1e-10, and how errors grow."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ..task.lecture_switches import LectureSwitches
from .lecture_dynamics import INPUT_WEIGHT, STEP, dropped_foot_speed, held_step, rate_of

_TOLERANCE = 1e-11
_COMPLEX_STEP = 1e-30  # of derivatives without a difference: exact to rounding


@dataclass(frozen=True, eq=False, slots=True)
class LectureReplay:
    """The plan's inputs from its start, integrated exactly, with the lecture's mode at each instant and its jump map."""

    x: Array  # (45, n) after jumps
    error: Array  # (45, n) of it, less the plan

    @property
    def body_miss(self) -> float:
        """How far from the plan's end the body is [m]."""
        return float(np.hypot(*self.error[-1, :2]))

    @property
    def greatest(self) -> float:
        """Greatest entry of the error of the state at the end [m | m/s]."""
        return float(np.max(np.abs(self.error[-1])))


def exact_step(x: Array, u: Array, k: int, switches: LectureSwitches, instants: int = 1) -> Array:
    """States (instants, n), evenly spaced after knot k, the last where its interval ends, before any jump."""
    rate = rate_of(switches.is_stance(k), switches)
    at = STEP * np.arange(1, instants + 1) / instants
    from scipy.integrate import solve_ivp  # takes half a second, which other plans do not wait for

    found = solve_ivp(lambda _, x: rate(x, u), (0.0, STEP), x, method="DOP853", t_eval=at, rtol=_TOLERANCE, atol=_TOLERANCE)
    if found.y.shape[1] < instants:  # the leg vanished on the way
        return np.full((instants, len(x)), np.nan)
    return np.asarray(found.y.T)


def replayed(
    x: Array, u: Array, switches: LectureSwitches, *, gains: Array | None = None, kick: Array | None = None
) -> LectureReplay:
    """Of planned states (45, n) and inputs (44, 2): open loop, or fed back at each knot; from a start that is off by `kick` (n,).

    gains : (44, 2, n) of the error of the state at the knot, held with the input until the next
    """
    states = [np.array(x[0]) if kick is None else x[0] + kick]
    for k in range(len(u)):
        given = u[k] if gains is None else u[k] - gains[k] @ (states[-1] - x[k])
        after = exact_step(states[-1], given, k, switches)[-1]
        states.append(np.array(dropped_foot_speed(after)) if switches.ends_in_touch_down(k) else after)
    found = np.array(states)
    return LectureReplay(found, found - x)


def step_error(x: Array, u: Array, k: int, switches: LectureSwitches) -> Array:
    """The planned step from knot k, less the exact one (n,)."""
    planned = np.array(held_step(rate_of(switches.is_stance(k), switches), x[k], u[k], switches.substeps))
    return planned - exact_step(x[k], u[k], k, switches)[-1]


def growth(x: Array, u: Array, switches: LectureSwitches, gains: Array | None = None) -> float:
    """How many times an error of the first state is greater at the end, in the worst direction."""
    return float(np.linalg.norm(transition(x, u, switches, gains), 2))


def transition(x: Array, u: Array, switches: LectureSwitches, gains: Array | None = None) -> Array:
    """∂x_end/∂x_1 along the plan (n, n): with its inputs held as they are, or fed back."""
    total = np.eye(x.shape[1])
    for k in range(len(u)):
        by_state, by_input = step_derivatives(x[k], u[k], k, switches)
        total = (by_state if gains is None else by_state - by_input @ gains[k]) @ total
    return total


def feedback_gains(x: Array, u: Array, switches: LectureSwitches) -> Array:
    """Of the linear-quadratic regulator along the plan (44, 2, n), with the weights of the lecture's cost.

    Source: Anderson and Moore, Optimal Control, 1990, §2.4; the jump map is part of the step that ends in it.
    """
    n = x.shape[1]
    weight, found = np.eye(n), np.zeros((len(u), 2, n))
    for k in reversed(range(len(u))):
        A, B = step_derivatives(x[k], u[k], k, switches)
        found[k] = np.linalg.solve(INPUT_WEIGHT * np.eye(2) + B.T @ weight @ B, B.T @ weight @ A)
        weight = np.eye(n) + A.T @ weight @ (A - B @ found[k])
    return found


def step_derivatives(x: Array, u: Array, k: int, switches: LectureSwitches) -> tuple[Array, Array]:
    """∂x_{k+1}/∂x_k (n, n) and ∂x_{k+1}/∂u_k (n, 2), the jump map included."""
    rate, n = rate_of(switches.is_stance(k), switches), len(x)
    columns = []
    for i in range(n + 2):
        moved = np.concatenate([x, u]).astype(complex)
        moved[i] += 1j * _COMPLEX_STEP
        columns.append(np.imag(held_step(rate, moved[:n], moved[n:], switches.substeps)) / _COMPLEX_STEP)
    found = np.array(columns).T
    if switches.ends_in_touch_down(k):
        found[6:8] = 0.0
    return found[:, :n], found[:, n:]
