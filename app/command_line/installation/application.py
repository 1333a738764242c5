"""The application of Qt that the window, and whoever asks whether it can be opened, are in."""

from __future__ import annotations

import sys

from PySide6.QtGui import QSurfaceFormat
from PySide6.QtWidgets import QApplication

from torseur.ui.viewport.gl_widget import default_surface_format


def make_application() -> QApplication:
    """The application, with the OpenGL that the viewport wants."""
    QSurfaceFormat.setDefaultFormat(default_surface_format())
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication(sys.argv[:1])
    app.setApplicationName("Torseur")
    app.setDesktopFileName("torseur")
    return app
