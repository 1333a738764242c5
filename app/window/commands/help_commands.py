"""The commands of the menu Help."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox, QWidget

from torseur.sim.texts import marked, tr

from .command_table import MenuCommand

MOUSE = (
    (marked("Drag"), marked("Orbit")),
    (marked("Shift+Drag"), marked("Pan (or the middle button)")),
    (marked("Wheel"), marked("Zoom to the pointer")),
    (marked("Click"), marked("Select a body")),
    (marked("Ctrl+Drag"), marked("Pull a body by a spring")),
    (marked("Drag a tip"), marked("Change a force or moment, on the page Statics; with Shift along an axis")),
)
DOCS = Path(__file__).parents[3] / "docs"
"""The guide: beside the rooms, also where they are installed."""


def help_commands(
    open_palette: Callable[[], object],
    open_keys: Callable[[], object],
    open_notation: Callable[[], object],
    show_gaps: Callable[[], object],
    show_installation: Callable[[], object],
    window: QWidget,
) -> list[MenuCommand]:
    """What tells how it is used."""
    pages = QUrl.fromLocalFile(str(DOCS))
    return [
        MenuCommand("palette", marked("Search commands"), open_palette, "Help", "Ctrl+K", listed=False),
        MenuCommand("keys", marked("Keys"), open_keys, "Help", "?", words="shortcuts, raccourcis clavier"),
        MenuCommand(
            "notation",
            marked("Notation: all letters, with units and formulas"),
            open_notation,
            "Help",
            "F2",
            words="symbols, symboles, nomenclature, convention, letters, lettres",
        ),
        MenuCommand("docs", marked("Documentation"), lambda: QDesktopServices.openUrl(pages), "Help"),
        MenuCommand("gaps", marked("Measure gaps of the event loop"), show_gaps, "Help"),
        MenuCommand(
            "installation",
            marked("Check this installation"),
            show_installation,
            "Help",
            words="doctor, OpenGL, driver, versions, kernels",
        ),
        MenuCommand("about", marked("About Torseur"), lambda: about(window), "Help", gap=True),
    ]


def about(window: QWidget) -> None:
    """Say what this is."""
    from importlib.metadata import version

    box = QMessageBox(window)
    box.setWindowTitle(tr("About Torseur"))
    box.setText(f"Torseur {version('torseur')}")
    box.setInformativeText(tr("See, drive and simulate articulated rigid-body systems, and the contact problem itself."))
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()
