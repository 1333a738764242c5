"""Rows of a tree as Qt's tree views read them, whatever their depth: one pass, nothing recursive; and how they are painted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QFrame, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView
from typing_extensions import override

from ..look.icons import paint_icon
from ..look.paint_row import paint_row_background
from ..look.style import current_theme
from ..look.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
CHEVRON = 12


class RowEntry(Protocol):
    """What every row has."""

    @property
    def key(self) -> str:
        """Told apart by this."""

    @property
    def name(self) -> str:
        """As it is read."""

    @property
    def depth(self) -> int:
        """How many rows it hangs from."""


E = TypeVar("E", bound=RowEntry)


class TreeRows(QAbstractItemModel, Generic[E]):
    """Entries, a tree; where words are looked for, those that match and the rows above them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.entries: tuple[E, ...] = ()
        self.words: tuple[str, ...] = ()
        self._at: dict[str, int] = {}  # entry of a key
        self._above: list[int] = []  # for each entry, that it hangs from; -1: none
        self._below: dict[int, list[int]] = {-1: []}  # entries that hang from an entry
        self._place: dict[int, int] = {}  # of an entry among those beside it

    def show_entries(self, entries: Sequence[E]) -> None:
        """Show a tree, given row by row from the root."""
        self.beginResetModel()
        self.entries = tuple(entries)
        self._at = {entry.key: i for i, entry in enumerate(self.entries)}
        self._find_families()
        self.endResetModel()

    def search(self, text: str) -> None:
        """Show only rows that have all these words; all rows without words."""
        self.beginResetModel()
        self.words = tuple(text.casefold().split())
        self._find_families()
        self.endResetModel()

    def entry(self, index: Index) -> E:
        """What is in a row."""
        return self.entries[index.internalId()]

    def index_of(self, key: str) -> QModelIndex:
        """Where an entry is; invalid where it is not, or does not match."""
        i = self._at.get(key, -1)
        return self.createIndex(self._place[i], 0, i) if i in self._place else QModelIndex()

    @override
    def index(self, row: int, column: int, parent: Index = _NOWHERE) -> QModelIndex:
        beside = self._below.get(parent.internalId() if parent.isValid() else -1, [])
        return self.createIndex(row, column, beside[row]) if 0 <= row < len(beside) and column == 0 else QModelIndex()

    @override
    def parent(self, index: Index | None = None) -> Any:
        """The row that a row hangs from; without a row, what owns the model."""
        if index is None:
            return super().parent()
        above = self._above[index.internalId()] if index.isValid() else -1
        return QModelIndex() if above < 0 else self.createIndex(self._place[above], 0, above)

    @override
    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return len(self._below.get(parent.internalId() if parent.isValid() else -1, []))

    @override
    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 1

    def shown(self) -> Sequence[int]:
        """Entries that are shown for the words that are looked for, from above."""
        if not self.words:
            return range(len(self.entries))
        path: list[int] = []
        shown: set[int] = set()
        for i, entry in enumerate(self.entries):
            while path and self.entries[path[-1]].depth >= entry.depth:
                path.pop()
            path.append(i)
            names = " ".join(self.entries[k].name for k in path).casefold()
            if all(word in names for word in self.words):
                shown.update(path)
        return sorted(shown)

    def depth(self, entry: E) -> int:
        """How deep an entry stands in what is shown."""
        return entry.depth

    def _find_families(self) -> None:
        self._above, self._below, self._place = [-1] * len(self.entries), {-1: []}, {}
        path: list[int] = []
        for i in self.shown():
            while path and self.depth(self.entries[path[-1]]) >= self.depth(self.entries[i]):
                path.pop()
            above = path[-1] if path else -1
            beside = self._below.setdefault(above, [])
            self._above[i], self._place[i] = above, len(beside)
            beside.append(i)
            path.append(i)


class TreeRowDelegate(QStyledItemDelegate):
    """Paints the background of a row and the chevron of one that opens; `paint_entry` paints the rest."""

    def __init__(self, tree: QTreeView, row_height: int) -> None:
        super().__init__(tree)
        self._row_height = row_height

    def left_of(self, index: Index) -> float:
        """Where the chevron of a row is, from the left of the tree."""
        raise NotImplementedError

    def paint_entry(self, painter: QPainter, rect: QRectF, index: Index, theme: Theme, look: tuple[bool, bool]) -> None:
        """Paint what is right of `left_of`; `look`: whether the row is chosen, and whether the pointer is over it."""
        raise NotImplementedError

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, self._row_height)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, rect = current_theme(), QRectF(option.rect)
        painter.save()
        chosen, hovered = paint_row_background(painter, option, theme)
        if index.model().hasChildren(index):
            chevron = "chevron_down" if option.state & QStyle.StateFlag.State_Open else "chevron_right"
            ink = theme.text_second if chosen or hovered else theme.text_hint
            top = rect.top() + (self._row_height - CHEVRON) / 2
            paint_icon(painter, chevron, ink, self.left_of(index), top, CHEVRON)
        self.paint_entry(painter, rect, index, theme, (chosen, hovered))
        painter.restore()


def dress_tree(tree: QTreeView, name: str) -> None:
    """Have a tree of painted rows look and behave as all of them do; `name` is for screen readers."""
    tree.setHeaderHidden(True)
    tree.setIndentation(0)  # rows are indented as they are painted: no deeper than there is room
    tree.setRootIsDecorated(False)
    tree.setExpandsOnDoubleClick(False)
    tree.setUniformRowHeights(True)
    tree.setMouseTracking(True)
    tree.setFrameShape(QFrame.Shape.NoFrame)
    tree.setAccessibleName(name)
    tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    tree.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
