"""One of many choices, in a list that drops down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QPoint, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget
from typing_extensions import override

from ...look.icons import SIDE, paint_icon
from ...look.paint_box import paint_box, paint_focus
from ...look.paint_text import elided_name, paint_text, text_width
from ...look.style import SMALL, current_theme, ui_font
from ..keys import claims_key

_MEASURED = 32  # texts of a long list whose widths are found


class Choice(QComboBox):
    """A combo box in our clothes, of keys and texts. `chosen` says what the user took, by key."""

    chosen = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None, *, widest: int = 160) -> None:
        super().__init__(parent)
        self._widest = widest
        self._texts: dict[str, str] = {}  # by key
        self._keys: list[str] = []  # from above to below
        self._rows: dict[str, int] = {}  # of the keys
        self._longest: float | None = None  # width of the widest of them; None: nobody asked
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFont(ui_font(SMALL, 500))
        self.setFixedHeight(24)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setMaxVisibleItems(16)
        self.activated.connect(lambda row: self.chosen.emit(self._keys[row]))

    @property
    def choice(self) -> str:
        """Key of what is shown."""
        row = self.currentIndex()
        return self._keys[row] if row >= 0 else ""

    def row_of(self, key: str) -> int:
        """Where a key stands in the list; -1: it is not offered."""
        return self._rows.get(key, -1)

    def set_options(self, options: Mapping[str, str] | Sequence[str], current: str = "") -> None:
        """Offer these, keys to texts; shows `current` or else the first."""
        texts = dict(options) if isinstance(options, Mapping) else {option: option for option in options}
        if texts != self._texts:
            self._texts, self._longest = texts, None
            self._keys = list(texts)
            self._rows = {key: row for row, key in enumerate(self._keys)}
            with QSignalBlocker(self):
                self.clear()
                self.addItems(list(texts.values()))
            self.updateGeometry()
        if current:
            self.show_choice(current)

    def show_choice(self, key: str) -> None:
        """Show one as chosen; one that is not offered shows nothing."""
        with QSignalBlocker(self):
            self.setCurrentIndex(self.row_of(key))
        self.update()

    @override
    def showPopup(self) -> None:
        """Show the list, if there is one; it is dressed only now, as that takes milliseconds and most are never seen."""
        if not self._texts:
            return
        factor = (self.mapToGlobal(QPoint(100, 0)) - self.mapToGlobal(QPoint())).x() / 100  # how large it is seen
        self.view().setAccessibleName(self.accessibleName())
        self.setFont(ui_font(round(factor * SMALL), 500))  # of the list: what is chosen is painted
        self.view().setMinimumWidth(round(factor * max(self.width(), min(self._text_width() + 40, 360))))
        super().showPopup()
        if factor != 1.0:  # where Qt does not stop at the edges of the screen
            popup = self.view().window()
            room = popup.screen().availableGeometry()
            height = min(popup.height(), room.height())
            top = max(min(popup.y(), room.bottom() + 1 - height), room.top())
            popup.setGeometry(popup.x(), top, popup.width(), height)
            self.view().scrollTo(self.view().currentIndex())

    @override
    def sizeHint(self) -> QSize:
        return QSize(min(round(self._text_width()) + SIDE + 20, self._widest), 24)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(min(self.sizeHint().width(), 64), 24)

    @override
    def event(self, event: QEvent) -> bool:
        return claims_key(event, (Qt.Key.Key_Home, Qt.Key.Key_End)) or super().event(event)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        rect = QRectF(self.rect())
        live = self.isEnabled() and bool(self._texts)
        paint_box(painter, rect, theme.hover if live and self.underMouse() else theme.field, theme.border)
        text = elided_name(self.currentText() if self._texts else "–", self.width() - SIDE - 16, SMALL, 500)
        paint_text(painter, rect.adjusted(10, 0, 0, 0), text, theme.text if live else theme.text_hint, SMALL, 500)
        paint_icon(painter, "chevron_down", theme.text_hint, self.width() - SIDE - 5, (self.height() - SIDE) / 2)
        if self.hasFocus():
            paint_focus(painter, rect, theme)

    def _text_width(self) -> float:
        """Width of the widest text [pixel], of those with the most letters: a robot of a thousand links has as many."""
        if self._longest is None:
            longest = sorted(self._texts.values(), key=len)[-_MEASURED:]
            self._longest = max((text_width(text, SMALL, 500) for text in longest), default=0.0)
        return self._longest
