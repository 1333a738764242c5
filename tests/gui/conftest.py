"""The real window, with preferences of its own; a picture that could not be painted fails the test."""

from __future__ import annotations

import time

import pytest


class Hand:
    """Waits, as a person does, while the window lives on."""

    def __init__(self, app):
        self._app = app

    def pause(self, seconds):
        """Let the window run for a while."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._app.processEvents()
            time.sleep(0.002)

    def wait_until(self, condition, seconds=30.0):
        """Let the window run until something is so."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, "waited too long"
            self._app.processEvents()
            time.sleep(0.002)


@pytest.fixture
def hand(screen):
    return Hand(screen)


@pytest.fixture(scope="session")
def shown_window(screen, tmp_path_factory):
    """One window for all tests, its kernels ready."""
    from torseur.app.preferences import Preferences
    from torseur.app.window.window import Window

    window = Window(Preferences(tmp_path_factory.mktemp("preferences") / "torseur.ini"))
    window.show()
    window.kernels.start()
    # A fresh machine compiles every kernel first, in another process.
    Hand(screen).wait_until(lambda: window.kernels.all_ready, 900.0)
    yield window
    window.close()
    Hand(screen).pause(0.05)


@pytest.fixture(scope="module")
def awake(shown_window):
    """The same, asleep after the tests of a file: as long as it is active, its shortcuts take the keys of other windows."""
    shown_window.setEnabled(True)
    yield shown_window
    shown_window.setEnabled(False)


@pytest.fixture
def window(awake, hand):
    """The window on the welcome scene, as if it had just been started."""
    from torseur.app.documents.document import WELCOME

    window = awake
    failures = []
    window.viewport.paint_failed.connect(failures.append)
    assert window.open(WELCOME)
    window.session.playback.set_speed(1.0)
    window.use_workspace("kinematics")
    window.toast.clear()
    window.activateWindow()
    hand.wait_until(window.isActiveWindow)
    window.viewport.setFocus()
    hand.pause(0.1)
    yield window
    window.session.playback.pull(None)
    window.session.playback.pause()
    hand.pause(0.02)
    window.viewport.paint_failed.disconnect(failures.append)
    assert failures == []
