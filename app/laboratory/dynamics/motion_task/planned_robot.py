"""The robot that a motion is planned for, and what its plan comes to: worked out by a thread."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.multibody.kinematics.configuration import difference
from torseur.sim.multibody.model.model import JointKind, Model
from torseur.sim.multibody.model.neutral import random_configuration
from torseur.ui.controls.fields.amount import Amount

from ...motion.coordinates import coordinates
from .motion_plan import LONGEST, SLOWEST, MotionPlan, PlannedMotion

if TYPE_CHECKING:
    from torseur.sim.analysis.dynamics.motion_task import MotionTask
    from torseur.sim.simulation.motion_playback import Payload
    from torseur.sim.simulation.running.scene.scene import Part, Scene

FARTHEST = {True: np.pi, False: 1.0}  # that a slider goes where the joint has no limits [rad, m]
_OF_BASES = {"v_x": "x", "v_y": "y", "v_z": "z", "ω_x": "θ_x", "ω_y": "θ_y", "ω_z": "θ_z"}


@dataclass(frozen=True, eq=False, slots=True)
class PlannedRobot:
    """One robot of a scene, alone; its model has the payloads that the scene gives it."""

    part: Part
    scene: Scene

    @classmethod
    def of(cls, scene: Scene) -> PlannedRobot | None:
        """The one that moves, if it is one."""
        moving = [part for part in scene.parts if part.model.nv]
        return cls(moving[0], scene) if len(moving) == 1 else None

    @property
    def model(self) -> Model:
        """With the payloads of the scene."""
        return self.part.model

    def row(self) -> dict[str, Any]:
        """Name, model, arguments and payloads as the scene's file has them, its path whole; empty: no file names the robot.

        Takes seconds for a scene that plays torques.
        """
        rows = tomllib.loads(self.scene.source).get("robots", []) if self.scene.source else []
        for row in rows:
            if row["name"] == self.part.name:
                model, folder = row["model"], Path(self.scene.path).parent
                is_path = len(Path(model).parts) > 1 or bool(Path(model).suffix)
                kept = {key: row[key] for key in ("name", "arguments", "payload") if key in row}
                return {**kept, "model": str((folder / model).resolve()) if is_path else model}
        return {}

    def random_plan(self, plan: MotionPlan, start: Array, rng: np.random.Generator) -> MotionPlan:
        """To a random configuration within the limits, as slowly as limits of speed ask; a floating base stays where it is."""
        from torseur.sim.analysis.dynamics.joint_trajectory import highest_frequency, shortest_duration

        model = self.model
        change = difference(model, start, random_configuration(model, rng))
        change[model.velocity_limit == 0.0] = 0.0
        for name, (_, in_v) in model.joint_slices().items():
            if model.joint(name).kind is JointKind.FREE_FLYER:
                change[in_v] = 0.0
        if plan.profile == "sine":
            frequency = min(plan.frequency, _rounded(highest_frequency(model, change), math.floor))
            change *= min(1.0, frequency / SLOWEST)  # slower than can be typed: not as far
            plan = replace(plan, frequency=max(frequency, SLOWEST))
        else:
            duration = max(plan.duration, _rounded(shortest_duration(model, change, plan.profile), math.ceil))
            change *= min(1.0, LONGEST / duration)
            plan = replace(plan, duration=min(duration, LONGEST))
        return replace(plan, change=tuple(float(x) for x in change))

    def planned(self, plan: MotionPlan, start: Array) -> PlannedMotion:
        """The motion from `start` (nq,), and what it takes. Raises TorseurError."""
        from torseur.sim.analysis.dynamics.joint_trajectory import JointTrajectory
        from torseur.sim.analysis.dynamics.motion_task import motion_task
        from torseur.sim.multibody.model.payload import with_payload

        loaded = with_payload(self.model, plan.body, plan.mass, np.array(plan.point))
        trajectory = JointTrajectory(loaded, start, np.array(plan.change), plan.duration, plan.profile, plan.frequency)
        gravity = self.scene.gravity if plan.has_gravity else (0.0, 0.0, 0.0)
        return _result(motion_task(trajectory, gravity, placement=self.part.placement))


def payload_of(plan: MotionPlan) -> Payload | None:
    """What the page adds to the robot."""
    return (plan.body, plan.mass, plan.point) if plan.mass > 0.0 else None


def amounts(model: Model) -> list[Amount]:
    """A row for each number of v, as far as its limits are apart."""
    reach = np.full(model.nv, np.inf)
    for in_q, in_v in model.joint_slices().values():
        if in_v.stop - in_v.start == 1:
            reach[in_v] = model.upper[in_q] - model.lower[in_q]
    found = []
    for k, (one, span) in enumerate(zip(coordinates(model), reach.tolist(), strict=True)):
        far = FARTHEST[one.turns]
        most = min(span, 2.0 * far) if np.isfinite(span) and span > 0.0 else far
        symbol = _OF_BASES.get(one.symbol, one.symbol)
        found.append(Amount(k, "Δ" + symbol, one.joint, one.turns, most, 100.0))
    return found


def has_base(model: Model) -> bool:
    """Whether something floats, so that no motor gives all that is needed."""
    return any(joint.kind is JointKind.FREE_FLYER for joint in model.joints)


def _result(task: MotionTask) -> PlannedMotion:
    power = task.power
    work = float(np.sum(0.5 * np.diff(task.t) * (power[1:] + power[:-1])))
    most = float(np.abs(power).max())
    return PlannedMotion(task, task.largest, task.share, task.speed_share, task.beyond, most, work)


def _rounded(x: float, towards: Callable[[float], int]) -> float:
    """A number to thousandths, up or down."""
    return towards(1000.0 * x) / 1000.0 if math.isfinite(x) else x
