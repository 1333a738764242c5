"""The page of inverse kinematics: targets typed or dragged, searches that can be watched, joint speeds for a velocity."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.compilation import POSING, REACHING
from torseur.sim.texts import tr
from torseur.ui.sheet.blocks import UserEvent
from torseur.ui.sheet.sheet import Sheet

from ...sheet.page import EndDrag, Layer, Page, Pose, Seen, SetTarget
from ...sheet.questions import Questions
from ...sheet.view_tools import FrameHandles
from .iteration_section import ITERATIONS, iteration_layer, iteration_section
from .pose_search import IKSettings, PoseSearch, iterates_of, shown_search, solved
from .speed_section import SPEEDS, speed_section
from .target_section import SEARCH, TARGET, search_section, target_section

PLAYED = 140  # [ms] from one iteration to the next
STEPPING = "iterations of inverse kinematics"


class InverseKinematics(Page):
    """A search is of the target and of where the robot was; it is shown until one of them, or the robot, goes elsewhere."""

    key = "inverse_kinematics"
    settings_type = IKSettings
    outline = (TARGET, SEARCH, ITERATIONS, SPEEDS)
    waits_for = (POSING, REACHING)
    needs_target = True

    def sheet(self, seen: Seen, settings: IKSettings, questions: Questions) -> Sheet:
        """Write the target, the search with its iterations, and the speeds."""
        answer = shown_search(seen, settings, questions)
        return Sheet(
            (
                target_section(seen),
                search_section(seen, settings, answer),
                iteration_section(seen, settings, answer, questions),
                speed_section(seen, settings, questions),
            )
        )

    def layer(self, seen: Seen, settings: IKSettings, questions: Questions) -> Layer:
        """Draw the way of the frame."""
        return iteration_layer(seen, settings, shown_search(seen, settings, questions), questions)

    def tools(self, seen: Seen, settings: IKSettings, questions: Questions) -> tuple[FrameHandles, ...]:
        """Let the frame be dragged."""
        return (FrameHandles("handles"),)

    def beat(self, settings: IKSettings) -> int:
        """An iteration a beat."""
        return PLAYED if settings.playing else 0

    def reduce(self, settings: IKSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Take what was typed, chosen, pressed, stepped to or played."""
        path, kind, value = event
        place, _, name = path.partition(".")
        match place:
            case "target":
                return _with_target(settings, name, value, seen, questions)
            case "method" if name == "numbers.tolerance":
                return settings, _with_options(seen, tolerance=value)
            case "method" | "speeds":
                setting = name.rpartition(".")[2]
                typed: Any = tuple(value.tolist()) if isinstance(value, np.ndarray) else value
                return replace(settings, **{setting: round(value) if setting == "restarts" else typed})
            case "iterations" if kind == "released":
                return settings, EndDrag()
        if kind == "left" and settings.playing:
            return replace(settings, playing=False), EndDrag()
        answer = shown_search(seen, settings, questions)
        if answer is None or answer.value is None:
            return (replace(settings, playing=False), EndDrag()) if kind == "beat" else settings
        return _stepped(settings, event, iterates_of(answer.value).q)


def _stepped(settings: IKSettings, event: UserEvent, steps: Array) -> Any:
    """Go to another iteration, play them or stand; `steps` (k, nq) : the robot at each."""
    at, last = settings.step, len(steps) - 1
    match event.path.rpartition(".")[2], event.kind:
        case "play", _ if settings.playing:
            return replace(settings, playing=False), EndDrag()
        case "play", _:
            return _at(replace(settings, playing=True), 0 if at == last else at, steps)
        case _, "beat":
            if at < last:
                return _at(settings, at + 1, steps)
            return replace(settings, playing=False), EndDrag()
        case "back" | "forward" as way, _:
            to = at + (1 if way == "forward" else -1)
        case "slider" | "plot" | "table", _:
            to = round(event.value)
        case _:
            return settings
    return settings if to == at else _at(replace(settings, playing=False), min(max(to, 0), last), steps)


def _at(settings: IKSettings, step: int, steps: Array) -> Any:
    """Have the robot where an iteration has it; steps in one go are one edit."""
    pose = Pose(steps[step], tr("Step through the iterations"), STEPPING, keeps_target=True)
    return replace(settings, step=step), pose


def _with_target(settings: IKSettings, name: str, value: Any, seen: Seen, questions: Questions) -> Any:
    """Want the frame elsewhere, or go there."""
    if name == "rows":
        return settings, _with_options(seen, rows=value)
    if name == "go.axes":
        return settings, _with_options(seen, along_world=value == "world")
    if seen.target.pose is None:
        return settings
    if name == "go.buttons.solve":
        return _searched(settings, seen.target.pose, seen, questions)
    pose = np.array(seen.target.pose)
    if name == "position":
        pose[:3, 3] = value
    elif name == "angles":
        from torseur.sim.definition.placement_rows import from_xyz_rpy

        pose[:3, :3] = from_xyz_rpy((0.0, 0.0, 0.0), value)[:3, :3]
    return settings, SetTarget(replace(seen.target, pose=None if name == "go.buttons.reset" else pose))


def _with_options(seen: Seen, **others: Any) -> SetTarget:
    return SetTarget(replace(seen.target, options=replace(seen.target.options, **others)))


def _searched(settings: IKSettings, target: Array, seen: Seen, questions: Questions) -> Any:
    """Search the target from where the robot is, and go there as one edit."""
    how = seen.target.options, settings.method, settings.damping, settings.restarts
    search = PoseSearch(seen.frame, seen.q, target, *how)
    found, after = solved(seen, search, questions).value, replace(settings, search=search, step=0, playing=False)
    if found is None:
        return after, EndDrag()
    text = tr("Bring {frame} to its target", frame=seen.frame)
    at_end = replace(after, step=len(iterates_of(found)) - 1)
    return at_end, EndDrag(), Pose(found.q, text, keeps_target=True)
