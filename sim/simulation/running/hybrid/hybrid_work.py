"""The arrays that the hybrid scheme works on, beside those of `step_arrays`."""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np

from ....arrays import Array
from ....compiling.marks import by_address
from ....contact.collision.shape_table import CONTACT
from ....kernel import kernel
from ...step_arrays import TIME
from .active_contacts import ACTIVE_CONTACT
from .dop853 import dop853

MOST_ACTIVE = 64  # contacts held at once, beside joints at their limits and those that dry friction holds

# Places in `HybridWork.counts` and in `HybridWork.numbers`.
(
    ACTIVE_COUNT,
    SOLVE_ITERATIONS,
    STRUCK_COUNT,
    FAULTY_SHAPE_A,
    FAULTY_SHAPE_B,
    EVENT_COUNT,
    SLIDING_STATUS,
    SEEK_SEVERAL,
    NEAR_COUNT,
    EVALUATIONS,
    EFFORT,
    EFFORT_BEFORE,
    EVENT_SHAPE_A,
    EVENT_SHAPE_B,
    QUIET_WINDOWS,
) = range(15)
FORCE_RESIDUAL, IMPACT_RESIDUAL, NEXT_STEP, WINDOW_START, REST_SPEED = range(5)
WINDOW = 1e-3
"""Over so much simulated time events, evaluations of the accelerations and the effort they take are counted [s]."""
MOST_EFFORT = 1_000_000
"""Evaluations and iterations of their solves in one window from which the run is given up: some seconds for a millisecond."""
CRAWLING = 20_000
"""Of those from which it crawls: a tenth of a second or so for a millisecond."""
TOO_LONG, MOST_REST_SPEED = 100_000, 1e-2
"""From such an effort on, contacts that part or slide slower than ten times `rest_speed` are held; at twice the effort than ten
times that, and so on, up to the second [m/s]."""
QUIET = 10
"""Windows of less than half of CRAWLING after which it is a tenth again."""


@by_address
class HybridWork(NamedTuple):
    """Scratch of the hybrid scheme beside `Work`; `most` is MOST_ACTIVE and two limits and one dry friction a row."""

    A: Array  # (rows, 6) accelerations of rows at zero joint acceleration
    active: Any  # (most,) ACTIVE_CONTACT
    contacts: Any  # (most,) CONTACT: the same contacts, brought up to date
    near: Any  # (most,) CONTACT: not held, but near enough at the start of a step to touch in it
    all: Any  # (most,) int64: 0, 1, 2 …
    drift: Array  # (most, 3)
    force: Array  # (3 most,) [N]
    start: Array  # (3 most,) those at the start of a step, from which each of its evaluations seeks its own
    free: Array  # (most, 3) accelerations of the held contacts without those forces [m/s²]
    slide: Array  # (most, 2) direction of slip that they were solved with; zeros: none
    q_held: Array  # (nq,) where they were solved
    q_struck: Array  # (nq,) where the last impact was
    scratch: Array  # (2, 15)
    rates_q: Array  # (13, nq)
    rates_v: Array  # (13, nv)
    touching: Any  # (rows,) int64: 1 for rows that touch something, where a motion is tracked
    sliding: Array  # (nv,) of joints with dry friction that move: sign of their velocity, or its direction; else 0
    trial_q: Array  # (nq,)
    trial_v: Array  # (nv,)
    stages: Array  # (12, 12) Runge-Kutta matrix
    weights: Array  # (3, 13) of the result, the fifth-order and the third-order error
    # (15,) int64: contacts held, iterations of the last solve, contacts of the last impact, shapes a and b at fault,
    counts: Any
    # events in this window, how sliding contacts are answered (`sliding_status`), whether several answers are looked for,
    # contacts in `near`, evaluations in this window, those with the iterations of their solves, the same of the window before,
    # shapes of the last event; -1: a joint's; windows one after another that took little
    numbers: Array  # (5,): residual of the forces, of the impact, step to try [s], when the window began [s], below what speed
    # contacts are held [m/s]


@kernel
def begin_window(settings: Any, work: Any, hybrid: Any) -> None:
    """Count events, evaluations and effort anew from the time reached."""
    finest, speed = settings[0].rest_speed, hybrid.numbers[REST_SPEED]
    hybrid.counts[QUIET_WINDOWS] = hybrid.counts[QUIET_WINDOWS] + 1 if 2 * hybrid.counts[EFFORT] < CRAWLING else 0
    if speed < finest or hybrid.counts[QUIET_WINDOWS] >= QUIET:
        hybrid.counts[QUIET_WINDOWS] = 0
        hybrid.numbers[REST_SPEED] = max(finest, 0.1 * speed)
    hybrid.counts[EFFORT_BEFORE] = hybrid.counts[EFFORT]
    hybrid.numbers[WINDOW_START] = work.numbers[TIME]
    hybrid.counts[EVENT_COUNT] = hybrid.counts[EVALUATIONS] = hybrid.counts[EFFORT] = 0


@kernel
def hold_faster(settings: Any, hybrid: Any) -> bool:
    """Raise the speed below which contacts are held, where it crawls and that helps; whether it was raised."""
    finest, speed = settings[0].rest_speed, hybrid.numbers[REST_SPEED]
    if finest == 0.0 or speed >= MOST_REST_SPEED or hybrid.counts[ACTIVE_COUNT] == 0:
        return False
    limit, level = TOO_LONG, finest
    while level < 0.5 * speed:
        limit, level = 2 * limit, 10.0 * level
    if hybrid.counts[EFFORT] <= limit:
        return False
    hybrid.numbers[REST_SPEED] = min(10.0 * speed, MOST_REST_SPEED)
    hybrid.counts[QUIET_WINDOWS] = 0
    return True


def make_hybrid_work(rows: int, nq: int, nv: int, contacts: int = MOST_ACTIVE) -> HybridWork:
    """Scratch for one simulation, or for one state of so many contacts."""
    capacity = contacts + 3 * rows
    stages, weights = dop853()
    return HybridWork(
        np.zeros((rows, 6)),
        np.zeros(capacity, dtype=ACTIVE_CONTACT),
        np.zeros(capacity, dtype=CONTACT),
        np.zeros(capacity, dtype=CONTACT),
        np.arange(capacity),
        np.zeros((capacity, 3)),
        np.zeros(3 * capacity),
        np.zeros(3 * capacity),
        np.zeros((capacity, 3)),
        np.zeros((capacity, 2)),
        np.zeros(nq),
        np.zeros(nq),
        np.zeros((2, 15)),
        np.zeros((13, nq)),
        np.zeros((13, nv)),
        np.zeros(rows, dtype=np.int64),
        np.zeros(nv),
        np.zeros(nq),
        np.zeros(nv),
        stages,
        weights,
        np.zeros(15, dtype=np.int64),
        np.array([0.0, 0.0, 1e-4, 0.0, 0.0]),
    )


def _hybrid_type() -> Any:
    empty = np.zeros((0, 0))
    line = np.zeros(0)
    ints = np.zeros(6, dtype=np.int64)
    return numba.typeof(
        HybridWork(
            empty,
            np.zeros(0, dtype=ACTIVE_CONTACT),
            np.zeros(0, dtype=CONTACT),
            np.zeros(0, dtype=CONTACT),
            ints,
            empty,
            line,
            line,
            empty,
            empty,
            line,
            line,
            empty,
            empty,
            empty,
            ints,
            line,
            line,
            line,
            empty,
            empty,
            ints,
            line,
        )
    )


hybrid_work_out = _hybrid_type()
