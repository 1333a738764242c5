"""Statics: what forces at points of a robot ask of its motors, joint by joint, and what the structure carries.

Source: kinematic-model, "Environnement → articulations à l'équilibre"; THEORY §3: Γ = Σ J(P)ᵀ F. To hold still against loads
of the environment τ = -Γ + g(q); to exert them on the environment τ = +Γ + g(q). Springs of joints add what they pull.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from ...arrays import Array, frozen, frozen_mapping
from ...errors import UnknownNameError
from ...multibody.dynamics.inverse_dynamics import gravity_torque
from ...multibody.kinematics.kinematics import frame_pose
from ...multibody.model.checks import checked
from ...multibody.model.model import GRAVITY, JointKind, Model
from .load import Load, checked_loads, point_jacobian
from .load_split import LoadSplit, split_load

SIDES = ("held", "exerted")
"""Whose the loads are: "held", of the environment on the robot, which holds still against them; "exerted", of the robot on
the environment, which pushes back."""


@dataclass(frozen=True, eq=False, slots=True)
class Statics:
    """Torques of a robot that stands still, number by number of v (nv,), in N m, or N where `linear`. Arrays are read-only."""

    loads: tuple[Load, ...]
    side: str  # one of SIDES
    names: tuple[str, ...]  # (nv,) the joint of each number, "joint[k]" for one of several
    linear: np.ndarray  # (nv,) bool: a force along a slide, in N
    driven: np.ndarray  # (nv,) bool: a motor is there; none is in a free-flyer
    by_load: Array  # (loads, nv) Jᵀ F of each load
    load_torque: Array  # (nv,) Γ, their sum
    gravity: Array  # (nv,) g(q), that holds the robot against gravity
    springs: Array  # (nv,) that holds the joints' springs where they are
    torque: Array  # (nv,) τ = ∓Γ + g(q) + springs, in all
    limit: Array  # (nv,) effort limit; inf: the file gives none
    splits: tuple[LoadSplit, ...]  # of each load: the motors' part and the structure's
    unbalanced: Mapping[str, Array]  # free-flyer → [f; n] (6,) it lacks, at its body's origin, world axes [N, N m]

    @property
    def share(self) -> Array:
        """(nv,) |τ| / limit; NaN where there is no limit, or no motor."""
        with np.errstate(divide="ignore", invalid="ignore"):
            share = np.abs(self.torque) / self.limit
        share[(self.torque == 0.0) & (self.limit == 0.0)] = 0.0
        return np.where(np.isfinite(self.limit) & self.driven, share, np.nan)

    @property
    def exceeded(self) -> tuple[str, ...]:
        """Names of those whose torque is above its limit."""
        return tuple(name for name, share in zip(self.names, self.share, strict=True) if share > 1.0)


def static_torques(
    model: Model,
    q: Array,
    loads: Iterable[Load],
    *,
    gravity: tuple[float, float, float] = GRAVITY,
    side: str = "held",
    length: float | None = None,
) -> Statics:
    """Joint torques of a robot still at q (nq,) under loads, or exerting them: Γ = Σ J(P)ᵀ F, τ = ∓Γ + g(q) (THEORY §3).

    loads   : forces and moments at points of bodies; none: gravity alone
    gravity : in the world [m/s²]
    side    : "held": the environment loads the robot, τ = -Γ + g; "exerted": the robot loads the environment, τ = +Γ + g
    length  : None: force and moment of a load are split between motors and structure each by its own rows; else the
              characteristic length [m] of the norm over all six, see `carried`
    A free-flyer has no motor: what it lacks is in `unbalanced`. Every other joint is taken to have one, as a model does not say
    which are passive. Joints are held by motors or springs, not by dry friction.
    Raises UnknownNameError for an unknown body, frame or side, ArgumentError for what cannot be used.
    """
    if side not in SIDES:
        raise UnknownNameError("side", str(side), SIDES)
    loads = checked_loads(model, loads)
    (q,) = checked(model, q=q)
    names, linear, driven = _numbers(model)
    jacobians = [point_jacobian(model, q, load.body, load.point) for load in loads]
    by_load = np.array([J.T @ load.wrench for J, load in zip(jacobians, loads, strict=True)]).reshape(len(loads), model.nv)
    load_torque, weight, springs = by_load.sum(axis=0), gravity_torque(model, q, gravity), spring_torque(model, q)
    torque = (load_torque if side == "exerted" else -load_torque) + weight + springs
    return Statics(
        loads=loads,
        side=side,
        names=names,
        linear=frozen(linear),
        driven=frozen(driven),
        by_load=frozen(by_load),
        load_torque=frozen(load_torque),
        gravity=frozen(weight),
        springs=frozen(springs),
        torque=frozen(torque),
        limit=frozen(model.effort_limit.copy()),
        splits=tuple(split_load(J[:, driven], load.wrench, length) for J, load in zip(jacobians, loads, strict=True)),
        unbalanced=frozen_mapping(_unbalanced(model, q, torque)),
    )


def spring_torque(model: Model, q: Array) -> Array:
    """Torques (nv,) that hold the joints' springs: the gradient of `elastic_energy` [N m | N]. Raises ArgumentError."""
    (q,) = checked(model, q=q)
    rows, result = model.table[model.table["stiffness"] != 0.0], np.zeros(model.nv)
    stretch = rows["ratio"] * q[rows["iq"]] + rows["offset"] - rows["rest"]
    np.add.at(result, rows["iv"], rows["ratio"] * rows["stiffness"] * stretch)
    return result


def _numbers(model: Model) -> tuple[tuple[str, ...], np.ndarray, np.ndarray]:
    """Of each number of v: its name, whether it slides, whether a motor drives it."""
    names: list[str] = []
    linear, driven = np.zeros(model.nv, dtype=bool), np.ones(model.nv, dtype=bool)
    for name, (_, place) in model.joint_slices().items():
        count, kind = place.stop - place.start, model.joint(name).kind
        names += [name] if count == 1 else [f"{name}[{k}]" for k in range(count)]
        linear[place.start : place.start + kind.slides] = True
        driven[place] = kind is not JointKind.FREE_FLYER
    return tuple(names), linear, driven


def _unbalanced(model: Model, q: Array, torque: Array) -> dict[str, Array]:
    """What each free-flyer lacks: its numbers of τ are a wrench at its body's origin along the body's axes."""
    found = {}
    for name, (_, place) in model.joint_slices().items():
        joint = model.joint(name)
        if joint.kind is JointKind.FREE_FLYER:
            R = frame_pose(model, q, joint.child)[:3, :3]
            wrench = torque[place].reshape(2, 3)
            found[name] = frozen((wrench @ R.T).ravel())
    return found
