"""Singular cases: a condition a row, what is lost there, and a button that brings the robot there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from ...controls.buttons.outline_button import OutlineButton
from ...displays.prose import Prose
from ...look.style import EDGE, SMALL, current_theme


@dataclass(frozen=True, slots=True)
class CaseView:
    """One row; without a title, a heading alone."""

    title: str  # θ₂ = 0
    detail: str  # what is lost
    reachable: bool  # within limits
    heading: str = ""  # before the first case of a factor


class CaseRow(QWidget):
    """One case. `picked` and `asked` are the user's."""

    picked = Signal()
    asked = Signal()

    def __init__(self, case: CaseView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selected = False
        title = Prose(self, weight=600)
        title.show_text(case.title)
        detail = Prose(self, role="text_second", px=SMALL)
        detail.show_text(case.detail)
        self.button = OutlineButton(self.tr("Go there"), parent=self)
        self.button.setEnabled(case.reachable)
        self.button.setToolTip("" if case.reachable else self.tr("No such configuration lies within the joint limits."))
        self.button.clicked.connect(self.asked)
        texts = QVBoxLayout()
        texts.setSpacing(1)
        texts.addWidget(title)
        texts.addWidget(detail)
        row = QHBoxLayout(self)
        row.setContentsMargins(EDGE, 6, EDGE, 6)
        row.setSpacing(8)
        row.addLayout(texts, 1)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)
        self.setAccessibleName(f"{case.title}: {case.detail}")

    def show_selected(self, selected: bool) -> None:
        """Let it stand out."""
        if selected != self._selected:
            self._selected = selected
            self.update()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.picked.emit()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._selected:
            painter, theme = QPainter(self), current_theme()
            painter.fillRect(self.rect(), QColor(theme.accent_fill))
            painter.fillRect(0, 0, 3, self.height(), QColor(theme.accent))


class CaseList(QWidget):
    """All cases, those of a factor below its name. Signals are for the user alone."""

    picked = Signal(int)  # which row
    asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[CaseRow] = []
        self.headings: list[Prose] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)

    def show_cases(self, cases: Sequence[CaseView]) -> None:
        """Show these."""
        while self._column.count():
            item = self._column.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.rows, self.headings = [], []
        for case in cases:
            if case.heading:
                heading = Prose(self, role="text_hint", px=SMALL)
                heading.setContentsMargins(EDGE, 8, EDGE, 0)
                heading.show_text(case.heading)
                self._column.addWidget(heading)
                self.headings.append(heading)
            if not case.title:
                continue
            row = CaseRow(case, self)
            number = len(self.rows)
            row.picked.connect(lambda number=number: self.picked.emit(number))
            row.asked.connect(lambda number=number: self.asked.emit(number))
            self._column.addWidget(row)
            self.rows.append(row)

    def show_selected(self, number: int) -> None:
        """Let the row of a case stand out."""
        for k, row in enumerate(self.rows):
            row.show_selected(k == number)
