"""The page What if: something is changed at the state shown; it is solved again beside what was solved, or a run branches off."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from torseur.sim.texts import marked, tr

from ....controls.buttons.copy_button import CopyButton
from ....controls.buttons.segmented import SegmentedControl
from ....displays.fact_list import FactList
from ....displays.formulas.math_lines import MathLines
from ....displays.panel_column import PanelColumn
from ....displays.prose import Prose
from ....displays.section_head import Divider, SectionHead, column_in, inset, padded
from ....look.style import EDGE, SMALL
from ....text.sentences import sentence
from .branch_section import BranchSection
from .change_tables import QUANTITIES, ContactChangeTable, MotionChangeTable
from .edit_section import EditSection
from .values import ComparisonView

WORDS = {"normal": "λₙ", "friction": "|λₜ|", "separation": "ζ", "slip": marked("slip")}


class WhatIfPage(PanelColumn):
    """`show_*` are for the program and silent."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.absent = Prose(self, icon="info")
        self.lead = Prose(self, role="text_second", px=SMALL)
        self.edit = EditSection(self)
        self.head = SectionHead("", self)
        self.formula = MathLines(self)
        self.quantity = SegmentedControl({key: tr(WORDS[key]) for key in QUANTITIES}, self.tr("Quantity"), self)
        self.contacts = ContactChangeTable(self)
        self.motion_title = Prose(self, weight=600, px=SMALL)
        self.motion = MotionChangeTable(self)
        self.more = Prose(self, role="text_hint", px=SMALL)
        self.facts = FactList(self)
        self.note = Prose(self, px=SMALL, icon="info")
        self.branch = BranchSection(self)
        self._view: ComparisonView | None = None
        self._numbers = QWidget(self)
        self._arrange()
        self.quantity.chosen.connect(lambda _: self._show_contacts())

    def show_absent(self, reason: str) -> None:
        """Say why there is nothing to show; empty: there is."""
        self.absent.show_text(reason)
        self._numbers.setVisible(not reason)

    def show_comparison(self, view: ComparisonView | None, why: str = "") -> None:
        """Show a state as it was and would have been; None: `why` that cannot be had."""
        self._view = view
        for part in (self.formula, self.quantity, self.contacts, self.motion, self.facts):
            part.setVisible(view is not None)
        self.head.show_caption("" if view is None else view.caption)
        if view is None:
            for prose in (self.motion_title, self.more):
                prose.show_text("")
            self.note.show_text(sentence(why))
            return
        self.formula.show_lines([view.formula])
        self._show_contacts()
        self.motion.show_rows(view.motion)
        jump = view.rate_unit == "m/s" and view.force_unit == "N·s"
        title = self.tr("Jump of the velocities") if jump else self.tr("Accelerations")
        self.motion_title.show_text(f"{title}, {view.axes}" if view.axes else title)
        words = self.tr("{n} more rows are left out: those that change least.").format(n=view.more)
        self.more.show_text(words if view.more else "")
        self.facts.show_facts(view.facts)
        self.note.show_text(view.note)

    def _show_contacts(self) -> None:
        if self._view is not None:
            view = self._view
            self.contacts.show_contacts(view.contacts, self.quantity.choice, view.force_unit, view.rate_unit)
            for part in (self.contacts, self.quantity):
                part.setVisible(bool(view.contacts))

    def _arrange(self) -> None:
        self.absent.setContentsMargins(EDGE, 12, EDGE, 12)
        self.lead.show_text(self.tr("What if something had been different at this instant? The state before it is the same; "
                                    "forces and accelerations are solved again."))  # fmt: skip
        self.head.show_title(self.tr("Solved again"))
        self.head.add_control(self.quantity)
        self.head.add_control(CopyButton(self.contacts.row_model.array_text, self, name=self.tr("Copy the contacts")))
        inside = column_in(self._numbers)
        inside.addSpacing(12)
        inside.addWidget(padded(self.lead, bottom=0))
        inside.addWidget(self.edit)
        inside.addWidget(Divider(self))
        inside.addWidget(self.head)
        inside.addLayout(inset(self.formula, bottom=6))
        inside.addWidget(padded(self.note, bottom=6))
        inside.addWidget(self.contacts)
        inside.addSpacing(8)
        inside.addWidget(padded(self.motion_title, bottom=2))
        inside.addWidget(self.motion)
        inside.addWidget(padded(self.more, bottom=4))
        inside.addSpacing(6)
        inside.addLayout(inset(self.facts, bottom=8))
        inside.addWidget(Divider(self))
        inside.addWidget(self.branch)
        column = column_in(self)
        column.addWidget(self.absent)
        column.addWidget(self._numbers)
        column.addStretch(1)
