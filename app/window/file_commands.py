"""The commands of the menus File and Edit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from torseur import robots
from torseur.sim.simulation.scene.scene_file import scene_names, scene_title

from ..files.exports import Exports
from ..files.files import Files
from ..panels.dh_table.dh_editor import TableBinding
from ..panels.robot_browser.robot_browser import BrowserBinding
from ..session.session import Session
from .command_table import Command
from .scene_groups import grouped

OPENED = "Scenes, robots and recordings (*.toml *.urdf *.xacro *.xml *.mcap)"


def file_commands(
    files: Files, exports: Exports, tables: TableBinding, browser: BrowserBinding, session: Session, window: QWidget
) -> list[Command]:
    """What opens, saves and ends; `window` is the parent of dialogs, and what is closed."""

    def opening(reference: str) -> Callable[[], object]:
        return lambda: files.begin(reference)

    def saving(kind: str) -> Callable[[], object]:
        return lambda: exports.ask(kind)

    def save() -> None:
        """The table that is edited, else the recording."""
        if tables.unsaved or (tables.table is not None and session.recording is None):
            tables.save()
        else:
            exports.ask("recording")

    return [
        Command("new_table", "New DH table", tables.new, "File", "Ctrl+N"),
        Command("open", "Open…", lambda: ask_to_open(files, window), "File", "Ctrl+O"),
        Command("browse", "Browse robots…", browser.open, "File", "B"),
        *(
            Command(f"scene:{name}", scene_title(name), opening(name), f"File/Open scene/{group}")
            for group, name in grouped(scene_names())
        ),
        *(
            Command(f"robot:{name}", f"{name}: {robots.describe(name).title}", opening(name), _robot_menu(name))
            for name in robots.names()
        ),
        Command("reload", "Reload from file", files.reload, "File", "F5"),
        Command("save", "Save", save, "File", "Ctrl+S", gap=True),
        Command("save_table", "Save DH table as…", tables.save_as, "File", "Ctrl+Shift+S"),
        Command("save_recording", "Save recording…", saving("recording"), "File"),
        Command("save_video", "Save video…", saving("video"), "File", "Ctrl+Shift+V"),
        Command("save_picture", "Save picture…", saving("picture"), "File", "Ctrl+P"),
        Command("save_data", "Save data as CSV…", saving("data"), "File"),
        Command("stop_video", "Stop making the video", exports.stop, "File"),
        Command("quit", "Quit", window.close, "File", "Ctrl+Q", gap=True),
    ]


def edit_commands(session: Session) -> list[Command]:
    """What is undone, redone and copied."""
    stack = session.undo_stack
    return [
        Command("undo", "Undo", stack.undo, "Edit", "Ctrl+Z"),
        Command("redo", "Redo", stack.redo, "Edit", "Ctrl+Shift+Z"),
        Command(
            "copy_q", "Copy configuration q", lambda: copy_configuration(session), "Edit", "Ctrl+Shift+C", gap=True
        ),
    ]


def ask_to_open(files: Files, window: QWidget) -> None:
    """Let the user choose a file."""
    dialog = QFileDialog(window, "Open", str(Path.home()), OPENED)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.fileSelected.connect(files.begin)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def copy_configuration(session: Session) -> None:
    """Put q on the clipboard, as a list."""
    QGuiApplication.clipboard().setText("[" + ", ".join(repr(float(x)) for x in session.q) + "]")
    session.message.emit("Copied the configuration q.", "", "plain")


def _robot_menu(name: str) -> str:
    return "File/Open robot/Shipped" if robots.describe(name).source == "torseur" else "File/Open robot/Gallery"
