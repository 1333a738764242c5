"""The real window as it is measured, some seconds after its start: its kernels are ready, what the program imports late and
the pages that it makes while nobody asks for anything are there, and garbage is collected as in the program.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer

from torseur.app.background.garbage import GarbageCollection
from torseur.app.background.threads import TURN
from torseur.app.command_line.installation.application import make_application
from torseur.app.preferences.preferences import Preferences
from torseur.app.window.late_making import LateMaking
from torseur.app.window.window import Window


@contextmanager
def ready_window() -> Iterator[Window]:
    """A window with settings of its own, closed at the end."""
    sys.setswitchinterval(TURN)
    app = make_application()
    with tempfile.TemporaryDirectory() as folder:
        window = Window(Preferences(Path(folder) / "settings.json"))
        window.show()
        garbage = GarbageCollection(window)
        window.session.snapshot_changed.connect(garbage.note_move)
        window.documents.files.reading.connect(garbage.note_move)
        making, loop = LateMaking(window, garbage), QEventLoop(app)
        making.finished.connect(loop.quit)
        making.begin()
        loop.exec()
        garbage.collect_all()
        yield window
        window.close_unasked()


def run_events(seconds: float) -> None:
    """Let the event loop run so long [s]."""
    loop = QEventLoop()
    QTimer.singleShot(int(1000.0 * seconds), loop.quit)
    loop.exec()
