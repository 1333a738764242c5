"""The page Algorithm: recursive Newton-Euler, equation by equation, out along the links and back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from ....controls.buttons.copy_button import CopyButton
from ....displays.fact_list import Fact, FactList
from ....displays.prose import Prose
from ....displays.section_head import Divider, SectionHead, inset
from ....look.style import EDGE
from ..equation_list import EquationList
from ..values import EquationView
from .link_table import LinkTable
from .step_bar import StepBar
from .values import LinkRow


class AlgorithmPage(QWidget):
    """`show_*` are for the program and silent; signals, here and of the parts, are for the user alone."""

    link_chosen = Signal(int)  # by its place in the table

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.absent = Prose(self, icon="info")
        self.absent.setContentsMargins(EDGE, 12, EDGE, 12)
        self._shown = QWidget(self)
        self.head = SectionHead("", self)
        self.equations = EquationList(self)
        self.head.add_control(CopyButton(self.equations.to_copy, self, name=self.tr("Copy the numbers of this step")))
        self.bar = StepBar(self)
        self.links = LinkTable(self)
        self.checks = FactList(self)
        self._arrange()

    def show_absent(self, reason: str) -> None:
        """Say why there is nothing to show; empty: there is."""
        self.absent.show_text(reason)
        self._shown.setVisible(not reason)

    def show_step(self, title: str, way: str, equations: Sequence[EquationView], at: int) -> None:
        """Show all equations of one link on one way, and which of them is at hand."""
        self.head.show_title(title)
        self.head.show_caption(way)
        self.equations.show_equations(equations, at, "later")

    def show_links(self, rows: Sequence[LinkRow], selected: int) -> None:
        """Show the links, and which is at hand."""
        self.links.show_rows(rows)
        self.links.show_selected(selected)

    def show_checks(self, facts: Sequence[Fact]) -> None:
        """Show what must hold."""
        self.checks.show_facts(facts)

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, self._column.sizeHint().height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(340, self._column.minimumSize().height())

    def _arrange(self) -> None:
        inside = QVBoxLayout(self._shown)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addWidget(self.head)
        inside.addWidget(self.bar)
        inside.addWidget(self.equations)
        inside.addWidget(Divider(self))
        inside.addWidget(SectionHead(self.tr("Links"), self))
        inside.addWidget(self.links)
        inside.addWidget(Divider(self))
        inside.addWidget(SectionHead(self.tr("What must hold"), self))
        inside.addLayout(inset(self.checks))
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.absent)
        column.addWidget(self._shown)
        column.addStretch(1)
        self.links.row_selected.connect(self.link_chosen)
