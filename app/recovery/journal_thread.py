"""The thread that keeps a session on the disk: the newest states of what is simulated twice a second, and what is open."""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from torseur.sim.errors import TorseurError
from torseur.sim.safe_write import safe_write
from torseur.sim.size_limits import MOST_IN_MEMORY
from torseur.sim.texts import tr

from ..background.threads import Deadline
from .session_file import KeptPlan, KeptSession, kept_plan, session_bytes
from .session_folder import SESSION

if TYPE_CHECKING:
    from torseur.sim.simulation.recording.journal import Journal
    from torseur.sim.simulation.recording.recording import Recording

    from ..trajectory.planning import UnsavedPlan

log = logging.getLogger("torseur.recovery")

PERIOD = 0.5  # [s] between two looks at what is new
BUDGET = 2**30
"""Bytes of a journal at most: hours of most scenes."""
ROOM = 2**29
"""Bytes that it leaves free on the disk."""
LAST = 1.0  # [s] for what is new, when it is closed and that is to stay
_HEARD = 0.1  # [s] of it, in which it ends between two pieces
_PIECE = 2**24  # bytes that are written before it looks whether the window closes


class JournalThread:
    """Follows one session. All methods may be called from the window's thread.

    What is simulated takes no more than `in_memory` bytes, as far as its journal has the rest: that is read from there.
    """

    def __init__(
        self, folder: Path, *, period: float = PERIOD, budget: int = BUDGET, room: int = ROOM, in_memory: int | None = None
    ) -> None:
        """in_memory : None: as much as a recording may take that is opened."""
        self._folder, self._period, self._budget, self._room = folder, period, budget, room
        self._in_memory = in_memory
        self._lock = threading.Condition()
        self._session: KeptSession | None = None
        self._recording: Recording | None = None
        self._plan: UnsavedPlan | None = None
        self._asked = self._done = 0  # how often `keep` was called, and which call's is on the disk
        self._closing = False  # at once
        self._last = False  # after one more look
        self._trouble: list[str] = []
        self._followed: Recording | None = None  # this and what follows is the thread's own
        self._journal: Journal | None = None  # of it; None: it could not be begun
        self._full = False  # the journal gets no more
        self._number = 0  # of files
        self._planned: UnsavedPlan | None = None  # what is in `_kept_plan`
        self._kept_plan: KeptPlan | None = None
        self._written = b""
        self._failing: set[str] = set()  # what was told, and does not work yet
        self._kept_states = 0
        self._thread = threading.Thread(target=self._run, name="journal")
        self._thread.start()

    def keep(self, session: KeptSession | None, recording: Recording | None, plan: UnsavedPlan | None = None) -> int:
        """Keep this from now on: what is open, what was simulated of it, what is planned. Returns what `has_kept` knows it by."""
        with self._lock:
            self._session, self._recording, self._plan = session, recording, plan
            self._asked += 1
            return self._asked

    def has_kept(self, asked: int) -> bool:
        """Whether what was to be kept then, or later, is on the disk whole."""
        with self._lock:
            return self._done >= asked

    def has(self, recording: Recording | None, states: int) -> bool:
        """Whether the first states of a recording are on the disk."""
        with self._lock:
            journal = self._journal
            return journal is not None and journal.recording is recording and self._kept_states >= states

    def troubles(self) -> list[str]:
        """What could not be kept, a sentence each; each is told once."""
        with self._lock:
            told, self._trouble = self._trouble, []
            return told

    @property
    def has_room(self) -> bool:
        """Whether the disk has more free than a journal leaves there."""
        try:
            return shutil.disk_usage(self._folder).free > self._room
        except OSError:
            return False

    @property
    def works(self) -> bool:
        """Whether all that it was given lately could be kept."""
        with self._lock:
            return not self._failing and not self._full

    def close(self, patience: float = LAST, *, keep: bool = False) -> None:
        """End the thread and wait for it, so long [s] at most; what it kept stays, and with `keep` it keeps what is new first."""
        end = Deadline(patience)
        with self._lock:
            self._closing, self._last = not keep, keep
            self._lock.notify()
        self._thread.join(end.left(_HEARD))
        self._closing = True
        self._thread.join(end.left())

    def _run(self) -> None:
        last = False
        while not last:
            with self._lock:
                if not self._closing and not self._last:
                    self._lock.wait(self._period)
                if self._closing:
                    break
                last = self._last
                session, recording, plan, asked = self._session, self._recording, self._plan, self._asked
            before = self._journal
            self._try("journal", partial(self._follow, recording))
            self._try("plan", partial(self._write_plan, plan))
            self._try("session", partial(self._write, session))
            if before is not None and before is not self._journal:  # the session's file does not name it any more
                before.path.unlink(missing_ok=True)
            self._try("plans of before", self._forget_plans)
            if not self._failing and not self._full:
                with self._lock:
                    self._done = asked
        self._leave()

    def _try(self, what: str, keep: Callable[[], None]) -> None:
        """Do a part, and tell once if it cannot be done: it must not end what is simulated."""
        try:
            keep()
            self._failing.discard(what)
        except (TorseurError, OSError, MemoryError) as error:
            log.warning("the %s could not be kept: %s", what, error)
            if what not in self._failing:
                self._failing.add(what)
                with self._lock:
                    self._trouble.append(str(error) or type(error).__name__)

    def _follow(self, recording: Recording | None) -> None:
        """Write the states that are new of this recording."""
        if recording is not self._followed:
            self._begin(recording)
        journal = self._journal
        if journal is None or self._full or journal.states == len(journal.recording):
            return
        self._full = True  # until it turns out otherwise
        room = shutil.disk_usage(self._folder).free - self._room
        limit = min(self._budget, journal.size + max(room, 0))
        while (more := journal.append(min(limit, journal.size + _PIECE))) and journal.size < limit and not self._closing:
            pass
        with self._lock:
            self._kept_states = journal.states
        if more and not self._closing:
            if limit == self._budget:
                text = tr(
                    "the journal has used its {size:.3g} MB; what was simulated to t = {t:.6g} s is in it",
                    size=self._budget / 1e6,
                    t=journal.t,
                )
            else:
                text = tr(
                    "the journal has used what the disk may be filled with; what was simulated to t = {t:.6g} s is in it",
                    t=journal.t,
                )
            raise TorseurError(text)
        self._full = False

    def _begin(self, recording: Recording | None) -> None:
        """Follow another recording, or none."""
        from torseur.sim.simulation.recording.journal import Journal

        self._leave()
        self._followed = recording
        with self._lock:
            self._journal, self._full, self._kept_states = None, False, 0
        if recording is not None:
            self._number += 1
            most = MOST_IN_MEMORY if self._in_memory is None else self._in_memory
            journal = Journal(recording, self._folder / f"run-{self._number}.mcap", in_memory=most)
            with self._lock:
                self._journal = journal

    def _leave(self) -> None:
        if self._journal is not None:
            self._journal.close()

    def _write_plan(self, unsaved: UnsavedPlan | None) -> None:
        """Write a plan, if it is another, into a file of its own: the session's names the one before until then."""
        if unsaved is None:
            self._planned = self._kept_plan = None
            return
        before, name = self._planned, "" if self._kept_plan is None else self._kept_plan.file
        if before is not None and (before.task, before.plan, before.is_older) == (unsaved.task, unsaved.plan, unsaved.is_older):
            return
        if unsaved.plan is None:
            name = ""
        elif before is None or before.plan is not unsaved.plan:
            from torseur.sim.trajectory.files.plan_archive import archive_bytes

            self._number += 1
            name = f"plan-{self._number}.npz"
            with safe_write(self._folder / name, "plan") as stream:
                stream.write(archive_bytes(unsaved.plan, ""))
        self._planned, self._kept_plan = unsaved, kept_plan(unsaved, name)

    def _forget_plans(self) -> None:
        """Delete those that the session's file does not name any more."""
        now = "" if self._kept_plan is None else self._kept_plan.file
        for path in self._folder.glob("plan-*.npz"):
            if path.name != now and path.name.encode() not in self._written:
                path.unlink(missing_ok=True)

    def _write(self, session: KeptSession | None) -> None:
        """Write the session's file, if it is another."""
        journal = "" if self._journal is None else self._journal.path.name
        data = b"" if session is None else session_bytes(replace(session, journal=journal, plan=self._kept_plan))
        if data == self._written:
            return
        path = self._folder / SESSION
        if data:
            with safe_write(path, "session") as stream:
                stream.write(data)
        else:
            path.unlink(missing_ok=True)
        self._written = data
