"""What a recorded step, instant or impact was solved from: velocities without contact, and what they would be with other forces.

Velocities of free-flyers are twists in their own axes; here all are in the axes in which the problem of the state was set up.
Source: THEORY §5 and §6; `time_stepping.free_velocity` and `free_motion`, whose results these are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ....arrays import Array
from ....contact.problem.problem import Indices
from ....multibody.dynamics.inverse_dynamics import inverse_dynamics
from ....multibody.kinematics.kinematics import frame_poses
from ....multibody.model.model import FREE_FLYER, Model
from ...recording.recording import Recording
from ...running.scene.scene import Scene
from ..inspected_problem import InspectedProblem


class FrameMotion(NamedTuple):
    """Of a step, an instant or an impact, in the axes in which its problem was set up."""

    H: Array  # (nv, nv) with what implicit forces add
    start: Array  # (nv,) velocity before a step; zeros of an instant; velocity before an impact
    free: Array  # (nv,) velocity, or acceleration, without contact
    span: float  # h; 1 of an instant or an impact


def frame_motion(recording: Recording, i: int, solved: InspectedProblem) -> FrameMotion:
    """What a state was solved from."""
    model, H = recording.scene.model, solved.problem.H
    v = recording.v
    push = response(recording, H, solved.J.T @ solved.force.ravel())
    if solved.level == "impact":
        return FrameMotion(H, v[i - 1], v[i - 1], 1.0)
    if solved.level == "velocity":
        q = recording.problems.configuration(i)
        start = _in_axes(recording, recording.q[i - 1], q, v[i - 1])
        return FrameMotion(H, start, _in_axes(recording, recording.q[i], q, v[i]) - push, recording.settings.dt)
    force = (
        recording.tau[i]
        + recording.passive[i]
        - inverse_dynamics(model, recording.q[i], v[i], np.zeros(model.nv), gravity=recording.scene.gravity)
    )
    in_joints = np.array([bool(joint) for joint in solved.joints], dtype=bool)  # what limits give is among `passive`
    force = force - solved.J.T @ (solved.force * in_joints[:, None]).ravel()
    return FrameMotion(H, np.zeros(model.nv), response(recording, H, force), 1.0)


def response(recording: Recording, H: Array, force: Array) -> Array:
    """H⁻¹ f (nv,), tree by tree."""
    out = np.zeros(len(force))
    for _, at in _trees_by_size(recording):
        out[at] = np.linalg.solve(_blocks(H, at), force[at][:, :, None])[:, :, 0]
    return out


def changed_trees(recording: Recording, H: Array, other: Array) -> list[slice]:
    """The velocities of trees whose blocks of the mass matrix differ."""
    if H is other:
        return []
    trees, is_changed = recording.scene.system.trees, np.zeros(len(recording.scene.system.trees), dtype=bool)
    for of, at in _trees_by_size(recording):
        is_changed[of] = np.any(_blocks(H, at) != _blocks(other, at), axis=(1, 2))
    return [slice(int(tree["v0"]), int(tree["v0"] + tree["nv"])) for tree in trees[is_changed]]


def _trees_by_size(recording: Recording) -> Iterator[tuple[Indices, Indices]]:
    """Trees (n,) of k velocities each, and which velocities those are (n, k), for each k that there is."""
    trees = recording.scene.system.trees
    for k in np.unique(trees["nv"][trees["nv"] > 0]):
        of = np.flatnonzero(trees["nv"] == k)
        yield of, trees["v0"][of][:, None] + np.arange(k)


def _blocks(H: Array, at: Indices) -> Array:
    return np.asarray(H[at[:, :, None], at[:, None, :]])


def free_with(
    recording: Recording, i: int, solved: InspectedProblem, scene: Scene, old: FrameMotion, H: Array, torque: Array
) -> Array:
    """Velocity, or acceleration, without contact (nv,), with the edit."""
    if solved.level == "impact":
        return old.free
    gravity, model, q = recording.scene.gravity, recording.scene.model, recording.problems.configuration(i)
    v = recording.v[i]
    given = np.zeros(model.nv)
    if solved.level == "velocity":
        end = old.free + response(recording, old.H, solved.J.T @ solved.force.ravel())
        v = 0.5 * (old.start + end)
        given = _held_in_world(recording, v)
    force = old.H @ (old.free - old.start) / old.span
    bias = [inverse_dynamics(m, q, v, given, gravity=gravity) for m in (scene.model, model)]
    changed = force - (bias[0] - bias[1]) + torque
    free, others = old.free.copy(), {in_v.start for in_v in changed_trees(recording, H, old.H)}
    is_changed = changed != force
    for tree in recording.scene.system.trees:
        in_v = slice(int(tree["v0"]), int(tree["v0"] + tree["nv"]))
        if in_v.start not in others and not is_changed[in_v].any():
            continue
        if tree["free"] and solved.level == "velocity":  # by itself a body turns by its inertia between the steps' middles
            share = float(np.trace(H[in_v, in_v]) / np.trace(old.H[in_v, in_v]))  # its inertia changes with its mass
            given_to = (recording.tau[i] + recording.passive[i])[in_v]
            changed[in_v] = share * (force[in_v] - given_to) + given_to + torque[in_v]
        free[in_v] = old.start[in_v] + old.span * np.linalg.solve(H[in_v, in_v], changed[in_v])
    return free


def _held_in_world(recording: Recording, v: Array) -> Array:
    """The accelerations (nv,) with which origins of free-flyers go straight: their twists are in turning axes."""
    given, rows = np.zeros(len(v)), recording.scene.model.table
    at = rows["iv"][rows["kind"] == FREE_FLYER][:, None] + np.arange(6)
    given[at[:, :3]] = np.cross(v[at[:, :3]], v[at[:, 3:]])
    return given


def _in_axes(recording: Recording, there: Array, here: Array, v: Array) -> Array:
    """Velocities (nv,) of a state as they are in the middle of a step: free-flyers move on by inertia, in other axes."""
    model, trees, out = recording.scene.model, recording.scene.system.trees, np.array(v)
    rows, frames = _free_flyers(model)
    if not len(rows):
        return out
    at = rows["iv"][:, None] + np.arange(6)
    before, after = (frame_poses(model, q)[frames, :3, :3] for q in (there, here))
    turn = np.swapaxes(after, 1, 2) @ before
    alone = np.isin(rows["iv"], trees["v0"][trees["free"] == 1]) & (rows["mass"] > 0.0)  # bodies by themselves
    c, inertia = _centers(rows[alone])
    linear, spin = out[at[:, :3]], out[at[:, 3:]]
    linear[alone] += np.cross(spin[alone], c)  # their centres of mass go straight
    linear = _times(turn, linear)
    momentum = _times(turn[alone], _times(inertia, spin[alone]))
    spin[alone] = np.linalg.solve(inertia, momentum[:, :, None])[:, :, 0]
    linear[alone] -= np.cross(spin[alone], c)
    out[at[:, :3]], out[at[:, 3:]] = linear, spin
    return out


def _free_flyers(model: Model) -> tuple[Any, Indices]:
    """Rows (n,) of the model's table that are free-flyers, and which of its frames are theirs."""
    joints = {in_v.start: model.joint(name) for name, (_, in_v) in model.joint_slices().items()}
    rows = model.table[model.table["kind"] == FREE_FLYER]
    return rows, np.array([model.frame_index(joints[int(k)].child) for k in rows["iv"]], dtype=np.int64)


def _centers(rows: Any) -> tuple[Array, Array]:
    """Centres of mass (n, 3) of rows in their own axes [m], and inertias (n, 3, 3) about those [kg m²]."""
    mass = rows["mass"][:, None]
    c = rows["moment"] / mass
    about = rows["inertia"][:, [[0, 1, 2], [1, 3, 4], [2, 4, 5]]]
    outer = c[:, :, None] * c[:, None, :]
    square = np.trace(outer, axis1=1, axis2=2)[:, None, None] * np.eye(3)
    return c, about - mass[:, :, None] * (square - outer)


def _times(A: Array, x: Array) -> Array:
    """A x (n, 3) of n matrices and vectors."""
    return np.asarray((A @ x[:, :, None])[:, :, 0])
