"""The exercises there are, and how far one is with each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from ...controls.buttons.base_button import BaseButton
from ...look.icons import SIDE, paint_icon
from ...look.paint_box import paint_focus
from ...look.paint_text import RIGHT, elided, paint_text, text_width
from ...look.style import EDGE, SMALL, TEXT, current_theme
from .values import ExerciseLine

HEIGHT = 52


class ExerciseList(QWidget):
    """A row each. `opened` is for the user alone."""

    opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: dict[str, ExerciseRow] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 8)
        self._column.setSpacing(0)

    def show_lines(self, lines: Sequence[ExerciseLine]) -> None:
        """Show these."""
        for line in lines:
            if line.key not in self.rows:
                row = self.rows[line.key] = ExerciseRow(self)
                row.clicked.connect(lambda _, key=line.key: self.opened.emit(key))
                self._column.addWidget(row)
            self.rows[line.key].show_line(line)


class ExerciseRow(BaseButton, QPushButton):
    """One exercise: title, robot, and how far it is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.prepare("")
        self.line = ExerciseLine("", "", "", "", False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(HEIGHT)

    def show_line(self, line: ExerciseLine) -> None:
        """Show another state, or another language."""
        if line != self.line:
            self.line = line
            self.setAccessibleName(f"{line.title}. {line.about}. {line.state}".strip())
            self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(340, HEIGHT)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(160, HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, line = current_theme(), self.line
        painter = QPainter(self)
        if self.isDown() or self.underMouse():
            painter.fillRect(self.rect(), QColor(theme.hover))
        painter.fillRect(EDGE, self.height() - 1, self.width() - 2 * EDGE, 1, QColor(theme.divider))
        right = self.width() - EDGE - SIDE
        paint_icon(painter, "chevron_right", theme.text_hint, right, (self.height() - SIDE) / 2)
        color = theme.good if line.done else theme.text_second
        paint_text(painter, QRectF(0, 0, right - 8, self.height()), line.state, color, SMALL, 500, RIGHT)
        right -= round(text_width(line.state, SMALL, 500)) + 8
        if line.done:
            right -= SIDE + 4
            paint_icon(painter, "check", theme.good, right, (self.height() - SIDE) / 2)
        room = right - 8 - EDGE
        title = elided(line.title, room, TEXT, 600)
        paint_text(painter, QRectF(EDGE, 7, room, 20), title, theme.text, TEXT, 600)
        paint_text(painter, QRectF(EDGE, 27, room, 18), elided(line.about, room, SMALL), theme.text_hint, SMALL)
        if self.hasFocus():
            paint_focus(painter, QRectF(self.rect()).adjusted(3, 2, -3, -3), theme)
