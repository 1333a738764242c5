"""The rows of the model tree as Qt's tree views read them, whatever their depth: one pass, nothing recursive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from .values import TreeEntry

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class TreeRows(QAbstractItemModel):
    """Entries, a tree; where words are looked for, a flat list of those that match."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.entries: tuple[TreeEntry, ...] = ()
        self.hidden: set[str] = set()  # names of bodies whose eye is shut
        self.words: tuple[str, ...] = ()
        self._at: dict[str, int] = {}  # entry of a key
        self._above: list[int] = []  # for each entry, that it hangs from; -1: none
        self._below: dict[int, list[int]] = {-1: []}  # entries that hang from an entry
        self._place: dict[int, int] = {}  # of an entry among those beside it

    def show_entries(self, entries: Sequence[TreeEntry]) -> None:
        """Show a tree, given row by row from the root."""
        self.beginResetModel()
        self.entries = tuple(entries)
        self._at = {entry.key: i for i, entry in enumerate(self.entries)}
        self.hidden &= {entry.body for entry in self.entries if entry.kind == "body"}
        self._find_families()
        self.endResetModel()

    def search(self, text: str) -> None:
        """Show only rows with all these words in name or note; all rows without words."""
        self.beginResetModel()
        self.words = tuple(text.casefold().split())
        self._find_families()
        self.endResetModel()

    def entry(self, index: Index) -> TreeEntry:
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

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            entry = self.entry(index)
            return f"{entry.name}, {entry.note}" if entry.note else entry.name
        return None

    def _find_families(self) -> None:
        count = len(self.entries)
        self._above, self._below, self._place = [-1] * count, {-1: []}, {}
        path: list[int] = []
        for i, entry in enumerate(self.entries):
            if self.words and not self._matches(entry):
                continue
            while path and (self.words or self.entries[path[-1]].depth >= entry.depth):
                path.pop()
            above = path[-1] if path else -1
            beside = self._below.setdefault(above, [])
            self._above[i], self._place[i] = above, len(beside)
            beside.append(i)
            path.append(i)

    def _matches(self, entry: TreeEntry) -> bool:
        text = f"{entry.key} {entry.note}".casefold()
        return all(word in text for word in self.words)
