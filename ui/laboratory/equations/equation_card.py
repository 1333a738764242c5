"""One equation: the formula, its terms underlined in their colours, and the numbers of each below."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from ...accessibility.accessible import Accessible, Role
from ...controls.keys import claims_key
from ...look.paint_box import paint_box, paint_focus, tinted
from ...look.paint_text import RIGHT, math_width, paint_math, paint_text, plain_math, text_width
from ...look.style import CAPTION, EDGE, SMALL, current_theme
from ...text.number_text import number_text, with_minus
from .values import EquationView, Term

TITLE, FORMULA, HEADS, ROW, PAD = 18, 22, 16, 18, 7
GAP = 5  # between two numbers, at least
LABEL = 78  # room for the symbol of a term
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
        heads = HEADS if self._view is not None and self._view.heads else 0
        top = PAD + TITLE + FORMULA + heads + ROW * term
        return QRectF(EDGE - 8, top, self.width() - 2 * (EDGE - 8), ROW)

    def accessible(self) -> Accessible:
        """For screen readers: the formula and its numbers."""
        if self._view is None:
            return Accessible(Role.StaticText)
        rows = [f"{term.sign} {plain_math(term.symbol)} {' '.join(_texts(term))} {term.unit}" for term in self._rows()]
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
        return claims_key(event, (*PRESSING, *WALKING)) or super().event(event)

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
    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()
        super().focusInEvent(event)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()
        super().focusOutEvent(event)

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
        self._paint_heads(painter, left, y, right, theme.text_hint)
        y += HEADS if self._view.heads else 0
        for k, term in enumerate(self._rows()):
            if now and k == self._marked:
                fill = tinted(term.color or theme.text_hint, MARK)
                paint_box(painter, QRectF(left - 6, y, right - left + 10, ROW), fill, None, 3)
            self._paint_row(painter, term, left, y, right, pale=0 <= self._marked < k)
            y += ROW

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

    def _height(self) -> int:
        rows = self._rows()
        heads = HEADS if rows and self._view is not None and self._view.heads else 0
        pad, title = (2 * PAD, TITLE) if self._state == "now" else (4, 0)
        return pad + title + FORMULA + heads + ROW * len(rows)

    def _paint_formula(self, painter: QPainter, left: float, top: float, width: float, color: str) -> None:
        assert self._view is not None
        pieces = self._view.formula
        px = next(
            (px for px in (SMALL + 1, SMALL, CAPTION, 10) if sum(math_width(t, px) for t, _ in pieces) <= width), 9
        )
        x, theme = left, current_theme()
        comes = {self._view.piece_of(k): k for k in self._view.stops} if self._marked >= 0 else {}
        for at, (text, line) in enumerate(pieces):
            wide, term = math_width(text, px), comes.get(at, -1)
            if term >= 0 and term == self._marked:
                paint_box(
                    painter, QRectF(x - 2, top, wide + 4, FORMULA - 3), tinted(line or theme.text_hint, MARK), None, 3
                )
            ink = theme.text_hint if 0 <= self._marked < term else color
            paint_math(painter, QRectF(x, top, wide, FORMULA - 4), text, ink, px)
            if line and self._state != "later":
                painter.fillRect(QRectF(x, top + FORMULA - 5, math_width(text.rstrip(), px), 2.5), QColor(line))
            x += wide

    def _paint_heads(self, painter: QPainter, left: float, top: float, right: float, color: str) -> None:
        assert self._view is not None
        for k, (name, unit) in enumerate(self._view.heads):
            x = left + LABEL + 3 * k * self._column(right - left)
            box = QRectF(x, top, 3 * self._column(right - left), HEADS)
            paint_math(painter, box, f"{name}  {unit}", color, CAPTION, 400, RIGHT)

    def _paint_row(self, painter: QPainter, term: Term, left: float, top: float, right: float, *, pale: bool) -> None:
        theme = current_theme()
        ink = theme.text_hint if pale else theme.text
        last = term.sign == "="
        if term.color:
            painter.fillRect(QRectF(left - 5, top + 3, 3, ROW - 6), QColor(term.color))
        paint_text(painter, QRectF(left, top, 12, ROW), term.sign, theme.text_hint, SMALL)
        weight = 600 if last else 400
        paint_math(painter, QRectF(left + 12, top, LABEL - 12, ROW), term.symbol, ink, SMALL, weight)
        if term.unit:
            text = f"{' '.join(_texts(term))} {term.unit}"
            paint_text(painter, QRectF(left, top, right - left, ROW), text, ink, SMALL, weight, RIGHT)
            return
        column = self._column(right - left)
        for k, text in enumerate(_texts(term, column)):
            box = QRectF(left + LABEL + k * column, top, column, ROW)
            paint_text(painter, box, text, theme.text_hint if text == "0" else ink, CAPTION, weight, RIGHT)

    @staticmethod
    def _column(width: float) -> float:
        return (width - LABEL) / 6.0


def _texts(term: Term, width: float = np.inf) -> list[str]:
    """The numbers, with as many digits, up to four, as they have room for; what rounding leaves of larger ones is 0.

    One that is too small for that has one digit and a power of ten.
    """
    zero = max(1e-12, 1e-13 * float(np.abs(term.values).max(initial=0.0)))
    found = []
    for x in term.values.tolist():
        texts = (number_text(x, digits, zero) for digits in (4, 3, 2, 1))
        brief = with_minus(f"{x:.0e}".replace("e-0", "e-").replace("e+0", "e"))
        found.append(next((one for one in texts if text_width(one, CAPTION, 600) <= width - GAP), brief))
    return found
