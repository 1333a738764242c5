"""The widget whose picture OpenGL draws: painting when asked, how long that takes, and failures that are heard."""

from __future__ import annotations

import logging
import sys
import traceback
import weakref
from concurrent.futures import Future
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QResizeEvent, QSurfaceFormat
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from torseur.sim.texts import tr

from ..look.paint_box import tinted
from .drawing_thread import LOOK, DrawingThread, Drawn, PictureTask, PixelTask, Result, Task
from .gl.context import OLDEST_OPENGL, NoContextError
from .gl.quality import QUALITIES, Quality, QualityChoice
from .gl_surface import facts
from .overlay.picture import finished_picture
from .view import View

TURNS = 2  # of the event loop until a change is drawn: panels are laid out, then painted, and keys heard between
HELD = 4  # [ms] between two looks whether the window is held still, which leaves the processor to others
STILL_AFTER = 350  # [ms] without a change: draw once more, better
RETRIES = 200, 1000, 5000  # [ms] after which what cannot be drawn now is tried again; then only when asked

log = logging.getLogger("torseur.opengl")


def default_surface_format() -> QSurfaceFormat:
    """What to give `QSurfaceFormat.setDefaultFormat` before the `QApplication` is made.

    Edges are smoothed in a framebuffer of our own, so that the quality can change while the program runs.
    """
    form = QSurfaceFormat()
    form.setVersion(*OLDEST_OPENGL)
    form.setProfile(QSurfaceFormat.OpenGLContextProfile.CoreProfile)
    # A driver that restarts says that the context is lost.
    form.setOption(QSurfaceFormat.FormatOption.ResetNotification)
    return form


