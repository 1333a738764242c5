"""The model of small displacements as formulas, each with its number at the pose shown, and its inverse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ...controls.buttons.copy_button import CopyButton, Source
from ...controls.buttons.segmented import SegmentedControl
from ...displays.fact_list import FactList
from ...displays.folded_section import FoldedSection
from ...displays.prose import Prose
from ...displays.section_head import column_in, inset
from ...look.style import SMALL


@dataclass(frozen=True, slots=True)
class FormulaLine:
    """A formula, and its number."""

    formula: str  # δx = −d₃·s₁·δθ₁ + c₁·δd₃
    name: str  # δx
    value: str  # in words where there is no number
    unit: str


@dataclass(frozen=True, slots=True)
class DisplacementFormulasView:
    """What there is to say of the formulas at one pose."""

    direct: Sequence[FormulaLine]
    inverse: Sequence[FormulaLine]
    why: str  # there is no inverse
    lengths: str  # a₁ = 0.5 m
    check: str  # how far formulas and numbers are apart


class DisplacementFormulasSection(FoldedSection):
    """`show_*` is silent; signals are for the user alone."""

    form_chosen = Signal(str)  # lengths as "names" or "numbers"

    def __init__(self, source: Source, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("δX and δq as formulas"), parent)
        self.form = SegmentedControl(
            {"names": self.tr("Letters"), "numbers": self.tr("Numbers")},
            self.tr("Lengths in formulas"),
            self.head,
            height=24,
        )
        self.head.add_control(self.form)
        self.head.add_control(CopyButton(source, self.head, name=self.tr("Copy the formulas")))
        self.reason = Prose(self, role="text_second", px=SMALL, icon="info")
        self.direct = _Lines(self.tr("Direct model, δX = J δq, axes of R₀"), self)
        self.inverse = _Lines(self.tr("Inverse model, δq = J⁻¹ δX, of this δX"), self)
        self.why = Prose(self, role="text_second", px=SMALL)
        self.lengths = Prose(self, role="text_hint", px=SMALL)
        self.check = Prose(self, role="text_hint", px=SMALL)
        self.column.addLayout(inset(self.reason, bottom=6))
        self.column.addWidget(self.direct)
        self.column.addWidget(self.inverse)
        for widget, bottom in ((self.why, 6), (self.lengths, 4), (self.check, 12)):
            self.column.addLayout(inset(widget, bottom=bottom))
        self.form.chosen.connect(self.form_chosen)

    def show_formulas(self, view: DisplacementFormulasView | None, reason: str = "") -> None:
        """Show formulas and numbers; None: there are none, and why."""
        self.reason.show_text("" if view else reason)
        self.direct.show_lines(view.direct if view else ())
        self.inverse.show_lines(view.inverse if view else ())
        self.why.show_text(view.why if view else "")
        self.lengths.show_text(view.lengths if view else "")
        self.check.show_text(view.check if view else "")


class _Lines(QWidget):
    """Formulas below one another, each with its number below it."""

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.title = Prose(self, weight=600, px=SMALL)
        self.title.show_text(title)
        self._column = column_in(self)
        self._column.addLayout(inset(self.title, bottom=2))
        self._rows: list[tuple[Prose, FactList]] = []

    @property
    def texts(self) -> tuple[str, ...]:
        """Each formula with its number."""
        return tuple(f"{formula.text}; {fact.texts[0]}" for formula, fact in self._rows if formula.text)

    def show_lines(self, lines: Sequence[FormulaLine]) -> None:
        """Show these; none hides all."""
        self.setVisible(bool(lines))
        while len(self._rows) < len(lines):
            formula, fact = Prose(self, px=SMALL), FactList(self)
            self._column.addLayout(inset(formula, bottom=0))
            self._column.addLayout(inset(fact, bottom=2))
            self._rows.append((formula, fact))
        for k, (formula, fact) in enumerate(self._rows):
            line = lines[k] if k < len(lines) else None
            formula.show_text(line.formula if line else "")
            fact.setVisible(line is not None)
            fact.show_facts([(line.name, line.value, line.unit)] if line else ())
