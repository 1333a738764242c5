"""The widget whose picture OpenGL draws: painting when asked, how long that takes, and failures that are heard."""

from __future__ import annotations

import gc
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QSurfaceFormat
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from .gl.gl_calls import GL, driver_text
from .gl.offscreen import NoContextError
from .gl.quality import QUALITIES, Quality, QualityChoice
from .gl.renderer import Renderer
from .gl.targets import Framebuffer, read_pixels
from .gl_surface import GlSurface
from .overlay.picture import finished_picture
from .view import View

TURNS = 2  # of the event loop from a change to its picture: panels are laid out, then painted, and keys heard between
STILL_AFTER = 350  # [ms] without a change: draw once more, better


def default_surface_format() -> QSurfaceFormat:
    """What to give `QSurfaceFormat.setDefaultFormat` before the `QApplication` is made.

    Edges are smoothed in a framebuffer of our own, so that the quality can change while the program runs.
    """
    form = QSurfaceFormat()
    form.setVersion(3, 3)
    form.setProfile(QSurfaceFormat.OpenGLContextProfile.CoreProfile)
    return form


class SceneWidget(QWidget):
    """Paints a `View` when something in it changed. Where there is no OpenGL it stays empty."""

    paint_failed = Signal(str)  # traceback
    textures_lost = Signal()  # some that were kept on disk are gone: what bears them is drawn in its plain colour
    frame_shown = Signal()  # one that was drawn is on the screen

    def __init__(self, parent: QWidget | None = None) -> None:
        self.view = View()
        self.quality = QualityChoice()
        self.failure = ""  # traceback of the last paint that failed
        self.renderer_name = ""
        self.paints = 0
        self._renderer: Renderer | None = None
        self._surface: GlSurface | None = None
        self._picture = QImage()
        self._has_opengl = True  # as far as is known
        self._changed = True
        self._started = 0.0
        self._still = False
        self._lost = 0
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._still_timer = QTimer(self, singleShot=True, interval=STILL_AFTER)
        self._still_timer.timeout.connect(self._paint_still)
        self._paint_timer = QTimer(self, singleShot=True, interval=0)
        self._paint_timer.timeout.connect(self._paint_after_panels)
        self._turns = 0  # of the event loop until then
        self._shown_timer = QTimer(self, singleShot=True, interval=0)  # once the window is on the screen
        self._shown_timer.timeout.connect(self._frame_done)

    @property
    def frame_seconds(self) -> float:
        """Recent median time of a frame, from the first call of paint to the finished window [s]."""
        return self.quality.frame_seconds

    @property
    def is_due(self) -> bool:
        """Whether it is painted in one of the next turns of the event loop, with all that lies over it."""
        return self._paint_timer.isActive()

    def changed(self) -> None:
        """Paint soon: something in the view is not as it was."""
        self._still = False
        self._draw_soon()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the scene, drawn anew if it changed. A failure is told by `paint_failed`, and by the program's own hook."""
        if self._has_opengl and (self._changed or self._picture.size() != self._size_in_pixels()):
            self._started = perf_counter()
            self._changed = False
            try:
                with _no_collection():
                    self._draw()
            except NoContextError:  # which is told before a window is opened
                self._has_opengl = False
            except Exception:  # whatever it is must reach the user; Qt would only print it
                self._fail()
            self._shown_timer.start()
        painter = QPainter(self)
        painter.drawImage(0, 0, self._picture)
        painter.end()

    def scene_image(self) -> QImage:
        """The scene as the window shows it, drawn anew, without what lies over it."""
        with _no_collection():
            self._draw()
        return self._picture

    def image(self, width: int, height: int, pixel_ratio: float = 1.0) -> QImage:
        """A picture in high quality with labels, legend and triad, of any size [pixel]; the window stays as it is.

        With a `pixel_ratio` of 2, text and lines are twice as large, for a picture that will be shown at half size.
        """
        with _no_collection(), self.opengl() as renderer:
            canvas = None
            try:
                canvas = Framebuffer(width, height, samples=0)
                renderer.draw(self.view, canvas.target, QUALITIES["high"], pixel_ratio)
                pixels = read_pixels(canvas.target)
            finally:
                if canvas is not None:
                    canvas.delete()
                renderer.drop_targets()  # of the picture's size and quality: 45 MB that no frame may come to free
        return finished_picture(pixels, self.view, pixel_ratio)

    def size_in_units(self) -> tuple[float, float]:
        """Width and height of the widget, as the mouse measures them."""
        return (max(self.width(), 1), max(self.height(), 1))

    @contextmanager
    def opengl(self) -> Iterator[Renderer]:
        """Have the OpenGL of this widget be the current one for a while. Raises GlError if there is none."""
        if self._surface is None:
            self._surface = GlSurface(self)
        self._surface.make_current()
        try:
            if self._renderer is None:
                self._renderer = Renderer()
                self.renderer_name = driver_text(GL.GL_RENDERER)
                self.quality.begin(self.renderer_name)
            yield self._renderer
        finally:
            self._surface.done_current()

    def _paint_after_panels(self) -> None:
        """Have what else changed in the window painted, which would be painted in the same turn; then paint the view."""
        if self._turns:
            self._turns -= 1
            QCoreApplication.sendPostedEvents(self.window(), QEvent.Type.UpdateRequest)
            self._paint_timer.start()
        else:
            self.setUpdatesEnabled(True)
            self.repaint()

    def _draw(self) -> None:
        size = self._size_in_pixels()
        with self.opengl() as renderer:
            assert self._surface is not None
            target = self._surface.target(size.width(), size.height())
            renderer.draw(self.view, target, self._quality(), self.devicePixelRatio(), patient=False)
            self._picture = self._surface.picture()
        self._picture.setDevicePixelRatio(self.devicePixelRatio())
        self.paints += 1
        if not renderer.whole:
            self._draw_soon()
        if renderer.lost > self._lost:
            self.textures_lost.emit()
        self._lost = renderer.lost

    def _size_in_pixels(self) -> QSize:
        return (self.size() * self.devicePixelRatio()).expandedTo(QSize(1, 1))

    def _quality(self) -> Quality:
        return self.quality.still if self._still else self.quality.moving

    def _draw_soon(self) -> None:
        """Draw in one of the next turns; until then nothing in the view is painted, as all of it is of one state."""
        self._changed = True
        if not self.is_due:
            self.setUpdatesEnabled(False)
            self._turns = TURNS
            self._paint_timer.start()

    def _frame_done(self) -> None:
        """Judge the frame, and plan a better one for when the picture rests."""
        seconds = perf_counter() - self._started
        self.frame_shown.emit()
        if self._still:
            return
        self.quality.frame_took(seconds)
        if self.quality.still is not self.quality.moving:
            self._still_timer.start()

    def _paint_still(self) -> None:
        self._still = True
        self._draw_soon()

    def _fail(self) -> None:
        text = traceback.format_exc()
        if text != self.failure:  # the same one every frame is told once
            self.failure = text
            self.paint_failed.emit(text)
            sys.excepthook(*sys.exc_info())


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
