"""What pages that write equations have in common: the equations with their numbers, and what must hold of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QLayout, QWidget

from ...controls.buttons.copy_button import CopyButton
from ...displays.equations.equation_list import EquationList
from ...displays.equations.values import EquationView
from ...displays.fact_list import Fact, FactList
from ...displays.panel_column import PanelColumn
from ...displays.prose import Prose
from ...displays.section_head import Divider, SectionHead, column_in, inset
from ...look.style import EDGE


class EquationsPage(PanelColumn):
    """`show_*` are for the program and silent. What is special to a page says `arrange`."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.absent = Prose(self, icon="info")
        self.absent.setContentsMargins(EDGE, 12, EDGE, 12)
        self.head = SectionHead(title, self)
        self.equations = EquationList(self)
        self.checks = FactList(self)
        self._shown = QWidget(self)

    def show_absent(self, reason: str) -> None:
        """Say why there is nothing to show; empty: there is."""
        self.absent.show_text(reason)
        self._shown.setVisible(not reason)

    def show_equations(self, equations: Sequence[EquationView], at: int, marked: int) -> None:
        """Show all equations, which of them is at hand, and how far in its terms; -1: all of them."""
        self.equations.show_equations(equations, at, "done", marked)

    def show_checks(self, facts: Sequence[Fact]) -> None:
        """Show what must hold."""
        self.checks.show_facts(facts)

    def arrange(self, above: Sequence[QWidget | QLayout], below: Sequence[QWidget | QLayout] = ()) -> None:
        """Put parts between the head and the equations, and between these and what must hold. Once, when all parts are made."""
        copy = self.tr("Copy the numbers at hand")
        self.head.add_control(CopyButton(self.equations.to_copy, self, name=copy))
        inside = column_in(self._shown)
        checks = (Divider(self), SectionHead(self.tr("What must hold"), self), inset(self.checks))
        for part in (self.head, *above, self.equations, *below, *checks):
            inside.addWidget(part) if isinstance(part, QWidget) else inside.addLayout(part)
        column = column_in(self)
        column.addWidget(self.absent)
        column.addWidget(self._shown)
        column.addStretch(1)
