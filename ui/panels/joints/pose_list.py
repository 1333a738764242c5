"""The poses of a robot by name: which one it stands in, and taking another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from ...controls.buttons.icon_button import IconButton
from ...displays.row_table.column import Cell, Column
from ...displays.row_table.row_table import RowTable
from ...displays.section_head import Divider, SectionHead, column_in
from ...look.paint_key import caps_width, paint_caps
from ...look.style import TEXT
from ...look.theme import Theme

ROW_HEIGHT = 28
INDENT = 24  # of a name, the room of the check mark
HOME, HOME_KEY = "home", "H"


@dataclass(frozen=True, slots=True)
class PoseRow:
    """A pose, and whether the robot stands in it."""

    name: str
    current: bool


class PoseList(QWidget):
    """A section with a row for each pose. `chosen` and `store_requested` are for the user alone."""

    chosen = Signal(str)
    store_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.names: tuple[str, ...] = ()
        self.current = ""  # the pose with the check mark
        self.store_button = IconButton("plus", self.tr("Keep the pose it stands in now"), self, side=24)
        self.store_button.clicked.connect(lambda: self.store_requested.emit())
        head = SectionHead(self.tr("Poses"), self)
        head.add_control(self.store_button)
        columns: tuple[Column[PoseRow], ...] = (
            Column("", _name, share=1, px=TEXT, accented=True),
            Column("", _key, round(caps_width(HOME_KEY)), paint=_paint_key),
        )
        self.table = RowTable(
            self.tr("Poses"),
            columns,
            self,
            row_height=ROW_HEIGHT,
            header=False,
            divided=False,
            click_activates=True,
            selects=False,
            tip=self._tip,
        )
        self.table.row_activated.connect(lambda row: self.chosen.emit(self.names[row]))
        column = column_in(self, bottom=5)
        for part in (Divider(self), head, self.table):
            column.addWidget(part)

    def set_poses(self, names: Sequence[str]) -> None:
        """Offer poses by their names."""
        if tuple(names) != self.names:
            self.names = tuple(names)
            self._show()

    def show_pose(self, name: str) -> None:
        """Put the check mark at this pose, or with "" at none."""
        if name != self.current:
            self.current = name
            self._show()

    def _show(self) -> None:
        self.table.show_rows([PoseRow(name, name == self.current) for name in self.names])
        self.table.show_selected(self.names.index(self.current) if self.current in self.names else None)

    def _tip(self, row: PoseRow) -> str:
        return self.tr("The robot stands in this pose.") if row.current else ""


def _name(row: PoseRow) -> Cell:
    if row.current:
        return Cell(row.name, icon="check", icon_role="accent_text", indent=INDENT - 20)
    return Cell(row.name, indent=INDENT)


def _key(row: PoseRow) -> str:
    return HOME_KEY if row.name == HOME else ""


def _paint_key(painter: QPainter, theme: Theme, row: PoseRow, box: QRectF) -> None:
    paint_caps(painter, box.right(), box.center().y(), _key(row), theme)
