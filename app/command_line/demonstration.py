"""The program shows itself, where nobody can see a window: it plays, and leaves pictures of what it did."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from torseur.sim.errors import SaveError
from torseur.sim.texts import tr

from ..background.compile_progress import compile_progress
from ..documents.document import WELCOME
from ..documents.picture_file import save_picture

if TYPE_CHECKING:
    from ..window.window import Window

SECONDS = 1.2  # of swinging the arm


class Demonstration(QObject):
    """Opens the welcome scene, moves the arm, plays the falling brick, and saves window.png, contact.png, falling_brick.mp4."""

    def __init__(self, window: Window, folder: str) -> None:
        super().__init__(window)
        self._window, self._folder = window, Path(folder)
        self._ticks = 0
        self._timer = QTimer(self)
        self._timer.setInterval(20)
        self._act: Callable[[], None] = self._wait_for_kernels
        self._timer.timeout.connect(self._tick)
        window.kernels.progressed.connect(self._tell_progress, Qt.ConnectionType.SingleShotConnection)
        window.kernels.loaded.connect(self._tell_progress)
        window.documents.exports.saved.connect(self._saved)
        window.documents.exports.failed.connect(lambda text, reason: self._fail(f"{text} {reason}"))
        window.viewport.paint_failed.connect(self._fail)
        window.kernels.failed.connect(self._fail)

    def start(self) -> None:
        """Make the folder, and begin."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self._fail(f"{self._folder}: {error.strerror}")
            return
        self._timer.start()

    def _tick(self) -> None:
        try:
            self._act()
        except Exception as error:
            self._fail(repr(error))
            raise

    def _tell_progress(self) -> None:
        if self._window.kernels.compiling:
            _print(
                tr(
                    "compiling, the first time only: {compile_progress}",
                    compile_progress=compile_progress(self._window.kernels),
                )
            )

    def _wait_for_kernels(self) -> None:
        if self._window.kernels.all_ready:
            self._window.open(WELCOME)
            _print(tr("moving the arm"))
            self._q = self._window.session.q.copy()
            self._act = self._swing

    def _swing(self) -> None:
        window, session = self._window, self._window.session
        self._ticks += 1
        share = self._ticks * 0.02 / SECONDS
        slices = session.model.joint_slices()
        for name, size in zip(session.model.joint_names[1:4], (0.5, 0.25, -0.35), strict=True):
            at = slices[name][0].start
            session.move_joint(name, float(self._q[at]) + size * math.sin(math.pi * share))
        if share >= 0.75:
            session.end_drag()
            self._grab("window.png")
            window.open("falling_brick")
            window.use_workspace("contact")
            session.playback.play()
            _print(tr("playing the falling brick"))
            self._act = self._watch

    def _watch(self) -> None:
        window, session = self._window, self._window.session
        if session.playback.playing:
            return
        session.playback.seek(0.6 * session.playback.reached)
        window.clock.catch_up()
        self._grab("contact.png")
        _print(tr("making the video"))
        window.documents.exports.save("video", self._folder / "falling_brick.mp4")
        self._act = lambda: None

    def _grab(self, name: str) -> None:
        window = self._window
        for _ in range(3):  # what was just changed is laid out and painted
            QApplication.processEvents()
        for _ in range(3):  # and what came with the last event, from the inside out
            QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        while window.viewport.is_due:
            QApplication.processEvents()
        path = self._folder / name
        try:
            save_picture(window.grab().toImage(), path)
        except SaveError as error:
            self._fail(str(error))
            return
        _print(tr("saved: {path}", path=path))

    def _saved(self, path: str) -> None:
        _print(tr("saved: {path}", path=path))
        self._timer.stop()
        self._window.close_unasked()

    def _fail(self, reason: str) -> None:
        sys.stderr.write("torseur: " + tr("the demonstration failed: {reason}", reason=reason) + "\n")
        self._timer.stop()
        QTimer.singleShot(0, self._timer, lambda: QApplication.exit(1))


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
