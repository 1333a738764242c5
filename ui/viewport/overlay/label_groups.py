"""Labels of arrows, or one for all arrows of a body where those would cover arrows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..camera import Camera
from ..marks import Arrow
from .label_layout import Rect

Array = np.ndarray

PIECE = 14.0  # length of the boxes that a shaft is covered by [screen unit]
MOST_PIECES = 24  # of one arrow
KEPT_FREE = 1.0  # around a shaft
ROOMIER = 3.0  # what was merged comes apart only where there is so much more room
TIP = 0.12  # share of an arrow, at its tip, that its own label may touch


def shaft_boxes(arrows: Sequence[Arrow], camera: Camera, size: tuple[float, float]) -> Array:
    """(n, 4) boxes along the shafts of arrows on the screen, but for their tips; none of what is behind the eye."""
    if not arrows:
        return np.zeros((0, 4))
    tails = np.array([arrow.tail for arrow in arrows], dtype=float)
    tips = tails + (1.0 - TIP) * np.array([arrow.vector for arrow in arrows], dtype=float)
    seen = camera.project(np.vstack([tails, tips]), size)
    found = []
    for start, end in zip(seen[: len(arrows)], seen[len(arrows) :], strict=True):
        if min(start[2], end[2]) > 0.0:
            way = end[:2] - start[:2]
            count = int(min(max(1.0, np.ceil(float(np.hypot(*way)) / PIECE)), MOST_PIECES))
            corners = start[:2] + np.linspace(0.0, 1.0, count + 1)[:, None] * way
            low, high = np.minimum(corners[:-1], corners[1:]), np.maximum(corners[:-1], corners[1:])
            found.append(np.hstack([low, high - low]))
    return np.vstack(found) if found else np.zeros((0, 4))


def groups_in_the_way(
    rects: Sequence[Rect], groups: Sequence[str], shafts: Array, bounds: Rect, before: frozenset[str]
) -> frozenset[str]:
    """The groups with a label that lies on a shaft (n, 4), on another label, or out of sight.

    Those of `before` stay as they were unless there is clearly room now, so that labels do not flicker.
    """
    boxes = np.array(rects, dtype=float).reshape(-1, 4)
    found = set()
    for i, (box, group) in enumerate(zip(boxes, groups, strict=True)):
        if group and group not in found:
            margin = KEPT_FREE + (ROOMIER if group in before else 0.0)
            others = np.delete(boxes, i, axis=0)
            out = box[:2] < np.array(bounds[:2]) - 1.0
            out |= box[:2] + box[2:] > np.array(bounds[:2]) + np.array(bounds[2:]) + 1.0
            if out.any() or _meets(box, shafts, margin) or _meets(box, others, margin - KEPT_FREE):
                found.add(group)
    return frozenset(found)


def _meets(box: Array, boxes: Array, margin: float) -> bool:
    low = box[:2] - margin < boxes[:, :2] + boxes[:, 2:]
    high = box[:2] + box[2:] + margin > boxes[:, :2]
    return bool((low & high).all(axis=1).any())
