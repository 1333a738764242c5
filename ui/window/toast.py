"""A message over the viewport: what went well or wrong, and what to do."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget
from typing_extensions import override

from ..controls.buttons.icon_button import IconButton
from ..controls.buttons.outline_button import OutlineButton
from ..look.icons import SIDE, paint_icon
from ..look.paint_box import paint_box
from ..look.style import SMALL, TEXT, current_theme, ui_font

WIDEST = 560
NARROWEST = 280
CLEARANCE = 112  # from the lower edge: the legend's height and a little
HIGHER = 48  # it may lie, or twice and so on: above a legend that is large
BELOW_CHIPS, EDGE = 92, 12  # from the upper edge, and from those at the sides
STAY = 5000  # [ms]
LONGEST = 600  # characters of the detail
TONES = {"plain": "info", "good": "check", "warning": "warning", "error": "error"}


class Toast(QWidget):
    """One message over its parent, where there is least under it, as `covered` tells of a rectangle.

    Good news goes by itself; trouble, and what offers an action, stays until it is closed.
    What is known elsewhere too may go by itself although it offers something. Without a detail it is one line high.
    """

    def __init__(self, parent: QWidget, *, stay: int = STAY, covered: Callable[[QRect], float] = lambda _: 0.0) -> None:
        super().__init__(parent)
        self._parent, self._covered = parent, covered
        self._tone = "plain"
        self._clock = QTimer(self, singleShot=True, interval=stay)
        self._clock.timeout.connect(self.clear)
        self._text = _wrapping(self, TEXT, 500)
        self._text.setContentsMargins(0, 4, 0, 0)  # so that one line is level with the icon
        self._detail = _wrapping(self, SMALL, 400)
        self._detail.setProperty("role", "text_second")
        self._detail.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.close_button = IconButton("close", self.tr("Close"), self, side=24)
        self.close_button.clicked.connect(self.clear)
        self._buttons = QWidget(self)
        self.action_button = OutlineButton("", parent=self._buttons)
        self.action_button.clicked.connect(lambda: self._answer(self._run))
        self.other_button = OutlineButton("", parent=self._buttons)
        self.other_button.clicked.connect(lambda: self._answer(self._run_other))
        buttons = QHBoxLayout(self._buttons)
        buttons.setContentsMargins(0, 0, 0, 0)
        buttons.setSpacing(8)
        buttons.addWidget(self.action_button)
        buttons.addWidget(self.other_button)
        self._buttons.hide()
        self._run: Callable[[], object] | None = None
        self._run_other: Callable[[], object] | None = None
        self._passes = False
        column = self._column = QVBoxLayout()
        column.setSpacing(4)
        column.addWidget(self._text)
        column.addWidget(self._detail)
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(16 + SIDE + 10, 12, 10, 12)
        row.setSpacing(10)
        row.addLayout(column, 1)
        row.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        parent.installEventFilter(self)
        self.hide()

    @property
    def text(self) -> str:
        """The message."""
        return self._text.text()

    @property
    def detail(self) -> str:
        """The longer text below."""
        return self._detail.text()

    @property
    def tone(self) -> str:
        """Its kind, one of `TONES`."""
        return self._tone

    @property
    def action(self) -> str:
        """What its button offers; empty: it has none."""
        return self.action_button.text() if self._run is not None else ""

    def show_message(
        self,
        text: str,
        detail: str = "",
        tone: str = "plain",
        action: str = "",
        run: Callable[[], object] | None = None,
        *,
        other: str = "",
        run_other: Callable[[], object] | None = None,
        passes: bool = False,
    ) -> None:
        """Say something, in one of `TONES`, in place of what was said before; offer to `run` an action.

        other  : what is offered beside that, done by `run_other`
        passes : it goes by itself, unless it is trouble, although it offers something
        """
        same = (text, tone) == (self.text, self._tone) and detail[:LONGEST] == self.detail[:LONGEST]
        self._tone = tone if tone in TONES else "plain"
        self._run, self._run_other, self._passes = run, run_other, passes
        self._place_buttons(below=bool(detail))
        for button, offer, answer in ((self.action_button, action, run), (self.other_button, other, run_other)):
            button.setText(offer)
            button.setAccessibleName(offer)
            button.setVisible(answer is not None)
            button.updateGeometry()
        self._buttons.setVisible(run is not None or run_other is not None)
        if not same:
            self._text.setText(text)
            self._detail.setText(detail if len(detail) <= LONGEST else detail[:LONGEST] + "…")
            self._detail.setToolTip("" if len(detail) <= LONGEST else detail)
            self._detail.setVisible(bool(detail))
        self.setAccessibleName(text)
        self.setAccessibleDescription(detail)
        self._clock.stop()
        if self._closes_itself:
            self._clock.start()
        self.place()
        self.show()
        self.raise_()
        self.update()

    def clear_message(self, text: str) -> None:
        """What it said, if this is what it says, no longer holds: hide it."""
        if text == self.text:
            self.clear()

    def clear(self) -> None:
        """Hide the message, whatever it says."""
        self._clock.stop()
        self.hide()

    def settle(self) -> None:
        """Something else is drawn: lie elsewhere if that now covers less than half as much."""
        if self.isVisible() and (now := self._covered(self.geometry())):
            here = self.geometry()
            self.place()
            if self._covered(self.geometry()) > 0.5 * now:
                self.setGeometry(here)

    def place(self) -> None:
        """Lie in the middle above the legend, or where less would be covered."""
        parent = self._parent
        widest = min(WIDEST, parent.width() - 24)
        margins = self._row.contentsMargins()
        beside = margins.left() + margins.right() + self._row.spacing() + 24
        lines = max(_longest_line(self._text), _longest_line(self._detail) if self.detail else 0)
        if self._run is not None and not self.detail:
            beside += self._buttons.sizeHint().width() + self._row.spacing()
        width = max(min(NARROWEST, widest), min(widest, lines + beside + 2))
        self._row.activate()  # the inner column does not hear of a changed text otherwise
        height = max(48, self._row.totalHeightForWidth(width))
        low, right = max(EDGE, parent.height() - CLEARANCE - height), parent.width() - EDGE - width
        places = [
            QRect(x, y, width, height)
            for y in (low, *range(low - HIGHER, BELOW_CHIPS, -HIGHER), BELOW_CHIPS)
            for x in ((right + EDGE) // 2, EDGE, right)
        ]
        self.setGeometry(min(places, key=self._covered))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not self.isHidden() and event.type() == QEvent.Type.Resize:
            self.place()
        return False

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        self._clock.stop()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        if self._closes_itself and self.isVisible():
            self._clock.start()

    @override
    def sizeHint(self) -> QSize:
        return self.size()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        rect = QRectF(self.rect())
        ink, background = {"plain": (theme.text_second, theme.hover), "good": (theme.good, theme.good_fill)}.get(
            self._tone, (theme.warning, theme.warning_fill)
        )
        paint_box(painter, rect, theme.panel, theme.border if self._tone in ("plain", "good") else ink, 8)
        paint_box(painter, QRectF(10, 10, 28, 28), background, None, 8)
        paint_icon(painter, TONES[self._tone], ink, 16, 16)

    @property
    def _closes_itself(self) -> bool:
        """Whether it goes by itself: not trouble, and not while it offers something."""
        return self._tone in ("plain", "good") and (self._run is None or self._passes)

    def _place_buttons(self, *, below: bool) -> None:
        """Below the texts, or beside the one there is."""
        for layout in (self._column, self._row):
            layout.removeWidget(self._buttons)
        if below:
            self._column.addWidget(self._buttons, 0, Qt.AlignmentFlag.AlignLeft)
        else:
            self._row.insertWidget(1, self._buttons, 0, Qt.AlignmentFlag.AlignTop)

    def _answer(self, run: Callable[[], object] | None) -> None:
        self.clear()
        if run is not None:
            run()


def _wrapping(parent: QWidget, px: int, weight: int) -> QLabel:
    label = QLabel(parent)
    label.setFont(ui_font(px, weight))
    label.setWordWrap(True)
    label.setAlignment(Qt.AlignmentFlag.AlignTop)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def _longest_line(label: QLabel) -> int:
    return max((label.fontMetrics().horizontalAdvance(line) + 1 for line in label.text().splitlines()), default=0)
