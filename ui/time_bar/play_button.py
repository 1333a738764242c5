"""The one button in the accent colour: play, and while it plays, pause."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QToolButton, QWidget
from typing_extensions import override

from ..controls.buttons.base_button import BaseButton
from ..look.icons import SIDE, paint_icon
from ..look.paint_box import paint_box, paint_focus
from ..look.style import current_theme

BUTTON = 36


class PlayButton(BaseButton, QToolButton):
    """A large button with a triangle, or two bars while things move; only its outline while playing was asked for and waits."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._playing, self._waiting = True, False
        self.prepare("")
        self.setFixedSize(BUTTON, BUTTON)
        self.show_playing(False)

    @property
    def is_playing(self) -> bool:
        """Whether pressing it means pause."""
        return self._playing

    @property
    def is_waiting(self) -> bool:
        """Whether pressing it means not to play after all."""
        return self._waiting

    def show_playing(self, playing: bool) -> None:
        """Be pause or play."""
        self._show(playing, self._waiting)

    def show_waiting(self, waiting: bool) -> None:
        """Show whether it will play as soon as it can."""
        self._show(self._playing, waiting)

    def _show(self, playing: bool, waiting: bool) -> None:
        if (playing, waiting) == (self._playing, self._waiting):
            return
        self._playing, self._waiting = playing, waiting
        name = self.tr("Pause") if playing else self.tr("Play")
        if waiting:
            name = self.tr("Plays as soon as it can: take that back")
        self.setAccessibleName(name)
        self.show_tip(self.tr("{name} (Space)").format(name=name))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(BUTTON, BUTTON)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        rect = QRectF(self.rect())
        if self.hasFocus():  # a ring with air inside: on the accent colour itself it could not be seen
            paint_focus(painter, rect, theme, 9)
            rect.adjust(3, 3, -3, -3)
        background = theme.accent if self.isEnabled() else theme.border
        if self.isEnabled() and (self.underMouse() or self.isDown()):
            background = theme.accent_text
        if self._waiting:
            paint_box(painter, rect, theme.accent_fill, background, 8, 1.5)
        else:
            paint_box(painter, rect, background, None, 8)
        sign, ink = "pause" if self._playing else "play", background if self._waiting else theme.on_accent
        paint_icon(painter, sign, ink, (self.width() - SIDE) / 2, (self.height() - SIDE) / 2)
