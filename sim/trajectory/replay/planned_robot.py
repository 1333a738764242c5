"""The robot of a plan as a model, and the points by which it touches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.metadata import entry_points
from importlib.resources import files

import numpy as np

from ...arrays import Array
from ...errors import ArgumentError
from ...multibody.model.model import Model
from ...multibody.model.model_changes import rebuilt
from ..task.plan_task import PlanTask
from ..values import Plan

_MASSES = {"body_mass": "body", "foot_mass": "foot"}
"""Parameters of the hopper's task, and the bodies that they are the masses of."""


@dataclass(frozen=True, eq=False, slots=True)
class TouchingFrame:
    """A point of the robot that may touch: `offset` (3,) in a frame of the model [m]."""

    name: str
    frame: str
    offset: Array


def planned_robot(plan: Plan, task: PlanTask | None = None) -> Model:
    """The model that q and v of a plan are of. Raises ArgumentError where it cannot be found.

    task : whose plan it is; of the hopper it has masses where they are not those of the lecture, of other robots the model
    """
    own = getattr(task.robot, "model", None) if task is not None else None
    if isinstance(own, Model):
        return own
    path = files("torseur.sim.scenes") / "models" / f"{plan.robot}.urdf"
    if not path.is_file():
        raise ArgumentError(
            f"the plan {plan.title!r} is of the robot {plan.robot!r}: give the task that it was made for"
        )
    loaders = list(entry_points(group="torseur.models"))
    if not loaders:
        raise ArgumentError("the plan has a robot, and nothing is installed that loads robots")
    model: Model = loaders[0].load()(str(path))
    return with_masses(model, task.parameters) if task is not None else model


def with_masses(model: Model, parameters: Mapping[str, float]) -> Model:
    """The hopper with other masses."""
    masses = {_MASSES[name]: mass for name, mass in parameters.items() if name in _MASSES}
    if not masses:
        return model
    bodies = tuple(replace(body, mass=masses.get(body.name, body.mass)) for body in model.bodies)
    return rebuilt(model, bodies, model.joints)


def touching_frames(plan: Plan, model: Model, task: PlanTask | None = None) -> tuple[TouchingFrame, ...]:
    """The plan's points as places on the model. Raises UnknownNameError for one that the model has not."""
    own = {} if task is None else {point.name: point for point in getattr(task.robot, "points", ())}
    found = []
    for name in plan.points:
        point = own.get(name)
        frame, offset = (name, (0.0, 0.0, 0.0)) if point is None else (point.frame, point.offset)
        model.frame_index(frame)
        found.append(TouchingFrame(name, frame, np.array(offset, dtype=float)))
    return tuple(found)


def carrier(model: Model, frame: str) -> str:
    """The body of the model that moves with a frame: the first of its row that can touch something, or the first."""
    row = int(model.frame_row[model.frame_index(frame)])
    names = [body.name for k, body in enumerate(model.bodies) if int(model.frame_row[k]) == row]
    if not names:
        raise ArgumentError(f"frame {frame!r} is fixed to the world, so that it touches nothing")
    touching = [body.name for body in model.bodies if body.name in names and body.collisions]
    return (touching or names)[0]
