"""OpenGL 3.3 as the driver has it, the few calls that want memory, and the one question a frame asks: did anything go wrong.

`GL` holds PyOpenGL's functions as they are before it wraps them: importing the wrapped ones takes 0.1 s of the window's start.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable
from types import SimpleNamespace

import numpy as np
from OpenGL.raw.GL.VERSION import GL_1_0, GL_1_1, GL_1_2, GL_1_3, GL_1_4, GL_1_5, GL_2_0, GL_2_1, GL_3_0, GL_3_1, GL_3_2, GL_3_3

from .context import NoContextError

GL = SimpleNamespace(
    **{
        name: value
        for version in (GL_1_0, GL_1_1, GL_1_2, GL_1_3, GL_1_4, GL_1_5, GL_2_0, GL_2_1, GL_3_0, GL_3_1, GL_3_2, GL_3_3)
        for name, value in vars(version).items()
        if name.startswith(("gl", "GL_"))
    }
)

CONTEXT_LOST = 0x0507  # of OpenGL 4.5


class GlError(RuntimeError):
    """The graphics driver refused something."""


def check(step: str) -> None:
    """Raise `GlError` if anything since the last check went wrong, NoContextError if the context is lost."""
    code = GL.glGetError()
    if code == CONTEXT_LOST:
        raise NoContextError(f"the driver lost the OpenGL context while {step}")
    if code != GL.GL_NO_ERROR:
        raise GlError(f"OpenGL error 0x{code:04X} while {step}")


def create(generate: Callable[..., object]) -> int:
    """A new object on the GPU, of the kind that `generate` makes (glGenBuffers, …)."""
    name = (ctypes.c_uint * 1)()
    generate(1, name)
    return name[0]


def free(forget: Callable[..., object], names: Iterable[int]) -> None:
    """Free objects on the GPU by the call for their kind (glDeleteBuffers, …)."""
    held = tuple(names)
    forget(len(held), (ctypes.c_uint * len(held))(*held))


def upload(target: int, data: np.ndarray, usage: int) -> None:
    """Replace what the buffer that is bound to `target` holds."""
    data = np.ascontiguousarray(data)
    GL.glBufferData(target, data.nbytes, ctypes.c_void_p(data.ctypes.data), usage)


def value_of(get: Callable[..., object], *what: int) -> int:
    """A number that the driver knows (glGetIntegerv, glGetShaderiv, …)."""
    value = (ctypes.c_int * 1)()
    get(*what, value)
    return value[0]


def text_of(get: Callable[..., object], owner: int) -> str:
    """What the driver says of a shader or program (glGetShaderInfoLog, glGetProgramInfoLog)."""
    log = ctypes.create_string_buffer(16_384)
    get(owner, len(log), None, log)
    return log.value.decode(errors="replace")


def shader_text(shader: int, text: str) -> None:
    """Give a shader its text."""
    held = ctypes.create_string_buffer(text.encode())
    GL.glShaderSource(shader, 1, (ctypes.POINTER(ctypes.c_char) * 1)(ctypes.cast(held, ctypes.POINTER(ctypes.c_char))), None)


def zero_ended(name: str) -> ctypes.Array[ctypes.c_char]:
    """A name as OpenGL reads it."""
    return ctypes.create_string_buffer(name.encode())


def driver_text(name: int) -> str:
    """What the driver calls itself (GL_RENDERER, GL_VERSION)."""
    return (ctypes.cast(GL.glGetString(name), ctypes.c_char_p).value or b"").decode(errors="replace")
