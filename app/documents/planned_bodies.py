"""The robot that a task is planned for: its model, its place in the scene, and the bodies that touch and are carried."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import Model, Severity
from torseur.sim.simulation.running.scene.robot_part import ModelLoader
from torseur.sim.trajectory.task.plan_task import PlanTask

if TYPE_CHECKING:
    from torseur.sim.simulation.running.scene.scene import Part, Scene
    from torseur.sim.trajectory.values import Plan


@dataclass(frozen=True, eq=False, slots=True)
class PlannedPoint:
    """A point of the robot that may touch."""

    frame: str  # of the scene's model
    offset: Array  # (3,) in it [m]
    surface: str = ""  # frame of the scene's model whose plane z = 0 it touches; empty: the ground


HOPPER = Path("models/hopper.urdf")  # beside the scenes that we ship


def robot_of(task: PlanTask, load: ModelLoader) -> Model:
    """The model that a task is planned for."""
    if task.robot is not None and task.system == "robot":
        model: Model = task.robot.model
        return model
    from torseur.sim.simulation.running.scene.scene_file import path_of_scene

    model = _with_points_by_design(load(str(path_of_scene("welcome").parent / HOPPER)))
    if not task.parameters:
        return model
    from torseur.sim.trajectory.replay.planned_robot import with_masses  # with the kernels

    return with_masses(model, task.parameters)


def _with_points_by_design(model: Model) -> Model:
    """The hopper, whose body and foot are points in the equations that are planned with: a note, and no doubt."""
    findings = tuple(
        replace(one, severity=Severity.NOTE, message=f"{one.message}, as the equations of the task have it")
        if one.rule == "inertia-zero"
        else one
        for one in model.findings
    )
    return replace(model, findings=findings)


def planned_part(scene: Scene) -> Part:
    """The robot that is planned for."""
    return next(part for part in scene.parts if part.model.nv)


def planned_points(task: PlanTask, model: Model) -> tuple[PlannedPoint, ...]:
    """The points that may touch, in the order of the plan's."""
    if task.system != "robot":
        return (PlannedPoint(f"{model.name}/foot", np.zeros(3)),)
    return tuple(
        PlannedPoint(
            f"{model.name}/{point.frame}",
            np.array(point.offset, dtype=float),
            "" if point.surface is None else f"{model.name}/{point.surface}",
        )
        for point in task.robot.points
    )


def bodies_without_collision(scene: Scene) -> tuple[str, ...]:
    """Names of bodies of the robot that are seen, have mass, and touch nothing."""
    bodies = planned_part(scene).model.bodies
    return tuple(body.name for body in bodies if body.visuals and not body.collisions and body.mass > 0.0)


def surface_normals(task: PlanTask, plan: Plan) -> dict[int, Array]:
    """Of the points that touch something else than the ground the normals of that at the plan's nodes (n, 3), by their number."""
    from torseur.sim.multibody.kinematics.kinematics import frame_poses

    surfaces = {k: point.surface for k, point in enumerate(task.robot.points)} if task.system == "robot" else {}
    found = {}
    for k, surface in surfaces.items():
        if surface is not None:
            model = task.robot.model
            rows = np.concatenate([phase.q for phase in plan.phases])
            found[k] = np.array([frame_poses(model, row)[model.frame_index(surface)][:3, 2] for row in rows])
    return found


def drawn_frames(task: PlanTask, model: Model) -> list[str]:
    """Frames whose ways are worth seeing: of what is carried, and of what touches; as the scene names them."""
    carried = "body" if "body" in model.body_names else _first_heavy(model)
    return list(dict.fromkeys([f"{model.name}/{carried}", *(point.frame for point in planned_points(task, model))]))


def _first_heavy(model: Model) -> str:
    """The first body that moves and has mass."""
    moving = (body.name for body, row in zip(model.bodies, model.frame_row, strict=False) if row > 0 and body.mass > 0.0)
    return next(moving, model.body_names[-1])
