"""Starting the window, and leaving it in good order."""

from __future__ import annotations

import logging
import os
import signal
import sys

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QSurfaceFormat
from PySide6.QtWidgets import QApplication

from torseur.robots.options import LoadOptions
from torseur.sim.errors import ArgumentError
from torseur.ui.viewport.gl_widget import default_surface_format

from ..documents.document import WELCOME, open_document
from ..files.files import with_allowed
from ..preferences import Preferences
from ..window.window import Window
from .measuring import measure
from .quick_imports import end_imports

_ONCE_LATER = Qt.ConnectionType(
    Qt.ConnectionType.SingleShotConnection.value | Qt.ConnectionType.QueuedConnection.value
)  # when the picture is on the screen, not before


def start(what: str | None, demonstration: str | None = None, options: LoadOptions | None = None) -> int:
    """Open the window on something, and return the exit code once it is closed.

    Raises the errors of `torseur.sim.errors` where that cannot be read, or there is no display, before any window is made.
    """
    check_display()
    what, preferences = what or WELCOME, Preferences()
    document = open_document(what, with_allowed(options, what, preferences))
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    app = make_application()
    window = Window(preferences)
    window.show_document(document)
    window.show()
    window.viewport.frameSwapped.connect(window.kernels.start, Qt.ConnectionType.SingleShotConnection)
    window.viewport.frameSwapped.connect(window.panels.plots.make, _ONCE_LATER)
    for imported in (window.kernels.finished, window.laboratory.imported, window.dynamics.imported):
        imported.connect(end_imports)
    _stop_on_interrupt(app, window)
    measure(window.viewport, window.panels.joints, window.session, window.close)
    if demonstration is not None:
        from .demonstration import Demonstration

        show = Demonstration(window, demonstration)
        show.start()
    end_imports()
    code = app.exec()
    window.close()
    return code


def check_display() -> None:
    """Raise ArgumentError where no window can be shown: Qt would abort."""
    display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("QT_QPA_PLATFORM")
    if sys.platform.startswith("linux") and not display:
        raise ArgumentError(
            "there is no display to open a window on; `make run` uses a virtual one, and the commands simulate, render, scenes "
            "and robots need none"
        )


def make_application() -> QApplication:
    """The application, with the OpenGL that the viewport wants."""
    QSurfaceFormat.setDefaultFormat(default_surface_format())
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication(sys.argv[:1])
    app.setApplicationName("Torseur")
    app.setDesktopFileName("torseur")
    return app


def _stop_on_interrupt(app: QApplication, window: Window) -> None:
    """Ctrl+C in the terminal closes the window; Python looks for it only when it is run, so a timer runs it."""
    signal.signal(signal.SIGINT, lambda *_: window.close())
    timer = QTimer(app)
    timer.timeout.connect(lambda: None)
    timer.start(200)
