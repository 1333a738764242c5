"""The page Algorithm: recursive Newton-Euler, equation by equation, out along the links and back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ....controls.buttons.base_button import STEPS
from ....controls.keys import claims_key
from ....displays.equations.values import EquationView
from ....displays.section_head import Divider, SectionHead
from ..equations_page import EquationsPage
from .link_table import LinkTable
from .step_bar import StepBar
from .values import LinkRow


class AlgorithmPage(EquationsPage):
    """`show_*` are for the program and silent; signals, here and of the parts, are for the user alone.

    While the keyboard is here, which any press gives it, the arrow keys step the algorithm and not the recording.
    """

    link_chosen = Signal(int)  # by its place in the table

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName(self.tr("Algorithm"))
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

    @override
    def event(self, event: QEvent) -> bool:
        return (_is_plain(event) and claims_key(event, STEPS)) or super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = STEPS.get(Qt.Key(event.key()), 0)
        if by and _is_plain(event):
            (self.bar.forward_requested if by > 0 else self.bar.back_requested).emit()
        else:
            super().keyPressEvent(event)


def _is_plain(event: QEvent) -> bool:
    """Whether it is of a key without Shift or Ctrl: with these, arrows are the recording's."""
    return isinstance(event, QKeyEvent) and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
