"""Presentation: the page and the view alone, large, and a key that goes on; for who stands before a class."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget
from typing_extensions import override

from torseur.ui.course.course_panel import CoursePanel
from torseur.ui.window.view_bar import ViewBar

from ..laboratory.laboratory import LaboratoryBinding
from ..session.playback import Playback
from .workspaces import Workspaces

KEYS = (("go_on", "PgDown", "step", "Right"), ("go_back", "PgUp", "step_back", "Left"))
"""Commands with their keys, and those whose keys they have too while it is on."""


class Presentation(QObject):
    """Esc, where nothing else wants it, leaves it."""

    def __init__(
        self,
        workspaces: Workspaces,
        hidden: Sequence[QWidget | ViewBar],
        laboratories: Sequence[LaboratoryBinding],
        course: CoursePanel,
        playback: Playback,
        actions: Callable[[], Mapping[str, QAction]],
        window: QMainWindow,
    ) -> None:
        """`hidden`: what is not seen meanwhile, beside the docks."""
        super().__init__(window)
        self._workspaces, self._hidden, self._laboratories = workspaces, hidden, laboratories
        self._course, self._playback, self._actions, self._window = course, playback, actions, window
        self.is_on = False
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._look_at_focus)

    def switch(self) -> None:
        """Begin, or have all back as it was."""
        self.is_on = not self.is_on
        self._workspaces.present(self.is_on)
        for one in self._hidden:
            one.setVisible(not self.is_on)
        for pages in self._laboratories:
            pages.present(self.is_on)
        self.share_keys()
        if self.is_on:
            self._window.installEventFilter(self)
        else:
            self._window.removeEventFilter(self)

    def share_keys(self) -> None:
        """Give keys to what they are for now."""
        actions = self._actions()
        for key, own, other, shared in KEYS:
            actions[other].setShortcuts([] if self.is_on else [QKeySequence(shared)])
            actions[key].setShortcuts([QKeySequence(own), QKeySequence(shared)])
            actions[key].setEnabled(self.is_on)

    def go_on(self, by: int) -> None:
        """The next idea of the course, or step of the page that is seen, or else instant; or the one before."""
        if self._workspaces.current == "course":
            self._course.moved.emit(by)
        elif not any(pages.seen is not None and pages.seen.go_on(by) for pages in self._laboratories):
            self._playback.step(by)

    def _look_at_focus(self, _: QWidget | None, now: QWidget | None) -> None:
        """What is put away keeps no keys."""
        middle = self._window.centralWidget()
        if self.is_on and middle is not None and now is not None and not now.isVisible():
            middle.setFocus()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
            self.switch()
            return True
        return False
