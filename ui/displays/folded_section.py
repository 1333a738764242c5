"""A section that is folded until it is wanted: what it shows need not be computed before."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QScrollArea, QWidget

from .scrolling import area_around
from .section_head import SectionHead, column_in, scroll_to_head

LAID_OUT = 500  # a page is, after so long [ms]


class FoldedSection(QWidget):
    """A head, and a body below it while it is open. `switched` is for the user alone.

    What stands in the head beside the title tells of what is in the body, or copies it: there while that is up to date.
    """

    switched = Signal(bool)  # whether it is open now

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(title, self, foldable=True)
        self.body = QWidget(self)
        self.column = column_in(self.body)  # what is in the body
        column = column_in(self)
        column.addWidget(self.head)
        column.addWidget(self.body)
        self.head.fold_switched.connect(self._switch)
        self.show_open(False)

    @property
    def is_open(self) -> bool:
        """Whether its body is in sight."""
        return self.head.is_open

    def show_open(self, is_open: bool) -> None:
        """Fold or unfold it."""
        self.head.show_open(is_open)
        self._show_body(is_open)

    def _switch(self, is_open: bool) -> None:
        self._show_body(is_open)
        self.switched.emit(is_open)

    def _show_body(self, is_open: bool) -> None:
        self.body.setVisible(is_open)
        self.head.show_controls(is_open)


def bring_to_head(section: QWidget) -> None:
    """Unfold a section of a page, as a click does, and scroll to its head."""
    if isinstance(section, FoldedSection) and not section.is_open:
        section.head.switch()
    if (area := area_around(section)) is None:
        return
    scroll_while_laid_out(area, lambda: scroll_to_head(section), section)


def scroll_as(area: QScrollArea, other: QScrollArea) -> None:
    """Scroll as far as another area of the same is."""
    value = other.verticalScrollBar().value()
    scroll_while_laid_out(area, lambda: area.verticalScrollBar().setValue(value), area)


def scroll_while_laid_out(area: QScrollArea, scroll: Callable[[], None], part: QWidget) -> None:
    """Scroll now, and as an area gets longer while its part lives: a page that is seen first is laid out in turns."""
    longer = area.verticalScrollBar().rangeChanged.connect(scroll)
    QTimer.singleShot(0, part, scroll)
    QTimer.singleShot(LAID_OUT, part, lambda: QObject.disconnect(longer))
