"""What a recorded step, instant or impact was solved from: velocities without contact, and what they would be with other forces.

Velocities of free-flyers are twists in their own axes; here all are in the axes in which the problem of the state was set up.
Source: THEORY §5 and §6; `time_stepping.free_velocity` and `free_motion`, whose results these are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...arrays import Array
from ...multibody.dynamics.inverse_dynamics import inverse_dynamics
from ...multibody.kinematics.kinematics import frame_pose
from ...multibody.model.model import JointKind, Model
from ..recording.recording import Recording
from ..scene.scene import Scene
from ..solved_problem import SolvedProblem


class FrameMotion(NamedTuple):
    """Of a step, an instant or an impact, in the axes in which its problem was set up."""

    H: Array  # (nv, nv) with what implicit forces add
    start: Array  # (nv,) velocity before a step; zeros of an instant; velocity before an impact
    free: Array  # (nv,) velocity, or acceleration, without contact
    span: float  # h; 1 of an instant or an impact


def frame_motion(recording: Recording, i: int, solved: SolvedProblem) -> FrameMotion:
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
    force = recording.tau[i] + recording.passive[i] - inverse_dynamics(
        model, recording.q[i], v[i], np.zeros(model.nv), gravity=recording.scene.gravity
    )  # fmt: skip
    in_joints = np.array([bool(joint) for joint in solved.joints], dtype=bool)  # what limits give is among `passive`
    force = force - solved.J.T @ (solved.force * in_joints[:, None]).ravel()
    return FrameMotion(H, np.zeros(model.nv), response(recording, H, force), 1.0)


def response(recording: Recording, H: Array, force: Array) -> Array:
    """H⁻¹ f (nv,), tree by tree."""
    out = np.zeros(len(force))
    for tree in recording.scene.system.trees:
        in_v = slice(int(tree["v0"]), int(tree["v0"] + tree["nv"]))
        if in_v.stop > in_v.start:
            out[in_v] = np.linalg.solve(H[in_v, in_v], force[in_v])
    return out


def free_with(
    recording: Recording, i: int, solved: SolvedProblem, scene: Scene, old: FrameMotion, H: Array, torque: Array
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
    free = old.free.copy()
    for tree in recording.scene.system.trees:
        in_v = slice(int(tree["v0"]), int(tree["v0"] + tree["nv"]))
        same = np.array_equal(H[in_v, in_v], old.H[in_v, in_v])
        if same and not np.any(changed[in_v] != force[in_v]):
            continue
        if (
            tree["free"] and solved.level == "velocity"
        ):  # by itself a body turns by its inertia between the steps' middles
            share = float(np.trace(H[in_v, in_v]) / np.trace(old.H[in_v, in_v]))  # its inertia changes with its mass
            given_to = (recording.tau[i] + recording.passive[i])[in_v]
            changed[in_v] = share * (force[in_v] - given_to) + given_to + torque[in_v]
        free[in_v] = old.start[in_v] + old.span * np.linalg.solve(H[in_v, in_v], changed[in_v])
    return free


def _held_in_world(recording: Recording, v: Array) -> Array:
    """The accelerations (nv,) with which origins of free-flyers go straight: their twists are in turning axes."""
    given = np.zeros(len(v))
    for k in _free_flyers(recording.scene.model):
        given[k : k + 3] = np.cross(v[k : k + 3], v[k + 3 : k + 6])
    return given


def _in_axes(recording: Recording, there: Array, here: Array, v: Array) -> Array:
    """Velocities (nv,) of a state as they are in the middle of a step: free-flyers move on by inertia, in other axes."""
    model, out = recording.scene.model, np.array(v)
    rows = {int(row["iv"]): row for row in model.table if row["nv"] == 6}
    inertias = {body.name: body.inertia for body in model.bodies}
    alone = {int(tree["v0"]) for tree in recording.scene.system.trees if tree["free"]}  # a body by itself
    for name, (_, in_v) in model.joint_slices().items():
        joint, k = model.joint(name), in_v.start
        if joint.kind is not JointKind.FREE_FLYER:
            continue
        R, S = (frame_pose(model, q, joint.child)[:3, :3] for q in (there, here))
        row = rows[k]
        c = row["moment"] / row["mass"] if row["mass"] > 0.0 else np.zeros(3)
        spin = out[k + 3 : k + 6].copy()
        center = S.T @ R @ (out[k : k + 3] + np.cross(spin, c))
        if k in alone and row["mass"] > 0.0:
            inertia = inertias[joint.child]
            spin = np.asarray(np.linalg.solve(inertia, S.T @ R @ inertia @ spin), dtype=np.float64)
        else:
            center = S.T @ R @ out[k : k + 3] + np.cross(spin, c)
        out[k : k + 3], out[k + 3 : k + 6] = center - np.cross(spin, c), spin
    return out


def _free_flyers(model: Model) -> list[int]:
    return [
        in_v.start for name, (_, in_v) in model.joint_slices().items() if model.joint(name).kind is JointKind.FREE_FLYER
    ]
