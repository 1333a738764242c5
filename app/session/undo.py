"""What can be undone: a change from one value to another."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from PySide6.QtGui import QUndoCommand, QUndoStack
from typing_extensions import override

T = TypeVar("T")


class Change(QUndoCommand, Generic[T]):
    """From one value to another, each put in place by `apply`. Those of one key, one after the other, are one change."""

    def __init__(self, before: T, after: T, apply: Callable[[T], None], text: str, key: Hashable | None = None) -> None:
        super().__init__(text)
        self._before, self._after, self._apply = before, after, apply
        self.key = key  # such as of the moves of one drag; None: it stands by itself

    @property
    def values(self) -> tuple[T, T]:
        """Before and after."""
        return self._before, self._after

    def extend(self, later: Change[T]) -> None:
        """Lead to where a later change leads."""
        self._after = later._after

    @override
    def undo(self) -> None:
        self._apply(self._before)

    @override
    def redo(self) -> None:
        self._apply(self._after)


def push(stack: QUndoStack, change: Change[T]) -> None:
    """Make a change, which undo takes back; together with the one before it, if both have the same key.

    Qt's own merging is not used: its bindings for Python never let go of a command that was merged, nor of what it leads to.
    """
    top = stack.command(stack.count() - 1) if stack.index() == stack.count() > 0 else None
    if isinstance(top, Change) and change.key is not None and top.key == change.key:
        change.redo()
        top.extend(change)
    else:
        stack.push(change)
