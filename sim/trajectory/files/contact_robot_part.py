"""The robot of a planning task's file: its model loaded, its points and its modes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...definition.folders import OutsideError, allowance, is_within, real
from ...definition.toml_file import TomlFile
from ...errors import ArgumentError, ModelError, UnknownNameError
from ...multibody.model.model import Model
from ...simulation.running.scene.robot_part import ModelLoader
from ...texts import tr
from ..robot.contact_robot import ContactMode, ContactRobot, Touch, TouchingPoint
from .task_rows import TaskFile

_MODELS = Path(__file__).parents[2] / "scenes" / "models"


def contact_robot(
    file: TomlFile[TaskFile], load_model: ModelLoader | None, allowed_folders: Sequence[str | Path] = ()
) -> ContactRobot | None:
    """What [robot] says, None where there is none. Raises TaskError."""
    row = file.values.robot
    if file.values.system != "robot":
        if row is not None:
            raise file.error(
                tr("[robot] is of the system 'robot', and this task's is {system!r}", system=file.values.system), "robot"
            )
        return None
    if row is None:
        raise file.error(tr("a task of the system 'robot' has a [robot] with its model, points and modes"), "system")
    name = _checked_name(file, row.model, allowed_folders)
    model = _model(file, name, load_model)
    points = tuple(TouchingPoint(p.name, p.frame, p.offset, p.surface, p.friction, p.extent, p.clear) for p in row.points)
    modes = tuple(
        ContactMode(mode.name, tuple((name, Touch(touch)) for name, touch in mode.touching.items())) for mode in row.modes
    )
    reference = row.model if is_within(name, [real(_MODELS)]) else name
    try:
        return ContactRobot(
            model,
            points,
            modes,
            row.planar,
            row.motors,
            row.facets,
            row.travel,
            row.mirrored,
            tuple((share, q) for share, q in row.way),
            row.dry_speed,
            row.gravity,
            reference,
        )
    except ArgumentError as error:
        raise file.error(str(error), "robot") from None


def robot_row(robot: ContactRobot, folder: Path | None = None) -> dict[str, Any]:
    """The table [robot] that says a robot, whose file it names as seen from a folder if it lies below that."""
    document: dict[str, Any] = {
        "model": _seen_from(folder, robot.reference or robot.model.source or robot.model.name),
        "planar": robot.planar,
        "facets": robot.facets,
        "dry_speed": robot.dry_speed,
        "gravity": robot.gravity,
        "mirrored": robot.mirrored,
        "way": robot.way,
        "points": [
            {
                key: value
                for key, value in (
                    ("name", p.name),
                    ("frame", p.frame),
                    ("offset", p.offset),
                    ("surface", p.surface),
                    ("friction", p.friction),
                    ("extent", p.extent),
                    ("clear", p.clear),
                )
                if value is not None
            }
            for p in robot.points
        ],
        "modes": [
            {"name": mode.name, "touching": {name: touch.value for name, touch in mode.touching}} for mode in robot.modes
        ],
    }
    for key, names in (("motors", robot.motors), ("travel", robot.travel)):
        if names is not None:
            document[key] = names
    return document


def _seen_from(folder: Path | None, reference: str) -> str:
    path = Path(reference)
    if folder is None or not path.is_absolute() or not real(path).is_relative_to(real(folder)):
        return reference
    return real(path).relative_to(real(folder)).as_posix()


def _checked_name(file: TomlFile[TaskFile], name: str, allowed_folders: Sequence[str | Path]) -> str:
    """What the loader is to load: a robot by its name as it is; or a file, beside the task's or among those that are shipped."""
    given = Path(name)
    if len(given.parts) <= 1 and not given.suffix:
        return name
    readable = [real(folder) for folder in (file.path.parent, _MODELS, *allowed_folders)]
    beside = file.path.parent.absolute() / given
    path = beside if "\0" in name or beside.exists() else _MODELS / given
    if not is_within(path, readable):
        place = ("robot", "model")
        message = tr("robot {name!r} is not read: {allowance}", name=name, allowance=allowance(path, readable))
        raise file.error(message, *place) from OutsideError(message, file.path, file.line(*place), name, real(path))
    if not path.exists():
        message = tr(
            "robot {name!r} is not there: neither {beside} nor among the models that are shipped; put it back",
            name=name,
            beside=beside,
        )
        raise file.error(message, "robot", "model")
    return str(path)


def _model(file: TomlFile[TaskFile], name: str, load_model: ModelLoader | None) -> Model:
    place = ("robot", "model")
    try:
        return (load_model or _announced_loader(file))(name)
    except UnknownNameError as error:
        raise file.error(str(error), *place) from None
    except ModelError as error:
        raise file.error(tr("robot {name!r} cannot be loaded: {error}", name=name, error=error), *place) from error


def _announced_loader(file: TomlFile[TaskFile]) -> ModelLoader:
    from importlib.metadata import entry_points  # 13 ms, which a task that is shipped does not need

    for point in entry_points(group="torseur.models"):
        loader: ModelLoader = point.load()
        return loader
    raise file.error(tr("the task has a robot, and nothing is installed that loads robots; pass load_model"), "robot", "model")
