"""Which runs there are: the list of steps, the two that are compared, and a row for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QWidget

from torseur.sim.texts import tr

from ..controls.buttons.outline_button import OutlineButton
from ..controls.buttons.switch import Switch
from ..controls.fields.choice import Choice
from ..controls.fields.text_field import TextField
from ..displays.prose import Prose
from ..displays.row_table.column import Cell, Column
from ..displays.row_table.row_table import RowTable
from ..displays.section_head import SectionHead, column_in, padded
from ..displays.switch_text import SwitchText
from ..displays.text_label import TextLabel
from ..look.paint_box import paint_box, tinted
from ..look.style import EDGE, SMALL
from ..look.theme import Theme
from ..text.number_text import listed, number_text, parse_number, parts_of
from .step_texts import steps_of, steps_text
from .values import RunRow

SHORTEST, LONGEST, MOST = 1e-3, 200.0, 6  # of the steps that can be typed [ms], and how many


class RunSection(QWidget):
    """`show_*` is silent, signals are for the user alone."""

    compare_requested = Signal()
    cancelled = Signal()
    steps_entered = Signal(tuple)  # [s]
    a_chosen = Signal(str)
    b_chosen = Signal(str)
    ghost_switched = Signal(str)  # of the run with this key
    lecture_switched = Signal(bool)
    integrator_chosen = Signal(str)  # of one more run; empty: none

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._unit = ""
        self.head = SectionHead(self.tr("Runs"), self)
        self.start = OutlineButton(self.tr("Compare"), "play", self)
        self.start.setToolTip(self.tr("Simulate the scene by every scheme, from its start"))
        self.cancel = OutlineButton(self.tr("Cancel"), parent=self)
        self.head.add_control(self.start)
        self.head.add_control(self.cancel)
        self.start.clicked.connect(self.compare_requested)
        self.cancel.clicked.connect(self.cancelled)
        self.steps = TextField(self.tr("Steps of time-stepping, in milliseconds"), self)
        self.steps.check = self._fault
        self.steps.entered.connect(lambda text: self.steps_entered.emit(steps_of(text)))
        self.a, self.b = (
            Choice(self.tr("Run A, which is played"), self, widest=150),
            Choice(self.tr("Run B"), self, widest=150),
        )
        self.a.chosen.connect(self.a_chosen)
        self.b.chosen.connect(self.b_chosen)
        self.lecture = Switch(self.tr("Positions as the lecture writes them: p⁺ = p + h v⁺ (θ = 1)"), self)
        self.lecture.switched.connect(self.lecture_switched)
        self.integrator = Choice(self.tr("One more run: its smooth part by an integrator"), self, widest=150)
        self.integrator.chosen.connect(self.integrator_chosen)
        self.status = Prose(self, role="text_second", px=SMALL)
        self.table = RowTable(
            self.tr("Runs"), _columns(self), self, click_activates=True, selects=False, tip=lambda row: row.tip
        )
        self.table.row_activated.connect(lambda row: self.ghost_switched.emit(self.table.rows[row].look.key))
        self._lay_out()
        self.show_progress("")

    def show_steps(self, steps: Sequence[float]) -> None:
        """The steps of time-stepping [s]."""
        self.steps.show_text(steps_text(steps))

    def show_runs(self, rows: Sequence[RunRow], unit: str) -> None:
        """A row a run; `unit` is that of the signal."""
        self.table.setVisible(bool(rows))
        if unit != self._unit:
            self._unit = unit
            self.table.set_columns(_columns(self, unit))
        self.table.show_rows(rows)

    def show_choices(self, playable: Mapping[str, str], options: Mapping[str, str], a: str, b: str) -> None:
        """What A, which is played, and B can be, and are."""
        for choice, texts, key in ((self.a, playable, a), (self.b, options, b)):
            choice.set_options(texts)
            choice.show_choice(key)
            choice.setEnabled(bool(texts))

    def show_integrators(self, options: Mapping[str, str], chosen: str) -> None:
        """By which integrators there can be one more run, and by which there is."""
        self.integrator.set_options(options)
        self.integrator.show_choice(chosen)
        self.integrator.setEnabled(bool(options))

    def show_lecture(self, on: bool) -> None:
        """Whether positions are as the lecture writes them."""
        self.lecture.show_on(on)

    def show_progress(self, text: str) -> None:
        """How far the runs are; empty: none is being made."""
        self.cancel.setVisible(bool(text))
        self.start.setVisible(not text)
        self.head.show_caption("" if text else self.tr("one scene, one clock"))  # beside both it would be cut
        self.head.show_note(text)

    def show_status(self, text: str) -> None:
        """Say why something is not there, or where the exact motion is from."""
        self.status.show_text(text)

    def _fault(self, text: str) -> str:
        try:
            found = [parse_number(part) for part in parts_of(text)]
        except ValueError as error:
            return str(error)
        if not 1 <= len(found) <= MOST:
            return tr("One to {most} steps, in milliseconds: {example}", most=MOST, example=listed(("20", "10", "5", "1")))
        if not all(SHORTEST <= one <= LONGEST for one in found):
            return self.tr("Each step from {least} to {most} ms.").format(least=SHORTEST, most=LONGEST)
        return ""

    def _lay_out(self) -> None:
        column = column_in(self)
        column.addWidget(self.head)
        lecture = self.tr("as the lecture writes it: p⁺ = p + h v⁺")
        column.addLayout(self._row("A", self.a, "B", self.b))
        column.addLayout(self._row(self.tr("h (ms)"), self.steps))
        column.addLayout(self._row(self.lecture, lecture))
        column.addLayout(self._row(self.tr("smooth part by"), self.integrator, self.tr("one contact solve a step")))
        column.addWidget(self.table)
        column.addWidget(padded(self.status, top=6, bottom=10))

    def _row(self, *widgets: QWidget | str) -> QHBoxLayout:
        """Words and controls in a line; fields take the room that is left."""
        row = QHBoxLayout()
        row.setContentsMargins(EDGE, 0, EDGE, 8)
        row.setSpacing(8)
        for widget in widgets:
            if isinstance(widget, str):
                word = TextLabel(self, role="text_second", px=SMALL)
                if self.lecture in widgets:
                    word = SwitchText(self.lecture, widget, self)
                word.show_text(widget)
                word.setMinimumWidth(word.sizeHint().width())
                row.addWidget(word)
            else:
                row.addWidget(widget, int(isinstance(widget, (Choice, TextField))))
        if self.lecture in widgets:
            row.addStretch(1)
        return row


def _paint_look(painter: QPainter, theme: Theme, row: RunRow, at: QPointF) -> None:
    color = row.look.color
    paint_box(painter, QRectF(at.x() - 4, at.y() - 5, 10, 10), tinted(color, 0.45), color, 0.0)


def _shown(widget: QWidget, row: RunRow) -> str:
    return widget.tr("played") if row.played else widget.tr("ghost") if row.ghost else "–"


def _columns(widget: QWidget, unit: str = "") -> tuple[Column[RunRow], ...]:
    return (
        Column(
            widget.tr("run"),
            lambda row: Cell(row.look.name, weight=500 if row.role else 400),
            120,
            share=1,
            mark=_paint_look,
            least=90,
        ),
        Column("", lambda row: Cell(row.role, "accent_text", 600), 26),
        Column(
            widget.tr("off by, now"),
            lambda row: number_text(row.apart, zero=1e-13),
            72,
            unit=unit,
            right=True,
            value=lambda row: row.apart,
            about=widget.tr("The chosen signal at this instant, less that of the reference"),
        ),
        Column(
            widget.tr("shown"), lambda row: _shown(widget, row), 48, about=widget.tr("Click a row to draw or hide its ghost")
        ),
    )
