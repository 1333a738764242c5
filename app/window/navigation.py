"""What is brought into sight when it is asked for: a page, the form of a scene, the load doctor."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMainWindow, QWidget

from torseur.ui.laboratory.laboratory import Laboratory
from torseur.ui.sheet.blocks import UserEvent
from torseur.ui.window.dock import Dock

from ..laboratory.laboratory import LaboratoryBinding
from ..laboratory.motion.loads import Loads
from ..laboratory.motion.motion_state import MotionState
from ..session.session import Session
from .commands.laboratory_commands import PAGES
from .panels import Panels
from .workspaces import FIRST_WORKSPACE, VISIBLE_DOCKS, Workspaces

DOCTOR_HEIGHT = 230
BESIDE: Mapping[str, tuple[str, ...]] = {"trajectory": ("plan", "phases")}
"""Docks of a workspace that are seen together beside the guide; of others only the one that is led to."""


class Navigation(QObject):
    """Changes the workspace where it must, and raises docks."""

    def __init__(
        self,
        session: Session,
        panels: Panels,
        docks: Mapping[str, Dock],
        workspaces: Workspaces,
        use_workspace: Callable[[str], None],
        look_at_pages: Callable[[], None],
        laboratories: Mapping[str, tuple[Laboratory, LaboratoryBinding]],
        window: QMainWindow,
    ) -> None:
        """`laboratories`: panel and pages by workspace."""
        super().__init__(window)
        self.laboratories = laboratories
        self._session, self._panels, self._docks, self._workspaces = session, panels, docks, workspaces
        self._use_workspace, self._look_at_pages, self._window = use_workspace, look_at_pages, window
        self.beside = FIRST_WORKSPACE  # that what is seen beside the guide is of

    def show_page(self, key: str, section: str = "") -> None:
        """Open a page of the laboratory, of dynamics or of contact, at one of its sections or at its head."""
        workspace = PAGES[key].workspace
        panel, _ = self.laboratories[workspace]
        panel.show_page(key)  # before it is seen: else the page that was open there is shown first
        self._use_workspace(workspace)
        self._workspaces.raise_dock(workspace)
        self._look_at_pages()
        if section:
            panel.show_section(section)

    def lacks(self, motion: MotionState, key: str, section: str) -> bool:
        """Whether what is open has nothing that a page, or a section of it, shows."""
        if PAGES[key].workspace == "contact":
            recording = None if self._session.posing else self._session.recording
            return key != "contact_exercises" and (recording is None or not recording.normal_impulse.any())
        return section == "loads" and not motion.loads.loads

    def look_at(self, name: str) -> QWidget:
        """Show a page, or a dock, by its name beside the guide through the course; returns what is on it."""
        self._use_workspace("course")
        docks: tuple[str, ...]
        page = PAGES.get(name)
        if page is not None:
            self.beside, docks = page.workspace, (page.workspace,)
            self.laboratories[page.workspace][0].show_page(name)
        else:
            self.beside = next(key for key, there in VISIBLE_DOCKS.items() if name in there)
            docks = BESIDE.get(self.beside, (name,))
        self._workspaces.show_beside(docks)
        self._look_at_pages()
        return self.body(name)

    def body(self, name: str) -> QWidget:
        """A page, or what is in a dock, by its name."""
        page = PAGES.get(name)
        if page is None:
            return self._docks[name].body
        panel, pages = self.laboratories[page.workspace]
        if not panel.has_body(name):
            pages.page(name)
        return panel.body(name)

    def put_loads(self, name: str, loads: Loads, text: str) -> None:
        """Have loads on a page, and on those that share them, as an edit that is called `text`; where there are none, nothing."""
        page = PAGES.get(name)
        if page is None or page.workspace == "contact":
            return
        _, pages = self.laboratories[page.workspace]
        pages.page("statics" if page.workspace == "laboratory" else "state").take(UserEvent("", "loads", (loads, text)))

    def show_dock(self, name: str) -> None:
        """Show a dock, in the workspace of now if that has it."""
        if name not in VISIBLE_DOCKS[self._workspaces.current]:
            self._use_workspace(next(key for key, there in VISIBLE_DOCKS.items() if name in there))
        self._workspaces.raise_dock(name)

    def show_form(self) -> None:
        """Show the form of what is selected in the scene, wherever the user is."""
        if "scene" not in VISIBLE_DOCKS[self._workspaces.current]:
            self._use_workspace("contact")
        self._workspaces.raise_dock("scene")

    def vary(self, place: str) -> None:
        """Have the page Sweep vary a place of the scene's file, or no longer."""
        self.show_page("sweep")
        self.laboratories["contact"][1].page("sweep").take(UserEvent("", "vary", place))

    def place_force(self) -> None:
        """Let the user draw a force, on the page of statics."""
        self.show_page("statics")
        self.laboratories["laboratory"][1].page("statics").take(UserEvent("", "place", "force"))

    def show_arguments(self) -> None:
        """Show the form of the arguments of the xacro file that is open, or was refused; say so if there are none."""
        if self._panels.doctor.arguments.fields:
            self.show_doctor()
            self._panels.doctor.open_arguments()
            return
        name = self._session.document.name if self._session.document else ""
        message = self.tr("{name} has no arguments: only xacro files have them.").format(name=name)
        self._session.message.emit(self.tr("Nothing to ask for."), message, "plain")

    def show_doctor(self) -> None:
        """Show all that is wrong or doubtful with what is open, or was refused."""
        dock, window = self._docks["doctor"], self._window
        if dock.isHidden():
            beside = [
                one.folded
                for one in self._docks.values()
                if window.dockWidgetArea(one) == Qt.DockWidgetArea.BottomDockWidgetArea
                and one.isVisible()
                and not one.isFloating()
            ]
            dock.setMinimumHeight(DOCTOR_HEIGHT if any(beside) else 0)  # a title bar beside it wants no more than itself
            dock.show()
            if all(beside):  # else it stands beside what is there, and that keeps its height
                window.resizeDocks([dock], [DOCTOR_HEIGHT], Qt.Orientation.Vertical)
                window.resizeDocks([dock], [window.width()], Qt.Orientation.Horizontal)
        dock.raise_()
