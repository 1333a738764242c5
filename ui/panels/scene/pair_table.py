"""What holds of a contact between two materials: μ and e of the pair, from those of both."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from ...displays.prose import Prose
from ...displays.section_head import clear
from ...displays.text_label import TextLabel
from ...look.style import SMALL
from ...text.number_text import number_text, without_zeros
from .values import MaterialPair

NUMBER = 46  # width of a number [px]
MOST = 6  # rows; of more the rule alone is said


class PairTable(QWidget):
    """A row for each pair whose materials differ, below those; nothing where none do."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pairs: tuple[MaterialPair, ...] = ()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(0, 1)
        self.hide()

    def show_pairs(self, pairs: Sequence[MaterialPair]) -> None:
        """Show these."""
        if tuple(pairs) == self.pairs:
            return
        self.pairs = tuple(pairs)
        clear(self._grid)
        rule = Prose(self, role="text_hint", px=SMALL)
        rule.show_text(self.tr("Where two touch: √(μ₁ μ₂), larger e"))
        self._grid.addWidget(rule, 0, 0, 1, 3)
        for row, pair in enumerate(self.pairs[:MOST], 1):
            self._grid.addWidget(self._label(pair.title, Qt.AlignmentFlag.AlignLeft), row, 0)
            for column, number in enumerate((pair.friction, pair.restitution), 1):
                text = number_text(number, 4, zero=1e-12)
                self._grid.addWidget(self._label(_short(text), Qt.AlignmentFlag.AlignRight, NUMBER), row, column)
        self.setVisible(bool(self.pairs))

    def _label(self, text: str, side: Qt.AlignmentFlag, width: int = 0) -> TextLabel:
        label = TextLabel(self, role="text_second", px=SMALL, cut=Qt.TextElideMode.ElideMiddle)
        label.show_text(text)
        label.setToolTip(text)
        label.setFixedHeight(18)
        label.setAlignment(side)
        if width:
            label.setFixedWidth(width)
        else:
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        return label


def _short(number: str) -> str:
    """0.7, not 0.7000."""
    return without_zeros(number)
