"""The right dock of the workspace Compare, from top to bottom: runs, impacts, summary, order, limits, equations."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from ..displays.section_head import Divider, column_in
from ..window.dock import Scroller
from .formulation_section import FormulationSection
from .impact_section import ImpactSection
from .limit_section import LimitSection
from .order_section import OrderSection
from .run_section import RunSection
from .summary_section import SummarySection


class ComparePanel(QWidget):
    """`show_*` is silent; its sections have the signals."""

    shown = Signal()  # it has come into sight

    def __init__(self, limits: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        """`limits`: key and title of each switch of the section of limits."""
        super().__init__(parent)
        self.setBackgroundRole(QPalette.ColorRole.Button)  # the colour of panels
        self.setAutoFillBackground(True)
        self.runs = RunSection(self)
        self.impacts = ImpactSection(self)
        self.summary = SummarySection(self)
        self.order = OrderSection(self)
        self.limits = LimitSection(limits, self)
        self.time_stepping = FormulationSection(self.tr("Time-stepping"), self)
        self.hybrid = FormulationSection(self.tr("Hybrid"), self)
        self._body = QWidget(self)
        self._body.setBackgroundRole(QPalette.ColorRole.Button)
        self._body.setAutoFillBackground(True)
        self._compared = (self.impacts, self.summary, self.order, self.limits, self.time_stepping, self.hybrid)
        self._dividers = {section: Divider(self) for section in self._compared}
        column = column_in(self._body)
        column.addWidget(self.runs)
        for section, divider in self._dividers.items():
            column.addWidget(divider)
            column.addWidget(section)
        column.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(Scroller(self._body, self))  # its own: what grows in it is no matter of the window's layout
        self.show_compared(False)

    def show_compared(self, compared: bool) -> None:
        """Whether there are runs to be compared."""
        for section, divider in self._dividers.items():
            section.setVisible(compared)
            divider.setVisible(compared)

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, 560)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(352, 160)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show:
            self.shown.emit()
        return super().event(event)
