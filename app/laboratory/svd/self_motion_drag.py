"""Dragging a self-motion: the joints move along a direction of the null space, what the rows hold stays."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from torseur.sim.analysis.svd.values import TaskSVD
from torseur.sim.errors import ArgumentError
from torseur.sim.superscripts import subscript
from torseur.sim.texts import marked, tr
from torseur.ui.sheet.blocks import Facts, Heading, Options, Paragraph, Section, Slider, section
from torseur.ui.text.number_text import number_text, residual_text
from torseur.ui.text.sentences import sentence

from ...sheet.page import Pose, Seen
from ...sheet.questions import Questions
from .svd_settings import NONE, SelfMotionDrag, SVDSettings
from .task_texts import ROW_WORDS, STAYS, path_unit

MOTION = Heading("motion", marked("Self-motion"))
REACH = math.pi  # of the slider, to either side [rad | m]


def motion_section(seen: Seen, settings: SVDSettings, svd: TaskSVD, questions: Questions) -> Section:
    """Write the slider, how far it has gone, and why it goes no farther."""
    task, free = svd.task, _free(svd)
    drag = _drag(seen, settings, svd)
    if drag.which == NONE:
        return section(MOTION, Paragraph("line", _why_none(svd), "text_second", small=False))
    unit, said, possible = _order(seen, drag, questions)
    along = tr("along {direction}", direction="v_{" + str(drag.which + 1) + "}")
    names = tuple((str(k), subscript(f"v{k + 1}")) for k in free)
    which = Options("which", tr("Direction of the self-motion"), names, str(drag.which), listed=True, widest=80)
    more: dict[str, Any] = {"tools": (which,) if len(free) > 1 else ()}
    if not possible:
        caption = tr("{v}, to first order", v=along)
        return section(MOTION, Paragraph("line", said, "text_second", small=False), caption=caption, **more)
    done, line = drag.done, drag.error or said
    if done is not None and done.stopped_by:
        joint = done.stopped_by.rsplit("/", 1)[-1]
        line = tr("{joint} is at its limit: it goes no farther this way.", joint=joint)
    elif done is not None and done.end.name != "REACHED":
        line = tr(done.end.value)
    travelled, position, rotation = (done.travelled, done.position, done.rotation) if done else (0.0, 0.0, 0.0)
    facts = (
        (tr("Joints moved"), number_text(travelled), unit),
        (tr("Tool moved, free") if task.rows == "orientation" else tr("Tool moved"), _still(position), "m"),
        (tr("Tool turned, free") if task.rows == "position" else tr("Tool turned"), _still(rotation), "rad"),
    )
    return section(
        MOTION,
        Slider("slider", tr("Self-motion"), travelled, -REACH, REACH),
        Facts("facts", facts, (0.34, 0.33, 0.33)),
        Paragraph("line", line, "text_second", small=False),
        caption=f"{along}, {tr(STAYS[task.rows])}",
        **more,
    )


def moved(seen: Seen, settings: SVDSettings, svd: TaskSVD, travelled: float) -> Any:
    """Settings after so much of the way, and the pose there."""
    from .self_motion_path import SelfMotionPath

    drag = _drag(seen, settings, svd)
    if drag.which == NONE:
        return settings
    try:
        task = drag.svd.task
        direction = task.joint_velocity(drag.svd.V[:, drag.which])
        path = drag.path or SelfMotionPath(seen.model, seen.q, task.frame, direction, task.rows, task.joints)
        done = path.at(travelled)
    except ArgumentError as error:
        return replace(settings, drag=replace(drag, path=None, done=None, error=sentence(str(error))))
    text = tr("Self-motion along v{number}", number=drag.which + 1)
    drag = replace(drag, path=path, done=done, error="", held=True)
    return replace(settings, drag=drag), Pose(done.q, text, "self-motion")


def released(settings: SVDSettings) -> SVDSettings:
    """The drag is over, and what is drawn for it goes; the slider stays where it is."""
    return replace(settings, drag=settings.drag and replace(settings.drag, held=False))


def direction_dragged(seen: Seen, settings: SVDSettings, svd: TaskSVD) -> int:
    """Which v the hand moves the robot along; NONE: it moves none."""
    drag = _drag(seen, settings, svd)
    if not drag.held or drag.done is None:
        return NONE
    if drag.which >= svd.rank or svd.rank == len(svd.V):
        return drag.which
    speeds = [abs(float(svd.task.joint_velocity(v) @ drag.done.direction)) for v in svd.self_motion.T]
    return svd.rank + int(np.argmax(speeds))  # a branch left the singular pose, where v was of the null space


def _drag(seen: Seen, settings: SVDSettings, svd: TaskSVD) -> SelfMotionDrag:
    """The way that the robot is on, also where it leaves a singular pose, and with it v; else one that has not begun."""
    drag, free = settings.drag, _free(svd)
    if drag is not None and drag.model is seen.model:
        same = all(getattr(drag.svd.task, one) == getattr(svd.task, one) for one in ("frame", "rows", "weighting"))
        begun = drag.done is not None or drag.svd.rank == svd.rank
        if same and begun and np.array_equal(seen.q, drag.done.q if drag.done else drag.q):
            return drag
    return SelfMotionDrag(seen.model, svd, seen.q, settings.motion if settings.motion in free else free[0] if free else NONE)


def _free(svd: TaskSVD) -> range:
    """Directions of the joints that leave the task still, and the frame."""
    off_the_frame = svd.task.axes == "world" and svd.task.rows == "position"
    return range(0) if off_the_frame else range(svd.rank, len(svd.V))


def _why_none(svd: TaskSVD) -> str:
    if svd.rank < len(svd.V):
        return tr("These rows are of the point at the world's origin: choose axes at the frame to drag its self-motions.")
    return tr(
        "None: the {rows} of {frame} take {rank} of {count} joints, and none is left. Fewer rows or a lost direction "
        "would leave one.",
        rows=tr(ROW_WORDS[svd.task.rows]),
        frame=svd.task.frame,
        rank=svd.rank,
        count=len(svd.V),
    )


def _order(seen: Seen, drag: SelfMotionDrag, questions: Questions) -> tuple[str, str, bool]:
    """Unit of the way, what there is to say of the direction where it began, and whether there is anything to drag."""
    task, direction = drag.svd.task, drag.svd.task.joint_velocity(drag.svd.V[:, drag.which])

    def order() -> tuple[str, str, bool]:
        from torseur.sim.analysis.svd.self_motion_order import self_motion_order

        from .self_motion_texts import order_text

        unit = path_unit(seen.model, task.joints, direction)
        found = self_motion_order(seen.model, drag.q, task.frame, direction, task.rows, joints=task.joints)
        return unit, order_text(found, direction, drag.which, task.rows, unit), found.branch is not None

    value: tuple[str, str, bool] = questions.ask("order", (drag.svd, drag.which), order).value
    return value


def _still(x: float) -> str:
    return residual_text(x) if x < 1e-6 else number_text(x)
