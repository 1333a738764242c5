"""The thread that pictures are drawn in: the window answers meanwhile.

Where the processor draws, a picture of 600 balls in contact takes 0.2 to 0.5 s on two cores; the window would hear nobody.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from threading import Thread, current_thread
from time import perf_counter
from typing import Any, TypeVar

import numpy as np
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QImage, QOpenGLContext

from torseur.sim.interruption import give_way
from torseur.sim.texts import tr

from .gl.context import NoContextError
from .gl.gl_calls import GL, GlError, check, driver_text
from .gl.quality import Quality
from .gl.renderer import Renderer
from .gl.targets import Framebuffer, read_pixels
from .gl_surface import GlSurface, make_surface
from .view import View

DRAWING = "drawing"  # what its threads are called
SOFTWARE_THREADS = "llvmpipe"  # and those of Mesa that fill triangles for them, one a core
LOOK = 0.5  # [s] between two looks whether the thread that is waited for is still there
Result = TypeVar("Result")
Task = Callable[[GlSurface, Renderer], Result]  # what is done with the context; it holds no widget


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture, and what it shows."""

    view: View  # as it was when the picture was asked for; nobody changes it
    still: bool  # a better one, of what is at rest
    picture: QImage
    seconds: float  # that it took
    whole: bool  # with all its textures
    lost: int  # of them, that are no longer kept on disk


@dataclass(frozen=True, slots=True)
class PictureTask:
    """To draw a view for the window."""

    view: View
    width: int  # [pixel]
    height: int
    quality: Quality
    pixel_ratio: float
    still: bool  # as `Drawn` has it

    def __call__(self, surface: GlSurface, renderer: Renderer) -> Drawn:
        """Draw it; textures of a large model come with later pictures."""
        begun = perf_counter()
        target = surface.target(self.width, self.height)
        renderer.draw(self.view, target, self.quality, self.pixel_ratio, patient=False)
        picture = surface.picture()
        picture.setDevicePixelRatio(self.pixel_ratio)
        return Drawn(self.view, self.still, picture, perf_counter() - begun, renderer.whole, renderer.lost)


@dataclass(frozen=True, slots=True)
class PixelTask:
    """To draw a view for a file, of any size."""

    view: View
    width: int  # [pixel]
    height: int
    quality: Quality
    pixel_ratio: float

    def __call__(self, surface: GlSurface, renderer: Renderer) -> np.ndarray:
        """Draw it with all textures: (height, width, 3) uint8, top row first."""
        canvas = None
        try:
            canvas = Framebuffer(self.width, self.height, samples=0)
            renderer.draw(self.view, canvas.target, self.quality, self.pixel_ratio)
            return read_pixels(canvas.target)
        finally:
            if canvas is not None:
                canvas.delete()
            renderer.drop_targets()  # of the picture's size and quality: 45 MB that no frame may come to free


class DrawingThread(QObject):
    """An OpenGL context of the default format, its renderer, and the one thread that uses them; `drawn` tells in the window's.

    Made and ended in the window's thread. Where the driver bears no second thread, what it is given is done at once, in that one.
    """

    drawn = Signal(object)  # the Future that `post` gave, done

    def __init__(self) -> None:
        super().__init__()
        self._surface = make_surface()
        self._threads: list[Thread] = []  # the one, once it has begun
        self._executor: Executor | None = (
            ThreadPoolExecutor(1, DRAWING, partial(_begin, self._threads))
            if QOpenGLContext.supportsThreadedOpenGL()
            else _AtOnce()
        )
        self._posted, self._collects = 0, False  # tasks under way, and whether garbage is to be collected after them
        self.drawn.connect(self._note_done, Qt.ConnectionType.QueuedConnection)
        self._context: GlSurface | None = None
        self._renderer: Renderer | None = None

    @property
    def is_alive(self) -> bool:
        """Whether what it is given will be done."""
        return all(thread.is_alive() for thread in self._threads)

    def name(self) -> str:
        """What the driver calls itself. Raises NoContextError if there is no OpenGL."""
        return self.run(lambda surface, _: f"{driver_text(GL.GL_RENDERER)} {surface.way}".rstrip())

    def run(self, task: Task[Result]) -> Result:
        """Have something done after what was given before, and wait for it.

        Raises NoContextError if there is no OpenGL any more, GlError, and what the task raises.
        """
        with _no_collection():
            future = self._submit(task)
            try:
                while not wait((future,), LOOK).done:
                    if not self.is_alive:
                        raise NoContextError(tr("the thread that draws has ended"))
                return future.result()
            finally:
                del future  # an error in it holds this frame, and this frame would hold it

    def post(self, task: Task[Any]) -> Future[Any]:
        """Have something done after what was given before; `drawn` tells when it is, unless the thread ends before."""
        self._posted += 1
        self._collects |= gc.isenabled()
        gc.disable()  # in this thread, which alone collects again: see `_no_collection`
        future = self._submit(task)
        future.add_done_callback(self.drawn.emit)
        return future

    def end(self) -> None:
        """Wait for what was given, and let the context go with all that is in it. Nothing happens the second time."""
        self._posted = 0
        self._collect_again()
        executor, self._executor = self._executor, None
        if executor is not None:
            with contextlib.suppress(RuntimeError):  # the program ends, and its threads have
                executor.submit(self._let_go)
            executor.shutdown()
        self._let_go()  # had the thread ended before

    def _note_done(self, _: object) -> None:
        self._posted -= 1
        if self._posted == 0:
            self._collect_again()

    def _collect_again(self) -> None:
        if self._collects:
            self._collects = False
            gc.enable()

    def _submit(self, task: Task[Result]) -> Future[Result]:
        assert self._executor is not None
        try:
            return self._executor.submit(self._do, task)
        except RuntimeError as error:  # none can be started, as memory is short, or it failed as it began
            raise NoContextError(tr("there is no thread to draw in: {error}", error=error)) from error

    def _do(self, task: Task[Result]) -> Result:
        if self._context is None:
            self._context = GlSurface(self._surface)
        self._context.make_current()
        try:
            if self._renderer is None:
                self._renderer = Renderer()
            return task(self._context, self._renderer)
        except GlError:
            check("drawing")  # a context that is lost fails in many ways
            raise
        finally:
            self._context.done_current()

    def _let_go(self) -> None:
        """Free what is in the graphics card; in the thread that it is of."""
        context, self._context, self._renderer = self._context, None, None
        if context is not None:
            context.delete()


def _begin(threads: list[Thread]) -> None:
    threads.append(current_thread())
    give_way(SOFTWARE_THREADS)


class _AtOnce(Executor):
    """Does what it is given in the thread that gives it."""

    def submit(self, task: Callable[..., Result], /, *arguments: Any, **named: Any) -> Future[Result]:
        future = Future[Result]()
        try:
            future.set_result(task(*arguments, **named))
        except Exception as error:
            future.set_exception(error)
        try:
            return future
        finally:
            del future  # as in `run`


@contextlib.contextmanager
def _no_collection() -> Iterator[None]:
    """Collect no garbage while a thread draws: it might be that one that does, and widgets are deleted by their own alone."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
