"""The page on statics: loads that are typed or drawn, what they ask of the joints, and the check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject
from typing_extensions import override

from torseur.sim.arrays import Array
from torseur.sim.compilation import DYNAMICS, PROBLEMS
from torseur.sim.multibody.model.model import Model
from torseur.ui.laboratory.statics.page import StaticsPage
from torseur.ui.laboratory.statics.values import LoadEntry, LoadNumbers
from torseur.ui.viewport.interaction.vector_tool import VectorTool
from torseur.ui.viewport.marks import LegendRow, Overlays

from ...documents.body_names import bare_names
from ...session.undo import Change
from ..motion.loads import Loads, with_vector
from ..page_binding import PageBinding
from ..page_context import PageContext
from .equilibrium import EquilibriumBinding
from .statics_drawing import StaticsPicture
from .statics_rows import base_lines, carried_view, torque_rows

if TYPE_CHECKING:
    from torseur.sim.analysis.statics.load import Load
    from torseur.sim.analysis.statics.statics import Statics


class StaticsBinding(PageBinding):
    """Between the page, the session and the view."""

    key, title = "statics", "Statics"
    waits_for = (PROBLEMS, DYNAMICS)

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        self.widget: StaticsPage = StaticsPage()
        self._viewport = context.viewport
        self._model: Model | None = None
        self._loads = Loads()
        self._axes = "world"
        self._statics: Statics | None = None
        self._places: list[Array] = []
        self._short: dict[str, str] = {}  # names of bodies and frames as they are read
        self._drawing = StaticsPicture()
        self.tool = VectorTool(self)
        self._kind = "force"  # what is placed, or drawn
        self._before: Loads | None = None  # a drag is going on, and these were there before it
        self.equilibrium = EquilibriumBinding(self._session, self.widget.check, self)
        self._introduce()

    @property
    def loads(self) -> Loads:
        """What is on the robot."""
        return self._loads

    @property
    def statics(self) -> Statics | None:
        """What was computed last."""
        return self._statics

    @override
    def enter(self) -> None:
        self._viewport.add_tool(self.tool)
        super().enter()

    @override
    def refresh(self) -> None:
        self._follow_model()
        session = self._session
        page, snapshot = self.widget, session.snapshot
        if snapshot is None or session.document is None:
            return
        reason = self._compute(snapshot.q)
        statics = self._statics
        page.show_loads(self._entries(), self._loads.selected, self._numbers(), self._axes)
        page.show_side(self._loads.side)
        page.show_torques(torque_rows(session.model, statics) if statics else (), reason)
        page.show_bases(base_lines(session.model, statics) if statics else ())
        page.show_carried(
            carried_view(session.model, statics, self._loads.selected) if statics and self._loads.chosen else None
        )
        self.equilibrium.show(statics, self._loads)
        self.tool.show_handles(self._drawing.handles(statics, self._places) if statics else ())

    @override
    def overlays(self) -> Overlays:
        if self._statics is None:
            return Overlays()
        drawn = self._drawing.overlays(self._statics, self._places, self._loads.selected)
        return replace(drawn, ghosts=self.equilibrium.ghosts())

    @override
    def legend(self) -> Sequence[LegendRow]:
        return (*self._drawing.legend(self._statics), *self.equilibrium.legend())

    @override
    def leave(self) -> None:
        super().leave()
        self._viewport.remove_tool(self.tool)
        self.equilibrium.stop()

    @override
    def place(self, kind: str) -> None:
        """Let the next press on the robot draw a "force" or a "moment"; anything else, none."""
        self._kind = kind if kind in ("force", "moment") else "force"
        self.tool.arm(kind in ("force", "moment"))
        self._show_placing(kind if self.tool.armed else "")

    @override
    def keep(self) -> Loads:
        return self._loads

    @override
    def bring_back(self, state: Loads) -> None:
        self._follow_model()
        self._show(state)  # on what of the robot is still there

    # What the user does

    def _introduce(self) -> None:
        page, tool = self.widget, self.tool
        page.place_switched.connect(lambda kind, on: self.place(kind if on else ""))
        page.add_requested.connect(self.add)
        page.remove_requested.connect(lambda: self._remove(self._loads.selected))
        page.loads.chosen.connect(lambda at: self._show(replace(self._loads, selected=at)))
        page.loads.remove_requested.connect(self._remove)
        page.side_chosen.connect(lambda side: self._edit(replace(self._loads, side=side), self.tr("Hold or exert")))
        page.editor.body_chosen.connect(self._choose_body)
        page.editor.axes_chosen.connect(self._choose_axes)
        page.editor.entered.connect(self._enter)
        tool.started.connect(self._begin)
        tool.grabbed.connect(self._take)
        tool.drawn.connect(self._draw)
        tool.finished.connect(self._finish)
        tool.cancelled.connect(self._cancel)
        tool.disarmed.connect(lambda: self._show_placing(""))
        self._session.document_changed.connect(self._follow_model)
        self.equilibrium.drawn.connect(self.redraw)
        self.equilibrium.changed.connect(self.update)

    def add(self) -> None:
        """One more load at the chosen frame, downwards, as large as is usual for the robot."""
        from torseur.sim.analysis.statics.load import Load

        frame = self._session.frame or self._session.model.body_names[-1]
        load = Load(frame, force=np.array([0.0, 0.0, -self._drawing.typical]))
        self._edit(self._loads.added(load), self.tr("Add a load"))

    def _remove(self, at: int) -> None:
        if 0 <= at < len(self._loads.loads):
            self._edit(self._loads.removed(at), self.tr("Remove a load"))

    def _choose_body(self, body: str) -> None:
        if self._loads.chosen is not None:
            self._change(replace(self._loads.chosen, body=body, point=np.zeros(3)))

    def _choose_axes(self, axes: str) -> None:
        self._axes = axes
        self.update()

    def _enter(self, key: str, axis: int, value: float) -> None:
        load = self._loads.chosen
        numbers = self._numbers()
        if load is None or numbers is None:
            return
        vector = np.array(numbers.vectors[key])
        vector[axis] = value
        if key != "point" and self._axes == "body":
            vector = self._rotation(load) @ vector
        self._change(with_vector(load, key, vector))

    def _change(self, load: Load) -> None:
        self._edit(self._loads.changed(self._loads.selected, load), self.tr("Change a load"))

    def _edit(self, after: Loads, text: str) -> None:
        self._session.undo_stack.push(Change(self._loads, after, self._show, text))

    def _show(self, loads: Loads) -> None:
        self._loads = loads.on(self._session.model.frame_names)
        self.update()

    # Drawing in the view

    def _begin(self, body: str, point: Array) -> None:
        from torseur.sim.analysis.statics.load import Load

        self._before = self._loads
        self._show(self._loads.added(Load(body, np.array(point))))

    def _take(self, key: tuple[int, str]) -> None:
        self._before = self._loads
        at, self._kind = key
        self._show(replace(self._loads, selected=at))

    def _draw(self, vector: Array) -> None:
        load = self._loads.chosen
        if load is not None and self._before is not None:
            value = np.array(vector) / self._drawing.scale_of(self._kind)
            self._show(self._loads.changed(self._loads.selected, with_vector(load, self._kind, value)))

    def _finish(self) -> None:
        before, self._before = self._before, None
        if before is not None:
            new = len(self._loads.loads) > len(before.loads)
            text = self.tr("Add a load") if new else self.tr("Change a load")
            self._session.undo_stack.push(Change(before, self._loads, self._show, text))

    def _cancel(self) -> None:
        before, self._before = self._before, None
        if before is not None:
            self._show(before)

    def _show_placing(self, kind: str) -> None:
        self.widget.show_placing(kind)
        hint = self.tr("Press on the robot and drag. `Shift` along an axis, `Esc` gives up")
        self._viewport.set_hint(hint if kind else "")

    # What is shown

    def _follow_model(self) -> None:
        """Another robot has no loads; the same with other parameters keeps those on bodies that it still has."""
        session = self._session
        if session.document is None or session.model is self._model:
            return
        loads, self._before = self._loads, None
        self._model = session.model
        self._loads = loads.on(session.model.frame_names) if session.rebuilding else Loads(side=loads.side)
        if len(self._loads.loads) < len(loads.loads) and session.rebuilding:
            session.message.emit(self.tr("Loads on bodies that are gone were removed."), "", "plain")
        self._statics, self._places = None, []
        self._drawing = StaticsPicture.of(session.model, self._picture.size)
        self._short = bare_names(session.model.frame_names)
        self.widget.editor.set_bodies(self._short)
        self.equilibrium.forget()

    def _compute(self, q: Array) -> str:
        """Compute the statics; why there are none, or empty."""
        self._statics = None
        session = self._session
        assert session.document is not None
        if not session.kernels.has(PROBLEMS):
            return self.tr("The kernels of dynamics are not ready yet.")
        if not any(session.model.joint(name).kind.nv for name in session.model.joint_names):
            return self.tr("Nothing here has a joint: there are no torques.")
        from torseur.sim.analysis.statics.statics import static_torques

        loads = self._loads
        statics = static_torques(session.model, q, loads.loads, gravity=session.document.scene.gravity, side=loads.side)
        self._places = [load.place(session.model, q) for load in loads.loads]
        self._statics = statics
        if not self.tool.dragging:
            self._drawing.fit(statics)
        return "" if statics.driven.any() else self.tr("No joint here has a motor.")

    def _entries(self) -> list[LoadEntry]:
        return [
            LoadEntry(self._short[load.body], float(np.linalg.norm(load.force)), float(np.linalg.norm(load.moment)))
            for load in self._loads.loads
        ]

    def _numbers(self) -> LoadNumbers | None:
        load = self._loads.chosen
        if load is None or self._statics is None:
            return None
        turn = self._rotation(load).T if self._axes == "body" else np.eye(3)
        return LoadNumbers(load.body, load.point, turn @ load.force, turn @ load.moment)

    def _rotation(self, load: Load) -> Array:
        from torseur.sim.multibody.kinematics.kinematics import frame_pose

        assert self._session.snapshot is not None
        return frame_pose(self._session.model, self._session.snapshot.q, load.body)[:3, :3]
