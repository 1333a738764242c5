"""OpenGL, and the one question a frame asks the driver, whether anything went wrong."""

from __future__ import annotations

from OpenGL import GL

__all__ = ["GL", "GlError", "check"]


class GlError(RuntimeError):
    """The graphics driver refused something."""


def check(step: str) -> None:
    """Raise `GlError` if anything since the last check went wrong."""
    code = GL.glGetError()
    if code != GL.GL_NO_ERROR:
        raise GlError(f"OpenGL error 0x{int(code):04X} while {step}")
