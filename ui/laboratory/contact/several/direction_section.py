"""How t of the selected contact comes about: its normal as a 6-vector, and the Jacobians of both bodies."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ....controls.buttons.copy_button import CopyButton
from ....controls.buttons.segmented import SegmentedControl
from ....displays.fact_list import FactList
from ....displays.heat_table.wide_heat_table import WideHeatTable
from ....displays.prose import Prose
from ....displays.section_head import Divider, SectionHead, column_in, inset, padded
from ....look.style import SMALL
from ....text.number_text import listed, number_text, residual_text
from ...dynamics.values import Coordinate, about_axes
from .jacobian_table import JacobianTable
from .values import DirectionView

ROWS = ("v_x", "v_y", "v_z", "ω_x", "ω_y", "ω_z")
WHOLE = 24  # joints that have columns whether they move the contact or not
LAST = {"s": "J_sᵀ n", "p": "J_pᵀ n", "both": "t"}


class DirectionSection(QWidget):
    """Signals are for the user alone: which joint is looked at, and about which point moments are taken."""

    joint_chosen = Signal(int)
    place_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: DirectionView | None = None
        self._coordinates: tuple[Coordinate, ...] = ()
        self._joint = -1
        self._columns: tuple[int, ...] = ()  # joints that are shown
        self.head = SectionHead("", self)
        self.which = SegmentedControl(
            {"s": "Jₛ", "p": "Jₚ", "both": "Jₛ − Jₚ"}, self.tr("Jacobian shown"), self.head, height=24
        )
        self.which.show_choice("both")
        self.place = SegmentedControl(
            {"P": self.tr("at P"), "O": self.tr("at O")}, self.tr("Moments about"), self.head, height=24
        )
        self.head.add_control(self.place)
        self.head.add_control(self.which)
        self.line = Prose(self, role="text_second", px=SMALL)
        self.normal = FactList(self)
        self.table = JacobianTable(self.tr("Jacobian of the contact"), self)
        self.head.add_control(CopyButton(self.table.array_text, self, name=self.tr("Copy the Jacobian")))
        self.facts = FactList(self)
        self.which.chosen.connect(lambda _: self._show_table())
        self.place.chosen.connect(self.place_chosen)
        self.table.cell_clicked.connect(lambda i, j: self.joint_chosen.emit(self._columns[j]))
        self._parts = QWidget(self)
        inside = column_in(self._parts)
        inside.addLayout(inset(self.normal, bottom=2))
        inside.addLayout(inset(WideHeatTable(self.table, self._parts), bottom=4))
        inside.addLayout(inset(self.facts, bottom=8))
        column = column_in(self)
        for part in (Divider(self), self.head, padded(self.line, bottom=4), self._parts):
            column.addWidget(part)

    def show_direction(
        self, view: DirectionView | None, coordinates: Sequence[Coordinate], joint: int, why: str = ""
    ) -> None:
        """Show how t of a contact comes about, and which joint is looked at; without one, say why."""
        self._view, self._coordinates, self._joint = view, tuple(coordinates), joint
        self._parts.setVisible(view is not None)
        self.head.show_controls(view is not None)
        if view is None:
            self.head.show_title(self.tr("How a contact acts on the joints"))
            self.line.show_text(why)
            return
        direction = view.direction
        self.head.show_title(f"{_t(view.name)} = (J_s − J_p)ᵀ n")
        s, p, fixed = direction.successor, direction.predecessor, direction.fixed
        if fixed == p:
            words = self.tr(
                "External force: {p} (p) stands still, so Jₚ = 0 and t = Jₛᵀ n, with n out of it into {s} (s)."
            )
        elif fixed:
            words = self.tr(
                "External force: {s} (s) stands still, so Jₛ = 0 and t = −Jₚᵀ n, with n out of {p} (p) into it."
            )
        else:
            words = self.tr("Force between two bodies that move: n points out of {p} (p) into {s} (s).")
        axes = self.tr(" Rows are along the world's axes. {columns}").format(columns=about_axes(coordinates))
        self.line.show_text(f"{words.format(s=s, p=p)}{axes}".strip())
        n = direction.normal
        about = (
            self.tr("about the contact P, where it has no moment")
            if view.place == "P"
            else self.tr("about the world's origin O")
        )
        self.normal.show_facts([
            (self.tr("n, along the world's axes"), _vector(n[:3]), ""),
            (self.tr("its moment about P") if view.place == "P" else "(P − O) × n", _vector(n[3:]), "m"),
        ])  # fmt: skip
        self.facts.show_facts([
            (self.tr("t less its column of T, at most"), residual_text(view.error), ""),
            (self.tr("t about P less t about O, at most"), residual_text(view.apart), ""),
        ])  # fmt: skip
        self.normal.setToolTip(about)
        self.place.show_choice(view.place)
        self._show_table()

    def _show_table(self) -> None:
        if self._view is None:
            return
        which, direction = self.which.choice, self._view.direction
        both = np.any(direction.J_s, axis=0) | np.any(direction.J_p, axis=0)
        count = len(self._coordinates)
        self._columns = tuple(range(count)) if count <= WHOLE else tuple(np.flatnonzero(both).tolist())
        joints, columns = [self._coordinates[k] for k in self._columns], list(self._columns)
        J = {"s": direction.J_s, "p": direction.J_p, "both": direction.difference}[which]
        units = [
            ("m" if one.turns else "1") if row < 3 else ("1" if one.turns else "1/m") for row in range(6) for one in joints
        ] + ["m" if one.turns else "1" for one in joints]  # fmt: skip
        last = _t(self._view.name) if which == "both" else LAST[which]
        self.table.show_matrix(
            np.vstack([J, J.T @ direction.normal])[:, columns], (*ROWS, last), [one.symbol for one in joints], units=units,
            names=[one.full for one in joints], split=6,
        )  # fmt: skip
        self.table.show_selected(None, columns.index(self._joint) if self._joint in columns else None)
        self.head.show_caption(
            "" if len(columns) == count else self.tr("{n} of {all} joints").format(n=len(columns), all=count)
        )


def _t(name: str) -> str:
    """The t of a contact: t_1 of c_1."""
    return f"t{name[1:]}" if name[:1] == "c" else f"t of {name}"


def _vector(values: np.ndarray) -> str:
    return listed(number_text(x, 4, 1e-12) for x in values.tolist())
