"""Saving with its progress on the terminal, until it is done or given up."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from torseur.sim.texts import tr

from ..documents.written_pieces import Pieces

FIRST = 0.3  # [s] after which it is told
_AGAIN, _ON_TERMINAL = 10.0, 0.2  # [s] until it is told again: as another line, and in its place


def saved(pieces: Pieces, path: Path, is_given_up: Callable[[], bool]) -> bool:
    """Write a file, and tell stderr how far it is where that takes longer; False: it was given up, and nothing is written.

    Raises what the pieces raise.
    """
    terminal = sys.stderr.isatty()
    begin, end = ("\r", "\x1b[K") if terminal else ("", "\n")
    due = time.monotonic() + FIRST
    told = False
    with closing(pieces):
        for done, total in pieces:
            if is_given_up():
                return False
            if time.monotonic() >= due:
                due, told = time.monotonic() + (_ON_TERMINAL if terminal else _AGAIN), True
                text = tr(
                    "saving {name}: {done} of {total} ({share:.0%}); Ctrl+C gives it up",
                    name=path.name,
                    done=done,
                    total=total,
                    share=done / max(total, 1),
                )
                sys.stderr.write(f"{begin}torseur: {text}{end}")
                sys.stderr.flush()
    if told and terminal:
        sys.stderr.write(begin + end)
    return True
