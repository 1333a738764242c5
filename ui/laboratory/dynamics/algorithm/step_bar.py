"""The buttons that step through the algorithm, and where it is."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ....controls.buttons.icon_button import IconButton
from ....controls.buttons.segmented import SegmentedControl
from ....displays.text_label import TextLabel
from ....look.style import EDGE, SMALL

BUTTONS = ("to_start", "step_back", "play", "step_forward", "to_end")


class StepBar(QWidget):
    """`show_*` are for the program and silent; signals are for the user alone."""

    start_requested = Signal()
    back_requested = Signal()
    play_requested = Signal()
    pause_requested = Signal()
    forward_requested = Signal()
    end_requested = Signal()
    reference_chosen = Signal(str)  # "world" or "body"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._playing = False
        names = {
            "to_start": self.tr("To the first step"), "step_back": self.tr("One step back"),
            "play": self.tr("Play the steps"), "step_forward": self.tr("One step forward"),
            "to_end": self.tr("To the last step"),
        }  # fmt: skip
        self.buttons = {key: IconButton(key, names[key], self) for key in BUTTONS}
        for key, signal in (
            ("to_start", self.start_requested), ("step_back", self.back_requested),
            ("step_forward", self.forward_requested), ("to_end", self.end_requested),
        ):  # fmt: skip
            self.buttons[key].clicked.connect(signal)
        self.buttons["play"].clicked.connect(self._play_or_pause)
        self.count = TextLabel(self, role="text_second", px=SMALL)
        self.reference = SegmentedControl(
            {"world": self.tr("at O"), "body": self.tr("at the body")},
            self.tr("Where velocities and moments are taken: the world's origin, or that of each body"),
            height=24,
        )
        self.reference.setToolTip(self.reference.accessibleName())
        self.reference.chosen.connect(self.reference_chosen)
        row = QHBoxLayout(self)
        row.setContentsMargins(EDGE - 4, 0, EDGE, 6)
        row.setSpacing(2)
        for button in self.buttons.values():
            row.addWidget(button)
        row.addSpacing(6)
        row.addWidget(self.count)
        row.addStretch(1)
        row.addWidget(self.reference)

    def show_step(self, at: int, count: int) -> None:
        """Show which step it is, from 0, of how many."""
        self.count.show_text(f"{at + 1} / {count}")
        for key in ("to_start", "step_back"):
            self.buttons[key].setEnabled(at > 0)
        for key in ("step_forward", "to_end"):
            self.buttons[key].setEnabled(at < count - 1)

    def show_playing(self, playing: bool) -> None:
        """Show whether steps follow one another by themselves."""
        self._playing = playing
        name = self.tr("Pause") if playing else self.tr("Play the steps")
        self.buttons["play"].show_icon("pause" if playing else "play", name)

    def show_reference(self, reference: str) -> None:
        """Show where velocities and moments are taken: "world" or "body"."""
        self.reference.show_choice(reference)

    def _play_or_pause(self) -> None:
        (self.pause_requested if self._playing else self.play_requested).emit()
