"""The real window as it is measured: its kernels are ready, and garbage is collected as in the program."""

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
from torseur.app.window.window import Window


@contextmanager
def ready_window() -> Iterator[Window]:
    """A window with settings of its own, closed at the end."""
    sys.setswitchinterval(TURN)
    app = make_application()
    with tempfile.TemporaryDirectory() as folder:
        window = Window(Preferences(Path(folder) / "settings.json"))
        window.show()
        window.kernels.start()
        garbage = GarbageCollection(window)
        window.session.snapshot_changed.connect(garbage.note_move)
        window.files.reading.connect(garbage.note_move)
        while not window.kernels.all_ready:
            app.processEvents()
        garbage.end_imports()
        garbage.collect_all()
        yield window
        window.close()


def run_events(seconds: float) -> None:
    """Let the event loop run so long [s]."""
    loop = QEventLoop()
    QTimer.singleShot(int(1000.0 * seconds), loop.quit)
    loop.exec()
