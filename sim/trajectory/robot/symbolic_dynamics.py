"""Dynamics of any Model in CasADi: the recursive Newton-Euler algorithm over `Model.table`, and points that touch.

The same equations as the kernels of `multibody.dynamics.inverse_dynamics`, with expressions in the place of numbers; no mass
matrix is built. Source: newton-euler-inverse-dynamics, "Résumé"; Featherstone 2008, table 5.1 and §2.11.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import casadi
import numpy as np

from ...arrays import Array
from ...multibody.model.model import FREE_FLYER, GRAVITY, PRISMATIC, REVOLUTE, Model
from ...multibody.model.tree_table import free_body_inertias

Expression = Any  # casadi.SX, MX or DM: a column (k,) or a matrix; casadi has no types

_NOISE = 1e-15  # entries of rotations below are zero that was rounded: they would bring whole branches of the graph to life


@dataclass(frozen=True, eq=False, slots=True)
class RowMotion:
    """How the frame of a row of the table lies and moves."""

    rotation: Expression  # (3, 3) of its axes in the world
    origin: Expression  # (3,) in the world [m]
    in_parent: tuple[Expression, Expression]  # rotation and origin in the frame of the row's parent
    velocity: Expression  # (3,) of its origin, along its own axes [m/s]
    spin: Expression  # (3,) angular velocity, along its own axes [rad/s]
    acceleration: Expression  # (3,) spatial, linear part, along its own axes [m/s²]
    spin_rate: Expression  # (3,) [rad/s²]


@dataclass(frozen=True, eq=False, slots=True)
class PointMotion:
    """How a point fixed to a row moves, in the world."""

    position: Expression  # (3,) [m]
    velocity: Expression  # (3,) [m/s]
    acceleration: Expression  # (3,) of the point itself: J v̇ + J̇ v [m/s²]


@dataclass(frozen=True, eq=False, slots=True)
class PointForce:
    """A force on a point fixed to a row."""

    row: int
    offset: Expression  # (3,) of the point in the row's frame [m]
    force: Expression  # (3,) along world axes [N]


def row_motions(model: Model, q: Expression, v: Expression, a: Expression) -> list[RowMotion]:
    """How all rows move at q (nq,), v (nv,) and its derivative a (nv,); the first is the world."""
    zero, one = casadi.DM.zeros(3), casadi.DM.eye(3)
    motions = [RowMotion(one, zero, (one, zero), zero, zero, zero, zero)]
    for row in model.table[1:]:
        parent = motions[row["parent"]]
        R, p = _placement(row, q)
        joint_velocity, joint_spin = _along(row, v)
        joint_acceleration, joint_spin_rate = _along(row, a)
        velocity, spin = _to_child(R, p, parent.velocity, parent.spin)
        acceleration, spin_rate = _to_child(R, p, parent.acceleration, parent.spin_rate)
        turning = casadi.cross(spin, joint_velocity) + casadi.cross(velocity, joint_spin)
        motions.append(
            RowMotion(
                parent.rotation @ R,
                parent.origin + parent.rotation @ p,
                (R, p),
                velocity + joint_velocity,
                spin + joint_spin,
                acceleration + joint_acceleration + turning,
                spin_rate + joint_spin_rate + casadi.cross(spin, joint_spin),
            )
        )
    return motions


def point_motion(motion: RowMotion, offset: Array) -> PointMotion:
    """How the point at `offset` (3,) in a row's frame moves."""
    r, w = casadi.DM(offset), motion.spin
    velocity = motion.velocity + casadi.cross(w, r)
    acceleration = motion.acceleration + casadi.cross(motion.spin_rate, r) + casadi.cross(w, velocity)
    R = motion.rotation
    return PointMotion(motion.origin + R @ r, R @ velocity, R @ acceleration)


