"""Something slow that the user waits for: what it is, how far it is, and a button that gives it up."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from ..controls.buttons.outline_button import OutlineButton
from ..look.paint_box import paint_box
from ..look.paint_text import elided, paint_text
from ..look.style import SMALL, TEXT, current_theme

WIDTH = 460
HEIGHT = 76
CLEARANCE = 112  # from the lower edge: the legend's height and a little
LATE = 200  # [ms] it comes only for what takes longer
EDGE = 16
BAR = 6


class ProgressCard(QWidget):
    """A card at the foot of its parent. `cancelled` is the user's."""

    cancelled = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._title, self._text, self._done, self._total = "", "", 0, 0
        self._clock = QTimer(self, singleShot=True, interval=LATE)
        self._clock.timeout.connect(self._come)
        self.cancel_button = OutlineButton(self.tr("Cancel"), parent=self)
        self.cancel_button.clicked.connect(self.cancelled)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.cancel_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(EDGE, 12, EDGE, 0)
        column.addLayout(row)
        column.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        parent.installEventFilter(self)
        self.hide()

    @property
    def texts(self) -> tuple[str, str]:
        """Title and what is being done."""
        return self._title, self._text

    def begin(self, title: str) -> None:
        """Say what begins; the card comes if it takes long."""
        self._title, self._text, self._done, self._total = title, "", 0, 0
        self.setAccessibleName(title)
        if self.isHidden():
            self._clock.start()
        self.update()

    def show_progress(self, text: str, done: int, total: int) -> None:
        """Show how far it is."""
        self._text, self._done, self._total = text, done, total
        self.setAccessibleDescription(text)
        self.update()

    def end(self) -> None:
        """Go."""
        self._clock.stop()
        self.hide()

    def place(self) -> None:
        """Lie in the middle, where messages do."""
        parent = self.parentWidget()
        width = min(WIDTH, parent.width() - 24)
        self.setGeometry((parent.width() - width) // 2, max(12, parent.height() - CLEARANCE - HEIGHT), width, HEIGHT)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            self.place()
        return False

    @override
    def sizeHint(self) -> QSize:
        return QSize(WIDTH, HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        paint_box(painter, QRectF(self.rect()), theme.panel, theme.border, 8)
        room = self.cancel_button.x() - 12 - EDGE
        paint_text(painter, QRectF(EDGE, 8, room, 20), elided(self._title, room, TEXT, 600), theme.text, TEXT, 600)
        text = elided(self._text or self.tr("Reading the definition"), room, SMALL)
        paint_text(painter, QRectF(EDGE, 29, room, 18), text, theme.text_second, SMALL)
        bar = QRectF(EDGE, HEIGHT - 12 - BAR, self.width() - 2 * EDGE, BAR)
        paint_box(painter, bar, theme.track, None, BAR / 2)
        if self._total:
            done = bar.width() * min(max(self._done / self._total, 0.0), 1.0)
            paint_box(painter, QRectF(bar.x(), bar.y(), max(BAR, done), BAR), theme.accent, None, BAR / 2)

    def _come(self) -> None:
        self.place()
        self.show()
        self.raise_()
