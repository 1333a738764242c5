"""What is drawn, each mark alone, however it was put."""

from __future__ import annotations

from torseur.ui.viewport.many_marks import ArrowRows, PointRows
from torseur.ui.viewport.marks import Arrow, Point


def arrows_of(overlays):
    """All arrows, in their order."""
    found = []
    for one in overlays.arrows:
        if isinstance(one, ArrowRows):
            columns = zip(one.tail, one.vector, one.color.tolist(), one.kind.tolist(), one.keys(), strict=True)
            found += [
                Arrow(tail, vector, color, one.labels.get(i, ""), kind, one.groups.get(i, ""), key=key)
                for i, (tail, vector, color, kind, key) in enumerate(columns)
            ]
        else:
            found.append(one)
    return found


def points_of(overlays):
    """All points, in their order."""
    found = []
    for one in overlays.points:
        rows = isinstance(one, PointRows)
        found += [Point(*pair) for pair in zip(one.position, one.kind.tolist(), strict=True)] if rows else [one]
    return found