def joint_forces(
    model: Model,
    motions: Sequence[RowMotion],
    a: Expression,
    forces: Sequence[PointForce] = (),
    gravity: tuple[float, float, float] = GRAVITY,
) -> Expression:
    """τ (nv,) = H a + C(q, v) - Σ Jᵀ f of the motion whose rows move so: inverse dynamics [N m | N].

    a : (nv,) what `row_motions` was given. Armature is in it; damping, dry friction and springs are not.
    """
    table = model.table
    count = len(table)
    force: list[Expression] = [casadi.DM.zeros(3)] * count
    moment: list[Expression] = [casadi.DM.zeros(3)] * count
    for i in range(1, count):
        force[i], moment[i] = _of_motion(table[i], motions[i], casadi.DM(gravity))
    for given in forces:
        along = motions[given.row].rotation.T @ given.force
        force[given.row] = force[given.row] - along
        moment[given.row] = moment[given.row] - casadi.cross(given.offset, along)
    tau: list[Expression] = [0.0] * model.nv
    for i in range(count - 1, 0, -1):
        row = table[i]
        for k, share in (*_felt(row, force[i], moment[i]), *_of_rotors(row, motions[i], motions[row["parent"]], a)):
            tau[k] += share
        R, p = motions[i].in_parent
        parent = row["parent"]
        carried = R @ force[i]
        force[parent] = force[parent] + carried
        moment[parent] = moment[parent] + R @ moment[i] + casadi.cross(p, carried)
    return casadi.vertcat(*tau)


def passive_forces(model: Model, q: Expression, v: Expression, dry_speed: float = 0.0) -> Expression:
    """Forces (nv,) of the joints' damping and springs, and of dry friction smoothed over the speed `dry_speed` [rad/s | m/s].

    The smoothed one is f v/√(v² + s²): what the simulation holds with at rest creeps here. 0 leaves dry friction out.
    """
    tau: list[Expression] = [0.0] * model.nv
    for row in model.table[1:]:
        if row["kind"] == FREE_FLYER:
            continue
        for k in range(row["iv"], row["iv"] + max(1, row["nv"])):
            tau[k] -= row["damping"] * row["ratio"] ** 2 * v[k]
            if row["friction"] and dry_speed:
                tau[k] -= abs(row["ratio"]) * row["friction"] * v[k] / casadi.sqrt(v[k] ** 2 + dry_speed**2)
        if row["stiffness"]:
            stretched = row["ratio"] * q[row["iq"]] + row["offset"] - row["rest"]
            tau[row["iv"]] -= row["ratio"] * row["stiffness"] * stretched
    return casadi.vertcat(*tau)


def configuration_rate(model: Model, q: Expression, v: Expression) -> Expression:
    """q̇ (nq,) at v (nv,): v itself but where q has quaternions, or places of a body that moves along its own axes."""
    rate: list[Expression] = [0.0] * model.nq
    for row in model.table[1:]:
        i, k = row["iq"], row["iv"]
        if row["kind"] == FREE_FLYER:
            moved = rotation_of(q[i + 3 : i + 7]) @ v[k : k + 3]
            rate[i : i + 3] = [moved[0], moved[1], moved[2]]
            i, k = i + 3, k + 3
        if row["nv"] > 1:
            rate[i : i + 4] = _quaternion_rate(q[i : i + 4], v[k : k + 3])
        elif row["nv"] == 1:
            rate[i] = v[k]
    return casadi.vertcat(*rate)


def rotation_of(quaternion: Expression) -> Expression:
    """The rotation (3, 3) of a quaternion x y z w, whose norm is divided out."""
    x, y, z, w = (quaternion[k] for k in range(4))
    s = 2.0 / (x * x + y * y + z * z + w * w)
    return casadi.vertcat(
        casadi.horzcat(1.0 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)),
        casadi.horzcat(s * (x * y + z * w), 1.0 - s * (x * x + z * z), s * (y * z - x * w)),
        casadi.horzcat(s * (x * z - y * w), s * (y * z + x * w), 1.0 - s * (x * x + y * y)),
    )


def _quaternion_rate(q: Expression, w: Expression) -> list[Expression]:
    """½ q ⊗ (ω, 0), ω along the moved axes."""
    x, y, z, s = (0.5 * q[k] for k in range(4))
    return [
        s * w[0] + y * w[2] - z * w[1],
        s * w[1] + z * w[0] - x * w[2],
        s * w[2] + x * w[1] - y * w[0],
        -x * w[0] - y * w[1] - z * w[2],
    ]


