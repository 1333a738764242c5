"""A page of the laboratory: speeds of joints, their twists at one point, a point seen from any frame, and links."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ...controls.fields.amount import Amount
from ...controls.fields.amount_rows import AmountRows
from ...controls.fields.choice import Choice
from ...displays.panel_column import PanelColumn
from ...displays.prose import Prose
from ...displays.section_head import Divider, SectionHead, column_in, inset
from ...look.math_notation import DOT
from ...text.units import AngleUnit
from .link_section import LinkSection
from .relative_section import RelativeSection
from .twist_section import TwistSection


class VelocitiesPage(PanelColumn):
    """`show_*` and `set_*` are silent; signals, here and of the sections, are for the user alone."""

    frame_chosen = Signal(str)
    rate_changed = Signal(int, float)  # which number of v [rad/s | m/s]

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(self.tr("Speeds of joints") + f"  q{DOT}", self)
        self.frame = Choice(self.tr("Frame n, whose velocity it is"), widest=140)
        self.head.add_control(self.frame)
        self.rates = AmountRows(self.tr("Speeds of joints"), self, per="/s")
        self.twists = TwistSection(self)
        self.relative = RelativeSection(self)
        self.links = LinkSection(self)
        self.line = Prose(self, role="text_second")
        self.line.setContentsMargins(0, 12, 0, 0)
        self._below = QWidget(self)
        layout = column_in(self)
        layout.addLayout(inset(self.line))
        layout.addWidget(self._below)
        layout.addStretch(1)
        below = column_in(self._below)
        below.addWidget(self.head)
        below.addWidget(self.rates)
        for section in (self.twists, self.relative, self.links):
            below.addWidget(Divider(self._below))
            below.addWidget(section)
        self.frame.chosen.connect(self.frame_chosen)
        self.rates.changed.connect(self.rate_changed)

    def show_reason(self, reason: str) -> None:
        """Say why there is nothing to show; empty brings the sections back."""
        self.line.show_text(reason)
        self.line.setVisible(bool(reason))
        self._below.setVisible(not reason)

    def set_frames(self, names: Sequence[str]) -> None:
        """Offer these frames, of one robot by the last part of their names."""
        one_robot = len({name.split("/")[0] for name in names}) == 1
        texts = {name: name.split("/", 1)[-1] if one_robot else name for name in names}
        self.frame.set_options(texts, self.frame.choice if self.frame.choice in names else "")

    def show_rates(self, frame: str, amounts: Sequence[Amount], rates: np.ndarray) -> None:
        """Show the speeds of the joints that move a frame; rates (nv,) [rad/s | m/s]."""
        if self.frame.choice != frame:
            self.frame.show_choice(frame)
        self.rates.set_amounts(amounts)
        self.rates.show_values(rates.tolist())

    def set_unit(self, unit: AngleUnit) -> None:
        """Show angles in degrees or radians."""
        self.rates.set_unit(unit)
