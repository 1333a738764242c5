"""How large the scene is: balls around bodies, which fit the camera, the clip planes, the shadows and the floor."""

from __future__ import annotations

from math import floor, log10

import numpy as np

Array = np.ndarray
Ball = tuple[Array, float]  # centre (3,) [m] and radius [m]


def ball_of_balls(centers: Array, radii: Array) -> Ball:
    """A ball that holds balls at centers (n, 3) with radii (n,), n ≥ 1."""
    center = ((centers - radii[:, None]).min(axis=0) + (centers + radii[:, None]).max(axis=0)) / 2
    return center, float((np.sqrt(((centers - center) ** 2).sum(axis=1)) + radii).max())


def round_length(length: float) -> float:
    """The one of 1, 2.5 and 5 times a power of ten that is nearest to `length`, as a ratio [m]."""
    decade = 10.0 ** floor(log10(length))
    return min((step * decade for step in (1.0, 2.5, 5.0, 10.0)), key=lambda step: abs(log10(step / length)))


def floor_tile(distance: float, current: float | None = None) -> float:
    """Edge of a floor tile for an eye at this distance [m].

    The current one is kept while it still looks right: tiles must not change at every turn of the wheel.
    """
    if current is not None and 2.0 <= distance / current <= 60.0:
        return current
    return round_length(distance / 8.5)


def body_extents(vertices: np.ndarray, runs: Array, bodies: int) -> tuple[Array, Array, Array]:
    """A ball and a box around the vertices of each body: `centers`, `radii` and `corners` of a `BodyMesh`, given its runs."""
    centers, radii, corners = np.zeros((bodies, 3)), np.full(bodies, -1.0), np.zeros((bodies, 8, 3))
    picks = np.array(np.meshgrid([0, 1], [0, 1], [0, 1])).reshape(3, 8).T
    if not len(vertices):
        return centers, radii, corners
    starts = runs[:, 2]
    body = vertices["body"][starts]
    low, high, square = np.full((bodies, 3), np.inf), np.full((bodies, 3), -np.inf), np.full(bodies, -1.0)
    along = np.ascontiguousarray(vertices["position"].T)  # all x first: what lies side by side is looked through sooner
    np.minimum.at(low, body, np.minimum.reduceat(along, starts, axis=1).T)
    np.maximum.at(high, body, np.maximum.reduceat(along, starts, axis=1).T)
    drawn = np.unique(body)
    corners[drawn] = np.stack([low[drawn], high[drawn]], axis=1)[:, picks, [0, 1, 2]]
    centers[drawn] = (low[drawn] + high[drawn]) / 2
    for b, first, end in zip(body.tolist(), starts.tolist(), [*starts[1:].tolist(), len(vertices)], strict=True):
        away = along[:, first:end] - centers[b, :, None]  # of one part at a time, which stays in the processor's cache
        away *= away
        square[b] = max(square[b], (away[0] + away[1] + away[2]).max())
    radii[drawn] = np.sqrt(square[drawn])
    return centers, radii, corners
