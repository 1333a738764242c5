"""What a session is at: what is open, where it starts, how it is simulated, and what was simulated from there."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.arrays import Array, frozen
from torseur.sim.contact.contacts import Contacts
from torseur.sim.multibody.model.model import Model
from torseur.sim.simulation.recording.snapshot import Snapshot
from torseur.sim.simulation.running.scene.scene import Scene
from torseur.sim.simulation.running.scene.settings import Settings

from ..documents.document import Document

if TYPE_CHECKING:
    from torseur.sim.simulation.recording.recording import Recording
    from torseur.sim.simulation.simulation import Simulation


@dataclass(eq=False, slots=True)
class Run:
    """What was simulated from a state, and how far one looks into it: it goes on while the state stays."""

    target: Array | None = None  # (nq,) where the user wants controlled joints to go; None: what the scene says
    index: int = -1  # of the state shown, in the recording; -1: there is none, joints are being posed
    simulation: Simulation | None = None  # None: nothing yet, or a recording from a file
    forgotten: bool = False  # what was simulated was let go, as undo kept too much

    @property
    def nbytes(self) -> int:
        """Memory that what was simulated takes."""
        return 0 if self.simulation is None else self.simulation.nbytes

    def rest(self) -> None:
        """Give back memory that only a run needs."""
        if self.simulation is not None:
            self.simulation.rest()

    def forget(self) -> None:
        """Keep nothing of what was simulated."""
        self.simulation, self.index, self.forgotten = None, -1, True


@dataclass(frozen=True, eq=False, slots=True)
class SessionState:
    """What an edit changes, and undo brings back together with what was simulated from there."""

    document: Document | None = None  # with the materials and the table that it has now
    settings: Settings = field(default_factory=Settings)
    q: Array = field(default_factory=lambda: frozen(np.zeros(0)))  # (nq,) the start: where the joints were put
    run: Run = field(default_factory=Run)

    @property
    def model(self) -> Model | None:
        """The model of everything in the scene."""
        return None if self.document is None else self.document.scene.model

    def started_scene(self) -> Scene | None:
        """The scene as its run begins, read from its text with these settings, this start and where controllers hold it to.

        None: it has no text.
        """
        from torseur.sim.simulation.running.scene.scene_file import scene_like
        from torseur.sim.simulation.running.scene.scene_text import held_at, scene_text

        scene = None if self.document is None else self.document.scene
        if scene is None or not scene.source:
            return None
        target = scene.control.q_target if self.run.target is None else self.run.target
        text = held_at(scene, scene_text(scene, settings=self.settings, q=self.q), self.q, target)
        return scene if text == scene.source else scene_like(scene, tomllib.loads(text))

    @property
    def recording(self) -> Recording | None:
        """What was simulated, or read from a file; None before there is a first state."""
        if self.run.simulation is not None:
            return self.run.simulation.recording if len(self.run.simulation.recording) else None
        return self.document.recording if self.document is not None else None

    @property
    def is_replay(self) -> bool:
        """Whether what is open is played and not simulated: a recording from a file, or a plan."""
        return self.document is not None and self.document.kind in ("recording", "plan")

    def snapshot(self, kernels_ready: bool) -> Snapshot | None:
        """The instant that is looked at: of the recording, or posed by hand, with no contacts. None: nothing is open."""
        if self.document is None:
            return None
        recording, index, scene = self.recording, self.run.index, self.document.scene
        if recording is not None and index >= 0:
            return recording.snapshot(index, _frame_poses(scene.model, recording.q[index], kernels_ready))
        return _posed(scene, self.q, kernels_ready)


def first_state(
    document: Document, q: Array | None = None, settings: Settings | None = None, run: Run | None = None
) -> SessionState:
    """The state that a document opens in. Not its own, if they are given: start q (nq,), settings, what was simulated from q."""
    scene, recording = document.scene, document.recording
    own = scene.settings if recording is None else recording.settings
    start = frozen(np.array(scene.initial.q if q is None else q))
    run = run or Run(start if document.kind == "robot" else None, -1 if recording is None else 0)
    return SessionState(document, settings or own, start, run)


def _posed(scene: Scene, q: Array, kernels_ready: bool) -> Snapshot:
    poses = frozen(_frame_poses(scene.model, q, kernels_ready))
    return Snapshot(0.0, frozen(np.array(q)), scene.initial.v, poses, NO_CONTACTS, 0.0, 0.0, 0.0, np.nan, 0, "")


def _frame_poses(model: Model, q: Array, kernels_ready: bool) -> Array:
    """Poses (frames, 4, 4) at q (nq,); slowly, but without waiting, while the kernels are not there."""
    if kernels_ready:
        from torseur.sim.multibody.kinematics.kinematics import frame_poses

        return frame_poses(model, q)
    from torseur.sim.multibody.kinematics.plain_kinematics import plain_frame_poses

    return plain_frame_poses(model, q)


def _no_contacts() -> Contacts:
    three, one, whole = frozen(np.zeros((0, 3))), frozen(np.zeros(0)), frozen(np.zeros(0, dtype=np.int64))
    struck = frozen(np.zeros(0, dtype=bool))
    return Contacts(whole, whole, three, three, one, three, three, three, one, whole, struck)


NO_CONTACTS = _no_contacts()
