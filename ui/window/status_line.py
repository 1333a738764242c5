"""The lowest line of the window: what is open, how large it is, how exact, how fast, and what is going on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget
from typing_extensions import override

from ..displays.progress_bar import ProgressBar
from ..displays.text_label import TextLabel
from ..look.icons import SIDE, icon
from ..look.style import SMALL, current_theme
from ..look.wide_widget import WideWidget

HEIGHT = 28
EDGE = 14
GAP = 12  # on both sides of a dividing line
BAR = 96  # width of the progress
SHORTEST = 40  # what is left narrower than this is not begun


class StatusLine(WideWidget):
    """Texts in a row. What does not fit ends in an ellipsis or is left out, and is read on hover.

    `findings_requested` is a click on how many findings there are.
    """

    findings_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=HEIGHT, wide=640, narrow=120)
        self._document = _Part(self, "text", 600)
        self._stale = _Part(self, "warning", 500, "warning")
        self._slowness = _Part(self, "warning", 500, "warning")
        self._findings = _Part(self)
        self._findings.setCursor(Qt.CursorShape.PointingHandCursor)
        self._facts: list[_Part] = []
        self._residual = _Part(self)
        self._rate = _Part(self)
        self._progress = _Part(self)
        self.bar = ProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setFixedSize(BAR, 4)
        self.bar.setAccessibleName(self.tr("Progress"))
        self.bar.hide()
        self._dividers: list[int] = []  # where they are [px]

    @property
    def texts(self) -> tuple[str, ...]:
        """What is in sight, from the left, as far as there is room for it."""
        parts = sorted((part for part in self.findChildren(_Part) if not part.isHidden()), key=lambda part: part.x())
        return tuple(part.label.text() for part in parts)

    @property
    def findings_at(self) -> QRectF:
        """Where a click asks for the findings; empty: nowhere."""
        return QRectF() if self._findings.isHidden() else QRectF(self._findings.geometry())

    def show_document(self, name: str) -> None:
        """Show what is open."""
        self._show(self._document, name)

    def show_stale(self, stale: bool) -> None:
        """Show whether the file holds something else now."""
        self._show(self._stale, self.tr("changed on the disk, F5") if stale else "")

    def show_findings(self, text: str, grave: bool) -> None:
        """Show how many findings there are, "2 warnings, 1 note", and whether some are more than notes."""
        self._findings.show_style(*(("warning", 500, "warning") if grave else ("text_second", 400, "info")))
        self._show(self._findings, text)

    def show_slowness(self, text: str, detail: str = "") -> None:
        """Show what takes a simulation so long just now, and on hover more of it; empty: nothing does."""
        self._slowness.setToolTip(detail)
        self._show(self._slowness, text)

    def show_facts(self, facts: Sequence[str]) -> None:
        """Show short facts: "6 dof", "4 contacts, 2 active"."""
        while len(self._facts) < len(facts):
            self._facts.append(_Part(self))
        for k, part in enumerate(self._facts):
            self._show(part, facts[k] if k < len(facts) else "")

    def show_residual(self, text: str, good: bool, detail: str = "") -> None:
        """Show how exact the last solution is, whether that will do, and on hover more of it; empty shows nothing."""
        self._residual.setToolTip(detail)
        self._residual.show_style(*(("text_second", 400, "check") if good else ("warning", 500, "warning")))
        self._show(self._residual, text)

    def show_rate(self, text: str) -> None:
        """Show how fast it runs: "RTF 1.00"."""
        self._show(self._rate, text)

    def show_progress(self, text: str, done: int, total: int) -> None:
        """Show how much of something slow is done; a total of 0 ends it."""
        self.bar.setVisible(total > 0)
        if total > 0:
            self.bar.setRange(0, total)
            self.bar.setValue(done)
        self._show(self._progress, text if total > 0 else "")

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            for part in self.findChildren(_Part):
                part.dress()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.findings_at.contains(event.position()):
            self.findings_requested.emit()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.window))
        painter.fillRect(0, 0, self.width(), 1, QColor(theme.divider))
        for x in self._dividers:
            painter.fillRect(x, 8, 1, HEIGHT - 15, QColor(theme.border))

    def _show(self, part: _Part, text: str) -> None:
        if text == part.label.whole_text and part is not self._progress:
            return
        part.label.show_text(text)
        parts = [self._document, self._slowness, self._findings, *self._facts, self._residual, self._progress, self._rate]
        whole = " · ".join(one.label.whole_text for one in parts if one.label.whole_text)
        self.setAccessibleName(whole)
        self.setToolTip(whole)
        self._arrange()

    def _arrange(self) -> None:
        """Place what has a text; the first that is cut is the last at the left."""
        self._dividers = []
        end, x = self._arrange_right(), 0
        for part in self._left():
            text = part.label.whole_text
            if not text or x < 0:
                part.hide()
                continue
            start = x + 2 * GAP if x else EDGE
            room = end - start - part.beside
            needed = part.label.sizeHint().width()
            if room < min(SHORTEST, needed):
                part.hide()
                x = -1
                continue
            if x:
                self._dividers.append(x + GAP)
            part.place(start, min(needed, room))
            x = start + part.width() if needed <= room else -1
        self.update()

    def _left(self) -> list[_Part]:
        """What stands at the left, in its order."""
        first = [self._document, self._stale, self._slowness, self._findings]
        return [*first, *self._facts[:2], self._residual, *self._facts[2:]]  # early: it must not be what is cut

    def _arrange_right(self) -> int:
        """Place rate and progress; returns how far from the left there is room."""
        end = self.width() - EDGE
        self._rate.setVisible(bool(self._rate.label.whole_text))
        if self._rate.label.whole_text:
            width = self._rate.label.sizeHint().width()
            self._rate.place(end - width, width)
            end -= width + GAP
            self._dividers.append(end)
            end -= GAP
        if self.bar.isHidden():
            self._progress.hide()
            return end
        self.bar.move(end - BAR, HEIGHT // 2 - 1)
        end -= BAR + 10
        width = max(0, min(self._progress.label.sizeHint().width(), round(0.4 * self.width()), end - EDGE))
        self._progress.place(end - width, width)
        return end - width - 2 * GAP


class _Part(QWidget):
    """A text, perhaps behind a mark."""

    def __init__(self, parent: QWidget, role: str = "text_second", weight: int = 400, mark: str = "") -> None:
        super().__init__(parent)
        self._mark = mark
        self._icon = QLabel(self)
        self._icon.setFixedSize(SIDE, SIDE)
        self.label = TextLabel(self, role=role, px=SMALL, weight=weight)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 1, 0, 0)
        row.setSpacing(5)
        row.addWidget(self._icon)
        row.addWidget(self.label, 1)
        self.dress()
        self.hide()

    @property
    def beside(self) -> int:
        """What the mark takes."""
        return SIDE + 5 if self._mark else 0

    def show_style(self, role: str, weight: int, mark: str) -> None:
        self.label.show_role(role, weight)
        if mark != self._mark:
            self._mark = mark
            self.dress()

    def place(self, x: int, width: int) -> None:
        """Take this place, the text as wide as this."""
        self.setGeometry(x, 0, width + self.beside, HEIGHT)
        self.show()

    def dress(self) -> None:
        """Wear the current theme."""
        theme = current_theme()
        ink = {"check": theme.good, "warning": theme.warning}.get(self._mark, theme.text_hint)
        self._icon.setVisible(bool(self._mark))
        if self._mark:
            self._icon.setPixmap(icon(self._mark, ink).pixmap(SIDE, SIDE))
