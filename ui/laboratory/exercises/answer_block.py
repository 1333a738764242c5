"""An answer in one pose: numbers, a matrix, or a sentence; to be copied."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from ...controls.buttons.copy_button import CopyButton
from ...displays.fact_list import FactList
from ...displays.heat_table.heat_table import HeatTable
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, column_in, inset, padded
from ...text.array_text import ArrayText
from ...text.number_text import number_text
from .values import AnswerView, Form

DIGITS = 6


class AnswerBlock(QWidget):
    """Head, values, and a button that copies them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: AnswerView | None = None
        self._form = Form()
        self.head = SectionHead("", self)
        self.copy = CopyButton(self.array_text, self)
        self.head.add_control(self.copy)
        self.facts = FactList(self)
        self.table = HeatTable("", self)
        self.line = Prose(self, weight=600)
        column = column_in(self)
        column.addWidget(self.head)
        column.addLayout(inset(self.facts, bottom=4))
        column.addLayout(inset(self.table, bottom=4))
        column.addWidget(padded(self.line, bottom=8))

    @property
    def view(self) -> AnswerView | None:
        """The answer that is shown; None: none."""
        return self._view

    def array_text(self) -> ArrayText | None:
        """What is copied: a vector without a label for its column."""
        if self._view is None or self._view.values is None:
            return None
        values = self._view.values if self._form.columns else self._view.values[:, 0]
        return ArrayText(values, self._form.rows, self._form.columns)

    def show_answer(self, view: AnswerView, form: Form) -> None:
        """Show an answer to a question of this form."""
        self._view, self._form = view, form
        self.head.show_title(view.title)
        self.head.show_caption(view.caption)
        values = view.values
        self.copy.setVisible(values is not None)
        self.line.show_text(view.reason or view.option)
        is_matrix = values is not None and bool(form.columns)
        self.table.setVisible(is_matrix)
        self.facts.setVisible(values is not None and not is_matrix)
        if values is None:
            return
        if is_matrix:
            self.table.show_matrix(values, form.rows, form.columns, units=form.units)
            return
        self.facts.show_facts(
            [
                (row, str(round(x)) if form.whole else number_text(float(x), DIGITS), unit)
                for row, x, unit in zip(form.rows, values[:, 0], form.units, strict=True)
            ]
        )
