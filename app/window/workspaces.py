"""Workspaces: layouts of the docks, each as the user left it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from PySide6.QtCore import QByteArray, QEvent, QPointF, Qt
from PySide6.QtGui import QCursor, QMouseEvent
from PySide6.QtWidgets import QApplication, QMainWindow

from torseur.sim.texts import marked
from torseur.ui.window.dock import Dock

from ..preferences.preferences import Preferences

WORKSPACES: Mapping[str, str] = {
    "kinematics": marked("Kinematics"),
    "contact": marked("Contact"),
    "model": marked("Model"),
    "table": marked("DH table"),
    "laboratory": marked("Laboratory"),
    "dynamics": marked("Dynamics"),
    "trajectory": marked("Trajectory"),
    "compare": marked("Compare"),
    "course": marked("Course"),
}
DOCKS: Mapping[str, str] = {
    "joints": marked("Joints"),
    "scene": marked("Scene"),
    "kinematics": marked("Kinematics"),
    "laboratory": marked("Laboratory"),
    "dynamics": marked("Dynamics"),
    "contact": marked("Contact"),
    "model": marked("Model"),
    "masses": marked("Plausibility"),
    "table": marked("DH table"),
    "plots": marked("Plots"),
    "signals": marked("Signals"),
    "task": marked("Task"),
    "phases": marked("Phases"),
    "plan": marked("Plan"),
    "compare": marked("Compare"),
    "doctor": marked("Load doctor"),
    "history": marked("History"),
    "course": marked("Course"),
}
VISIBLE_DOCKS = {
    "kinematics": ("joints", "kinematics"),
    "contact": ("scene", "contact", "plots"),
    "model": ("model", "masses"),
    "table": ("joints", "table"),
    "laboratory": ("joints", "laboratory"),
    "dynamics": ("joints", "dynamics", "signals"),
    "trajectory": ("task", "plan", "phases"),
    "compare": ("compare",),
    "course": ("course",),
}
FIRST_WORKSPACE = "kinematics"
WIDTHS = {
    "joints": 276,
    "scene": 252,
    "kinematics": 400,
    "contact": 432,
    "model": 276,
    "masses": 380,
    "table": 500,
    "laboratory": 400,
    "dynamics": 400,
    "task": 284,
    "plan": 384,
    "compare": 400,
    "course": 340,
}
LARGER = 1.4  # all that is on a page that is presented
# What is shown of a workspace while it is presented.
PAGES = ("kinematics", "contact", "masses", "table", "laboratory", "dynamics", "plan", "phases", "compare")
HEIGHTS = {"plots": 190, "signals": 230, "phases": 336}


class Workspaces:
    """Shows the docks of one workspace at a time."""

    def __init__(
        self,
        window: QMainWindow,
        docks: Mapping[str, Dock],
        preferences: Preferences,
        tell: Callable[[bool], object] = lambda presents_course: None,
    ) -> None:
        """`tell` hears whether the guide is put away so that its page is shown larger, and again for each idea."""
        self._window, self._docks, self._preferences, self._tell = window, docks, preferences, tell
        self.states: dict[str, QByteArray] = {}  # of this run
        self.current = ""
        self._is_half = False  # whether the current one was begun and not finished
        self._asked: list[str] = []  # docks that were asked for meanwhile
        self._folded: QByteArray | None = None  # the layout before docks were put away
        self._presents = False  # whether the page alone is shown, larger
        self._was_folded = False  # before that
        window.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        area = Qt.DockWidgetArea
        for key, side in (
            ("joints", area.LeftDockWidgetArea),
            ("scene", area.LeftDockWidgetArea),
            ("kinematics", area.RightDockWidgetArea),
            ("contact", area.RightDockWidgetArea),
            ("table", area.RightDockWidgetArea),
            ("laboratory", area.RightDockWidgetArea),
            ("dynamics", area.RightDockWidgetArea),
            ("task", area.LeftDockWidgetArea),
            ("plan", area.RightDockWidgetArea),
            ("phases", area.BottomDockWidgetArea),
            ("compare", area.RightDockWidgetArea),
            ("model", area.LeftDockWidgetArea),
            ("masses", area.RightDockWidgetArea),
            ("plots", area.BottomDockWidgetArea),
            ("signals", area.BottomDockWidgetArea),
            ("doctor", area.BottomDockWidgetArea),
            ("history", area.LeftDockWidgetArea),
            ("course", area.LeftDockWidgetArea),
        ):
            window.addDockWidget(side, docks[key])

    def take_over(self, other: Workspaces) -> None:
        """Have the layouts of another window, of which none is shown yet."""
        other.keep()
        self.current, self.states = "", dict(other.states)

    def show(self, key: str) -> None:
        """Show a workspace as it was left, or as it is meant."""
        self.begin(key)
        self.finish()

    def begin(self, key: str) -> None:
        """The whole of it where it was left in this run; else the first half, all but what is to lie below the view.

        Docks that are seen for the first time take some hundredths of a second.
        """
        if self.current == key:
            return
        self._end_drags()
        self.keep()
        self._make_usual()
        side = Qt.DockWidgetArea.LeftDockWidgetArea if key == "course" else Qt.DockWidgetArea.BottomDockWidgetArea
        self._window.setCorner(Qt.Corner.BottomLeftCorner, side)  # the guide is as high as the window
        self.current = key
        self._folded = None
        if key in self.states:
            doctor = self._docks["doctor"].isVisible()
            self._window.restoreState(self.states[key])
            self._docks["doctor"].setVisible(doctor)  # it is about the file, whatever is shown of it
            return
        self._is_half = True
        self._asked = []
        visible = VISIBLE_DOCKS[key]
        for name, dock in self._docks.items():
            if name != "doctor" and not (name in HEIGHTS and name in visible):
                self._show_dock(dock, name in visible)
        self._set_widths(visible)

    def finish(self) -> None:
        """The second half, if there is one: what lies below the view, how high it is, and what an earlier run kept."""
        if self._is_half:
            self._complete()
        if self._presents and self._folded is None:
            self._put_away()

    def _complete(self) -> None:
        doctor = self._docks["doctor"].isVisible()
        self.reset()  # what was kept by an earlier run says nothing of docks that there were not then
        if (state := self._preferences.docks(self.current)) is not None:
            self._window.restoreState(state)
        self._docks["doctor"].setVisible(doctor)
        for name in self._asked:
            self.raise_dock(name)

    def raise_dock(self, name: str) -> None:
        """Show a dock, before those that lie in its place, also where its workspace was left without it."""
        self._docks[name].show()
        self._docks[name].raise_()
        if self._is_half:
            self._asked.append(name)

    def show_beside(self, names: Collection[str]) -> None:
        """Beside the guide show these docks, and no others but the load doctor."""
        self.finish()
        if self._presents:
            self._bring_back()
        for name, dock in self._docks.items():
            if name not in ("course", "doctor"):
                self._show_dock(dock, name in names)
        self._set_widths(("course", *names))
        self.finish()

    def reset(self) -> None:
        """The current workspace as it is meant."""
        self._end_drags()
        self._is_half = False
        visible = VISIBLE_DOCKS[self.current]
        for name, dock in self._docks.items():
            self._show_dock(dock, name in visible)
        self._set_widths(visible)
        for name, height in HEIGHTS.items():
            if name in visible:
                self._window.resizeDocks([self._docks[name]], [height], Qt.Orientation.Vertical)

    def _end_drags(self) -> None:
        """Release a dock that the mouse holds: QMainWindow.restoreState ends the program where one is still dragged (Qt 6.11)."""
        where = QPointF(QCursor.pos())
        for dock in self._docks.values():
            left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
            at = QPointF(dock.mapFromGlobal(where))
            release = QMouseEvent(QEvent.Type.MouseButtonRelease, at, where, left, none, Qt.KeyboardModifier.NoModifier)
            QApplication.sendEvent(dock, release)

    def _show_dock(self, dock: Dock, shown: bool) -> None:
        if dock.isFloating():
            dock.setFloating(False)  # of each it would take 1 ms
        dock.setVisible(shown)

    def _set_widths(self, visible: Collection[str]) -> None:
        sides = [name for name in visible if name in WIDTHS]
        self._window.resizeDocks(
            [self._docks[name] for name in sides], [WIDTHS[name] for name in sides], Qt.Orientation.Horizontal
        )

    def fold(self) -> None:
        """Put all docks away, or bring them back as they were."""
        self._end_drags()
        self.finish()
        if self._folded is not None:
            self._bring_back()
        else:
            self._folded = self._window.saveState()
            for dock in self._docks.values():
                dock.hide()

    def present(self, presents: bool) -> None:
        """Show the page alone, larger; or all docks as they were."""
        self._end_drags()
        self.finish()
        if presents:
            self._was_folded = self.folded
            self._bring_back()
            self._presents = True
            self.finish()
        elif self._presents:
            self._presents = False
            self._bring_back()
            if self._was_folded:
                self.fold()

    def _put_away(self) -> None:
        """All but the page."""
        self._folded = self._window.saveState()
        for name, dock in self._docks.items():
            if name not in PAGES or (name == "plan" and self.current == "trajectory"):  # whose phases take the width
                dock.hide()
            elif not dock.isHidden():
                dock.magnify(LARGER)
                if name in WIDTHS:
                    self._window.resizeDocks([dock], [round(LARGER * WIDTHS[name])], Qt.Orientation.Horizontal)
                else:
                    self._window.resizeDocks([dock], [HEIGHTS[name]], Qt.Orientation.Vertical)
        self._tell(self.current == "course")

    def _bring_back(self) -> None:
        self._make_usual()
        if self._folded is not None:
            self._window.restoreState(self._folded)
            self._folded = None

    def _make_usual(self) -> None:
        for dock in self._docks.values():
            if dock.is_magnified:
                dock.magnify(1.0)
        self._tell(False)

    @property
    def folded(self) -> bool:
        """Whether the docks are put away."""
        return self._folded is not None

    def keep(self) -> None:
        """Remember how the current workspace is laid out."""
        self.finish()
        if self.current:
            state = self._folded or self._window.saveState()
            self.states[self.current] = state
            self._preferences.keep_docks(self.current, state)
