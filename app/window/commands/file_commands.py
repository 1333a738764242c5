"""The commands of the menus File and Edit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from torseur import robots
from torseur.robots.readers import READERS
from torseur.sim.simulation.running.scene.scene_file import scene_names, scene_title
from torseur.sim.texts import marked, tr
from torseur.sim.trajectory.files.task_file import task_names, task_title
from torseur.ui.window.dock import Dock

from ...files.dialogs import show_dialog
from ...files.exports import Exports
from ...files.files import Files
from ...panels.dh_table.dh_editor import TableBinding
from ...panels.robot_browser.robot_browser import BrowserBinding
from ...recovery.recovery import Recovery
from ...scene_editing.added_parts import THINGS
from ...scene_editing.scene_editor import SceneEditor
from ...session.session import Session
from .command_table import MenuCommand

ENDINGS = (*READERS, ".mcap", ".npz")  # of what is opened
SCENE_GROUPS: Mapping[str, tuple[str, ...]] = {  # headings of the menu; a scene that is in none is under "Others"
    marked("Contact"): (
        "falling_brick",
        "brick_on_corner",
        "bouncing_ball",
        "zeno_ball",
        "newtons_cradle",
        "incline",
        "incline_30",
        "sphere_slip_to_roll",
        "rolling",
        "v_groove",
        "painleve_rod",
    ),
    marked("Stacks"): ("box_stack", "kapla_tower", "heterogeneous_stack", "domino", "balls_666", "elastic_666"),
    marked("Robots"): (
        "welcome",
        "arm_pushes_table",
        "gripper_holds_block",
        "quadruped_drop",
        "quadruped_stand",
        "humanoid_falls",
    ),
    marked("Motion"): ("pendulum", "spinning_top", "dzhanibekov"),
}


def file_commands(
    files: Files,
    exports: Exports,
    tables: TableBinding,
    editor: SceneEditor,
    browser: BrowserBinding,
    recovery: Recovery,
    session: Session,
    window: QWidget,
) -> list[MenuCommand]:
    """What opens, saves and ends; `window` is the parent of dialogs, and what is closed."""

    def opening(reference: str) -> Callable[[], object]:
        return lambda: files.begin(reference)

    def saving(kind: str) -> Callable[[], object]:
        return lambda: exports.ask(kind)

    def save() -> None:
        """The table or the scene that is other than its file, else the recording."""
        if editor.differs:
            editor.save()
        elif tables.unsaved or (tables.table is not None and session.recording is None):
            tables.save()
        else:
            exports.ask("recording")

    return [
        MenuCommand("new_table", marked("New DH table"), tables.new, "File", "Ctrl+N"),
        MenuCommand(
            "open", marked("Open…"), lambda: ask_to_open(files.begin, window), "File", "Ctrl+O", words="import URDF, importer"
        ),
        MenuCommand("browse", marked("Browse robots…"), browser.open, "File", "B"),
        *(
            MenuCommand(f"scene:{name}", scene_title(name), opening(name), f"File/Open scene/{group}")
            for group, name in _grouped(scene_names())
        ),
        *(
            MenuCommand(f"task:{name}", task_title(name), opening(name), "File/Planning scenes", words="hopper, sauteur")
            for name in task_names()
        ),
        *(
            MenuCommand(f"robot:{name}", f"{name}: {tr(robots.describe(name).title)}", opening(name), _robot_menu(name))
            for name in robots.names()
        ),
        MenuCommand("reload", marked("Reload from file"), files.reload, "File", "F5"),
        MenuCommand("recover", marked("Recover unsaved work"), recovery.offer, "File"),
        MenuCommand("save", marked("Save"), save, "File", "Ctrl+S", gap=True),
        MenuCommand("save_table", marked("Save DH table as…"), tables.save_as, "File", "Ctrl+Shift+S"),
        MenuCommand("save_scene", marked("Save scene as…"), editor.save_as, "File"),
        MenuCommand(
            "save_recording", marked("Save recording…"), saving("recording"), "File", words="export, exporter, enregistrer"
        ),
        MenuCommand(
            "save_video", marked("Save video…"), saving("video"), "File", "Ctrl+Shift+V", words="export video, vidéo, film"
        ),
        MenuCommand(
            "save_picture", marked("Save picture…"), saving("picture"), "File", "Ctrl+P", words="export, screenshot, capture"
        ),
        MenuCommand(
            "save_data", marked("Save data as CSV…"), saving("data"), "File", words="export, exporter, spreadsheet, tableur"
        ),
        MenuCommand("stop_video", marked("Stop making the video"), exports.stop_video, "File"),
        MenuCommand("quit", marked("Quit"), window.close, "File", "Ctrl+Q", gap=True),
    ]


def edit_commands(
    session: Session, add: Callable[[str], object], remove: Callable[[], object], history: Dock
) -> list[MenuCommand]:
    """What is undone, redone, copied, added to the scene and taken out of it.

    history : lists what was done; shown, it has the keyboard, whose arrows undo and redo
    """

    def show_history() -> None:
        history.setVisible(not history.isVisible())
        if history.isVisible():
            history.raise_()
            history.body.setFocus()

    def adding(thing: str) -> Callable[[], object]:
        return lambda: add(thing)

    stack = session.undo_stack
    return [
        MenuCommand("undo", marked("Undo"), stack.undo, "Edit", "Ctrl+Z"),
        MenuCommand("redo", marked("Redo"), stack.redo, "Edit", "Ctrl+Shift+Z"),
        MenuCommand(
            "history",
            marked("History of what was done"),
            show_history,
            "Edit",
            "",
            history.isVisible,
            words="undo all, revert, annuler tout, historique",
        ),
        *(
            MenuCommand(f"add:{thing}", title, adding(thing), "Edit/Add to the scene", gap=thing == "block")
            for thing, title in THINGS.items()
        ),
        MenuCommand("remove_part", marked("Remove what is selected from the scene"), remove, "Edit"),
        MenuCommand(
            "copy_q", marked("Copy configuration q"), lambda: copy_configuration(session), "Edit", "Ctrl+Shift+C", gap=True
        ),
    ]


def ask_to_open(take: Callable[[str], object], window: QWidget) -> None:
    """Let the user choose a file, to be given to `take`."""
    kinds = tr("Scenes, robots, recordings and plans")
    opened = f"{kinds} ({' '.join(f'*{ending}' for ending in ENDINGS)})"
    dialog = QFileDialog(window, tr("Open"), str(Path.home()), opened)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.fileSelected.connect(take)
    show_dialog(dialog)


def copy_configuration(session: Session) -> None:
    """Put q on the clipboard, as a list."""
    QGuiApplication.clipboard().setText("[" + ", ".join(repr(float(x)) for x in session.q) + "]")
    session.message.emit(tr("Copied the configuration q."), "", "plain")


def _robot_menu(name: str) -> str:
    return "File/Open robot/Shipped" if robots.describe(name).source == "torseur" else "File/Open robot/Gallery"


def _grouped(names: tuple[str, ...]) -> list[tuple[str, str]]:
    """(heading, scene) for each of these scenes, in the order of the menu."""
    found = [(group, name) for group, members in SCENE_GROUPS.items() for name in members if name in names]
    listed = {name for _, name in found}
    return found + [("Others", name) for name in names if name not in listed]
