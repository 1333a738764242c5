"""An OpenGL context that needs neither a window nor a display server, by EGL; and what is raised where there is none."""

from __future__ import annotations

import ctypes
from typing import Any

from torseur.sim.errors import TorseurError

PLATFORM_SURFACELESS = 0x31DD  # EGL_MESA_platform_surfaceless
PLATFORM_DEVICE = 0x313F  # EGL_EXT_platform_device
OPENGL_API, RENDERABLE_TYPE, OPENGL_BIT, SURFACE_TYPE, NONE = 0x30A2, 0x3040, 0x0008, 0x3033, 0x3038
CONTEXT_MAJOR, CONTEXT_MINOR, CONTEXT_PROFILE, CORE_PROFILE = 0x3098, 0x30FB, 0x30FD, 1
# So that a driver that restarts says that the context is lost.
RESET_NOTIFICATION, LOSE_CONTEXT_ON_RESET = 0x31BD, 0x31BF
OLDEST_OPENGL = 3, 3


class NoContextError(TorseurError):
    """There is no OpenGL context, or the one there was is lost: its text says which, `details` all that is known of why.

    What could not be drawn for this may be drawn as soon as another context can be made.
    """

    def __init__(self, sentence: str, details: str = "") -> None:
        super().__init__(sentence)
        self.details = details


class EglContext:
    """A context of OpenGL 3.3, core profile, without a surface. Used in one thread at a time. Raises NoContextError."""

    way = "by EGL, without the window system"

    def __init__(self) -> None:
        try:
            self._egl = ctypes.CDLL("libEGL.so.1")
            for name in ("eglGetPlatformDisplay", "eglGetProcAddress", "eglCreateContext"):
                getattr(self._egl, name).restype = ctypes.c_void_p
        except (OSError, AttributeError) as error:  # none, or one older than 1.5
            raise NoContextError(f"there is no EGL 1.5: {error}") from None
        self._display = self._find_display()
        self._context = self._create()

    def make_current(self) -> bool:
        """Let calls of OpenGL in this thread go to it; False where it is lost."""
        return bool(self._egl.eglMakeCurrent(self._display, None, None, self._context))

    def done_current(self) -> None:
        """Let calls of OpenGL in this thread go nowhere."""
        self._egl.eglMakeCurrent(self._display, None, None, None)

    def delete(self) -> None:
        """Free it with all that is in it; it is current nowhere."""
        self._egl.eglDestroyContext(self._display, self._context)

    def _find_display(self) -> ctypes.c_void_p:
        """A display that needs no screen: Mesa's surfaceless one, or a graphics card by itself."""
        for platform in (PLATFORM_SURFACELESS, PLATFORM_DEVICE):
            device = self._first_device() if platform == PLATFORM_DEVICE else None
            display = ctypes.c_void_p(self._egl.eglGetPlatformDisplay(platform, device, None))
            if display and self._egl.eglInitialize(display, None, None):
                return display
        raise NoContextError("EGL offers neither a surfaceless display nor a device: install libegl1 and a graphics driver")

    def _first_device(self) -> ctypes.c_void_p | None:
        query = self._egl.eglGetProcAddress(b"eglQueryDevicesEXT")
        if not query:
            return None
        devices, count = (ctypes.c_void_p * 1)(), ctypes.c_int()
        ask = ctypes.CFUNCTYPE(ctypes.c_uint, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(query)
        found = ask(1, devices, ctypes.byref(count)) and count.value
        return ctypes.c_void_p(devices[0]) if found else None

    def _create(self) -> ctypes.c_void_p:
        self._egl.eglBindAPI(OPENGL_API)
        configs, count = (ctypes.c_void_p * 1)(), ctypes.c_int()
        wanted = _list(RENDERABLE_TYPE, OPENGL_BIT, SURFACE_TYPE, 0)
        if not self._egl.eglChooseConfig(self._display, wanted, configs, 1, ctypes.byref(count)) or not count.value:
            raise NoContextError("EGL offers no configuration for OpenGL")
        config = ctypes.c_void_p(configs[0])
        plain = (CONTEXT_MAJOR, OLDEST_OPENGL[0], CONTEXT_MINOR, OLDEST_OPENGL[1], CONTEXT_PROFILE, CORE_PROFILE)
        for version in ((*plain, RESET_NOTIFICATION, LOSE_CONTEXT_ON_RESET), plain):  # older drivers refuse the first
            context = ctypes.c_void_p(self._egl.eglCreateContext(self._display, config, None, _list(*version)))
            if context:
                return context
        raise NoContextError("EGL gives no context of OpenGL 3.3", f"EGL error 0x{self._egl.eglGetError():04X}")


def _list(*attributes: int) -> Any:
    return (ctypes.c_int * (len(attributes) + 1))(*attributes, NONE)
