"""Dialogs that wait for an answer: what becomes of what is not saved, where it goes, and which file is read."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QWidget

from torseur.robots.meshes.mesh_reader import FORMATS
from torseur.robots.readers import READERS
from torseur.sim.texts import tr


class Dialogs:
    """Over one window, which waits for the answer."""

    def __init__(self, window: QWidget | None) -> None:
        self._window = window

    def ask_place(self, start: Path, title: str, kinds: str) -> str:
        """Ask where a .toml file is to be saved; empty: nowhere."""
        name, _ = QFileDialog.getSaveFileName(self._window, title, str(start), kinds)
        return name if not name or name.lower().endswith(".toml") else f"{name}.toml"

    def ask_mesh(self) -> str:
        """Ask for the file of a mesh; empty: none."""
        return self._ask_file(tr("A mesh, whose convex hull is taken"), tr("Meshes"), FORMATS)

    def ask_robot(self) -> str:
        """Ask for the file of a robot; empty: none."""
        return self._ask_file(tr("A robot's file"), tr("Robots"), READERS)

    def _ask_file(self, title: str, kind: str, endings: Iterable[str]) -> str:
        pattern = f"{kind} ({' '.join(f'*{ending}' for ending in endings)})"
        return QFileDialog.getOpenFileName(self._window, title, str(Path.home()), pattern)[0]

    def ask_to_save(self, name: str, title: str, states: int = 0, runs: int = 0) -> str:
        """Ask what becomes of changes, of so many states, or of runs, that are not saved: "save", "discard" or "cancel"."""
        changes = tr("“{name}” has changes that are not saved.")
        run = tr("{states} states of “{name}” were simulated and are not saved.")
        sweep = tr("{runs} runs of “{name}” were measured, and their results are not saved.")
        box = QMessageBox(self._window)
        box.setWindowTitle(title)
        box.setText((run if states else sweep if runs else changes).format(name=name, states=states, runs=runs))
        buttons = QMessageBox.StandardButton
        box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
        box.setDefaultButton(buttons.Save)
        answer = box.exec()
        return {buttons.Save: "save", buttons.Discard: "discard"}.get(buttons(answer), "cancel")

    def ask_to_replace(self, name: str, title: str) -> bool:
        """Ask whether a file is written over that another program changed since it was read."""
        box = QMessageBox(self._window)
        box.setWindowTitle(title)
        box.setText(tr("“{name}” was changed on the disk since it was read.", name=name))
        box.setInformativeText(tr("What it says now is lost if it is saved over."))
        over = box.addButton(tr("Save over it"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        box.exec()
        return box.clickedButton() is over


def show_dialog(dialog: QFileDialog) -> None:
    """Show a dialog, which is deleted once it is closed; what hangs open over it closes before.

    Qt keeps the menu of a file dialog on the stack: deleted with the dialog, it ended the program.
    """
    dialog.finished.connect(close_popups)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def close_popups() -> None:
    """Close all menus and lists that hang open."""
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
