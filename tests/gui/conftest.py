"""The real window, with preferences of its own; a picture that could not be painted fails the test."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QAbstractEventDispatcher, QCoreApplication, QEventLoop, QTimer, QTimerEvent
from PySide6.QtGui import QGuiApplication
from shiboken6 import isValid

RASTERIZER_DISCARD = 0x8C89  # of OpenGL 3.0
SOON = 400  # [ms] a timer that fires once, this soon, is part of an answer; a message that goes by itself stays longer


def fires_soon(timer):
    return isValid(timer) and timer.isSingleShot() and 0 <= timer.remainingTime() <= SOON


class Hand:
    """Waits, as a person does, while the window lives on."""

    viewport = None  # of the window that it has

    def __init__(self, app):
        self._app = app

    def pause(self, seconds):
        """Let the window run for a while, where it is time that is tested: nothing comes, or the simulation goes on."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._app.processEvents()
            time.sleep(0.002)

    def rest(self):
        """Let the window answer what was done: until no timer that fires once and soon waits, and no event either.

        A clock that ticks faster than a busy machine looks has an event each time: after thirty looks only its own are left.
        What the display server was asked for, a move of the pointer say, has come back from it before the first look.
        The time of a timer is not waited for: it fires once nothing else happens.
        """
        dispatcher, end = QAbstractEventDispatcher.instance(), time.monotonic() + 300.0
        looks = quiet = 0
        QGuiApplication.sync()
        while quiet < 3 and looks < 30:
            time.sleep(0.004 if quiet else 0.001)  # what came may bring more at once
            quiet = 0 if dispatcher.processEvents(QEventLoop.ProcessEventsFlag.AllEvents) else quiet + 1
            looks += 1
            # The timers are looked at last: looking for them takes longer than most answers.
            if (quiet == 3 or looks == 30) and (timer := self._next_timer()) is not None:
                assert time.monotonic() < end, "the window does not come to rest"
                QCoreApplication.sendEvent(timer, QTimerEvent(timer.timerId()))
                looks = quiet = 0

    def _next_timer(self):
        """The timer that fires next of those that fire once and soon, or None."""
        windows = [widget for widget in self._app.topLevelWidgets() if widget.parent() is None]
        timers = (timer for window in windows for timer in window.findChildren(QTimer))
        return min(filter(fires_soon, timers), key=QTimer.remainingTime, default=None)

    def simulate(self, window, seconds=None):
        """Simulate what is open at once, to its end if not for so long: where it is not playing that is tested, which lasts."""
        session = window.session
        seconds = session.playback.duration if seconds is None else seconds
        session.playback.step(round(seconds / session.state.settings.dt))
        self.rest()

    def wait_until(self, condition, seconds=300.0):
        """Let the window run until something is so."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, "waited too long"
            if (view := self.viewport) is not None and view.opengl_missing:
                assert view.tries_again, view.drawn_by()
            self._app.processEvents()
            time.sleep(0.002)


@pytest.fixture
def hand(screen):
    return Hand(screen)


@pytest.fixture(scope="session")
def shown_window(screen, tmp_path_factory):
    """One window for all tests, its kernels ready."""
    from torseur.app.laboratory.sheet_page import SheetPage
    from torseur.app.preferences.preferences import Preferences
    from torseur.app.session import worker
    from torseur.app.window.window import Window

    SheetPage.writes_twice = True
    monkeypatch = pytest.MonkeyPatch()
    monkeypatch.setattr(worker, "_PATIENCE", 60.0)  # a pause waits for the step at hand however busy the machine is
    window = Window(Preferences(tmp_path_factory.mktemp("preferences") / "settings.json"))
    window.dialogs.ask_to_save = lambda *_: "discard"
    window.viewport.set_quality("low")  # where no graphics card draws, a better picture takes up to a second
    window.show()
    Hand.viewport = window.viewport
    window.kernels.start()
    # A fresh machine compiles every kernel first, in another process.
    Hand(screen).wait_until(lambda: window.kernels.all_ready, 900.0)
    yield window
    Hand.viewport = None
    window.close()
    Hand(screen).rest()
    monkeypatch.undo()


class Frames:
    """Whether the pixels of the 3-D view are filled, in the quality that the window has here."""

    filled = False


@pytest.fixture(scope="module")
def frames():
    """Empty frames: all of a picture is made and given to OpenGL, which checks it, and then fills no pixel.

    Filling them without a graphics card was a third of what these tests cost, and one of them looks at what it gives. How
    pictures look is tested in tests/ui/viewport.
    """
    from torseur.ui.viewport.gl.gl_calls import GL
    from torseur.ui.viewport.gl.renderer import Renderer

    draw, frames = Renderer.draw, Frames()

    def draw_unseen(renderer, view, target, quality, pixel_ratio=1.0, patient=True):
        empty = quality.name == "low" and not frames.filled  # pictures that are asked for are in high quality
        if empty:
            GL.glEnable(RASTERIZER_DISCARD)
        try:
            draw(renderer, view, target, quality, pixel_ratio, patient)
        finally:
            if empty:
                GL.glDisable(RASTERIZER_DISCARD)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Renderer, "draw", draw_unseen)
        yield frames


@pytest.fixture
def filled_frames(window, hand, frames):
    """Frames with their pixels, for a test that looks at the window itself."""
    frames.filled = True
    window.viewport.update()
    hand.rest()
    yield
    frames.filled = False


@pytest.fixture(scope="module")
def awake(shown_window, frames):
    """The same, asleep after the tests of a file: as long as it is active, its shortcuts take the keys of other windows."""
    shown_window.setEnabled(True)
    yield shown_window
    shown_window.setEnabled(False)


@pytest.fixture(scope="session")
def welcome():
    """The document that a window begins with, read once for all tests."""
    from torseur.app.documents.document import WELCOME, open_document

    return open_document(WELCOME)


@pytest.fixture
def document():
    """What the window opens before a test; a file whose tests are all about another one overrides it."""
    from torseur.app.documents.document import WELCOME

    return WELCOME


@pytest.fixture
def window(awake, hand, document, welcome):
    """The window on the document, as if it had just been started."""
    from torseur.app.laboratory.sheet_page import SheetPage

    window = awake
    failures = []
    for page in window.findChildren(SheetPage):
        page.settings = page.page.settings_type()
    window.viewport.paint_failed.connect(failures.append)
    if document == welcome.reference:
        window.show_document(welcome)
    else:
        assert window.open(document)
    window.session.playback.set_speed(1.0)
    window.use_workspace("kinematics")
    contact = window.panels.contact_laboratory
    if contact.page != "inspector":  # a page that a test before left open would hide it
        contact.show_page("inspector")
    window.bars.toast.clear()
    window.activateWindow()
    hand.wait_until(window.isActiveWindow)
    window.viewport.setFocus()
    hand.rest()
    yield window
    window.session.playback.pull(None)
    window.session.playback.pause()
    hand.rest()
    window.viewport.paint_failed.disconnect(failures.append)
    assert failures == []
