"""Loads on a robot that are typed, and drawn and dragged in the view: their section, their tool, and what events make of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from torseur.sim.superscripts import subscript
from torseur.sim.texts import tr
from torseur.ui.sheet.blocks import (
    Button,
    DataTable,
    Heading,
    Line,
    Options,
    Paragraph,
    Section,
    TableCell,
    TableColumn,
    Toggle,
    UserEvent,
    Vector,
    options,
    section,
)
from torseur.ui.text.number_text import number_text, zero_beside
from torseur.ui.text.same_value import Value

from ...documents.body_names import bare_names
from ...sheet.page import BringIntoSight, Effect, Seen
from ...sheet.questions import Questions
from ...sheet.view_tools import DrawVector
from ..motion.loads import Loads, with_vector
from .load_drawing import LoadDrawing

if TYPE_CHECKING:
    from torseur.sim.analysis.statics.load import Load
    from torseur.sim.arrays import Array

KINDS = ("force", "moment")
SMALLEST = 1e-9  # of a number that is not 0
TOOL = "load"


@dataclass(frozen=True, slots=True, eq=False)
class LoadControls(Value):
    """How loads are edited."""

    armed: bool = False  # the next press on the robot draws one
    kind: str = "force"  # or "moment": of what is drawn
    axes: str = "world"  # or "body", of forces and moments that are typed
    before: Loads | None = None  # all as they were when the drag began that goes on


class LoadsAfter(NamedTuple):
    """What an event made of them."""

    loads: Loads
    controls: LoadControls
    before: Loads
    text: str = ""  # of the step to undo, from `before`; empty: it is none
    effects: tuple[Effect, ...] = ()


def load_section(heading: Heading, hint: str, seen: Seen, loads: Loads, controls: LoadControls) -> Section:
    """Return the list of loads, and the one that is selected to be typed; the hint is there while there is none."""
    chosen = loads.chosen
    drawn = controls.kind if controls.armed else ""
    tips = tr("Press on the robot and drag a force (N)"), tr("Press on the robot and drag a moment")
    remove = tr("Remove the selected load (Delete)")
    return section(
        heading,
        Paragraph("hint", "" if loads.loads else hint, "text_second"),
        _list(seen, loads),
        *(() if chosen is None else _editor(seen, chosen, controls.axes)),
        tools=(
            Toggle("draw_force", tr("Force"), drawn == "force", icon="force", tip=tips[0]),
            Toggle("draw_moment", tr("Moment"), drawn == "moment", icon="moment", tip=tips[1]),
            Button("add", "", "plus", tip=tr("Add a force at the chosen frame, down, a quarter of the weight")),
            Button("remove", "", "close", chosen is not None, remove),
        ),
        copied=False,
    )


def load_drawing(seen: Seen, loads: Loads, controls: LoadControls, questions: Questions) -> LoadDrawing:
    """Return how they are drawn: with scales of the robot's own, which hold still during a drag."""
    made = partial(LoadDrawing.of, seen.model, seen.size)
    drawing: LoadDrawing = questions.ask("load drawing", seen.size, made, of=seen.model).value
    if controls.before is None:
        drawing.fit(loads.loads)
    return drawing


def load_places(seen: Seen, loads: Loads) -> list[Array]:
    """Where they act in the world, each (3,) [m]."""
    return [load.place(seen.model, seen.q) for load in loads.loads]


def load_tool(seen: Seen, loads: Loads, controls: LoadControls, questions: Questions) -> DrawVector:
    """Return what draws them in the view."""
    drawing = load_drawing(seen, loads, controls, questions)
    hint = tr("Press on the robot and drag. `Shift` along an axis, `Esc` gives up")
    return DrawVector(TOOL, controls.armed, tuple(drawing.handles(loads.loads, load_places(seen, loads))), hint)


def loads_after(loads: Loads, controls: LoadControls, event: UserEvent, seen: Seen, questions: Questions) -> LoadsAfter | None:
    """Return what an event of the section, or of the tool, makes of the loads; None: it is none of theirs.

    Other events: `UserEvent("", "place", kind)`, a "force" or a "moment" is to be drawn, or nothing; and
    `UserEvent("", "loads", (loads, text))`, these are to be there.
    """
    key, kind, value = event.path.rpartition(".")[2], event.kind, event.value
    match key, kind:
        case "draw_force" | "draw_moment", "switched":
            return LoadsAfter(loads, replace(controls, armed=value, kind=key.removeprefix("draw_")), loads)
        case "", "place":
            is_kind = value in KINDS
            return LoadsAfter(loads, replace(controls, armed=is_kind, kind=value if is_kind else "force"), loads)
        case "", "loads":
            others, text = value
            is_change = bool(loads.loads or others.loads)
            return LoadsAfter(others, controls, loads, text) if is_change else None
        case "", "left" if controls.armed or controls.before is not None:
            return LoadsAfter(controls.before or loads, replace(controls, armed=False, before=None), loads)
        case "list", "selected":
            return LoadsAfter(replace(loads, selected=value), controls, loads)
        case "list", "deleted":
            return LoadsAfter(loads.removed(value), controls, loads, tr("Remove a load"))
        case "remove", "pressed":
            return LoadsAfter(loads.removed(loads.selected), controls, loads, tr("Remove a load"))
        case "add", "pressed":
            more = loads.added(_new_load(seen, load_drawing(seen, loads, controls, questions).typical))
            return LoadsAfter(more, controls, loads, tr("Add a load"), (BringIntoSight("moment"),))
        case "axes", "chosen":
            return LoadsAfter(loads, replace(controls, axes=value), loads)
    if key == TOOL:
        return _drawn(loads, controls, kind, value, load_drawing(seen, loads, controls, questions))
    typed = None if loads.chosen is None else _typed(loads.chosen, controls, key, kind, value, seen)
    return None if typed is None else LoadsAfter(loads.changed(loads.selected, typed), controls, loads, _change())


