"""The comparison in the view: the layer of its ghosts, and the camera that has all of the motion in sight."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.compilation import POSING
from torseur.ui.compare.values import RunLook
from torseur.ui.viewport.viewport import Viewport

from ..drawing.framing import framing
from ..drawing.picture import Picture
from ..session.session import Session
from .compare_drawing import CompareDrawing
from .played_run import played_run

if TYPE_CHECKING:
    from torseur.sim.simulation.inspection.comparing.compare_schemes import Comparison

LAYER = "compare"
INSTANTS = 9  # of the motion that the camera has in sight


class CompareLayer:
    """Draws what it is told to, at the time of the session."""

    def __init__(self, session: Session, picture: Picture, viewport: Viewport) -> None:
        self._session, self._picture, self._viewport = session, picture, viewport

    def clear(self) -> None:
        """Draw nothing."""
        self._picture.remove(LAYER)

    def draw(self, comparison: Comparison, looks: Mapping[str, RunLook], ghosts: Collection[str]) -> None:
        """Ghosts of these runs, but for the one that is played."""
        session, snapshot = self._session, self._session.snapshot
        if snapshot is None or not session.kernels.has(POSING):
            self.clear()
            return
        played = played_run(session, comparison)
        shown = [(run, looks[run.key]) for run in comparison.runs if run.key in ghosts and run is not played]
        drawing = CompareDrawing(session.model, self._picture.size)
        overlays = drawing.overlays(session.playback.time, np.asarray(snapshot.poses), shown, played)
        name = looks[played.key].name if played is not None else ""
        self._picture.put(LAYER, overlays, drawing.legend((look for _, look in shown), name))

    def frame(self, comparison: Comparison) -> None:
        """Have all of the motion in sight."""
        if not self._session.kernels.has(POSING):
            return
        from torseur.sim.multibody.kinematics.kinematics import frame_poses

        scene, run = comparison.scene, comparison.reference
        rows = run.q[np.linspace(0, len(run.q) - 1, INSTANTS).astype(int)]
        poses = [frame_poses(scene.model, np.ascontiguousarray(q)) for q in rows]
        self._viewport.set_framing(framing(scene, self._viewport.view, poses))
        self._viewport.fit()
