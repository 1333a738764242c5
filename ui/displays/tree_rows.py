"""Rows of a tree as Qt's tree views read them, whatever their depth: one pass, nothing recursive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex
from typing_extensions import override

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class TreeEntry(Protocol):
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


E = TypeVar("E", bound=TreeEntry)


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
