"""What can be undone: a change from one value to another."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from PySide6.QtGui import QUndoCommand
from typing_extensions import override

T = TypeVar("T")


class Change(QUndoCommand, Generic[T]):
    """From one value to another, each put in place by `apply`. Those of one key, one after the other, are one change."""

    def __init__(self, before: T, after: T, apply: Callable[[T], None], text: str, key: Hashable | None = None) -> None:
        super().__init__(text)
        self._before, self._after, self._apply = before, after, apply
        self.key = key  # such as of the moves of one drag; None: it stands by itself

    @override
    def id(self) -> int:
        return 1 if self.key is not None else -1

    @override
    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, Change) or other.key != self.key:
            return False
        self._after = other._after
        return True

    @override
    def undo(self) -> None:
        self._apply(self._before)

    @override
    def redo(self) -> None:
        self._apply(self._after)
