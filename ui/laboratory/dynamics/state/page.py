"""The page that the motion of all pages on dynamics is put in: q̇, q̈ and loads of the environment."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from ....displays.panel_column import PanelColumn
from ....displays.prose import Prose
from ....displays.section_head import Divider, column_in
from ....look.style import EDGE
from ...statics.load_section import LoadSection
from .motion_section import MotionSection


class StatePage(PanelColumn):
    """`show_*` are for the program and silent; the signals of its parts are for the user alone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.absent = Prose(self, icon="info")
        self.absent.setContentsMargins(EDGE, 12, EDGE, 12)
        self.motion = MotionSection(self)
        self.loads = LoadSection(
            self.tr("External forces f_e"),
            self.tr("None. Press Force, then press on the robot and drag; or + for one at the chosen frame."),
            self,
        )
        self.divider = Divider(self)
        column = column_in(self)
        column.addWidget(self.absent)
        column.addWidget(self.motion)
        column.addWidget(self.divider)
        column.addWidget(self.loads)
        column.addStretch(1)

    def show_absent(self, reason: str) -> None:
        """Say why there is nothing to show; empty: there is."""
        self.absent.show_text(reason)
        for part in (self.motion, self.divider, self.loads):
            part.setVisible(not reason)
