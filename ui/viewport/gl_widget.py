"""The OpenGL side of the viewport: a context that may come and go, painting when asked, and how long that takes."""

from __future__ import annotations

import gc
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QImage, QResizeEvent, QSurfaceFormat
from PySide6.QtOpenGLWidgets import QOpenGLWidget
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from .gl.gl_calls import GL, GlError, driver_text
from .gl.quality import QUALITIES, QualityChoice
from .gl.renderer import Renderer
from .gl.targets import Framebuffer, Target, read_pixels
from .overlay.picture import finished_picture
from .view import View

STILL_AFTER = 350  # [ms] without a change: draw once more, better


def default_surface_format() -> QSurfaceFormat:
    """What to give `QSurfaceFormat.setDefaultFormat` before the `QApplication` is made.

    Set `Qt.AA_ShareOpenGLContexts` as well when there may be two viewports. The window itself has one sample a pixel:
    edges are smoothed in a framebuffer of our own, so that the quality can change while the program runs.
    """
    form = QSurfaceFormat()
    form.setVersion(3, 3)
    form.setProfile(QSurfaceFormat.OpenGLContextProfile.CoreProfile)
    form.setDepthBufferSize(24)
    form.setStencilBufferSize(8)
    form.setSamples(0)
    form.setSwapInterval(1)
    return form


class SceneWidget(QOpenGLWidget):
    """Paints a `View` when something in it changed."""

    paint_failed = Signal(str)  # traceback
    textures_lost = Signal()  # some that were kept on disk are gone: what bears them is drawn in its plain colour

    def __init__(self, parent: QWidget | None = None) -> None:
        self.view = View()
        self.quality = QualityChoice()
        self.failure = ""  # traceback of the last paint that failed
        self.renderer_name = ""
        self.paints = 0
        self._renderer: Renderer | None = None
        self._started = 0.0
        self._still = False
        self._lost = 0
        self._resizing = False
        super().__init__(parent)
        self.setFormat(default_surface_format())
        self._still_timer = QTimer(self, singleShot=True, interval=STILL_AFTER)
        self._still_timer.timeout.connect(self._paint_still)
        self.frameSwapped.connect(self._frame_done)

    @property
    def frame_seconds(self) -> float:
        """Recent median time of a frame, from the first call of paint to the finished window [s]."""
        return self.quality.frame_seconds

    def changed(self) -> None:
        """Paint soon: something in the view is not as it was."""
        self._still = False
        self.update()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the new size. Qt has a picture painted at once, and another one when the widget is: the second is enough."""
        self._resizing = True
        super().resizeEvent(event)
        self._resizing = False
        self.update()

    @override
    def initializeGL(self) -> None:
        self._renderer = None
        self.context().aboutToBeDestroyed.connect(self._context_ends)

    @override
    def paintGL(self) -> None:
        """Draw the scene. A failure is told, not swallowed: by `paint_failed`, and by the program's own hook."""
        if self._resizing:
            return
        self._started = perf_counter()
        try:
            with _no_collection():
                self._draw()
        except Exception:  # whatever it is must reach the user; Qt would only print it
            self._fail()

    def image(self, width: int, height: int, pixel_ratio: float = 1.0) -> QImage:
        """A picture in high quality with labels, legend and triad, of any size [pixel]; the window stays as it is.

        With a `pixel_ratio` of 2, text and lines are twice as large, for a picture that will be shown at half size.
        """
        if not self.isValid():
            self.grabFramebuffer()  # makes the context of a widget that was never shown
        with _no_collection():
            self.makeCurrent()
            canvas = None
            try:
                canvas = Framebuffer(width, height, samples=0)
                self._ready_renderer().draw(self.view, canvas.target, QUALITIES["high"], pixel_ratio)
                pixels = read_pixels(canvas.target)
            finally:
                if canvas is not None:
                    canvas.delete()
                if self._renderer is not None:
                    self._renderer.drop_targets()  # of the picture's size and quality: 45 MB that no frame may come to free
                self.doneCurrent()
        return finished_picture(pixels, self.view, pixel_ratio)

    def size_in_units(self) -> tuple[float, float]:
        """Width and height of the widget, as the mouse measures them."""
        return (max(self.width(), 1), max(self.height(), 1))

    def _draw(self) -> None:
        size = self.size() * self.devicePixelRatio()
        target = Target(int(self.defaultFramebufferObject()), max(size.width(), 1), max(size.height(), 1))
        renderer = self._ready_renderer()  # first: it knows what quality to begin with
        quality = self.quality.still if self._still else self.quality.moving
        renderer.draw(self.view, target, quality, self.devicePixelRatio(), patient=False)
        self.paints += 1
        if not renderer.whole:
            self.update()
        if renderer.lost > self._lost:
            self.textures_lost.emit()
        self._lost = renderer.lost

    def _ready_renderer(self) -> Renderer:
        if self._renderer is None:
            self._renderer = Renderer()
            self.renderer_name = driver_text(GL.GL_RENDERER)
            self.quality.begin(self.renderer_name)
        return self._renderer

    def _frame_done(self) -> None:
        """Judge the frame, and plan a better one for when the picture rests."""
        if self._started == 0.0:
            return
        seconds, self._started = perf_counter() - self._started, 0.0
        if self._still:
            return
        self.quality.frame_took(seconds)
        if self.quality.still is not self.quality.moving:
            self._still_timer.start()

    def _paint_still(self) -> None:
        self._still = True
        self.update()

    def _fail(self) -> None:
        text = traceback.format_exc()
        if text != self.failure:  # the same one every frame is told once
            self.failure = text
            self.paint_failed.emit(text)
            sys.excepthook(*sys.exc_info())

    def _context_ends(self) -> None:
        if self._renderer is not None:
            self.makeCurrent()
            try:
                self._renderer.delete()
            except GlError:
                pass
            self._renderer = None
            self.doneCurrent()


@contextmanager
def _no_collection() -> Iterator[None]:
    """Collect no garbage meanwhile.

    If a view that was dropped elsewhere were among it, its destructor would take the current context away in the
    middle of a frame, and Qt would crash.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
