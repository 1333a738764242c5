"""The camera keeps in sight what it had in sight: a robot that is put elsewhere, a body that moves away.

Never while a hand holds a joint, a handle or the view, and never what the user has turned away from. What a hand let go
of out of sight is brought back smoothly.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, QTimer

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import JointKind
from torseur.ui.viewport.camera import Camera, Size
from torseur.ui.viewport.camera_glide import CameraGlide
from torseur.ui.viewport.viewport import Viewport

from ..drawing.frame_analysis import FrameAnalysis
from ..preferences.preferences import Preferences
from ..session.session import Session
from .clock import NEXT_TURN

MARGIN = 0.22  # share of the window at each side into which what moves may not come
NEAR, FAR = 0.6, 1.6  # times the camera's distance: what moves is kept between these depths
FARTHEST = 5.0  # times the camera's distance that it draws back to keep bodies in sight that part
EDGE = 0.1  # share of the window at each side within which no body comes for which the camera draws back
EASE = 0.2  # share of the way back that it goes in a picture
LEAP = 1e3  # times the camera's distance, from one picture to the next: what goes so far has burst, and is not followed


class CameraFollowing(QObject):
    """Between the session and the camera of the viewport; to be made after what moves the bodies of the view."""

    def __init__(
        self,
        session: Session,
        analysis: FrameAnalysis,
        viewport: Viewport,
        preferences: Preferences,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._viewport, self._preferences = session, viewport, preferences
        self._before: Array | None = None  # (n, 3) the middles of the bodies when they were last looked at [m]
        self._free: Array = np.zeros(0, dtype=bool)  # (n,) bodies of free parts; without any, all
        session.document_changed.connect(self._open)
        self._tip: Array | None = None  # (3,) where the frame then was [m]
        self._near = 0.0  # how far the user had the camera [m]
        self._drawn_back: Camera | None = None  # where it was put last, behind that
        self._glide = CameraGlide(viewport, self)
        self._opened = QTimer(self, singleShot=True)  # a page, which may draw
        self._opened.timeout.connect(self._show_arrows)
        session.drag_ended.connect(self._look_after_drag)
        analysis.changed.connect(lambda: self._look())

    @property
    def is_on(self) -> bool:
        """Whether the user wants it."""
        return self._preferences.follows

    def switch(self) -> None:
        """Follow, or leave the camera where it is."""
        self._preferences.follows = not self.is_on
        self._before = None

    def take_over(self, other: CameraFollowing) -> None:
        """Follow from where another does, which looked last where this one looks."""
        self._opened.stop()
        self._before, self._free, self._tip, self._near = other._before, other._free, other._tip, other._near
        self._drawn_back = other._drawn_back

    def show_page(self) -> None:
        """A page was opened that may draw: bring into sight what it drew, when it has."""
        self._opened.start(0)

    def _show_arrows(self) -> None:
        if not self._viewport.isVisible():
            return
        if self._viewport.is_held:  # what the page draws is not told yet, nor how large the view will be
            self._opened.start(NEXT_TURN)
        elif self.is_on and not self._viewport.mouse.busy and self._viewport.hides_arrows():
            camera = self._viewport.camera
            self._viewport.fit()
            self._glide_from(camera)

    def _glide_from(self, camera: Camera) -> None:
        """Go smoothly from there to where the camera is now."""
        there = self._viewport.camera
        self._viewport.set_camera(camera)
        self._glide.to(there)

    def _open(self) -> None:
        self._before = None
        document = self._session.document
        if document is None:
            return
        parts = document.scene.parts
        free = {part.name for part in parts if any(j.kind is JointKind.FREE_FLYER for j in part.model.joints)}
        named = np.array([name.split("/")[0] in free for name in self._session.model.body_names], dtype=bool)
        self._free = named if named.any() else ~named

    def _look_after_drag(self) -> None:
        """What the hand moved: the frame that it dragged, or that a joint carried along, and all bodies."""
        self._look(after_drag=True)

    def _look(self, after_drag: bool = False) -> None:
        view, session = self._viewport.view, self._session
        if view.mesh is None or session.snapshot is None or len(view.mesh.radii) != len(self._free):
            return
        if not self.is_on or self._viewport.mouse.busy or session.dragging:
            return
        poses = view.body_poses()
        now = np.einsum("nij,nj->ni", poses[:, :3, :3], view.mesh.centers) + poses[:, :3, 3]
        before, self._before = self._before, now
        tip_before, self._tip = self._tip, self._tip_now()
        if before is None or len(before) != len(now) or np.array_equal(before, now):
            return
        drawn = (view.mesh.radii > 0.0) & ~view.hidden_bodies()
        if session.posing:
            camera = self._viewport.camera
            self._keep_posed(before[drawn], now[drawn])
            if not after_drag:
                return
            if self._viewport.camera != camera:  # there, but smoothly
                self._glide_from(camera)
            elif tip_before is not None and self._tip is not None:
                self._bring_back(tip_before, self._tip)
            return
        chosen = np.array([name == view.selected for name in session.model.body_names], dtype=bool)
        of = chosen if chosen.any() else self._free & drawn
        if np.count_nonzero(of) > 1:
            camera, size = self._viewport.camera, self._viewport.size_in_units()
            of &= in_sight(camera, size, before)
            whole = of & is_whole(camera, size, before, view.mesh.radii)
            if self._draw_back(now[whole], view.mesh.radii[whole]):
                return
            # Between those that part is nothing: it stays with those that are left in sight.
            left = of & in_sight(camera, size, now)
            of = left if left.any() else of
        if of.any():
            radius = float(view.mesh.radii[of][0]) if np.count_nonzero(of) == 1 else 0.0
            self._keep_moving(before[of].mean(axis=0), now[of].mean(axis=0), radius)

    def _draw_back(self, now: Array, radii: Array) -> bool:
        """Go as far back as bodies that were whole in sight still are; False where that would be too far."""
        camera, size = self._viewport.camera, self._viewport.size_in_units()
        if camera != self._drawn_back:
            self._near = camera.distance  # the user's
        if is_whole(camera, size, now, radii, EDGE).all():
            return False
        self._viewport.fit()
        goal = self._viewport.camera
        goal = replace(goal, distance=max(goal.distance, camera.distance))
        way = np.array(goal.target) - np.array(camera.target)
        eased = camera.moved(EASE * way).zoom(1.0 + EASE * (goal.distance / camera.distance - 1.0))
        done = goal.distance <= FARTHEST * self._near
        self._drawn_back = (eased if is_whole(eased, size, now, radii, 0.5 * EDGE).all() else goal) if done else camera
        self._viewport.set_camera(self._drawn_back)
        return done

    def _keep_posed(self, before: Array, now: Array) -> None:
        """Fit anew where all bodies were in sight and some are not, or some were and none is."""
        camera, size = self._viewport.camera, self._viewport.size_in_units()
        was, is_now = in_sight(camera, size, before), in_sight(camera, size, now)
        if (was.all() and not is_now.all()) or (was.any() and not is_now.any()):
            self._viewport.fit()

    def _bring_back(self, before: Array, now: Array) -> None:
        """Carry the camera smoothly to what was in sight when the hand took it, and is not where it was let go."""
        camera, size = self._viewport.camera, self._viewport.size_in_units()
        if np.isfinite(now).all() and in_sight(camera, size, before[None])[0] and not in_sight(camera, size, now[None])[0]:
            self._glide.to(camera.moved(shift_to(camera, size, now)))

    def _tip_now(self) -> Array | None:
        """(3,) origin of the frame that is looked at [m]; None without one."""
        frame = self._session.frame
        return np.array(self._viewport.view.poses[self._session.model.frame_index(frame)][:3, 3]) if frame else None

    def _keep_moving(self, before: Array, now: Array, radius: float) -> None:
        """Carry the camera along by as much as what moves has come too near to an edge, the eye, or the distance."""
        camera, size = self._viewport.camera, self._viewport.size_in_units()
        leap = np.linalg.norm(now - before)
        if leap < LEAP * camera.distance and in_sight(camera, size, before[None])[0]:
            shift = shift_to(camera, size, now, radius)
            if np.any(shift):
                self._viewport.set_camera(camera.moved(shift))


def in_sight(camera: Camera, size: Size, points: Array, edge: float = 0.0) -> Array:
    """(n,) bool: which of the points (n, 3) [m] are in the window, before the eye, this share of it from its sides."""
    if not len(points):
        return np.zeros(0, dtype=bool)
    x, y, depth = camera.project(points, size).T
    near_x, near_y = edge * size[0], edge * size[1]
    inside = (x >= near_x) & (x <= size[0] - near_x) & (y >= near_y) & (y <= size[1] - near_y)
    return np.asarray((depth > 0.0) & inside)


def is_whole(camera: Camera, size: Size, centers: Array, radii: Array, edge: float = 0.0) -> np.ndarray:
    """(n,) bool: which balls, centers (n, 3) and radii (n,) [m], are in the window, so far from its sides, as a whole."""
    right, up = camera.axes[:2]
    corners = [centers + side * radii[:, None] * axis for axis in (right, up) for side in (1.0, -1.0)]
    return np.all([in_sight(camera, size, points, edge) for points in corners], axis=0)


def shift_to(camera: Camera, size: Size, point: Array, radius: float = 0.0) -> Array:
    """(3,) by how much the camera is to be carried for a ball about a point to be within the margins [m]; 0 where it is.

    Of a ball that is larger than the window the middle is in the middle.
    """
    back = camera.axes[2]
    depth = float(camera.depths(point[None])[0])
    shift = np.zeros(3)
    if not camera.orthographic:
        kept = min(max(depth, NEAR * camera.distance), FAR * camera.distance)
        shift = -(depth - kept) * back
    carried = camera.moved(shift)
    x, y, _ = carried.project(point[None], size)[0]
    pixels = radius / float(carried.pixel_sizes(point[None], size[1])[0])
    wanted = []
    for value, side in zip((x, y), size, strict=True):
        margin = min(max(MARGIN * side, pixels), 0.5 * side)
        wanted.append(min(max(value, margin), side - margin))
    if wanted != [x, y]:
        seen = carried.on_screen_plane(wanted[0], wanted[1], size, point)
        shift = shift + point - seen
    return np.asarray(shift)