class SceneWidget(QWidget):
    """Paints a `View` when something in it changed.

    Where it cannot, as there is no OpenGL or none any more, it tells so and tries again by itself (`RETRIES`), with a context and
    a thread made anew: what they held is in the view.
    """

    paint_failed = Signal(str)  # traceback
    opengl_changed = Signal()  # it is missing, or no longer: `opengl_missing`
    textures_lost = Signal()  # some that were kept on disk are gone: what bears them is drawn in its plain colour
    frame_shown = Signal()  # what was drawn is on the screen, or why nothing could be

    def __init__(self, parent: QWidget | None = None) -> None:
        self.view = View()
        self.quality = QualityChoice()
        self.failure = ""  # traceback of the last paint that failed
        self._fault = ""  # what failed, and where
        self.renderer_name = ""
        self.paints = 0
        self._drawing: DrawingThread | None = None
        self._asked: Future[Drawn] | None = None  # the picture that is being drawn
        self._picture = QImage()
        self._drawn = self.view  # what it shows
        self._seconds = 0.0  # that drawing it took
        self._shows_drawn = False  # whether it is painted now as it is, whatever changed since
        self._is_new = False  # whether it was drawn and not yet seen
        self._in_place = False  # whether the next picture is drawn as it is painted
        self.opengl_missing = ""  # why nothing can be drawn, a sentence; empty: it can, as far as is known
        self.missing_details = ""  # and all else that is known of it
        self._failed_tries = 0
        self._tries_now = False  # to draw all the same, with the next painting
        self._changed = True  # since what is drawn, or being drawn
        self._still = False  # nothing changed for a while
        self._drawn_still = False  # and the picture is one that was drawn since
        self._lost = 0
        super().__init__(parent)
        self._still_timer = QTimer(self, singleShot=True, interval=STILL_AFTER)
        self._still_timer.timeout.connect(self._paint_still)
        self._paint_timer = QTimer(self, singleShot=True, interval=0)
        self._paint_timer.timeout.connect(self._paint_after_panels)
        self._turns = 0  # of the event loop until then
        self._retry_timer = QTimer(self, singleShot=True)
        self._retry_timer.timeout.connect(self._retry)
        self._watch_timer = QTimer(self, interval=round(1000 * LOOK))
        self._watch_timer.timeout.connect(self._watch)
        self._shown_timer = QTimer(self, singleShot=True, interval=0)  # once the window is on the screen
        self._shown_timer.timeout.connect(self._frame_done)

    @property
    def frame_seconds(self) -> float:
        """Recent median time that drawing a frame took [s]."""
        return self.quality.frame_seconds

    @property
    def is_due(self) -> bool:
        """Whether it is painted soon, with all that lies over it: in one of the next turns of the event loop, or once drawn."""
        return self._paint_timer.isActive() or self._asked is not None

    def drawn_by(self) -> str:
        """What draws it, or all that is known of why nothing does."""
        return f"{self.opengl_missing}\n{self.missing_details}".strip() or self.renderer_name

    @property
    def tries_again(self) -> bool:
        """Whether what is missing is looked for again by itself."""
        return self._retry_timer.isActive()

    @property
    def lacks_picture(self) -> bool:
        """Whether what it is to show is still being drawn: a window that is held is painted once that is there."""
        return self.is_due and self._draws_behind() and (self._changed or self._asked is not None)

    @property
    def shown(self) -> View:
        """What the picture shows, which may be of a moment ago: what lies over it is painted for the same state."""
        return self._drawn if self._changed or self._asked is not None else self.view

    @property
    def is_held(self) -> bool:
        """Whether nothing of the window is painted, as not all of it was told yet of what is shown."""
        parent = self.parentWidget()
        return parent is not None and not parent.updatesEnabled()

    def changed(self) -> None:
        """Paint soon: something in the view is not as it was."""
        self._still = False
        self._still_timer.stop()
        self._draw_soon()

    def try_again(self) -> None:
        """Draw, if what was missing is there by now; if not, it is tried a few times more."""
        self._failed_tries = 0
        self._retry()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the scene, drawn anew if it changed. A failure is told by `paint_failed`, and by the program's own hook."""
        stale = self._changed or self._asked is not None or self._picture.size() != self._size_in_pixels()
        if stale and not self._shows_drawn and (self._tries_now or not self.opengl_missing):
            self._tries_now = False
            try:
                self._draw()
            except Exception:  # whatever it is must reach the user; Qt would only print it
                self._fail()
            self._shown_timer.start()
        painter = QPainter(self)
        if self.opengl_missing:  # the picture of before, of whatever size, is seen to be none of now
            painter.fillRect(self.rect(), QColor(self.view.theme.window))
        painter.drawImage(0, 0, self._picture)
        if self.opengl_missing:
            painter.fillRect(self.rect(), tinted(self.view.theme.window, 0.7))
        painter.end()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw in place, not by and by: until then a part of the window is as it happens to be; but while nothing is painted."""
        super().resizeEvent(event)
        if self.is_held and self._drawing is not None:
            self._in_place = False
            self._draw_soon()  # after the picture under way: a queue of pictures that nobody will see would be waited for
            return
        self._in_place = True
        if self._asked is not None:
            self._asked = None
            self._draw_soon()

    def scene_image(self) -> QImage:
        """The scene as the window shows it, drawn anew, without what lies over it."""
        self._draw()
        return self._picture

    def image(self, width: int, height: int, pixel_ratio: float = 1.0) -> QImage:
        """A picture in high quality with labels, legend and triad, of any size [pixel]; the window stays as it is.

        With a `pixel_ratio` of 2, text and lines are twice as large, for a picture that will be shown at half size.
        """
        view = replace(self.view)
        pixels = self.with_opengl(PixelTask(view, width, height, QUALITIES["high"], pixel_ratio))
        return finished_picture(pixels, view, pixel_ratio)

    def size_in_units(self) -> tuple[float, float]:
        """Width and height of the widget, as the mouse measures them."""
        return (max(self.width(), 1), max(self.height(), 1))

    def with_opengl(self, task: Task[Result]) -> Result:
        """Have something done with the OpenGL of this widget, and wait; with a context made anew, if the one there was is lost.

        Raises GlError, NoContextError if there is none.
        """
        if self._drawing is not None:
            try:
                return self._drawing.run(task)
            except NoContextError as error:
                log.warning(f"OpenGL is begun anew: {error}\n{error.details}")
                self._drop_drawing()
        return self._opengl().run(task)

    def _opengl(self) -> DrawingThread:
        """The thread that draws, begun when it is first asked for."""
        if self._drawing is None:
            drawing = DrawingThread()
            try:
                self.renderer_name = drawing.name()
            except BaseException:
                drawing.end()
                raise
            self.quality.begin(self.renderer_name)
            drawing.drawn.connect(self._show_drawn, Qt.ConnectionType.QueuedConnection)
            self.destroyed.connect(drawing.end)
            self._finalize = weakref.finalize(self, drawing.end)
            self._finalize.atexit = False
            self._drawing = drawing
            if self.opengl_missing:
                log.warning("the view is drawn again, by %s", self.renderer_name)
                self.opengl_missing = self.missing_details = ""
                self.opengl_changed.emit()
            if self._changed:  # and nobody draws it: a picture that was under way is lost, or the view had given up
                self._retry_timer.start(0)
        return self._drawing

    def _paint_after_panels(self) -> None:
        """Have what else changed in the window painted, which would be painted in the same turn; then draw the view."""
        if self._turns:
            self._turns = 0 if self.is_held else self._turns - 1
            QCoreApplication.sendPostedEvents(self.window(), QEvent.Type.UpdateRequest)
            self._wait(self._turns)
        elif self._asked is not None:
            return  # painted once that is drawn
        elif self._changed and self._draws_behind():
            self.setUpdatesEnabled(False)
            try:
                self._asked = self._opengl().post(self._picture_task())
                self._watch_timer.start()
            except Exception:
                self.setUpdatesEnabled(True)
                self._fail()
        elif self.is_held:
            self._wait(TURNS)
        else:
            if self._is_new and self.isVisible():  # drawn while the window was held
                self._shown_timer.start()
            self.setUpdatesEnabled(True)
            self.repaint()

    def _wait(self, turns: int) -> None:
        """Paint in so many turns, if then all is known of what is to be seen."""
        self._turns = turns
        self._paint_timer.start(HELD if self.is_held else 0)

    def _draws_behind(self) -> bool:
        """Whether the next picture is drawn by the thread while the window shows the one of before."""
        seen = self.isVisible() and not self.window().isMinimized()
        return self._drawing is not None and seen and not self._in_place

    def _show_drawn(self, asked: Future[Drawn]) -> None:
        """Paint what the thread drew; and then draw what changed since."""
        if asked is not self._asked:  # drawn anew since
            return
        self._asked = None
        self._watch_timer.stop()
        try:
            self._take(asked.result())
        except Exception:
            del asked  # the error in it holds this frame
            self._fail()
        if self.opengl_missing:
            return
        if self.is_held:  # the picture of what was told so far; mostly nothing comes that changes it
            self._shown_timer.stop()
            self.setUpdatesEnabled(not self._changed)  # it is painted with the window, not after it
            self._wait(TURNS)
            return
        self._shown_timer.start()
        self.setUpdatesEnabled(True)
        self._shows_drawn = True
        try:
            self.repaint()
        finally:
            self._shows_drawn = False
        if self._changed or self._picture.size() != self._size_in_pixels():
            self._draw_soon()

    def _draw(self) -> None:
        """Draw the view now."""
        try:
            self._take(self.with_opengl(self._picture_task()))
        finally:
            if self._asked is not None:
                self._asked = None
                self.setUpdatesEnabled(True)
        if self._changed:
            self._draw_soon()

    def _picture_task(self) -> PictureTask:
        """What is to be drawn, as it is now."""
        self._prepare()
        self._changed = False
        size = self._size_in_pixels()
        self._opengl()  # which says what quality to begin with
        view, ratio = replace(self.view), self.devicePixelRatio()
        return PictureTask(view, size.width(), size.height(), self._quality(), ratio, self._still)

    def _prepare(self) -> None:
        """See to what waits for a size of the widget."""

    def _take(self, drawn: Drawn) -> None:
        self._picture, self._drawn, self._drawn_still = drawn.picture, drawn.view, drawn.still
        self._seconds, self._in_place, self._is_new = drawn.seconds, False, True
        self.paints += 1
        self._failed_tries = 0
        self._shown_timer.start()
        self._changed |= not drawn.whole
        if drawn.lost > self._lost:
            self.textures_lost.emit()
        self._lost = drawn.lost

    def _size_in_pixels(self) -> QSize:
        return (self.size() * self.devicePixelRatio()).expandedTo(QSize(1, 1))

    def _quality(self) -> Quality:
        return self.quality.still if self._still else self.quality.moving

    def _draw_soon(self) -> None:
        """Draw in one of the next turns; until then nothing in the view is painted, as all of it is of one state."""
        self._changed = True
        if self.opengl_missing:
            self.update()
        elif not self.is_due:
            self.setUpdatesEnabled(False)
            self._wait(TURNS)

    def _frame_done(self) -> None:
        """Judge the frame, and plan a better one for when the picture rests."""
        self._is_new = False
        self.frame_shown.emit()
        if self._drawn_still or self.opengl_missing:
            return
        self.quality.frame_took(self._seconds)
        if self.quality.still is not self.quality.moving:
            self._still_timer.start()

    def _paint_still(self) -> None:
        self._still = True
        self._draw_soon()

    def _fail(self) -> None:
        """Tell of the exception that is being handled: the same one of every frame once. OpenGL that is missing is no fault."""
        kind, error, trace = sys.exc_info()
        if isinstance(error, NoContextError):
            self._lose_opengl(error)
            return
        fault = f"{kind} {error} {traceback.extract_tb(trace)[-1:]}"
        if not self.failure or fault != self._fault:
            self.failure, self._fault = traceback.format_exc(), fault
            self.paint_failed.emit(self.failure)
            sys.excepthook(*sys.exc_info())

    def _lose_opengl(self, error: NoContextError) -> None:
        """Let go of what cannot be used any more, say why, and try again later."""
        self._drop_drawing()
        self._paint_timer.stop()
        self._still_timer.stop()
        self._changed, self._is_new, self._turns = True, False, 0
        self.opengl_missing, self.missing_details = str(error), f"{error.details}\n{facts()}".strip()
        log.warning("the view cannot be drawn: %s", self.drawn_by())
        self._retry_timer.stop()
        if self._failed_tries < len(RETRIES):
            self._retry_timer.start(RETRIES[self._failed_tries])
        self._failed_tries += 1
        self.opengl_changed.emit()
        self.update()

    def _retry(self) -> None:
        """Draw once more; what is hidden is drawn when it is shown."""
        self._retry_timer.stop()
        self._tries_now = bool(self.opengl_missing)
        self.repaint()

    def _watch(self) -> None:
        """Look whether the thread that draws still does."""
        if self._asked is None or self._drawing is None:
            self._watch_timer.stop()
        elif not self._drawing.is_alive:
            self._lose_opengl(NoContextError(tr("the thread that draws has ended")))

    def _drop_drawing(self) -> None:
        """End the thread and its context; the next picture has others."""
        self._changed |= self._asked is not None
        drawing, self._drawing, self._asked = self._drawing, None, None
        self.setUpdatesEnabled(True)  # which waited for its picture
        if drawing is not None:
            self._lost = 0
            self._finalize.detach()
            self.destroyed.disconnect(drawing.end)
            drawing.end()
