"""The loads on a robot, one a row; one of them is edited."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from ...controls.buttons.base_button import BaseButton
from ...look.paint_box import paint_box, paint_focus
from ...look.paint_text import CENTER, RIGHT, elided, paint_text, text_width
from ...look.style import CAPTION, EDGE, SMALL, TEXT, current_theme
from ...look.theme import FORCE
from ...text.number_text import quantity_text, subscript
from .values import LoadEntry

ROW = 30
NUMBER = 26  # width of the mark with its number
_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


class LoadList(QWidget):
    """`chosen` and `remove_asked` are for the user alone, and give the place in the list."""

    chosen = Signal(int)
    remove_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[_LoadRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def rows(self) -> tuple[QAbstractButton, ...]:
        """The rows from above, buttons all."""
        return tuple(self._rows)

    @property
    def selected(self) -> int:
        """Place of the one shown as selected; -1 for none."""
        return next((k for k, row in enumerate(self._rows) if row.selected), -1)

    def show_loads(self, loads: Sequence[LoadEntry], selected: int) -> None:
        """Show these, and one as selected."""
        while len(self._rows) > len(loads):
            row = self._rows.pop()
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        while len(self._rows) < len(loads):
            at = len(self._rows)
            row = _LoadRow(at, self)
            row.clicked.connect(lambda _, at=at: self.chosen.emit(at))
            row.remove_asked.connect(lambda at=at: self.remove_asked.emit(at))
            self._rows.append(row)
            self._column.addWidget(row)
        for k, (row, load) in enumerate(zip(self._rows, loads, strict=True)):
            row.show_load(load, k == selected)
        self.setVisible(bool(loads))


class _LoadRow(BaseButton, QAbstractButton):
    remove_asked = Signal()

    def __init__(self, at: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._at = at
        self._load = LoadEntry("", 0.0, 0.0)
        self.selected = False
        self.prepare("")
        self.setFixedHeight(ROW)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def texts(self) -> tuple[str, ...]:
        """Name of the body, and its force and moment, those that are not zero."""
        load = self._load
        values = [(load.force, "N"), (load.moment, "N·m")]
        said = [quantity_text(value, unit) for value, unit in values if value > 0.0]
        return (load.name, *(said or [quantity_text(0.0, "N")]))

    def show_load(self, load: LoadEntry, selected: bool) -> None:
        if (load, selected) != (self._load, self.selected) or not self.accessibleName():
            self._load, self.selected = load, selected
            self.setAccessibleName(self.tr("Load {number}").format(number=self._at + 1) + ": " + ", ".join(self.texts))
            self.setToolTip(load.name)
            self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, ROW)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and event.key() in _KEYS:
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.remove_asked.emit()
        elif event.key() == Qt.Key.Key_Down:
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
        if self.selected:
            painter.fillRect(self.rect(), QColor(theme.accent_fill))
        elif self.isDown() or self.underMouse():
            painter.fillRect(self.rect(), QColor(theme.hover))
        mark = QRectF(EDGE, (ROW - 20) / 2, NUMBER, 20)
        paint_box(painter, mark, None, FORCE, 5, 1.4)
        paint_text(painter, mark, f"F{subscript(self._at + 1)}", theme.force_text, CAPTION, 600, CENTER)
        name, *values = self.texts
        box = rect.adjusted(EDGE + NUMBER + 10, 0, -EDGE, 0)
        said = "   ".join(values)
        paint_text(painter, box, said, theme.text, SMALL, 500, RIGHT)
        room = box.width() - text_width(said, SMALL, 500) - 10
        weight = 600 if self.selected else 400
        color = theme.accent_text if self.selected else theme.text
        paint_text(painter, box, elided(name, room, TEXT, weight), color, TEXT, weight)
        if self.hasFocus():
            paint_focus(painter, rect.adjusted(4, 0, -4, 0), theme)
