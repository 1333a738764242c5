"""A number that is typed: with its unit, four significant digits, and a sentence for what cannot be taken."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QToolTip, QWidget
from typing_extensions import override

from ...look.paint_text import RIGHT, paint_text, text_width
from ...look.style import TEXT, current_theme, ui_font
from ...text.number_text import parse_number
from ..keys import claims_key, give_keyboard_back, leaves_undo

LARGEST = 1e12  # that is taken
BESIDE = 22  # [px] of a field, left and right of its text
_STEPS = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}


class NumberField(QLineEdit):
    """A line for one number. What is typed is taken on Enter or when the field is left; Escape gives it up.

    Enter gives the keyboard back to the window as well, or to the `next_field` if there is one.

    Set `check` to refuse values: it is given the number typed and returns a sentence, empty if the number will do.
    A value that is refused stays in sight, marked, until it is put right or left; the value itself stays as it was.
    """

    entered = Signal(float)  # as typed, in the unit of the field
    not_taken = Signal(str, str)  # what was typed, and why it could not be taken
    stepped = Signal(int)  # arrow up 1, down -1; with Shift ±10

    def __init__(self, name: str, parent: QWidget | None = None, *, unit: str = "", px: int = TEXT, weight: int = 400) -> None:
        super().__init__(parent)
        self.check: Callable[[float], str] = lambda _: ""
        self.next_field: QWidget | None = None
        self._last_text = ""
        self._typed = 0.0, ""  # the number that was taken last, and what is shown of it
        self._unit = ""
        self._tip = ""
        self._refused = False
        self._fresh = False
        self.setAccessibleName(name)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setFont(ui_font(px, weight))
        self.setFixedHeight(24)
        self.textEdited.connect(lambda _: self._mark(False))
        self.set_unit(unit)

    @property
    def refused(self) -> bool:
        """Whether what was typed could not be taken."""
        return self._refused

    @property
    def value(self) -> float | None:
        """What is shown, with all digits that were typed; None: no number."""
        typed, shown = self._typed
        if shown and shown == self._last_text:
            return typed
        try:
            return parse_number(self._last_text)
        except ValueError:
            return None

    def enter(self, number: float) -> None:
        """Take a number as if it were typed."""
        self.entered.emit(number)
        self._typed = number, self._last_text

    def set_unit(self, unit: str) -> None:
        """Write this unit behind the number."""
        if unit != self._unit or not self.textMargins().right():
            self._unit = unit
            self._describe()
            self.setTextMargins(0, 0, round(text_width(unit, self.font().pixelSize())) + 3 if unit else 0, 0)

    def set_tip(self, tip: str) -> None:
        """Say what the number is, where the pointer rests on it."""
        self._tip = tip
        self._describe()
        if not self._refused:
            self.setToolTip(tip)

    def show_text(self, text: str) -> None:
        """Show a number already written; not while the user is writing another."""
        if text == self._last_text:
            return
        self._last_text = text
        if not (self.isModified() and self.hasFocus()):
            self._mark(False)
            self._show(text)

    def put_back(self) -> None:
        """Show the number as it was before the user typed."""
        self._mark(False)
        self._show(self._last_text)

    def refuse(self, reason: str) -> None:
        """Mark what was typed as not taken, and say why."""
        self._mark(True)
        self.setToolTip(reason)
        self.setAccessibleDescription(reason)
        self.not_taken.emit(self.text(), reason)
        if self.isVisible():
            QToolTip.showText(self.mapToGlobal(QPoint(0, self.height() - 8)), reason, self)

    @override
    def sizeHint(self) -> QSize:
        return QSize(max(88, self._whole_width()), 24)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(max(70, self._whole_width()), 24)

    @override
    def event(self, event: QEvent) -> bool:
        return leaves_undo(event, self) or claims_key(event, (*_STEPS, Qt.Key.Key_Escape)) or super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take()
            if not self._refused:
                self._leave()
        elif event.key() == Qt.Key.Key_Escape:
            if self.isModified() or self._refused:
                self.put_back()
                self.selectAll()
            else:
                give_keyboard_back(self)
        elif event.key() in _STEPS:
            self._take()
            shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.stepped.emit(_STEPS[Qt.Key(event.key())] * (10 if shift else 1))
        else:
            super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self._refused and not self.isModified():
            self._mark(False)
        self._fresh = event.reason() == Qt.FocusReason.MouseFocusReason

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The click that gives the keyboard selects all, unless it selected a part."""
        super().mouseReleaseEvent(event)
        if self._fresh and not self.hasSelectedText():
            self.selectAll()
        self._fresh = False

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self._take()
            if self.isModified():
                reason = self.toolTip()
                self.put_back()
                if self.isVisible():  # why it was not taken, a moment longer than its mark
                    QToolTip.showText(self.mapToGlobal(QPoint(0, self.height() - 8)), reason, self)
        super().focusOutEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._unit:
            theme = current_theme()
            color = theme.warning if self._refused else theme.text_hint
            box = QRectF(self.rect()).adjusted(0, 0, -8, 0)
            paint_text(QPainter(self), box, self._unit, color, self.font().pixelSize(), 400, RIGHT)

    def _take(self) -> None:
        if not self.isModified():
            return
        try:
            number = parse_number(self._bare_text())
        except ValueError as error:
            self.refuse(str(error))
            return
        too_large = self.tr("A number up to 1e12, of either sign.")  # squares of it must still be numbers
        reason = too_large if abs(number) > LARGEST else self.check(number)
        if reason:
            self.refuse(reason)
            return
        self.setModified(False)
        self._mark(False)
        self.enter(number)
        if not self.isModified():
            self._show(self._last_text)

    def _show(self, text: str) -> None:
        """Write a number, whole or, where a layout leaves it too little room, its first digits: its last alone are another."""
        self.setText(text)
        self.setModified(False)
        if not self.hasFocus():
            self.setCursorPosition(0)
        self.updateGeometry()

    def _whole_width(self) -> int:
        return round(text_width(self._last_text, self.font().pixelSize())) + self.textMargins().right() + BESIDE

    def _leave(self) -> None:
        if self.next_field is None:
            give_keyboard_back(self)
        else:
            self.next_field.setFocus(Qt.FocusReason.TabFocusReason)

    def _bare_text(self) -> str:
        text = self.text().strip()
        for unit in (self._unit, "deg" if self._unit == "°" else ""):
            if unit and text.endswith(unit):
                return text.removesuffix(unit)
        return text

    def _describe(self) -> None:
        """For screen readers, which do not see the unit behind the number."""
        self.setAccessibleDescription(", ".join(filter(None, (self._unit, self._tip))))

    def _mark(self, refused: bool) -> None:
        if refused != self._refused:
            self._refused = refused
            if not refused:
                self.setToolTip(self._tip)
                self._describe()
                QToolTip.hideText()
            self.setProperty("refused", refused)
            self.style().unpolish(self)
            self.style().polish(self)
            self.update()
