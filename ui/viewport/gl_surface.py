"""OpenGL in a window without a part of the window: what is drawn comes back as a picture.

`QOpenGLWidget` would have Qt put the whole window together by OpenGL at each frame. Where the processor draws, that takes 40 ms
for a window of 1280 × 800, and reading the view back takes 2.
"""

from __future__ import annotations

import ctypes
import logging
import os
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

import numpy as np
from PySide6.QtCore import QLoggingCategory, Qt, qInstallMessageHandler
from PySide6.QtGui import QImage, QOffscreenSurface, QOpenGLContext, QSurfaceFormat

from torseur.sim.texts import tr

from .gl.context import OLDEST_OPENGL, EglContext, NoContextError
from .gl.gl_calls import GL
from .gl.targets import Framebuffer, Target

log = logging.getLogger("torseur.opengl")
_alive: set[int] = set()  # surfaces whose contexts are
_hearing = threading.Lock()  # standard error and Qt's handler are those of all threads


class WindowSystemContext:
    """The OpenGL context that the window system gives. Raises NoContextError if it gives none that will do."""

    way = ""

    def __init__(self, surface: QOffscreenSurface) -> None:
        self._surface, self._context = surface, QOpenGLContext()
        if not self._context.create():
            made, words = _heard(self._context.create)  # once more: what it says, and it may be but a moment
            if not made:
                raise NoContextError(tr("there is no OpenGL on this display"), words)
            log.warning("the window system gave an OpenGL context only when asked again: %s", words)
        version = self._context.format().version()
        if tuple(version) < OLDEST_OPENGL:
            wanted = ".".join(map(str, OLDEST_OPENGL))
            raise NoContextError(
                tr(
                    "OpenGL here is {version}, and the window needs {wanted}",
                    version=".".join(map(str, version)),
                    wanted=wanted,
                )
            )

    def make_current(self) -> bool:
        """Let calls of OpenGL in this thread go to it; False where it is lost."""
        return self._context.makeCurrent(self._surface)

    def done_current(self) -> None:
        """Let calls of OpenGL in this thread go nowhere."""
        self._context.doneCurrent()

    def delete(self) -> None:
        """Free it with all that is in it, in the thread that it was made in."""
        del self._context


def make_surface() -> QOffscreenSurface:
    """What contexts of the window system are made current with; Qt allows it in the window's thread alone."""
    surface = QOffscreenSurface()
    surface.setFormat(QSurfaceFormat.defaultFormat())
    surface.create()
    return surface


def make_context(surface: QOffscreenSurface) -> WindowSystemContext | EglContext:
    """The window system's context; where there is none, one by EGL: pictures are read back anyway.

    Not EGL first: other systems than Linux have none, and a display without a surface is Mesa's, so that another driver's card
    would stand idle while the processor draws. Raises NoContextError with the words of both.
    """
    try:
        return WindowSystemContext(surface)
    except NoContextError as error:
        refused = error.with_traceback(None)  # which would hold this frame, and the surface by it
    try:
        context = EglContext()
    except NoContextError as error:
        details = "\n".join(filter(None, [refused.details, str(error), error.details]))
        raise NoContextError(str(refused), details) from None
    log.warning("%s: drawn %s\n%s\n%s", refused, context.way, refused.details, facts())
    return context


def facts() -> str:
    """What may have kept a context from being made, or from staying: memory, threads, other contexts."""
    found = [f"{len(_alive)} contexts", f"{threading.active_count()} threads of Python"]
    with suppress(OSError):  # no Linux, or no file can be opened any more, either
        lines = "\n".join(Path(path).read_text("ascii") for path in ("/proc/meminfo", "/proc/self/status")).splitlines()
        wanted = ("MemAvailable", "VmRSS", "Threads")
        found += [" ".join(line.split()) for line in lines if line.startswith(wanted)]
    return ", ".join(found)


class GlSurface:
    """An OpenGL context, and a framebuffer in it that grows and shrinks with the view.

    Made, used and let go of in one thread, which may be any; `surface` is of Qt's, and outlives it. Raises NoContextError if
    there is no OpenGL.
    """

    def __init__(self, surface: QOffscreenSurface) -> None:
        self._context = make_context(surface)
        self._canvas: Framebuffer | None = None
        self._pixels = np.empty((0, 0, 4), dtype=np.uint8)
        self.way = self._context.way  # how it came about, where that is not as usual
        _alive.add(id(self))

    def make_current(self) -> None:
        """Let calls of OpenGL go to this context. Raises NoContextError if they cannot: it is lost."""
        if not self._context.make_current():
            raise NoContextError("the OpenGL context was lost: it cannot be used any more")

    def done_current(self) -> None:
        """Let calls of OpenGL go nowhere."""
        self._context.done_current()

    def delete(self) -> None:
        """Free the context with all that is in it; it is current nowhere."""
        self._context.delete()
        _alive.discard(id(self))

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


def _heard(call: Callable[[], bool]) -> tuple[bool, str]:
    """What a call gives, and what Qt's part for OpenGL, the C library and the driver, to standard error, say of it."""
    words: list[str] = []
    with _hearing, ExitStack() as after:
        after.callback(qInstallMessageHandler, qInstallMessageHandler(lambda kind, context, text: words.append(text)))
        QLoggingCategory.setFilterRules("qt.qpa.gl=true")
        after.callback(QLoggingCategory.setFilterRules, "")
        try:
            written = after.enter_context(tempfile.TemporaryFile())
            kept = os.dup(2)
        except OSError as error:  # of a full disk or too many files, perhaps the cause of all; or there is no standard error
            return call(), "; ".join([*words, str(error)])
        after.callback(os.close, kept)
        os.dup2(written.fileno(), 2)
        try:
            number = _errno()
            number.value = 0
            made = call()
            words.append(f"errno {number.value} ({os.strerror(number.value)})" if number.value else "")
        finally:
            os.dup2(kept, 2)
        written.seek(0)
        words.append(written.read().decode(errors="replace").strip())
    return made, "; ".join(filter(None, words))


def _errno() -> ctypes.c_int:
    """The last error of the C library in this thread, where that is one of Linux; else 0."""
    if not sys.platform.startswith("linux"):
        return ctypes.c_int(0)
    place = ctypes.CDLL(None).__errno_location
    place.restype = ctypes.POINTER(ctypes.c_int)
    return place().contents
