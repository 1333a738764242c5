"""What pages that write equations have in common: one is at hand, and its terms come in one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject
from typing_extensions import override

from torseur.ui.displays.equations.values import EquationView
from torseur.ui.laboratory.dynamics.equations_page import EquationsPage
from torseur.ui.viewport.marks import LegendRow

from ..page_context import PageContext
from .dynamics_page import DynamicsPageBinding
from .term_arrows import TermArrows


class EquationsPageBinding(DynamicsPageBinding):
    """Between such a page and the motion. Without equations there is nothing to show."""

    widget: EquationsPage

    def __init__(self, context: PageContext, parent: QObject, widget: EquationsPage, first: str) -> None:
        """Have the equation of the key `first` at hand."""
        super().__init__(context, parent)
        self.widget = widget
        self._equations: tuple[EquationView, ...] = ()
        self._at = first
        self._marked = -1  # the term of the one at hand that comes in just now; -1: all are there
        self._arrows = TermArrows()
        widget.equations.chosen.connect(self._choose_equation)
        widget.equations.term_chosen.connect(self._mark)

    @property
    def at_hand(self) -> EquationView:
        """The equation at hand, with the terms that are in."""
        return self._equations[self._row].up_to(self._marked)

    def show_equations(self, equations: Sequence[EquationView]) -> None:
        """Write these."""
        self._equations = tuple(equations)
        self.widget.show_equations(self._equations, self._row, self._marked)

    @override
    def show_absent(self, reason: str) -> None:
        if reason:
            self._equations = ()
        self.widget.show_absent(reason)

    @override
    def legend(self) -> Sequence[LegendRow]:
        return self._arrows.legend() if self._equations else ()

    @property
    def _row(self) -> int:
        return [view.key for view in self._equations].index(self._at)

    def _choose_equation(self, key: str) -> None:
        self._at = key
        self._mark(-1)

    def _mark(self, term: int) -> None:
        self._marked = term
        if self._equations:
            self.show_equations(self._equations)
            self.redraw()
