"""Asking what becomes of what is not saved, where it goes, and for files that are read."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QWidget

from torseur.sim.texts import tr


def ask_place(parent: QWidget, start: Path, title: str, kinds: str) -> str:
    """Ask where a .toml file is to be saved; empty: nowhere."""
    name, _ = QFileDialog.getSaveFileName(parent, title, str(start), kinds)
    return name if not name or name.lower().endswith(".toml") else f"{name}.toml"


def ask_file(parent: QWidget, title: str, kind: str, endings: Iterable[str]) -> str:
    """Ask for a file that is there, of one of these endings; empty: none."""
    name, _ = QFileDialog.getOpenFileName(parent, title, str(Path.home()), f"{kind} ({' '.join(f'*{e}' for e in endings)})")
    return name


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


def ask_to_save(parent: QWidget, name: str, title: str, states: int = 0) -> str:
    """Ask what becomes of changes, or of so many states, that are not saved: "save", "discard" or "cancel"."""
    changes = tr("“{name}” has changes that are not saved.")
    run = tr("{states} states of “{name}” were simulated and are not saved.")
    box = QMessageBox(parent)
    box.setWindowTitle(title)
    box.setText((run if states else changes).format(name=name, states=states))
    buttons = QMessageBox.StandardButton
    box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
    box.setDefaultButton(buttons.Save)
    answer = box.exec()
    return {buttons.Save: "save", buttons.Discard: "discard"}.get(buttons(answer), "cancel")


def ask_to_replace(parent: QWidget, name: str, title: str) -> bool:
    """Ask whether a file is written over that another program changed since it was read."""
    box = QMessageBox(parent)
    box.setWindowTitle(title)
    text = tr("“{name}” was changed on the disk since it was read.").format(name=name)
    box.setText(text)
    box.setInformativeText(tr("What it says now is lost if it is saved over."))
    over = box.addButton(tr("Save over it"), QMessageBox.ButtonRole.DestructiveRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
    box.exec()
    return box.clickedButton() is over
