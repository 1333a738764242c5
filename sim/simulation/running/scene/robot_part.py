"""The robots of a scene's file: each loaded, placed, in its first configuration, with what drives it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import numpy as np

from ....arrays import Array
from ....definition.folders import OutsideError, allowance, is_within, real
from ....definition.toml_file import TomlFile
from ....errors import ArgumentError, ModelError, TorseurError, UnknownNameError
from ....multibody.model.model import Model
from ....multibody.model.neutral import neutral
from ....texts import tr
from ..control.controller import CONTROL_LAWS, Controller
from ..control.torque_playback import TorquePlayback
from .known_parts import Known, robot_key
from .robot_in_scene import robot_placement, robot_velocity, with_load, with_material
from .scene import Part
from .scene_rows import SceneFile

ModelLoader = Callable[..., Model]  # of a name or path, and `xacro_args` where the scene has arguments for the robot


def robot_part(file: TomlFile[SceneFile], i: int, load_model: ModelLoader | None, known: Known) -> Part:
    """A robot as the scene has it; equal robots are loaded once. Raises SceneError."""
    robot = file.values.robots[i]
    asked = robot_key(robot)
    try:
        if asked not in known.models:
            name = _checked_name(file, i, known.readable())
            given = {"xacro_args": robot.arguments} if robot.arguments else {}
            if load_model is None:
                message = tr("the scene has a robot, and nothing is installed that loads robots; pass load_model=robots.load")
                raise file.error(message, "robots", i, "model")
            known.models[asked] = load_model(name, **given)
        model = known.models[asked]
    except UnknownNameError as error:
        hint = tr(" (robots of the gallery need the package example-robot-data)") if error.existing else ""
        raise file.error(f"{error}{hint}", "robots", i, "model") from None
    except ModelError as error:
        raise file.error(
            tr("robot {robot!r} cannot be loaded: {error}", robot=robot.name, error=error), "robots", i, "model"
        ) from error
    q = _configuration(file, model, robot.q, ("robots", i, "q"))
    if q is None:
        q = model.poses.get("home", neutral(model))
    placed = robot_placement(file, i, model, q)
    return Part(
        robot.name,
        known.models.get(("robots", i)) or with_load(file, i, with_material(file, i, _without_pairs(file, model, i))),
        placed,
        q,
        robot_velocity(file, i, model, q, placed),
        _controller(file, model, i),
        robot.self_collision,
        model,
    )


def _checked_name(file: TomlFile[SceneFile], i: int, readable: list[Path]) -> str:
    """What the loader is to load: a name as it is; a path from the scene's folder, if it may be read."""
    robot = file.values.robots[i]
    given = Path(robot.model)
    if len(given.parts) <= 1 and not given.suffix:
        return robot.model
    place = ("robots", i, "model")
    if "\0" in robot.model:
        raise file.error(
            tr("robot {robot!r} cannot be loaded: no file has a name like {model!r}", robot=robot.name, model=robot.model),
            *place,
        )
    path = file.path.parent / given
    if not is_within(path, readable):
        message = tr("robot {robot!r} is not read: {allowance}", robot=robot.name, allowance=allowance(path, readable))
        raise OutsideError(message, file.path, file.line(*place), robot.model, real(path))
    return str(path)


def _without_pairs(file: TomlFile[SceneFile], model: Model, i: int) -> Model:
    """The robot's model, with the pairs of its bodies that the file lets pass through each other."""
    robot = file.values.robots[i]
    place = ("robots", i, "ignore_collisions")
    if robot.ignore_collisions and not robot.self_collision:
        raise file.error(tr("ignore_collisions says what self_collision = true leaves out, and that is not there"), *place)
    for name in (name for pair in robot.ignore_collisions for name in pair):
        if name not in model.body_names:
            raise file.error(
                str(UnknownNameError("body", name, model.body_names, tr("model {model!r}", model=model.name))), *place
            )
    pairs = robot.ignore_collisions
    return replace(model, never_touching=(*model.never_touching, *pairs)) if pairs else model


def announced_loader(on_file: Callable[[str], object]) -> ModelLoader | None:
    """What an installed package loads robots with, if there is any; `on_file` as `robots.load` has it."""
    loader = _installed_loader()
    return None if loader is None else partial(loader, on_file=on_file)


@cache
def _installed_loader() -> ModelLoader | None:
    """What an installed package announces; remembered, as finding it takes longer than to read the scene."""
    from importlib.metadata import entry_points  # 13 ms, which a scene that is shipped does not need

    return next((point.load() for point in entry_points(group="torseur.models")), None)


def _configuration(
    file: TomlFile[SceneFile], model: Model, values: str | tuple[float, ...] | None, path: tuple[str | int, ...]
) -> Array | None:
    """A configuration given as the name of a pose or as numbers."""
    if values is None:
        return None
    if isinstance(values, str):
        if values not in model.poses:
            raise file.error(str(UnknownNameError("pose", values, model.poses, tr("model {model!r}", model=model.name))), *path)
        return model.poses[values]
    q = np.array(values)
    if q.shape != (model.nq,):
        raise file.error(
            tr("{path} has {size} numbers; {model!r} has nq = {nq}", path=path[-1], size=q.size, model=model.name, nq=model.nq),
            *path,
        )
    return q


def _controller(file: TomlFile[SceneFile], model: Model, i: int) -> Controller | TorquePlayback | None:
    row, playback = file.values.robots[i].controller, file.values.robots[i].playback
    if playback is not None:
        if row is not None:
            raise file.error(tr("a robot has a controller or a playback; this one has both"), "robots", i, "playback")
        try:
            return TorquePlayback(model, np.array(playback.times), _rows(playback.torques), playback.hold)
        except TorseurError as error:
            raise file.error(str(error), "robots", i, "playback") from error
    if row is None:
        return None
    if row.law not in CONTROL_LAWS:
        raise file.error(str(UnknownNameError("law", row.law, CONTROL_LAWS)), "robots", i, "controller", "law")
    gains: dict[str, float | Array] = {}
    for key, value in (("stiffness", row.stiffness), ("damping", row.damping)):
        gains[key] = value if isinstance(value, float | int) else np.array(value)
        if np.size(gains[key]) not in (1, model.nv):
            raise file.error(
                tr("{key} has {size} numbers; wanted 1 or nv = {nv}", key=key, size=np.size(gains[key]), nv=model.nv),
                "robots",
                i,
                "controller",
            )
    target = _configuration(file, model, row.target, ("robots", i, "controller"))
    return Controller(gains["stiffness"], gains["damping"], target, row.gravity_compensation, row.law)


def _rows(torques: tuple[tuple[float, ...], ...]) -> Array:
    """A table, or an ArgumentError if its rows are not of one length."""
    widths = sorted({len(row) for row in torques})
    if len(widths) > 1:
        raise ArgumentError(
            "the rows of torques have {widths} to {widths_2} numbers; every row wants the same",
            widths=widths[0],
            widths_2=widths[-1],
        )
    return np.array(torques)
