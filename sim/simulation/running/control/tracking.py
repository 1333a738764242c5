"""The clock of a tracked motion and its torques, as kernels: see `TrackingControl`.

The clock is kept in the control's own arrays: which phase it is in, which row of the table and how far it is from that row to the
next, and when each phase began.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....arrays import Array
from ....kernel import allocating, kernel
from ....multibody.dynamics.trees import apply_inverse
from ....multibody.kinematics.configuration import difference_into
from ....multibody.model.input_validation import quaternion_at

PHASE, ROW = 0, 1  # places in `Control.track_now`
RESTARTS, CONE, SHARE = 0, 1, 2  # places in `Control.track_numbers`
_EARLIEST = 0.5  # share of its time in the air, from which a touch-down is the one that was planned


@kernel
def is_tracking(control: Any) -> bool:
    """Whether there is a motion to track."""
    return bool(control.track_times.shape[0] > 0)


@kernel
def motion_time(control: Any, t: float) -> float:
    """The time of the motion at simulated time t [s]."""
    p = control.track_now[PHASE]
    return float(control.track_times[control.track_first[p]] + (t - control.track_began[p]))


@kernel
def _enter(control: Any, phase: int, t: float) -> None:
    control.track_now[PHASE] = phase
    control.track_began[phase] = t
    control.track_now[ROW] = control.track_first[phase]
    control.track_numbers[SHARE] = 0.0


@kernel
def follow_clock(control: Any, touching: Array, t: float) -> bool:
    """Enter what phases begin by t [s], and find the row of the table there. Whether a phase began.

    touching : (rows,) int64, 1 for rows of the model that touch something
    """
    first, times, now = control.track_first, control.track_times, control.track_now
    jumped = False
    if now[PHASE] < 0:
        _enter(control, 0, t)
        jumped = True
    slack = 1e-12 * max(1.0, abs(t))
    while now[PHASE] + 2 < first.shape[0]:
        p = now[PHASE]
        end = times[first[p + 1] - 1]
        if motion_time(control, t) < end - slack or (control.track_numbers[RESTARTS] != 0.0 and _waits(control, touching)):
            break
        _enter(control, p + 1, t)
        jumped = True
    s, last = motion_time(control, t) + slack, first[now[PHASE] + 1] - 2
    while now[ROW] < last and times[now[ROW] + 1] <= s:
        now[ROW] += 1
    share_at(control, t)
    return jumped


@kernel
def _waits(control: Any, touching: Array) -> bool:
    """Whether the next phase begins with a touch-down that has not been yet."""
    p = control.track_now[PHASE]
    lands = False
    for i in range(touching.shape[0]):
        if control.track_held[p + 1, i] != 0 and control.track_held[p, i] == 0:
            if touching[i] != 0:
                return False
            lands = True
    return lands


@kernel
def touch_down(control: Any, row: int, t: float) -> None:
    """Something of a row of the model struck at t [s]: the phase in which it is to be held next begins, if it is not too soon."""
    held, first, times = control.track_held, control.track_first, control.track_times
    p = control.track_now[PHASE]
    if control.track_numbers[RESTARTS] == 0.0 or p < 0 or held[p, row] != 0:
        return
    lands, leaves = p + 1, p
    while lands < held.shape[0] and held[lands, row] == 0:
        lands += 1
    if lands == held.shape[0]:
        return
    while leaves > 0 and held[leaves - 1, row] == 0:
        leaves -= 1
    begin, end = times[first[leaves]], times[first[lands]]
    if motion_time(control, t) >= begin + _EARLIEST * (end - begin):
        for skipped in range(p + 1, lands):
            control.track_began[skipped] = t
        _enter(control, lands, t)


@kernel
def share_at(control: Any, t: float) -> None:
    """Note how far the motion is from its row to the next at t [s]; beyond 1 where a phase lasts longer than planned."""
    k = control.track_now[ROW]
    a, b = control.track_times[k], control.track_times[k + 1]
    control.track_numbers[SHARE] = (motion_time(control, t) - a) / (b - a)


@kernel
def next_row(control: Any, t: float, end: float) -> float:
    """The first instant after t [s], and before `end` by more than rounding, at which a row of the motion begins; else `end`."""
    a = control.track_times[control.track_now[ROW] + 1]
    ahead = t + (a - motion_time(control, t))
    tiny = 1e-12 * max(1.0, abs(t))
    return ahead if t + tiny < ahead < end - tiny else end


@allocating
def tracking_into(table: Any, control: Any, q: Array, v: Array, torque: Array) -> None:
    """Add the torques (nv,) of the motion at (q, v) and the instant noted: feed-forward and feedback."""
    nv, k, share = v.shape[0], control.track_now[ROW], control.track_numbers[SHARE]
    held = min(max(share, 0.0), 1.0)  # torques and gains of a phase that lasts too long stay; where it should be goes on
    for i in range(nv):
        torque[i] += (1.0 - held) * control.track_torques[k, i] + held * control.track_torques[k + 1, i]
    if control.track_gains.shape[0] == 0:
        return
    q_d, error = np.empty(q.shape[0]), np.zeros(2 * nv)
    for i in range(q.shape[0]):
        q_d[i] = control.track_q[k, i] + share * (control.track_q[k + 1, i] - control.track_q[k, i])
    _unit_quaternions(table, q_d)
    difference_into(table, q, q_d, error)
    for i in range(nv):
        error[nv + i] = control.track_v[k, i] + share * (control.track_v[k + 1, i] - control.track_v[k, i]) - v[i]
    for i in range(nv):
        for j in range(2 * nv):
            gain = (1.0 - held) * control.track_gains[k, i, j] + held * control.track_gains[k + 1, i, j]
            torque[i] += gain * error[j]


@kernel
def _unit_quaternions(table: Any, q: Array) -> None:
    for i in range(1, table.shape[0]):
        if table[i].nv > 1:
            k = quaternion_at(table[i])
            n = (q[k] ** 2 + q[k + 1] ** 2 + q[k + 2] ** 2 + q[k + 3] ** 2) ** -0.5
            for j in range(4):
                q[k + j] *= n


@kernel
def add_torque(trees: Any, F: Array, control: Any, change: Array, torque: Array, a: Array, scratch: Array) -> None:
    """Add a change (nv,) to the torques, within effort limits, and what it does to the accelerations a (nv,); both in place."""
    for k in range(change.shape[0]):
        limit = control.effort[k]
        total = min(max(torque[k] + change[k], -limit), limit)
        change[k] = total - torque[k]
        torque[k] = total
    for t in range(trees.shape[0]):
        i, n = trees[t].v0, trees[t].nv
        apply_inverse(trees[t], F, change[i : i + n], scratch[i : i + n])
    for k in range(change.shape[0]):
        a[k] += scratch[k]
