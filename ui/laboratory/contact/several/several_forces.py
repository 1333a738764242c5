"""The table of contacts with ζ̇ = M λ + d, a row a contact."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ....controls.buttons.copy_button import CopyButton
from ....displays.prose import Prose
from ....displays.row_table.column import Cell, Column
from ....displays.row_table.row_table import RowTable
from ....displays.section_head import SectionHead, column_in, padded
from ....look.math_notation import DOT, plain_math
from ....look.style import SMALL
from ....text.array_text import ArrayText
from ....text.number_text import number_text
from .values import SeveralContacts

WIDTH = 50  # of a number [px]


class _Row(NamedTuple):
    name: str
    pair: str
    texts: tuple[str, ...]


class SeveralForces(QWidget):
    """`contact_chosen` is for the user alone."""

    contact_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: SeveralContacts | None = None
        self._symbols: tuple[str, ...] = ()
        self.head = SectionHead("", self)
        self.head.add_control(CopyButton(self.to_copy, self, name=self.tr("Copy the contacts")))
        self.table = RowTable(
            self.tr("Contacts of the problem"), (), self, row_height=22, source=self.to_copy,
            tip=lambda row: f"{plain_math(row.name)} {row.pair}",
        )  # fmt: skip
        self.note = Prose(self, role="text_second", px=SMALL)
        self.table.row_selected.connect(self.contact_chosen)
        column = column_in(self)
        for part in (self.head, self.table, padded(self.note, bottom=8)):
            column.addWidget(part)

    def show_contacts(self, view: SeveralContacts, force: np.ndarray) -> None:
        """Show the contacts, with forces (n, 3) that may have been moved along the kernel."""
        self._view = view
        rate, load = ("ζ", "Λ") if view.impulses else (f"ζ{DOT}", "λ")
        self.head.show_title(f"{rate} = M{load} + d")
        self.head.show_caption(f"{view.rate_unit}, {view.load_unit}")
        self._numbers = [("d", view.d), (f"M{load}", view.product)]
        if np.any(view.tangential):
            self._numbers.append(("W_{nt} b", view.tangential))
        self._numbers += [(rate, view.rate), (load, force[:, 2])]
        symbols = tuple(symbol for symbol, _ in self._numbers)
        if symbols != self._symbols:
            self._symbols = symbols
            self.table.set_columns(_columns(symbols))
        size = max((float(np.abs(x).max(initial=0.0)) for _, x in self._numbers[:-1]), default=0.0)
        zeros = [max(1e-15, 1e-11 * size)] * (len(symbols) - 1) + [1e-9]
        texts = zip(
            *(
                [number_text(x, 4, zero) for x in values.tolist()]
                for (_, values), zero in zip(self._numbers, zeros, strict=True)
            ),
            strict=True,
        )
        self.table.show_rows([
            _Row(name, pair, row) for name, pair, row in zip(view.names, view.pairs, texts, strict=True)
        ])  # fmt: skip
        rubs = self.tr(" Wₙₜ b is what friction b adds along the normals.") if len(symbols) > 4 else ""
        self.note.show_text(f"{view.note}{rubs}".strip())

    def show_selected(self, place: int) -> None:
        """Let a contact stand out; -1: none."""
        self.table.show_selected(place)

    def to_copy(self) -> ArrayText | None:
        """All numbers."""
        if self._view is None:
            return None
        values = np.column_stack([values for _, values in self._numbers])
        return ArrayText(values, self._view.names, self._symbols)


def _columns(symbols: Sequence[str]) -> tuple[Column[_Row], ...]:
    def writer(k: int) -> Column[_Row]:
        last = k == len(symbols) - 1
        return Column(
            symbols[k], lambda row: Cell(row.texts[k], "force_text" if last else "text", 600 if last else 400), WIDTH,
            right=True, math=False,
        )  # fmt: skip

    return (
        Column("", lambda row: Cell(row.name, weight=600), 22, math=True),
        Column("", lambda row: Cell(row.pair, "text_second"), 8, share=1),
        *(writer(k) for k in range(len(symbols))),
    )
