"""A day's work in the real window, a round a scene: open, play, drag, undo, look at pages, save, open that, close panes."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from torseur.app.window.commands.laboratory_commands import PAGES
from torseur.app.window.window import Window
from torseur.app.window.workspaces import WORKSPACES

SHORT = ("brick_on_corner",)
"""The scene of a short day, on which each sixth page is looked at."""
SCENES = ("falling_brick", "planar_2r", "brick_on_corner", "panda", "newtons_cradle", "ur5")
MOST = 120.0  # [s] that one answer of the window may take


class Day:
    """Drives a window through rounds, one for each scene; `app` is its application, `folder` is where it saves."""

    def __init__(self, app: QApplication, window: Window, folder: Path, *, short: bool = False) -> None:
        self._app, self._window, self._folder = app, window, folder
        self.scenes = SHORT if short else SCENES
        self._pages = list(PAGES)[:: 6 if short else 1]

    def wait_until(self, condition: Callable[[], bool], what: str) -> None:
        """Let the window run until something is so; TimeoutError names it if it never is."""
        end = time.monotonic() + MOST
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError(f"{what} did not end within {MOST:g} s")
            self._app.processEvents()
            time.sleep(0.002)

    def rest(self, seconds: float) -> None:
        """Let the window run for a while."""
        end = time.monotonic() + seconds
        self.wait_until(lambda: time.monotonic() > end, "resting")
        self._app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    def live(self, number: int) -> None:
        """A round, on the scene of that number."""
        scene = self.scenes[number % len(self.scenes)]
        if not self._window.open(scene):
            raise RuntimeError(f"{scene} did not open")
        self._play()
        self._drag_and_undo()
        self._look(number)
        self._save_and_open()
        self._close_panes()
        self.rest(0.2)

    def _play(self) -> None:
        session = self._window.session
        session.playback.set_duration(0.8)
        session.playback.play()
        self.wait_until(lambda: not session.playback.playing or session.playback.reached >= 0.8, "playing")
        session.playback.pause()
        for k in range(20):
            session.playback.seek(0.04 * k)
            self._app.processEvents()

    def _drag_and_undo(self) -> None:
        session = self._window.session
        joints = [name for name, (place, _) in session.model.joint_slices().items() if place.stop - place.start == 1]
        for joint in joints[:3]:
            for k in range(10):
                session.move_joint(joint, 0.02 * k)
                self._app.processEvents()
            session.end_drag()
        while session.undo_stack.canUndo():
            session.undo_stack.undo()
            self._app.processEvents()
        while session.undo_stack.canRedo():
            session.undo_stack.redo()
            self._app.processEvents()

    def _look(self, number: int) -> None:
        for key in WORKSPACES:
            self._window.use_workspace(key)
            self.rest(0.05)
        for page in self._pages[number % len(self.scenes) :: len(self.scenes)]:
            self._window.commands.run(f"page:{page}")
            self.rest(0.1)
        self._window.commands.run("theme")

    def _save_and_open(self) -> None:
        exports, session = self._window.documents.exports, self._window.session
        exports.save("picture", self._folder / "picture.png")
        self.wait_until(lambda: not exports.busy, "saving a picture")
        if session.recording is not None and len(session.recording) > 1:
            exports.save("recording", self._folder / "recording.mcap")
            self.wait_until(lambda: not exports.busy, "saving a recording")
            if not self._window.open(str(self._folder / "recording.mcap")):
                raise RuntimeError("what was saved did not open")

    def _close_panes(self) -> None:
        for dock in self._window.docks.values():
            dock.close()
        self._app.processEvents()
        self._window.workspaces.reset()
        self._app.processEvents()
