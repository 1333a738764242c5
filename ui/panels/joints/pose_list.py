"""The poses of a robot by name: which one it stands in, and taking another."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from ...controls.buttons.base_button import BaseButton
from ...controls.buttons.icon_button import IconButton
from ...look.icons import SIDE, paint_icon
from ...look.paint_box import paint_focus
from ...look.paint_key import caps_width, paint_caps
from ...look.paint_text import elided, paint_text
from ...look.style import TEXT, current_theme

EDGE = 16
TITLE_HEIGHT = 38
ROW_HEIGHT = 28
HOME, HOME_KEY = "home", "H"


class PoseList(QWidget):
    """A section with a row for each pose. `chosen` and `store_asked` are for the user alone."""

    chosen = Signal(str)
    store_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: dict[str, _PoseRow] = {}
        self._current = ""
        self.store_button = IconButton("plus", self.tr("Keep the pose it stands in now"), self, side=24)
        self.store_button.clicked.connect(lambda: self.store_asked.emit())
        title = QHBoxLayout()
        title.setContentsMargins(EDGE, 0, EDGE - 4, 0)
        title.addStretch(1)
        title.addWidget(self.store_button)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, (TITLE_HEIGHT - 24) // 2, 0, 8)
        self._column.setSpacing(0)
        self._column.addLayout(title)
        self._column.addSpacing((TITLE_HEIGHT - 24) // 2)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def names(self) -> tuple[str, ...]:
        """The poses shown, from above."""
        return tuple(self._rows)

    @property
    def rows(self) -> tuple[QAbstractButton, ...]:
        """The rows from above, buttons all."""
        return tuple(self._rows.values())

    @property
    def current(self) -> str:
        """The pose with the check mark, "" for none."""
        return self._current

    def set_poses(self, names: Sequence[str]) -> None:
        """Offer these poses."""
        if tuple(names) == self.names:
            return
        for row in self._rows.values():
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = {name: _PoseRow(name, self) for name in names}
        for name, row in self._rows.items():
            self._column.addWidget(row)
            row.show_current(name == self._current)
            row.clicked.connect(lambda _, name=name: self.chosen.emit(name))
        self.update()

    def show_pose(self, name: str) -> None:
        """Put the check mark at this pose, or with "" at none."""
        if name == self._current:
            return
        self._current = name
        for other, row in self._rows.items():
            row.show_current(other == name)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(0, 0, self.width(), 1, QColor(theme.divider))
        paint_text(painter, QRectF(EDGE, 1, 120, TITLE_HEIGHT), self.tr("Poses"), theme.text, TEXT, 600)


class _PoseRow(BaseButton, QAbstractButton):
    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(name)
        self.prepare(name)
        self.setFixedHeight(ROW_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.is_current = False

    def show_current(self, current: bool) -> None:
        if current != self.is_current:
            self.is_current = current
            self.setAccessibleDescription(self.tr("The robot stands in this pose.") if current else "")
            self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, ROW_HEIGHT)

    @override
    def event(self, event: QEvent) -> bool:
        arrows = (Qt.Key.Key_Up, Qt.Key.Key_Down)
        if event.type() == QEvent.Type.ShortcutOverride and event.key() in arrows:
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.focusNextChild()
        elif event.key() == Qt.Key.Key_Up:
            self.focusPreviousChild()
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        rect = QRectF(self.rect())
        if self.is_current:
            painter.fillRect(self.rect(), QColor(theme.accent_fill))
        elif self.isDown() or self.underMouse():
            painter.fillRect(self.rect(), QColor(theme.hover))
        color = theme.accent_text if self.is_current else theme.text
        if self.is_current:
            paint_icon(painter, "check", color, EDGE - 1, (self.height() - SIDE) / 2)
        weight = 600 if self.is_current else 400
        box = rect.adjusted(EDGE + 24, 0, -EDGE, 0)
        if self.text() == HOME:
            paint_caps(painter, box.right(), box.center().y(), HOME_KEY, theme)
            box.setRight(box.right() - caps_width(HOME_KEY) - 8)
        paint_text(painter, box, elided(self.text(), box.width(), TEXT, weight), color, TEXT, weight)
        if self.hasFocus():
            paint_focus(painter, rect.adjusted(4, 0, -4, 0), theme)
