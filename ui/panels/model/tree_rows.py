"""The rows of the model tree that can be seen: a flat list, whatever the depth, so that chains of thousands stay light."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt
from typing_extensions import override

from .values import TreeEntry


class TreeRows(QAbstractListModel):
    """Entries, less what is folded away or does not match the words looked for. One pass, nothing recursive."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.entries: tuple[TreeEntry, ...] = ()
        self.visible: list[int] = []  # indices of entries, row by row
        self.hidden: set[str] = set()  # names of bodies whose eye is shut
        self.folded: set[str] = set()  # keys
        self.words: tuple[str, ...] = ()
        self._ends: list[int] = []  # for each entry, the first one after its subtree
        self._above: list[int] = []  # for each entry, that it hangs from; -1: none
        self._at: dict[str, int] = {}
        self._row: dict[int, int] = {}

    def show_entries(self, entries: Sequence[TreeEntry]) -> None:
        """Show these; folds stay where their rows do."""
        self.beginResetModel()
        self.entries = tuple(entries)
        self._at = {entry.key: i for i, entry in enumerate(self.entries)}
        self._find_families()
        self.folded &= set(self._at)
        self.hidden &= {entry.body for entry in self.entries if entry.kind == "body"}
        self._select_rows()
        self.endResetModel()

    def search(self, text: str) -> None:
        """Show only rows with all these words in name or note; all rows without words."""
        words = tuple(text.casefold().split())
        if words != self.words:
            self.beginResetModel()
            self.words = words
            self._select_rows()
            self.endResetModel()

    def fold(self, key: str, folded: bool) -> None:
        """Fold or unfold a row."""
        self.beginResetModel()
        (self.folded.add if folded else self.folded.discard)(key)
        self._select_rows()
        self.endResetModel()

    def reveal(self, key: str) -> int:
        """Unfold what hides a row; the row it is in, or -1."""
        index = self._at.get(key, -1)
        above = [self.entries[i].key for i in self._ancestors(index)]
        if index >= 0 and not self.words and self.folded.intersection(above):
            self.beginResetModel()
            self.folded.difference_update(above)
            self._select_rows()
            self.endResetModel()
        return self._row.get(index, -1)

    def entry(self, row: int) -> TreeEntry:
        """What is in a row."""
        return self.entries[self.visible[row]]

    def row_of(self, key: str) -> int:
        """Where an entry is seen, or -1."""
        return self._row.get(self._at.get(key, -1), -1)

    def has_children(self, row: int) -> bool:
        """Whether a row can be folded."""
        index = self.visible[row]
        return not self.words and self._ends[index] > index + 1

    def parent_row(self, row: int) -> int:
        """The row that a row hangs from, or -1."""
        return self._row.get(self._above[self.visible[row]], -1)

    @override
    def rowCount(self, parent: QModelIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.visible)

    @override
    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            entry = self.entry(index.row())
            return f"{entry.name}, {entry.note}" if entry.note else entry.name
        return None

    def _find_families(self) -> None:
        count = len(self.entries)
        self._ends, self._above = [count] * count, [-1] * count
        path: list[int] = []
        for i, entry in enumerate(self.entries):
            while path and self.entries[path[-1]].depth >= entry.depth:
                self._ends[path.pop()] = i
            self._above[i] = path[-1] if path else -1
            path.append(i)

    def _ancestors(self, index: int) -> list[int]:
        found = []
        while index >= 0 and (index := self._above[index]) >= 0:
            found.append(index)
        return found

    def _select_rows(self) -> None:
        self.visible, i = [], 0
        if self.words:
            self.visible = [i for i, entry in enumerate(self.entries) if self._matches(entry)]
        while not self.words and i < len(self.entries):
            self.visible.append(i)
            i = self._ends[i] if self.entries[i].key in self.folded else i + 1
        self._row = {index: row for row, index in enumerate(self.visible)}

    def _matches(self, entry: TreeEntry) -> bool:
        text = f"{entry.key} {entry.note}".casefold()
        return all(word in text for word in self.words)
