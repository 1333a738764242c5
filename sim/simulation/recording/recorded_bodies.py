"""What a recording was made with, as numbers: robots are read from their own files again, which may be others by then."""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose, isinf
from typing import Any

import numpy as np

from ...texts import marked, tr
from ..running.scene.scene import Scene

Row = list[float | None]  # None: infinite, which JSON has no number for

_QUANTITIES = {
    "body": (marked("mass"), *[marked("centre of mass")] * 3, *[marked("inertia")] * 6),
    "joint": (
        *[marked("placement")] * 12,
        *[marked("placement of its body")] * 12,
        *[marked("axis")] * 3,
        *(
            marked("screw pitch"),
            marked("damping"),
            marked("friction"),
            marked("armature"),
            marked("stiffness"),
            marked("rest"),
        ),
        *(marked("lower limit"), marked("upper limit"), marked("largest effort")),
    ),
    "shape": (*[marked("placement")] * 12, *[marked("size")] * 4),
}
"""What the numbers of a row are; later versions may add to the end."""


def body_numbers(scene: Scene) -> dict[str, list[Row]]:
    """For each body, joint and shape of a scene a row of numbers, with nine digits."""
    upper = np.triu_indices(3)
    rows = {
        "body": [[body.mass, *body.com, *np.asarray(body.inertia)[upper]] for body in scene.model.bodies],
        "joint": [
            [
                *np.ravel(joint.placement[:3]),
                *np.ravel(joint.child_placement[:3]),
                *joint.axis,
                joint.pitch,
                joint.damping,
                joint.friction,
                joint.armature,
                joint.stiffness,
                joint.rest,
                joint.lower,
                joint.upper,
                joint.effort_limit,
            ]
            for joint in scene.model.joints
        ],
        "shape": [[*shape["placement"], *shape["dims"], shape["radius"]] for shape in scene.system.shapes],
    }
    return {kind: [[None if isinf(x) else float(f"{x:.9g}") for x in row] for row in rows[kind]] for kind in rows}


def changed_since(scene: Scene, recorded: dict[str, list[Row]]) -> str:
    """The first number that is not as it was recorded, as a sentence; empty: all are."""
    now, names = body_numbers(scene), _names(scene)
    for kind, quantities in _QUANTITIES.items():
        before, after = recorded.get(kind, []), now[kind]
        if len(before) != len(after):
            return tr(
                "the scene has {count} rows of kind {kind}, and had {before_count} when this was recorded",
                count=len(after),
                kind=kind,
                before_count=len(before),
            )
        for name, *rows in zip(names[kind], before, after, strict=True):
            for quantity, *values in zip(quantities, *rows, strict=False):
                if not _is_same(*values):
                    then, here = (tr("infinite") if x is None else f"{x:.9g}" for x in values)
                    return tr(
                        "the {quantity} of {kind} {name} is not what it was when this was recorded: {then} then, {here} now",
                        quantity=tr(quantity),
                        kind=kind,
                        name=name,
                        then=then,
                        here=here,
                    )
    return ""


def _is_same(before: float | None, after: float | None) -> bool:
    """Whether two numbers are the same, but for digits that are not kept and rounding on another machine."""
    if before is None or after is None:
        return before is after
    return isclose(before, after, rel_tol=1e-7, abs_tol=1e-10)


def _names(scene: Scene) -> dict[str, Iterator[Any]]:
    bodies = scene.model.body_names
    return {
        "body": (repr(name) for name in bodies),
        "joint": (repr(joint.name) for joint in scene.model.joints),
        "shape": (
            tr("{shape} of body {bodies!r}", shape=shape["index"], bodies=bodies[shape["body"]])
            for shape in scene.system.shapes
        ),
    }
