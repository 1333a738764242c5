"""JSON schemas of the messages in a recording's file: what other programs need to know of them.

Foxglove wants the properties of every object named, and no lists in lists. Source: schemas of foxglove.FrameTransforms and
foxglove.SceneUpdate, docs.foxglove.dev/docs/visualization/message-schemas.
"""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

NUMBER: Schema = {"type": "number"}
INTEGER: Schema = {"type": "integer"}
TEXT: Schema = {"type": "string"}


def record(title: str = "", **properties: Schema) -> Schema:
    """An object with these properties."""
    return {**({"title": title} if title else {}), "type": "object", "properties": properties}


def items(of: Schema) -> Schema:
    """A list."""
    return {"type": "array", "items": of}


_TIME = record("time", sec=INTEGER, nsec=INTEGER)
_DURATION = record("duration", sec=INTEGER, nsec=INTEGER)
_VECTOR = record("foxglove.Vector3", x=NUMBER, y=NUMBER, z=NUMBER)
_QUATERNION = record("foxglove.Quaternion", x=NUMBER, y=NUMBER, z=NUMBER, w=NUMBER)
_POSE = record("foxglove.Pose", position=_VECTOR, orientation=_QUATERNION)
_COLOR = record("foxglove.Color", r=NUMBER, g=NUMBER, b=NUMBER, a=NUMBER)
_ARROW = record(
    "foxglove.ArrowPrimitive",
    pose=_POSE,
    shaft_length=NUMBER,
    shaft_diameter=NUMBER,
    head_length=NUMBER,
    head_diameter=NUMBER,
    color=_COLOR,
)
_OTHER = items(record(pose=_POSE, color=_COLOR))

STATE = record(
    t=NUMBER,
    q=items(NUMBER),
    v=items(NUMBER),
    tau=items(NUMBER),
    passive=items(NUMBER),
    kinetic=NUMBER,
    potential=NUMBER,
    residual=NUMBER,
    step_error=NUMBER,
    iterations=INTEGER,
)
EVENT = record(
    t=NUMBER,
    kind=TEXT,
    body_a=TEXT,
    body_b=TEXT,
    contacts=INTEGER,
    normal_impulse=NUMBER,
    impulse=items(NUMBER),
    normal_before=NUMBER,
    slip_before=NUMBER,
    normal_after=NUMBER,
    slip_after=NUMBER,
)
FRAME_TRANSFORMS = record(
    "foxglove.FrameTransforms",
    transforms=items(
        record(
            "foxglove.FrameTransform",
            timestamp=_TIME,
            parent_frame_id=TEXT,
            child_frame_id=TEXT,
            translation=_VECTOR,
            rotation=_QUATERNION,
        )
    ),
)
SCENE_UPDATE = record(
    "foxglove.SceneUpdate",
    deletions=items(record("foxglove.SceneEntityDeletion", timestamp=_TIME, type=INTEGER, id=TEXT)),
    entities=items(
        record(
            "foxglove.SceneEntity",
            timestamp=_TIME,
            frame_id=TEXT,
            id=TEXT,
            lifetime=_DURATION,
            frame_locked={"type": "boolean"},
            metadata=items(record(key=TEXT, value=TEXT)),
            arrows=items(_ARROW),
            # of these ours has none
            **dict.fromkeys(("cubes", "spheres", "cylinders", "lines", "triangles", "texts", "models"), _OTHER),
        )
    ),
)
