"""Runs that branch off from a recording: made by a thread, shown in its place, and the old run as a ghost beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np
from PySide6.QtCore import QObject, Signal

from torseur.sim.arrays import frozen
from torseur.sim.texts import tr
from torseur.ui.viewport.marks import Ghost, LegendRow, Overlays

from ..drawing.picture import Picture
from ..session.session import Session
from ..session.session_state import Run, SessionState
from ..sheet.answering import AnswerThreads, PageQuestions

if TYPE_CHECKING:
    from torseur.sim.simulation.recording.recording import Recording
    from torseur.sim.simulation.simulation import Simulation

GHOST = "#7B61C9"  # of the old run
LAYER = "branch"
TOGETHER = 50  # steps of a push between two looks at how far it is


@dataclass(frozen=True, eq=False, slots=True)
class Branch:
    """Where a run left another, and with what."""

    old: Recording
    index: int  # of the state of the old run
    words: tuple[str, ...]  # what was changed
    before: SessionState  # which dropping it brings back

    @property
    def t(self) -> float:
        """When it left [s]."""
        return float(self.old.t[self.index])


@dataclass(frozen=True, eq=False, slots=True)
class BranchState:
    """What there is of branches just now."""

    shown: Branch | None  # None: what is shown is none
    share: float | None  # of the push of one on its way that is done; None: none is on its way
    refused: tuple[tuple[str, ...], str]  # what was changed of one that there cannot be, and why, a sentence


class Branches(QObject):
    """Knows of each simulation whether it is a branch, so that undo and redo need no more than the session's."""

    changed = Signal()  # another is shown, or none, or how far one on its way is

    def __init__(self, session: Session, picture: Picture, threads: AnswerThreads, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._picture = session, picture
        self._known: WeakKeyDictionary[Simulation, Branch] = WeakKeyDictionary()
        self._begun: tuple[Branch, Callable[[], Iterator[_Pushed]]]  # the one on its way
        self._share: float | None = None  # of the push of one on its way that is done
        self._refused: tuple[tuple[str, ...], str] = (), ""
        self._questions = PageQuestions(threads, self)
        self._questions.answered.connect(self._look)
        session.snapshot_changed.connect(self._draw)
        session.recording_changed.connect(self._follow)

    @property
    def shown(self) -> Branch | None:
        """That which is shown; None: none is."""
        simulation = self._session.state.run.simulation
        return None if simulation is None else self._known.get(simulation)

    @property
    def state(self) -> BranchState:
        """What there is just now."""
        return BranchState(self.shown, self._share, self._refused)

    def start(self, changes: Mapping[str, Any], words: tuple[str, ...], push: float) -> None:
        """Go on from the state shown with `changes`, as `start_branch` takes them, whose wrench acts for a time [s]."""
        session = self._session
        assert session.recording is not None
        session.playback.pause()
        branch = Branch(session.recording, session.index, words, session.state)
        self._begun, self._refused = (branch, partial(_push, branch, changes, push)), ((), "")
        self._look()

    def drop(self) -> None:
        """Be at the old run again, at the time shown; can be undone."""
        branch = self.shown
        if branch is not None:
            session = self._session
            time = session.playback.time
            session.change(branch.before, tr("Drop the branch"))
            session.playback.seek(time)

    def _look(self) -> None:
        """How far the one on its way is; show it once it is pushed."""
        branch, pushed = self._begun
        answer = self._questions.ask_alone("branch", branch, pushed, fold=lambda _, found: found)
        self._share = answer.value[0] if answer.value else 0.0
        if not answer.late:
            self._share = None
            self._questions.forget()
            if answer.error:
                self._refused = branch.words, answer.error
            else:
                self._show(branch, answer.value[1])
        self.changed.emit()

    def _show(self, branch: Branch, simulation: Simulation) -> None:
        """Have the session go on with it."""
        session = self._session
        if session.recording is not branch.old:
            return  # something else was opened meanwhile
        before = branch.before
        simulation.run(0)  # its first state is recorded
        self._known[simulation] = branch
        document = before.document
        assert document is not None
        kind = "scene" if document.kind == "recording" else document.kind
        document = replace(document, kind=kind, scene=simulation.scene, recording=None)
        run = Run(before.run.target, len(simulation.recording) - 1, simulation)
        text = tr("Branch at {t:.4g} s", t=branch.t)
        session.change(SessionState(document, before.settings, before.q, run), text)
        session.playback.play()

    def _follow(self) -> None:
        self._refused = (), ""
        self._draw()
        self.changed.emit()

    def _draw(self) -> None:
        """The old run at the time shown."""
        branch, snapshot = self.shown, self._session.snapshot
        if branch is None or snapshot is None:
            self._picture.remove(LAYER)
            return
        from ..drawing.ghost_poses import ghost_poses

        old = branch.old
        end = float(old.t[-1])
        q = old.q[old.index_at(min(snapshot.t, end))]
        name = self.tr("Old run") if snapshot.t <= end else tr("Old run, where it ended at {t:.4g} s", t=end)
        ghost = Ghost(ghost_poses(old.scene.model, q), GHOST)
        self._picture.put(LAYER, Overlays(ghosts=(ghost,)), (LegendRow("ball", GHOST, name),))


_Pushed = tuple[float, "Simulation"]  # the share of the push that is done


def _push(branch: Branch, changes: Mapping[str, Any], push: float) -> Iterator[_Pushed]:
    """Begin a branch, and go through its push."""
    from torseur.sim.simulation.inspection.what_if.branch import start_branch
    from torseur.sim.simulation.running.control.command import Command

    simulation, steps = start_branch(branch.old, branch.index, **changes, push=push)
    if (target := branch.before.run.target) is not None:
        simulation.command(Command(frozen(np.array(target))))
    for k, share in enumerate(steps):
        if k % TOGETHER == 0:
            yield share, simulation
    yield 1.0, simulation
