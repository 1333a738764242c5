"""The order of convergence in numbers: errors over steps, and integrators by name."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from torseur.sim.simulation.inspection.comparing.values import ConvergenceOrder

from ..controls.buttons.outline_button import OutlineButton
from ..displays.prose import Prose
from ..displays.row_table.column import Cell, Column
from ..displays.row_table.row_table import RowTable
from ..displays.section_head import SectionHead, column_in, inset_row, padded
from ..look.style import SMALL
from ..text.number_text import ABSENT, as_shown, number_text
from .step_texts import milliseconds
from .values import IntegratorRow

Line = tuple[float, int, float, float]  # step [s], steps, error, order since the step before


class OrderSection(QWidget):
    """`show_*` is silent; `measure_requested`: the integrators are to be measured."""

    measure_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(self.tr("Order of convergence"), self)
        self.table = RowTable(self.tr("Errors over steps"), _columns(self, ""), self, selects=False)
        self.sentence = Prose(self, role="text_second", px=SMALL)
        self.integrators_head = SectionHead(self.tr("Integrators of the smooth part"), self)
        self.measure = OutlineButton(self.tr("Measure on this scene"), parent=self)
        self.measure.clicked.connect(self.measure_requested)
        self.integrators = RowTable(
            self.tr("Integrators"), _integrator_columns(self), self, selects=False, tip=lambda row: row.tip
        )
        self.note = Prose(self, role="text_second", px=SMALL)
        self._unit = ""
        column = column_in(self)
        column.addWidget(self.head)
        column.addWidget(self.table)
        column.addWidget(padded(self.sentence, top=6, bottom=4))
        column.addWidget(self.integrators_head)
        column.addWidget(self.integrators)
        column.addWidget(padded(self.note, top=6, bottom=6))
        column.addLayout(inset_row(self.measure))

    def show_order(self, found: ConvergenceOrder | None, duration: float, unit: str, what: str, sentence: str) -> None:
        """Errors over the steps of runs of `duration` [s]; `what` is measured, in `unit`."""
        self.head.show_caption(what)
        if unit != self._unit:
            self._unit = unit
            self.table.set_columns(_columns(self, unit))
        lines = []
        if found is not None:
            numbers = zip(found.steps.tolist(), found.errors.tolist(), found.pairwise, strict=True)
            lines = [(h, round(duration / h), error, order) for h, error, order in numbers]
        self.table.show_rows(lines)
        self.table.setVisible(bool(lines))
        self.head.show_note("" if found is None else self.tr("fitted {order}").format(order=_fitted(found)))
        self.sentence.show_text(sentence)

    def show_integrators(self, rows: Sequence[IntegratorRow], note: str, *, busy: bool) -> None:
        """What was measured of integrators, and a sentence; `busy`: it is being measured."""
        self.integrators.show_rows(rows)
        self.integrators.setVisible(bool(rows))
        self.note.show_text(note)
        self.measure.setEnabled(not busy)
        self.measure.setText(self.tr("Measuring…") if busy else self.tr("Measure on this scene"))


def _columns(widget: QWidget, unit: str) -> tuple[Column[Line], ...]:
    return (
        Column("h", lambda line: milliseconds(line[0]), 52, unit="ms", right=True, value=lambda line: 1e3 * line[0]),
        Column(widget.tr("steps"), lambda line: Cell(str(line[1]), "text_second"), 48, right=True, value=lambda line: line[1]),
        Column(
            widget.tr("mean |A − ref|"),
            lambda line: number_text(line[2], 4, 0.0),
            84,
            1,
            unit,
            right=True,
            value=lambda line: line[2],
        ),
        Column(
            widget.tr("order since"),
            lambda line: _order(line[3]),
            64,
            right=True,
            value=lambda line: line[3],
            about=widget.tr("Slope since the step before; where an impact falls in its step makes it jump"),
        ),
    )


def _fitted(found: ConvergenceOrder) -> str:
    if not math.isfinite(found.order):
        return ABSENT
    error = found.standard_error
    far = f" ± {number_text(error, 1)}" if found.scatters and math.isfinite(error) else ""
    return number_text(found.order, 2 if far else 3) + far


def _order(value: float) -> str:
    return as_shown(f"{value:.2f}") if math.isfinite(value) else ABSENT


def _integrator_columns(widget: QWidget) -> tuple[Column[IntegratorRow], ...]:
    return (
        Column(widget.tr("integrator"), lambda row: row.name, 110, share=1),
        Column(widget.tr("order"), lambda row: str(row.order), 34, right=True),
        Column(
            widget.tr("between events"),
            lambda row: row.between,
            86,
            right=True,
            about=widget.tr("Slope of the error at the end of the longest piece without contact"),
        ),
        Column(
            widget.tr("through impacts"),
            lambda row: row.through,
            86,
            right=True,
            about=widget.tr("Slope of the mean error with one contact solve at the end of each step"),
        ),
    )
