"""The scene that a task is planned in: its robot where it starts, the ground, and what stands in the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.definition.toml_writer import toml_text
from torseur.sim.multibody.model.model import Model
from torseur.sim.simulation.running.scene.scene import Scene
from torseur.sim.simulation.running.scene.scene_file import scene_from_text
from torseur.sim.simulation.running.scene.start.starting_overlaps import BEGINS_INSIDE
from torseur.sim.trajectory.replay.replay_ground import ground_spans
from torseur.sim.trajectory.robot.contact_robot import ContactRobot
from torseur.sim.trajectory.robot.first_way import first_way
from torseur.sim.trajectory.task.obstacles import BarObstacle, GapObstacle
from torseur.sim.trajectory.task.plan_task import Bound, PlanTask, least_and_greatest

if TYPE_CHECKING:
    from torseur.sim.trajectory.values import Plan

BEYOND, WIDTH, DEPTH = (1.0, 1.2, 0.12)  # of the ground where it is no plane: past all that stands on it, across, and down [m]
HOPPER = "models/hopper.urdf"  # beside the scenes that we ship
COLOR = "#B9852F"  # of bars and steps


def planned_scene(task: PlanTask, model: Model, plan: Plan | None = None) -> Scene:
    """The scene of a task; with a plan, the robot stands where that starts."""
    q = start_of(task, model) if plan is None else plan.phases[0].q[0]
    duration = sum(phase.first_duration() for phase in task.phases) if plan is None else plan.duration
    text = toml_text(
        {
            "title": task.title or task.name,
            "description": task.description,
            "duration": max(float(duration), 0.1),
            "gravity": [0.0, 0.0, -float(task.parameters.get("gravity", 9.81))],
            "settings": {"scheme": "hybrid"},
            "materials": {"ground": {"friction": float(min(task.friction, 100.0))}},
            "obstacles": ground_rows(task),
            "robots": [{"name": model.name, "model": model.source or model.name, "q": [float(x) for x in q]}],
        }
    )
    read = [Path(model.source).parent] if model.source else []  # already, where its task allowed it
    scene = scene_from_text(text, Path(f"{task.name}.toml"), lambda _, **__: model, allowed_folders=read)
    # Nothing is simulated in it: where feet, which plans know as points, stand in the ground is no start of a run.
    return replace(scene, findings=tuple(one for one in scene.findings if one.rule != BEGINS_INSIDE))


def ground_rows(task: PlanTask) -> list[dict[str, Any]]:
    """Ground and obstacles as a scene's file has them: a plane, or blocks with gaps between and steps up and down."""
    shapes: list[dict[str, Any]] = [{"shape": "plane"}]
    if any(not isinstance(one, BarObstacle) for one in task.obstacles):
        spans = ground_spans(task.obstacles, *reach_of(task))
        low = min(top for _, _, top in spans) - DEPTH
        shapes = [
            {"shape": "box", "size": [end - begin, WIDTH, top - low], "xyz": [0.5 * (begin + end), 0.0, 0.5 * (top + low)]}
            for begin, end, top in spans
        ]
    rows: list[dict[str, Any]] = [{"name": "ground", "material": "ground", "shapes": shapes}]
    for k, bar_at in enumerate(o for o in task.obstacles if isinstance(o, BarObstacle)):
        bar = {
            "shape": "cylinder",
            "radius": bar_at.radius,
            "length": 1.2,
            "xyz": [bar_at.x, 0.0, bar_at.z],
            "rpy": [0.5 * np.pi, 0.0, 0.0],
            "color": COLOR,
        }
        rows.append({"name": f"bar {k + 1}" if k else "bar", "shapes": [bar]})
    return rows


def reach_of(task: PlanTask) -> tuple[float, float]:
    """From where to where along x there is ground [m]."""
    ends = [_middle(ends, name, 0.0) for ends in (task.start, task.goal) for name in ("body_x", "foot_x")]
    for one in task.obstacles:
        ends += [one.start, one.end] if isinstance(one, GapObstacle) else [one.x]
    return min(ends) - BEYOND, max(ends) + BEYOND


def start_of(task: PlanTask, model: Model) -> Array:
    """Where the robot starts (nq,): of a hopper by the task, of a robot of the library where its motion is looked for first."""
    if isinstance(task.robot, ContactRobot):
        return first_way(task)[1][0]
    q = np.array(model.poses["home"])
    if model.nq < 4 or task.system not in ("hopper", "lecture"):
        return q
    body = np.array([_middle(task.start, "body_x", 0.0), _middle(task.start, "body_z", 1.0)])
    foot = np.array([_middle(task.start, "foot_x", body[0]), _middle(task.start, "foot_z", 0.0)])
    leg = body - foot
    q[:4] = *body, np.arctan2(leg[0], leg[1]), np.hypot(*leg)
    return q


def _middle(start: Mapping[str, Bound], name: str, else_: float) -> float:
    if name not in start:
        return else_
    least, greatest = least_and_greatest(start[name])
    return 0.5 * (least + greatest) if np.isfinite(least + greatest) else else_


def ground_key(task: PlanTask) -> tuple[object, ...]:
    """What the scene of a task is made of: where it is the same, so is the scene."""
    return task.obstacles, task.friction, tuple(task.parameters.items()), reach_of(task) if task.obstacles else None
