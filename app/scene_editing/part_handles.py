"""Handles in the view by which what is selected in a scene is dragged and turned; it follows, and stays where it is let go."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, Signal

from torseur.sim.arrays import Array
from torseur.sim.simulation.running.scene.scene import Part, Scene
from torseur.ui.viewport.interaction.pose_gizmo import PoseGizmo
from torseur.ui.viewport.viewport import Viewport

from ..session.session import Session


class PartHandles(QObject):
    """Between the handles and the view. `moved` comes once the part is let go of elsewhere."""

    moved = Signal(object)  # (4, 4) the displacement D in the world: where it was at X it is to be at D X

    def __init__(self, session: Session, viewport: Viewport, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._viewport = session, viewport
        self._frames = np.zeros(0, dtype=int)  # of the part
        self._before: Array | None = None  # (4, 4) where the handles were when they were taken
        self._pose: Array | None = None  # (4, 4) where they are
        self.gizmo = PoseGizmo(self)
        self.gizmo.started.connect(self._take)
        self.gizmo.moved.connect(self._follow)
        self.gizmo.finished.connect(self._let_go)
        self.gizmo.cancelled.connect(self._put_back)
        self.gizmo.changed.connect(viewport.repaint_tools)

    @property
    def shown(self) -> bool:
        """Whether they are in the view."""
        return self.gizmo in self._viewport.tools()

    def show(self, scene: Scene, part: Part) -> None:
        """Have them at a part of the scene that is shown."""
        snapshot = self._session.snapshot
        if snapshot is None or self.gizmo.dragging:
            return
        names = {part.name} if len(part.model.bodies) == 1 and part.name in scene.model.frame_names else set()
        frames = [k for k, name in enumerate(scene.model.frame_names) if name in names or name.startswith(f"{part.name}/")]
        self._frames = np.array(frames, dtype=int)
        self._pose = np.array(snapshot.poses[self._frames[0]]) if frames else np.array(part.placement)
        self.gizmo.show_pose(self._pose)
        if not self.shown:
            self._viewport.add_tool(self.gizmo)

    def hide(self) -> None:
        """Have none."""
        if self.shown and not self.gizmo.dragging:
            self._viewport.remove_tool(self.gizmo)

    def _take(self) -> None:
        self._before = None if self._pose is None else np.array(self._pose)

    def _follow(self, pose: Array) -> None:
        """Draw the part where the handles are; the scene is changed once they are let go."""
        snapshot = self._session.snapshot
        if snapshot is None or self._before is None:
            return
        self._pose = np.array(pose)
        poses = np.array(snapshot.poses)
        poses[self._frames] = self._displacement() @ poses[self._frames]
        self._viewport.show_poses(poses)

    def _let_go(self) -> None:
        displacement, self._before = self._displacement(), None
        if not np.array_equal(displacement, np.eye(4)):
            self.moved.emit(displacement)

    def _put_back(self) -> None:
        snapshot = self._session.snapshot
        self._pose, self._before = self._before, None
        if snapshot is not None:
            self._viewport.show_poses(snapshot.poses)

    def _displacement(self) -> Array:
        if self._before is None or self._pose is None or np.array_equal(self._pose, self._before):
            return np.eye(4)
        return np.asarray(self._pose @ np.linalg.inv(self._before))
