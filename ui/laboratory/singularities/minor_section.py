"""The minors behind the rank of J: how many are not zero, and which is the largest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ...controls.buttons.copy_button import CopyButton, Source
from ...controls.buttons.icon_button import IconButton
from ...controls.buttons.segmented import SegmentedControl
from ...controls.fields.number_field import NumberField
from ...displays.badge import Badge
from ...displays.folded_section import FoldedSection
from ...displays.prose import Prose
from ...displays.row_table.column import Cell, Column
from ...displays.row_table.row_table import RowTable
from ...displays.section_head import inset, inset_row
from ...displays.text_label import TextLabel
from ...look.style import SMALL
from ...text.number_text import number_text

SIZES = 6  # of minors of six rows


@dataclass(frozen=True, slots=True)
class MinorRow:
    """One minor, as it is shown."""

    rows: str  # v_x v_y, in the notation of `paint_math`
    columns: str
    value: float
    unit: str
    is_zero: bool  # no more than what rounding, or the tolerance, leaves
    is_largest: bool


@dataclass(frozen=True, slots=True)
class MinorView:
    """What there is to say of the minors of one size."""

    size: int
    most: int  # the largest size there is
    rank: str  # rank 2 of 3
    is_full: bool
    sentence: str  # how the minors tell it
    rows: Sequence[MinorRow]  # the largest first, no more than can be read
    tolerance: float  # of the singular values
    tolerance_unit: str
    is_entered: bool  # the user typed the tolerance


class MinorSection(FoldedSection):
    """`show_*` is silent; signals are for the user alone."""

    size_chosen = Signal(int)
    tolerance_entered = Signal(object)  # in the unit of the singular values; None: the default

    def __init__(self, source: Source, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Minors"), parent)
        self.badge = Badge(self.head)
        self.copy = CopyButton(source, self.head, name=self.tr("Copy all minors of this size"))
        self.head.add_control(self.badge)
        self.head.add_control(self.copy)
        self.sizes = SegmentedControl(
            {str(k): f"{k} × {k}" for k in range(1, SIZES + 1)}, self.tr("Size of the minors"), self, height=24
        )
        self.sentence = Prose(self, role="text_second", px=SMALL)
        self.tolerance = NumberField(self.tr("Tolerance"), self, px=SMALL)
        self.tolerance.setFixedWidth(118)
        self.tolerance.set_tip(self.tr("Singular values up to it count as zero."))
        self.tolerance.check = lambda x: "" if x >= 0 else self.tr("The tolerance must be 0 or more.")
        self.reset = IconButton("reset", self.tr("Back to max(m, n) ε σ₁"), self, side=24)
        self.default = TextLabel(self, role="text_hint", px=SMALL)
        self.default.show_text("max(m, n) ε σ₁")
        word = TextLabel(self, role="text_second", px=SMALL)
        word.show_text(self.tr("Tolerance of σ"))
        columns: list[Column[MinorRow]] = [
            Column(self.tr("rows"), lambda row: _cell(row, row.rows), 92, share=1, math=True),
            Column(self.tr("columns"), lambda row: _cell(row, row.columns), 92, share=1, math=True),
            Column(self.tr("minor"), _value, 96, right=True, value=lambda row: row.value),
        ]
        self.table = RowTable(self.tr("Minors, the largest first"), columns, self, row_height=22, most=9, source=source)
        self.column.addLayout(inset_row(self.sizes))
        self.column.addLayout(inset(self.sentence, bottom=6))
        self.column.addLayout(inset_row(word, self.tolerance, self.reset, self.default, bottom=6))
        self.column.addWidget(self.table)
        self.column.addSpacing(10)
        self.sizes.chosen.connect(lambda key: self.size_chosen.emit(int(key)))
        self.tolerance.entered.connect(lambda value: self.tolerance_entered.emit(value))
        self.reset.clicked.connect(lambda: self.tolerance_entered.emit(None))

    def show_minors(self, view: MinorView | None, reason: str = "", most: int = 0) -> None:
        """Show those of one size; None: there are none to show, why, and up to which size others may be chosen."""
        self.badge.show_text(view.rank if view else "", "good" if view and view.is_full else "warning")
        self.sentence.show_text(view.sentence if view else reason)
        for part in (self.tolerance, self.table):
            part.setVisible(view is not None)
        most = view.most if view else most
        self.sizes.setVisible(most > 0)
        for k in range(1, SIZES + 1):
            self.sizes.button(str(k)).setVisible(k <= most)
        self.copy.setEnabled(view is not None)
        self.reset.setVisible(view is not None and view.is_entered)
        self.default.setVisible(view is not None and not view.is_entered)
        if view is None:
            self.table.show_rows(())
            return
        self.sizes.show_choice(str(view.size))
        self.tolerance.set_unit(view.tolerance_unit)
        self.tolerance.show_text(number_text(view.tolerance, 3, zero=0.0))
        self.table.show_rows(tuple(view.rows))


def _cell(row: MinorRow, text: str) -> Cell:
    return Cell(text, "text_hint" if row.is_zero else "text", 600 if row.is_largest else 400)


def _value(row: MinorRow) -> Cell:
    if row.is_zero:
        return Cell("0", "text_hint")
    return Cell(number_text(row.value, zero=0.0), "text", 600 if row.is_largest else 400, row.unit)
