"""A velocity that is typed, split by a projector: what the joints can give of it and what is lost, or what moves the task."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from torseur.sim.analysis.svd.values import VelocitySplit
from torseur.sim.texts import marked, tr

from ...controls.buttons.copy_button import CopyButton
from ...controls.buttons.outline_button import OutlineButton
from ...controls.buttons.segmented import SegmentedControl
from ...controls.fields.amount import Amount
from ...controls.fields.amount_rows import AmountRows
from ...displays.folded_section import FoldedSection
from ...displays.heat_table.heat_table import HeatTable
from ...displays.prose import Prose
from ...displays.section_head import inset, inset_row
from ...displays.value_tiles import ValueTiles
from ...look.style import SMALL
from ...text.array_text import ArrayText
from ...text.number_text import number_text, residual_text
from ...text.units import AngleUnit, to_display_unit, unit_text

SIDES = {"task": "v", "joints": "q̇"}
COLUMNS = {"task": ("v", "U_{r}U_rᵀ v", marked("lost")), "joints": ("q̇", "V_{r}V_rᵀ q̇", marked("still"))}


class ProjectorSection(FoldedSection):
    """`show_*` and `set_*` are silent; signals are for the user alone."""

    side_chosen = Signal(str)  # "task" or "joints"
    entered = Signal(int, float)  # which component, from 0 [rad/s | m/s]
    clear_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Projectors"), parent)
        self._unit: AngleUnit = "deg"
        self._amounts: tuple[Amount, ...] = ()
        self._shown: tuple[str, VelocitySplit] | None = None
        self.side = SegmentedControl(
            {"task": self.tr("task v"), "joints": self.tr("joints q̇")}, self.tr("What is split"), self.head, height=24
        )
        self.copy = CopyButton(self._copied, self.head, name=self.tr("Copy the parts"))
        self.head.add_control(self.side)
        self.head.add_control(self.copy)
        self.about = Prose(self, role="text_second", px=SMALL)
        self.amounts = AmountRows(self.tr("Velocity that is split"), self, per="/s")
        self.clear = OutlineButton(self.tr("All 0"), "", self)
        self.tiles = ValueTiles(("", "", ""), (0.36, 0.36, 0.28), self)
        self.table = HeatTable(self.tr("The velocity and its two parts"), self)
        self.matrix = HeatTable(self.tr("The projector"), self)
        self.title = Prose(self, role="text_second", px=SMALL)
        self.line = Prose(self, role="text_hint", px=SMALL)
        self.column.addLayout(inset(self.about, bottom=6))
        self.column.addWidget(self.amounts)
        self.column.addLayout(inset_row(self.clear))
        for widget, bottom in ((self.tiles, 8), (self.table, 8), (self.title, 4), (self.matrix, 4), (self.line, 12)):
            self.column.addLayout(inset(widget, bottom=bottom))
        self.side.chosen.connect(self.side_chosen)
        self.amounts.changed.connect(self.entered)
        self.clear.clicked.connect(self.clear_requested)

    def set_unit(self, unit: AngleUnit) -> None:
        """Show angles in degrees or radians."""
        if unit != self._unit:
            self._unit = unit
            self.amounts.set_unit(unit)
            self._write()

    def show_amounts(self, side: str, amounts: Sequence[Amount], values: np.ndarray) -> None:
        """Offer these components of a velocity of the "task", or of the "joints"; values (k,) [rad/s | m/s]."""
        self.side.show_choice(side)
        self._amounts = tuple(amounts)
        self.amounts.set_amounts(amounts)
        self.amounts.show_values(values.tolist())

    def show_split(self, side: str, split: VelocitySplit, rank: int, note: str) -> None:
        """Show the parts of what is typed, and in which norm they are orthogonal."""
        self._shown = side, split
        count = len(split.given)
        if side == "task":
            about = self.tr("v = U_r U_rᵀ v + (1 − U_r U_rᵀ) v: what some q̇ gives, and what no q̇ gives.")
            name, check = "U_rU_rᵀ", self.tr("Largest entry of Jᵀ · lost: {x}.")
        else:
            about = self.tr("q̇ = V_r V_rᵀ q̇ + (1 − V_r V_rᵀ) q̇: what moves the task, and what leaves it still.")
            name, check = "V_rV_rᵀ", self.tr("Largest entry of J · still: {x}.")
        self.about.show_text(about.replace("_r", "ᵣ"))
        self.title.show_text(self.tr("{name}, {n} × {n}").format(name=name.replace("_r", "ᵣ"), n=count))
        kept, lost = 100.0 * (1.0 - split.share), 100.0 * split.share
        there = bool(np.any(split.given))
        names = {
            "task": (self.tr("given, of |v|²"), self.tr("lost, of |v|²")),
            "joints": (self.tr("moves it, of |q̇|²"), self.tr("still, of |q̇|²")),
        }
        self.tiles.set_names((*names[side], self.tr("rank r")))
        self.tiles.show_values((
            (number_text(kept, zero=1e-9) if there else "–", "%"),
            (number_text(lost, zero=1e-9) if there else "–", "%"),
            (str(rank), self.tr("of {n}").format(n=count)),
        ))  # fmt: skip
        whole = self.tr("All {n} rows can be had: nothing is lost. More rows of the task, above, may show a loss.")
        full = whole.format(n=count) if side == "task" and rank == count < 6 else ""
        self.line.show_text(" ".join(filter(None, (check.format(x=residual_text(split.residual)), note, full))))
        self._write()

    def _write(self) -> None:
        if self._shown is None:
            return
        side, split = self._shown
        angles = [amount.is_angle for amount in self._amounts]
        if len(angles) != len(split.given):
            return
        factors = np.array([to_display_unit(1.0, angle, self._unit) for angle in angles])
        units = [unit_text(angle, self._unit) + "/s" for angle in angles]
        letters = [amount.letter for amount in self._amounts]
        values = np.column_stack([split.given, split.kept, split.lost]) * factors[:, None]
        values[np.abs(values) < 1e-12 * np.abs(values).max(initial=0.0)] = 0.0
        self.table.show_matrix(
            values, letters, tuple(map(tr, COLUMNS[side])), units=units, split=3 if len(units) == 6 else 0
        )
        P = np.where(np.abs(split.projector) < 1e-13, 0.0, split.projector)
        self.matrix.show_matrix(P, letters, letters, names=[amount.name for amount in self._amounts])

    def _copied(self) -> ArrayText | None:
        if self._shown is None:
            return None
        side, split = self._shown
        values = np.column_stack([split.given, split.kept, split.lost])
        return ArrayText(values, [amount.letter for amount in self._amounts], COLUMNS[side])
