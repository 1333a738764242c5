"""The laboratory's page on statics: loads, what they ask of each joint, what the structure carries, and a check."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ...controls.buttons.copy_button import CopyButton
from ...controls.buttons.segmented import SegmentedControl
from ...displays.badge import Badge
from ...displays.fact_list import FactList
from ...displays.panel_column import PanelColumn
from ...displays.prose import Prose
from ...displays.section_head import Divider, SectionHead, column_in, inset
from ...look.style import EDGE, SMALL
from ...text.array_text import ArrayText
from ...text.number_text import number_text
from .carried_section import CarriedSection
from .check_section import CheckSection
from .load_section import LoadSection
from .torque_table import TorqueTable, letters_of, share_text
from .values import BaseLine, CarriedView, TorqueRow
from .work_section import WorkSection


class StaticsPage(PanelColumn):
    """`show_*` and `set_*` are for the program and silent; signals, here and of the parts, are for the user alone."""

    side_chosen = Signal(str)  # "held" or "exerted"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[TorqueRow, ...] = ()
        self.column = column_in(self)
        self.load_section = LoadSection(
            self.tr("Loads"),
            self.tr(
                "No load: the torques hold the robot against gravity alone. Press Force, then press on the robot and drag."
            ),
            self,
        )
        self.column.addWidget(self.load_section)
        self._make_torques()
        self.carried = CarriedSection(self)
        self._divider = Divider(self)
        self.column.addWidget(self._divider)
        self.column.addWidget(self.carried)
        self.column.addWidget(Divider(self))
        self.work = WorkSection(self)
        self.column.addWidget(self.work)
        self.column.addWidget(Divider(self))
        self.check = CheckSection(self)
        self.column.addWidget(self.check)
        self.column.addStretch(1)

    def show_side(self, side: str) -> None:
        """Whose the loads are: "held" or "exerted"."""
        self.side.show_choice(side)
        self._show_note()

    def _show_note(self) -> None:
        told = (
            self.tr("The environment pushes the robot, which holds still: τ = −Γ + g(q), Γ = Σ JᵀF.")
            if self.side.choice == "held"
            else self.tr("The robot pushes the environment: τ = +Γ + g(q), Γ = Σ JᵀF.")
        )
        if any(row.sprung for row in self._rows):
            told += " " + self.tr("Springs of joints give τₚ, motors τₘ = τ − τₚ.")
        self._side_note.show_text(told)

    def show_torques(self, rows: Sequence[TorqueRow], reason: str = "") -> None:
        """Show the joints, or say why there is nothing to show."""
        self._rows = tuple(rows)
        self.table.show_torques(rows)
        self._show_note()
        self.reason.show_text(reason)
        self.copy_button.setEnabled(bool(rows))
        above = [row for row in rows if row.exceeded]
        limited = [row for row in rows if np.isfinite(row.limit)]
        if above:
            text, tone = self.tr("{n} above limit").format(n=len(above)), "warning"
        elif limited:
            text, tone = self.tr("within limits"), "good"
        else:
            text, tone = (self.tr("no limits"), "plain") if rows else ("", "plain")
        reason = ", ".join(row.full for row in above)
        if rows and not limited:
            reason = self.tr("The file of this robot gives no limit of torque or force.")
        self.badge.show_text(text, tone, reason)
        self.sums.show_facts(self._facts(rows, limited))
        self.sums.setVisible(bool(rows))

    def show_bases(self, bases: Sequence[BaseLine]) -> None:
        """Say what each base without a motor lacks."""
        lines = [
            self.tr("{name} has no motor: to stay, it lacks a force of {force} and a moment of {moment} about its origin, "
                    "which the ground or a hand must give. Contacts are not counted.")
            .format(name=base.name, force=base.force, moment=base.moment)
            for base in bases
        ]  # fmt: skip
        self.bases.show_text("\n".join(lines))

    def show_carried(self, view: CarriedView | None) -> None:
        """Show how the load that is edited is split."""
        self._divider.setVisible(view is not None)
        self.carried.show_load(view)

    def _make_torques(self) -> None:
        self.column.addWidget(Divider(self))
        head = SectionHead(self.tr("Joint torques"), self)
        self.badge = Badge(head)
        self.copy_button = CopyButton(self._source, self, name=self.tr("Copy the torques"))
        head.add_control(self.badge)
        head.add_control(self.copy_button)
        self.column.addWidget(head)
        self.side = SegmentedControl(
            {"held": self.tr("hold against"), "exerted": self.tr("exert")}, self.tr("Whose the loads are"), height=24
        )
        self.side.chosen.connect(self.side_chosen)
        row = QHBoxLayout()
        row.setContentsMargins(EDGE, 0, EDGE, 8)
        row.addWidget(self.side)
        row.addStretch(1)
        self.column.addLayout(row)
        self._side_note = Prose(self, role="text_second", px=SMALL)
        self.column.addLayout(inset(self._side_note, bottom=4))
        self.reason = Prose(self, role="text_second", px=SMALL, icon="info")
        self.column.addLayout(inset(self.reason))
        self.table = TorqueTable(self._source, self)
        self.column.addWidget(self.table)
        self.sums = FactList(self)
        self.column.addLayout(inset(self.sums, bottom=8))
        self.bases = Prose(self, px=SMALL, icon="info", icon_role="warning")
        self.column.addLayout(inset(self.bases))

    def _facts(self, rows: Sequence[TorqueRow], limited: Sequence[TorqueRow]) -> list[tuple[str, str, str]]:
        """Lines below the table: the size of all torques together, and the joint nearest to its limit."""
        found = []
        for unit, what in (("N·m", self.tr("|τ| of the turning joints")), ("N", self.tr("|τ| of the sliding joints"))):
            values = [row.torque for row in rows if row.unit == unit]
            if values:
                found.append((what, number_text(float(np.linalg.norm(values))), unit))
        if limited:
            most = max(limited, key=lambda row: row.share)
            found.append(
                (self.tr("Largest share of a limit: {joint}").format(joint=most.name), share_text(most.share), "%")
            )
        return found

    def _source(self) -> ArrayText | None:
        if not self._rows:
            return None
        values = np.array([[row.load, row.gravity, row.torque, row.limit] for row in self._rows])
        return ArrayText(values, [f"{row.full} [{row.unit}]" for row in self._rows], (*letters_of(self._rows), "limit"))
