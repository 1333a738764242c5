"""All letters of the equations on one sheet, found by their signs and names."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from ..controls.buttons.icon_button import IconButton
from ..controls.fields.search_line import SearchLine
from ..displays.prose import Prose
from ..displays.row_table.column import Column
from ..displays.row_table.row_table import WALKING, RowTable
from ..displays.text_label import TextLabel
from ..look.math_notation import plain_math, written
from ..look.paint_text import math_width, paint_math
from ..look.style import CAPTION, SMALL, TEXT, ui_font
from ..look.theme import Theme
from ..text.notation import LetterRow, letter_rows
from .entry_search import EntrySearch, PaletteEntry
from .modal_card import ModalCard

WIDEST, TALLEST = 1040, 760
ROW = 38
MOST = 4  # pages that are named in a row; its tool tip has all
EDGE = 16
_WRAP = int(Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)


class NotationSheet(ModalCard):
    """A card with a field to search and a row each letter. Escape, or a click beside, closes it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._titles: Mapping[str, str] = {}
        self._search = EntrySearch(())
        title = TextLabel(self.card, px=16, weight=600)
        title.show_text(self.tr("Notation"))
        title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.close_button = IconButton("close", self.tr("Close (Esc)"), self.card)
        self.close_button.clicked.connect(self.leave)
        hint = self.tr("Search by letter, name or page: ζ, mass matrix, Delassus")
        self.edit = SearchLine(self.tr("Search letters"), self.card, hint=hint, height=36)
        self.edit.cancelled.connect(self.leave)
        self.edit.textChanged.connect(self._filter)
        self.edit.installEventFilter(self)
        self.table = RowTable(self.tr("Letters"), self._columns(), self.card, row_height=ROW, fixed_height=False)
        self._none = Prose(self.card, role="text_hint")
        head = QHBoxLayout()
        head.addWidget(title)
        head.addWidget(self.close_button)
        column = QVBoxLayout(self.card)
        column.setContentsMargins(EDGE, 12, EDGE, 12)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self.edit)
        column.addWidget(self._none)
        column.addWidget(self.table, 1)

    def open(self, titles: Mapping[str, str]) -> None:
        """Come up with all letters; `titles` of pages and docks by their keys."""
        self._titles = titles
        self._search = EntrySearch(
            PaletteEntry(str(k), plain_math(row.symbol), words=self._pages(row), names=(row.en, row.fr))
            for k, row in enumerate(letter_rows())
        )
        self.edit.clear()
        self._filter("")
        self.open_card(self.edit)

    @override
    def arrange(self) -> None:
        width, height = min(WIDEST, self.width() - 48), min(TALLEST, self.height() - 48)
        self.card.setGeometry((self.width() - width) // 2, (self.height() - height) // 2, width, height)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.edit and isinstance(event, QKeyEvent) and event.key() in WALKING[:4]:
            if event.type() == QEvent.Type.KeyPress:
                self.table.keyPressEvent(event)
            event.accept()
            return True
        return super().eventFilter(watched, event)

    def _filter(self, typed: str) -> None:
        rows = [letter_rows()[int(entry.key)] for entry in self._search.find(typed)]
        self.table.show_rows(rows)
        self.table.scrollToTop()
        self.table.setVisible(bool(rows))
        self._none.show_text("" if rows else self.tr("No letter has these words."))

    def _pages(self, row: LetterRow, most: int | None = None) -> str:
        return ", ".join(self._titles.get(key, key) for key in row.pages[:most])

    def _columns(self) -> tuple[Column[LetterRow], ...]:
        return (
            Column(self.tr("Letter"), lambda row: row.symbol, 72, math=True, px=TEXT),
            Column(self.tr("Name"), lambda row: row.name, 200, share=4, paint=_paint_name),
            Column(self.tr("Unit"), lambda row: row.unit, 96),
            Column(
                self.tr("Formula, and the text of the course"),
                lambda row: plain_math(row.formula),
                200,
                share=4,
                paint=_paint_formula,
            ),
            Column(self.tr("Shown on"), self._pages, 120, share=3, paint=self._paint_pages, tip=self._pages),
        )

    def _paint_pages(self, painter: QPainter, theme: Theme, row: LetterRow, box: QRectF) -> None:
        first, more = self._pages(row, MOST), len(row.pages) - MOST
        _paint_wrapped(painter, box, f"{first} + {more}" if more > 0 else first, theme.text_second, CAPTION)


def _paint_name(painter: QPainter, theme: Theme, row: LetterRow, box: QRectF) -> None:
    _paint_wrapped(painter, box, row.name, theme.text, SMALL)


def _paint_formula(painter: QPainter, theme: Theme, row: LetterRow, box: QRectF) -> None:
    px = SMALL if math_width(row.formula, SMALL) <= box.width() else CAPTION
    half = box.height() / 2
    upper = QRectF(box.left(), box.top() + 2, box.width(), half) if row.course else box
    paint_math(painter, upper, row.formula, theme.text, px)
    if row.course:
        paint_math(painter, upper.translated(0, half - 3), row.course_title, theme.text_hint, CAPTION)


def _paint_wrapped(painter: QPainter, box: QRectF, text: str, color: str, px: int) -> None:
    painter.setFont(ui_font(px))
    painter.setPen(QColor(color))
    painter.setClipRect(box)
    painter.drawText(box, _WRAP, written(text))
