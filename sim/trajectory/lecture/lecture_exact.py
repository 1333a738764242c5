"""What truly happens where the lecture's plan takes one step of RK4: its intervals integrated to 1e-10, and how errors grow."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

from ...arrays import Array
from ..task.lecture_switches import LectureSwitches
from .lecture_dynamics import STEP, dropped_foot_speed, held_step, rate_of

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
    found = solve_ivp(
        lambda _, x: rate(x, u), (0.0, STEP), x, method="DOP853", t_eval=at, rtol=_TOLERANCE, atol=_TOLERANCE
    )
    if found.y.shape[1] < instants:  # the leg vanished on the way
        return np.full((instants, len(x)), np.nan)
    return np.asarray(found.y.T)


def replayed(x: Array, u: Array, switches: LectureSwitches) -> LectureReplay:
    """Of planned states (45, n) and inputs (44, 2)."""
    states = [np.array(x[0])]
    for k in range(len(u)):
        after = exact_step(states[-1], u[k], k, switches)[-1]
        states.append(np.array(dropped_foot_speed(after)) if switches.ends_in_touch_down(k) else after)
    found = np.array(states)
    return LectureReplay(found, found - x)


def step_error(x: Array, u: Array, k: int, switches: LectureSwitches) -> Array:
    """The planned step from knot k, less the exact one (n,)."""
    planned = np.array(held_step(rate_of(switches.is_stance(k), switches), x[k], u[k], switches.substeps))
    return planned - exact_step(x[k], u[k], k, switches)[-1]


def growth(x: Array, u: Array, switches: LectureSwitches) -> float:
    """How many times an error of the first state is greater at the end, in the worst direction."""
    return float(np.linalg.norm(transition(x, u, switches), 2))


def transition(x: Array, u: Array, switches: LectureSwitches) -> Array:
    """∂x_45/∂x_1 along the plan, inputs held (n, n)."""
    total = np.eye(x.shape[1])
    for k in range(len(u)):
        total = _step_derivative(x[k], u[k], k, switches) @ total
    return total


def _step_derivative(x: Array, u: Array, k: int, switches: LectureSwitches) -> Array:
    rate = rate_of(switches.is_stance(k), switches)
    columns = []
    for i in range(len(x)):
        moved = x.astype(complex)
        moved[i] += 1j * _COMPLEX_STEP
        columns.append(np.imag(held_step(rate, list(moved), u, switches.substeps)) / _COMPLEX_STEP)
    found = np.array(columns).T
    if switches.ends_in_touch_down(k):
        found[6:8] = 0.0
    return found
