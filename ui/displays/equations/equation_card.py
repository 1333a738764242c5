"""One equation: the formula, its terms underlined in their colours, and the numbers of each below."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from ...accessibility.accessible import Accessible, Role
from ...controls.keys import claims_key
from ...look.math_notation import plain_math
from ...look.paint_box import paint_box, paint_focus, tinted
from ...look.paint_text import RIGHT, math_width, paint_math, paint_text
from ...look.style import CAPTION, EDGE, SMALL, current_theme
from ...text.number_text import number_text
from ..formulas.letter_tip import shows_letter
from .number_columns import column_texts, narrow_text
from .values import EquationView, Term

TITLE, FORMULA, HEADS, ROW, PAD = 18, 22, 16, 18, 7
LABEL = 78  # room for the symbol of a term
SYMBOL = 16  # beside it in a matrix, and before a line of six numbers at least
UNIT = 60  # room for a unit
PRESSING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
WALKING = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}  # from term to term
MARK = 0.28  # opacity of a term's colour behind it, as it comes in


class EquationCard(QWidget):
    """All of its terms at hand, or those so far, the last one marked; once it is done, its result alone.

    Signals are for the user alone. `chosen`: this one is to be at hand. `term_chosen`: a term, by a click on its row or by the
    keys Up and Down.
    """

    chosen = Signal()
    term_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: EquationView | None = None
        self._state, self._marked = "later", -1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @property
    def view(self) -> EquationView | None:
        """What it shows."""
        return self._view

    @property
    def state(self) -> str:
        """The equation is "done", at hand "now", or comes "later"."""
        return self._state

    @property
    def marked(self) -> int:
        """The term that comes in just now; -1: none, all are shown."""
        return self._marked

    def show_equation(self, view: EquationView, state: str, marked: int = -1) -> None:
        """Show an equation that is "done", at hand "now", or comes "later"; `marked`: the term that comes in just now, or -1."""
        if self._view is None or (self._view.title, self._state) != (view.title, state):
            words = self.tr("{title}\nClick a term, or ↑ ↓: term by term") if state == "now" else "{title}"
            self.setToolTip(words.format(title=view.title))
        self._view, self._state, self._marked = view, state, marked
        height = self._height()
        if height != self.minimumHeight():  # its own height may still be that of before
            self.setFixedHeight(height)
        self.update()

    def row_rect(self, term: int) -> QRectF:
        """Where the numbers of a term of the one at hand are."""
        rows = self._rows()
        top = PAD + TITLE + FORMULA + sum(self._row_height(k) for k in range(term))
        height = self._row_height(term) if term < len(rows) else ROW
        return QRectF(EDGE - 8, top + height - self._lines(term) * ROW, self.width() - 2 * (EDGE - 8), self._lines(term) * ROW)

    def accessible(self) -> Accessible:
        """For screen readers: the formula and its numbers."""
        if self._view is None:
            return Accessible(Role.StaticText)
        rows = [f"{term.sign} {plain_math(term.symbol)} {_spoken(term)} {term.unit}" for term in self._rows()]
        formula = "".join(plain_math(text) for text, _ in self._view.formula)
        return Accessible(Role.Button, "; ".join((self._view.title, formula, *map(str.strip, rows))))

    @override
    def sizeHint(self) -> QSize:
        return QSize(368, self._height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(300, self._height())

    @override
    def event(self, event: QEvent) -> bool:
        return claims_key(event, (*PRESSING, *WALKING)) or shows_letter(event, self) or super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in PRESSING:
            self.chosen.emit()
        elif event.key() in WALKING and self._state == "now":
            self._walk(WALKING[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            term = self._term_at(event.position().y())
            self.chosen.emit() if term < 0 else self.term_chosen.emit(-1 if term == self._marked else term)
        else:
            event.ignore()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._view is None:
            return
        theme = current_theme()
        painter = QPainter(self)
        box = QRectF(self.rect()).adjusted(EDGE - 8, 1, -(EDGE - 8), -1)
        now = self._state == "now"
        if now:
            paint_box(painter, box, theme.accent_fill, theme.accent, 6)
        if self.hasFocus():
            paint_focus(painter, box, theme)
        pale = theme.text_hint if self._state == "later" else theme.text
        left, right, y = box.left() + 8, box.right() - 8, box.top() + (PAD - 1 if now else 1)
        if now:
            room = QRectF(left, y, right - left, TITLE)
            paint_text(painter, room, self._view.title, theme.accent_text, CAPTION, 600)
            y += TITLE
        self._paint_formula(painter, left, y, right - left, pale)
        y += FORMULA
        if not self._rows():
            return
        self._paint_rows(painter, left, y, right)

    def _term_at(self, y: float) -> int:
        """The term that can be marked whose row is at this height; -1: none."""
        if self._view is None or self._state != "now":
            return -1
        found = (k for k in self._view.stops if self.row_rect(k).top() <= y < self.row_rect(k).bottom())
        return next(found, -1)

    def _walk(self, by: int) -> None:
        """To the next term, or the one before; beyond the last all are shown."""
        if self._view is not None and self._view.stops:
            self.term_chosen.emit(self._view.next_stop(self._marked, by))

    def _rows(self) -> tuple[Term, ...]:
        if self._view is None or self._state == "later":
            return ()
        return tuple(term for term in self._view.terms if self._state == "now" or term.sign == "=")

    @property
    def _is_wide(self) -> bool:
        """Whether there are three numbers in a line, with their unit behind them; else six, with their units above."""
        view = self._view
        return view is not None and not view.is_matrix and (self._state == "now" or len(view.heads) < 2)

    def _lines(self, row: int) -> int:
        rows = self._rows()
        return 2 if row < len(rows) and self._is_wide and len(rows[row].values) == 6 else 1

    def _row_height(self, row: int) -> int:
        """With the heads above it."""
        assert self._view is not None
        headed = row % 3 == 0 if self._view.is_matrix else row == 0 and not self._is_wide and bool(self._view.heads)
        return self._lines(row) * ROW + (HEADS if headed else 0)

    def _height(self) -> int:
        pad, title = (2 * PAD, TITLE) if self._state == "now" else (4, 0)
        return pad + title + FORMULA + sum(self._row_height(k) for k in range(len(self._rows())))

    def _paint_formula(self, painter: QPainter, left: float, top: float, width: float, color: str) -> None:
        assert self._view is not None
        pieces = self._view.formula
        px = next((px for px in (SMALL + 1, SMALL, CAPTION, 10) if sum(math_width(t, px) for t, _ in pieces) <= width), 9)
        x, theme = left, current_theme()
        comes = {self._view.piece_of(k): k for k in self._view.stops} if self._marked >= 0 else {}
        for at, (text, line) in enumerate(pieces):
            wide, term = math_width(text, px), comes.get(at, -1)
            if term >= 0 and term == self._marked:
                paint_box(painter, QRectF(x - 2, top, wide + 4, FORMULA - 3), tinted(line or theme.text_hint, MARK), None, 3)
            ink = theme.text_hint if 0 <= self._marked < term else color
            paint_math(painter, QRectF(x, top, wide, FORMULA - 4), text, ink, px)
            if line and self._state != "later":
                painter.fillRect(QRectF(x, top + FORMULA - 5, math_width(text.rstrip(), px), 2.5), QColor(line))
            x += wide

    def _paint_rows(self, painter: QPainter, left: float, top: float, right: float) -> None:
        """The terms one below the other, the one that comes in now marked, those after it pale."""
        assert self._view is not None
        view, theme, rows = self._view, current_theme(), self._rows()
        column = (right - left - LABEL - UNIT) / 3
        texts = column_texts(rows, column) if self._is_wide else []
        now, y = self._state == "now", top
        for k, term in enumerate(rows):
            height, lines = self._row_height(k), self._lines(k) * ROW
            if height > lines:
                heads = view.heads[2 * (k // 3) :][:2]
                self._paint_heads(painter, heads, left, y, right)
                y += HEADS
            if now and k == self._marked:
                fill = tinted(term.color or theme.text_hint, MARK)
                paint_box(painter, QRectF(left - 6, y, right - left + 10, lines), fill, None, 3)
            ink = theme.text_hint if 0 <= self._marked < k else theme.text
            self._paint_symbol(painter, term, left, y, lines, ink)
            if self._is_wide:
                self._paint_wide(painter, term, texts[k], left + LABEL, y, column, ink)
            else:
                self._paint_narrow(painter, term, left, y, right, ink)
            y += lines
        if view.is_matrix and rows:
            self._paint_blocks(painter, left, top, right)

    def _symbol_width(self) -> float:
        """Of the longest symbol of a line of six numbers, with its sign."""
        assert self._view is not None
        widest = max((math_width(term.symbol, SMALL, 600) for term in self._rows()), default=0.0)
        return min(LABEL, max(SYMBOL, 12 + widest))

    def _paint_heads(self, painter: QPainter, heads: Sequence[tuple[str, str]], left: float, top: float, right: float) -> None:
        symbol, hint = self._symbol_width(), current_theme().text_hint
        half = (right - left - symbol) / 2
        for k, (name, unit) in enumerate(heads):
            box = QRectF(left + symbol + k * half, top, half, HEADS)
            paint_math(painter, box, f"{name}  {unit}", hint, CAPTION, 400, RIGHT)

    def _paint_blocks(self, painter: QPainter, left: float, top: float, right: float) -> None:
        """The lines between the blocks of a matrix."""
        symbol = self._symbol_width()
        half, color = (right - left - symbol) / 2, QColor(current_theme().text_hint)
        color.setAlphaF(0.5)
        high = 2 * HEADS + 6 * ROW
        painter.fillRect(QRectF(left + symbol + half + 2, top + 2, 1, high - 4), color)
        painter.fillRect(QRectF(left + symbol, top + high / 2, 2 * half, 1), color)

    @staticmethod
    def _paint_symbol(painter: QPainter, term: Term, left: float, top: float, height: float, ink: str) -> None:
        if term.color:
            painter.fillRect(QRectF(left - 5, top + 3, 3, height - 6), QColor(term.color))
        paint_text(painter, QRectF(left, top, 12, ROW), term.sign, current_theme().text_hint, SMALL)
        weight = 600 if term.sign == "=" else 400
        paint_math(painter, QRectF(left + 12, top, LABEL - 12, ROW), term.symbol, ink, SMALL, weight)

    def _paint_wide(
        self, painter: QPainter, term: Term, texts: Sequence[str], left: float, top: float, column: float, ink: str
    ) -> None:
        """Three numbers in a line, with what they are behind them; one stands where the third does."""
        assert self._view is not None
        hint, weight = current_theme().text_hint, 600 if term.sign == "=" else 400
        at = self._view.terms.index(term)
        for k, text in enumerate(texts):
            place = 2 if len(texts) == 1 else k % 3
            box = QRectF(left + place * column, top + k // 3 * ROW, column, ROW)
            paint_text(painter, box, text, hint if text == "0" else ink, CAPTION, weight, RIGHT)
        for line in range(-(-len(texts) // 3)):
            name, unit = self._view.unit_of(at, line)
            box = QRectF(left + 3 * column + 6, top + line * ROW, UNIT - 6, ROW)
            paint_math(painter, box, f"{name}  {unit}".strip(), hint, CAPTION)

    def _paint_narrow(self, painter: QPainter, term: Term, left: float, top: float, right: float, ink: str) -> None:
        """Six numbers in a line."""
        weight, hint, symbol = 600 if term.sign == "=" else 400, current_theme().text_hint, self._symbol_width()
        if term.unit:
            text = f"{_spoken(term)} {term.unit}"
            paint_text(painter, QRectF(left, top, right - left, ROW), text, ink, SMALL, weight, RIGHT)
            return
        column = (right - left - symbol) / 6
        for k, x in enumerate(term.values.tolist()):
            text, px = narrow_text(x, column, weight)
            box = QRectF(left + symbol + k * column, top, column, ROW)
            paint_text(painter, box, text, hint if text == "0" else ink, px, weight, RIGHT)


def _spoken(term: Term) -> str:
    return " ".join(number_text(x) for x in term.values.tolist())
