"""What can be undone: a change from one value to another."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from PySide6.QtGui import QUndoCommand, QUndoStack
from typing_extensions import override

from torseur.sim.texts import translated_anew

T = TypeVar("T")


class Change(QUndoCommand, Generic[T]):
    """From one value to another, each put in place by `apply`. Those of one key, one after the other, are one change."""

    def __init__(self, before: T, after: T, apply: Callable[[T], None], text: str, key: Hashable | None = None) -> None:
        super().__init__(text)
        self._text = text  # Qt's has forgotten what it was made of
        self._before, self._after, self._apply = before, after, apply
        self.key = key  # such as of the moves of one drag; None: it stands by itself
        self.is_done = False  # what it leads to is there already, while it comes onto a stack that is taken over

    def passed_on(self, apply: Callable[[T], None]) -> Change[T]:
        """The same, put in place by another, such as of a window in another language that takes the place of this one."""
        return Change(self._before, self._after, apply, translated_anew(self._text), self.key)

    @property
    def applier(self) -> Callable[[T], None]:
        """Who puts a value in place."""
        return self._apply

    @property
    def values(self) -> tuple[T, T]:
        """Before and after."""
        return self._before, self._after

    def extend(self, later: Change[T]) -> None:
        """Lead to where a later change leads."""
        self._after = later._after

    @override
    def undo(self) -> None:
        if not self.is_done:
            self._apply(self._before)

    @override
    def redo(self) -> None:
        if not self.is_done:
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


def pass_on(
    before: QUndoStack, after: QUndoStack, applier_of: Callable[[Callable[[Any], None]], Callable[[Any], None]]
) -> None:
    """Have all changes of one stack on another, done and undone as there; nothing is put in place by that."""
    changes = [change for k in range(before.count()) if isinstance(change := before.command(k), Change)]
    after.clear()
    passed = [change.passed_on(applier_of(change.applier)) for change in changes]
    for change in passed:
        change.is_done = True
        after.push(change)
    after.setIndex(before.index())
    for change in passed:
        change.is_done = False
