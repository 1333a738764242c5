"""The links in the order of the algorithm: what carries each, what it carries, how far the algorithm has come, and τ."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from torseur.sim.texts import marked, tr

from ....displays.row_table.column import Cell, Column
from ....displays.row_table.row_table import RowTable
from .values import LinkRow

WAYS = {(False, False): "", (True, False): marked("out"), (True, True): marked("out, in")}


class LinkTable(RowTable):
    """`row_selected` gives the place of the link that is to be looked at."""

    def __init__(self, parent: QWidget | None = None) -> None:
        columns: list[Column[LinkRow]] = [
            Column("i", lambda row: Cell(str(row.number), "text_hint"), 20, right=True),
            Column(self.tr("link"), lambda row: row.name, 60, share=1, accented=True),
            Column("λ", lambda row: Cell(str(row.parent), "text_second"), 20, right=True,
                   about=self.tr("The link that carries it; 0: what stands still")),
            Column("μ", lambda row: Cell(row.children, "text_second"), 44, right=True,
                   about=self.tr("The links that it carries")),
            Column("", _way, 44, about=self.tr("Which way the algorithm has been through it")),
            Column("τ", lambda row: Cell(row.torque, weight=600, unit=row.unit if row.torque else ""), 86, right=True),
        ]  # fmt: skip
        super().__init__(
            self.tr("Links in the order of the algorithm"), columns, parent, row_height=22, tip=lambda row: row.full
        )


def _way(row: LinkRow) -> Cell:
    return Cell(tr(WAYS[row.outward, bool(row.torque)]), "good" if row.torque else "text_hint")
