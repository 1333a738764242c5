"""Pictures without a window: an OpenGL context that needs no X server, for `render`, thumbnails and tests."""

from __future__ import annotations

from types import TracebackType

import numpy as np

from ..view import View
from .context import EglContext, NoContextError
from .quality import QUALITIES, Quality
from .renderer import Renderer
from .targets import Framebuffer, read_pixels


class Offscreen:
    """A context of its own and a renderer in it. Use it in a `with` statement, in one thread. Raises NoContextError."""

    def __init__(self) -> None:
        self._context: EglContext | None = EglContext()
        if not self._context.make_current():
            self._context.delete()
            raise NoContextError("the OpenGL context cannot be used without a surface")
        self._renderer = Renderer()

    def render(
        self, view: View, width: int, height: int, quality: Quality = QUALITIES["high"], pixel_ratio: float = 1.0
    ) -> np.ndarray:
        """Draw the scene without its labels: (height, width, 3) uint8, top row first; (height, width, 4) without a backdrop."""
        canvas = Framebuffer(width, height, samples=0)
        try:
            self._renderer.draw(view, canvas.target, quality, pixel_ratio)
            return read_pixels(canvas.target, 3 if view.backdrop else 4)
        finally:
            canvas.delete()

    def close(self) -> None:
        """Free the OpenGL context."""
        context, self._context = self._context, None
        if context is not None:
            self._renderer.delete()
            context.done_current()
            context.delete()

    def __enter__(self) -> Offscreen:
        """Return itself, to be closed at the end of the block."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Free the OpenGL context."""
        self.close()
