"""How much memory undo may keep: of what was simulated before edits, the oldest is let go."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QUndoStack

from .session_state import Run, SessionState
from .undo import Change

MOST = 2**28
"""Bytes of recordings, and of what their simulations go on with, that undo keeps beside what is shown."""


def forget_oldest(stack: QUndoStack, shown: Run, most: int) -> int:
    """Let go what was simulated first, until the rest takes `most` bytes at most; how many runs were let go.

    The edits stay: undo brings back where the joints were, the settings and the materials, but has to simulate anew.
    """
    runs = [run for run in dict.fromkeys(_runs(stack)) if run is not shown and run.simulation is not None]
    sizes = [run.nbytes for run in runs]
    count, total = 0, sum(sizes)
    while total > most:
        runs[count].forget()
        total -= sizes[count]
        count += 1
    return count


def _runs(stack: QUndoStack) -> Iterator[Run]:
    """Of all states that undo and redo lead to, the oldest first."""
    for k in range(stack.count()):
        change = stack.command(k)
        if isinstance(change, Change):
            yield from (value.run for value in change.values if isinstance(value, SessionState))
