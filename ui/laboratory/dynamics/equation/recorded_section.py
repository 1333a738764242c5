"""The equation of a recorded step as it was solved, with what contacts do to the joints, all together and one by one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtWidgets import QWidget

from ....controls.buttons.copy_button import CopyButton
from ....displays.fact_list import FactList
from ....displays.heat_table.heat_table import HeatTable
from ....displays.prose import Prose
from ....displays.section_head import Divider, SectionHead, column_in, inset, padded
from ....look.math_notation import index
from ....look.style import SMALL
from ....text.units import of_both_kinds
from ..values import Coordinate
from .balance_table import RecordedTable
from .values import PARTS, RecordedStep

MOST = 12  # contacts that have columns of their own


class RecordedSection(QWidget):
    """Hidden while nothing is recorded."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead("", self)
        self.table = RecordedTable(self)
        self.head.add_control(CopyButton(self.table.to_copy, self, name=self.tr("Copy the recorded step")))
        self.why = Prose(self, role="text_second", px=SMALL, icon="info")
        self.residual = FactList(self)
        self.each = HeatTable(self.tr("Tλ contact by contact"), self)
        self.each_note = Prose(self, role="text_hint", px=SMALL)
        column = column_in(self)
        column.addWidget(Divider(self))
        column.addWidget(self.head)
        column.addWidget(padded(self.why))
        column.addWidget(self.table)
        column.addLayout(inset(self.residual, bottom=4))
        column.addWidget(padded(self.each_note, bottom=4))
        column.addLayout(inset(self.each))
        self.hide()

    def show_step(self, step: RecordedStep | None, why: str, coordinates: Sequence[Coordinate]) -> None:
        """Show a recorded step; None: `why` there is none, or, empty, that nothing is recorded."""
        self.setVisible(step is not None or bool(why))
        self.why.show_text(why)
        for part in (self.table, self.residual):
            part.setVisible(step is not None)
        count = 0 if step is None else len(step.by_contact)
        self.each.setVisible(0 < count <= MOST)
        self.each_note.show_text("")
        if step is None:
            self.head.show_title(self.tr("As it was solved"))
            self.head.show_caption("")
            return
        parts = [" + Tλ" if np.any(step.contact) else "", PARTS if np.any(step.passive) else ""]
        self.head.show_title(self.tr("Solved: H q̈ + C q̇ + g = τ{parts}").format(parts="".join(parts)))
        self.head.show_caption(step.caption)
        self.table.show_step(step, coordinates)
        slides = [not one.turns for one in coordinates]
        left = of_both_kinds(step.residual.tolist(), slides, "N·m", "N")
        self.residual.show_facts([(self.tr("Largest |left − right side|"), *left)])
        if count > MOST:
            words = self.tr("{n} contacts touch; Tλ is shown one by one for at most {most}.")
            self.each_note.show_text(words.format(n=count, most=MOST))
        elif count:
            self.each_note.show_text(self.tr("Tλ contact by contact, of each the torques of its force:"))
            names = [f"c_{index(k)}" for k in range(1, count + 1)]
            symbols, units = [one.symbol for one in coordinates], [one.torque_unit for one in coordinates]
            self.each.show_matrix(step.by_contact.T, symbols, names, units=units, names=step.contacts)
