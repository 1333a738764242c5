"""Textures of bodies on the graphics card."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from time import perf_counter

import numpy as np

from torseur.sim.multibody.model.shapes import Texture, Wrap

from .gl_calls import GL, create, free
from .programs import UNITS

AT_ONCE = 0.02  # [s] after which the rest waits for the next picture


class BodyTextures:
    """The textures of one model: handed over once, a few with every picture."""

    def __init__(self, textures: Iterable[Texture]) -> None:
        self._waiting = list(dict.fromkeys(textures))
        self._ids: dict[Texture, int] = {}
        self.lost = 0  # how many are no longer kept on disk: what bears them has its plain colour

    @property
    def whole(self) -> bool:
        """Whether all are on the card."""
        return not self._waiting

    def upload(self, patient: bool) -> None:
        """Hand over what is waiting: all of it, or as much as there is time for."""
        end = perf_counter() + AT_ONCE
        while self._waiting and (patient or perf_counter() < end):
            texture = self._waiting.pop(0)
            try:
                pixels = np.ascontiguousarray(texture.pixels)
            except OSError:
                self.lost += 1
            else:
                self._ids[texture] = _uploaded(pixels, texture.wrap)

    def bind(self, texture: Texture) -> bool:
        """Let shaders read it; False: it is not there yet."""
        GL.glActiveTexture(GL.GL_TEXTURE0 + UNITS["picture_of_body"])
        GL.glBindTexture(GL.GL_TEXTURE_2D, self._ids.get(texture, 0))
        return texture in self._ids

    def delete(self) -> None:
        """Free the textures on the GPU."""
        free(GL.glDeleteTextures, self._ids.values())


def _uploaded(pixels: np.ndarray, wrap: tuple[Wrap, Wrap]) -> int:
    """Return a new texture on the card with pixels (height, width, 4), smooth from near and from afar."""
    name = create(GL.glGenTextures)
    GL.glActiveTexture(GL.GL_TEXTURE0 + UNITS["picture_of_body"])
    GL.glBindTexture(GL.GL_TEXTURE_2D, name)
    height, width, _ = pixels.shape
    GL.glTexImage2D(
        GL.GL_TEXTURE_2D,
        0,
        GL.GL_SRGB8_ALPHA8,
        width,
        height,
        0,
        GL.GL_RGBA,
        GL.GL_UNSIGNED_BYTE,
        ctypes.c_void_p(pixels.ctypes.data),
    )
    GL.glGenerateMipmap(GL.GL_TEXTURE_2D)
    wraps = {"repeat": GL.GL_REPEAT, "mirror": GL.GL_MIRRORED_REPEAT, "clamp": GL.GL_CLAMP_TO_EDGE}
    for what, value in (
        (GL.GL_TEXTURE_MIN_FILTER, GL.GL_LINEAR_MIPMAP_LINEAR),
        (GL.GL_TEXTURE_MAG_FILTER, GL.GL_LINEAR),
        (GL.GL_TEXTURE_WRAP_S, wraps[wrap[0]]),
        (GL.GL_TEXTURE_WRAP_T, wraps[wrap[1]]),
    ):
        GL.glTexParameteri(GL.GL_TEXTURE_2D, what, value)
    return name
