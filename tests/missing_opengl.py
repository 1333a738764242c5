"""OpenGL that is not there, as far as one process is concerned."""

from __future__ import annotations

from collections.abc import Container, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from PySide6.QtGui import QOpenGLContext

from torseur.ui.viewport.gl.context import EglContext, NoContextError

ALWAYS = range(1_000_000)


@dataclass
class Faults:
    """Which contexts cannot be made."""

    calls: Container[int]  # of QOpenGLContext.create that fail, counted from 0
    count: int = 0  # of them so far


@contextmanager
def no_opengl(calls: Container[int] = ALWAYS, *, egl: bool = False) -> Iterator[Faults]:
    """Have these calls of QOpenGLContext.create fail, and all contexts by EGL unless `egl`."""
    create, faults = QOpenGLContext.create, Faults(calls)

    def make(context: QOpenGLContext) -> bool:
        faults.count += 1
        return faults.count - 1 not in faults.calls and create(context)

    def refuse(context: EglContext) -> None:
        raise NoContextError("EGL gives no context of OpenGL 3.3")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QOpenGLContext, "create", make)
        if not egl:
            patch.setattr(EglContext, "__init__", refuse)
        yield faults


def lose_context(view) -> None:
    """Have the context that a view has never be made current again."""
    view._drawing._context._context.make_current = lambda: False
