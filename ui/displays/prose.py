"""Sentences that wrap."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from ..accessibility.accessible import Accessible, Role
from ..look.icons import SIDE, paint_icon
from ..look.paint_text import paint_text
from ..look.style import TEXT, current_theme, ui_font

_FLAGS = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
INDENT = SIDE + 8  # of the text behind an icon


class Prose(QWidget):
    """A text as wide as there is room and as high as it takes. `role` and `icon_role` name colours of the theme."""

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        role: str = "text",
        px: int = TEXT,
        weight: int = 400,
        icon: str = "",
        icon_role: str = "text_hint",
    ) -> None:
        super().__init__(parent)
        self._text, self._role, self._px, self._weight = "", role, px, weight
        self._icon, self._icon_role = icon, icon_role
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.hide()

    @property
    def text(self) -> str:
        """What it says."""
        return self._text

    def show_text(self, text: str) -> None:
        """Say something; empty, it is hidden."""
        if text != self._text:
            self._text = text
            self.setVisible(bool(text))
            self.updateGeometry()
            self.update()

    def accessible(self) -> Accessible:
        """For screen readers: a text."""
        return Accessible(Role.StaticText, self._text)

    @override
    def heightForWidth(self, width: int) -> int:
        around = self.contentsMargins()
        room = width - self._indent - around.left() - around.right()
        return self._size(max(40, room)).height() + around.top() + around.bottom() if self._text else 0

    @override
    def sizeHint(self) -> QSize:
        size = self._size(480).grownBy(self.contentsMargins())
        return QSize(size.width() + self._indent + 1, size.height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(80, round(1.4 * self._px))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        if self._icon:
            line = QFontMetrics(ui_font(self._px, self._weight)).height()
            corner = self.contentsRect().topLeft()
            y = corner.y() + (line - SIDE) / 2
            paint_icon(painter, self._icon, getattr(theme, self._icon_role), corner.x(), y)
        box = QRectF(self.contentsRect()).adjusted(self._indent, 0, 0, 0)
        paint_text(painter, box, self._text, getattr(theme, self._role), self._px, self._weight, _FLAGS)

    @property
    def _indent(self) -> int:
        return INDENT if self._icon else 0

    def _size(self, width: int) -> QSize:
        metrics = QFontMetrics(ui_font(self._px, self._weight))
        return metrics.boundingRect(QRect(0, 0, width, 10_000), _FLAGS, self._text).size()
