"""The equation of a contact problem, and how well it is solved, by whom."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ...controls.buttons.copy_button import CopyButton
from ...displays.fact_list import FactRow
from ...displays.section_head import SectionHead, inset
from ...look.paint_text import DOT
from ...text.array_text import ArrayText
from ...text.number_text import ABSENT, number_text, residual_text
from .equation_table import EquationTable
from .values import ProblemView


class EquationSection(QWidget):
    """ζ̇ = M λ + d. Signals are for the user alone."""

    contact_clicked = Signal(int)  # which of the problem's contacts
    fold_switched = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: ProblemView | None = None
        self.head = SectionHead(f"ζ{DOT} = M λ + d", self, foldable=True)
        self.head.show_note(f"0 ≤ ζ{DOT} ⊥ λ ≥ 0")
        self.copy = CopyButton(self.array_text, self, name=self.tr("Copy the equation's columns"))
        self.head.add_control(self.copy)
        self.body = QWidget(self)
        self.table = EquationTable(self.body)
        self.facts = FactRow((0.25, 0.29, 0.24, 0.22), self.body)
        self.signs = FactRow((0.25, 0.29, 0.24, 0.22), self.body)
        below = QVBoxLayout(self.body)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(8)
        below.addWidget(self.table)
        below.addLayout(inset(self.facts, bottom=0))
        below.addLayout(inset(self.signs, bottom=8))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.body)
        self.table.clicked.connect(self.contact_clicked)
        self.head.fold_switched.connect(self._fold)

    def show_problem(self, view: ProblemView | None) -> None:
        """Show a problem and its solution; None leaves nothing to show."""
        if view is self._view:
            return
        self._view = view
        if view is None:
            return
        self.head.show_title(f"ζ{DOT} = W λ + d" if view.frictional else f"ζ{DOT} = M λ + d")
        self.head.show_caption(self.tr("m/s², λ with friction") if view.frictional else "m/s²")
        self.table.show_problem(view)
        margin = ABSENT if view.cone_margin is None else number_text(view.cone_margin, zero=1e-9)
        self.facts.show_facts(
            (
                (self.tr("natural map"), residual_text(view.residual), "m/s²"),
                (f"|ζ{DOT}ᵀλ|", residual_text(view.complementarity), "N·m/s²"),
                (self.tr("cone margin"), margin, "" if view.cone_margin is None else "N"),
                (self.tr("penetration"), number_text(view.penetration), "m"),
            )
        )
        self.signs.show_facts(
            (
                (self.tr("relative"), residual_text(view.relative_residual), ""),
                ("min λ", number_text(float(min(view.lam)), zero=1e-9), "N"),
                (f"min ζ{DOT}", number_text(float(min(view.rate)), zero=1e-9), "m/s²"),
                (view.method.replace("_", " "), str(view.iterations), self.tr("iterations")),
            )
        )

    def array_text(self) -> ArrayText | None:
        """ζ̇, M λ and d [m/s²], and the normal forces λ [N], a row a contact; None without a problem."""
        view = self._view
        if view is None:
            return None
        product = "W λ" if view.frictional else "M λ"
        values = np.column_stack([view.rate, view.rate - view.d, view.d, view.lam])
        return ArrayText(values, view.names, (f"ζ{DOT} m/s²", f"{product} m/s²", "d m/s²", "λ_n N"))

    def show_selected(self, name: str) -> None:
        """Let a contact stand out, by its name."""
        self.table.show_selected(name)

    def _fold(self, is_open: bool) -> None:
        self.body.setVisible(is_open)
        self.fold_switched.emit(is_open)
