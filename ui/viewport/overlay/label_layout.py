"""Where labels go: beside what they name, within the window, and not over one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

Array = np.ndarray
Rect = tuple[float, float, float, float]  # left, top, width, height [screen unit]

# Sides of its anchor a label may take, best first; a label keeps the side it had while that is not much worse.
SIDES = np.array([(1, -1), (1, 0), (1, 1), (-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1)], dtype=float)
DISTANCES = np.array([8.0, 26.0, 52.0, 90.0, 140.0])  # from the anchor's clearance to the nearest edge
GAP = 4.0  # kept free around every label
_PLACES = np.array([(side, distance) for distance in range(len(DISTANCES)) for side in range(len(SIDES))])
_PRICE = DISTANCES[_PLACES[:, 1]] + 3.0 * _PLACES[:, 0]
KEEP = 30.0  # how much worse than the best the place it had may be


@dataclass(frozen=True, slots=True)
class Request:
    """A label that wants a place."""

    key: str  # the same from frame to frame
    anchor: tuple[float, float]
    size: tuple[float, float]
    clearance: float = 0.0  # radius around the anchor that must stay free
    leftwards: bool = False  # rather at the left than at the right


def place_labels(
    requests: Sequence[Request],
    bounds: Rect,
    obstacles: Sequence[Rect],
    before: dict[str, int],
    avoided: Sequence[Rect] | Array = (),
) -> tuple[list[Rect], dict[str, int]]:
    """A rectangle for each request, and the places taken, to be handed in as `before` next time.

    Labels are placed one by one; each takes the place that overlaps least, then the nearest. What is `avoided` may
    be covered where there is no better place.
    """
    soft = np.asarray(avoided, dtype=float).reshape(-1, 4)
    taken = np.array(list(obstacles), dtype=float).reshape(-1, 4)
    points = np.array([request.anchor for request in requests], dtype=float).reshape(-1, 2)
    rects: list[Rect] = []
    places: dict[str, int] = {}
    for request in requests:
        candidates = _candidates(request)
        price = _PRICE + 40.0 * _outside(candidates, bounds) + 25.0 * _overlap(candidates, taken)
        price += 12.0 * _covered(candidates, points) + 1.5 * _overlap(candidates, soft)
        choice = int(np.argmin(price))
        last = before.get(request.key)
        if last is not None and price[last] < price[choice] + KEEP:
            choice = last
        left, top, width, height = (float(value) for value in candidates[choice])
        rects.append((left, top, width, height))
        places[request.key] = choice
        taken = np.vstack([taken, candidates[choice]])
    return rects, places


def _candidates(request: Request) -> Array:
    """(places, 4) rectangles to choose from."""
    width, height = request.size
    sides = SIDES[_PLACES[:, 0]] * ((-1, 1) if request.leftwards else (1, 1))
    lengths = np.linalg.norm(sides, axis=1, keepdims=True)
    distances = (DISTANCES[_PLACES[:, 1]] + request.clearance)[:, None]
    centers = np.array(request.anchor) + sides * (distances / lengths) + sides * (np.array([width, height]) / 2)
    return np.hstack([centers - np.array([width, height]) / 2, np.tile([width, height], (len(centers), 1))])


def _outside(candidates: Array, bounds: Rect) -> Array:
    """How far each rectangle reaches out of the window."""
    left, top, width, height = bounds
    low = np.maximum(np.array([left, top]) - candidates[:, :2], 0)
    high = np.maximum(candidates[:, :2] + candidates[:, 2:] - np.array([left + width, top + height]), 0)
    total: Array = (low + high).sum(axis=1)
    return total


def _overlap(candidates: Array, taken: Array) -> Array:
    """How deep each rectangle reaches into those taken, summed."""
    if len(taken) == 0:
        return np.zeros(len(candidates))
    low = np.maximum(candidates[:, None, :2], taken[None, :, :2])
    high = np.minimum(candidates[:, None, :2] + candidates[:, None, 2:], taken[None, :, :2] + taken[None, :, 2:])
    depth = np.clip(high - low + GAP, 0, None)
    total: Array = np.minimum(depth[..., 0], depth[..., 1]).sum(axis=1)
    return total


def _covered(candidates: Array, points: Array) -> Array:
    """How many anchors each rectangle covers."""
    low, high = candidates[:, None, :2] - GAP, candidates[:, None, :2] + candidates[:, None, 2:] + GAP
    count: Array = ((points > low) & (points < high)).all(axis=2).sum(axis=1)
    return count
