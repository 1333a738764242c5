"""The session: what is open, and what the user did to it.

A document is posed first: joints are where the user puts them. Once it is simulated there is a recording, and the cursor is
an instant of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QUndoStack

from torseur.sim.arrays import Array, frozen
from torseur.sim.compilation import POSING, PROBLEMS
from torseur.sim.errors import UnknownNameError
from torseur.sim.simulation.running.scene.scene import Scene
from torseur.sim.simulation.running.scene.settings import Settings
from torseur.sim.texts import tr

from ..background.freed_memory import give_back_freed_memory
from ..background.kernels import Kernels
from ..background.threads import begin_frame, end_frame
from ..documents.document import Document
from .contacts_shown import ContactsShown
from .default_frame import first_frame
from .playback import Playback
from .session_state import Run, SessionState, first_state
from .undo import Change, push
from .undo_budget import MOST, forget_oldest

if TYPE_CHECKING:
    from torseur.sim.analysis.ellipsoids.values import FrameReport
    from torseur.sim.contact.contacts import Contacts
    from torseur.sim.multibody.model.model import Model
    from torseur.sim.simulation.recording.recording import Recording
    from torseur.sim.simulation.recording.snapshot import Snapshot


class Session(QObject):
    """What the user does: opening, posing, settings; all but opening can be undone. Its `playback` has the clock."""

    document_changed = Signal()
    document_listed = Signal()  # after `document_changed`, which all who work with it have taken in: panels list what it has
    settings_changed = Signal()
    recording_changed = Signal()  # another one; not: it grew
    frame_changed = Signal()
    snapshot_changed = Signal()
    refused = Signal(str, str)  # a setting, or "material:" and its name; why it cannot be so
    drag_ended = Signal()  # a hand let go of a joint, a handle, a slider
    message = Signal(str, str, str)  # text, detail, tone: plain, good, warning, error
    message_over = Signal(str)  # a text of which it was told, and which no longer holds

    def __init__(self, kernels: Kernels, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.kernels = kernels
        self.playback = Playback(kernels, self)
        self.undo_stack = QUndoStack(self)
        self._told_of_budget = False  # that the oldest recordings of this document were let go
        self._contacts_shown = ContactsShown()
        self.frame = ""  # whose Jacobian is shown; empty: none
        self.rebuilding = False  # the document that changed is the same robot with other parameters: keep the view
        self.opened = 0  # documents so far; while it stays, another model is the same robot with other parameters
        self.dragging = False  # a hand holds a joint, a handle, a slider
        self._drags = 0  # counts them: moves of one are one edit
        self._painted = QTimer(self, singleShot=True, interval=0)  # after the events that paint, which are posted
        self._painted.timeout.connect(end_frame)
        self._painted.timeout.connect(self.playback.go_on)
        self.snapshot_changed.connect(begin_frame)  # before all who show it
        self.snapshot_changed.connect(self._painted.start)
        self.playback.snapshot_changed.connect(self.snapshot_changed)
        self.playback.recording_changed.connect(self.recording_changed)
        self.playback.message.connect(self.message)

    @property
    def state(self) -> SessionState:
        """What it is at, as undo knows it."""
        return self.playback.state

    @property
    def document(self) -> Document | None:
        """The document that is open; None: none."""
        return self.state.document

    @property
    def model(self) -> Model:
        """The model of everything in the scene."""
        model = self.state.model
        assert model is not None
        return model

    @property
    def settings(self) -> Settings:
        """How it is simulated."""
        return self.state.settings

    @property
    def recording(self) -> Recording | None:
        """What was simulated, or read from a file; None before there is a first state."""
        return self.state.recording

    @property
    def own_run(self) -> Recording | None:
        """What was simulated here, or recovered as a recording; None: nothing, or it was read from a file."""
        document, is_simulated = self.document, self.state.run.simulation is not None
        has_no_file = document is not None and document.kind == "recording" and not document.reference
        return self.recording if is_simulated or has_no_file else None

    @property
    def is_replay(self) -> bool:
        """Whether what is open is played and not simulated: a recording from a file, or a plan."""
        return self.state.is_replay

    @property
    def index(self) -> int:
        """Of the state shown, in the recording; -1: there is none."""
        return self.state.run.index

    @property
    def posing(self) -> bool:
        """Whether joints are put by hand: nothing is recorded yet."""
        return self.index < 0

    @property
    def snapshot(self) -> Snapshot | None:
        """The instant shown; None before something is open."""
        return self.playback.snapshot

    @property
    def contacts(self) -> Contacts | None:
        """The contacts of the instant shown, of the state that a simulation starts from too; None: nothing is open."""
        snapshot, recording = self.snapshot, self.recording
        if snapshot is None or recording is None or self.posing or not recording.problems.is_start(self.index):
            return None if snapshot is None else snapshot.contacts
        found = self.start_contacts()
        return snapshot.contacts if found is None else found

    def start_contacts(self) -> Contacts | None:
        """Those of the state that the simulation started from, by its accelerations; None: `no_contacts` says why."""
        recording = self.recording
        if self.no_kernels or recording is None or not len(recording) or not recording.problems.is_start(0):
            return None
        return self._contacts_shown.at_start(recording)

    @property
    def no_contacts(self) -> str:
        """Why no contacts are known of the state that the simulation started from, a sentence; empty: they are."""
        return self.no_kernels or ("" if self.start_contacts() is not None else self._contacts_shown.why)

    @property
    def no_kernels(self) -> str:
        """Why no contact problem can be set up just now, a sentence; empty: it can."""
        if self.playback.playing:
            return self.tr("Pause to see the contact problem of an instant.")
        return "" if self.kernels.has(PROBLEMS) else self.tr("Its kernels are still being compiled.")

    @property
    def q(self) -> Array:
        """The configuration shown (nq,)."""
        return self.snapshot.q if self.snapshot is not None else self.state.q

    @property
    def solver_name(self) -> str:
        """What solves the contact problems: the chosen solver, or in the hybrid scheme its own."""
        return self.tr("dense Newton") if self.settings.scheme == "hybrid" else self.settings.solver

    # Opening

    def show_document(
        self,
        document: Document,
        q: Array | None = None,
        settings: Settings | None = None,
        frame: str = "",
        *,
        run: Run | None = None,
        keep_undo: bool = False,
    ) -> None:
        """Show a document that is already read. Not its own, if they are given: start q (nq,), settings, chosen frame.

        run       : what was simulated of it from q already
        keep_undo : what was done can still be undone, as it was not done to the document that was shown before
        """
        for show in self._showing(first_state(document, q, settings, run), document.scene, frame, keep_undo):
            show()

    def showing(self, document: Document) -> tuple[Callable[[], object], ...]:
        """What shows a document, to be called in this order: nothing of the one before is of use from the first call on."""
        return self._showing(first_state(document), document.scene)

    def _showing(
        self, state: SessionState, scene: Scene, frame: str = "", keep_undo: bool = False
    ) -> tuple[Callable[[], object], ...]:
        opens = partial(self._open, state, scene, frame, keep_undo)
        return opens, self.frame_changed.emit, self.document_listed.emit, self._tell_rest

    def _open(self, state: SessionState, scene: Scene, frame: str, keep_undo: bool) -> None:
        if not keep_undo:
            self.undo_stack.clear()
            self._told_of_budget = False
            QTimer.singleShot(0, self, give_back_freed_memory)
        self.playback.pause()  # which shows the last state of what was open, with its own frame
        self.opened += 1
        self.frame = frame or first_frame(scene)
        self.dragging = False
        self.playback.open(state, scene.duration)
        self.document_changed.emit()

    def _tell_rest(self) -> None:
        """Tell what else is another with the document."""
        self.settings_changed.emit()
        self.recording_changed.emit()
        self.snapshot_changed.emit()

    def take_over(self, other: Session) -> None:
        """Be at what another session is at, which rests and is left: the same document, states, clock and frame."""
        document = other.document
        if document is not None:
            for show in self._showing(other.state, document.scene, other.frame):
                show()
            self.opened = other.opened
            self.playback.take_over(other.playback)

    def show_plan(self, document: Document) -> None:
        """Show another plan in the place of the one that is open, at the same time; what was done stays to be undone."""
        time, playing, recording = self.playback.time, self.playback.playing, document.recording
        index = -1 if recording is None else recording.index_at(time)
        start = frozen(np.array(document.scene.initial.q))
        self._show_state(SessionState(document, document.scene.settings, start, Run(None, index)))
        if playing:
            self.playback.play()

    def rename_document(self, name: str, reference: str) -> None:
        """Know what is open by another name: it was saved there."""
        document = self.document
        assert document is not None
        self.playback.set_state(replace(self.state, document=replace(document, name=name, reference=reference)))

    # Posing and driving

    def move_joint(self, name: str, value: float) -> None:
        """Put a joint where the user wants it, or let its controller bring it there while the simulation runs."""
        place, in_v = self.model.joint_slices()[name]
        self.dragging = True
        if self.playback.live and self._is_controlled(in_v):
            target = self._target()
            target[place] = value
            self.playback.drive(target)
            return
        q = np.array(self.q)
        q[place] = value
        self.pose(q, tr("Move {joint}", joint=name), joint=name)

    def drive(self, q: Array, text: str) -> None:
        """Move several joints at once: their controllers bring them there while the simulation runs, else they are put."""
        moved = np.flatnonzero(np.asarray(q) != self.q)
        slices = self.model.joint_slices().values()
        driven = all(self._is_controlled(v) for place, v in slices if np.any((moved >= place.start) & (moved < place.stop)))
        if self.playback.live and driven:
            target = self._target()
            target[moved] = np.asarray(q)[moved]
            self.playback.drive(target)
        else:
            self.pose(q, text)

    def pose(self, q: Array, text: str, joint: str = "") -> None:
        """Put everything into a configuration; can be undone. Moves of one joint in one drag are one edit."""
        if self.is_replay:
            told = (self.tr("A recording is not edited."), self.tr("Open its scene to move joints and simulate anew."))
            if self.document is not None and self.document.task is not None:
                told = (self.tr("A plan is not edited by hand."), self.tr("Its start and goal are numbers of the dock Task."))
            self.message.emit(*told, "plain")
            self.snapshot_changed.emit()
            return
        self.dragging = bool(joint)
        self.playback.pause()
        if np.array_equal(q, self.q) and self.posing:
            return
        if not self.posing:
            self.message.emit(self.tr("A new start from this pose."), self.tr("Ctrl+Z brings the recording back."), "plain")
        q = frozen(np.array(q))
        target = q if self.document is not None and self.document.kind == "robot" else self.state.run.target
        key = (joint, self._drags) if joint else None
        self.change(replace(self.state, q=q, run=Run(target)), text, key)

    def end_drag(self) -> None:
        """The next move is another edit."""
        self._drags += 1
        self.dragging = False
        self.drag_ended.emit()

    def cancel_drag(self, joint: str) -> None:
        """Undo the moves of the drag of a joint that goes on, as if they had never been."""
        stack = self.undo_stack
        last = stack.command(stack.index() - 1) if stack.index() else None
        if isinstance(last, Change) and last.key == (joint, self._drags):
            last.undo()
            last.setObsolete(True)
            stack.undo()  # which takes what is obsolete off the stack

    def set_frame(self, name: str) -> None:
        """Show the Jacobian of another frame."""
        if name and name not in self.model.frame_names:
            raise UnknownNameError("frame", name, self.model.frame_names)
        self.frame = name
        self.frame_changed.emit()
        self.snapshot_changed.emit()

    def choose_frame(self, name: str) -> None:
        """The same by a list of the window, which for a turn more has the frames of the document before: nothing of those."""
        if name in self.model.frame_names:
            self.set_frame(name)

    def reset(self) -> None:
        """Forget the recording and put everything back to where it started from; can be undone."""
        self.playback.pause()
        if self.recording is not None and not self.is_replay:
            self.change(replace(self.state, run=Run(self.state.run.target)), tr("Reset"))
        elif self.is_replay:
            self.playback.to_start()
        elif self.document is not None:
            self.pose(self.document.scene.initial.q, tr("Reset"))

    def report(self) -> FrameReport | None:
        """Pose, Jacobian and ellipsoids of the chosen frame, once the kernels are there."""
        if not self.frame or self.snapshot is None or not self.kernels.has(POSING):
            return None
        from torseur.sim.analysis.ellipsoids.frame_report import frame_report

        return frame_report(self.model, self.snapshot.q, self.frame)

    # Undo

    def change(self, after: SessionState, text: str, key: tuple[str, int] | None = None) -> None:
        """Be at another state from now on; can be undone. Changes of one key, one after the other, are one."""
        push(self.undo_stack, Change(self.state, after, self._show_state, text, key))
        if not forget_oldest(self.undo_stack, self.state.run, MOST):
            return
        QTimer.singleShot(0, self, give_back_freed_memory)
        if not self._told_of_budget:
            self._told_of_budget = True
            self.message.emit(
                self.tr("The oldest recordings that undo kept are let go."),
                self.tr("Undo keeps {mb} MB of them. Older edits are still undone; what ran then is simulated anew.").format(
                    mb=MOST >> 20
                ),
                "plain",
            )

    def _show_state(self, state: SessionState) -> None:
        self.playback.pause()
        before = self.state
        state = replace(state, document=_with_name_of(before.document, state.document))
        if state.run.forgotten and state.run.simulation is None:
            self.message.emit(self.tr("What was simulated here was let go."), self.tr("Play simulates it anew."), "plain")
        self.playback.set_state(state)
        if state.run is not before.run:
            before.run.rest()
        if state.model is not before.model:
            self._show_rebuilt()
        if state.settings != before.settings or state.document is not before.document:
            self.settings_changed.emit()
        if state.recording is not before.recording:
            self.recording_changed.emit()
        self.snapshot_changed.emit()

    def _show_rebuilt(self) -> None:
        """Tell that the document is the same robot with other parameters."""
        document = self.document
        if document is not None and self.frame not in self.model.frame_names:
            self.frame = first_frame(document.scene)
        self.rebuilding = True
        self.document_changed.emit()
        self.document_listed.emit()
        self.rebuilding = False
        self.frame_changed.emit()

    def _is_controlled(self, in_v: slice) -> bool:
        assert self.document is not None
        return bool(np.any((self.document.scene.control.stiffness + self.document.scene.control.inverse_stiffness)[in_v] > 0.0))

    def _target(self) -> Array:
        """Where controlled joints are told to go, to be changed."""
        assert self.document is not None
        target = self.state.run.target
        return np.array(self.document.scene.control.q_target if target is None else target)


def _with_name_of(now: Document | None, document: Document | None) -> Document | None:
    """A document as it was before an edit or after, by the name it has now: it may have been saved since."""
    if now is None or document is None or now.reference == document.reference:
        return document
    return replace(document, name=now.name, reference=now.reference)
