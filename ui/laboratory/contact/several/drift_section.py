"""What d of each contact comes from, part by part."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from torseur.sim.texts import tr

from ....controls.buttons.copy_button import CopyButton
from ....displays.fact_list import FactList
from ....displays.heat_table.heat_table import HeatTable
from ....displays.heat_table.wide_heat_table import WideHeatTable
from ....displays.prose import Prose
from ....displays.section_head import Divider, SectionHead, column_in, inset, padded
from ....look.style import SMALL
from ....text.number_text import residual_text
from .values import DriftColumn, SeveralContacts


class DriftSection(QWidget):
    """`contact_chosen` is for the user alone."""

    contact_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(self.tr("d, part by part"), self)
        self.note = Prose(self, role="text_second", px=SMALL)
        self.table = HeatTable(self.tr("The parts of d"), self)
        self.head.add_control(CopyButton(self.table.array_text, self, name=self.tr("Copy the parts of d")))
        self.facts = FactList(self)
        self.table.cell_clicked.connect(lambda i, j: self.contact_chosen.emit(i))
        column = column_in(self)
        column.addWidget(Divider(self))
        column.addWidget(self.head)
        column.addWidget(padded(self.note, bottom=6))
        column.addLayout(inset(WideHeatTable(self.table, self), bottom=4))
        column.addLayout(inset(self.facts, bottom=8))

    def show_parts(
        self, view: SeveralContacts, columns: Sequence[DriftColumn], formula: str, residual: float | None
    ) -> None:
        """Show the parts of d, with the formula of their sum and by how much it misses d; None: the last is what is left."""
        self.head.show_caption(f"{formula}, {view.rate_unit}")
        self.note.show_text(
            " ".join(tr("{head}: {title}", head=_plain(one.symbol), title=one.about) + "." for one in columns)
        )
        values = np.column_stack([*(one.values for one in columns), view.d])
        self.table.show_matrix(
            values, view.names, [*(one.symbol for one in columns), "d"], units=(view.rate_unit,),
            names=[*(one.about for one in columns), self.tr("their sum")],
        )  # fmt: skip
        self.facts.setVisible(residual is not None)
        if residual is not None:
            self.facts.show_facts(
                [(self.tr("Sum of the parts less d, at most"), residual_text(residual), view.rate_unit)]
            )

    def show_selected(self, place: int) -> None:
        """Let a contact stand out; -1: none."""
        self.table.show_selected(place if place >= 0 else None, None)


def _plain(symbol: str) -> str:
    return symbol.replace("τ_p", "τₚ").replace("τ_m", "τₘ")
