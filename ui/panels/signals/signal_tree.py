"""The tree of quantities that can be plotted: each is ticked, and found by words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QStyleOptionViewItem, QTreeView, QWidget
from typing_extensions import override

from ...controls.keys import claims_key
from ...displays.tree_rows_view import TreeRowDelegate, dress_tree
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
KEY, UNIT, GROUP = (int(Qt.ItemDataRole.UserRole) + k for k in range(3))
_PRESSING = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
_KEYS = (*_PRESSING, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End)
_CHECK = Qt.ItemDataRole.CheckStateRole


class SignalTree(QTreeView):
    """A tick box each. Enter, Space or a click ticks a quantity and folds a group; `chosen` tells keys, for the user alone."""

    chosen = Signal(list)  # keys that are ticked, in the order of the tree

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[SignalEntry, ...] = ()
        self._items: dict[str, QStandardItem] = {}
        self.all_rows = QStandardItemModel(self)
        self.rows = QSortFilterProxyModel(self, recursiveFilteringEnabled=True, autoAcceptChildRows=True)
        self.rows.setSourceModel(self.all_rows)
        self.rows.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setModel(self.rows)
        self.setItemDelegate(_Row(self, ROW))
        dress_tree(self, self.tr("Quantities over time"))

    @property
    def ticked(self) -> list[str]:
        """Keys of what is ticked, in the order of the tree."""
        return [
            key
            for key, item in self._items.items()
            if item.isCheckable() and item.checkState() is Qt.CheckState.Checked
        ]

    def show_entries(self, entries: Sequence[SignalEntry]) -> None:
        """Show these; what was ticked or unfolded stays so where it still is."""
        if tuple(entries) == self._entries:
            return
        ticked = set(self.ticked)
        unfolded = {key for key in self._items if self.isExpanded(self.index_of(key))}
        self._entries = tuple(entries)
        self.all_rows.clear()
        self._items = {}
        # The model and not its invisible root: what is appended to that, the bindings for Python never let go of.
        path: list[QStandardItemModel | QStandardItem] = [self.all_rows]
        for entry in entries:
            item = QStandardItem(entry.name)
            item.setData(entry.key, KEY)
            item.setData(entry.unit, UNIT)
            item.setData(entry.is_group, GROUP)
            item.setToolTip(entry.tip or entry.name)
            if not entry.is_group:
                item.setCheckable(True)
                item.setCheckState(Qt.CheckState.Checked if entry.key in ticked else Qt.CheckState.Unchecked)
            del path[entry.depth + 1 :]
            path[-1].appendRow(item)
            path.append(item)
            self._items[entry.key] = item
        for key in unfolded & self._items.keys():
            self.setExpanded(self.index_of(key), True)

    def show_ticked(self, keys: Sequence[str]) -> None:
        """Show these ticked, and no others."""
        for key, item in self._items.items():
            if item.isCheckable():
                item.setCheckState(Qt.CheckState.Checked if key in keys else Qt.CheckState.Unchecked)

    def search(self, text: str) -> None:
        """Show only what has all these words in its name or in that of a group above it."""
        words = text.split()
        self.rows.setFilterRegularExpression("".join(f"(?=.*{_escaped(word)})" for word in words))
        self.expandAll() if words else self.collapseAll()

    def index_of(self, key: str) -> QModelIndex:
        """Where a row is; invalid where it is not, or does not match."""
        item = self._items.get(key)
        return self.rows.mapFromSource(self.all_rows.indexFromItem(item)) if item else QModelIndex()

    def press(self, index: QModelIndex | QPersistentModelIndex) -> None:
        """Tick a quantity or take its tick away, fold or unfold a group, as the user does."""
        if index.data(GROUP):
            self.setExpanded(index, not self.isExpanded(index))
            return
        ticked = Qt.CheckState(index.data(_CHECK)) is Qt.CheckState.Checked
        self.rows.setData(index, Qt.CheckState.Unchecked if ticked else Qt.CheckState.Checked, _CHECK)
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
    @override
    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        return False  # Qt would tick at the release what the tree ticks at the press

    @override
    def left_of(self, index: QModelIndex | QPersistentModelIndex) -> float:
        depth, above = 0, index.parent()
        while above.isValid():
            depth, above = depth + 1, above.parent()
        return EDGE + INDENT * depth

    @override
    def paint_entry(
        self,
        painter: QPainter,
        rect: QRectF,
        index: QModelIndex | QPersistentModelIndex,
        theme: Theme,
        look: tuple[bool, bool],
    ) -> None:
        x, is_group = self.left_of(index), bool(index.data(GROUP))
        if not is_group:
            ticked = Qt.CheckState(index.data(_CHECK)) is Qt.CheckState.Checked
            box = QRectF(x, rect.top() + (ROW - BOX) / 2, BOX, BOX)
            paint_box(
                painter, box, theme.accent if ticked else theme.field, theme.accent if ticked else theme.border, 3
            )
            if ticked:
                paint_icon(painter, "check", theme.on_accent, box.x() + 1, box.y() + 1, BOX - 2)
        x += BOX + 6
        unit = str(index.data(UNIT) or "")
        right = rect.right() - EDGE - text_width(unit, SMALL)
        ink = theme.accent_text if look[0] else theme.text if is_group else theme.text_second
        name = elided_name(str(index.data()), right - x - 6, SMALL)
        paint_text(painter, QRectF(x, rect.top(), right - x, ROW), name, ink, SMALL, 500 if is_group else 400)
        room = QRectF(right, rect.top(), rect.right() - EDGE - right, ROW)
        paint_text(painter, room, unit, theme.text_hint, SMALL, 400, RIGHT)


def _escaped(word: str) -> str:
    """A word as a regular expression that matches just it."""
    return "".join(c if c.isalnum() else f"\\{c}" if c.isascii() else c for c in word)
