"""Equations one below the other, one of them at hand: all of its terms are shown, of the others the result."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ...look.style import SMALL
from ...text.array_text import ArrayText
from ..prose import Prose
from ..section_head import column_in, inset
from .equation_card import EquationCard
from .values import EquationView


class EquationList(QWidget):
    """Signals are for the user alone: `chosen` gives an equation by its key, `term_chosen` a term of the one at hand.

    With `keeps_mark` a term that is chosen is marked here, as long as its equation is at hand; else who shows the equations says
    which one is.
    """

    chosen = Signal(str)
    term_chosen = Signal(int)  # by its place in the equation

    def __init__(self, parent: QWidget | None = None, *, keeps_mark: bool = False) -> None:
        super().__init__(parent)
        self._keeps_mark = keeps_mark
        self.cards: list[EquationCard] = []
        self.note = Prose(self, role="text_second", px=SMALL, icon="info")
        self._now: EquationView | None = None
        self._marked = -1
        self._cards = QVBoxLayout()
        self._cards.setContentsMargins(0, 0, 0, 6)
        self._cards.setSpacing(0)
        column = column_in(self)
        column.addLayout(self._cards)
        column.addLayout(inset(self.note))

    @property
    def now(self) -> EquationView | None:
        """The one at hand."""
        return self._now

    @property
    def choice(self) -> str:
        """The key of the one at hand."""
        return "" if self._now is None else self._now.key

    @property
    def card(self) -> EquationCard:
        """The card of the one at hand."""
        return next(card for card in self.cards if card.state == "now" and not card.isHidden())

    @property
    def marked(self) -> int:
        """How far in the terms of the one at hand it is; -1: all are shown."""
        return self._marked

    def show_equations(self, equations: Sequence[EquationView], at: int, later: str, marked: int = -1) -> None:
        """Show equations, the one at hand by its place; those after it are "done" too, or come "later".

        marked : the term of the one at hand that comes in just now, those after it being pale; -1: none
        """
        while len(self.cards) < len(equations):
            self.cards.append(card := EquationCard(self))
            card.chosen.connect(lambda card=card: self._choose_card(card))
            card.term_chosen.connect(self._choose_term)
            self._cards.addWidget(card)
        if self._keeps_mark and self._now is not None and self._now.key == equations[at].key:
            marked = self._marked if self._marked < len(equations[at].terms) else -1
        for k, card in enumerate(self.cards):
            card.setVisible(k < len(equations))
            if k < len(equations):
                state = "done" if k < at else "now" if k == at else later
                card.show_equation(equations[k], state, marked if k == at else -1)
        self._now, self._marked = equations[at], marked
        self.note.show_text(self._now.note)

    def _choose_card(self, card: EquationCard) -> None:
        if self._keeps_mark and card.state == "now" and self._now is not None:  # all of its terms are shown again
            self._marked = -1
            card.show_equation(self._now, "now")
        self.chosen.emit(card.view.key if card.view else "")

    def _choose_term(self, term: int) -> None:
        if self._keeps_mark and self._now is not None:
            self._marked = term
            self.card.show_equation(self._now, "now", term)
        self.term_chosen.emit(term)

    def to_copy(self) -> ArrayText | None:
        """The numbers of the one at hand, a term a row."""
        return None if self._now is None else self._now.array_text()
