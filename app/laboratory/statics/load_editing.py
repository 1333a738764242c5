"""Loads that are typed, and drawn and dragged in the view, each edit one that can be undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import Model
from torseur.sim.texts import tr
from torseur.ui.laboratory.statics.load_section import LoadSection
from torseur.ui.laboratory.statics.values import LoadEntry, LoadNumbers
from torseur.ui.viewport.interaction.vector_tool import VectorTool
from torseur.ui.viewport.viewport import Viewport

from ...documents.body_names import bare_names
from ...session.session import Session
from ...session.undo import Change, push
from ..motion.loads import Loads, with_vector
from .load_drawing import LoadDrawing

if TYPE_CHECKING:
    from torseur.sim.analysis.statics.load import Load


class LoadEditing(QObject):
    """Between the section, the view and whoever has the loads: `read` gives them, `write` takes others and shows them."""

    def __init__(
        self,
        session: Session,
        viewport: Viewport,
        section: LoadSection,
        read: Callable[[], Loads],
        write: Callable[[Loads], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._session, self._viewport, self._section = session, viewport, section
        self._read, self._write = read, write
        self._axes = "world"
        self._short: dict[str, str] = {}  # names of bodies and frames as they are read
        self._kind = "force"  # what is placed, or drawn
        self._before: Loads | None = None  # a drag is going on, and these were there before it
        self.drawing = LoadDrawing()
        self.tool = VectorTool(self)
        self._introduce()

    def follow(self, model: Model, size: float) -> None:
        """Another robot, of this size [m]."""
        self._before = None
        self.drawing = LoadDrawing.of(model, size)
        self._short = bare_names(model.frame_names)
        self._section.editor.set_bodies(self._short)

    @property
    def loads(self) -> Loads:
        """Those that are edited."""
        return self._read()

    def enter(self) -> None:
        """What is drawn in the view is seen."""
        self._viewport.add_tool(self.tool)

    def leave(self) -> None:
        """It is not seen any more."""
        self._viewport.remove_tool(self.tool)

    def show(self, places: list[Array] | None) -> None:
        """Show the loads; places (3,) of their points in the world [m], None: they cannot be shown yet."""
        loads = self._read()
        if places is not None and not self.tool.dragging:
            self.drawing.fit(loads.loads)
        self._section.show_loads(
            self._entries(), loads.selected, self._numbers() if places is not None else None, self._axes
        )
        self.tool.show_handles(self.drawing.handles(loads.loads, places) if places is not None else ())

    def place(self, kind: str) -> None:
        """Let the next press on the robot draw a "force" or a "moment"; anything else, none."""
        self._kind = kind if kind in ("force", "moment") else "force"
        self.tool.arm(kind in ("force", "moment"))
        self._show_placing(kind if self.tool.armed else "")

    def add(self) -> None:
        """One more load at the chosen frame, downwards, as large as is usual for the robot."""
        from torseur.sim.analysis.statics.load import Load

        frame = self._session.frame or self._session.model.body_names[-1]
        load = Load(frame, force=np.array([0.0, 0.0, -self.drawing.typical]))
        self.edit(self._read().added(load), tr("Add a load"))
        self._section.scroll_to_editor()

    def edit(self, after: Loads, text: str) -> None:
        """Have other loads, which can be undone."""
        push(self._session.undo_stack, Change(self._read(), after, self._write, text))

    def _introduce(self) -> None:
        section, tool = self._section, self.tool
        section.place_switched.connect(lambda kind, on: self.place(kind if on else ""))
        section.add_requested.connect(self.add)
        section.remove_requested.connect(lambda: self._remove(self._read().selected))
        section.loads.chosen.connect(lambda at: self._write(replace(self._read(), selected=at)))
        section.loads.remove_requested.connect(self._remove)
        section.editor.body_chosen.connect(self._choose_body)
        section.editor.axes_chosen.connect(self._choose_axes)
        section.editor.entered.connect(self._enter)
        tool.started.connect(self._begin)
        tool.grabbed.connect(self._take)
        tool.drawn.connect(self._draw)
        tool.finished.connect(self._finish)
        tool.cancelled.connect(self._cancel)
        tool.disarmed.connect(lambda: self._show_placing(""))

    def _remove(self, at: int) -> None:
        if 0 <= at < len(self._read().loads):
            self.edit(self._read().removed(at), tr("Remove a load"))

    def _choose_body(self, body: str) -> None:
        chosen = self._read().chosen
        if chosen is not None:
            self._change(replace(chosen, body=body, point=np.zeros(3)))

    def _choose_axes(self, axes: str) -> None:
        self._axes = axes
        self._write(self._read())

    def _enter(self, key: str, axis: int, value: float) -> None:
        load = self._read().chosen
        numbers = self._numbers()
        if load is None or numbers is None:
            return
        vector = np.array(numbers.vectors[key])
        vector[axis] = value
        if key != "point" and self._axes == "body":
            vector = self._rotation(load) @ vector
        self._change(with_vector(load, key, vector))

    def _change(self, load: Load) -> None:
        self.edit(self._read().changed(self._read().selected, load), tr("Change a load"))

    # Drawing in the view

    def _begin(self, body: str, point: Array) -> None:
        from torseur.sim.analysis.statics.load import Load

        self._before = self._read()
        self._write(self._before.added(Load(body, np.array(point))))

    def _take(self, key: tuple[int, str]) -> None:
        self._before = self._read()
        at, self._kind = key
        self._write(replace(self._before, selected=at))

    def _draw(self, vector: Array) -> None:
        loads = self._read()
        if loads.chosen is not None and self._before is not None:
            value = np.array(vector) / self.drawing.scale_of(self._kind)
            self._write(loads.changed(loads.selected, with_vector(loads.chosen, self._kind, value)))

    def _finish(self) -> None:
        before, self._before = self._before, None
        if before is not None:
            new = len(self._read().loads) > len(before.loads)
            text = tr("Add a load") if new else tr("Change a load")
            push(self._session.undo_stack, Change(before, self._read(), self._write, text))

    def _cancel(self) -> None:
        before, self._before = self._before, None
        if before is not None:
            self._write(before)

    def _show_placing(self, kind: str) -> None:
        self._section.show_placing(kind)
        hint = self.tr("Press on the robot and drag. `Shift` along an axis, `Esc` gives up")
        self._viewport.set_hint(hint if kind else "")

    # What is shown

    def _entries(self) -> list[LoadEntry]:
        return [
            LoadEntry(self._short[load.body], float(np.linalg.norm(load.force)), float(np.linalg.norm(load.moment)))
            for load in self._read().loads
        ]

    def _numbers(self) -> LoadNumbers | None:
        load = self._read().chosen
        if load is None:
            return None
        turn = self._rotation(load).T if self._axes == "body" else np.eye(3)
        return LoadNumbers(load.body, load.point, turn @ load.force, turn @ load.moment)

    def _rotation(self, load: Load) -> Array:
        from torseur.sim.multibody.kinematics.kinematics import frame_pose

        assert self._session.snapshot is not None
        return frame_pose(self._session.model, self._session.snapshot.q, load.body)[:3, :3]
