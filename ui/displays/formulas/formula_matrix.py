"""A matrix of formulas: a grid where it fits, else a line for each entry that is not a plain number."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen, QTextOption
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from torseur.sim.superscripts import subscript

from ...accessibility.accessible import Accessible, Role
from ...look.paint_text import CENTER, PaintedText, note_text, paint_math, paint_text, text_width
from ...look.style import TEXT, current_theme, ui_font
from ...text.number_text import MINUS, as_shown
from ..dotted_label import laid_out

LINE = 24
GAP = 14
HEAD = 40  # of the name of an entry, where entries are lines
_WRAP = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWrapAnywhere)


class FormulaMatrix(QWidget):
    """Entries as text, in the order of a page."""

    def __init__(self, letter: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._letter = letter
        self.entries: tuple[tuple[str, ...], ...] = ()
        self._stale = False
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_entries(self, entries: tuple[tuple[str, ...], ...]) -> None:
        """Show a matrix of formulas, given row by row."""
        self.entries = tuple(tuple(as_shown(text).replace("-", MINUS) for text in row) for row in entries)
        self._stale = False
        self.updateGeometry()
        self.update()

    def show_stale(self, stale: bool) -> None:
        """Show them as of what was before."""
        self._stale = stale
        self.update()

    def accessible(self) -> Accessible:
        """For screen readers: the entries row by row."""
        return Accessible(Role.StaticText, f"{self._letter} = " + "; ".join(", ".join(row) for row in self.entries))

    @override
    def heightForWidth(self, width: int) -> int:
        if not self.entries:
            return 0
        if self._fits(width):
            return LINE * len(self.entries) + 4
        return sum(self._height(text, width) for _, text in self._lines())

    @override
    def sizeHint(self) -> QSize:
        return QSize(300, self.heightForWidth(max(self.width(), 300)))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, 0)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.entries:  # painted once more before the layout takes its height away
            return
        painter = QPainter(self)
        if self._fits(self.width()):
            self._paint_grid(painter)
            return
        theme, y = current_theme(), 0
        color = theme.text_hint if self._stale else theme.text
        for name, text in self._lines():
            height = self._height(text, self.width())
            paint_text(painter, QRectF(0, y, HEAD, LINE - 4), name, theme.text_hint, TEXT)
            layout, _ = laid_out(text, ui_font(TEXT), self.width() - HEAD, QTextOption.WrapMode.WrapAnywhere)
            painter.setPen(QColor(color))
            layout.draw(painter, QPointF(HEAD, y + 2))
            for k in range(layout.lineCount()):
                line, first = layout.lineAt(k), layout.lineAt(k).textStart()
                left = QPointF(HEAD, y + 2 + line.y() + line.height() / 2)
                note_text(painter, PaintedText(text[first : first + line.textLength()], left, TEXT, 400))
            y += height

    def _paint_grid(self, painter: QPainter) -> None:
        theme, widths = current_theme(), self._widths()
        middle = QRectF(0, 0, HEAD - 8, LINE * len(self.entries))
        paint_math(painter, middle, f"{self._letter} =", theme.text_second, TEXT)
        x = HEAD - 4.0
        for k, width in enumerate(widths):
            for i, row in enumerate(self.entries):
                color = theme.text_hint if self._stale or row[k] == "0" else theme.text
                paint_math(painter, QRectF(x, i * LINE + 2, width, LINE), row[k], color, TEXT, 400, CENTER)
            x += width + GAP
        right, high = x - GAP + 8, LINE * len(self.entries) + 3
        painter.setPen(QPen(QColor(theme.text_second), 1.2))
        for at, inward in ((HEAD - 12.0, 5.0), (right, -5.0)):
            painter.drawLine(int(at), 1, int(at), high)
            painter.drawLine(int(at), 1, int(at + inward), 1)
            painter.drawLine(int(at), high, int(at + inward), high)

    def _widths(self) -> list[float]:
        return [max(text_width(row[k], TEXT) for row in self.entries) + 2 for k in range(len(self.entries[0]))]

    def _fits(self, width: int) -> bool:
        if not self.entries or not self.entries[0]:
            return True
        widths = self._widths()
        return sum(widths) + GAP * (len(widths) - 1) + HEAD + 12 <= width

    def _lines(self) -> list[tuple[str, str]]:
        return [
            (subscript(f"{self._letter}{i}{k} ="), text)
            for i, row in enumerate(self.entries, start=1)
            for k, text in enumerate(row, start=1)
            if text not in ("0", "1", f"{MINUS}1") or len(self.entries) == 6 and text != "0"
        ]

    def _height(self, text: str, width: int) -> int:
        metrics = QFontMetrics(ui_font(TEXT))
        return max(20, metrics.boundingRect(QRect(0, 0, max(60, width - HEAD), 10_000), _WRAP, text).height() + 6)
