"""The frames beside the chosen one whose ellipsoids are drawn: added from a list, removed one by one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from ...controls.buttons.icon_button import IconButton
from ...controls.fields.choice import Choice
from ...look.paint_text import elided, paint_text
from ...look.style import EDGE, SMALL, current_theme

LINE = 28
LABEL = 62


class PinnedFrames(QWidget):
    """`switched` is for the user alone: a frame, and whether it is wanted."""

    switched = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._frames: tuple[str, ...] = ()
        self._pinned: tuple[str, ...] = ()
        self.lines: dict[str, _Line] = {}
        self.choice = Choice(self.tr("Draw them at another frame too"), self, widest=260)
        head = _Line(self.tr("Also at"), self, LABEL)
        head.row.addWidget(self.choice, 1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 4, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(head)
        self.choice.chosen.connect(self._choose)

    def set_frames(self, frames: Sequence[str]) -> None:
        """Offer these."""
        self._frames = tuple(frames)
        self._offer()

    def show_pinned(self, pinned: Sequence[str]) -> None:
        """Show which are drawn."""
        if tuple(pinned) == self._pinned:
            return
        self._pinned = tuple(pinned)
        for line in self.lines.values():
            self._column.removeWidget(line)
            line.hide()
            line.deleteLater()
        self.lines = {name: self._line(name) for name in self._pinned}
        self._offer()

    def _line(self, name: str) -> _Line:
        line = _Line(name, self)
        line.remove = IconButton("close", self.tr("No longer at {frame}").format(frame=name), line, side=24)
        line.remove.clicked.connect(lambda: self.switched.emit(name, False))
        line.row.addWidget(line.remove)
        self._column.addWidget(line)
        return line

    def _offer(self) -> None:
        offered = {name: name for name in self._frames if name not in self._pinned}
        self.choice.set_options({"": self.tr("add a frame"), **offered})
        self.choice.show_choice("")

    def _choose(self, name: str) -> None:
        self.choice.show_choice("")
        if name:
            self.switched.emit(name, True)


class _Line(QWidget):
    """A text, and what stands at its right."""

    remove: IconButton

    def __init__(self, text: str, parent: QWidget, width: int = 0) -> None:
        super().__init__(parent)
        self._text, self._width = text, width
        self.setFixedHeight(LINE)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(EDGE + width, 0, EDGE, 0)
        if not width:
            self.row.addStretch(1)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        left = EDGE if self._width else EDGE + LABEL
        room = self._width or self.width() - left - EDGE - 28
        box = QRectF(left, 0, room, LINE)
        color = theme.text_second if self._width else theme.text
        paint_text(QPainter(self), box, elided(self._text, room, SMALL), color, SMALL)
