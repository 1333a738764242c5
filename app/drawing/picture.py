"""The viewport and its bar of switches: bodies, ellipsoids, contacts, and the user's pull."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace

import numpy as np
from PySide6.QtCore import QObject, Signal

from torseur.sim.analysis.ellipsoids.values import KINDS, Capability, FrameReport
from torseur.sim.arrays import Array, frozen
from torseur.sim.compilation import DYNAMICS, POSING
from torseur.sim.simulation.control.command import Pull
from torseur.ui.frame.view_bar import ViewBar
from torseur.ui.viewport.overlays import LegendRow, Overlays, joined
from torseur.ui.viewport.viewport import Viewport

from ..session.recent_impacts import recent_impacts
from ..session.session import Session
from .contact_drawing import Held, Presenter
from .framing import framing
from .model_drawing import Anatomy
from .switches import Shown

TRAIL = 240  # points at most
EITHER = {"inertia_boxes": "inertia_ellipsoids", "inertia_ellipsoids": "inertia_boxes"}  # one on, the other off
SEE_THROUGH = 0.35


class PictureBinding(QObject):
    """Draws the session's snapshot. `report` is what it drew last of the chosen frame."""

    report_changed = Signal()
    selected = Signal(str)  # a body the user picked; "" for none

    def __init__(self, session: Session, viewport: Viewport, bar: ViewBar, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._viewport, self._bar = session, viewport, bar
        self.presenter = Presenter()
        self.shown = Shown()
        self.report: FrameReport | None = None
        self.pinned: tuple[str, ...] = ()  # frames whose ellipsoids are drawn beside those of the chosen one
        self.capabilities: tuple[Capability, ...] = ()  # of the chosen frame, then of those pinned
        self.overlays = Overlays()
        self.beside: list[Callable[[], Overlays]] = []  # what else is to be drawn
        self.beside_legend: list[Callable[[], Sequence[LegendRow]]] = []  # and what that means
        self.anatomy: Anatomy | None = None
        self.angle_unit = "deg"
        self._events_seen = 0
        self._stiffness = 0.0  # of the pull [N/m]
        self._show_switches()
        session.document_changed.connect(self._open)
        session.snapshot_changed.connect(self.refresh)
        session.frame_changed.connect(self.refresh)
        bar.switched.connect(self.switch)
        bar.fit_asked.connect(viewport.fit)
        bar.view_chosen.connect(viewport.set_view)
        viewport.body_picked.connect(self.selected)
        viewport.body_picked.connect(self.refresh)
        viewport.pull_started.connect(self._grab)
        viewport.pull_moved.connect(self._drag)
        viewport.pull_ended.connect(lambda: session.playback.pull(None))

    def switch(self, key: str, on: bool) -> None:
        """Show or hide something, by a field of `Shown`."""
        other = {EITHER[key]: False} if on and key in EITHER else {}
        self.show(replace(self.shown, **{key: on}, **other))

    def show(self, shown: Shown) -> None:
        """Show and hide everything as given."""
        before, self.shown = self.shown, shown
        self._show_switches()
        if (shown.see_through, shown.mass) != (before.see_through, before.mass):
            self._viewport.set_opacity(SEE_THROUGH if shown.see_through or shown.mass else 1.0)  # masses are inside
        style = ("wire" if shown.collision_wire else "glass") if shown.collisions else ""
        self._viewport.set_collisions(style, not shown.collision_only)
        if shown.orthographic != before.orthographic:
            self._viewport.set_orthographic(shown.orthographic)
        self._viewport.set_frames_visible(shown.frames and shown.all_frames)
        self.refresh()

    def toggle(self, key: str) -> None:
        """The other way round."""
        self.switch(key, not getattr(self.shown, key))

    def pin(self, frame: str, on: bool) -> None:
        """Draw the ellipsoids of a frame whichever is chosen, or no longer. Raises UnknownNameError."""
        self._session.model.frame_index(frame)
        self.pinned = tuple(name for name in self.pinned if name != frame) + ((frame,) if on else ())
        self.refresh()

    def use_unit(self, unit: str) -> None:
        """Write angles in "deg" or "rad"."""
        self.angle_unit = unit
        self.refresh()

    def refresh(self) -> None:
        """Draw the session's snapshot."""
        session, snapshot = self._session, self._session.snapshot
        if snapshot is None:
            return
        self.report = session.report()
        self.capabilities = self._able()
        self._viewport.show_poses(snapshot.poses)
        self._note_largest_impulse()
        self.overlays = self.presenter.overlays(
            self.shown, snapshot.contacts, recent_impacts(session.playback), self.report, self._trail(), self._held(),
            self.capabilities,
        )  # fmt: skip
        for draw in self.beside:
            self.overlays = joined(self.overlays, draw())
        legend = self.presenter.legend(self.shown, self.overlays, self.capabilities)
        legend = (*(row for rows in self.beside_legend for row in rows()), *legend)
        if self.anatomy is not None:
            view = self._viewport.view
            drawn = self.anatomy.draw(
                self.shown, view.poses, snapshot.q, view.hidden_bodies(), view.selected or "", self.angle_unit
            )
            self.overlays = joined(self.overlays, drawn)
            legend = self.anatomy.legend(self.shown) + legend
        self._viewport.set_overlays(self.overlays)
        self._viewport.set_legend(legend)
        self.report_changed.emit()

    def _able(self) -> tuple[Capability, ...]:
        """What each frame can do, of the kinds that are drawn."""
        session, shown = self._session, self.shown
        if not (shown.ellipsoids and session.frame and session.snapshot and session.kernels.has(POSING)):
            return ()
        from torseur.sim.analysis.ellipsoids.frame_capability import frame_capability

        ready = session.kernels.has(DYNAMICS)
        kinds = [kind for kind in KINDS if getattr(shown, kind) and (ready or kind != "dynamic")]
        rows = "orientation" if shown.rotation else "position"
        frames = (session.frame, *(name for name in self.pinned if name != session.frame))
        found = [
            frame_capability(session.model, session.snapshot.q, frame, kinds, rows, shown.weighted) for frame in frames
        ]
        if shown.dynamic and not ready:
            waits = {"dynamic": "the kernels of dynamics are still being made ready"}
            found = [replace(one, absent={**one.absent, **waits}) for one in found]
        return tuple(found)

    def _note_largest_impulse(self) -> None:
        """The scale of impulses fits the largest of the whole recording."""
        recording = self._session.recording
        events = recording.events if recording is not None else []
        for event in events[self._events_seen :]:
            self.presenter.impulse.peak = max(self.presenter.impulse.peak, event.impulse / max(1, event.contacts))
        self._events_seen = len(events)

    def _show_switches(self) -> None:
        for field in fields(self.shown):
            self._bar.show_on(field.name, getattr(self.shown, field.name))

    def _open(self) -> None:
        session, viewport = self._session, self._viewport
        snapshot, document = session.snapshot, session.document
        if snapshot is None or document is None:
            return
        viewport.set_model(session.model)
        known = session.model.frame_names
        self.pinned = tuple(name for name in self.pinned if session.rebuilding and name in known)
        viewport.show_poses(snapshot.poses)
        self._events_seen = 0
        size = viewport.view.bodies_ball()[1]
        self.presenter = Presenter(session.model.body_names, size)
        self.anatomy = Anatomy(session.model, size, viewport.view.poses)
        viewport.set_framing(framing(document.scene, viewport.view))
        if not session.rebuilding:
            viewport.fit()
        viewport.set_frames_visible(self.shown.frames and self.shown.all_frames)
        self.refresh()

    def _trail(self) -> Array | None:
        session, recording = self._session, self._session.recording
        if not (self.shown.trail and session.frame and recording is not None and session.kernels.has(POSING)):
            return None
        from torseur.sim.multibody.kinematics.kinematics import frame_pose

        count = max(session.index, 0) + 1
        stride = max(1, -(-count // TRAIL))
        chosen = [*range(0, count, stride), count - 1]
        return np.array([frame_pose(session.model, recording.q[i], session.frame)[:3, 3] for i in chosen])

    def _grab(self, body: str, point: Array) -> None:
        from torseur.sim.simulation.control.pulling import pull_gains

        session, snapshot = self._session, self._session.snapshot
        if snapshot is None or session.is_replay:
            return
        gains = pull_gains(session.model, body)
        if gains is None:
            session.message.emit(f"“{body}” is fixed and cannot be pulled.", "", "plain")
            return
        self._stiffness = gains[0]
        session.playback.pull(Pull(body, frozen(np.array(point)), frozen(self._world(body, point))))

    def _drag(self, target: Array) -> None:
        pull = self._session.playback.pulled
        if pull is not None:
            self._session.playback.pull(replace(pull, target=frozen(np.array(target))))
            self.refresh()

    def _world(self, body: str, point: Array) -> Array:
        assert self._session.snapshot is not None
        pose = self._session.snapshot.poses[self._session.model.frame_names.index(body)]
        return np.asarray(pose[:3, :3] @ point + pose[:3, 3])

    def _held(self) -> Held | None:
        pull = self._session.playback.pulled
        if pull is None:
            return None
        point = self._world(pull.body, pull.point)
        return Held(point, pull.target, self._stiffness * float(np.linalg.norm(pull.target - point)))
