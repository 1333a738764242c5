"""The velocity at the end of a step without contact: v + h H⁻¹ (τ - C), C taken in the middle of the step."""

from __future__ import annotations

from typing import Any

from ....arrays import Array
from ....contact.island.assembly import DRY_FRICTION, add_scaled, add_scaled_normal
from ....kernel import copy_into, kernel
from ....multibody.dynamics.inverse_dynamics import newton_euler_into
from ....multibody.dynamics.trees import apply_inverse, factorise_into
from ....multibody.model.model import FREE_FLYER
from ...step_arrays import CONTACTS_BEFORE, DURATION_BEFORE, FORETOLD, TREE_AT_FAULT
from ..control.forces import controller_into, joint_forces_into, model_torque_into, pull_into

_MIDPOINT_ROUNDS, _MIDPOINT_CHANGE = 4, 1e-11  # of the velocity in the middle of a step; its last change [m/s | rad/s],
_MIDPOINT_LEFT = 1e-13  # or what the next would change, if it falls as it did
# With impulses after an impact: they are known to 1e-2 as they are foretold, and more rounds would not make it exact.
_FORETOLD_ROUNDS = 1
_CURVATURE = 1e3  # what Coriolis accelerations are of v² at most [1/m]
_LITTLE = 1e-14  # a change that needs no round [m/s]


@kernel
def free_velocity_into(system: Any, control: Any, settings: Any, work: Any, count: int, q: Array, v: Array) -> bool:
    """Velocity at the step's end without contact, into work.free; the factors of the mass matrix with it.

    Coriolis forces are taken at the velocity in the middle of the step where the step before foretells it, else at v: then see
    `use_midpoint_velocity`.
    """
    p = settings[0]
    h, g = p.dt, p.gravity
    table, trees = system.table, system.trees
    model_torque_into(table, control, work.X, q, v, work.zero, g, work.S, work.free, work.scratch_v, work.bias)
    controller_into(table, control, q, v, h, p.theta, work.bias, work.clipped, work.torque, work.diagonal)
    articulated = is_articulated(trees)
    a = work.scratch_v
    if articulated:
        _foretell_velocity(p, work, count, v)
        _bias_into(table, g, work, work.middle)
    for k in range(v.shape[0]):
        a[k] = work.torque[k]  # the pull and the joints' own damping are no part of the controller's torque
    joint_forces_into(table, q, v, h, p.theta, a, work.diagonal)
    pull_into(table, work.W, work.V, control, a)
    if articulated:
        failed = factorise_into(table, system.columns, trees, work.W, work.K, work.motions, work.diagonal, work.H, work.F)
        if failed:
            work.counts[TREE_AT_FAULT] = failed - 1
            return False
    for t in range(trees.shape[0]):
        tree = trees[t]
        i, n = tree.v0, tree.nv
        if tree.free:
            w = work.W[tree.first]
            apply_inverse(tree, work.F, a[i : i + n], work.free[i : i + n])
            for k in range(n):
                work.free[i + k] *= h
            for k in range(3):
                work.free[i + k] += v[i + k] + h * (w[k] * g[0] + w[3 + k] * g[1] + w[6 + k] * g[2])
                work.free[i + 3 + k] += v[i + 3 + k]
        else:
            for k in range(i, i + n):
                a[k] -= work.bias[k]
            apply_inverse(tree, work.F, a[i : i + n], work.free[i : i + n])
            for k in range(i, i + n):
                work.free[k] = v[k] + h * work.free[k]
    return True


