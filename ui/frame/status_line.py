"""The lowest line of the window: what is open, how large it is, how exact, how fast, and what is going on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from ..look.icons import SIDE, paint_icon
from ..look.paint_box import paint_box
from ..look.paint_text import elided, paint_text, text_width
from ..look.style import SMALL, current_theme
from ..look.theme import Theme

HEIGHT = 28
EDGE = 14
GAP = 12  # on both sides of a dividing line
BAR = 96  # width of the progress
SHORTEST = 40  # what is left narrower than this is not begun


class StatusLine(QWidget):
    """Painted texts. What does not fit ends in an ellipsis or is left out, and is read on hover.

    `findings_asked` is a click on how many findings there are.
    """

    findings_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._document = ""
        self._stale = False
        self._findings, self._grave = "", False
        self._findings_at = QRectF()
        self.setMouseTracking(True)
        self._facts: tuple[str, ...] = ()
        self._residual, self._good = "", True
        self._rate = ""
        self._progress: tuple[str, int, int] = ("", 0, 0)
        self._hint = ""

    def show_document(self, name: str) -> None:
        """Show what is open."""
        if name != self._document:
            self._document = name
            self._changed()

    def show_stale(self, stale: bool) -> None:
        """Show whether the file holds something else now."""
        if stale != self._stale:
            self._stale = stale
            self._changed()

    def show_findings(self, text: str, grave: bool) -> None:
        """Show how many findings there are, "2 warnings, 1 note", and whether some are more than notes."""
        if (text, grave) != (self._findings, self._grave):
            self._findings, self._grave = text, grave
            self._changed()

    def show_facts(self, facts: Sequence[str]) -> None:
        """Show short facts: "6 dof", "4 contacts, 2 active"."""
        if tuple(facts) != self._facts:
            self._facts = tuple(facts)
            self._changed()

    def show_residual(self, text: str, good: bool) -> None:
        """Show how exact the last solution is, and whether that will do; empty shows nothing."""
        if (text, good) != (self._residual, self._good):
            self._residual, self._good = text, good
            self._changed()

    def show_rate(self, text: str) -> None:
        """Show how fast it runs: "RTF 1.00"."""
        if text != self._rate:
            self._rate = text
            self._changed()

    def show_progress(self, text: str, done: int, total: int) -> None:
        """Show how much of something slow is done; a total of 0 ends it."""
        progress = (text, done, total) if total > 0 else ("", 0, 0)
        if progress != self._progress:
            self._progress = progress
            self._changed()

    def show_hint(self, text: str) -> None:
        """Show a sentence in place of the facts; empty brings these back."""
        if text != self._hint:
            self._hint = text
            self._changed()

    @override
    def sizeHint(self) -> QSize:
        return QSize(640, HEIGHT)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.window))
        painter.fillRect(0, 0, self.width(), 1, QColor(theme.divider))
        end = self._paint_right(painter, theme)
        x = float(EDGE)
        self._findings_at = QRectF()
        for text, color, weight, mark in self._left(theme):
            before, x = x, self._paint_item(painter, theme, x, end, (text, color, weight, mark))
            if text == self._findings:
                self._findings_at = QRectF(before, 0, (x if x > 0 else end) - before, HEIGHT)
            if x < 0:
                break

    @property
    def findings_at(self) -> QRectF:
        """Where a click asks for the findings."""
        return self._findings_at

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = self._findings_at.contains(event.position())
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._findings_at.contains(event.position()):
            self.findings_asked.emit()

    def _left(self, theme: Theme) -> list[tuple[str, str, int, str]]:
        """(text, colour, weight, mark) of what stands at the left."""
        items = [(self._document, theme.text, 600, "")]
        if self._stale:
            items.append((self.tr("changed on the disk, F5"), theme.warning, 500, "warning"))
        color, mark = (theme.warning, "warning") if self._grave else (theme.text_second, "info")
        items.append((self._findings, color, 500 if self._grave else 400, mark))
        if self._hint:
            items.append((self._hint, theme.text_second, 400, "info"))
        else:
            early = len(items) + 2
            items += [(fact, theme.text_second, 400, "") for fact in self._facts]
            residual = (theme.text_second, 400, "check") if self._good else (theme.warning, 500, "warning")
            items.insert(min(len(items), early), (self._residual, *residual))  # early: it must not be what is cut
        return [item for item in items if item[0]]

    def _paint_item(
        self, painter: QPainter, theme: Theme, x: float, end: float, item: tuple[str, str, int, str]
    ) -> float:
        """Paint one text, with a line before it unless it is the first; returns where it ends, -1 if it was cut."""
        text, color, weight, mark = item
        first = x <= EDGE
        start = x if first else x + 2 * GAP
        room = end - start - (SIDE + 5 if mark else 0)
        if room < min(SHORTEST, text_width(text, SMALL, weight)):
            return -1.0
        if not first:
            painter.fillRect(QRectF(round(x + GAP), 8, 1, HEIGHT - 15), QColor(theme.border))
        if mark:
            ink = {"check": theme.good, "warning": theme.warning}.get(mark, theme.text_hint)
            paint_icon(painter, mark, ink, start, (HEIGHT - SIDE) / 2 + 0.5)
            start += SIDE + 5
        shown = elided(text, room, SMALL, weight)
        paint_text(painter, QRectF(start, 1, room + 2, HEIGHT - 1), shown, color, SMALL, weight)
        return start + text_width(shown, SMALL, weight) if shown == text else -1.0

    def _paint_right(self, painter: QPainter, theme: Theme) -> float:
        """Paint rate and progress; returns how far from the left there is room."""
        end = float(self.width() - EDGE)
        if self._rate:
            width = text_width(self._rate, SMALL)
            paint_text(painter, QRectF(end - width, 1, width + 2, HEIGHT - 1), self._rate, theme.text_second, SMALL)
            end -= width + GAP
            painter.fillRect(QRectF(round(end), 8, 1, HEIGHT - 15), QColor(theme.border))
            end -= GAP
        words, done, total = self._progress
        if total:
            bar = QRectF(end - BAR, HEIGHT / 2 - 1.5, BAR, 4)
            paint_box(painter, bar, theme.track, None, 2)
            share = min(max(done / total, 0.0), 1.0)
            paint_box(painter, QRectF(bar.x(), bar.y(), BAR * share, 4), theme.accent, None, 2)
            end -= BAR + 10
            shown = elided(words, max(0.0, min(0.4 * self.width(), end - EDGE)), SMALL)
            width = text_width(shown, SMALL)
            paint_text(painter, QRectF(end - width, 1, width + 2, HEIGHT - 1), shown, theme.text_second, SMALL)
            end -= width + 2 * GAP
        return end

    def _changed(self) -> None:
        texts = [
            self._document,
            self._findings,
            *self._facts,
            self._residual,
            self._hint,
            self._progress[0],
            self._rate,
        ]
        whole = " · ".join(text for text in texts if text)
        self.setAccessibleName(whole)
        self.setToolTip(whole)
        self.update()
