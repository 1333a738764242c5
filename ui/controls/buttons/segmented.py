"""One of a few choices, all of them in sight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPoint, QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QRadioButton, QSizePolicy, QWidget
from typing_extensions import override

from ...accessibility.accessible import Accessible, Role
from ...look.math_notation import literal
from ...look.paint_box import paint_box, paint_focus
from ...look.paint_text import CENTER, math_width, paint_math
from ...look.style import SMALL, TEXT, current_theme
from .base_button import GroupedButton


class SegmentedControl(QWidget):
    """A row of choices, keys to texts. `chosen` says what the user took, by key."""

    chosen = Signal(str)

    def __init__(
        self, options: Mapping[str, str] | Sequence[str], name: str, parent: QWidget | None = None, *, height: int = 26
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(height)
        texts = dict(options) if isinstance(options, Mapping) else {option: option for option in options}
        self._segments = {key: _Segment(text, height - 4, self) for key, text in texts.items()}
        group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(0)
        for key, segment in self._segments.items():
            row.addWidget(segment)
            group.addButton(segment)
            segment.clicked.connect(lambda _, key=key: self.chosen.emit(key))
        if self._segments:
            next(iter(self._segments.values())).setChecked(True)

    @property
    def choice(self) -> str:
        """Key of what is shown as chosen."""
        return next((key for key, segment in self._segments.items() if segment.isChecked()), "")

    def button(self, key: str) -> QRadioButton:
        """The button of one choice."""
        return self._segments[key]

    def show_choice(self, key: str) -> None:
        """Show one as chosen."""
        self._segments[key].setChecked(True)

    def accessible(self) -> Accessible:
        """For screen readers: a group of radio buttons."""
        return Accessible(Role.Grouping, value=self._segments[self.choice].text() if self.choice else "")

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        paint_box(QPainter(self), QRectF(self.rect()), theme.hover, theme.divider, 7)


class _Segment(GroupedButton, QRadioButton):
    def __init__(self, text: str, height: int, parent: QWidget) -> None:
        super().__init__(text, parent)
        self.prepare(text)
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self._px = SMALL if height < 24 else TEXT
        self._size = QSize(round(math_width(literal(text), self._px, 600)) + (20 if height < 24 else 26), height)
        self.setMinimumHeight(height)

    @override
    def sizeHint(self) -> QSize:
        return self._size

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self._size.width() - 12, self._size.height())

    @override
    def hitButton(self, position: QPoint) -> bool:
        return self.rect().contains(position)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        rect = QRectF(self.rect())
        if self.isChecked():
            paint_box(painter, rect, theme.panel, theme.border, 5)
        elif self.isDown() or self.underMouse():
            paint_box(painter, rect, theme.track, None, 5)
        color = theme.accent_text if self.isChecked() else theme.text_second
        paint_math(painter, rect, literal(self.text()), color, self._px, 600 if self.isChecked() else 500, CENTER)
        if self.hasFocus():
            paint_focus(painter, rect, theme, 5)
