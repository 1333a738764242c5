"""Where the eye is, and how world points become pixels: pure arithmetic, no Qt, no OpenGL.

Axes: the world's z is up. In the camera's axes x is right, y is up, and the camera looks along -z.
Window positions are in pixels from the top left corner; `size` is (width, height) of the window in the same pixels.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, pi, radians, sin, tan

import numpy as np

Array = np.ndarray
Size = tuple[float, float]

Insets = tuple[float, float, float, float]  # left, bottom, right, top: shares of the window to leave free
NO_INSETS: Insets = (0.0, 0.0, 0.0, 0.0)

STEEPEST = radians(89.9)  # of elevation: straight up leaves the azimuth undefined

# Standard views: azimuth and elevation [rad] of the eye as seen from the target.
VIEWS = {
    "iso": (radians(50.0), radians(19.0)),
    "front": (0.0, 0.0),  # the eye on +x: robots look along x
    "back": (pi, 0.0),
    "left": (pi / 2, 0.0),
    "right": (-pi / 2, 0.0),
    "top": (-pi / 2, STEEPEST),  # x to the right, y up
    "bottom": (-pi / 2, -STEEPEST),
}


@lru_cache(maxsize=16)  # asked for twenty times a frame
def _axes(azimuth: float, elevation: float) -> Array:
    ca, sa, ce, se = cos(azimuth), sin(azimuth), cos(elevation), sin(elevation)
    axes = np.array([[-sa, ca, 0.0], [-se * ca, -se * sa, ce], [ce * ca, ce * sa, se]])
    axes.setflags(write=False)
    return axes


@dataclass(frozen=True, slots=True)
class Camera:
    """An eye that looks at `target` from `distance`, `azimuth` about z and `elevation` above the horizontal plane."""

    target: tuple[float, float, float] = (0.0, 0.0, 0.4)  # [m]
    distance: float = 3.0  # [m]
    azimuth: float = VIEWS["iso"][0]  # [rad], 0: the eye is on the +x side
    elevation: float = VIEWS["iso"][1]  # [rad]
    fov: float = radians(40.0)  # vertical [rad]
    orthographic: bool = False

    @property
    def axes(self) -> Array:
        """(3, 3) rows: right, up, and backwards (from the target to the eye) in the world."""
        return _axes(self.azimuth, self.elevation)

    @property
    def eye(self) -> Array:
        """(3,) position of the eye [m]."""
        return np.array(self.target) + self.distance * self.axes[2]

    @property
    def half_height(self) -> float:
        """Half the height of what is seen in the plane through the target [m]."""
        return self.distance * tan(self.fov / 2)

    def view(self) -> Array:
        """(4, 4) from world to camera axes."""
        axes = self.axes
        matrix = np.eye(4)
        matrix[:3, :3] = axes
        matrix[:3, 3] = -axes @ np.array(self.target)
        matrix[2, 3] -= self.distance
        return matrix

    def projection(self, aspect: float, near: float, far: float) -> Array:
        """(4, 4) from camera axes to clip space, as OpenGL has it; `near` and `far` are depths [m]."""
        matrix = np.zeros((4, 4))
        if self.orthographic:
            matrix[0, 0] = 1 / (self.half_height * aspect)
            matrix[1, 1] = 1 / self.half_height
            matrix[2, 2] = -2 / (far - near)
            matrix[2, 3] = -(far + near) / (far - near)
            matrix[3, 3] = 1.0
        else:
            matrix[1, 1] = 1 / tan(self.fov / 2)
            matrix[0, 0] = matrix[1, 1] / aspect
            matrix[2, 2] = -(far + near) / (far - near)
            matrix[2, 3] = -2 * far * near / (far - near)
            matrix[3, 2] = -1.0
        return matrix

    def depths(self, points: Array) -> Array:
        """(n,) how far in front of the eye the points (n, 3) are, along the line of sight [m]."""
        return self.distance - (np.asarray(points) - np.array(self.target)) @ self.axes[2]

    def project(self, points: Array, size: Size) -> Array:
        """(n, 3) of points (n, 3): window x, window y [pixel] and depth [m], which is ≤ 0 behind the eye.

        Without perspective the eye is nowhere, and nothing behind it: depths are above 0.
        """
        width, height = size
        camera = (np.asarray(points, dtype=float) - np.array(self.target)) @ self.axes.T
        depth = self.distance - camera[:, 2]
        if self.orthographic:
            depth = np.maximum(depth, 1e-12)
        visible = np.where(np.abs(depth) < 1e-12, 1e-12, depth)
        scale = height / 2 / (self.half_height if self.orthographic else visible * tan(self.fov / 2))
        return np.column_stack([width / 2 + camera[:, 0] * scale, height / 2 - camera[:, 1] * scale, depth])

    def pixel_sizes(self, points: Array, height: float) -> Array:
        """(n,) length that one pixel covers at the points (n, 3) [m]."""
        if self.orthographic:
            return np.full(len(points), 2 * self.half_height / height)
        return np.maximum(self.depths(points), 1e-3 * self.distance) * (2 * tan(self.fov / 2) / height)

    def ray(self, x: float, y: float, size: Size) -> tuple[Array, Array]:
        """Origin (3,) and unit direction (3,) of what is seen at a window position."""
        width, height = size
        across = self.half_height * (2 * x - width) / height
        upwards = self.half_height * (height - 2 * y) / height
        right, up, back = self.axes
        on_plane = np.array(self.target) + across * right + upwards * up
        if self.orthographic:
            return on_plane + self.distance * back, -back
        direction = on_plane - self.eye
        return self.eye, direction / np.linalg.norm(direction)

    def on_screen_plane(self, x: float, y: float, size: Size, through: Array) -> Array:
        """(3,) the point seen at a window position, in the plane through a point, parallel to the screen."""
        origin, direction = self.ray(x, y, size)
        normal = self.axes[2]
        return origin + direction * ((np.asarray(through) - origin) @ normal / (direction @ normal))

    def orbit(self, turn: float, tilt: float) -> Camera:
        """Turn about the vertical and tilt [rad]; the target stays."""
        elevation = min(max(self.elevation + tilt, -STEEPEST), STEEPEST)
        return replace(self, azimuth=(self.azimuth + turn + pi) % (2 * pi) - pi, elevation=elevation)

    def moved(self, shift: Array) -> Camera:
        """Carry eye and target along by (3,) [m]."""
        return replace(self, target=_triple(np.array(self.target) + shift))

    def zoom(self, factor: float, about: Array | None = None) -> Camera:
        """Multiply the distance; `about` (3,) stays where it is on the screen (the target if None)."""
        distance = min(max(self.distance * factor, 1e-4), 1e5)
        factor = distance / self.distance
        target = np.array(self.target)
        pivot = target if about is None else np.asarray(about)
        return replace(self, distance=distance, target=_triple(pivot + (target - pivot) * factor))

    def fit(self, centers: Array, radii: Array, aspect: float = 1.0, insets: Insets = NO_INSETS) -> Camera:
        """Show balls at centers (n, 3) with radii (n,) from the same side, as large as the window lets them be.

        Each side of the picture, moved in by its inset, is a plane through the eye that must leave every ball inside.
        Two opposite planes give the eye's least distance; across, it goes to the middle of what they allow. The
        target is put at the depth of the balls' middle.
        """
        across = np.asarray(centers, dtype=float) @ self.axes.T  # right, up, back
        radii = np.asarray(radii, dtype=float)
        half = np.array([tan(self.fov / 2) * aspect, tan(self.fov / 2)])
        slopes = np.array([half * (1 - 2 * np.array(insets[2:])), half * (1 - 2 * np.array(insets[:2]))])  # + side, - side
        cosines = np.ones((2, 2)) if self.orthographic else 1 / np.sqrt(1 + slopes**2)
        sines = np.zeros((2, 2)) if self.orthographic else slopes * cosines
        plus, minus = (
            (cosines[k] * across[:, :2] * side + sines[k] * across[:, 2:] + radii[:, None]).max(axis=0)
            for k, side in ((0, 1), (1, -1))
        )
        depth = float(((across[:, 2] - radii).min() + (across[:, 2] + radii).max()) / 2)
        if self.orthographic:
            distance = float(np.max((plus + minus) / slopes.sum(axis=0)))
            middle = ((plus - slopes[0] * distance) + (slopes[1] * distance - minus)) / 2
        else:
            back = float(np.max((plus * cosines[1] + minus * cosines[0]) / (sines * cosines[::-1]).sum(axis=0)))
            middle = ((plus - sines[0] * back) / cosines[0] + (sines[1] * back - minus) / cosines[1]) / 2
            distance = back - depth
        target = np.array([*middle, depth]) @ self.axes
        return replace(self, target=_triple(target), distance=max(distance, 1e-3))

    def seen_from(self, azimuth: float, elevation: float) -> Camera:
        """Look at the same target from another side."""
        return replace(self, azimuth=azimuth, elevation=elevation)

    def clip(self, center: Array, radius: float, aspect: float, reach: float, floor: bool = True) -> tuple[float, float]:
        """Near and far depths [m] that hold a ball and the floor out to `reach`, as tight as they may be.

        A tight near plane is what keeps touching surfaces from flickering through one another.
        """
        depth = float(self.depths(np.asarray(center)[None])[0])
        far = max(depth + radius, depth + reach) * 1.02
        near = depth - radius
        if self.orthographic:
            return min(near, -reach) * 1.02 - 1e-6, far
        if floor:
            near = min(near, self._nearest_floor(aspect))
        return max(near * 0.95, self.distance * 1e-3, far * 1e-5), far

    def _nearest_floor(self, aspect: float) -> float:
        """Depth of the nearest visible point of the plane z = 0 [m]; infinite if none is."""
        height = float(self.eye[2])
        edge = tan(self.fov / 2)
        right, up, back = self.axes
        nearest = np.inf
        for x in (-edge * aspect, 0.0, edge * aspect):
            for y in (-edge, edge):
                slope = float((x * right + y * up - back)[2])
                if height * slope < 0:
                    nearest = min(nearest, -height / slope)
        return nearest


def _triple(values: Array) -> tuple[float, float, float]:
    return (float(values[0]), float(values[1]), float(values[2]))
