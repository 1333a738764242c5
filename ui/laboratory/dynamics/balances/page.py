"""The page Balances: momentum, centre of mass and energy of all that moves, each with what changes it."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from ..equations_page import EquationsPage


class BalancesPage(EquationsPage):
    """`show_*` are for the program and silent; the signals of its parts are for the user alone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.head.show_title(self.tr("Balances"))
        self.head.show_caption(self.tr("of all that moves"))
        self.equations.note.setContentsMargins(0, 0, 0, 0)
        self.arrange([])
