"""The pictures of a compiled model that shapes bear, small enough to be drawn."""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np

MAX_SIDE = 1024  # what is larger is made smaller, as the pictures of meshes are
MAX_MEMORY = 256_000_000  # bytes of all pictures, as they are drawn
_COLORS = (1, 8)  # mjTEXROLE_RGB and mjTEXROLE_RGBA, which bear the colour of a material


def pixels_of(model: Any) -> dict[str, np.ndarray]:
    """Return the pixels `tex_I` (n, height, width, channels) uint8 of each texture I that a material bears.

    n is 6 of a cube whose sides are not all alike, else 1. Textures beyond what all may take have none.
    """
    found: dict[str, np.ndarray] = {}
    total = 0
    roles = np.asarray(model.mat_texid)
    roles = roles[:, None] if roles.ndim == 1 else roles
    wanted = [role for role in _COLORS if role < roles.shape[1]]
    for i in np.unique(roles[:, wanted]).tolist():
        if i < 0:
            continue
        height, width = int(model.tex_height[i]), int(model.tex_width[i])
        channels = int(model.tex_nchannel[i]) if hasattr(model, "tex_nchannel") else 3
        data = model.tex_data if hasattr(model, "tex_data") else model.tex_rgb
        pixels = data[int(model.tex_adr[i]) :][: height * width * channels]
        count = 6 if model.tex_type[i] != mujoco.mjtTexture.mjTEXTURE_2D and height == 6 * width else 1
        pixels = smaller(pixels.reshape(count, height // count, width, channels))
        total += 4 * pixels.size // channels
        if total > MAX_MEMORY:
            break
        found[f"tex_{i}"] = pixels
    return found


def smaller(pixels: np.ndarray) -> np.ndarray:
    """Return pictures (n, height, width, channels) of at most MAX_SIDE pixels along a side: means of whole blocks."""
    for axis in (1, 2):
        size = pixels.shape[axis]
        if size > MAX_SIDE:
            starts = np.arange(MAX_SIDE) * size // MAX_SIDE
            counts = np.diff([*starts, size]).reshape([-1 if one == axis else 1 for one in range(4)])
            sums = np.add.reduceat(pixels, starts, axis=axis, dtype=np.uint32)
            pixels = ((sums + counts // 2) // counts).astype(np.uint8)
    return pixels
