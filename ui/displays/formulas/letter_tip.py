"""The tool tip of a letter in what is painted: its row of the notation."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, QPointF
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QToolTip, QWidget

from ...look.math_notation import html_math
from ...look.paint_text import glyph_at, painted_texts
from ...text.notation import LetterRow, letters, named_pages, rows_of

HALF = 0.62  # of a line, over its type


def shows_letter(event: QEvent, widget: QWidget) -> bool:
    """Whether the event asked for a tip over a letter that `paint_math` wrote, whose rows are shown then."""
    if not isinstance(event, QHelpEvent) or event.type() != QEvent.Type.ToolTip:
        return False
    symbol = letter_at(widget, QPointF(event.pos()))
    rows = rows_of(symbol, page_of(widget)) if symbol else ()
    if rows:
        QToolTip.showText(event.globalPos(), "".join(map(row_html, rows)), widget)
    return bool(rows)


def letter_at(widget: QWidget, at: QPointF) -> str:
    """The letter that is written at a place of a widget, with its index; empty: none. In prose those alone that the page has."""
    for text, left, px, weight, whole, first in painted_texts(widget):
        if abs(at.y() - left.y()) <= HALF * px and at.x() >= left.x():
            glyph = glyph_at(text, px, weight, at.x() - left.x())
            here = first + glyph if glyph >= 0 else -1
            symbol = next((one.symbol for one in letters(whole or text) if one.start <= here < one.end), "")
            page = page_of(widget)
            if symbol and (not whole or any(page in row.pages for row in rows_of(symbol, page))):
                return symbol
    return ""


def page_of(widget: QWidget) -> str:
    """Key of the page, or of the dock, that a widget is on; empty: it is on none that letters are told apart by."""
    at: QWidget | None = widget
    while at is not None and at.objectName() not in named_pages():
        at = at.parentWidget()
    return "" if at is None else at.objectName()


def row_html(row: LetterRow) -> str:
    """A row as rich text."""
    unit = f" [{escape(row.unit)}]" if row.unit else ""
    formula = f"<br>{html_math(row.formula)}" if row.formula else ""
    course = f"<br>{escape(row.course)}" if row.course else ""
    head = f"<b>{html_math(row.symbol)}</b>&nbsp; {html_math(row.name)}{unit}"
    return f"<p style='white-space: nowrap'>{head}{formula}{course}</p>"
