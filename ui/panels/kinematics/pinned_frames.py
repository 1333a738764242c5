"""The frames beside the chosen one whose ellipsoids are drawn: added from a list, removed one by one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QRect, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ...controls.fields.choice import Choice
from ...displays.row_table.column import Cell, Column
from ...displays.row_table.row_table import RowTable
from ...displays.text_label import TextLabel
from ...look.icons import SIDE
from ...look.style import EDGE, SMALL

LINE = 28
LABEL = 62  # width of the words before the frames
CROSS = 1  # column


class PinnedFrames(QWidget):
    """`switched` is for the user alone: a frame, and whether it is wanted. A cross removes one, and so does Delete."""

    switched = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._frames: tuple[str, ...] = ()
        self.choice = Choice(self.tr("Draw them at another frame too"), self, widest=260)
        label = TextLabel(self, role="text_second", px=SMALL)
        label.show_text(self.tr("Also at"))
        label.setFixedWidth(LABEL)
        head = QHBoxLayout()
        head.setContentsMargins(EDGE, 0, EDGE, 0)
        head.setSpacing(0)
        head.addWidget(label)
        head.addWidget(self.choice, 1)
        columns: tuple[Column[str], ...] = (
            Column("", lambda name: Cell(name, indent=LABEL), share=1),
            Column("", lambda _: Cell("", icon="close"), SIDE, right=True, tip=self._removal),
        )
        self.table = RowTable(
            self.tr("Frames with ellipsoids"),
            columns,
            self,
            row_height=LINE,
            header=False,
            divided=False,
            selects=False,
            delete_key=True,
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.table)
        self.choice.chosen.connect(self._choose)
        self.table.clicked.connect(self._click)
        self.table.row_deleted.connect(lambda row: self.switched.emit(self.pinned[row], False))

    @property
    def pinned(self) -> tuple[str, ...]:
        """Names of the frames at which ellipsoids are drawn."""
        return self.table.rows

    def set_frames(self, frames: Sequence[str]) -> None:
        """Offer frames that can be pinned."""
        self._frames = tuple(frames)
        self._offer()

    def show_pinned(self, pinned: Sequence[str]) -> None:
        """Show which are drawn."""
        if tuple(pinned) != self.pinned:
            self.table.show_rows(pinned)
            self._offer()

    def cross_of(self, name: str) -> QRect:
        """Where a click removes a frame, in the table's viewport."""
        return self.table.visualRect(self.table.row_model.index(self.pinned.index(name), CROSS))

    def _offer(self) -> None:
        offered = {name: name for name in self._frames if name not in self.pinned}
        self.choice.set_options({"": self.tr("add a frame"), **offered})
        self.choice.show_choice("")

    def _choose(self, name: str) -> None:
        self.choice.show_choice("")
        if name:
            self.switched.emit(name, True)

    def _click(self, index: QModelIndex) -> None:
        if index.column() == CROSS:
            self.switched.emit(self.pinned[index.row()], False)

    def _removal(self, name: str) -> str:
        return self.tr("No longer at {frame}").format(frame=name)
