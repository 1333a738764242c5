"""The questions of an exercise by their numbers: which is open, which are done."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from ...controls.buttons.base_button import TabButton
from ...look.icons import SIDE, paint_icon
from ...look.paint_box import paint_box, paint_focus
from ...look.paint_text import CENTER, paint_text
from ...look.style import SMALL, current_theme
from .values import REVEALED, RIGHT, TRIED

HEIGHT = 28
WIDE = 42


class QuestionStrip(QWidget):
    """`chosen` says which question the user took, from 0."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(HEIGHT)
        self.tabs: list[_Tab] = []
        self._group = QButtonGroup(self)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(4)
        self._row.addStretch()

    def show_states(self, states: Sequence[str], names: Sequence[str]) -> None:
        """A number for each question, how far it is, and what screen readers say of it."""
        while len(self.tabs) < len(states):
            number = len(self.tabs)
            tab = _Tab(str(number + 1), self)
            tab.clicked.connect(lambda _, number=number: self.chosen.emit(number))
            self._group.addButton(tab)
            self._row.insertWidget(number, tab)
            self.tabs.append(tab)
        for number, tab in enumerate(self.tabs):
            tab.setVisible(number < len(states))
            if number < len(states):
                tab.show_state(states[number], names[number])

    def show_choice(self, number: int) -> None:
        """Show one as open."""
        self.tabs[number].setChecked(True)


class _Tab(TabButton):
    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(text, parent)
        self.setFixedSize(WIDE, HEIGHT)
        self.state = ""

    def show_state(self, state: str, name: str) -> None:
        self.setAccessibleName(name)
        self.setToolTip(name)
        if state != self.state:
            self.state = state
            self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(WIDE, HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        box, on = QRectF(self.rect()), self.isChecked()
        background = theme.accent_fill if on else theme.hover if self.underMouse() else theme.panel
        paint_box(painter, box, background, theme.accent if on else theme.divider, 7)
        ink = theme.accent_text if on else theme.text_second
        marked = self.state in (RIGHT, REVEALED, TRIED)
        paint_text(painter, box.adjusted(0, 0, -16 if marked else 0, 0), self.text(), ink, SMALL, 600 if on else 500, CENTER)
        if self.state == RIGHT:
            paint_icon(painter, "check", theme.good, box.right() - SIDE - 3, (box.height() - SIDE) / 2)
        elif self.state == REVEALED:
            paint_icon(painter, "eye", theme.text_hint, box.right() - SIDE - 3, (box.height() - SIDE) / 2)
        elif self.state == TRIED:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.warning))
            painter.drawEllipse(QRectF(box.right() - 14, box.center().y() - 2.5, 5, 5))
        if self.hasFocus():
            paint_focus(painter, box, theme, 7)
