"""Input that is held back while something must stay as it is: painting goes on, and one card takes clicks and keys."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

_INPUT = frozenset(
    {
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonRelease,
        QEvent.Type.MouseButtonDblClick,
        QEvent.Type.Wheel,
        QEvent.Type.KeyPress,
        QEvent.Type.KeyRelease,
        QEvent.Type.Shortcut,
        QEvent.Type.ShortcutOverride,
        QEvent.Type.ContextMenu,
        QEvent.Type.DragEnter,
        QEvent.Type.Drop,
        QEvent.Type.TouchBegin,
    }
)


class HeldInput(QObject):
    """Used by `with`. Escape gives up."""

    def __init__(self, card: QWidget | None, give_up: Callable[[], object]) -> None:
        super().__init__()
        self._card, self._give_up = card, give_up

    def __enter__(self) -> HeldInput:
        app = QCoreApplication.instance()
        if app is not None:
            app.installEventFilter(self)
        return self

    def __exit__(self, *_: object) -> None:
        app = QCoreApplication.instance()
        if app is not None:
            app.removeEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in _INPUT or watched.isWindowType():  # windows hand it on to widgets
            return False
        if isinstance(watched, QWidget) and self._card is not None:
            if watched is self._card or self._card.isAncestorOf(watched):
                return False
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
            self._give_up()
        return True
