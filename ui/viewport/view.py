"""Everything that decides the picture, in one place: what is shown, from where, in which theme."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from torseur.sim.errors import ArgumentError, UnknownNameError
from torseur.sim.multibody.model.model import Model

from ..look.theme import LIGHT, Theme
from .camera import Camera, Insets
from .marks import NO_OVERLAYS, FrameTriad, LegendRow, Overlays, overlay_balls
from .mesh.body_mesh import BodyMesh, PlaneVisual, body_mesh
from .mesh.bounds import Ball, ball_of_balls, floor_tile

Array = np.ndarray

EDGE: Insets = (0.05, 0.05, 0.05, 0.05)  # left free around everything
CARDS: Insets = (0.05, 0.25, 0.05, 0.22)  # the same, with the cards at top and bottom that come and go
FOCUS: Insets = (0.25, 0.25, 0.25, 0.25)  # around one body
OUT_OF_REACH = 1e12  # [m] a pose beyond is drawn nowhere, as one that is not finite: the graphics card has single precision
FLOWN_AWAY = 200.0  # times the camera's distance from what it looks at
TRIAD_LENGTH = 0.11  # of the model's own frames, as a share of the scene's size
MOST_NAMED = 12  # more of the model's frames than this are drawn without their names
BELOW = 0.02  # of the scale: what is as far below the floor is to be seen through it
FLOOR_ZERO = 1e-9  # a plane this close to z = 0 is the floor
EMPTY_BALL: Ball = (np.array([0.0, 0.0, 0.25]), 0.5)


@dataclass(eq=False, slots=True)
class View:
    """The state of one view. Mutable: its owner is a viewport or whoever renders without one."""

    model: Model | None = None
    mesh: BodyMesh | None = None  # of the model
    poses: Array = field(default_factory=lambda: np.zeros((0, 4, 4)))  # bodies first, then named frames
    lost: Array = field(default_factory=lambda: np.zeros(0, dtype=bool))  # (n,) poses that are not finite, or out of reach
    overlays: Overlays = NO_OVERLAYS
    camera: Camera = field(default_factory=Camera)
    theme: Theme = LIGHT
    opacity: float = 1.0  # of all bodies
    selected: str | None = None
    hovered: str | None = None  # body that is pointed at elsewhere: outlined, paler
    collisions: str = ""  # how the shapes that bodies touch with are drawn: "wire", "glass"; empty: not
    visuals: bool = True  # whether bodies are drawn as they look
    hidden: frozenset[str] = frozenset()  # names of bodies
    visible_frames: frozenset[str] | None = frozenset()  # None: all
    floor: bool | None = None  # None: where the model has one; or whether it is drawn all the same
    floor_tile: float = 0.25  # edge of a tile [m]
    backdrop: bool = True  # whether floor and sky are drawn; without them a picture is transparent there
    framing: tuple[FrameTriad, ...] = ()  # marks, never drawn, that `fit` keeps in sight as well
    scale: float = 1.0  # radius of the scene when it was last fitted [m]; thicknesses follow it
    legend: tuple[LegendRow, ...] = ()
    legend_folded: bool = False
    hint: str = ""  # text in `back quotes` is drawn as a key

    def set_model(self, model: Model) -> None:
        """Show another model, each body at the world's origin until `poses` are given."""
        self.mesh = body_mesh(model)
        self.model = model
        self.set_poses(np.broadcast_to(np.eye(4), (len(model.bodies), 4, 4)))
        self.selected, self.hovered, self.hidden, self.framing = None, None, frozenset(), ()
        self.overlays = replace(self.overlays, ghosts=())  # of the bodies of the model before

    def set_poses(self, poses: Array) -> None:
        """Move the bodies: (n, 4, 4) in the world, bodies first. Those that are not finite are not drawn."""
        array = np.array(poses, dtype=float)
        least = len(self.model.bodies) if self.model is not None else 0
        if array.ndim != 3 or array.shape[1:] != (4, 4) or len(array) < least:
            raise ArgumentError(
                "poses of shape {shape} given; wanted (n, 4, 4) with n ≥ {least} bodies", shape=array.shape, least=least
            )
        self.lost = ~(np.abs(array) < OUT_OF_REACH).all(axis=(1, 2))
        array[self.lost] = np.eye(4)
        self.poses = array

    def set_overlays(self, overlays: Overlays) -> None:
        """Draw these and no others. All numbers are finite: see `finite_overlays`."""
        self.overlays = overlays

    def set_collisions(self, style: str, visuals: bool = True) -> None:
        """Draw the shapes that bodies touch with: "wire", "glass" or not at all (empty); and bodies as they look, or not."""
        if style not in ("", "wire", "glass"):
            raise UnknownNameError("style", style, ("wire", "glass"))
        self.collisions, self.visuals = style, bool(visuals) or not style

    def select(self, body_name: str | None) -> None:
        """Outline a body, or none."""
        model = self.model
        if body_name and (model is None or body_name not in model.body_names):
            raise UnknownNameError("body", body_name, model.body_names if model is not None else ())
        self.selected = body_name or None

    def body_poses(self) -> Array:
        """Poses of the bodies in the world (bodies, 4, 4) [1 | m]."""
        return self.poses[: len(self.mesh.radii)] if self.mesh is not None else self.poses[:0]

    def floor_is_drawn(self) -> bool:
        """Whether the floor is to be drawn: the model has one or it is asked for, and it would not hide ground below it."""
        if self.floor is False or (self.floor is None and not self._has_floor()):
            return False
        if self.mesh is None:
            return True
        poses = self.body_poses()
        lowest = (float((self.mesh.corners[k] @ poses[k][2, :3]).min() + poses[k][2, 3]) for k in self.mesh.grounds)
        return min(lowest, default=0.0) >= -1e-6  # vertices are kept in single precision

    def floor_is_glass(self) -> bool:
        """Whether something is below the floor, as where a robot is posed: then it hides nothing of that."""
        least = -BELOW * self.scale
        marks = any(one.center[2] - np.linalg.norm(one.axes[2]) < least for one in self.overlays.ellipsoids)
        return marks or (self.mesh is not None and self.model is not None and self._lowest() < least)

    def _lowest(self) -> float:
        """The least z of the boxes around bodies that move and are seen [m]."""
        assert self.mesh is not None
        assert self.model is not None
        poses = self.body_poses()
        seen = (self.model.frame_row[: len(poses)] > 0) & ~self.hidden_bodies()
        z = np.einsum("bki,bi->bk", self.mesh.corners[seen], poses[seen, 2, :3]) + poses[seen, 2, 3:]
        return float(z.min(initial=0.0))

    def is_floor(self, plane: PlaneVisual) -> bool:
        """Whether a plane that a body carries is level, and at z = 0."""
        placement = self.body_poses()[plane.body] @ plane.placement
        return bool(abs(placement[2, 3]) < FLOOR_ZERO and placement[2, 2] > 1 - FLOOR_ZERO)

    def _has_floor(self) -> bool:
        """Whether a body that is not hidden carries a floor."""
        if self.mesh is None or self.model is None:
            return False
        names = self.model.body_names
        return any(self.is_floor(plane) and names[plane.body] not in self.hidden for plane in self.mesh.planes)

    def hidden_bodies(self) -> Array:
        """(bodies,) bool: those that are not drawn."""
        if self.model is None:
            return np.zeros(0, dtype=bool)
        hidden = self.lost[: len(self.model.bodies)]
        if self.hidden:
            hidden = hidden | np.array([name in self.hidden for name in self.model.body_names], dtype=bool)
        return hidden

    def body_balls(self, only: str | None = None) -> tuple[Array, Array]:
        """Centres (n, 3) and radii (n,) of balls around the bodies that are drawn, or around one of them [m]."""
        if self.mesh is None or len(self.mesh.radii) == 0:
            return EMPTY_BALL[0][None], np.array([EMPTY_BALL[1]])
        chosen = self._chosen(only)
        poses = self.body_poses()[chosen]
        centers = np.einsum("nij,nj->ni", poses[:, :3, :3], self.mesh.centers[chosen]) + poses[:, :3, 3]
        return centers, np.where(self.mesh.radii[chosen] > 0, self.mesh.radii[chosen], 0.05)

    def body_corners(self, only: str | None = None) -> Array:
        """(n, 8, 3) corners of boxes around the bodies that are drawn, or around one of them [m]."""
        if self.mesh is None or len(self.mesh.radii) == 0:
            return np.zeros((0, 8, 3))
        chosen = self._chosen(only)
        poses = self.body_poses()[chosen]
        corners: Array = np.einsum("nij,nkj->nki", poses[:, :3, :3], self.mesh.corners[chosen]) + poses[:, None, :3, 3]
        return corners

    def eye_is_inside(self) -> bool:
        """Whether the camera may be within a body: the box around what is drawn of one holds it."""
        if self.mesh is None:
            return False
        poses = self.body_poses()
        eye = np.einsum("bij,bi->bj", poses[:, :3, :3], self.camera.eye - poses[:, :3, 3])
        low, high = self.mesh.corners.min(axis=1), self.mesh.corners.max(axis=1)
        return bool(((low < eye) & (eye < high)).all(axis=1).any())

    def surface_pixels(self, height: float) -> float:
        """At most about how large the surfaces of all bodies are, front and back, in a picture of this height [pixel²]."""
        centers, radii = self.body_balls()
        return 4.0 * np.pi * float(((radii / self.camera.pixel_sizes(centers, height)) ** 2).sum())

    @property
    def usual_radius(self) -> float:
        """The median of the radii of the bodies that are drawn [m]; infinite where none is."""
        drawn = np.zeros(0) if self.mesh is None else self.mesh.radii[self.mesh.radii > 0.0]
        return float(np.median(drawn)) if len(drawn) else np.inf

    def bodies_ball(self) -> Ball:
        """A ball around all bodies that are drawn."""
        return ball_of_balls(*self.body_balls())

    def everything_ball(self) -> Ball:
        """A ball around all bodies and all that is drawn beside them, but for what flew away to where it is a dot."""
        centers, radii = self.body_balls()
        beside, their_radii = overlay_balls(self.overlays)
        centers, radii = np.vstack([centers, beside]), np.concatenate([radii, their_radii])
        target, reach = np.array(self.camera.target), FLOWN_AWAY * max(self.camera.distance, self.scale)
        near = ((centers - target) ** 2).sum(axis=1) < reach**2
        return ball_of_balls(centers[near], radii[near]) if near.any() else (target, self.scale)

    def fit(self, aspect: float, only: str | None = None, insets: Insets = EDGE) -> None:
        """Move the camera so that everything, or one body, fills the window; sizes of arrows and tiles follow."""
        if self.mesh is None or len(self.mesh.radii) == 0:
            points, radii = self.body_balls()
        else:
            points = self.body_corners(only).reshape(-1, 3)
            radii = np.zeros(len(points))
        if only is None:
            self.scale = self.bodies_ball()[1]
            for beside, their_radii in (overlay_balls(self.overlays), overlay_balls(Overlays(frames=self.framing))):
                points, radii = np.vstack([points, beside]), np.concatenate([radii, their_radii])
        self.camera = self.camera.fit(points, radii, aspect, insets if only is None else FOCUS)
        if only is None:
            self.floor_tile = floor_tile(self.camera.distance)

    def fit_marks(self, aspect: float, marks: Iterable[FrameTriad]) -> None:
        """Move the camera so that these fill the window, whatever else is drawn."""
        points, radii = overlay_balls(Overlays(frames=tuple(marks)))
        if len(points):
            self.camera = self.camera.fit(points, radii, aspect, CARDS)
            self.floor_tile = floor_tile(self.camera.distance)

    def drawn_bodies(self) -> Array:
        """(bodies,) bool: those that `body_balls` has balls of; all, where none is drawn, and none without a mesh."""
        if self.mesh is not None and len(self.mesh.radii):
            return self._chosen(None)
        return np.zeros(0 if self.model is None else len(self.model.body_names), dtype=bool)

    def _chosen(self, only: str | None) -> Array:
        """(bodies,) bool: those that are drawn, or the one named."""
        assert self.mesh is not None
        assert self.model is not None
        if only is not None and only in self.model.body_names:
            return np.array([name == only for name in self.model.body_names])
        drawn: Array = (self.mesh.radii > 0) & ~self.lost[: len(self.mesh.radii)]
        return drawn if drawn.any() else ~drawn

    def triads(self, length: float) -> tuple[FrameTriad, ...]:
        """The frames to draw: those of the overlays, and those of the model that are shown."""
        frames = self.overlays.frames
        if self.model is None or (self.visible_frames is not None and not self.visible_frames):
            return frames
        names = self.model.frame_names[: len(self.poses)]
        visible = [
            i
            for i, name in enumerate(names)
            if (self.visible_frames is None or name in self.visible_frames) and not self.lost[i]
        ]
        named = len(visible) <= MOST_NAMED
        return frames + tuple(FrameTriad(self.poses[i], length, names[i] if named else "") for i in visible)
