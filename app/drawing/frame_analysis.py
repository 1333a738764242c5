"""What is known of the frame that is looked at: its report, what it can do, the trail it left. Computed once an instant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from torseur.sim.analysis.ellipsoids.values import KINDS, Capability, FrameReport
from torseur.sim.arrays import Array
from torseur.sim.compilation import DYNAMICS, POSING
from torseur.sim.texts import tr

from ..session.session import Session
from .frame_trail import FrameTrail
from .view_switch_binding import SwitchesBinding
from .view_switches import ViewSwitches

COMPUTED_FOR = ("ellipsoids", *KINDS, "rotation", "weighted", "trail")  # switches that ask for other numbers


class FrameAnalysis(QObject):
    """Follows session and switches. `changed`: there is another snapshot, frame or choice of what is drawn; draw anew."""

    changed = Signal()

    def __init__(
        self, session: Session, switches: SwitchesBinding, ask: Callable[..., Any], parent: QObject | None = None
    ) -> None:
        """`ask` as `PageQuestions.ask_alone`; once it is answered, `show_trail` is to be called."""
        super().__init__(parent)
        self._session, self._switches = session, switches
        self.report: FrameReport | None = None
        self.capabilities: tuple[Capability, ...] = ()  # of the chosen frame, then of those pinned
        self.pinned: tuple[str, ...] = ()  # frames whose ellipsoids are drawn beside those of the chosen one
        self.trail: Array | None = None  # (n, 3) of the frame's origin [m]
        self._trail = FrameTrail(ask)
        self._snapshot: object = None
        self._key: tuple[object, ...] = ()
        self._last_switches: ViewSwitches | None = None
        session.document_changed.connect(self._open)
        session.snapshot_changed.connect(self._follow)
        session.frame_changed.connect(self._follow)
        session.kernels.loaded.connect(lambda name: self._follow() if name == DYNAMICS else None)
        switches.changed.connect(self._follow)

    def pin(self, frame: str, on: bool) -> None:
        """Draw the ellipsoids of a frame whichever is chosen, or no longer. Raises UnknownNameError."""
        self._session.model.frame_index(frame)
        self.pinned = tuple(name for name in self.pinned if name != frame) + ((frame,) if on else ())
        self._follow()

    def _open(self) -> None:
        """Forget what was of another robot; what there is of this one follows with its frame."""
        session = self._session
        self._trail.forget()
        self.report, self.capabilities, self.trail, self._snapshot = None, (), None, None
        known = session.model.frame_names if session.document is not None else ()
        self.pinned = tuple(name for name in self.pinned if session.rebuilding and name in known)

    def _follow(self) -> None:
        session, snapshot = self._session, self._session.snapshot
        ready = session.kernels.has(POSING), session.kernels.has(DYNAMICS)
        switches = self._switches.now
        key = (session.frame, ready, self.pinned, *(getattr(switches, key) for key in COMPUTED_FOR))
        known = snapshot is self._snapshot and key == self._key
        if snapshot is None or (known and switches == self._last_switches):
            return
        if not known:
            self.report = session.report()
            self.capabilities = self._compute_capabilities()
            self.trail = self._compute_trail()
            self._snapshot, self._key = snapshot, key
        self._last_switches = switches
        self.changed.emit()

    def _compute_capabilities(self) -> tuple[Capability, ...]:
        """What each frame can do, of the kinds that are drawn."""
        session, switches = self._session, self._switches.now
        if not (switches.ellipsoids and session.frame and session.snapshot and session.kernels.has(POSING)):
            return ()
        from torseur.sim.analysis.ellipsoids.frame_capability import frame_capability

        ready = session.kernels.has(DYNAMICS)
        kinds = [kind for kind in KINDS if getattr(switches, kind) and (ready or kind != "dynamic")]
        rows = "orientation" if switches.rotation else "position"
        frames = (session.frame, *(name for name in self.pinned if name != session.frame))
        found = [frame_capability(session.model, session.snapshot.q, frame, kinds, rows, switches.weighted) for frame in frames]
        if switches.dynamic and not ready:
            waits = {"dynamic": tr("the kernels of dynamics are still being made ready")}
            found = [replace(one, absent={**one.absent, **waits}) for one in found]
        return tuple(found)

    def _compute_trail(self) -> Array | None:
        session, recording = self._session, self._session.recording
        if not self._switches.now.trail or self.report is None or recording is None:
            self._trail.forget()
            return None
        return self._trail.points(recording, session.frame, max(session.index, 0), self.report.pose[:3, 3])

    def show_trail(self) -> None:
        """Draw what is known of the trail by now."""
        self.trail = self._compute_trail()
        self.changed.emit()
