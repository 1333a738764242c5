"""Pages, one of them open: of the laboratory, or of the workspace Dynamics."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QPalette, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from ..controls.buttons.outline_button import OutlineButton
from ..controls.buttons.page_strip import PageStrip
from ..displays.folded_section import bring_to_head
from ..displays.late_veil import LateVeil
from ..displays.section_head import column_in, inset_row
from ..look.style import EDGE
from ..sheet.sheet_view import SheetView
from ..window.dock import Scroller


class Laboratory(QWidget):
    """The right dock of such a workspace. Pages scroll, the strip of their names stays."""

    page_changed = Signal(str)
    play_requested = Signal()
    pages_wanted = Signal()  # it is seen, or a page opened, for the first time
    page_wanted = Signal(str)  # a page is opened for the first time: it is to be made

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setBackgroundRole(QPalette.ColorRole.Button)
        self.setAutoFillBackground(True)
        self.strip = PageStrip(self)
        self._offer = QWidget(self)
        self._offer.hide()
        self.play_button = OutlineButton(self.tr("Simulate"), "play", self._offer)
        self._stack = QStackedWidget(self)
        self.veil = LateVeil(self._stack)
        self._pages: dict[str, Scroller] = {}
        self._bodies: dict[str, QWidget] = {}
        self._named = False  # whether all pages were asked for
        column = column_in(self)
        column.addWidget(self.strip)
        offer = inset_row(self.play_button)
        offer.setContentsMargins(EDGE, 12, EDGE, 0)
        self._offer.setLayout(offer)
        column.addWidget(self._offer)
        column.addWidget(self._stack, 1)
        self.strip.chosen.connect(self.show_page)
        self.play_button.clicked.connect(self.play_requested)

    @property
    def page(self) -> str:
        """Key of the page that is open; "" without pages."""
        return self.strip.choice

    def show_pages(self, names: Mapping[str, tuple[str, str]]) -> None:
        """Name the pages: title and tip by key. The first is open."""
        for key, (title, tip) in names.items():
            self.strip.show_page(key, title, tip)
        if not self.page and names:
            self.strip.show_choice(next(iter(names)))

    def set_body(self, key: str, body: QWidget) -> None:
        """Give a page what is on it."""
        body.setBackgroundRole(QPalette.ColorRole.Button)
        body.setAutoFillBackground(True)
        self._pages[key], self._bodies[key] = Scroller(body, self._stack), body
        self._pages[key].setObjectName(key)  # by which what is on it knows its page
        self._stack.addWidget(self._pages[key])

    def show_unplayed(self, unplayed: bool) -> None:
        """Offer to simulate: there is nothing that pages could be about before."""
        self._offer.setVisible(unplayed)

    def show_late(self, text: str) -> None:
        """Grey the page out, or its section that is late; say that numbers are of another instant. Empty: of the one shown."""
        views = {key: body for key, body in self._bodies.items() if isinstance(body, SheetView)}
        covered = [key for key, view in views.items() if view.cover(text if key == self.page else "") and key == self.page]
        self.veil.show_text("" if covered else text)

    def body(self, key: str) -> QWidget:
        """What is on a page that was made."""
        return self._bodies[key]

    def has_body(self, key: str) -> bool:
        """Whether a page has what is on it."""
        return key in self._pages

    def polish(self, key: str) -> None:
        """Give all widgets of a page their looks and places, which they have else when they are seen first."""
        scroller = self._pages[key]
        scroller.resize(self._stack.size())
        for widget in (scroller, *scroller.findChildren(QWidget)):
            widget.ensurePolished()
        layout = self._bodies[key].layout()
        if layout is not None:
            layout.activate()

    def show_page(self, key: str) -> None:
        """Open a page by its key."""
        self._want_pages()
        self.strip.show_choice(key)
        self._make(key)
        self.page_changed.emit(key)  # before it is seen: it is laid out once, when it is filled
        self._open(key)

    def show_section(self, name: str) -> None:
        """Unfold a section of the page that is open, by its name there, as a click does, and scroll to its head."""
        body = self.body(self.page)
        if isinstance(body, SheetView):
            body.show_section(name)
        else:
            bring_to_head(getattr(body, name))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        self._want_pages()
        if self.page:
            self._open(self.page)
        super().showEvent(event)

    def _want_pages(self) -> None:
        if not self._named:
            self._named = True
            self.pages_wanted.emit()

    def _make(self, key: str) -> None:
        if key not in self._pages:
            self.page_wanted.emit(key)

    def _open(self, key: str) -> None:
        self._make(key)
        if self._stack.currentWidget() is not self._pages[key]:
            self._stack.setCurrentWidget(self._pages[key])
            self._pages[key].verticalScrollBar().setValue(0)  # its head, wherever it was left
        self.veil.raise_()

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, 560)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(352, 160)
