"""What drives the joints during a step: controller, joint damping, and the user's pull on a body.

The gains act at the end of the step, not its start: with q⁺ = q_m + θ h v⁺, the torque kp (q_t - q⁺) + kd (v_t - v⁺) adds
θ h² kp + h kd to the mass matrix, and no gain is too stiff for the step. A torque beyond its limit is clipped and then constant.
"""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....kernel import kernel
from ....multibody.dynamics.inverse_dynamics import newton_euler_into
from ....multibody.model.model import FREE_FLYER


@kernel
def controller_into(
    table: Any,
    control: Any,
    q: Array,
    v: Array,
    h: float,
    theta: float,
    model_torque: Array,
    clipped: Array,
    torque: Array,
    diagonal: Array,
) -> None:
    """Write the torque at the joints (nv,) as it is without the step's change of velocity, and what it adds to H (nv,).

    q : configuration θ h before the end of the step, v : velocity at its start. With h = 0: the torque at (q, v), as it is.
    model_torque   : (nv,) of `model_torque_into`
    clipped        : (nv,) 1 or -1 where the torque is at its limit, and constant
    """
    for k in range(torque.shape[0]):
        torque[k] = control.torque[k] + model_torque[k]
        diagonal[k] = 0.0
    for i in range(1, table.shape[0]):
        row = table[i]
        if row.nv != 1:
            continue
        k = row.iv
        kp, kd = control.stiffness[k], control.damping[k]
        total = torque[k] + kp * (control.q_target[row.iq] - q[row.iq] - theta * h * v[k]) + kd * (control.v_target[k] - v[k])
        limit = control.effort[k]
        if clipped[k] != 0.0:
            torque[k] = clipped[k] * limit
        elif h == 0.0:
            torque[k] = min(max(total, -limit), limit)
        else:
            torque[k] = total
            diagonal[k] = h * (theta * h * kp + kd)


@kernel
def final_torque_into(
    table: Any, control: Any, h: float, theta: float, before: Array, after: Array, torque: Array, clipped: Array
) -> bool:
    """Bring the torque to what it is with the velocity found. False if it passes a limit, which `clipped` then notes."""
    within = True
    for i in range(1, table.shape[0]):
        k = table[i].iv
        if table[i].nv != 1 or clipped[k] != 0.0:
            continue
        torque[k] -= (theta * h * control.stiffness[k] + control.damping[k]) * (after[k] - before[k])
        if abs(torque[k]) > control.effort[k] * (1.0 + 1e-9):
            clipped[k] = math.copysign(1.0, torque[k])
            within = False
    return within


@kernel
def joint_forces_into(table: Any, q: Array, v: Array, h: float, theta: float, torque: Array, diagonal: Array) -> None:
    """Add the joints' own viscous damping and springs.

    Over a step they act with the velocity at its end and with the position a part θ on the way between both ends, which is
    q + h (θ² v⁺ - (1 - θ)² v⁻) from q (nq,) where the velocity jumps: `diagonal` is what they add to the mass matrix.
    """
    for i in range(1, table.shape[0]):
        row = table[i]
        if row.kind == FREE_FLYER:
            continue
        if row.damping != 0.0:
            d = row.damping * row.ratio * row.ratio
            for k in range(row.iv, row.iv + max(1, row.nv)):
                torque[k] -= d * v[k]
                diagonal[k] += h * d
        if row.stiffness != 0.0:
            turn = q[row.iq] + h * (2.0 * theta - 1.0) * v[row.iv]
            torque[row.iv] -= row.ratio * row.stiffness * (row.ratio * turn + row.offset - row.rest)
            diagonal[row.iv] += theta * theta * h * h * row.stiffness * row.ratio * row.ratio


@kernel
def passive_torque_into(table: Any, q: Array, v: Array, after: Array, h: float, theta: float, passive: Array) -> None:
    """Write what damping and springs came to over a step from v to `after` (nv,), with q (nq,) where it jumps, into passive."""
    for k in range(passive.shape[0]):
        passive[k] = 0.0
    for i in range(1, table.shape[0]):
        row = table[i]
        if row.kind == FREE_FLYER:
            continue
        if row.damping != 0.0:
            for k in range(row.iv, row.iv + max(1, row.nv)):
                passive[k] -= row.damping * row.ratio * row.ratio * after[k]
        if row.stiffness != 0.0:
            turn = q[row.iq] + h * (theta * theta * after[row.iv] - (1.0 - theta) ** 2 * v[row.iv])
            passive[row.iv] -= row.ratio * row.stiffness * (row.ratio * turn + row.offset - row.rest)


@kernel
def model_torque_into(
    table: Any,
    control: Any,
    X: Array,
    q: Array,
    v: Array,
    zero: Array,
    g: Array,
    S: Array,
    desired: Array,
    scratch: Array,
    torque: Array,
) -> None:
    """Write what the controllers know from the robot's model (nv,): g(q) where gravity is compensated, all where the torque is
    computed, and 0 elsewhere. wanted, scratch (nv,) are scratch
    """
    compensated = computed = False
    for k in range(v.shape[0]):
        compensated = compensated or control.compensation[k] != 0.0
        computed = computed or control.inverse[k] != 0.0
        torque[k] = 0.0
    if compensated:
        newton_euler_into(table, X, zero, zero, g[0], g[1], g[2], S, torque)
        for k in range(v.shape[0]):
            torque[k] *= control.compensation[k]
    if not computed:
        return
    # Trees do not feel each other, and a computed one has no joint that is not: its wanted accelerations are all there.
    for k in range(v.shape[0]):
        desired[k] = 0.0
    for i in range(1, table.shape[0]):
        k = table[i].iv
        if table[i].nv == 1 and control.inverse[k] != 0.0:
            error, rate = control.q_target[table[i].iq] - q[table[i].iq], control.v_target[k] - v[k]
            desired[k] = control.inverse_stiffness[k] * error + control.inverse_damping[k] * rate
    newton_euler_into(table, X, v, desired, g[0], g[1], g[2], S, scratch)
    for k in range(v.shape[0]):
        if control.inverse[k] != 0.0:
            torque[k] = scratch[k]


