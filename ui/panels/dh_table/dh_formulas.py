"""The formulas of a Denavit-Hartenberg table: pose and Jacobian, how they are written, and copying them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from torseur.sim.analysis.symbolic.values import Formulas
from torseur.sim.texts import tr

from ...controls.buttons.outline_button import OutlineButton
from ...controls.buttons.segmented import SegmentedControl
from ...displays.formulas.formula_matrix import FormulaMatrix
from ...displays.formulas.math_lines import MathLines
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, column_in, inset, inset_row
from ...look.style import SMALL
from ...text.number_text import as_shown

LONGEST = 70  # letters of an equation that is written out


class DHFormulas(QWidget):
    """Pose and Jacobian as formulas. `show_*` is silent; signals are for the user alone."""

    form_chosen = Signal(bool, bool)  # with tool, with named lengths
    copy_requested = Signal(str)  # "latex", "csv" or "numpy"
    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(self.tr("Formulas"), self)
        self.from_to = SegmentedControl({"frames": "0 → n", "tool": tr("world → tool")}, self.tr("From and to"), self)
        self.lengths = SegmentedControl({"names": "a₂", "numbers": as_shown("0.4")}, self.tr("Lengths"), self)
        self.pose = FormulaMatrix("T", self)
        self.jacobian = FormulaMatrix("J", self)
        self.equations = MathLines(self)
        self.note = Prose(self, role="text_hint", px=SMALL)
        self.cancel = OutlineButton(self.tr("Cancel"), parent=self)
        self.copy_latex = OutlineButton("LaTeX", "copy", self)
        self.copy_csv = OutlineButton("CSV", "copy", self)
        self.copy_numpy = OutlineButton("NumPy", "copy", self)
        self.head.add_control(self.lengths)
        self.head.add_control(self.from_to)
        column = column_in(self)
        column.addWidget(self.head)
        column.addLayout(inset(self.pose))
        column.addLayout(inset(self.jacobian))
        column.addLayout(inset(self.equations))
        column.addLayout(inset(self.note, bottom=8))
        column.addLayout(inset_row(self.copy_latex, self.copy_csv, self.copy_numpy, self.cancel))
        for control in (self.from_to, self.lengths):
            control.chosen.connect(
                lambda _: self.form_chosen.emit(self.from_to.choice == "tool", self.lengths.choice == "names")
            )
        self.cancel.clicked.connect(self.cancel_requested)
        self.copy_latex.clicked.connect(lambda: self.copy_requested.emit("latex"))
        self.copy_csv.clicked.connect(lambda: self.copy_requested.emit("csv"))
        self.copy_numpy.clicked.connect(lambda: self.copy_requested.emit("numpy"))
        self.cancel.hide()
        self._enable_copies(False)

    def show_busy(self) -> None:
        """Formulas are being computed; those in sight are of what was before, and pale."""
        self.pose.show_stale(True)
        self.jacobian.show_stale(True)
        self._enable_copies(False)
        self.note.show_text(self.tr("Computing…"))
        self.note.show()
        self.cancel.show()

    def show_formulas(self, found: Formulas) -> None:
        """Show pose and Jacobian."""
        self.pose.show_entries(found.T)
        self.jacobian.show_entries(found.J)
        equations = tuple(map(as_shown, found.equations()))
        fit = max(map(len, equations), default=0) <= LONGEST
        self.equations.show_lines(equations if fit else ())
        long = "" if fit else " " + self.tr("The equations Ẋ = J q̇ are too long for lines.")
        named = ", ".join(as_shown(f"{name} = {value:.9g}") for name, value in found.lengths.items())
        self.note.show_text((named + " m. " if named else "") + self.tr("c₁ = cos θ₁, s₁₂ = sin(θ₁ + θ₂).") + long)
        self.note.show()
        self.cancel.hide()
        self._enable_copies(True)

    def show_failure(self, reason: str) -> None:
        """Say that there are no formulas."""
        self.pose.show_entries(())
        self.jacobian.show_entries(())
        self.equations.show_lines(())
        self.note.show_text(reason)
        self.note.show()
        self.cancel.hide()
        self._enable_copies(False)

    def _enable_copies(self, on: bool) -> None:
        self.copy_latex.setEnabled(on)
        self.copy_csv.setEnabled(on)
        self.copy_numpy.setEnabled(on)
