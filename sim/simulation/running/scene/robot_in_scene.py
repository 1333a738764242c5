"""What a scene's file says of one of its robots beside the model: where it stands, how it moves at first, what it is made of."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ....arrays import Array, frozen
from ....definition.shape_rows import pose_of, radians_per
from ....definition.toml_file import TomlFile
from ....errors import ArgumentError, UnknownNameError
from ....multibody.model.model import JointKind, Model
from ....multibody.model.model_changes import rebuilt
from ....multibody.model.payload import carriers, with_payload
from ....texts import tr
from .scene_rows import PayloadRow, SceneFile


def robot_placement(file: TomlFile[SceneFile], i: int, model: Model, q: Array) -> Array:
    """Pose (4, 4) of the robot's base in the world; with `placed_by` that body or frame has the pose given. Raises SceneError."""
    robot = file.values.robots[i]
    placement = pose_of(robot.xyz, robot.rpy, radians_per(file.values.angle_unit))
    if not robot.placed_by:
        return placement
    if robot.placed_by not in model.frame_names:
        message = str(
            UnknownNameError(tr("body or frame"), robot.placed_by, model.frame_names, tr("model {model!r}", model=model.name))
        )
        raise file.error(message, "robots", i, "placed_by")
    X_BF = _frame_pose(model, q, robot.placed_by)
    R_BF = X_BF[:3, :3]
    X_FB = np.eye(4)
    X_FB[:3, :3], X_FB[:3, 3] = R_BF.T, -R_BF.T @ X_BF[:3, 3]
    return frozen(placement @ X_FB)


def robot_velocity(file: TomlFile[SceneFile], i: int, model: Model, q: Array, placement: Array) -> Array | None:
    """The v (nv,) that a robot starts with: as numbers, its floating base also by velocities in the world. Raises SceneError."""
    robot = file.values.robots[i]
    v = None
    if robot.v is not None:
        v = np.array(robot.v)
        if v.shape != (model.nv,):
            raise file.error(
                tr("v has {size} numbers; {model!r} has nv = {nv}", size=v.size, model=model.name, nv=model.nv),
                "robots",
                i,
                "v",
            )
    for key, given, first in (("velocity", robot.velocity, 0), ("spin", robot.spin, 3)):
        if given is None:
            continue
        base = next((joint for joint in model.joints if joint.kind is JointKind.FREE_FLYER), None)
        if base is None:
            raise file.error(
                tr("{key} is that of a floating base, and {model!r} is fixed: give v", key=key, model=model.name),
                "robots",
                i,
                key,
            )
        if robot.v is not None:
            raise file.error(tr("v has all velocities, so there is no {key} beside it", key=key), "robots", i, key)
        v = np.zeros(model.nv) if v is None else v
        at = model.joint_slices()[base.name][1].start + first
        unit = radians_per(file.values.angle_unit) if key == "spin" else 1.0
        rotation = placement[:3, :3] @ _frame_pose(model, q, base.child)[:3, :3]
        v[at : at + 3] = rotation.T @ (unit * np.array(given))
    return v


def with_load(file: TomlFile[SceneFile], i: int, model: Model) -> Model:
    """The model with the payloads that the file has for it. Raises SceneError for a body that it has not."""
    try:
        for row in payload_rows(file, i):
            if row.body in carriers(model) or row.body not in model.body_names:  # elsewhere it is a finding
                model = with_payload(model, row.body, row.mass, np.array(row.point))
    except ArgumentError as error:
        raise file.error(str(error), "robots", i, "payload") from None
    return model


def payload_rows(file: TomlFile[SceneFile], i: int) -> tuple[PayloadRow, ...]:
    """The payloads that the file has for a robot."""
    given = file.values.robots[i].payload
    return given if isinstance(given, tuple) else () if given is None else (given,)


def with_material(file: TomlFile[SceneFile], i: int, model: Model) -> Model:
    """The model of the materials that the scene gives it: those of its bodies, and one for all shapes that name none.

    Raises SceneError for a body or a material that there is not.
    """
    robot = file.values.robots[i]
    if not (robot.material or robot.materials):
        return model
    for body, name in robot.materials.items():
        if body not in model.body_names:
            message = str(UnknownNameError("body", body, model.body_names, tr("model {model!r}", model=model.name)))
            raise file.error(message, "robots", i, "materials", body)
        _check_material(file, name, "robots", i, "materials", body)
    if robot.material:
        _check_material(file, robot.material, "robots", i, "material")
    bodies = tuple(
        replace(
            body,
            collisions=tuple(
                replace(c, material=robot.materials.get(body.name) or c.material or robot.material) for c in body.collisions
            ),
        )
        for body in model.bodies
    )
    return rebuilt(model, bodies, model.joints)


def _check_material(file: TomlFile[SceneFile], name: str, *place: str | int) -> None:
    if name not in file.values.materials:
        raise file.error(str(UnknownNameError("material", name, file.values.materials, "[materials]")), *place)


def _frame_pose(model: Model, q: Array, frame: str) -> Array:
    from ....multibody.kinematics.kinematics import frame_pose  # imports Numba, which most scenes are read without

    return frame_pose(model, q, frame)
