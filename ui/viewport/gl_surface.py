"""OpenGL in a window without a part of the window: what is drawn comes back as a picture.

`QOpenGLWidget` would have Qt put the whole window together by OpenGL at each frame. Where the processor draws, that takes 40 ms
for a window of 1280 × 800, and reading the view back takes 2.
"""

from __future__ import annotations

import ctypes

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QOffscreenSurface, QOpenGLContext

from .gl.gl_calls import GL, GlError
from .gl.offscreen import NoContextError
from .gl.targets import Framebuffer, Target


class GlSurface:
    """An OpenGL context of the default format, and a framebuffer in it that grows and shrinks with the view.

    Made, used and let go of in one thread, which may be any; `surface` is of Qt's, and outlives it. Raises NoContextError if
    there is no OpenGL.
    """

    def __init__(self, surface: QOffscreenSurface) -> None:
        self._context = QOpenGLContext()
        if not self._context.create():
            raise NoContextError("there is no OpenGL on this display")
        self._surface = surface
        self._canvas: Framebuffer | None = None
        self._pixels = np.empty((0, 0, 4), dtype=np.uint8)

    def make_current(self) -> None:
        """Let calls of OpenGL go to this context. Raises GlError if they cannot."""
        if not self._context.makeCurrent(self._surface):
            raise GlError("the OpenGL context cannot be used")

    def done_current(self) -> None:
        """Let calls of OpenGL go nowhere."""
        self._context.doneCurrent()

    def target(self, width: int, height: int) -> Target:
        """What to draw a picture of this size [pixel] into; the context is current."""
        if self._canvas is None or (self._canvas.width, self._canvas.height) != (width, height):
            if self._canvas is not None:
                self._canvas.delete()
                self._canvas = None
            self._canvas = Framebuffer(width, height, samples=0)
            self._pixels = np.empty((height, width, 4), dtype=np.uint8)
        return self._canvas.target

    def picture(self) -> QImage:
        """What was drawn into the target, opaque; the context is current."""
        if self._canvas is None:
            return QImage()
        width, height = self._canvas.width, self._canvas.height
        GL.glBindFramebuffer(GL.GL_READ_FRAMEBUFFER, self._canvas.id)
        place = ctypes.c_void_p(self._pixels.ctypes.data)
        GL.glReadPixels(0, 0, width, height, GL.GL_BGRA, GL.GL_UNSIGNED_BYTE, place)  # as Qt has them: no conversion
        upside_down = QImage(self._pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32)
        return upside_down.flipped(Qt.Orientation.Vertical)
