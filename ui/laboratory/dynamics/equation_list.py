"""Equations one below the other, one of them at hand: all of its terms are shown, of the others the result."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ...displays.prose import Prose
from ...displays.section_head import inset
from ...look.style import SMALL
from ...text.array_text import ArrayText
from .equation_card import EquationCard
from .values import EquationView


class EquationList(QWidget):
    """`chosen` is for the user alone, and gives an equation by its key."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards: list[EquationCard] = []
        self.note = Prose(self, role="text_second", px=SMALL, icon="info")
        self._now: EquationView | None = None
        self._cards = QVBoxLayout()
        self._cards.setContentsMargins(0, 0, 0, 6)
        self._cards.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._cards)
        column.addLayout(inset(self.note))

    @property
    def now(self) -> EquationView | None:
        """The one at hand."""
        return self._now

    def show_equations(self, equations: Sequence[EquationView], at: int, later: str) -> None:
        """Show equations, the one at hand by its place; those after it are "done" too, or come "later"."""
        while len(self.cards) < len(equations):
            self.cards.append(card := EquationCard(self))
            card.chosen.connect(lambda card=card: self.chosen.emit(card.view.key if card.view else ""))
            self._cards.addWidget(card)
        for k, card in enumerate(self.cards):
            card.setVisible(k < len(equations))
            if k < len(equations):
                card.show_equation(equations[k], "done" if k < at else "now" if k == at else later)
        self._now = equations[at]
        self.note.show_text(self._now.note)

    def to_copy(self) -> ArrayText | None:
        """The numbers of the one at hand, a term a row."""
        if self._now is None or not self._now.terms:
            return None
        width = max(len(term.values) for term in self._now.terms)
        rows = [np.pad(term.values, (0, width - len(term.values)), constant_values=np.nan) for term in self._now.terms]
        return ArrayText(np.array(rows), [term.symbol for term in self._now.terms])
