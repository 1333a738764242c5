"""The tree of quantities that can be plotted: each is ticked, and found by words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QTreeView, QWidget
from typing_extensions import override

from ...controls.keys import claims_key
from ...displays.tree_rows import Index, TreeRowDelegate, TreeRows, dress_tree
from ...look.icons import paint_icon
from ...look.paint_box import paint_box
from ...look.paint_text import RIGHT, elided_name, paint_text, text_width
from ...look.style import SMALL
from ...look.theme import Theme
from .values import SignalEntry

ROW = 22
EDGE = 10
INDENT = 12
BOX = 13
_PRESSING = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
_KEYS = (*_PRESSING, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End)
_CHECK = Qt.ItemDataRole.CheckStateRole


class SignalRows(TreeRows[SignalEntry]):
    """Quantities, each with a tick, under their groups. A row has the words that it and the groups above it have."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._ticked: set[str] = set()

    @property
    def ticked(self) -> list[str]:
        """Keys of what is ticked, in the order of the tree."""
        return [entry.key for entry in self.entries if entry.key in self._ticked and not entry.is_group]

    def tick(self, keys: Collection[str]) -> None:
        """Tick these, and no others."""
        changed, self._ticked = self._ticked.symmetric_difference(keys), set(keys)
        for index in map(self.index_of, changed):
            if index.isValid():
                self.dataChanged.emit(index, index, [_CHECK])

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        entry = self.entry(index)
        if role == _CHECK and not entry.is_group:
            return Qt.CheckState.Checked if entry.key in self._ticked else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.ToolTipRole:
            return entry.tip or entry.name
        return entry.name if role == Qt.ItemDataRole.DisplayRole else None


class SignalTree(QTreeView):
    """A tick box each. Enter, Space or a click ticks a quantity and folds a group; `chosen` tells keys, for the user alone."""

    chosen = Signal(list)  # keys that are ticked, in the order of the tree

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = SignalRows(self)
        self.setModel(self.rows)
        self.setItemDelegate(_Row(self))
        dress_tree(self, self.tr("Quantities over time"))

    @property
    def ticked(self) -> list[str]:
        """Keys of what is ticked, in the order of the tree."""
        return self.rows.ticked

    def show_entries(self, entries: Sequence[SignalEntry]) -> None:
        """Show these; what was ticked or unfolded stays so where it still is."""
        if tuple(entries) == self.rows.entries:
            return
        unfolded = [entry.key for entry in self.rows.entries if self.isExpanded(self.index_of(entry.key))]
        self.rows.show_entries(entries)
        self.rows.tick(self.ticked)
        for key in unfolded:
            self.setExpanded(self.index_of(key), True)

    def show_ticked(self, keys: Sequence[str]) -> None:
        """Show these ticked, and no others."""
        self.rows.tick(keys)

    def search(self, text: str) -> None:
        """Show only what has all these words in its name or in those of the groups above it."""
        self.rows.search(text)
        if self.rows.words:
            self.expandAll()

    def index_of(self, key: str) -> QModelIndex:
        """Where a row is; invalid where it is not, or does not match."""
        return self.rows.index_of(key)

    def press(self, index: Index) -> None:
        """Tick a quantity or take its tick away, fold or unfold a group, as the user does."""
        entry = self.rows.entry(index)
        if entry.is_group:
            self.setExpanded(index, not self.isExpanded(index))
            return
        self.rows.tick({*self.ticked} ^ {entry.key})
        self.chosen.emit(self.ticked)

    @override
    def event(self, event: QEvent) -> bool:
        return claims_key(event, _KEYS) or super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in _PRESSING and index.isValid():
            self.press(index)
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self.press(index)

    @override
    def sizeHint(self) -> QSize:
        return QSize(220, 120)


class _Row(TreeRowDelegate):
    def __init__(self, tree: SignalTree) -> None:
        super().__init__(tree, ROW)
        self._rows = tree.rows

    @override
    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        return False  # Qt would tick at the release what the tree ticks at the press

    @override
    def left_of(self, index: Index) -> float:
        return EDGE + INDENT * self._rows.entry(index).depth

    @override
    def paint_entry(self, painter: QPainter, rect: QRectF, index: Index, theme: Theme, look: tuple[bool, bool]) -> None:
        x, entry = self.left_of(index), self._rows.entry(index)
        if not entry.is_group:
            ticked = Qt.CheckState(index.data(_CHECK)) is Qt.CheckState.Checked
            box = QRectF(x, rect.top() + (ROW - BOX) / 2, BOX, BOX)
            paint_box(painter, box, theme.accent if ticked else theme.field, theme.accent if ticked else theme.border, 3)
            if ticked:
                paint_icon(painter, "check", theme.on_accent, box.x() + 1, box.y() + 1, BOX - 2)
        x += BOX + 6
        right = rect.right() - EDGE - text_width(entry.unit, SMALL)
        ink = theme.accent_text if look[0] else theme.text if entry.is_group else theme.text_second
        name = elided_name(entry.name, right - x - 6, SMALL)
        paint_text(painter, QRectF(x, rect.top(), right - x, ROW), name, ink, SMALL, 500 if entry.is_group else 400)
        room = QRectF(right, rect.top(), rect.right() - EDGE - right, ROW)
        paint_text(painter, room, entry.unit, theme.text_hint, SMALL, 400, RIGHT)
