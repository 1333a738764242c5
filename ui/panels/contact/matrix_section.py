"""The matrices of a contact problem: M, W, H and T, and what there is to say of M."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from ...controls.buttons.copy_button import CopyButton
from ...controls.buttons.segmented import SegmentedControl
from ...displays.fact_list import FactList
from ...displays.heat_table.heat_table import HeatTable
from ...displays.heat_table.scrolling_matrix import ScrollingMatrix
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, column_in
from ...look.style import EDGE
from ...text.array_text import ArrayText
from ...text.number_text import ABSENT, number_text
from .values import MOST_WHOLE, ProblemView
from .velocity_labels import TURNING, column_label, direction_units, full_name, mass_unit, mass_units, row_label

BESIDE = 116  # least width of the facts where they stand beside the matrix
PRESSED = 1e-9  # share of the largest force from which a contact counts as active


class MatrixSection(QWidget):
    """One of four matrices. Signals are for the user alone."""

    contact_clicked = Signal(int)  # which of the problem's contacts
    fold_switched = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view: ProblemView | None = None
        self._selected = ""
        self._placed = (True, -1)  # whether facts stand beside the matrix, and how wide that is
        self.head = SectionHead("", self, foldable=True)
        self.which = SegmentedControl(("M", "W", "H", "T"), self.tr("Matrix"), height=24)
        self.head.add_control(self.which)
        self.body = QWidget(self)
        self.table = HeatTable(self.tr("Matrix of the contact problem"), self.body)
        self.scrolling = ScrollingMatrix(self.tr("Matrix of the contact problem, which scrolls"), self.body)
        self.copy = CopyButton(self._array_text, self, name=self.tr("Copy the matrix"))
        self.head.add_control(self.copy)
        self.facts = FactList(self.body)
        self.line = Prose(self.body, role="text_second")
        self._body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._body.setSpacing(16)
        self._body.addWidget(self.table)
        self._body.addWidget(self.facts)
        column = column_in(self)
        column.addWidget(self.head)
        below = QVBoxLayout(self.body)
        below.setContentsMargins(EDGE, 0, EDGE, 12)
        below.addLayout(self._body)
        below.addWidget(self.scrolling)
        below.addWidget(self.line)
        column.addWidget(self.body)
        self.which.chosen.connect(lambda _: self._show_matrix())
        self.table.cell_clicked.connect(self._click)
        self.scrolling.cell_clicked.connect(self._click)
        self.head.fold_switched.connect(self._fold)
        self._show_matrix()

    def show_problem(self, view: ProblemView | None, reason: str) -> None:
        """Show a problem, or say why there is none."""
        if view is self.view and (view is not None or reason == self.line.text):
            return
        self.view = view
        self.line.show_text(reason if view is None else "")
        self._show_matrix()

    def show_selected(self, name: str) -> None:
        """Accent a contact by its name."""
        self._selected = name
        self._accent()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Facts stand beside the matrix if there is room, else below; that waits until the layouts around are done."""
        QTimer.singleShot(0, self, self._place)

    def _show_matrix(self) -> None:
        key, view = self.which.choice, self.view
        title, caption = {
            "M": (self.tr("Delassus matrix M"), self.tr("Tᵀ H⁻¹ T: W along normals, 1/kg")),
            "W": (self.tr("Delassus matrix W"), self.tr("M, and along both tangents, 1/kg")),
            "H": (self.tr("Mass matrix H"), "kg, kg·m, kg·m²"),
            "T": (self.tr("Directions T"), "1, m"),
        }[key]
        self.head.show_title(title)
        self.head.show_caption(caption)
        self.which.setVisible(view is not None and self.head.is_open)
        self.copy.setVisible(view is not None and self.head.is_open)
        self.table.setVisible(view is not None and not self._is_large)
        self.scrolling.setVisible(self._is_large)
        self.facts.setVisible(view is not None and key == "M")
        if view is None:
            return
        rows = [row_label(name) for name in view.H_labels]
        if key == "M":
            self.facts.show_facts(self._about(view))
        if self._is_large:
            self._show_large(view, key, rows)
        elif key == "M":
            self.table.show_matrix(view.M, view.names, view.names, units=("1/kg",))
        elif key == "W":
            names = axis_names(view)
            self.table.show_matrix(view.W, names, names, units=("1/kg",))
        elif key == "H":
            columns = [column_label(name) for name in view.H_labels]
            names = [full_name(name) for name in view.H_labels]
            self.table.show_matrix(view.H, rows, columns, units=mass_units(view.H_units), names=names)
        else:
            units = direction_units(view.H_units, len(view.names))
            self.table.show_matrix(view.T, rows, view.names, units=units)
        self._accent()
        self._place()

    @property
    def _is_large(self) -> bool:
        return self.view is not None and len(self.view.names) > MOST_WHOLE

    def _show_large(self, view: ProblemView, key: str, velocities: Sequence[str]) -> None:
        """A matrix that scrolls; those of heaps have millions of cells, whose units are asked for one by one."""
        of = view.H_units
        if key == "M":
            self.scrolling.show_matrix(view.M, view.names, view.names, lambda i, j: "1/kg")
        elif key == "W":
            names = axis_names(view)
            self.scrolling.show_matrix(view.W, names, names, lambda i, j: "1/kg")
        elif key == "H":
            columns = [column_label(name) for name in view.H_labels]
            self.scrolling.show_matrix(view.H, velocities, columns, lambda i, j: mass_unit(of, i, j))
        else:
            self.scrolling.show_matrix(view.T, velocities, view.names, lambda i, j: "m" if of[i] == TURNING else "1")

    def _array_text(self) -> ArrayText | None:
        return self.scrolling.array_text() if self._is_large else self.table.array_text()

    def _about(self, view: ProblemView) -> list[tuple[str, str, str]]:
        n = len(view.names)
        active = active_set(view.force[:, 2])
        unique = True if view.rank == n and not view.frictional else view.unique
        names = " ".join(view.names[i] for i in active) or self.tr("none")
        return [
            (self.tr("rank"), self.tr("{rank} of {n}").format(rank=view.rank, n=n), ""),
            (self.tr("cond, range"), number_text(view.condition), ""),
            (self.tr("forces"), ABSENT if unique is None else self.tr("unique") if unique else self.tr("one of many"), ""),
            (self.tr("active set"), names if len(active) <= 8 else f"{len(active)} / {n}", ""),
        ]

    def _accent(self) -> None:
        names = self.view.names if self.view else ()
        i = names.index(self._selected) if self._selected in names else None
        normal = None if i is None else 3 * i + 2
        rows = {"M": i, "W": normal, "H": None, "T": None}[self.which.choice]
        columns = {"M": i, "W": normal, "H": None, "T": i}[self.which.choice]
        if not self._is_large:
            self.table.show_selected(rows, columns)
        elif i is None or self.which.choice == "H":
            self.scrolling.show_selected(range(0), range(0))
        else:
            place = range(3 * i, 3 * i + 3) if self.which.choice == "W" else range(i, i + 1)
            self.scrolling.show_selected(range(0) if self.which.choice == "T" else place, place)

    def _place(self) -> None:
        room = self.width() - 2 * EDGE
        wide = self.table.full_width
        beside = self.facts.isVisibleTo(self) and wide + 16 + BESIDE <= room
        if (beside, wide) == self._placed:
            return
        self._placed = beside, wide
        directions = QBoxLayout.Direction
        self._body.setDirection(directions.LeftToRight if beside else directions.TopToBottom)
        self._body.setSpacing(16 if beside else 4)
        self.table.setMaximumWidth(wide if beside else 16_777_215)
        self.table.setMinimumWidth(wide if beside else 0)

    def _click(self, i: int, j: int) -> None:
        if self.which.choice != "H":
            self.contact_clicked.emit(j // 3 if self.which.choice == "W" else j)

    def _fold(self, is_open: bool) -> None:
        self.body.setVisible(is_open)
        self._show_matrix()
        self.fold_switched.emit(is_open)


def axis_names(view: ProblemView) -> list[str]:
    """Of the rows of W: three a contact."""
    return [f"{name} {axis}" for name in view.names for axis in ("t_1", "t_2", "n")]


def active_set(lam: np.ndarray) -> Sequence[int]:
    """The contacts that push."""
    return np.flatnonzero(lam > PRESSED * max(1.0, float(np.max(np.abs(lam), initial=0.0)))).tolist()