def _placement(row: np.void, q: Expression) -> tuple[Expression, Expression]:
    """Rotation and origin of a row's frame in its parent's."""
    fixed = np.where(np.abs(row["rotation"]) < _NOISE, 0.0, row["rotation"])
    R, p, i = casadi.DM(fixed), casadi.DM(row["translation"]), row["iq"]
    if row["kind"] == REVOLUTE:
        angle = row["ratio"] * q[i] + row["offset"]
        c, s = casadi.cos(angle), casadi.sin(angle)
        turn = casadi.vertcat(casadi.horzcat(c, -s, 0), casadi.horzcat(s, c, 0), casadi.horzcat(0, 0, 1))
        return R @ turn, p
    if row["kind"] == PRISMATIC:
        return R, p + R[:, 2] * (row["ratio"] * q[i] + row["offset"])
    if row["nv"] == 3:
        return R @ rotation_of(q[i : i + 4]), p
    return R @ rotation_of(q[i + 3 : i + 7]), p + R @ q[i : i + 3]


def _along(row: np.void, v: Expression) -> tuple[Expression, Expression]:
    """What the numbers of a joint, of v or of its derivative, are as a motion of the row: linear and angular part."""
    zero, k = casadi.DM.zeros(3), row["iv"]
    if row["kind"] == REVOLUTE:
        return zero, casadi.vertcat(0, 0, row["ratio"] * v[k])
    if row["kind"] == PRISMATIC:
        return casadi.vertcat(0, 0, row["ratio"] * v[k]), zero
    if row["nv"] == 3:
        return zero, v[k : k + 3]
    return v[k : k + 3], v[k + 3 : k + 6]


def _felt(row: np.void, force: Expression, moment: Expression) -> list[tuple[int, Expression]]:
    """What a joint feels of the force through it: for each of its numbers in v, a share of τ."""
    k = int(row["iv"])
    if row["kind"] == REVOLUTE:
        return [(k, row["ratio"] * moment[2])]
    if row["kind"] == PRISMATIC:
        return [(k, row["ratio"] * force[2])]
    if row["nv"] == 3:
        return [(k + j, moment[j]) for j in range(3)]
    return [(k + j, (force if j < 3 else moment)[j % 3]) for j in range(6)]


def _of_rotors(row: np.void, motion: RowMotion, parent: RowMotion, a: Expression) -> list[tuple[int, Expression]]:
    """What a joint's armature adds to τ: for each of its numbers in v, a share."""
    first, inertia = int(row["iv"]), float(row["armature"])
    if not inertia:
        return []
    shares = [(k, row["ratio"] ** 2 * inertia * a[k]) for k in range(first, first + max(1, int(row["nv"])))]
    if row["kind"] == FREE_FLYER:  # its velocity is along axes that turn with it
        linear, angular = _to_child(*motion.in_parent, parent.velocity, parent.spin)
        turning = inertia * casadi.cross(motion.spin - angular, motion.velocity - linear)
        shares += [(first + k, turning[k]) for k in range(3)]
    return shares


def _to_child(R: Expression, p: Expression, linear: Expression, angular: Expression) -> tuple[Expression, Expression]:
    """A motion given at the parent's frame, at the child's that lies at (R, p) in it."""
    return R.T @ (linear + casadi.cross(angular, p)), R.T @ angular


def _of_motion(row: np.void, motion: RowMotion, gravity: Expression) -> tuple[Expression, Expression]:
    """Force and moment that give a row's own mass its motion: I a + v ×* I v."""
    I = casadi.DM(free_body_inertias(np.array([row]))[0])  # noqa: E741  (the letter of the field)
    felt = motion.acceleration - motion.rotation.T @ gravity
    change = I @ casadi.vertcat(felt, motion.spin_rate)
    momentum = I @ casadi.vertcat(motion.velocity, motion.spin)
    linear, angular = momentum[:3], momentum[3:]
    return (
        change[:3] + casadi.cross(motion.spin, linear),
        change[3:] + casadi.cross(motion.spin, angular) + casadi.cross(motion.velocity, linear),
    )
