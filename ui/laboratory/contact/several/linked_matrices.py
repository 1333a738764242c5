"""M, T, H and T λ as coloured tables, one at a time; a cell that is clicked selects its contact everywhere."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ....controls.buttons.copy_button import CopyButton
from ....controls.buttons.segmented import SegmentedControl
from ....displays.fact_list import FactList
from ....displays.heat_table.heat_table import HeatTable
from ....displays.heat_table.wide_heat_table import WideHeatTable
from ....displays.section_head import Divider, SectionHead, column_in, inset
from ....text.number_text import number_text
from ...dynamics.values import mass_unit
from .values import SeveralContacts


class LinkedMatrices(QWidget):
    """Which matrix is shown is the user's choice alone. `cell_chosen` gives two contacts, -1 for a row that is of a joint."""

    cell_chosen = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: SeveralContacts | None = None
        self._force = np.zeros((0, 3))
        self._selected, self._row = -1, -1
        self.head = SectionHead("", self)
        self.which = SegmentedControl(
            {"M": "M", "T": "T", "H": "H", "load": "Tλ"}, self.tr("Matrix shown"), self.head, height=24
        )
        self.head.add_control(self.which)
        self.table = HeatTable(self.tr("Matrix of the contact problem"), self, precise=True)
        self.head.add_control(CopyButton(self.table.array_text, self, name=self.tr("Copy the matrix")))
        self.facts = FactList(self)
        self.which.chosen.connect(lambda _: self._show_matrix())
        self.table.cell_clicked.connect(self._click)
        column = column_in(self)
        column.addWidget(Divider(self))
        column.addWidget(self.head)
        column.addLayout(inset(WideHeatTable(self.table, self), bottom=4))
        column.addLayout(inset(self.facts, bottom=8))

    def show_contacts(self, view: SeveralContacts, force: np.ndarray) -> None:
        """Show the matrices of a problem, T λ with forces (n, 3) that may have been moved along the kernel."""
        self._view, self._force = view, force
        if max(self._selected, self._row) >= len(view.names):
            self._selected, self._row = -1, -1
        self._show_matrix()

    def show_selected(self, place: int, other: int = -1) -> None:
        """Let a contact stand out, and in M the row of another that it is looked at with; -1: none."""
        self._selected, self._row = place, other
        self._accent()

    def _show_matrix(self) -> None:
        view = self._view
        if view is None:
            return
        load = "Λ" if view.impulses else "λ"
        of, moving = view.joints, list(view.moving)
        joints, full = [one.symbol for one in of], [one.full for one in of]
        key = self.which.choice
        titles = {
            "M": (self.tr("Delassus matrix M"), "Tᵀ H⁻¹ T, 1/kg"), "T": (self.tr("Directions T"), "[t_1 t_2 …], 1, m"),
            "H": (self.tr("Mass matrix H"), "kg, kg·m, kg·m²"),
            "load": (self.tr("τ_c, contact by contact"), f"t_i {load}_i, {view.load_unit}, {view.load_unit}·m"),
        }  # fmt: skip
        self.head.show_title(titles[key][0])
        left = len(view.coordinates) - len(of)
        rows = (
            self.tr(", {n} of {all} joints").format(n=len(of), all=len(view.coordinates)) if left and key != "M" else ""
        )
        self.head.show_caption(titles[key][1] + rows)
        if key == "M":
            self.table.show_matrix(view.M, view.names, view.names, units=("1/kg",), names=view.pairs)
        elif key == "H":
            units = [mass_unit(row, column) for row in of for column in of]
            self.table.show_matrix(
                view.H[np.ix_(moving, moving)],
                joints,
                joints,
                units=units[:1] if len(set(units)) == 1 else units,
                names=full,
            )
        else:
            scale = np.ones(len(view.names)) if key == "T" else self._force[:, 2]
            turning, sliding = (
                ("m", "1") if key == "T" else (f"{view.load_unit}·m".replace("N·s·m", "N·m·s"), view.load_unit)
            )
            units = [turning if one.turns else sliding for one in of]
            self.table.show_matrix(view.T[moving] * scale, joints, view.names, units=units, names=view.pairs)
        self._accent()

    def _accent(self) -> None:
        i = self._selected if self._selected >= 0 else None
        row = self._row if self._row >= 0 else i
        self.table.show_selected(*{"M": (row, i), "H": (None, None)}.get(self.which.choice, (None, i)))
        view = self._view
        both = view is not None and i is not None and row is not None and self.which.choice == "M"
        self.facts.setVisible(both)
        if both and view is not None and i is not None and row is not None:
            names = view.names[row], view.names[i]
            self.facts.show_facts([(
                self.tr("1 {unit} at {j} changes {rate} of {i} by").format(
                    unit=view.load_unit, j=names[1], i=names[0], rate="ζ" if view.impulses else "ζ̇"),
                number_text(float(view.M[row, i])), view.rate_unit,
            )])  # fmt: skip

    def _click(self, i: int, j: int) -> None:
        if self.which.choice != "H":
            self.cell_chosen.emit(i if self.which.choice == "M" else -1, j)
