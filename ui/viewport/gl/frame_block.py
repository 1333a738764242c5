"""The numbers every shader of a frame shares: camera, sun, colours of the theme."""

from __future__ import annotations

from math import ceil, log, tan

import numpy as np

from ...look.theme import SELECTION
from ..camera import Camera
from ..mesh.bounds import Ball
from ..mesh.color import linear
from ..view import View

Array = np.ndarray

FRAME = np.dtype(
    [
        ("clip_from_world", "f4", (4, 4)),
        ("shadow_from_world", "f4", (4, 4)),
        ("eye", "f4", 4),
        ("right", "f4", 4),
        ("up", "f4", 4),
        ("forward", "f4", 4),
        ("sun", "f4", 4),
        ("sun_light", "f4", 4),
        ("sky_light", "f4", 4),
        ("ground_light", "f4", 4),
        ("fill_light", "f4", 4),
        ("sky_top", "f4", 4),
        ("sky_bottom", "f4", 4),
        ("floor_light", "f4", 4),
        ("floor_dark", "f4", 4),
        ("floor_shape", "f4", 4),
        ("selection", "f4", 4),
        ("picture", "f4", 4),
    ]
)
"""The same names in the same order as the uniform block in `glsl/frame.glsl`."""

SUN = np.array([0.52, -0.40, 0.92]) / np.linalg.norm([0.52, -0.40, 0.92])  # direction to the sun
_SIDE = np.array([-SUN[1], SUN[0], 0.0]) / np.hypot(SUN[0], SUN[1])
SUN_AXES = np.stack([_SIDE, np.cross(SUN, _SIDE), -SUN])  # rows: across, up, and the way its light goes
SKY_LIGHT = np.array([0.31, 0.33, 0.37])  # on a surface that faces up
# The sun gives what the sky leaves, so that a floor in full light has just the colours of the theme.
SUN_LIGHT = (1.0 - SKY_LIGHT) / SUN[2]
GROUND_LIGHT = {"light": np.array([0.225, 0.22, 0.215]), "dark": np.array([0.15, 0.15, 0.16])}
FILL_LIGHT = np.array([0.07, 0.07, 0.075])  # from where the eye is
SOFTNESS = 0.032  # tangent of half the angle that the sun seems to have
FLOOR_REACH = 14.0  # the floor fades out at this many times the distance of the camera
FLOOR_FROM_BELOW = 0.28  # opacity


def floor_reach(view: View) -> float:
    """How far from the target the floor is seen [m]."""
    return FLOOR_REACH * max(view.camera.distance, view.scale)


def clip_depths(view: View, aspect: float, ball: Ball | None = None) -> tuple[float, float]:
    """Near and far depths that hold the bodies, what else is shown, and the visible floor [m]."""
    return view.camera.clip(
        *(view.everything_ball() if ball is None else ball), aspect, floor_reach(view), view.floor_is_drawn()
    )


def shadow_matrix(ball: Ball, size: int) -> tuple[Array, float]:
    """(4, 4) from the world to 0 … 1 in the shadow map, and the edge of one of its texels [m].

    Size and place move in steps, so that edges of shadows stand still while bodies move.
    """
    center, radius = ball
    radius = 1.08 ** ceil(log(max(radius, 1e-6) * 1.02) / log(1.08))
    texel = 2 * radius / (size - 8)
    middle = SUN_AXES @ center
    middle[:2] = np.round(middle[:2] / texel) * texel
    width = texel * size
    matrix = np.eye(4)
    matrix[:3, :3] = SUN_AXES / np.array([[width], [width], [2 * radius]])
    matrix[:3, 3] = 0.5 - middle / np.array([width, width, 2 * radius])
    return matrix, texel


def frame_block(view: View, width: int, height: int, near_far: tuple[float, float], shadow: tuple[Array, float]) -> np.ndarray:
    """The block (one FRAME) for a picture of width × height pixels."""
    camera, theme = view.camera, view.theme
    aspect = width / height
    block = np.zeros((), dtype=FRAME)
    block["clip_from_world"] = camera.projection(aspect, *near_far) @ camera.view()
    block["shadow_from_world"], texel = shadow
    right, up, back = camera.axes
    half = tan(camera.fov / 2)
    block["eye"] = (*camera.eye, float(camera.orthographic))
    block["right"][:3] = right * half * aspect
    block["up"][:3] = up * half
    block["forward"][:3] = -back
    block["sun"] = (*SUN, texel)
    for name, light in (
        ("sun_light", SUN_LIGHT),
        ("sky_light", SKY_LIGHT),
        ("ground_light", GROUND_LIGHT[theme.name]),
        ("fill_light", FILL_LIGHT),
        ("sky_top", linear(theme.sky_top)),
        ("sky_bottom", linear(theme.sky_bottom)),
        ("floor_light", linear(theme.floor_light)),
        ("floor_dark", linear(theme.floor_dark)),
        ("selection", linear(SELECTION)),
    ):
        block[name][:3] = light
    clear = under_floor(camera) or view.floor_is_glass()
    block["floor_shape"][:3] = view.floor_tile, floor_reach(view), FLOOR_FROM_BELOW if clear else 1.0
    block["selection"][3] = selected_index(view)
    block["picture"] = (width, height, view.opacity, SOFTNESS)
    return block


def under_floor(camera: Camera) -> bool:
    """Whether the floor is seen from below."""
    return bool(camera.axes[2][2] < 0) if camera.orthographic else bool(camera.eye[2] < 0)


def selected_index(view: View) -> int:
    """Index of the selected body; -1 if there is none."""
    return body_index(view, view.selected)


def body_index(view: View, name: str | None) -> int:
    """Index of a body; -1 if there is none of this name."""
    if view.model is None or name is None or name not in view.model.body_names:
        return -1
    return view.model.body_names.index(name)
