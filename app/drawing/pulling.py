"""Pulling a body by a spring: the user's hand in the view, and the spring that is drawn while it holds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject

from torseur.sim.arrays import Array, frozen
from torseur.sim.simulation.running.control.command import Pull
from torseur.sim.texts import tr
from torseur.ui.look.theme import WARNING
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.marks import Arrow, Overlays
from torseur.ui.viewport.viewport import Viewport

from ..session.session import Session
from .picture import Picture


class PullingBinding(QObject):
    """Between the mouse in the viewport, the session, and the layer of the spring."""

    def __init__(self, session: Session, picture: Picture, viewport: Viewport, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._picture = session, picture
        self._stiffness = 0.0  # [N/m]
        viewport.pull_started.connect(self._grab)
        viewport.pull_moved.connect(self._drag)
        viewport.pull_ended.connect(lambda: session.playback.pull(None))
        session.snapshot_changed.connect(self._draw)

    def _grab(self, body: str, point: Array) -> None:
        from torseur.sim.simulation.running.control.pulling import pull_gains

        session, snapshot = self._session, self._session.snapshot
        if snapshot is None or session.is_replay:
            return
        gains = pull_gains(session.model, body)
        if gains is None:
            session.message.emit(tr("“{body}” is fixed and cannot be pulled.", body=body), "", "plain")
            return
        self._stiffness = gains[0]
        session.playback.pull(Pull(body, frozen(np.array(point)), frozen(self._world(body, point))))

    def _drag(self, target: Array) -> None:
        pull = self._session.playback.pulled
        if pull is not None:
            self._session.playback.pull(replace(pull, target=frozen(np.array(target))))
            self._draw()

    def _world(self, body: str, point: Array) -> Array:
        assert self._session.snapshot is not None
        pose = self._session.snapshot.poses[self._session.model.frame_names.index(body)]
        return np.asarray(pose[:3, :3] @ point + pose[:3, 3])

    def _draw(self) -> None:
        pull = self._session.playback.pulled
        if pull is None or self._session.snapshot is None:
            self._picture.remove("pull")
            return
        point = self._world(pull.body, pull.point)
        force = self._stiffness * float(np.linalg.norm(pull.target - point))
        self._picture.put("pull", Overlays((pull_spring(point, pull.target, force),)))


def pull_spring(point: Array, target: Array, force: float) -> Arrow:
    """From where a body is held to where it is drawn to, each (3,) in the world [m], with the force [N]."""
    return Arrow(point, target - point, WARNING, tr("pull {force}", force=quantity_text(force, "N")), "spring")
