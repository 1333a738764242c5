"""The virtual displacement that is typed on the page "Statics", its works, and how the loads' points move in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import Model
from torseur.sim.superscripts import subscript
from torseur.sim.texts import tr
from torseur.ui.controls.fields.amount import Amount
from torseur.ui.laboratory.statics.work_section import WorkSection, WorkView
from torseur.ui.look.theme import ENERGY
from torseur.ui.text.number_text import quantity_text
from torseur.ui.text.units import AngleUnit
from torseur.ui.viewport.marks import Arrow, LegendRow

from ...session.session import Session
from ..jacobian.column_marks import STEP, steps
from ..joint_numbers import JointNumbers

if TYPE_CHECKING:
    from torseur.sim.analysis.statics.statics import Statics
    from torseur.sim.analysis.statics.virtual_work import VirtualWork

MOST = 60  # numbers of v that a row each is made for


class VirtualDisplacement(QObject):
    """Between the section and the page. `changed`: another δq; `drawn`: the same, drawn or not."""

    changed = Signal()
    drawn = Signal()

    def __init__(self, session: Session, section: WorkSection, parent: QObject) -> None:
        super().__init__(parent)
        self._section = section
        self.numbers = JointNumbers(session, STEP)  # δq
        self._offered: list[Amount] = []
        self.work: VirtualWork | None = None  # what is shown
        section.entered.connect(self._enter)
        section.clear_requested.connect(self._clear)
        section.switched.connect(lambda _: self.changed.emit())
        section.drawn_switched.connect(lambda _: self.drawn.emit())

    def follow(self) -> None:
        """Another robot: each joint by a small step; the same with other parameters keeps what was typed."""
        self.numbers.follow()
        self._offered, self.work = [], None

    def show(self, model: Model, q: Array, statics: Statics | None, unit: AngleUnit) -> None:
        """Show the works at q (nq,) of a robot in equilibrium, while the section is open."""
        self.work = None
        section = self._section
        section.setVisible(statics is not None and 0 < model.nv <= MOST)
        if statics is None or not section.is_open or not 0 < model.nv <= MOST:
            return
        from torseur.sim.analysis.statics.virtual_work import virtual_work

        if not self._offered:
            self._offered = steps(model, range(model.nv))
        work = self.work = virtual_work(model, q, statics, self.numbers.values)
        section.set_unit(unit)
        section.show_amounts(self._offered, self.numbers.values)
        lacks, springs = not statics.driven.all(), bool(np.any(statics.springs))
        facts = [(self.tr("motors, {work}").format(work="τ_mᵀδq" if springs else "τᵀδq"), work.motors)]
        if lacks:
            facts.append((self.tr("what bases lack, τ_bᵀδq"), work.bases))
        if statics.loads:
            name = self.tr("loads, Σ FᵀδX") if statics.side == "held" else self.tr("loads pushing back, −Σ FᵀδX")
            facts.append((name, work.loads))
        facts.append((self.tr("gravity, −g(q)ᵀδq"), work.gravity))
        if springs:
            facts.append((self.tr("springs of joints, τ_pᵀδq"), work.springs))
        section.show_work(
            WorkView(
                [f"F{subscript(k + 1)}" for k in range(len(statics.loads))],
                np.column_stack([work.by_force, work.by_torque]),
                statics.side == "held",
                facts,
                work.total,
                work.gap,
                lacks,
                springs,
            )
        )

    def arrows(self, places: list[Array]) -> tuple[Arrow, ...]:
        """δP of the point of each load, in its true size; places (3,) in the world [m]."""
        work = self.work
        if work is None or not self._section.drawn.isChecked():
            return ()
        found = []
        for k, (place, moved) in enumerate(zip(places, work.displacements, strict=True)):
            size = float(np.linalg.norm(moved[:3]))
            if size > 1e-9:
                found.append(Arrow(place, moved[:3], ENERGY, f"δP{subscript(k + 1)} {quantity_text(size, 'm')}"))
        return tuple(found)

    def legend(self) -> tuple[LegendRow, ...]:
        """What the arrows mean."""
        if self.work is None or not len(self.work.displacements) or not self._section.drawn.isChecked():
            return ()
        return (LegendRow("arrow", ENERGY, tr("Virtual displacement J δq"), tr("true size")),)

    def _enter(self, k: int, value: float) -> None:
        self.numbers.values[k] = value
        self.changed.emit()

    def _clear(self) -> None:
        self.numbers.values[:] = 0.0
        self.changed.emit()