@kernel
def playback_into(control: Any, start: float, h: float) -> bool:
    """Write the torques of the table over a step of h from `start` [s] into control.torque: see `TorquePlayback`.

    Returns whether they changed.

    A row holds from the first step that begins at its time or later; torques between rows are those at the step's middle. With
    h = 0 they are those at the instant.
    """
    times = control.play_times
    if times.shape[0] == 0:
        return False
    changed = False
    row = _row_at(times, start + 1e-3 * h)  # times of simulations are sums of steps
    k, part = _row_at(times, start + 0.5 * h), 0.0
    if k + 1 < times.shape[0] and start + 0.5 * h > times[0]:
        part = (start + 0.5 * h - times[k]) / (times[k + 1] - times[k])
    for j in range(control.torque.shape[0]):
        if control.play_linear[j] == 0.0:
            torque = control.play_torques[row, j]
        else:
            torque = control.play_torques[k, j]
            if part > 0.0:
                torque += part * (control.play_torques[k + 1, j] - torque)
        changed = changed or torque != control.torque[j]
        control.torque[j] = torque
    return changed


@kernel
def playback_at(control: Any, t: float) -> None:
    """Write the torques that are straight between rows of the table, those at the instant t [s], into control.torque."""
    times = control.play_times
    if times.shape[0] == 0:
        return
    k, part = _row_at(times, t), 0.0
    if k + 1 < times.shape[0] and t > times[0]:
        part = (t - times[k]) / (times[k + 1] - times[k])
    for j in range(control.torque.shape[0]):
        if control.play_linear[j] != 0.0:
            control.torque[j] = control.play_torques[k, j]
            if part > 0.0:
                control.torque[j] += part * (control.play_torques[k + 1, j] - control.play_torques[k, j])


@kernel
def next_bend(control: Any, t: float, end: float) -> float:
    """The first instant after t [s], and before `end` by more than rounding, at which a row of the table begins; else `end`."""
    times = control.play_times
    if times.shape[0] == 0:
        return end
    tiny = 1e-12 * max(1.0, abs(t))
    k = _row_at(times, t + tiny)
    if times[k] <= t + tiny:
        k += 1
    return times[k] if k < times.shape[0] and times[k] < end - tiny else end


@kernel
def _row_at(times: Array, t: float) -> int:
    """The last row whose time is not after t; the first if there is none."""
    low, high = 0, times.shape[0]
    while high - low > 1:
        middle = (low + high) // 2
        if times[middle] <= t:
            low = middle
        else:
            high = middle
    return low


@kernel
def pull_into(table: Any, W: Array, V: Array, control: Any, torque: Array) -> None:
    """Add the spring and damper between a grabbed point of a body and where the user pulls it: Jᵀ f."""
    i = control.pull_row[0]
    if i == 0:
        return
    w, s, p = W[i], V[i], control.pull
    # The grabbed point relative to the row's origin, and its velocity, in the world.
    x, y, z = p[0], p[1], p[2]
    rx, ry, rz = w[0] * x + w[1] * y + w[2] * z, w[3] * x + w[4] * y + w[5] * z, w[6] * x + w[7] * y + w[8] * z
    ux, uy, uz = s[0] + s[4] * z - s[5] * y, s[1] + s[5] * x - s[3] * z, s[2] + s[3] * y - s[4] * x
    vx, vy, vz = w[0] * ux + w[1] * uy + w[2] * uz, w[3] * ux + w[4] * uy + w[5] * uz, w[6] * ux + w[7] * uy + w[8] * uz
    fx = p[6] * (p[3] - w[9] - rx) - p[7] * vx
    fy = p[6] * (p[4] - w[10] - ry) - p[7] * vy
    fz = p[6] * (p[5] - w[11] - rz) - p[7] * vz
    px, py, pz = w[9] + rx, w[10] + ry, w[11] + rz
    while i > 0:
        row, w = table[i], W[i]
        rx, ry, rz = px - w[9], py - w[10], pz - w[11]
        nx, ny, nz = ry * fz - rz * fy, rz * fx - rx * fz, rx * fy - ry * fx  # moment about the row's origin
        if row.nv > 1:
            for c in range(3):
                if row.nv == 6:
                    torque[row.iv + c] += w[c] * fx + w[3 + c] * fy + w[6 + c] * fz
                torque[row.iv + row.nv - 3 + c] += w[c] * nx + w[3 + c] * ny + w[6 + c] * nz
        elif row.kind == 1:
            torque[row.iv] += row.ratio * (w[2] * nx + w[5] * ny + w[8] * nz)
        else:
            torque[row.iv] += row.ratio * (w[2] * fx + w[5] * fy + w[8] * fz)
        i = row.parent
