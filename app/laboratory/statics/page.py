"""The page on statics: loads that are typed or drawn, what they ask of the joints, and the check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from typing_extensions import override

from torseur.sim.arrays import Array
from torseur.sim.compilation import DYNAMICS, PROBLEMS
from torseur.sim.multibody.model.model import Model
from torseur.sim.texts import tr
from torseur.ui.laboratory.statics.page import StaticsPage
from torseur.ui.viewport.marks import LegendRow, Overlays

from ..joint_numbers import Kept
from ..motion.loads import Loads
from ..page_binding import PageBinding
from ..page_context import PageContext
from .equilibrium import EquilibriumBinding
from .load_editing import LoadEditing
from .statics_drawing import StaticsPicture
from .statics_rows import base_lines, carried_view, torque_rows
from .virtual_displacement import VirtualDisplacement

if TYPE_CHECKING:
    from torseur.sim.analysis.statics.statics import Statics


class StaticsBinding(PageBinding):
    """Between the page, the session and the view."""

    key = "statics"
    waits_for = (PROBLEMS, DYNAMICS)

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        self.widget: StaticsPage = StaticsPage()
        self._model: Model | None = None
        self._loads = Loads()
        self._statics: Statics | None = None
        self._places: list[Array] = []
        self.editing = LoadEditing(
            self._session, context.viewport, self.widget.load_section, lambda: self._loads, self._show, self
        )
        self.equilibrium = EquilibriumBinding(self._session, self.widget.check, self)
        self.work = VirtualDisplacement(self._session, self.widget.work, self)
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
        self.editing.enter()
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
        self.editing.show(self._places if statics else None)
        page.show_side(self._loads.side)
        page.show_torques(torque_rows(session.model, statics) if statics else (), reason)
        page.show_bases(base_lines(session.model, statics) if statics else ())
        page.show_carried(
            carried_view(session.model, statics, self._loads.selected) if statics and self._loads.chosen else None
        )
        self.work.show(session.model, snapshot.q, statics, self._preferences.angle_unit)
        self.equilibrium.show(statics, self._loads)

    @override
    def overlays(self) -> Overlays:
        if self._statics is None:
            return Overlays()
        drawn = StaticsPicture(self.editing.drawing).overlays(self._statics, self._places, self._loads.selected)
        moved = self.work.arrows(self._places)
        return replace(drawn, arrows=(*drawn.arrows, *moved), ghosts=self.equilibrium.ghosts())

    @override
    def legend(self) -> Sequence[LegendRow]:
        loads = StaticsPicture(self.editing.drawing).legend(self._statics)
        return (*loads, *self.work.legend(), *self.equilibrium.legend())

    @override
    def leave(self) -> None:
        super().leave()
        self.editing.leave()
        self.equilibrium.stop()

    @override
    def place(self, kind: str) -> None:
        """Let the next press on the robot draw a "force" or a "moment"; anything else, none."""
        self.editing.place(kind)

    @override
    def keep(self) -> tuple[Loads, Kept]:
        return self._loads, self.work.numbers.keep()

    @override
    def bring_back(self, state: tuple[Loads, Kept]) -> None:
        self._follow_model()
        self.work.numbers.bring_back(state[1])
        self._show(state[0])  # on what of the robot is still there

    def _introduce(self) -> None:
        self.widget.side_chosen.connect(
            lambda side: self.editing.edit(replace(self._loads, side=side), tr("Hold or exert"))
        )
        self._session.document_changed.connect(self._follow_model)
        self.equilibrium.drawn.connect(self.redraw)
        self.equilibrium.changed.connect(self.update)
        self.work.changed.connect(self.update)
        self.work.drawn.connect(self.redraw)

    def _show(self, loads: Loads) -> None:
        self._loads = loads.on(self._session.model.frame_names)
        self.update()

    # What is shown

    def _follow_model(self) -> None:
        """Another robot has no loads; the same with other parameters keeps those on bodies that it still has."""
        session = self._session
        if session.document is None or session.model is self._model:
            return
        loads = self._loads
        self._model = session.model
        self._loads = loads.on(session.model.frame_names) if session.rebuilding else Loads(side=loads.side)
        if len(self._loads.loads) < len(loads.loads) and session.rebuilding:
            session.message.emit(self.tr("Loads on bodies that are gone were removed."), "", "plain")
        self._statics, self._places = None, []
        self.work.follow()
        self.editing.follow(session.model, self._picture.size)
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
        return "" if statics.driven.any() else self.tr("No joint here has a motor.")
