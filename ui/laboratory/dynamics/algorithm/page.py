"""The page Algorithm: recursive Newton-Euler, equation by equation, out along the links and back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ....displays.section_head import Divider, SectionHead
from ...equations.values import EquationView
from ..equations_page import EquationsPage
from .link_table import LinkTable
from .step_bar import StepBar
from .values import LinkRow


class AlgorithmPage(EquationsPage):
    """`show_*` are for the program and silent; signals, here and of the parts, are for the user alone."""

    link_chosen = Signal(int)  # by its place in the table

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.bar = StepBar(self)
        self.links = LinkTable(self)
        self.links.row_selected.connect(self.link_chosen)
        self.arrange([self.bar], [Divider(self), SectionHead(self.tr("Links"), self), self.links])

    def show_step(self, title: str, way: str, equations: Sequence[EquationView], at: int, marked: int) -> None:
        """Show all equations of one link on one way, which of them is at hand, and how far in its terms; -1: all of them."""
        self.head.show_title(title)
        self.head.show_caption(way)
        self.equations.show_equations(equations, at, "later", marked)

    def show_links(self, rows: Sequence[LinkRow], selected: int) -> None:
        """Show the links, and which is at hand."""
        self.links.show_rows(rows)
        self.links.show_selected(selected)
