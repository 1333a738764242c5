"""Starting with as little as there can be: where it is asked for, and after starts that failed.

A start is marked by a file until its window stood for some seconds; the lock on it goes with the process. A mark that stands
and is not locked is of a start that failed.
"""

from __future__ import annotations

import fcntl
import logging
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from types import TracebackType
from typing import IO

from platformdirs import user_state_path

from torseur.sim.errors import TorseurError
from torseur.sim.texts import tr

STOOD = 3000  # [ms] that the first picture stands until a start is a good one
MOST_FAILED = 2  # starts in a row, until one is made in safe mode
log = logging.getLogger("torseur.start")


class StartMark:
    """That a start is under way. Use it in a `with` statement around the start and the run."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or user_state_path("torseur", appauthor=False) / "starts"
        self._path = self._folder / f"start-{token_hex(8)}"  # no number of a process: in a container each start has the same
        self._file: IO[bytes] | None = None

    @property
    def failed(self) -> int:
        """How many starts failed since one was good."""
        return sum(1 for _ in self._dead())

    def stood(self) -> None:
        """The window stood long enough: what failed before is forgotten."""
        for mark in [*self._dead()]:
            mark.unlink(missing_ok=True)
        self.remove()

    def __enter__(self) -> StartMark:
        """Set the mark; without a folder for it there is none, and no start counts as failed."""
        hidden = self._folder / f".{token_hex(8)}"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._file = hidden.open("xb")
            fcntl.flock(self._file, fcntl.LOCK_EX)
            hidden.rename(self._path)  # never seen without its lock
        except OSError as error:
            log.warning("%s: a start that fails is not noticed: %s", self._folder, error.strerror)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """It ended in good order, or with a sentence for the user: no failed start. Anything else is one."""
        if error is None or isinstance(error, TorseurError | SystemExit | KeyboardInterrupt):
            self.remove()
        elif self._file is not None:
            self._file.close()  # and the mark stays

    def remove(self) -> None:
        """The start ended in good order, or was given up."""
        if self._file is not None:
            self._path.unlink(missing_ok=True)
            self._file.close()
            self._file = None

    def _dead(self) -> Iterator[Path]:
        for path in self._folder.glob("start-*"):
            if self._file is not None and path == self._path:
                continue
            with suppress(OSError), path.open("rb") as mark:  # locked: that start is under way; or gone by now
                fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
                yield path


@dataclass(frozen=True, slots=True)
class SafeMode:
    """A start without what may be the reason that others failed."""

    reason: str  # a sentence
    not_opened: str = ""  # what was asked for, and is left out

    @property
    def left_out(self) -> str:
        """What is left out, as a sentence."""
        if self.not_opened:
            return tr(
                "Left out are your settings and layout (their file stays as it is, and nothing is written to it), high quality "
                "and, where Mesa draws, the graphics card, and “{name}”, which File > Open opens. The next start is as usual.",
                name=self.not_opened,
            )
        return tr(
            "Left out are your settings and layout (their file stays as it is, and nothing is written to it), high quality and, "
            "where Mesa draws, the graphics card. The next start is as usual."
        )

    def prepare(self) -> None:
        """Before any window is made: have Mesa draw by the processor."""
        os.environ["LIBGL_ALWAYS_SOFTWARE"] = "1"


def safe_mode(asked: bool, failed: int, what: str | None) -> SafeMode | None:
    """The mode to start in; None: as usual. What is asked for together with safe mode is opened."""
    if asked:
        return SafeMode(tr("Safe mode, as was asked for."))
    if failed < MOST_FAILED:
        return None
    return SafeMode(tr("Safe mode: the last {count} starts ended before the window stood.", count=failed), what or "")
