"""How fast time runs: a menu of speeds, and a field for any other."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QWidget, QWidgetAction
from typing_extensions import override

from ..controls.buttons.outline_button import OutlineButton
from ..controls.fields.number_field import NumberField
from ..controls.keys import claims_key
from ..look.style import TEXT, ui_font
from ..text.number_text import as_shown

SPEEDS = (0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0)  # 1: as fast as the clock
USUAL = "×0.001"  # sets the width, so that the bar does not stir


class SpeedButton(OutlineButton):
    """Shows the speed as ×0.5; its menu says 50 %. Up and down go to the next speed. `chosen` is for the user alone."""

    chosen = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(USUAL, "", parent)
        self._speed = 0.0
        self.menu_of_speeds = QMenu(self)
        self.menu_of_speeds.setFont(ui_font(TEXT))
        self.field = NumberField(self.tr("Another speed"), unit="%")
        self._entries = {speed: self._entry(speed) for speed in reversed(SPEEDS)}
        self.menu_of_speeds.addSeparator()
        self.menu_of_speeds.addAction(self._field_entry())
        self.menu_of_speeds.aboutToShow.connect(self._mark_current)
        self.open_menu_of(self.menu_of_speeds)
        self.setFixedWidth(self.sizeHint().width())
        self.setAccessibleName(self.tr("Speed"))
        self.setToolTip(self.tr("How fast time runs: ×1.0 is as fast as the clock"))
        self.show_speed(1.0)

    @property
    def speed(self) -> float:
        """The speed shown; 1 is real time."""
        return self._speed

    def show_speed(self, speed: float) -> None:
        """Show a speed; 1 is real time."""
        if speed != self._speed:
            self._speed = speed
            self.setText(speed_text(speed))
            self.setAccessibleDescription(_percent_text(speed) + " %")
            self.field.show_text(_percent_text(speed))

    @override
    def event(self, event: QEvent) -> bool:
        return claims_key(event, (Qt.Key.Key_Up, Qt.Key.Key_Down)) or super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Up:
            self._choose(min((speed for speed in SPEEDS if speed > self._speed), default=self._speed))
        elif event.key() == Qt.Key.Key_Down:
            self._choose(max((speed for speed in SPEEDS if speed < self._speed), default=self._speed))
        else:
            super().keyPressEvent(event)

    def _entry(self, speed: float) -> QAction:
        entry = self.menu_of_speeds.addAction(f"{_percent_text(speed)} %\t{speed_text(speed)}")
        entry.setCheckable(True)
        entry.triggered.connect(lambda: self._choose(speed))
        return entry

    def _field_entry(self) -> QWidgetAction:
        """A line of the menu with a field, for what is not in the list."""
        line = QWidget()
        label = QLabel(self.tr("Other"))
        label.setFont(ui_font(TEXT))
        row = QHBoxLayout(line)
        row.setContentsMargins(42, 3, 10, 3)
        row.addWidget(label, 1)
        row.addWidget(self.field)
        line.setFocusProxy(self.field)
        self.field.setFixedWidth(76)
        self.field.check = self._reason_against
        self.field.entered.connect(self._enter)
        self.field.entered.connect(lambda _: self.menu_of_speeds.close())
        self.field.stepped.connect(lambda steps: self._enter(100.0 * self._speed + steps))
        entry = QWidgetAction(self)
        entry.setDefaultWidget(line)
        return entry

    def _mark_current(self) -> None:
        for speed, entry in self._entries.items():
            entry.setChecked(speed == self._speed)

    def _choose(self, speed: float) -> None:
        if speed != self._speed:
            self.show_speed(speed)
            self.chosen.emit(speed)

    def _enter(self, percent: float) -> None:
        self._choose(min(max(percent / 100.0, SPEEDS[0]), SPEEDS[-1]))
        self._mark_current()

    def _reason_against(self, percent: float) -> str:
        if 100.0 * SPEEDS[0] <= percent <= 100.0 * SPEEDS[-1]:
            return ""
        return self.tr("From 0.1 % to 100 %.")


def speed_text(speed: float) -> str:
    """A speed as a factor: ×1.0, ×0.5, ×0.001."""
    text = f"{speed:.4g}"
    return "×" + as_shown(text if "." in text or "e" in text else text + ".0")


def _percent_text(speed: float) -> str:
    return as_shown(f"{100.0 * speed:.4g}")
