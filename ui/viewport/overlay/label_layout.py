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
COVERED = 5.0  # of a label's height that another may lie over
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
    if not requests:
        return [], {}
    candidates = _candidates(requests)
    points = np.array([request.anchor for request in requests], dtype=float)
    price = _PRICE + 40.0 * _outside(candidates, bounds) + 12.0 * _covered(candidates, points)
    price += 25.0 * _overlap(candidates, _rows(obstacles)) + 1.5 * _overlap(candidates, _rows(avoided))
    rects: list[Rect] = []
    places: dict[str, int] = {}
    for i, request in enumerate(requests):
        choice = int(np.argmin(price[i]))
        last = before.get(request.key)
        if last is not None and price[i, last] < price[i, choice] + KEEP:
            choice = last
        taken = candidates[i, choice]
        left, top, width, height = taken.tolist()
        rects.append((left, top, width, height))
        places[request.key] = choice
        price[i + 1 :] += 25.0 * _overlap(candidates[i + 1 :], taken[None])
    return rects, places


def legible(rects: Sequence[Rect]) -> list[int]:
    """Which labels can be read, in their order: of two that lie over each other by more than `COVERED` the first."""
    kept: list[int] = []
    for k, (left, top, width, height) in enumerate(rects):
        covers = (
            min(left + width, x + w) - max(left, x) > COVERED and min(top + height, y + h) - max(top, y) > COVERED
            for x, y, w, h in (rects[i] for i in kept)
        )
        if not any(covers):
            kept.append(k)
    return kept


def _rows(rects: Sequence[Rect] | Array) -> Array:
    """(k, 4) the same as an array."""
    return np.asarray(rects, dtype=float).reshape(-1, 4)


def _candidates(requests: Sequence[Request]) -> Array:
    """(labels, places, 4) rectangles that each may choose from."""
    sizes = np.array([request.size for request in requests])[:, None]
    anchors = np.array([request.anchor for request in requests])[:, None]
    clearances = np.array([request.clearance for request in requests])[:, None]
    turned = np.array([(-1.0, 1.0) if request.leftwards else (1.0, 1.0) for request in requests])[:, None]
    sides = SIDES[_PLACES[:, 0]]
    reach = (DISTANCES[_PLACES[:, 1]] + clearances) / np.linalg.norm(sides, axis=1)
    centers = anchors + turned * sides * (reach[..., None] + sizes / 2)
    return np.concatenate([centers - sizes / 2, np.broadcast_to(sizes, centers.shape)], axis=2)


def _outside(candidates: Array, bounds: Rect) -> Array:
    """(labels, places) how far each rectangle reaches out of the window."""
    left, top, width, height = bounds
    low = np.maximum(np.array([left, top]) - candidates[..., :2], 0)
    high = np.maximum(candidates[..., :2] + candidates[..., 2:] - np.array([left + width, top + height]), 0)
    total: Array = (low + high).sum(axis=-1)
    return total


def _overlap(candidates: Array, taken: Array) -> Array:
    """(labels, places) how deep each rectangle reaches into those taken (k, 4), summed."""
    x, y = (
        np.minimum((candidates[..., k] + candidates[..., k + 2])[..., None], taken[:, k] + taken[:, k + 2])
        - np.maximum(candidates[..., k, None], taken[:, k])
        for k in (0, 1)
    )
    total: Array = np.maximum(np.minimum(x, y) + GAP, 0.0).sum(axis=-1)
    return total


def _covered(candidates: Array, points: Array) -> Array:
    """(labels, places) how many anchors (k, 2) each rectangle covers."""
    x, y = (
        (points[:, k] > candidates[..., k, None] - GAP)
        & (points[:, k] < (candidates[..., k] + candidates[..., k + 2])[..., None] + GAP)
        for k in (0, 1)
    )
    count: Array = np.count_nonzero(x & y, axis=-1)
    return count
