"""What our buttons share: which keys press them, which step to the button beside, and where their menus open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QCursor, QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QMenu, QToolTip, QWidget
from typing_extensions import override

from ...accessibility.accessible import Accessible, Role
from ..keys import claims_key

PRESSING = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
if TYPE_CHECKING:
    _Button = QAbstractButton
else:
    _Button = object


class BaseButton(_Button):
    """Put before Qt's class of a button. Only Tab gives it the keyboard: a click leaves that where it was.

    Space and Enter press the one that has the keyboard, even where the window uses these keys.
    """

    def prepare(self, name: str) -> None:
        """Set what screen readers say, and how it is focused."""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(name)

    def open_menu(self, menu: QMenu, *, gap: int = 2, at_right: bool = False) -> None:
        """Open a menu below the button, or above it where the screen ends; their left or right edges in line."""
        size = menu.sizeHint()
        x = self.width() - size.width() if at_right else 0
        below = self.mapToGlobal(QPoint(x, self.height() + gap))
        above = self.mapToGlobal(QPoint(x, -size.height() - gap))
        menu.popup(below if below.y() + size.height() <= self.screen().availableGeometry().bottom() else above)

    def show_tip(self, tip: str) -> None:
        """Have another tip, also where that before is in sight."""
        if tip != self.toolTip():
            if self.underMouse() and QToolTip.isVisible() and QToolTip.text() == self.toolTip():
                QToolTip.showText(QCursor.pos(), tip, self)
            self.setToolTip(tip)

    @override
    def event(self, event: QEvent) -> bool:
        return claims_key(event, PRESSING) or super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)


class GroupedButton(BaseButton):
    """Put before Qt's class of a button that is in a group: the arrow keys press the one beside it."""

    @override
    def event(self, event: QEvent) -> bool:
        return claims_key(event, STEPS) or super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = STEPS.get(Qt.Key(event.key()), 0)
        if by:
            others = [button for button in self.group().buttons() if not button.isHidden()]
            other = others[(others.index(self) + by) % len(others)]
            other.setFocus(Qt.FocusReason.TabFocusReason)
            other.click()
        else:
            super().keyPressEvent(event)


class TabButton(GroupedButton, QAbstractButton):
    """The name of a page, painted by whoever makes it."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(text)
        self.prepare(text)
        self.setCheckable(True)

    def accessible(self) -> Accessible:
        """For screen readers: a tab."""
        return Accessible(Role.PageTab)
