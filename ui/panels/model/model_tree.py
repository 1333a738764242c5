"""The model tree: bodies, the joints that carry them, and frames, each linked with the view."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from ...look.icons import SIDE, paint_icon
from ...look.paint_row import paint_row_ground
from ...look.paint_text import RIGHT, elided, paint_text, text_width
from ...look.style import SMALL, TEXT, current_theme
from .tree_rows import TreeRows
from .values import TreeEntry

ROW = 26
EDGE = 10
INDENT = 11
DEEPEST = 6  # levels that are indented; deeper rows stand below one another
FOLD = 16  # width of the chevron
EYE = SIDE + 12
_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown,
         Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Space)  # fmt: skip


class ModelTree(QListView):
    """A tree of rows. Left and Right fold and unfold, Space is the eye. Signals are for the user alone."""

    picked = Signal(str)  # key of the row
    shown = Signal(str, bool)  # body, whether it is drawn
    hovered = Signal(str)  # body under the pointer; "" for none

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = TreeRows(self)
        self._silent = False
        self._key = ""  # of the row that is selected, seen or not
        self._over = ""
        self.setModel(self.rows)
        self.setItemDelegate(_Row(self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(self.tr("Bodies, joints and frames"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.selectionModel().selectionChanged.connect(self._tell)

    @property
    def selected(self) -> str:
        """Key of the selected row, or nothing."""
        return self._key

    def show_entries(self, entries: Sequence[TreeEntry]) -> None:
        """Show these rows."""
        if tuple(entries) != self.rows.entries:
            self._changing(lambda: self.rows.show_entries(entries))

    def search(self, text: str) -> None:
        """Show only rows that match."""
        self._changing(lambda: self.rows.search(text))

    def show_selected(self, key: str) -> None:
        """Show a row as selected, unfolded and in sight; an empty key none."""
        self._key = key
        self._changing(lambda: self.rows.reveal(key))
        row = self.rows.row_of(key)
        if row >= 0:
            self.scrollTo(self.rows.index(row))

    def show_visible(self, body: str, visible: bool) -> None:
        """Show the eye of a body open or shut."""
        (self.rows.hidden.discard if visible else self.rows.hidden.add)(body)
        self.viewport().update()

    def is_shown(self, body: str) -> bool:
        """Whether the eye of a body is open."""
        return body not in self.rows.hidden

    def fold(self, key: str, folded: bool) -> None:
        """Fold or unfold a row."""
        self._changing(lambda: self.rows.fold(key, folded))

    def rect_of(self, key: str) -> QRect:
        """Where a row is, in the list's viewport."""
        return self.visualRect(self.rows.index(self.rows.row_of(key)))

    def eye_of(self, key: str) -> QRect:
        """Where the eye of a body's row is."""
        rect = self.rect_of(key)
        return QRect(rect.right() - EYE - 2, rect.top(), EYE, rect.height())

    def chevron_of(self, key: str) -> QRect:
        """Where a row is folded by the mouse."""
        rect, row = self.rect_of(key), self.rows.row_of(key)
        return QRect(round(indent_of(self.rows, row)) - 2, rect.top(), FOLD + 2, rect.height())

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and event.key() in _KEYS:
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        row, key = self.currentIndex().row(), event.key()
        if row < 0 or key not in (Qt.Key.Key_Space, Qt.Key.Key_Left, Qt.Key.Key_Right):
            super().keyPressEvent(event)
            return
        entry, opens = self.rows.entry(row), self.rows.has_children(row)
        folded = entry.key in self.rows.folded
        if key == Qt.Key.Key_Space:
            if entry.kind == "body":
                self._switch(entry.body)
        elif key == Qt.Key.Key_Right and opens:
            if folded:
                self.fold(entry.key, False)
            else:
                self.setCurrentIndex(self.rows.index(row + 1))
        elif key == Qt.Key.Key_Left and opens and not folded:
            self.fold(entry.key, True)
        elif key == Qt.Key.Key_Left and self.rows.parent_row(row) >= 0:
            self.setCurrentIndex(self.rows.index(self.rows.parent_row(row)))

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        index = self.indexAt(at)
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            entry = self.rows.entry(index.row())
            if self.rows.has_children(index.row()) and self.chevron_of(entry.key).contains(at):
                self.fold(entry.key, entry.key not in self.rows.folded)
                return
            if entry.kind == "body" and self.eye_of(entry.key).contains(at):
                self._switch(entry.body)
                return
        super().mousePressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not event.buttons():
            super().mouseMoveEvent(event)
            index = self.indexAt(event.position().toPoint())
            self._hover(self.rows.entry(index.row()).body if index.isValid() else "")

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover("")

    def _hover(self, body: str) -> None:
        if body != self._over:
            self._over = body
            self.hovered.emit(body)

    def _switch(self, body: str) -> None:
        visible = not self.is_shown(body)
        self.show_visible(body, visible)
        self.shown.emit(body, visible)

    def _changing(self, change) -> None:
        """Change the rows; what was selected stays so, and the list stays where it was scrolled to."""
        scrolled = self.verticalScrollBar().value()
        self._silent = True
        change()
        row = self.rows.row_of(self._key)
        self.clearSelection()
        self.setCurrentIndex(self.rows.index(row) if row >= 0 else QModelIndex())
        self._silent = False
        self.verticalScrollBar().setValue(scrolled)
        self.viewport().update()

    def _tell(self, *_: object) -> None:
        rows = self.selectionModel().selectedRows()
        if not self._silent and rows:
            self._key = self.rows.entry(rows[0].row()).key
            self.picked.emit(self._key)


def indent_of(rows: TreeRows, row: int) -> float:
    """Where the chevron of a row is."""
    depth = 0 if rows.words else rows.entry(row).depth
    return EDGE + INDENT * min(depth, DEEPEST)


class _Row(QStyledItemDelegate):
    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:
        return QSize(120, ROW)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        theme = current_theme()
        rows: TreeRows = index.model()
        entry = rows.entry(index.row())
        rect = QRectF(option.rect)
        painter.save()
        chosen, hovered = paint_row_ground(painter, option, theme)
        hidden = entry.body in rows.hidden
        pale = theme.text_second if chosen or hovered else theme.text_hint
        x = indent_of(rows, index.row())
        if rows.has_children(index.row()):
            chevron = "chevron_right" if entry.key in rows.folded else "chevron_down"
            paint_icon(painter, chevron, pale, x, rect.top() + 7, 12)
        x += FOLD
        ink = theme.accent_text if chosen else theme.text_second
        paint_icon(painter, f"kind_{entry.kind}", theme.text_hint if hidden else ink, x, rect.top() + 5)
        x += SIDE + 6
        right = rect.right() - EDGE
        if entry.kind == "body":
            paint_icon(painter, "eye_off" if hidden else "eye", pale, right - SIDE, rect.top() + 5)
        right -= SIDE + 8
        main = entry.kind == "body"
        color = (
            theme.text_hint if hidden else theme.accent_text if chosen else theme.text if main else theme.text_second
        )
        px, weight = (TEXT, 600 if chosen else 400) if main else (SMALL, 500 if chosen else 400)
        note = text_width(entry.note, SMALL)
        room = right - x  # the note gives way to the name
        words = elided(entry.name, room, px, weight)
        paint_text(painter, QRectF(x, rect.top(), room + 4, ROW), words, color, px, weight)
        x += text_width(words, px, weight) + 8
        if right - x >= note:
            paint_text(painter, QRectF(x, rect.top(), right - x, ROW), entry.note,
                       theme.text_hint, SMALL, 400, RIGHT)  # fmt: skip
        painter.restore()
