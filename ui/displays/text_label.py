"""One line of text that gives way where there is no room for it."""

from __future__ import annotations

import math

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ..look.paint_text import text_width
from ..look.style import TEXT, ui_font
from .dotted_label import DottedLabel


class TextLabel(DottedLabel):
    """A label with an ellipsis where its text is cut. `role` names a colour of the theme, see the style sheet."""

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        role: str = "text",
        px: int = TEXT,
        weight: int = 400,
        cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(parent)
        self._whole, self._px, self._weight, self._mode = "", px, weight, cut
        self.setTextFormat(Qt.TextFormat.PlainText)  # names of files and robots are what they are
        self.setProperty("role", role)
        self.setFont(ui_font(px, weight))

    @property
    def whole_text(self) -> str:
        """What it says, also where that is cut."""
        return self._whole

    def show_text(self, text: str) -> None:
        """Say something."""
        if text != self._whole:
            self._whole = text
            self.setAccessibleName(text)
            self._cut()
            self.updateGeometry()

    def show_role(self, role: str, weight: int) -> None:
        """Wear another colour and weight."""
        if (role, weight) != (self.property("role"), self._weight):
            self._weight = weight
            self.setFont(ui_font(self._px, weight))
            self.setProperty("role", role)
            self.style().polish(self)
            self._cut()

    @override
    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        text = QSize(math.ceil(text_width(self._whole, self._px, self._weight)), metrics.height())
        return text.grownBy(self.contentsMargins())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(1, self.sizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._cut()

    def _cut(self) -> None:
        fits = text_width(self._whole, self._px, self._weight) <= self.width()
        self.setText(self._whole if fits else self.fontMetrics().elidedText(self._whole, self._mode, self.width()))
