"""J, U, Σ and V as tables, one at a time, and how well they multiply."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from torseur.sim.analysis.svd.values import TaskSVD

from ...controls.buttons.copy_button import CopyButton
from ...controls.buttons.segmented import SegmentedControl
from ...displays.fact_list import FactList
from ...displays.heat_table.direction_table import NONE, DirectionTable
from ...displays.heat_table.heat_table import HeatTable
from ...displays.section_head import SectionHead, column_in, inset
from ...look.math_notation import index
from ...text.array_text import ArrayText
from ...text.number_text import residual_text
from .subspace_section import ROWS, joint_labels


class DecompositionSection(QWidget):
    """Columns of U and V are directions: `hovered` and `pinned` give "u" or "v" and the number from 0."""

    hovered = Signal(str, int)
    pinned = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._svd: TaskSVD | None = None
        self._numbers: tuple[int, ...] = ()
        self._pinned = ("", NONE)
        self.head = SectionHead("J = U Σ Vᵀ", self)
        self.which = SegmentedControl(
            {"J": "J", "U": "U", "S": "Σ", "V": "V"}, self.tr("Matrix shown"), self.head, height=24
        )
        self.copy = CopyButton(self.copied, self.head)
        self.head.add_control(self.which)
        self.head.add_control(self.copy)
        self.plain = HeatTable(self.tr("Matrix"), self)
        self.directions = DirectionTable(self.tr("Directions"), "columns", self)
        self.facts = FactList(self)
        column = column_in(self)
        column.addWidget(self.head)
        column.addLayout(inset(self.plain, bottom=4))
        column.addLayout(inset(self.directions, bottom=4))
        column.addLayout(inset(self.facts))
        self.which.chosen.connect(lambda _: self._show())
        self.directions.hovered.connect(lambda j: self.hovered.emit(self.which.choice.lower(), j))
        self.directions.pinned.connect(lambda j: self.pinned.emit(self.which.choice.lower(), j))

    def show_svd(self, svd: TaskSVD, numbers: Sequence[int]) -> None:
        """Show a decomposition; `numbers` are the panel's of the joints."""
        self._svd, self._numbers = svd, tuple(numbers)
        unit = svd.task.unit
        self.facts.show_facts([
            (self.tr("Largest entry of J − U Σ Vᵀ"), residual_text(svd.residual), unit),
            (self.tr("Largest entry of UᵀU − 1, VᵀV − 1"), residual_text(svd.orthogonality), ""),
        ])  # fmt: skip
        self._show()

    def show_pinned(self, kind: str, which: int) -> None:
        """Frame a column, by "u" or "v" and its number; NONE frames none."""
        self._pinned = kind, which
        pinned = which if kind in (self.which.choice.lower(), "sigma") and self.which.choice in "UV" else NONE
        self.directions.show_pinned(pinned)

    def copied(self) -> ArrayText | None:
        """The matrix shown, for copying; None without a decomposition."""
        if self._svd is None:
            return None
        values, rows, columns, _ = self._matrix(self._svd)
        return ArrayText(values, rows, columns)

    def _show(self) -> None:
        if self._svd is None:
            return
        turns = self.which.choice in "UV"
        self.plain.setVisible(not turns)
        self.directions.setVisible(turns)
        values, rows, columns, unit = self._matrix(self._svd)
        task = self._svd.task
        names = task.joints if self.which.choice == "J" else ()
        split = 3 if self.which.choice in "JU" and task.rows == "both" else 0
        table = self.directions if turns else self.plain
        table.show_matrix(values if values.size else None, rows, columns, units=(unit,), names=names, split=split)
        self.head.show_caption("" if unit in ("", "1") else unit)
        self.show_pinned(*self._pinned)

    def _matrix(self, svd: TaskSVD) -> tuple[np.ndarray, list[str], list[str], str]:
        """The matrix shown, the labels of its rows and columns, and its unit."""
        m, n = svd.task.J.shape
        rows, joints = [ROWS[name] for name in svd.task.row_names], joint_labels(self._numbers)
        u, v = [f"u_{i + 1}" for i in range(m)], [f"v_{index(j + 1)}" for j in range(n)]
        if self.which.choice == "J":
            return svd.task.J, rows, joints, svd.task.unit
        if self.which.choice == "U":
            return svd.U, rows, u, ""
        if self.which.choice == "V":
            return svd.V, joints, v, ""
        sigma = np.zeros((m, n))
        sigma[range(len(svd.sigma)), range(len(svd.sigma))] = svd.sigma
        return sigma, u, v, svd.task.unit
