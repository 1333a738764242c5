"""The lift of the relaxed law, measured: a table and a plot beside h μ v."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from torseur.sim.simulation.friction.values import LiftSample

from ....controls.buttons.segmented import SegmentedControl
from ....displays.folded_section import FoldedSection
from ....displays.prose import Prose
from ....displays.row_table.column import Cell, Column
from ....displays.row_table.row_table import RowTable
from ....displays.section_head import inset
from ....look.style import SMALL
from ....text.array_text import ArrayText
from ....text.number_text import number_text, quantity_text
from .lift_plot import LiftPlot
from .values import LiftView


class LiftSection(FoldedSection):
    """`show_*` is for the program and silent; `sweep_chosen` is the user's."""

    sweep_chosen = Signal(str)  # "step" or "speed"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.head.show_title(self.tr("Lift of the relaxed law"))
        self._view: LiftView | None = None
        self.over = SegmentedControl(
            {"step": self.tr("over h"), "speed": self.tr("over v")}, self.tr("What is varied"), self.body, height=24
        )
        self.over.chosen.connect(self.sweep_chosen)
        self.head.add_control(self.over)
        self.sentence = Prose(self.body, role="text_second", px=SMALL)
        self.sentence.show_text(
            self.tr(
                "A plate slides with this contact's μ, simulated under the relaxed law until it floats level. The law asks for "
                "gap + θ h ζ ≥ θ h μ |slip|: then the gap is θ h μ v, in proportion to the step. θ is that of the scene."
            )
        )
        self.absent = Prose(self.body, role="text_second", px=SMALL, icon="info")
        self.plot = LiftPlot(self.tr("Gap while sliding under the relaxed law"), self.body)
        self.table = RowTable(self.tr("Gap while sliding under the relaxed law"), self._columns(), self.body,
                              selects=False, source=self.to_copy)  # fmt: skip
        self.note = Prose(self.body, role="text_hint", px=SMALL)
        self.column.addLayout(inset(self.sentence, bottom=8))
        self.column.addLayout(inset(self.absent, bottom=8))
        self.column.addLayout(inset(self.plot, bottom=4))
        self.column.addWidget(self.table)
        self.column.addSpacing(6)
        self.column.addLayout(inset(self.note))
        self.show_absent("")

    def show_absent(self, reason: str) -> None:
        """Say why nothing is measured, or that it is being; empty: it was."""
        self.absent.show_text(reason)
        for part in (self.plot, self.table):
            part.setVisible(not reason and self._view is not None)
        if reason:
            self.note.show_text("")
            self.head.show_note("")

    def show_lift(self, view: LiftView) -> None:
        """Show what was measured."""
        self._view = view
        self.show_absent("")
        self.over.show_choice(view.over)
        self.plot.show_samples(view.samples, view.over)
        self.table.show_rows(view.samples)
        ratios = [sample.ratio for sample in view.samples if sample.settled]
        self.head.show_note(self.tr("ratio {x}").format(x=number_text(float(np.mean(ratios)), 4)) if ratios else "")
        bounces = any(not sample.settled for sample in view.samples)
        coulomb = quantity_text(view.coulomb.gap if abs(view.coulomb.gap) > 1e-9 else 0.0, "m", 2)
        note = self.tr(
            "θ = {theta}, μ = {mu}. Under Coulomb's law, the last of these: gap {gap} (1e−9 m is the scheme's dead band)."
        ).format(theta=number_text(view.theta), mu=number_text(view.coulomb.friction), gap=coulomb)
        self.note.show_text(note + (self.tr(" Orange: it bounced to the end.") if bounces else ""))

    def to_copy(self) -> ArrayText | None:
        """A simulation a row."""
        if self._view is None:
            return None
        rows = [[s.step, s.slip, s.gap, s.line, s.ratio] for s in self._view.samples]
        return ArrayText(np.array(rows), (), ["h", "v", "gap", "h μ v", "ratio"])

    def _columns(self) -> list[Column[LiftSample]]:
        return [
            Column("h", lambda s: number_text(1e3 * s.step, 3), 46, 1, unit="ms", right=True, value=lambda s: s.step),
            Column("v", lambda s: number_text(s.slip, 4), 50, 1, unit="m/s", right=True, value=lambda s: s.slip),
            Column("gap", lambda s: number_text(1e3 * s.gap, 4), 60, 1, unit="mm", right=True),
            Column("h μ v", lambda s: number_text(1e3 * s.line, 4), 60, 1, unit="mm", right=True),
            Column(self.tr("ratio"), _ratio_cell, 60, 1, right=True, tip=_ratio_tip, value=lambda s: s.ratio),
        ]


def _ratio_cell(sample: LiftSample) -> Cell:
    return Cell(number_text(sample.ratio, 5), role="text" if sample.settled else "warning", weight=600)


def _ratio_tip(sample: LiftSample) -> str:
    return "" if sample.settled else "still bouncing when the simulation ended"
