"""Methods on one problem, from nothing: residuals over iterations and over time, and how each ended."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from torseur.sim.contact.analysis.programme.values import Race
from torseur.sim.texts import tr

from ....controls.buttons.outline_button import OutlineButton
from ....controls.buttons.segmented import SegmentedControl
from ....displays.prose import Prose
from ....displays.row_table.column import Cell, Column
from ....displays.row_table.row_table import RowTable
from ....displays.section_head import SectionHead, column_in, inset, inset_row
from ....displays.text_label import TextLabel
from ....look.style import SMALL
from ....text.solver_names import solver_name
from .error_text import error_text, time_text
from .method_marks import paint_mark
from .race_plot import RacePlot
from .values import ProgrammeWords


class LaneRow(NamedTuple):
    """One method."""

    method: str
    status: str
    solved: bool
    iterations: int
    seconds: float
    residual: float
    force_error: float
    rate_error: float


class RaceSection(QWidget):
    """`show_*` is for the program and silent; signals are for the user alone."""

    race_requested = Signal()
    stop_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._race: Race | None = None
        self._words: ProgrammeWords | None = None
        self._running = False
        self.head = SectionHead(self.tr("All methods on this problem"), self)
        self.button = OutlineButton(self.tr("Race"), parent=self)
        self.button.clicked.connect(lambda: (self.stop_requested if self._running else self.race_requested).emit())
        self.progress = TextLabel(self, role="text_second", px=SMALL)
        self.over = SegmentedControl(
            {"iterations": self.tr("iterations"), "time": self.tr("time")},
            self.tr("What residuals are drawn over"),
            self,
            height=24,
        )
        self.over.chosen.connect(lambda _: self._draw())
        self.head.add_control(self.over)
        self.plot = RacePlot(self)
        self.table = RowTable(
            self.tr("Methods and how they ended"), (), self, row_height=22, tip=lambda row: row.status
        )
        self.refused = Prose(self, role="text_hint", px=SMALL)
        self.note = Prose(self, role="text_hint", px=SMALL)
        self.note.show_text(
            self.tr(
                "Each from nothing, until the residual is 1e-10 of the largest number of w, or of 1 m/s², m/s where all are "
                "smaller. Every point is a run of its own, stopped there and timed, the least of three; of the active set the "
                "time is divided evenly among its steps. Errors are from the method of least residual; redundant contacts may "
                "have other forces."
            )
        )
        column = column_in(self)
        column.addWidget(self.head)
        column.addLayout(inset_row(self.button, self.progress))
        column.addLayout(inset(self.plot, bottom=6))
        column.addWidget(self.table)
        column.addSpacing(6)
        column.addLayout(inset(self.refused, bottom=6))
        column.addLayout(inset(self.note))
        self.show_race(None, None)

    def show_progress(self, running: str) -> None:
        """Say which method runs; empty: none does."""
        self._running = bool(running)
        self.button.show_text(self.tr("Stop") if self._running else self.tr("Race"))
        self.progress.show_text(running)

    def show_race(self, race: Race | None, words: ProgrammeWords | None) -> None:
        """Show what was found so far; None: nothing."""
        self._race = race
        for part in (self.plot, self.table, self.over, self.note):
            part.setVisible(race is not None)
        self.refused.show_text("")
        if race is None or words is None:
            return
        if words != self._words:
            self._words = words
            self.table.set_columns(self._columns(words))
        self.table.show_rows(
            [
                LaneRow(
                    lane.method,
                    tr(lane.status),
                    lane.solved,
                    lane.iterations,
                    lane.seconds,
                    lane.residual,
                    float(f),
                    float(u),
                )
                for lane, f, u in zip(race.lanes, race.force_errors, race.rate_errors, strict=True)
            ]
        )
        self.refused.show_text("\n".join(f"{reason}." for _, reason in race.refused))
        self._draw()

    def _draw(self) -> None:
        if self._race is not None and self._words is not None:
            self.plot.show_lanes(self._race.lanes, self.over.choice, self._words.rate_unit)

    def _columns(self, words: ProgrammeWords) -> list[Column[LaneRow]]:
        def ended(row: LaneRow) -> Cell:
            return Cell(self.tr("solved"), "good", 500) if row.solved else Cell(self.tr("stopped"), "warning", 600)

        return [
            Column(
                self.tr("method"),
                lambda row: Cell(solver_name(row.method), weight=500),
                74,
                share=1,
                mark=lambda painter, theme, row, at: paint_mark(painter, theme, row.method, at),
            ),
            Column("", ended, 42),
            Column(
                self.tr("iter."),
                lambda row: str(row.iterations),
                34,
                right=True,
                value=lambda row: row.iterations,
                about=self.tr(
                    "Iterations: of the active set factorisations, of Newton its steps, of Gauss-Seidel sweeps"
                ),
            ),
            Column(self.tr("time"), lambda row: time_text(row.seconds), 46, right=True, value=lambda row: row.seconds),
            Column(
                self.tr("residual"),
                lambda row: error_text(row.residual),
                44,
                unit=words.rate_unit,
                right=True,
                value=lambda row: row.residual,
                about=self.tr("Natural map: how far the forces are from the law"),
            ),
            Column(
                f"Δ{words.force}",
                lambda row: error_text(row.force_error),
                40,
                unit=words.force_unit,
                right=True,
                value=lambda row: row.force_error,
                about=self.tr("Largest difference of a force from the best's"),
            ),
            Column(
                f"Δ{words.rate}",
                lambda row: error_text(row.rate_error),
                40,
                unit=words.rate_unit,
                right=True,
                math=True,
                value=lambda row: row.rate_error,
                about=self.tr("Largest difference of a separation from the best's"),
            ),
        ]
