"""The robot that a task is planned for: its model, its place in the scene, and the bodies that touch and are carried."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from torseur.sim.multibody.model.model import Model
from torseur.sim.simulation.scene.robot_part import ModelLoader
from torseur.sim.trajectory.task.plan_task import PlanTask

if TYPE_CHECKING:
    from torseur.sim.simulation.scene.scene import Part, Scene


HOPPER = Path("models/hopper.urdf")  # beside the scenes that we ship


def robot_of(task: PlanTask, load: ModelLoader) -> Model:
    """The model that a task is planned for."""
    if task.robot is not None and task.system == "robot":
        model: Model = task.robot.model
        return model
    from torseur.sim.simulation.scene.scene_file import path_of_scene

    return load(str(path_of_scene("welcome").parent / HOPPER))


def planned_part(scene: Scene) -> Part:
    """The robot that is planned for."""
    return next(part for part in scene.parts if part.model.nv)


def point_bodies(task: PlanTask, model: Model) -> list[str]:
    """Of each touching point the body that carries it, as the scene names it; "" where that has no name there."""
    of = [point.frame for point in task.robot.points] if task.system == "robot" else ["foot"]
    frames = {frame.name: frame.body or "" for frame in model.frames}
    bodies = [frames.get(name, name) for name in of]
    return [f"{model.name}/{name}" if name in model.body_names else "" for name in bodies]


def drawn_bodies(task: PlanTask, model: Model) -> list[str]:
    """Bodies whose ways are worth seeing: what is carried, and what touches; as the scene names them."""
    carried = "body" if "body" in model.body_names else _first_heavy(model)
    touching = [name for name in point_bodies(task, model) if name]
    return list(dict.fromkeys([f"{model.name}/{carried}", *touching]))


def _first_heavy(model: Model) -> str:
    """The first body that moves and has mass."""
    moving = (
        body.name for body, row in zip(model.bodies, model.frame_row, strict=False) if row > 0 and body.mass > 0.0
    )
    return next(moving, model.body_names[-1])
