"""Something slow that the user waits for: what it is, how far it is, and a button that gives it up."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from ..controls.buttons.outline_button import OutlineButton
from ..displays.progress_bar import ProgressBar
from ..displays.text_label import TextLabel
from ..look.paint_box import paint_box
from ..look.style import SMALL, current_theme

WIDTH = 460
HEIGHT = 76
CLEARANCE = 112  # from the lower edge: the legend's height and a little
LATE = 200  # [ms] it comes only for what takes longer
EDGE = 16
BAR = 6


class ProgressCard(QWidget):
    """A card at the foot of its parent, `above` so many others. `cancelled` is the user's."""

    cancelled = Signal()

    def __init__(self, parent: QWidget, *, late: int = LATE, above: int = 0) -> None:
        super().__init__(parent)
        self._parent = parent
        self._above = above
        self._clock = QTimer(self, singleShot=True, interval=late)
        self._clock.timeout.connect(self._appear)
        self._title = TextLabel(self, weight=600)
        self._title.setFixedHeight(20)
        self._text = TextLabel(self, role="text_second", px=SMALL)
        self._text.setFixedHeight(18)
        self.bar = ProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(BAR)
        self.bar.setAccessibleName(self.tr("Progress"))
        self.cancel_button = OutlineButton(self.tr("Cancel"), parent=self)
        self.cancel_button.clicked.connect(self.cancelled)
        texts = QVBoxLayout()
        texts.setSpacing(1)
        texts.addWidget(self._title)
        texts.addWidget(self._text)
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addLayout(texts, 1)
        row.addWidget(self.cancel_button, 0, Qt.AlignmentFlag.AlignVCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(EDGE, 8, EDGE, 12)
        column.setSpacing(0)
        column.addLayout(row)
        column.addStretch(1)
        column.addWidget(self.bar)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        parent.installEventFilter(self)
        self.hide()

    @property
    def texts(self) -> tuple[str, str]:
        """Title and what is being done."""
        return self._title.whole_text, self._text.whole_text

    def begin(self, title: str, text: str = "") -> None:
        """Say what begins, and with what; the card comes if it takes long."""
        self._title.show_text(title)
        self.setAccessibleName(title)
        self.show_progress(text, 0, 0)
        if self.isHidden():
            self._clock.start()

    def show_progress(self, text: str, done: int, total: int) -> None:
        """Show how far it is; a total of 0: that is not known."""
        self._text.show_text(text)
        self.setAccessibleDescription(text)
        self.bar.setRange(0, max(total, 1))
        self.bar.setValue(done)

    def end(self) -> None:
        """Hide the card: what it waited for has ended."""
        self._clock.stop()
        self.hide()

    def place(self) -> None:
        """Lie in the middle, where messages do."""
        parent = self._parent
        width = min(WIDTH, parent.width() - 24)
        y = parent.height() - CLEARANCE - HEIGHT - self._above * (HEIGHT + 8)
        self.setGeometry((parent.width() - width) // 2, max(12, y), width, HEIGHT)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not self.isHidden() and event.type() == QEvent.Type.Resize:
            self.place()
        return False

    @override
    def sizeHint(self) -> QSize:
        return QSize(WIDTH, HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        paint_box(QPainter(self), QRectF(self.rect()), theme.panel, theme.border, 8)

    def _appear(self) -> None:
        self.place()
        self.show()
        self.raise_()
