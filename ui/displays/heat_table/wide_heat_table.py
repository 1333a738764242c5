"""A heat table that is as wide as its numbers need: in a narrow panel it scrolls sideways, the labels of its rows stay."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget
from typing_extensions import override

from .heat_table import HeatTable


class WideHeatTable(QScrollArea):
    """Room for a table, as high as that is."""

    def __init__(self, table: HeatTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = table
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.setWidget(table)
        self.viewport().setAutoFillBackground(False)
        table.setAutoFillBackground(False)
        table.walked.connect(self._show_cell)
        self.horizontalScrollBar().valueChanged.connect(table.show_labels_at)
        self._fit()

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Be as high as the table, and as the bar where it needs one."""
        wanted, bar = self.table.width_wanted(self.width()), self.horizontalScrollBar().sizeHint().height()
        self.table.setMinimumWidth(wanted)
        self.setFixedHeight(self.table.height() + (bar if wanted > self.width() else 0))

    def _show_cell(self, i: int, j: int) -> None:
        """Bring a cell into sight, right of the labels."""
        cell, labels = self.table.cell_rect(i, j).toAlignedRect(), round(self.table.cell_rect(0, 0).left())
        self.ensureVisible(cell.right(), cell.center().y(), 4, 0)
        self.ensureVisible(cell.left() - labels, cell.center().y(), 0, 0)
