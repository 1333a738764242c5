"""The names of pages, in as many rows as they need; one of them is open."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QSizePolicy, QWidget
from typing_extensions import override

from ...accessibility.accessible import Accessible, Role
from ...look.paint_box import paint_box, paint_focus
from ...look.paint_text import CENTER, paint_text, text_width
from ...look.style import EDGE, SMALL, current_theme
from .base_button import TabButton

HEIGHT = 26
GAP = 4
WIDE, NARROW = (18, GAP), (10, 2)
"""Room beside a name in its tab, and between two tabs [px]: as it is, and where that makes one row less."""
ABOVE = 8


class PageStrip(QWidget):
    """`chosen` says which page the user took, by key."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._tabs: dict[str, _Tab] = {}
        self._group = QButtonGroup(self)
        self._height = 0

    @property
    def choice(self) -> str:
        """Key of the page shown as open."""
        return next((key for key, tab in self._tabs.items() if tab.isChecked()), "")

    def show_page(self, key: str, title: str, tip: str = "") -> None:
        """Name one more page, or this one anew."""
        if key not in self._tabs:
            tab = self._tabs[key] = _Tab(title, self)
            tab.clicked.connect(lambda: self.chosen.emit(key))
            self._group.addButton(tab)
        self._tabs[key].setText(title)
        self._tabs[key].setAccessibleName(title)
        self._tabs[key].setToolTip(tip)
        self._arrange(self.width())

    def show_choice(self, key: str) -> None:
        """Show one as open."""
        self._tabs[key].setChecked(True)

    def tab(self, key: str) -> QWidget:
        """What is pressed for a page."""
        return self._tabs[key]

    def accessible(self) -> Accessible:
        """For screen readers: a row of tabs, and which of them is open."""
        return Accessible(Role.PageTabList, self.tr("Pages"), value=self._tabs[self.choice].text() if self.choice else "")

    @override
    def sizeHint(self) -> QSize:
        return QSize(320, self._height)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange(event.size().width())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.panel))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(theme.divider))

    def _arrange(self, width: int) -> None:
        boxes, narrow = (self._boxes(width, *room) for room in (WIDE, NARROW))
        if narrow and narrow[-1].y() < boxes[-1].y():  # a row less
            boxes = narrow
        for tab, box in zip(self._tabs.values(), boxes, strict=True):
            tab.setGeometry(box)
            tab.show()
        height = (boxes[-1].y() if boxes else ABOVE) + HEIGHT + ABOVE
        if height != self._height:
            self._height = height
            self.setFixedHeight(height)

    def _boxes(self, width: int, inside: int, gap: int) -> list[QRect]:
        """Where the names stand, one after the other, in rows of a width."""
        x, y, boxes = EDGE - 6, ABOVE, []
        for tab in self._tabs.values():
            wide = tab.name_width + inside
            if x + wide > width - EDGE + 6 and x > EDGE - 6:
                x, y = EDGE - 6, y + HEIGHT + GAP
            boxes.append(QRect(x, y, wide, HEIGHT))
            x += wide + gap
        return boxes


class _Tab(TabButton):
    @property
    def name_width(self) -> int:
        """Of its name alone [px]."""
        return round(text_width(self.text(), SMALL, 600))

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.name_width + WIDE[0], HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        rect = QRectF(self.rect())
        on = self.isChecked()
        if on:
            paint_box(painter, rect, theme.accent_fill, "", 6)
        elif self.underMouse():
            paint_box(painter, rect, theme.hover, "", 6)
        ink = theme.accent_text if on else theme.text_second
        paint_text(painter, rect, self.text(), ink, SMALL, 600 if on else 500, CENTER)
        if self.hasFocus():
            paint_focus(painter, rect, theme, 6)
