"""A robot with all its symbols: what its modes and its impacts are written in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import casadi
import numpy as np

from ...arrays import Array
from ...errors import ArgumentError
from .contact_robot import ContactMode, ContactRobot, Touch
from .robot_names import robot_names
from .symbolic_dynamics import Expression, PointForce, configuration_rate, joint_forces, passive_forces, row_motions
from .touching import OnSurface, on_surface, repeated_forces


@dataclass(frozen=True, eq=False, slots=True)
class Held:
    """A point that touches in a mode."""

    at: OnSurface
    touch: Touch
    friction: Expression  # its coefficient, a parameter of the task
    place: int  # among all points of the task


class SymbolicRobot:
    """Symbols x = (q, v), a = v̇, u and θ of a task's robot, its rows' motions, and its points on their surfaces.

    Raises ArgumentError for a robot of the plane whose points leave it.
    """

    def __init__(self, robot: ContactRobot, bars: int = 0) -> None:
        model = robot.model
        self.robot, self.model = robot, model
        self.names = robot_names(robot, bars)
        size = float(np.linalg.norm(robot.gravity))
        self.weight = (size or 1.0) * float(model.table["mass"].sum())  # what contact forces are measured by [N]
        self.d = 2 if robot.planar else 3  # directions in which a point moves
        self.x = casadi.SX.sym("x", model.nq + model.nv)
        self.q, self.v = self.x[: model.nq], self.x[model.nq :]
        self.a = casadi.SX.sym("a", model.nv)
        self.u = casadi.SX.sym("u", len(robot.columns))
        self.theta = casadi.SX.sym("theta", len(robot.points) + 3 * bars)  # friction of each point; x, z and radius of bars
        first = len(robot.points)
        self.bars = [casadi.vertsplit(self.theta[first + 3 * k : first + 3 * k + 3]) for k in range(bars)]
        self.motions = row_motions(model, self.q, self.v, self.a)
        self.points = [on_surface(robot, point, self.motions, self.q, self.v, self.a) for point in robot.points]
        if robot.planar:
            self._check_plane()

    @cached_property
    def rate(self) -> Expression:
        """ẋ (nq + nv,)."""
        return casadi.vertcat(configuration_rate(self.model, self.q, self.v), self.a)

    @cached_property
    def tau(self) -> Expression:
        """Joint forces (nv,) of the motors."""
        tau = casadi.SX(self.model.nv, 1)
        for k, column in enumerate(self.robot.columns):
            tau[int(column)] = self.u[k]
        return tau

    def held(self, mode: ContactMode) -> list[Held]:
        """The points that touch in a mode, in the order of the robot. Raises ArgumentError for what cannot be held."""
        touches = dict(mode.touching)
        found = [
            Held(at, touches[at.point.name], self.theta[k], k) for k, at in enumerate(self.points) if at.point.name in touches
        ]
        for one in found:
            of_body = [o.at.point.name for o in found if (o.at.row, o.at.surface_row) == (one.at.row, one.at.surface_row)]
            if len(of_body) > self.d:
                names = ", ".join(map(repr, of_body))
                raise ArgumentError(
                    "in mode {mode!r} {names} of one body touch; wanted at most {d}", mode=mode.name, names=names, d=self.d
                )
        return found

    def repeated(self, held: Sequence[Held]) -> Expression:
        """Forces (d k, r) on the k held points that do nothing, 0 at those that slide; see `repeated_forces`."""
        sticking = [k for k, one in enumerate(held) if one.touch is Touch.STICK]
        found = repeated_forces(self.robot, [held[k].at for k in sticking], self.motions)
        rows = [self.d * k + j for k in sticking for j in range(self.d)]
        result = casadi.SX(self.d * len(held), found.shape[1])
        result[rows, :] = found
        return result

    def equation_of_motion(self, forces: Expression, held: Sequence[Held]) -> Expression:
        """RNEA(q, v, a) - Sᵀu - passive forces - Jᵀλ (nv,), with λ (d k,) along the surfaces of the held points."""
        robot = self.robot
        found = joint_forces(self.model, self.motions, self.a, self._pairs(forces, held), robot.gravity)
        return found - self.tau - passive_forces(self.model, self.q, self.v, robot.dry_speed)

    def momentum_change(self, change: Expression, impulses: Expression, held: Sequence[Held]) -> Expression:
        """H Δv - JᵀΛ (nv,) of a blow, at q."""
        still = casadi.DM.zeros(self.model.nv)
        motions = row_motions(self.model, self.q, still, change)
        return joint_forces(self.model, motions, change, self._pairs(impulses, held), (0.0, 0.0, 0.0))

    def in_world(self, forces: Expression, held: Sequence[Held]) -> Expression:
        """Forces or impulses (d k,) on held points, as (3 · points,) of all points along world axes."""
        result = casadi.SX(3 * len(self.points), 1)
        for k, one in enumerate(held):
            result[3 * one.place : 3 * one.place + 3] = one.at.axes @ forces[self.d * k : self.d * (k + 1)]
        return result

    def _pairs(self, forces: Expression, held: Sequence[Held]) -> list[PointForce]:
        d = self.d
        return [pair for k, one in enumerate(held) for pair in one.at.forces(forces[d * k : d * (k + 1)])]

    def _check_plane(self) -> None:
        across = casadi.Function("across", [self.q, self.v], [casadi.vertcat(*(at.sideways for at in self.points))])
        rng = np.random.default_rng(0)
        for _ in range(3):
            speed: Array = np.array(across(rng.normal(size=self.model.nq), rng.normal(size=self.model.nv))).ravel()
            for at, sideways in zip(self.points, speed, strict=True):
                if abs(sideways) > 1e-9:
                    raise ArgumentError(
                        "point {point!r} of model {model!r} leaves the plane x z; a robot of the plane moves along x and z and "
                        "turns about y alone",
                        point=at.point.name,
                        model=self.model.name,
                    )
