"""The commands of the menu View."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtWidgets import QMainWindow

from torseur.sim.texts import in_all_languages, languages, marked, tr
from torseur.ui.viewport.camera import VIEWS
from torseur.ui.viewport.viewport import Viewport
from torseur.ui.window.dock import Dock
from torseur.ui.window.toast import Toast

from ...drawing.pose_target import PoseTargetBinding
from ...drawing.view_switch_binding import SwitchesBinding
from ...drawing.view_switches import VIEW_SWITCHES
from ...preferences.preferences import Preferences
from ..camera_following import CameraFollowing
from ..presentation import Presentation
from ..workspaces import DOCKS, WORKSPACES, Workspaces
from .command_table import WINDOW, MenuCommand

QUALITY_TITLES = {
    "automatic": marked("Quality by itself: as much as stays fluent"),
    "lowest": marked("Lowest quality: no shadows"),
    "low": marked("Low quality: hard shadows"),
    "medium": marked("Medium quality: smooth edges"),
    "high": marked("High quality: soft shadows"),
}
QUALITIES = (marked("lowest"), marked("low"), marked("medium"), marked("high"))  # as messages call them
VIEW_TITLES = {
    "iso": marked("Isometric"),
    "front": marked("From front"),
    "back": marked("From back"),
    "left": marked("From left"),
    "right": marked("From right"),
    "top": marked("From top"),
    "bottom": marked("From bottom"),
}
WORKSPACE = marked("{name} workspace")
MENU_ORDER = (  # of the switches in menu, palette and sheet of keys, where the bar has its own
    "ellipsoids",
    "contacts",
    "frames",
    "all_frames",
    "trail",
    "mass",
    "inertia_boxes",
    "collisions",
    "collision_only",
    "joint_axes",
    "joint_limits",
    "see_through",
    "orthographic",
    "velocity",
    "force",
    "dynamic",
    "velocity_polytope",
    "force_polytope",
    "weighted",
    "rotation",
    "axis_labels",
)


def camera_commands(viewport: Viewport, following: CameraFollowing) -> list[MenuCommand]:
    """From where it is seen."""

    def looking(name: str) -> Callable[[], object]:
        return lambda: viewport.set_view(name)

    return [
        MenuCommand("fit", marked("Fit everything"), viewport.fit, "View", "Home"),
        MenuCommand("focus", marked("Fit the selection"), viewport.focus_selection, "View", "F"),
        MenuCommand(
            "follow",
            marked("Keep what moves in sight"),
            following.switch,
            "View",
            "",
            lambda: following.is_on,
            words="camera, follow, caméra, suivre",
        ),
        MenuCommand(
            "legend",
            marked("Legend"),
            viewport.switch_legend,
            "View",
            "",
            lambda: not viewport.view.legend_folded,
            words="scale, key, légende, échelle",
        ),
        *(MenuCommand(f"view:{name}", VIEW_TITLES[name], looking(name), "View/Look from") for name in VIEWS),
    ]


def switch_commands(switches: SwitchesBinding, posing: PoseTargetBinding) -> list[MenuCommand]:
    """What is drawn: those of the table that are commands too, and the handles."""

    def toggling(key: str) -> Callable[[], object]:
        return lambda: switches.toggle(key)

    def checking(key: str) -> Callable[[], bool]:
        return lambda: switches.is_on(key)

    listed = [one for one in VIEW_SWITCHES if one.command]
    return [
        *(
            MenuCommand(
                f"show:{one.key}",
                one.command,
                toggling(one.key),
                one.menu,
                one.shortcut,
                checking(one.key),
                gap=one.key == "ellipsoids",
            )
            for one in sorted(listed, key=lambda one: MENU_ORDER.index(one.key))
        ),
        MenuCommand(
            "pose_gizmo", marked("Handles that drag the frame"), posing.switch, "View", "I", lambda: posing.handles_visible
        ),
    ]


def quality_commands(viewport: Viewport, preferences: Preferences, toast: Toast) -> list[MenuCommand]:
    """How much work goes into a picture: by itself, or fixed."""

    def choosing(name: str) -> Callable[[], object]:
        def choose() -> None:
            preferences.quality = name
            viewport.set_quality(None if name == "automatic" else name)
            moving, still = viewport.quality.moving.name, viewport.quality.still.name
            toast.show_message(
                tr("Quality: {moving} while something moves, {still} at rest.", moving=tr(moving), still=tr(still)),
                viewport.renderer_name,
                "plain",
            )

        return choose

    def is_chosen(name: str) -> Callable[[], bool]:
        return lambda: preferences.quality == name

    words = "speed, fluent, shadows, smooth edges, qualité, fluide, ombres"
    return [
        MenuCommand(f"quality:{name}", title, choosing(name), "View/Quality", "", is_chosen(name), words=words)
        for name, title in QUALITY_TITLES.items()
    ]


def language_commands(preferences: Preferences) -> list[MenuCommand]:
    """In which language all texts are."""

    def choosing(key: str) -> Callable[[], object]:
        return lambda: setattr(preferences, "language", key)

    def is_chosen(key: str) -> Callable[[], bool]:
        return lambda: preferences.language == key

    titles = {"system": marked("Language of the system"), **languages()}
    return [
        MenuCommand(f"language:{key}", title, choosing(key), "View/Language", "", is_chosen(key), words="langue, language")
        for key, title in titles.items()
    ]


def layout_commands(
    workspaces: Workspaces,
    use_workspace: Callable[[str], object],
    docks: Mapping[str, Dock],
    other_theme: Callable[[], object],
    window: QMainWindow,
) -> list[MenuCommand]:
    """Workspaces, docks, theme, full screen."""

    def using(key: str) -> Callable[[], object]:
        return lambda: use_workspace(key)

    def is_current(key: str) -> Callable[[], bool]:
        return lambda: workspaces.current == key

    def toggling(dock: Dock) -> Callable[[], object]:
        return lambda: dock.setVisible(not dock.isVisible())

    def full_screen() -> None:
        window.showNormal() if window.isFullScreen() else window.showFullScreen()

    return [
        *(
            MenuCommand(
                f"workspace:{key}",
                tr(WORKSPACE, name=tr(title)),
                using(key),
                "View",
                str(k + 1),
                is_current(key),
                gap=k == 0,
                names=tuple(text.format(name=name) for text in in_all_languages(WORKSPACE) for name in in_all_languages(title)),
            )
            for k, (key, title) in enumerate(WORKSPACES.items())
        ),
        MenuCommand("docks", marked("All panels"), workspaces.fold, "View", "F9", lambda: not workspaces.folded),
        MenuCommand("reset_docks", marked("Reset the layout"), workspaces.reset, "View"),
        *(
            MenuCommand(f"dock:{key}", DOCKS[key], toggling(dock), "View/Panels", "", dock.isVisible)
            for key, dock in docks.items()
        ),
        MenuCommand("theme", marked("Light or dark"), other_theme, "View", "Ctrl+D", gap=True),
        MenuCommand("full_screen", marked("Full screen"), full_screen, "View", "F11", window.isFullScreen),
    ]


def presentation_commands(presentation: Presentation) -> list[MenuCommand]:
    """For who stands before a class."""
    return [
        MenuCommand(
            "presentation",
            marked("Presentation"),
            presentation.switch,
            "View",
            "F6",
            lambda: presentation.is_on,
            words="present, teach, lecture, beamer, projector, large type, zoom, cours, vidéoprojecteur, agrandir",
        ),
        MenuCommand("go_on", marked("Presentation: go on"), lambda: presentation.go_on(1), "", "PgDown", group=WINDOW),
        MenuCommand("go_back", marked("Presentation: go back"), lambda: presentation.go_on(-1), "", "PgUp", group=WINDOW),
    ]
