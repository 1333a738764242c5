"""One free body on its contacts: N = [n₁ …], f_c = N λ, and M from its spatial inertia."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from torseur.sim.contact.analysis.several.values import BodyContacts

from ....controls.buttons.copy_button import CopyButton
from ....displays.equations.equation_card import EquationCard
from ....displays.equations.values import EquationView
from ....displays.fact_list import FactList
from ....displays.heat_table.heat_table import HeatTable
from ....displays.heat_table.wide_heat_table import WideHeatTable
from ....displays.prose import Prose
from ....displays.section_head import Divider, SectionHead, column_in, inset, padded
from ....look.style import SMALL
from ....text.number_text import residual_text

ROWS = ("n_x", "n_y", "n_z", "(r×n)_x", "(r×n)_y", "(r×n)_z")
UNITS = ("1",) * 3 + ("m",) * 3


class FreeBodySection(QWidget):
    """Hidden where more than one body, or one of a robot, is touched. `contact_chosen` is for the user alone."""

    contact_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead("", self)
        self.note = Prose(self, role="text_second", px=SMALL)
        self.table = HeatTable(self.tr("N: the normals of one body as 6-vectors"), self, precise=True)
        self.head.add_control(CopyButton(self.table.array_text, self, name=self.tr("Copy N")))
        self.table.cell_clicked.connect(lambda i, j: self.contact_chosen.emit(j))
        self.balance = EquationCard(self)
        self.facts = FactList(self)
        column = column_in(self)
        column.addWidget(Divider(self))
        column.addWidget(self.head)
        column.addWidget(padded(self.note, bottom=6))
        column.addLayout(inset(WideHeatTable(self.table, self), bottom=6))
        column.addWidget(self.balance)
        column.addLayout(inset(self.facts, bottom=8))

    def show_body(
        self, body: BodyContacts | None, names: Sequence[str], balance: EquationView | None, M: np.ndarray, parts: float
    ) -> None:
        """Show a body with its contacts; None hides the section.

        balance : f + N λ = I ξ̇ + ξ ×* I ξ in numbers
        M       : the Delassus matrix of the same contacts, from H
        parts   : the largest difference of d and of the d that the body's own terms give
        """
        self.setVisible(body is not None)
        if body is None or balance is None:
            return
        self.head.show_title(self.tr("One body: f_c = N λ"))
        self.head.show_caption(body.body)
        words = self.tr(
            "Only {body} moves. Each column of N is the normal nᵢ of a contact, into the body, with its moment m = (P − c) × n "
            "about the centre of mass c; M = Nᵀ I⁻¹ N and d = Nᵀ I⁻¹ (f − ξ ×* I ξ) + Ṅᵀ ξ, I the body's spatial inertia."
        )
        self.note.show_text(words.format(body=body.body))
        self.table.show_matrix(body.N, ROWS, names, units=UNITS)
        self.balance.show_equation(balance, "now")
        self.facts.show_facts([
            (self.tr("Nᵀ I⁻¹ N less Tᵀ H⁻¹ T, at most"), residual_text(float(np.abs(body.M - M).max(initial=0.0))), "1/kg"),
            (self.tr("d of the body less d of the joints, at most"), residual_text(parts), "m/s²"),
        ])  # fmt: skip

    def show_selected(self, place: int) -> None:
        """Let a contact stand out; -1: none."""
        self.table.show_selected(None, place if place >= 0 else None)
