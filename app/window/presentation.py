"""Presentation: the page and the view alone, large, and a key that goes on; for who stands before a class."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QMainWindow, QToolTip, QWidget
from typing_extensions import override

from torseur.ui.course.course_panel import CoursePanel
from torseur.ui.look.style import TEXT, ui_font
from torseur.ui.viewport.viewport import Viewport
from torseur.ui.window.view_bar import ViewBar

from ..laboratory.laboratory import LaboratoryBinding
from ..session.playback import Playback
from .workspaces import LARGER, Workspaces

KEYS = (("go_on", "PgDown", "step", "Right"), ("go_back", "PgUp", "step_back", "Left"))
"""Commands with their keys, and those whose keys they have too while it is on."""

LAYOUTS = ("docks", "reset_docks")  # commands that have to wait


class Presentation(QObject):
    """Esc, where nothing else wants it, leaves it."""

    def __init__(
        self,
        workspaces: Workspaces,
        hidden: Sequence[QWidget | ViewBar],
        viewport: Viewport,
        enlarge_time: Callable[[float], None],
        laboratories: Sequence[LaboratoryBinding],
        course: CoursePanel,
        playback: Playback,
        actions: Callable[[], Mapping[str, QAction]],
        window: QMainWindow,
    ) -> None:
        """`hidden`: what is not seen meanwhile, beside the docks."""
        super().__init__(window)
        self._workspaces, self._hidden, self._laboratories = workspaces, hidden, laboratories
        self._viewport, self._enlarge_time = viewport, enlarge_time
        self._course, self._playback, self._actions, self._window = course, playback, actions, window
        self.is_on = False

    def switch(self) -> None:
        """Begin, or have all back as it was."""
        self.is_on = not self.is_on
        self._workspaces.present(self.is_on)
        for one in self._hidden:
            one.setVisible(not self.is_on)
        factor = LARGER if self.is_on else 1.0
        self._viewport.enlarge(factor)
        self._enlarge_time(factor)
        QToolTip.setFont(ui_font(round(factor * TEXT)))
        QApplication.setFont(ui_font(round(factor * TEXT)), "QMenu")  # type: ignore[arg-type]  # wants a str
        for pages in self._laboratories:
            pages.present(self.is_on)
        self.share_keys()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        if self.is_on:
            self._viewport.setFocus()
            self._window.installEventFilter(self)
            app.focusChanged.connect(self._look_at_focus)
        else:
            self._window.removeEventFilter(self)
            app.focusChanged.disconnect(self._look_at_focus)

    def share_keys(self) -> None:
        """Give keys to what they are for now."""
        actions = self._actions()
        for key, own, other, shared in KEYS:
            actions[other].setShortcuts([] if self.is_on else [QKeySequence(shared)])
            actions[key].setShortcuts([QKeySequence(own), QKeySequence(shared)])
            actions[key].setEnabled(self.is_on)
        for layout in LAYOUTS:
            actions[layout].setEnabled(not self.is_on)

    def go_on(self, by: int) -> None:
        """The next idea of the course, or step of the page that is seen, or else instant; or the one before."""
        if self._workspaces.current == "course":
            self._course.moved.emit(by)
        elif not any(pages.seen is not None and pages.seen.go_on(by) for pages in self._laboratories):
            self._playback.step(by)

    def _look_at_focus(self, _: QWidget | None, now: QWidget | None) -> None:
        """What is put away keeps no keys."""
        if now is not None and not now.isVisible():
            self._viewport.setFocus()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
            self.switch()
            return True
        return False
