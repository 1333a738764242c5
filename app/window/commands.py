"""The commands of the window, listed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox

from torseur import robots
from torseur.sim.simulation.scene.scene_file import scene_names, scene_title
from torseur.ui.viewport.camera import VIEWS

from ..laboratory.statics.page import StaticsBinding
from ..session.scene_edits import change_setting
from .command_table import Command, Commands
from .scene_groups import grouped
from .workspaces import WORKSPACES

if TYPE_CHECKING:
    from .window import Window

MENUS = ("File", "Edit", "View", "Robot", "Simulate", "Help")
SPEEDS = (1.0, 0.5, 0.25, 0.1, 0.05, 0.01, 0.001)
OPENED = "Scenes, robots and recordings (*.toml *.urdf *.xacro *.xml *.mcap)"
MOUSE = (
    ("Drag", "Orbit"),
    ("Shift+Drag", "Pan (or the middle button)"),
    ("Wheel", "Zoom to the pointer"),
    ("Double-click", "Select a body"),
    ("Ctrl+Drag", "Pull a body by a spring"),
    ("Drag a tip", "Change a force or moment, on the page Statics; with Shift along an axis"),
)
DOCS = Path(__file__).parents[2] / "docs"


def make_commands(window: Window) -> Commands:
    """All of them, in the order of the menus."""
    return Commands(
        window, [*_files(window), *_edits(window), *_views(window), *_robots(window), *_times(window), *_help(window)]
    )


def _files(window: Window) -> list[Command]:
    found = [
        Command("new_table", "New DH table", window.tables.new, "File", "Ctrl+N"),
        Command("open", "Open…", lambda: ask_to_open(window), "File", "Ctrl+O"),
        Command("browse", "Browse robots…", window.browser.open, "File", "B"),
    ]
    for group, name in grouped(scene_names()):
        found.append(Command(f"scene:{name}", scene_title(name), _opening(window, name), f"File/Open scene/{group}"))
    for name in robots.names():
        entry = robots.describe(name)
        group = "File/Open robot/Shipped" if entry.source == "torseur" else "File/Open robot/Gallery"
        found.append(Command(f"robot:{name}", f"{name}: {entry.title}", _opening(window, name), group))
    found.append(Command("reload", "Reload from file", window.reload, "File", "F5"))
    found += [
        Command("save", "Save", window.save, "File", "Ctrl+S", gap=True),
        Command("save_table", "Save DH table as…", window.tables.save_as, "File", "Ctrl+Shift+S"),
    ]
    for kind, title, key in (
        ("recording", "Save recording…", ""),
        ("video", "Save video…", "Ctrl+Shift+V"),
        ("picture", "Save picture…", "Ctrl+P"),
        ("data", "Save data as CSV…", ""),
    ):
        found.append(Command(f"save_{kind}", title, _asking(window, kind), "File", key))
    found.append(Command("stop_video", "Stop making the video", window.exports.stop, "File"))
    found.append(Command("quit", "Quit", window.close, "File", "Ctrl+Q", gap=True))
    return found


def _edits(window: Window) -> list[Command]:
    stack = window.session.undo_stack
    return [
        Command("undo", "Undo", stack.undo, "Edit", "Ctrl+Z"),
        Command("redo", "Redo", stack.redo, "Edit", "Ctrl+Shift+Z"),
        Command("copy_q", "Copy configuration q", lambda: copy_configuration(window), "Edit", "Ctrl+Shift+C", gap=True),
    ]


def _views(window: Window) -> list[Command]:
    picture, viewport = window.picture, window.viewport
    found = [
        Command("fit", "Fit everything", viewport.fit, "View", "Home"),
        Command("focus", "Fit the selection", viewport.focus_selection, "View", "F"),
    ]
    found += [
        Command(
            f"view:{name}", f"From {name}" if name != "iso" else "Isometric", _looking(window, name), "View/Look from"
        )
        for name in VIEWS
    ]
    for key, title, shortcut in (
        ("ellipsoids", "Ellipsoids", "E"),
        ("contacts", "Contacts and forces", "C"),
        ("frames", "Frames", "G"),
        ("all_frames", "All frames", ""),
        ("trail", "Trail of the frame", "T"),
        ("mass", "Mass properties", "M"),
        ("inertia_boxes", "Inertia as boxes", ""),
        ("collisions", "Collision shapes", "K"),
        ("collision_only", "Collision shapes instead of the bodies", ""),
        ("joint_axes", "Joint axes", "A"),
        ("joint_limits", "Joint limits", "J"),
        ("see_through", "See-through bodies", "X"),
        ("orthographic", "Orthographic", "O"),
    ):
        found.append(
            Command(f"show:{key}", title, _toggling(window, key), "View", shortcut,
                    lambda key=key: getattr(picture.shown, key), gap=key == "ellipsoids")
        )  # fmt: skip
    for key, title in (
        ("velocity", "Velocity ellipsoid"),
        ("force", "Force ellipsoid"),
        ("dynamic", "Acceleration ellipsoid (dynamic manipulability)"),
        ("velocity_polytope", "Velocity polytope"),
        ("force_polytope", "Force polytope"),
        ("weighted", "Ellipsoids weighted by limits"),
        ("rotation", "Ellipsoids of rotation"),
        ("axis_labels", "Values at every axis"),
    ):
        found.append(
            Command(f"show:{key}", title, _toggling(window, key), "View/Shapes of the frame", "",
                    lambda key=key: getattr(picture.shown, key))
        )  # fmt: skip
    found.append(
        Command(
            "pose_gizmo", "Handles that drag the frame", window.posing.switch, "View", "I", lambda: window.posing.shown
        )
    )
    for k, (key, title) in enumerate(WORKSPACES.items()):
        found.append(
            Command(f"workspace:{key}", f"{title} workspace", lambda key=key: window.use_workspace(key), "View", str(k + 1),
                    lambda key=key: window.workspaces.current == key, gap=k == 0)
        )  # fmt: skip
    found += [
        Command("docks", "All panels", window.workspaces.fold, "View", "Tab", lambda: not window.workspaces.folded),
        Command("reset_docks", "Reset the layout", window.workspaces.reset, "View"),
        *(
            Command(f"dock:{key}", dock.windowTitle(), lambda dock=dock: dock.setVisible(not dock.isVisible()), "View/Panels",
                    "", dock.isVisible)
            for key, dock in window.docks.items()
        ),
        Command("theme", "Light or dark", window.other_theme, "View", "Ctrl+D", gap=True),
        Command("full_screen", "Full screen", lambda: _full_screen(window), "View", "F11", window.isFullScreen),
    ]  # fmt: skip
    return found


def _robots(window: Window) -> list[Command]:
    joints = window.joints
    return [
        Command("doctor", "Load doctor", window.show_doctor, "Robot", "D"),
        Command("home", "Home pose", joints.home, "Robot", "H"),
        Command("zero", "Zero pose", joints.zero, "Robot", "Z"),
        Command("random", "Random pose", joints.random, "Robot", "R"),
        Command("store_pose", "Store this pose", joints.store_pose, "Robot", "P"),
        Command("place_force", "Put a force on the robot", lambda: place_force(window), "Robot", "N"),
        Command("unit", "Angles in radians", lambda: window.use_unit("deg" if window.preferences.angle_unit == "rad" else "rad"),
                "Robot", "U", lambda: window.preferences.angle_unit == "rad", gap=True),
    ]  # fmt: skip


def _times(window: Window) -> list[Command]:
    session, playback = window.session, window.session.playback
    found = [
        Command("play", "Play or pause", playback.toggle, "Simulate", "Space"),
        Command("step", "Step forward", lambda: playback.step(1), "Simulate", "Right"),
        Command("step_back", "Step back", lambda: playback.step(-1), "Simulate", "Left"),
        Command("next_event", "To the next event", lambda: playback.step_to_event(1), "Simulate", "Shift+Right"),
        Command("last_event", "To the event before", lambda: playback.step_to_event(-1), "Simulate", "Shift+Left"),
        Command("to_start", "To the start", playback.to_start, "Simulate", "Ctrl+Left"),
        Command("to_end", "To the end", playback.to_end, "Simulate", "Ctrl+Right"),
        Command("reset", "Reset", session.reset, "Simulate", "Backspace"),
        Command(
            "loop",
            "Loop",
            lambda: playback.set_loop(not playback.loop),
            "Simulate",
            "L",
            lambda: playback.loop,
            gap=True,
        ),
    ]
    for scheme, title in (("time_stepping", "Time-stepping"), ("hybrid", "Hybrid, event-driven")):
        found.append(
            Command(f"scheme:{scheme}", title, lambda scheme=scheme: change_setting(session, scheme=scheme), "Simulate/Scheme",
                    "", lambda scheme=scheme: session.settings.scheme == scheme)
        )  # fmt: skip
    for speed in SPEEDS:
        title = f"{100 * speed:g} %"
        found.append(
            Command(f"speed:{speed:g}", f"Speed {title}", lambda speed=speed: playback.set_speed(speed), "Simulate/Speed", "",
                    lambda speed=speed: playback.speed == speed)
        )  # fmt: skip
    return found


def _help(window: Window) -> list[Command]:
    found = [
        Command("palette", "Search commands", window.open_palette, "Help", "Ctrl+K", listed=False),
        Command("keys", "Keys", window.open_keys, "Help", "?"),
    ]
    if DOCS.is_dir():  # not where only the packages were installed
        pages = QUrl.fromLocalFile(str(DOCS))
        found.append(Command("docs", "Documentation", lambda: QDesktopServices.openUrl(pages), "Help"))
    return [*found, Command("about", "About Torseur", lambda: about(window), "Help", gap=True)]


def ask_to_open(window: Window) -> None:
    """Let the user choose a file."""
    dialog = QFileDialog(window, "Open", str(Path.home()), OPENED)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.fileSelected.connect(window.files.begin)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def copy_configuration(window: Window) -> None:
    """Put q on the clipboard, as a list."""
    QGuiApplication.clipboard().setText("[" + ", ".join(repr(float(x)) for x in window.session.q) + "]")
    window.toast.show_message("Copied the configuration q.", "", "plain")


def place_force(window: Window) -> None:
    """Let the user draw a force, on the page of statics."""
    window.use_workspace("laboratory")
    window.laboratory_panel.show_page("statics")
    window.docks["laboratory"].raise_()
    page = window.laboratory.page("statics")
    if isinstance(page, StaticsBinding):
        page.place("force")


def about(window: Window) -> None:
    """Say what this is."""
    from importlib.metadata import version

    box = QMessageBox(window)
    box.setWindowTitle("About Torseur")
    box.setText(f"Torseur {version('torseur')}")
    box.setInformativeText("See, drive and simulate articulated rigid-body systems, and the contact problem itself.")
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()


def _opening(window: Window, reference: str) -> Callable[[], object]:
    return lambda: window.files.begin(reference)


def _asking(window: Window, kind: str) -> Callable[[], object]:
    return lambda: window.exports.ask(kind)


def _looking(window: Window, name: str) -> Callable[[], object]:
    return lambda: window.viewport.set_view(name)


def _toggling(window: Window, key: str) -> Callable[[], object]:
    return lambda: window.picture.toggle(key)


def _full_screen(window: Window) -> None:
    window.showNormal() if window.isFullScreen() else window.showFullScreen()
