"""The robot of a plan as a model, and the points by which it touches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import entry_points
from importlib.resources import files

import numpy as np

from ...arrays import Array
from ...errors import ArgumentError
from ...multibody.kinematics.kinematics import frame_pose
from ...multibody.model.model import Collision, Model
from ...multibody.model.model_changes import rebuilt
from ...multibody.model.shapes import Box
from ...simulation.running.scene.scene import Material
from ..robot.contact_robot import ContactRobot
from ..task.plan_task import PlanTask
from ..values import Plan

ROOM = 0.05  # [rad | m]
_CUBE = 0.01  # length of a cube's edge, one corner of which is a point that touches [m]
_TILT = np.deg2rad(20.0)  # across the plane x z, so that in it no other corner is as low before a lean of 43°
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
    if task is not None and isinstance(task.robot, ContactRobot):
        return task.robot.model
    path = files("torseur.sim.scenes") / "models" / f"{plan.robot}.urdf"
    if not path.is_file():
        raise ArgumentError(
            "the plan {title!r} is of the robot {robot!r}: give the task that it was made for",
            title=plan.title,
            robot=plan.robot,
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
    if task is None or not isinstance(task.robot, ContactRobot):
        for name in plan.points:
            model.frame_index(name)
        return tuple(TouchingFrame(name, name, np.zeros(3)) for name in plan.points)
    return tuple(TouchingFrame(point.name, point.frame, np.array(point.offset)) for point in task.robot.points)


def with_point_shapes(model: Model, plan: Plan, points: Sequence[TouchingFrame]) -> Model:
    """The model with something to touch with at each point whose body has nothing: a corner of a small cube.

    The cube stands on that corner, upright in the middle of what the plan does with it.
    """
    bodies = list(model.bodies)
    for point in points:
        name = carrier(model, point.frame)
        k = model.body_names.index(name)
        if model.bodies[k].collisions:
            continue
        frame = model.frame_index(point.frame)
        in_row = model.frame_placement[frame]
        corner = np.eye(4)
        corner[:3, :3] = _standing_cube(in_row[:3, :3] @ _up(model, plan, point))
        corner[:3, 3] = in_row[:3, :3] @ point.offset + in_row[:3, 3] + corner[:3, :3] @ np.full(3, 0.5 * _CUBE)
        in_body = np.linalg.inv(model.frame_placement[k]) @ corner
        cube = Collision(Box((_CUBE, _CUBE, _CUBE)), in_body)
        bodies[k] = replace(bodies[k], collisions=(*bodies[k].collisions, cube))
    return rebuilt(model, tuple(bodies), model.joints)


def with_point_materials(
    model: Model, points: Sequence[TouchingFrame], robot: ContactRobot, friction: Mapping[str, float]
) -> tuple[Model, dict[str, Material]]:
    """The model with a material at each point, on ground of friction 1, such that its contacts have the friction given by name.

    Of a contact friction is the geometric mean of both sides'.
    """
    surfaces = {point.name: point.surface for point in robot.points}
    own: dict[str, float] = {}
    for point in sorted(points, key=lambda each: surfaces[each.name] is not None):  # those on the ground first
        surface = surfaces[point.name]
        other = 1.0 if surface is None else own.get(carrier(model, surface), 1.0)
        own[carrier(model, point.frame)] = friction[point.name] ** 2 / other if other else 0.0
    bodies = tuple(
        replace(body, collisions=tuple(replace(each, material=body.name) for each in body.collisions))
        if body.name in own
        else body
        for body in model.bodies
    )
    return rebuilt(model, bodies, model.joints), {name: Material(mu) for name, mu in own.items()}


def with_room(model: Model, plan: Plan) -> tuple[Model, tuple[str, ...]]:
    """The model with stops of joints `ROOM` beyond the plan where it comes nearer to them than that, and which joints those are.

    A plan may go to a stop and along it; there a replay would strike it at every rounding.
    """
    lowest = np.min([phase.q.min(axis=0) for phase in plan.phases], axis=0)
    highest = np.max([phase.q.max(axis=0) for phase in plan.phases], axis=0)
    places, names, joints = model.joint_slices(), [], []
    for joint in model.joints:
        if joint.name in places and joint.kind.nv == 1:
            k = places[joint.name][0].start
            lower = min(joint.lower, lowest[k] - ROOM)
            upper = max(joint.upper, highest[k] + ROOM)
            if (lower, upper) != (joint.lower, joint.upper):
                names.append(joint.name)
                joint = replace(joint, lower=float(lower), upper=float(upper))
        joints.append(joint)
    return (rebuilt(model, model.bodies, tuple(joints)) if names else model), tuple(names)


def _up(model: Model, plan: Plan, point: TouchingFrame) -> Array:
    """Where up is in the frame of a point, in the mean over the phases that it touches in, or over all (3,)."""
    k = plan.points.index(point.name)
    phases = [phase for phase in plan.phases if phase.touching[k]] or list(plan.phases)
    mean = sum(frame_pose(model, q, point.frame)[2, :3] for phase in phases for q in phase.q)
    return np.asarray(mean / np.linalg.norm(mean))


def _standing_cube(up: Array) -> Array:
    """Axes (3, 3) of a cube whose corner at (-1, -1, -1) is its lowest point, in the plane x z two of its edges rising alike."""
    s, (a, b) = 0.5**0.5, (np.cos(_TILT), np.sin(_TILT))
    own = np.array([[-s, s, 0.0], [-s * b, -s * b, a], [s * a, s * a, b]])
    across = np.array([0.0, 1.0, 0.0]) if abs(up[1]) < 0.9 else np.array([1.0, 0.0, 0.0])
    forward = np.cross(across, up)
    forward /= np.linalg.norm(forward)
    return np.column_stack([forward, np.cross(up, forward), up]) @ own


def carrier(model: Model, frame: str) -> str:
    """The body of the model that moves with a frame: the first of its row that can touch something, or the first."""
    row = int(model.frame_row[model.frame_index(frame)])
    names = [body.name for k, body in enumerate(model.bodies) if int(model.frame_row[k]) == row]
    if not names:
        raise ArgumentError("frame {frame!r} is fixed to the world, so that it touches nothing", frame=frame)
    touching = [body.name for body in model.bodies if body.name in names and body.collisions]
    return (touching or names)[0]
