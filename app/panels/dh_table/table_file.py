"""The file of a table: where it goes, whether it is to be saved, and writing it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

if TYPE_CHECKING:
    from torseur.robots.dh.definition import Definition


def write_table(table: Definition, path: Path) -> bool:
    """Write a table into a file, whole or not at all; whether the file had comments, which are not kept.

    Raises ArgumentError or SaveError if it cannot be written, OSError if what is there cannot be read.
    """
    from torseur.robots.dh.text import text_of
    from torseur.robots.saving import check_place, save

    commented = path.is_file() and "\n#" in "\n" + path.read_text(encoding="utf-8")
    check_place(path, overwrite=True)
    save(text_of(table).encode(), path, lambda _: None)
    return commented


def ask_place(parent: QWidget, start: Path) -> str:
    """Ask where a table is to be saved; empty: nowhere."""
    kinds = _tr("Denavit-Hartenberg tables (*.toml)")
    name, _ = QFileDialog.getSaveFileName(parent, _tr("Save the table"), str(start), kinds)
    return name if not name or name.lower().endswith(".toml") else f"{name}.toml"


def ask_to_save(parent: QWidget, name: str) -> str:
    """Ask what becomes of changes that are not saved: "save", "discard" or "cancel"."""
    box = QMessageBox(parent)
    box.setWindowTitle(_tr("Save the table?"))
    box.setText(_tr("“{name}” has changes that are not saved.").format(name=name))
    buttons = QMessageBox.StandardButton
    box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
    box.setDefaultButton(buttons.Save)
    answer = box.exec()
    return {buttons.Save: "save", buttons.Discard: "discard"}.get(buttons(answer), "cancel")


def _tr(text: str) -> str:
    return QCoreApplication.translate("TableBinding", text)
