"""The bodies of a scene, one a row: its name, a note, and an eye that hides it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyledItemDelegate, QWidget
from typing_extensions import override

from ...look.icons import SIDE, paint_icon
from ...look.paint_row import paint_row_ground
from ...look.paint_text import RIGHT, elided, paint_text, text_width
from ...look.style import SMALL, TEXT, current_theme
from .values import BodyEntry

ROW = 26
ROWS = 8  # in sight without scrolling, at most
EDGE = 16
INDENT = 16
EYE = SIDE + 12  # width of what the eye answers to
_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown,
         Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Space)  # fmt: skip


class BodyList(QListView):
    """A list of bodies, with or without eyes. Space hides and shows the one selected. Signals are for the user alone."""

    picked = Signal(str)
    shown = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None, *, eyes: bool = True) -> None:
        super().__init__(parent)
        self.eyes = eyes
        self._model = _Bodies(self)
        self._silent = False
        self.setModel(self._model)
        self.setItemDelegate(_Row(self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Bodies"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.selectionModel().selectionChanged.connect(self._tell)

    @property
    def names(self) -> list[str]:
        """The bodies, in order."""
        return [body.name for body in self._model.bodies]

    @property
    def selected(self) -> str:
        """The body shown as selected, or nothing."""
        rows = self.selectionModel().selectedRows()
        return self._model.bodies[rows[0].row()].name if rows else ""

    def is_shown(self, name: str) -> bool:
        """Whether the eye of a body is open."""
        return name not in self._model.hidden

    def set_bodies(self, bodies: Sequence[BodyEntry]) -> None:
        """Show these; what was selected stays so if it is still there."""
        if tuple(bodies) == self._model.bodies:
            return
        name = self.selected
        self._silent = True
        self._model.show_bodies(tuple(bodies))
        self._silent = False
        self.show_selected(name)
        self.setFixedHeight(max(1, min(len(bodies), ROWS)) * ROW)

    def show_selected(self, name: str) -> None:
        """Show one as selected; an empty name none."""
        if name == self.selected:
            return
        row = self.names.index(name) if name in self.names else -1
        self._silent = True
        self.clearSelection()
        self.setCurrentIndex(self._model.index(row) if row >= 0 else QModelIndex())
        self._silent = False

    def show_visible(self, name: str, visible: bool) -> None:
        """Show the eye of a body open or shut."""
        if visible == self.is_shown(name):
            return
        (self._model.hidden.discard if visible else self._model.hidden.add)(name)
        self.viewport().update()

    def eye_of(self, name: str) -> QRect:
        """Where the eye of a body is, in the list's viewport."""
        row = self.visualRect(self._model.index(self.names.index(name)))
        return QRect(row.right() - EYE - 6, row.top(), EYE, row.height())

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and event.key() in _KEYS:
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            if self.eyes and self.currentIndex().isValid():
                self._switch(self._model.bodies[self.currentIndex().row()].name)
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            name = self._model.bodies[index.row()].name
            if self.eyes and self.eye_of(name).contains(event.position().toPoint()):
                self._switch(name)
                return
        super().mousePressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not event.buttons():
            super().mouseMoveEvent(event)

    def _switch(self, name: str) -> None:
        visible = not self.is_shown(name)
        self.show_visible(name, visible)
        self.shown.emit(name, visible)

    def _tell(self, *_: object) -> None:
        if not self._silent and self.selected:
            self.picked.emit(self.selected)


class _Bodies(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.bodies: tuple[BodyEntry, ...] = ()
        self.hidden: set[str] = set()

    def show_bodies(self, bodies: tuple[BodyEntry, ...]) -> None:
        self.beginResetModel()
        self.bodies = bodies
        self.hidden &= {body.name for body in bodies}
        self.endResetModel()

    @override
    def rowCount(self, parent: QModelIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.bodies)

    @override
    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        body = self.bodies[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return f"{body.name}, {body.note}" if body.note else body.name
        return None


class _Row(QStyledItemDelegate):
    @override
    def sizeHint(self, option, index) -> QSize:
        return QSize(120, ROW)

    @override
    def paint(self, painter: QPainter, option, index: QModelIndex) -> None:
        theme = current_theme()
        model = index.model()
        body = model.bodies[index.row()]
        rect = QRectF(option.rect)
        painter.save()
        chosen, hovered = paint_row_ground(painter, option, theme)
        hidden = body.name in model.hidden
        ink = theme.text_second if chosen or hovered else theme.text_hint
        eyes = option.widget.eyes
        if eyes:
            paint_icon(painter, "eye_off" if hidden else "eye", ink, rect.right() - EDGE - SIDE, rect.top() + 5)
        box = rect.adjusted(EDGE + INDENT * min(body.depth, 6), 0, -EDGE - (SIDE + 8 if eyes else 0), 0)
        name = theme.text_hint if hidden else theme.accent_text if chosen else theme.text
        weight = 600 if chosen else 400
        note = text_width(body.note, SMALL)
        room = max(box.width() - note - 8, 0.4 * box.width())
        words = elided(body.name, room, TEXT, weight)
        paint_text(painter, box, words, name, TEXT, weight)
        box.setLeft(box.left() + text_width(words, TEXT, weight) + 8)
        paint_text(painter, box, elided(body.note, box.width(), SMALL), theme.text_hint, SMALL, 400, RIGHT)
        painter.restore()
