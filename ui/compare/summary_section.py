"""What two runs took, and how well their problems are solved."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from torseur.sim.simulation.inspection.comparing.values import RunFigures

from ..displays.row_table.column import Cell, Column
from ..displays.row_table.row_table import RowTable
from ..displays.section_head import SectionHead, column_in
from ..text.number_text import number_text, residual_text

Line = tuple[str, str, str, str]  # what, of A, of B, tip


class SummarySection(QWidget):
    """`show_*` is silent."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(self.tr("Summary"), self)
        self.table = RowTable(self.tr("Summary"), _columns(), self, selects=False, tip=lambda line: line[3])
        column = column_in(self, bottom=8)
        column.addWidget(self.head)
        column.addWidget(self.table)

    def show_figures(self, a: RunFigures, b: RunFigures) -> None:
        """Those of run A and run B, which may be the exact motion."""
        lines = [
            (
                self.tr("states recorded"),
                f"{a.states}",
                f"{b.states}",
                self.tr("Of the exact motion: instants that were taken"),
            ),
            (
                self.tr("contact solves"),
                f"{a.contact_solves}",
                f"{b.contact_solves}",
                self.tr(
                    "Recorded states for which a contact problem was solved. The hybrid scheme solves more between them: at "
                    "each evaluation of its integrator"
                ),
            ),
            (
                self.tr("largest Σλ between impacts"),
                _with(a.largest_force, "N"),
                _with(b.largest_force, "N"),
                self.tr(
                    "The lecture says that the hybrid method has no contact forces: this one solves for them at every instant"
                ),
            ),
            (self.tr("worst penetration"), _with(a.penetration, "m"), _with(b.penetration, "m"), ""),
            (
                self.tr("worst natural map, velocities"),
                _residual(a.residual, "m/s"),
                _residual(b.residual, "m/s"),
                self.tr("‖r − P(r − û)‖ of solves for impulses: zero at a solution"),
            ),
            (
                self.tr("worst natural map, forces"),
                _residual(a.force_residual, ""),
                _residual(b.force_residual, ""),
                self.tr("Of solves for accelerations, over the largest of them"),
            ),
            (self.tr("energy at the end"), _with(a.energy, "J"), _with(b.energy, "J"), ""),
            (
                self.tr("compute time"),
                _with(1e3 * a.compute_time, "ms"),
                _with(1e3 * b.compute_time, "ms"),
                self.tr("In the thread that compared, beside the window and on this machine"),
            ),
        ]
        self.table.show_rows(lines)


def _with(value: float, unit: str) -> str:
    text = number_text(value, 4, 1e-13)
    return f"{text} {unit}" if value == value else text


def _residual(value: float, unit: str) -> str:
    return f"{residual_text(value)} {unit}".strip() if value == value else "–"


def _columns() -> tuple[Column[Line], ...]:
    return (
        Column("", lambda line: Cell(line[0], "text_second"), 150, share=1),
        Column("A", lambda line: line[1], 92, right=True),
        Column("B", lambda line: line[2], 92, right=True),
    )