@kernel
def use_midpoint_velocity(system: Any, settings: Any, work: Any, count: int, v: Array) -> None:
    """Take the Coriolis forces at the velocity in the middle of the step: work.free becomes of second order, and energy stays.

    That velocity is foretold with the impulses that the solve starts from, if it is not known from the step before;
    work.scratch_v holds forces less the bias at v.
    """
    p = settings[0]
    table, trees, a = system.table, system.trees, work.scratch_v
    if work.counts[FORETOLD]:
        return
    rounds = _MIDPOINT_ROUNDS
    for c in range(count):
        if work.r[c, 2] > 0.0 and work.contacts[c].a != DRY_FRICTION:
            rounds = _FORETOLD_ROUNDS
    before = 0.0
    for _ in range(rounds):
        copy_into(work.free, work.solved)
        for c in range(count):
            x, y, z = work.r[c, 0], work.r[c, 1], work.r[c, 2]
            if x != 0.0 or y != 0.0:
                add_scaled(work.segments, c, work.Y, x, y, z, work.solved)
            elif z != 0.0:
                add_scaled_normal(work.segments, c, work.Y, z, work.solved)
        fastest = change = 0.0
        for k in range(v.shape[0]):
            middle = 0.5 * (v[k] + work.solved[k])
            work.shift[k] = work.bias[k]
            fastest = max(fastest, max(abs(work.middle[k]), abs(middle)))
            change = max(change, abs(middle - work.middle[k]))
            work.middle[k] = middle
        if p.dt * _CURVATURE * fastest * change < _LITTLE:
            return
        _bias_into(table, p.gravity, work, work.middle)
        change = 0.0
        for t in range(trees.shape[0]):
            if trees[t].free:
                continue
            i, n = trees[t].v0, trees[t].nv
            for k in range(i, i + n):
                a[k] += work.shift[k] - work.bias[k]
            apply_inverse(trees[t], work.F, a[i : i + n], work.solved[i : i + n])
            for k in range(i, i + n):
                change = max(change, abs(v[k] + p.dt * work.solved[k] - work.free[k]))
                work.free[k] = v[k] + p.dt * work.solved[k]
        if change <= _MIDPOINT_CHANGE or change * change <= _MIDPOINT_LEFT * before:
            return
        before = change


@kernel
def _foretell_velocity(p: Any, work: Any, count: int, v: Array) -> None:
    """Write the velocity in the middle of the step, as it is foretold, into work.middle, and into work.counts if that is it.

    Where impulses act that go on from the step before, the velocity changes as it did there. Not after an impact, whose part of
    that change does not come again. Torques that are others than those of the step before are not in it: of what they change only
    the velocity that Coriolis forces are taken at misses half. Where none act, now or before, its change goes on as it did; from
    there `use_midpoint_velocity` is sooner at its end.
    """
    is_pressed = was_pressed = has_struck = False
    for c in range(count):
        is_pressed = is_pressed or (work.contacts[c].impulse[2] > 0.0 and work.contacts[c].a != DRY_FRICTION)
    for c in range(work.counts[CONTACTS_BEFORE]):
        last = work.previous[c]
        was_pressed = was_pressed or (last.impulse[2] > 0.0 and last.a != DRY_FRICTION)
        has_struck = has_struck or (last.impulse[2] > 0.0 and last.approach < -p.restitution_speed)
    work.counts[FORETOLD] = 1 if is_pressed and not has_struck else 0
    share = again = 0.0
    if work.counts[FORETOLD] or (not is_pressed and not was_pressed and work.numbers[DURATION_BEFORE] > 0.0):
        share = 0.5 * p.dt / work.numbers[DURATION_BEFORE]
        again = 0.0 if is_pressed else share
    for k in range(v.shape[0]):
        work.middle[k] = v[k] + share * work.jump[0, k] + again * (work.jump[0, k] - work.jump[2, k])


@kernel
def is_articulated(trees: Any) -> bool:
    """Whether there is anything but free bodies."""
    for t in range(trees.shape[0]):
        if trees[t].free == 0:
            return True
    return False


@kernel
def _bias_into(table: Any, g: Array, work: Any, v: Array) -> None:
    """Write gravity and Coriolis forces at velocity v into work.bias."""
    copy_into(work.zero, work.scratch_a)
    for i in range(1, table.shape[0]):
        if table[i].kind == FREE_FLYER:  # the origin's velocity is kept in the world, not in turning axes
            k = table[i].iv
            work.scratch_a[k] = v[k + 5] * v[k + 1] - v[k + 4] * v[k + 2]
            work.scratch_a[k + 1] = v[k + 3] * v[k + 2] - v[k + 5] * v[k]
            work.scratch_a[k + 2] = v[k + 4] * v[k] - v[k + 3] * v[k + 1]
    newton_euler_into(table, work.X, v, work.scratch_a, g[0], g[1], g[2], work.S, work.bias)
