"""The window that is seen: another takes its place when texts are to be in another language."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from ..background.garbage import GarbageCollection
from ..failures.crash_log import CrashLog
from ..preferences.chosen_language import choose_language
from ..preferences.preferences import Preferences
from .handing_over import begin_handing_over, hand_over
from .late_making import LateMaking
from .translator import install_translators
from .window import Window

_LATER = Qt.ConnectionType.QueuedConnection  # the menu that was chosen from is of the window that goes
_ONCE = Qt.ConnectionType.SingleShotConnection
LOOK = 200  # [ms] until it is looked again whether a window has work


class ShownWindow(QObject):
    """Makes the window, and makes it anew in the language that is chosen: with all that the user has in it."""

    def __init__(self, app: QApplication, preferences: Preferences, log: CrashLog | None = None) -> None:
        """Show a window; the log, if there is one, is told what draws."""
        super().__init__(app)
        self._app, self._preferences, self._log = app, preferences, log
        self._garbage = GarbageCollection(self)
        self._waiting = QTimer(self, singleShot=True, interval=LOOK)
        self._waiting.timeout.connect(self.use_language)
        install_translators(app)
        self.window = self._made()
        preferences.language_changed.connect(self.use_language, _LATER)

    def use_language(self) -> None:
        """Have all texts in the language of the preferences, once nothing is being read, written or worked out."""
        old = self.window
        if old.has_work:
            self._waiting.start()
            return
        plays = begin_handing_over(old)
        choose_language(self._preferences.language)
        install_translators(self._app)
        self.window = self._made()
        hand_over(old, self.window)
        self.window.show()
        old.leave()
        if plays:
            self.window.session.playback.play()

    def tell_of_failure(self, line: str, trace: str) -> None:
        """Tell of an error of our own, in the window that is seen."""
        self.window.bars.failures.tell(line, trace)

    def _made(self) -> Window:
        """A window, and what it needs beside itself."""
        window, garbage, log = Window(self._preferences), self._garbage, self._log
        window.session.snapshot_changed.connect(garbage.note_move)
        window.documents.files.reading.connect(garbage.note_move)  # what is opened is waited for
        making = LateMaking(window, garbage)
        window.viewport.frame_shown.connect(making.begin, _ONCE)
        if log is not None:
            window.viewport.frame_shown.connect(lambda: log.note_graphics(window.viewport.drawn_by()), _ONCE)
        return window
