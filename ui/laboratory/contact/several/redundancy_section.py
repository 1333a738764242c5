"""Which combination of forces is not determined: eigenvectors of M, null vectors, and sliders along them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from torseur.sim.contact.analysis.several.values import DelassusKernel

from ....controls.buttons.copy_button import CopyButton
from ....controls.buttons.outline_button import OutlineButton
from ....controls.buttons.segmented import SegmentedControl
from ....displays.fact_list import FactList
from ....displays.heat_table.heat_table import HeatTable
from ....displays.heat_table.wide_heat_table import WideHeatTable
from ....displays.prose import Prose
from ....displays.section_head import Divider, SectionHead, column_in, inset, inset_row, padded
from ....look.style import SMALL
from ....text.number_text import quantity_text, residual_text
from .shift_slider import ShiftSlider
from .values import SeveralContacts, ShiftFacts, ShiftRow

MOST = 8  # sliders


class RedundancySection(QWidget):
    """Signals are for the user alone."""

    moved = Signal(int, float)  # along which direction, to how much
    put_back = Signal()
    kind_chosen = Signal(str)  # "normals" or "friction"
    contact_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(self.tr("Which combination is not determined"), self)
        self.line = Prose(self, role="text_second", px=SMALL)
        self.vectors = HeatTable(self.tr("Eigenvectors of M, a column each"), self)
        self.head.add_control(CopyButton(self.vectors.array_text, self, name=self.tr("Copy the eigenvectors")))
        self.kernel_head = SectionHead(self.tr("Kernel"), self)
        self.kind = SegmentedControl(
            {"normals": self.tr("M z = 0"), "friction": self.tr("W z = 0")}, self.tr("Forces that may change"), self.kernel_head,
            height=24,
        )  # fmt: skip
        self.kernel_head.add_control(self.kind)
        self.null = HeatTable(self.tr("Directions in which forces are not determined, a row each"), self)
        self.kernel_head.add_control(CopyButton(self.null.array_text, self, name=self.tr("Copy the kernel")))
        self.about = Prose(self, role="text_second", px=SMALL)
        self.sliders = tuple(ShiftSlider(self) for _ in range(MOST))
        self.facts = FactList(self)
        self.back = OutlineButton(self.tr("Least norm"), parent=self)
        self._buttons = QWidget(self)
        row = QVBoxLayout(self._buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.addLayout(inset_row(self.back))
        self.vectors.cell_clicked.connect(lambda i, j: self.contact_chosen.emit(i - 1) if i > 0 else None)
        self.null.cell_clicked.connect(lambda i, j: self.contact_chosen.emit(self._place(j)))
        self.kind.chosen.connect(self.kind_chosen)
        self.back.clicked.connect(lambda: self.put_back.emit())
        for k, slider in enumerate(self.sliders):
            slider.moved.connect(lambda amount, k=k: self.moved.emit(k, amount))
        self._three, self._selected = False, -1
        column = column_in(self)
        for part in (Divider(self), self.head, padded(self.line, bottom=6)):
            column.addWidget(part)
        self._vectors_room = WideHeatTable(self.vectors, self)
        column.addLayout(inset(self._vectors_room, bottom=4))
        column.addWidget(self.kernel_head)
        column.addWidget(padded(self.about, bottom=6))
        self._null_room = WideHeatTable(self.null, self)
        column.addLayout(inset(self._null_room, bottom=8))
        for slider in self.sliders:
            column.addWidget(slider)
        column.addLayout(inset(self.facts, bottom=6))
        column.addWidget(self._buttons)

    def show_kernel(self, view: SeveralContacts, kernel: DelassusKernel | None, sentence: str) -> None:
        """Show eigenvalues and eigenvectors of M, and a sentence on its rank; None: the sentence alone."""
        self.line.show_text(sentence)
        self._vectors_room.setVisible(kernel is not None)
        if kernel is None:
            self.vectors.show_matrix(None, (), ())
            return
        order = np.argsort(kernel.eigenvalues)[::-1]
        values = np.maximum(kernel.eigenvalues[order], 0.0)
        values[kernel.rank :] = 0.0
        vectors = kernel.eigenvectors[:, order]
        signs = np.sign(vectors[np.argmax(np.abs(vectors), axis=0), np.arange(len(order))])
        names = [f"u_{k + 1}" if k < 9 else f"u_{{{k + 1}}}" for k in range(len(order))]
        self.vectors.show_matrix(
            np.vstack([values, np.where(np.abs(vectors) < 1e-12, 0.0, vectors * signs)]), ("σ", *view.names), names,
            units=("1/kg", *[""] * len(view.names)), split=1,
            names=[self.tr("makes no motion") if k >= kernel.rank else "" for k in range(len(order))],
        )  # fmt: skip

    def show_directions(
        self, view: SeveralContacts, directions: np.ndarray, kinds: bool, kind: str, sentence: str
    ) -> None:
        """Show directions (n, k), or (3n, k) with friction, and whether there are both kinds to choose from."""
        count = directions.shape[1]
        self._three = len(directions) == 3 * len(view.names) and len(view.names) > 0
        shown = directions[:, :MOST]
        columns: Sequence[str] = view.names
        if self._three:
            used = np.flatnonzero(np.abs(shown).max(axis=1, initial=0.0) > 1e-9)
            self._used = used
            axes = ("t_1", "t_2", "n")
            shown = shown[used]
            columns = [f"{view.names[k // 3]} {axes[k % 3]}" for k in used]
        self.kernel_head.setVisible(count > 0 or kinds)
        self.kind.setVisible(kinds)
        self.kind.show_choice(kind)
        self.kernel_head.show_caption(self.tr("a row each") if count else "")
        self.about.show_text(sentence)
        rows = [f"z_{k + 1}" for k in range(shown.shape[1])]
        self._null_room.setVisible(count > 0)
        self.null.show_matrix(np.where(np.abs(shown.T) < 1e-9, 0.0, shown.T) if count else None, rows, columns)
        self.show_selected(self._selected)

    def show_shift(self, view: SeveralContacts, rows: Sequence[ShiftRow], facts: ShiftFacts | None, back: str) -> None:
        """Show how far forces are gone along each direction, and what came of it; `back` says what the button goes back to."""
        for slider, row in zip(self.sliders, rows, strict=False):
            slider.show_shift(row, view.load_unit)
        for k, slider in enumerate(self.sliders):
            slider.setVisible(k < len(rows))
        self.facts.setVisible(facts is not None)
        self._buttons.setVisible(bool(rows))
        self.back.setText(back)
        self.back.setEnabled(any(row.amount != 0.0 for row in rows))
        if facts is None:
            return
        letter = "Λ" if view.impulses else "λ"
        rate = "ζ" if view.impulses else "ζ̇"
        changes = self.tr("{what} changes by, at most")
        self.facts.show_facts([
            (changes.format(what=letter), quantity_text(facts.moved, ""), view.load_unit),
            *([(changes.format(what="q̈"), *facts.acceleration)] if facts.acceleration is not None else []),
            (changes.format(what="τ_c" if not view.impulses else self.tr("the joints' impulse")), *facts.torque),
            (changes.format(what=rate), residual_text(facts.rate), view.rate_unit),
        ])  # fmt: skip

    def show_selected(self, place: int) -> None:
        """Let a contact stand out; -1: none."""
        self._selected = place
        self.vectors.show_selected(place + 1 if place >= 0 else None, None)
        column = place if place >= 0 and not self._three else None
        self.null.show_selected(None, column)

    def _place(self, column: int) -> int:
        return int(self._used[column]) // 3 if self._three else column
