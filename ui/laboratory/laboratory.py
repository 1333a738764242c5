"""Pages, one of them open: of the laboratory, or of the workspace Dynamics."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QPalette, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from ..controls.buttons.page_strip import PageStrip
from ..window.dock import Scroller


class Laboratory(QWidget):
    """The right dock of such a workspace. Pages scroll, the strip of their names stays."""

    page_changed = Signal(str)
    pages_wanted = Signal()  # it is seen, or a page opened, and has none yet

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setBackgroundRole(QPalette.ColorRole.Button)
        self.setAutoFillBackground(True)
        self.strip = PageStrip(self)
        self._stack = QStackedWidget(self)
        self._pages: dict[str, Scroller] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.strip)
        column.addWidget(self._stack, 1)
        self.strip.chosen.connect(self.show_page)

    @property
    def page(self) -> str:
        """Key of the page that is open; "" without pages."""
        return self.strip.choice

    def add_page(self, key: str, title: str, body: QWidget) -> None:
        """Have one more page; the first is open."""
        body.setBackgroundRole(QPalette.ColorRole.Button)
        body.setAutoFillBackground(True)
        self._pages[key] = Scroller(body)
        self._stack.addWidget(self._pages[key])
        self.strip.add(key, title)
        if len(self._pages) == 1:
            self.strip.show_choice(key)

    def show_page(self, key: str) -> None:
        """Open a page by its key."""
        self._want_pages()
        self.strip.show_choice(key)
        self._stack.setCurrentWidget(self._pages[key])
        self.page_changed.emit(key)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        self._want_pages()
        super().showEvent(event)

    def _want_pages(self) -> None:
        if not self._pages:
            self.pages_wanted.emit()

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, 560)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(352, 160)
