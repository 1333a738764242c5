"""How a pose is searched: method, tolerance, damping, how many starts; and what came of it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from torseur.sim.texts import marked

from ...controls.fields.choice import Choice
from ...controls.fields.number_field import NumberField
from ...displays.badge import Badge
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, column_in, inset
from ...displays.text_label import TextLabel
from ...look.style import EDGE, SMALL
from ...text.number_text import number_text

METHODS = {
    "levenberg_marquardt": marked("Damped, adaptive μ"),
    "newton": marked("Newton"),
    "damped": marked("Damped, fixed μ"),
    "transpose": marked("Transpose"),
}


class IKMethodSection(QWidget):
    """`show_*` is silent; signals are for the user alone."""

    method_chosen = Signal(str)
    tolerance_entered = Signal(float)  # [m]
    damping_entered = Signal(float)  # [m]
    restarts_entered = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(self.tr("Search"), self)
        self.method = Choice(self.tr("Method"), widest=170)
        self.method.set_options({key: self.tr(text) for key, text in METHODS.items()})
        self.head.add_control(self.method)
        self.tolerance = self._field(self.tr("Tolerance"), "mm", self.tr("On √(distance² + (0.5 m · angle)²)"))
        self.damping = self._field(self.tr("Damping √μ"), "m", self.tr("Of the method with a fixed μ"))
        self.restarts = self._field(self.tr("Restarts"), "", self.tr("Random starts after the robot's own"))
        self.restarts.check = lambda x: (
            "" if 0 <= x <= 1000 and x == int(x) else self.tr("A whole number from 0 to 1000.")
        )
        grid = QGridLayout()
        grid.setContentsMargins(EDGE, 0, EDGE, 10)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(2)
        for k, (name, field) in enumerate(
            ((self.tr("tolerance"), self.tolerance), (self.tr("damping √μ"), self.damping), (self.tr("restarts"), self.restarts))
        ):  # fmt: skip
            label = TextLabel(self, role="text_hint", px=SMALL)
            label.show_text(name)
            label.setFixedHeight(16)
            grid.addWidget(label, 0, k)
            grid.addWidget(field, 1, k)
        self.badge = Badge(self)
        self.line = Prose(self, role="text_second")
        column = column_in(self)
        column.addWidget(self.head)
        column.addLayout(grid)
        badge = inset(self.badge, bottom=6)
        badge.addStretch()
        column.addLayout(badge)
        column.addLayout(inset(self.line))
        self.method.chosen.connect(self.method_chosen)
        self.tolerance.entered.connect(lambda x: self.tolerance_entered.emit(1e-3 * x))
        self.damping.entered.connect(self.damping_entered)
        self.restarts.entered.connect(lambda x: self.restarts_entered.emit(int(x)))

    def show_settings(self, method: str, tolerance: float, damping: float, restarts: int) -> None:
        """Show how it is searched; tolerance and damping in m."""
        self.method.show_choice(method)
        self.tolerance.show_text(number_text(1e3 * tolerance))
        self.damping.show_text(number_text(damping))
        self.damping.setEnabled(method == "damped")
        self.restarts.show_text(str(restarts))

    def show_outcome(self, word: str, tone: str, sentence: str) -> None:
        """Say what came of it: a word, in one of the tones of `Badge`, and a sentence."""
        self.badge.show_text(word, tone)
        self.line.show_text(sentence)

    def _field(self, name: str, unit: str, tip: str) -> NumberField:
        field = NumberField(name, self, unit=unit)
        field.set_tip(tip)
        field.check = lambda x: "" if x > 0 else self.tr("A number above 0.")
        return field
