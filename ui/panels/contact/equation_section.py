"""The equation of a contact problem, and how well it is solved, by whom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ...controls.buttons.copy_button import CopyButton
from ...displays.fact_list import FactRow
from ...displays.row_table.column import Cell, Column
from ...displays.row_table.row_table import RowTable
from ...displays.section_head import SectionHead, inset
from ...look.icons import SIDE
from ...look.paint_text import DOT
from ...text.array_text import ArrayText
from ...text.number_text import ABSENT, number_text, residual_text
from .values import ProblemView

TOLERANCE = 1e-8  # of a force or a rate, as a share of the largest


@dataclass(frozen=True, slots=True)
class EquationRow:
    """ζ̇ = M λ + d of one contact [m/s²]; what is within `zero` of 0 is written as 0."""

    name: str
    rate: float
    product: float  # M λ; with friction W λ
    d: float
    zero: float
    signs: str  # of λ and ζ̇
    complementary: bool  # one of them is zero and none negative


class EquationSection(QWidget):
    """ζ̇ = M λ + d. Signals are for the user alone."""

    contact_clicked = Signal(int)  # which of the problem's contacts
    fold_switched = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: ProblemView | None = None
        self._frictional = False
        self._selected = ""
        self.head = SectionHead(f"ζ{DOT} = M λ + d", self, foldable=True)
        self.head.show_note(f"0 ≤ ζ{DOT} ⊥ λ ≥ 0")
        self.copy = CopyButton(self.array_text, self, name=self.tr("Copy the equation's columns"))
        self.head.add_control(self.copy)
        self.body = QWidget(self)
        self.table = RowTable(self.tr("Equation"), self._columns("M λ"), self.body, source=self.array_text)
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
        self.table.row_selected.connect(self.contact_clicked)
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
        if view.frictional != self._frictional:
            self._frictional = view.frictional
            self.table.set_columns(self._columns("W λ" if view.frictional else "M λ"))
        self.table.show_rows(equation_rows(view))
        self.show_selected(self._selected)
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
        self._selected = name
        names = self._view.names if self._view is not None else ()
        self.table.show_selected(names.index(name) if name in names else None)

    def _columns(self, product: str) -> tuple[Column[EquationRow], ...]:
        def number(title: str, read: Callable[[EquationRow], float], weight: int = 400) -> Column[EquationRow]:
            return Column(title, lambda row: Cell(number_text(read(row), zero=row.zero), weight=weight), 46, share=1,
                          math=True, right=True, value=read)  # fmt: skip

        def sign(text: str) -> Column[EquationRow]:
            return Column("", lambda _: Cell(text, "text_hint"), 9, right=True)

        return (
            Column("", lambda row: Cell(row.name, "text_second"), 20, math=True),
            number(f"ζ{DOT}", lambda row: row.rate, 600),
            sign("="),
            number(product, lambda row: row.product),
            sign("+"),
            number("d", lambda row: row.d),
            Column(self.tr("complementarity"), _signs, 92, math=True),
            Column("", _mark, SIDE, right=True),
        )

    def _fold(self, is_open: bool) -> None:
        self.body.setVisible(is_open)
        self.fold_switched.emit(is_open)


def equation_rows(view: ProblemView) -> list[EquationRow]:
    """The rows of a problem, a contact each."""
    no_force = TOLERANCE * max(1.0, float(np.max(np.abs(view.lam), initial=0.0)))
    no_rate = TOLERANCE * max(1.0, float(np.max(np.abs(view.d), initial=0.0)))
    zero = 0.1 * no_rate
    rows = []
    columns = (view.names, view.rate.tolist(), (view.rate - view.d).tolist(), view.d.tolist(), view.lam.tolist())
    for name, rate, product, d, force in zip(*columns, strict=True):
        a, b = _sign(force, no_force), _sign(rate, no_rate)
        complementary = "<" not in (a, b) and "=" in (a, b)
        rows.append(EquationRow(name, rate, product, d, zero, f"λ {a} 0, ζ{DOT} {b} 0", complementary))
    return rows


def _signs(row: EquationRow) -> Cell:
    return Cell(row.signs, "text_second" if row.complementary else "warning")


def _mark(row: EquationRow) -> Cell:
    return (
        Cell("", icon="check", icon_role="good") if row.complementary else Cell("", icon="warning", icon_role="warning")
    )


def _sign(x: float, zero: float) -> str:
    return "=" if abs(x) <= zero else ">" if x > 0 else "<"
