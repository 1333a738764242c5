"""Sentences that wrap."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget
from typing_extensions import override

from ..look.icons import SIDE, icon
from ..look.math_notation import plain_math
from ..look.style import TEXT, current_theme, ui_font
from ..text.links import LINK, without_links
from .dotted_label import DottedLabel

_FLAGS = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
INDENT = SIDE + 8  # of the text behind an icon


class Prose(QWidget):
    """A text as wide as there is room and as high as it takes. `role` and `icon_role` name colours of the theme.

    `[words](where)` in it is a link, and `link_pressed` tells where the one leads that the user pressed.
    """

    link_pressed = Signal(str)

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
        self._px, self._weight = px, weight
        self._text = ""
        self._icon, self._icon_role = icon, icon_role
        self._label = DottedLabel(self)
        self._label.setProperty("role", role)
        self._label.setFont(ui_font(px, weight))
        self._label.linkActivated.connect(self.link_pressed)
        self._label.setWordWrap(True)
        self._label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._mark = QLabel(self)
        self._mark.setFixedSize(INDENT, max(SIDE, QFontMetrics(ui_font(px, weight)).height()))
        self._mark.setVisible(bool(icon))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._label, 1)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._show_icon()
        self.hide()

    @property
    def text(self) -> str:
        """The text as it is read."""
        return without_links(self._text)

    def show_text(self, text: str) -> None:
        """Say something; empty, it is hidden."""
        if text != self._text:
            self._text = text
            self._show_links()
            self.setVisible(bool(text))
            self.updateGeometry()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._show_icon()
            self._show_links()

    @override
    def heightForWidth(self, width: int) -> int:
        around = self.contentsMargins()
        room = width - self._indent - around.left() - around.right()
        return self._size(max(40, room)).height() + around.top() + around.bottom() if self.text else 0

    @override
    def sizeHint(self) -> QSize:
        size = self._size(480).grownBy(self.contentsMargins())
        return QSize(size.width() + self._indent + 1, size.height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(80, round(1.4 * self._px))

    def _show_links(self) -> None:
        if not LINK.search(self._text):
            self._label.setTextFormat(Qt.TextFormat.PlainText)
            self._label.setText(self._text)
            return
        link = rf'<a href="\2" style="color: {current_theme().accent}">\1</a>'
        self._label.setTextFormat(Qt.TextFormat.RichText)
        self._label.setText(LINK.sub(link, escape(self._text, quote=False)))

    def _show_icon(self) -> None:
        if self._icon:
            self._mark.setPixmap(icon(self._icon, getattr(current_theme(), self._icon_role)).pixmap(SIDE))

    @property
    def _indent(self) -> int:
        return INDENT if self._icon else 0

    def _size(self, width: int) -> QSize:
        metrics = QFontMetrics(ui_font(self._px, self._weight))
        return metrics.boundingRect(QRect(0, 0, width, 10_000), _FLAGS, plain_math(self.text)).size()
