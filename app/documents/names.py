"""What a reference means before it is opened: names of scenes, planning tasks and robots, and files that hold no robot."""

from __future__ import annotations

import os
from pathlib import Path

from torseur import robots
from torseur.robots.descriptions import is_description
from torseur.sim.definition.toml_file import toml_keys
from torseur.sim.errors import UnknownNameError
from torseur.sim.simulation.running.scene.scene_file import scene_names
from torseur.sim.texts import marked, tr
from torseur.sim.trajectory.files.task_file import task_names


def is_name(text: str) -> bool:
    """Whether a text has neither folder nor ending: then it is looked up as a name before it is taken for a file."""
    path = Path(os.path.expanduser(text))
    return len(path.parts) == 1 and not path.suffix


def check_name(text: str) -> None:
    """Raise UnknownNameError, with the nearest names of all kinds, for a name of nothing, by which no file is called either."""
    known = (*scene_names(), *task_names(), *robots.names())
    if is_name(text) and text not in known and not Path(os.path.expanduser(text)).exists() and not is_description(text):
        raise UnknownNameError(tr("scene, planning task or robot"), text, known)


def other_than_robot(reference: str) -> str:
    """What a name or file is that is known to be no robot: "scene", "planning task" or "recording"; else empty."""
    if reference in scene_names():
        return marked("scene")
    if reference in task_names():
        return marked("planning task")
    ending = Path(reference).suffix.lower()
    if ending == ".mcap":
        return marked("recording")
    keys = toml_keys(Path(reference)) if ending == ".toml" else frozenset()
    if not keys or not keys.isdisjoint(("convention", "joints")):  # which tables of Denavit-Hartenberg rows have
        return ""
    return "scene" if keys.isdisjoint(("phases", "system")) else "planning task"