def _new_load(seen: Seen, newtons: float) -> Load:
    """At the chosen frame, downwards."""
    from torseur.sim.analysis.statics.load import Load

    return Load(seen.frame or seen.model.body_names[-1], force=np.array([0.0, 0.0, -newtons]))


def _drawn(loads: Loads, controls: LoadControls, kind: str, value: object, drawing: LoadDrawing) -> LoadsAfter | None:
    """What the tool has made of them."""
    before, still = controls.before, replace(controls, before=None)
    match kind, value:
        case "started", (str(body), np.ndarray() as point):
            from torseur.sim.analysis.statics.load import Load

            return LoadsAfter(loads.added(Load(body, np.array(point))), replace(controls, before=loads), loads)
        case "grabbed", (int(at), str(what)):
            return LoadsAfter(replace(loads, selected=at), replace(controls, kind=what, before=loads), loads)
        case "disarmed", _:
            return LoadsAfter(loads, replace(controls, armed=False), loads)
    if before is None or loads.chosen is None:
        return None
    match kind, value:
        case "drawn", np.ndarray() as vector:
            longer = with_vector(loads.chosen, controls.kind, vector / drawing.scale_of(controls.kind))
            return LoadsAfter(loads.changed(loads.selected, longer), controls, before)
        case "finished", _:
            text = tr("Add a load") if len(loads.loads) > len(before.loads) else _change()
            return LoadsAfter(loads, still, before, text)
        case "cancelled", _:
            return LoadsAfter(before, still, before)
    return None


def _typed(load: Load, controls: LoadControls, key: str, kind: str, value: object, seen: Seen) -> Load | None:
    """The load that is selected after it was typed or chosen; None: it was not."""
    match key, kind, value:
        case "body", "chosen", str(body):
            return replace(load, body=body, point=np.zeros(3))
        case "point", "entered", np.ndarray() as point:
            return with_vector(load, key, point)
        case "force" | "moment", "entered", np.ndarray() as vector:
            return with_vector(load, key, _axes(seen, load, controls.axes) @ vector)
    return None


def _change() -> str:
    return tr("Change a load")


def _axes(seen: Seen, load: Load, axes: str) -> Array:
    """(3, 3) the axes that it is typed along, in the world."""
    from torseur.sim.multibody.kinematics.kinematics import frame_pose

    return frame_pose(seen.model, seen.q, load.body)[:3, :3] if axes == "body" else np.eye(3)


def _list(seen: Seen, loads: Loads) -> DataTable:
    names = bare_names(seen.model.frame_names)

    def length(vector: Array, unit: str, *, shown: bool) -> TableCell:
        size = float(np.linalg.norm(vector))
        is_there = shown or size > 0.0
        return TableCell(number_text(size) if is_there else "", size, unit if is_there else "", weight=500)

    rows = tuple(
        (
            TableCell(f"F{subscript(k)}", role="force_text", weight=600, tip=load.body),
            TableCell(names[load.body]),
            length(load.force, "N", shown=not load.moment.any()),
            length(load.moment, "N·m", shown=False),
        )
        for k, load in enumerate(loads.loads, 1)
    )
    columns = TableColumn("", 22), TableColumn("", 60, 1), TableColumn("", 64, number=True)
    return DataTable("list", tr("Loads"), (*columns, TableColumn("", 76, number=True)), rows, loads.selected, deletes=True)


def _editor(seen: Seen, load: Load, axes: str) -> tuple[Line | Vector, ...]:
    names, turn = options(bare_names(seen.model.frame_names)), _axes(seen, load, axes).T
    of_axes = options({"world": tr("world"), "body": tr("body")})
    place = tr("Where the load acts, from the body's origin along the body's own axes")
    force = tr("Along the axes that are chosen; its direction stays in the world when the robot moves")
    moment = tr("Beside the moment of the force; its direction stays in the world when the robot moves")

    def vector(key: str, name: str, values: Array, unit: str, step: float, tip: str) -> Vector:
        shown = np.where(np.abs(values) > zero_beside(values.tolist()), values, 0.0)
        return Vector(key, name, name, shown, unit, step=step, tip=tip, check=_reason_against)

    return (
        Line(
            "on",
            tr("On"),
            (
                Options("body", tr("Body or frame that is loaded"), names, load.body, listed=True, widest=210),
                Paragraph("word", tr("axes"), "text_second"),
                Options("axes", tr("Axes of force and moment"), of_axes, axes),
            ),
        ),
        vector("point", tr("Point"), load.point, "m", 0.01, place),
        vector("force", tr("Force"), turn @ load.force, "N", 1.0, force),
        vector("moment", tr("Moment"), turn @ load.moment, "N·m", 0.1, moment),
    )


def _reason_against(vector: Array) -> str:
    is_small = np.any((vector != 0.0) & (np.abs(vector) < SMALLEST))
    return tr("0, or at least 1e-9.") if is_small else ""
