"""Pictures without a window: an OpenGL context that needs no X server, for `render` and for tests.

PyOpenGL must be told before its first import where to find its functions, so set PYOPENGL_PLATFORM=egl in the
environment of the process, or call `use_egl` before anything imports OpenGL.
"""

from __future__ import annotations

import ctypes
import os
import sys
from types import TracebackType
from typing import Any

import numpy as np
import OpenGL

from torseur.sim.errors import TorseurError

from ..view import View
from .quality import QUALITIES, Quality

PLATFORM_SURFACELESS = 0x31DD  # EGL_MESA_platform_surfaceless
PLATFORM_DEVICE = 0x313F  # EGL_EXT_platform_device
CONTEXT_MAJOR, CONTEXT_MINOR, CONTEXT_PROFILE, CORE_PROFILE = 0x3098, 0x30FB, 0x30FD, 1


class NoContextError(TorseurError):
    """No OpenGL context could be made without a window."""


def use_egl() -> None:
    """Choose EGL for this process; too late, and an error, once OpenGL has been imported for windows."""
    if "OpenGL.platform" in sys.modules and os.environ.get("PYOPENGL_PLATFORM") != "egl":
        raise NoContextError("OpenGL was imported before; set PYOPENGL_PLATFORM=egl before the program starts")
    os.environ["PYOPENGL_PLATFORM"] = "egl"
    if "OpenGL.platform" not in sys.modules:
        OpenGL.ERROR_CHECKING = True  # without it PyOpenGL 3.1.10 cannot import its EGL


class Offscreen:
    """A context of its own and a renderer in it. Use it in a `with` statement, in one thread."""

    def __init__(self) -> None:
        use_egl()
        from OpenGL import EGL

        self._egl = EGL
        self._display = _display(EGL)
        self._context = _context(EGL, self._display)
        if not EGL.eglMakeCurrent(self._display, EGL.EGL_NO_SURFACE, EGL.EGL_NO_SURFACE, self._context):
            raise NoContextError("the OpenGL context cannot be used without a surface")
        from .renderer import Renderer

        self._renderer = Renderer()

    def render(
        self, view: View, width: int, height: int, quality: Quality = QUALITIES["high"], pixel_ratio: float = 1.0
    ) -> np.ndarray:
        """Draw the scene without its labels: (height, width, 3) uint8, top row first; (height, width, 4) without a backdrop."""
        from .targets import Framebuffer, read_pixels

        canvas = Framebuffer(width, height, samples=0)
        try:
            self._renderer.draw(view, canvas.target, quality, pixel_ratio)
            return read_pixels(canvas.target, 3 if view.backdrop else 4)
        finally:
            canvas.delete()

    def close(self) -> None:
        """Free the OpenGL context and its surface."""
        if self._context is not None:
            egl = self._egl
            self._renderer.delete()
            egl.eglMakeCurrent(self._display, egl.EGL_NO_SURFACE, egl.EGL_NO_SURFACE, egl.EGL_NO_CONTEXT)
            egl.eglDestroyContext(self._display, self._context)
            self._context = None

    def __enter__(self) -> Offscreen:
        """Return itself, to be closed at the end of the block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Free the OpenGL context and its surface."""
        self.close()


def _display(egl: Any) -> Any:
    """A display that needs no screen: Mesa's surfaceless one, or a graphics card by itself."""
    from OpenGL.error import Error

    major, minor = ctypes.c_long(), ctypes.c_long()
    for find in (_surfaceless, _first_device):
        try:
            display = find(egl)
            if display and egl.eglInitialize(display, major, minor):
                return display
        except (Error, AttributeError):  # this driver lacks the extension: try the next
            continue
    raise NoContextError("EGL offers neither a surfaceless display nor a device: install libegl1 and a graphics driver")


def _surfaceless(egl: Any) -> Any:
    return egl.eglGetPlatformDisplay(PLATFORM_SURFACELESS, None, None)


def _first_device(egl: Any) -> Any:
    from OpenGL.EGL.EXT.device_enumeration import eglQueryDevicesEXT

    devices, count = (egl.EGLDeviceEXT * 1)(), ctypes.c_long()
    if not eglQueryDevicesEXT(1, devices, count) or count.value < 1:
        return None
    return egl.eglGetPlatformDisplay(PLATFORM_DEVICE, devices[0], None)


def _context(egl: Any, display: Any) -> Any:
    """A context of OpenGL 3.3, core profile."""
    from OpenGL.error import Error

    egl.eglBindAPI(egl.EGL_OPENGL_API)
    config = [egl.EGL_RENDERABLE_TYPE, egl.EGL_OPENGL_BIT, egl.EGL_SURFACE_TYPE, 0, egl.EGL_NONE]
    configs, count = (egl.EGLConfig * 1)(), ctypes.c_long()
    if not egl.eglChooseConfig(display, (egl.EGLint * len(config))(*config), configs, 1, count) or count.value < 1:
        raise NoContextError("EGL offers no configuration for OpenGL")
    version = [CONTEXT_MAJOR, 3, CONTEXT_MINOR, 3, CONTEXT_PROFILE, CORE_PROFILE, egl.EGL_NONE]
    try:
        context = egl.eglCreateContext(display, configs[0], egl.EGL_NO_CONTEXT, (egl.EGLint * len(version))(*version))
    except Error:  # as a driver that has less says it, before anything is returned
        context = None
    if not context:
        raise NoContextError("EGL gives no context of OpenGL 3.3")
    return context
