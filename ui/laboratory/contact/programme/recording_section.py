"""The whole recording solved again, by one solver or by all: residuals, times, failures, and how far motions differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ....controls.buttons.outline_button import OutlineButton
from ....controls.fields.choice import Choice
from ....displays.progress_bar import ShareBar
from ....displays.prose import Prose
from ....displays.row_table.column import Cell, Column
from ....displays.row_table.row_table import RowTable
from ....displays.section_head import SectionHead, column_in, inset, inset_row
from ....look.style import SMALL
from ....text.solver_names import solver_name
from .error_text import error_text, time_text
from .method_marks import paint_mark


class ResolvedRow(NamedTuple):
    """One solver over the states that were solved again."""

    method: str
    states: int
    failures: int
    refused: int
    median: float  # residual
    worst: float
    seconds: float  # median
    force: float  # largest difference
    velocity: float  # largest difference
    tip: str


class RecordingSection(QWidget):
    """`show_*` is for the program and silent; signals are for the user alone."""

    resolve_requested = Signal(str, str, str)  # solver or "all", law or "", most states or ""
    stop_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._running = False
        self.head = SectionHead(self.tr("The recording, solved again"), self)
        self.solver = Choice(self.tr("By which solver"), self, widest=130)
        self.law = Choice(self.tr("Under which law"), self, widest=150)
        self.sample = Choice(self.tr("How many states, evenly spaced"), self, widest=110)
        self.button = OutlineButton(self.tr("Solve again"), parent=self)
        self.button.clicked.connect(self._press)
        self.bar = ShareBar(self)
        self.status = Prose(self, role="text_second", px=SMALL)
        self.table = RowTable(self.tr("Solvers over the recording"), (), self, row_height=22, tip=lambda row: row.tip)
        self.table.hide()
        self._units = ("", "")
        self.show_units("m/s", "N")
        self.note = Prose(self, role="text_hint", px=SMALL)
        self.note.show_text(
            self.tr(
                "Each state by itself, from nothing: what other forces would lead to later is not in it. Differences are the "
                "largest from what was recorded. A solver that does not know the law is refused; its tip says why. “torseur "
                "resolve” does the same for a file, and writes a table of all states."
            )
        )
        column = column_in(self)
        column.addWidget(self.head)
        column.addLayout(inset_row(self.solver, self.law, self.sample, bottom=8))
        column.addLayout(inset_row(self.button))
        column.addLayout(inset(self.bar, bottom=6))
        column.addLayout(inset(self.status, bottom=6))
        column.addWidget(self.table)
        column.addSpacing(6)
        column.addLayout(inset(self.note))

    def show_options(self, solvers: Mapping[str, str], laws: Mapping[str, str], samples: Mapping[str, str]) -> None:
        """Offer solvers, laws and numbers of states, keys to texts."""
        for choice, options in ((self.solver, solvers), (self.law, laws), (self.sample, samples)):
            choice.set_options(options)

    def show_progress(self, share: float | None, status: str) -> None:
        """How far it is, 0 to 1, and what to say of it; None: it does not run."""
        self._running = share is not None
        self.button.show_text(self.tr("Stop") if self._running else self.tr("Solve again"))
        self.bar.show_share(share)
        self.status.show_text(status)

    def show_units(self, rate: str, force: str) -> None:
        """Units of residuals and differences, both where problems are of velocities and of accelerations."""
        if (rate, force) != self._units:
            self._units = rate, force
            self.table.set_columns(_columns(self, rate, force))

    def show_rows(self, rows: Sequence[ResolvedRow]) -> None:
        """Show what was found so far."""
        self.table.setVisible(bool(rows))
        self.table.show_rows(rows)

    def _press(self) -> None:
        if self._running:
            self.stop_requested.emit()
        else:
            self.resolve_requested.emit(self.solver.choice, self.law.choice, self.sample.choice)


def _columns(owner: QWidget, rate: str, force: str) -> list[Column[ResolvedRow]]:
    tr = owner.tr

    def failures(row: ResolvedRow) -> Cell:
        if not row.states:
            return Cell(tr("refused"), "text_hint")
        text = tr("{k} of {n}").format(k=row.failures, n=row.states)
        return Cell(text, "warning", 600) if row.failures else Cell(text)

    def number(field: str, row: ResolvedRow) -> str:
        return error_text(getattr(row, field)) if row.states else ""

    return [
        Column(
            tr("solver"),
            lambda row: Cell(solver_name(row.method), weight=500),
            80,
            share=1,
            mark=lambda painter, theme, row, at: paint_mark(painter, theme, row.method, at),
        ),
        Column(
            tr("failed"),
            failures,
            50,
            right=True,
            value=lambda row: row.failures,
            about=tr(
                "States in which it stayed above the tolerance, and of how many; what it was not asked for is in the tip"
            ),
        ),
        Column(
            tr("median"),
            lambda row: number("median", row),
            40,
            unit=rate,
            right=True,
            value=lambda row: row.median,
            about=tr("Residual, natural map: of problems of accelerations in m/s², of impacts in m/s"),
        ),
        Column(
            tr("worst"),
            lambda row: number("worst", row),
            40,
            unit=rate,
            right=True,
            value=lambda row: row.worst,
            about=tr(
                "Largest residual; solved is what is below 1e-10 of the largest number of w, or of 1 where all are smaller"
            ),
        ),
        Column(
            tr("time"),
            lambda row: time_text(row.seconds) if row.states else "",
            46,
            right=True,
            value=lambda row: row.seconds,
            about=tr("Of one state, the median"),
        ),
        Column(
            "ΔF",
            lambda row: number("force", row),
            38,
            unit=force,
            right=True,
            value=lambda row: row.force,
            about=tr("Largest difference of a force from the recorded one, at impacts of an impulse"),
        ),
        Column(
            "Δv",
            lambda row: number("velocity", row),
            38,
            unit=rate,
            right=True,
            value=lambda row: row.velocity,
            about=tr("Largest difference of a contact's velocity, or acceleration"),
        ),
    ]
