"""Singular values of a frame's position rows, and what they make: manipulability and condition."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QWidget

from torseur.sim.analysis.ellipsoids.values import FrameReport

from ...controls.buttons.copy_button import CopyButton
from ...displays.badge import Badge
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, column_in, inset, padded
from ...displays.singular_bars import SingularBars
from ...displays.value_tiles import ValueTiles
from ...look.style import SMALL
from ...text.array_text import ArrayText
from ...text.number_text import number_text
from ...text.units import power_unit, row_unit


class SingularSection(QWidget):
    """σ of the position rows as bars, w and σ₁/σ_r as tiles, and a word when a direction is lost or never there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(self.tr("Singular values"), self)
        self.badge = Badge(self.head)
        self.head.add_control(self.badge)
        self._sigma = np.zeros(0)
        self.copy = CopyButton(self.array_text, self, name=self.tr("Copy the singular values"))
        self.head.add_control(self.copy)
        self.bars = SingularBars(self)
        self.tiles = ValueTiles(self._names(3), (0.56, 0.44), self)
        self.none = Prose(self, role="text_second", px=SMALL, icon="info")
        column = column_in(self)
        column.addWidget(self.head)
        column.addWidget(self.bars)
        column.addSpacing(4)
        column.addLayout(inset(self.tiles))
        column.addWidget(padded(self.none, bottom=8))
        self.none.hide()

    def show_report(self, report: FrameReport) -> None:
        """Show the values of one frame."""
        unit = row_unit("position")
        self._sigma = report.sigma
        self.head.show_caption(self.tr("position rows"))
        self._judge(report.rank, report.full_rank)
        self.bars.show_values((report.frame, report.joints), report.sigma.tolist(), unit)
        count = report.full_rank
        self.tiles.setVisible(count > 0)
        self.none.show_text("" if count else self._why_none(turns=bool(np.any(report.J))))
        if count:
            self.tiles.set_names(self._names(count))
            volume = number_text(report.manipulability), power_unit(unit, count)
            self.tiles.show_values((volume, (number_text(report.condition), "")))

    def _why_none(self, *, turns: bool) -> str:
        """Why there are neither manipulability nor condition of a frame that joints turn at most."""
        if not turns:
            return self.tr("No joint moves this frame: it has neither manipulability nor a condition.")
        return self.tr(
            "Joints turn this frame about its own origin, and move that nowhere: of its position there is neither manipulability "
            "nor a condition."
        )

    def array_text(self) -> ArrayText | None:
        """The singular values; None without joints."""
        names = [f"σ_{k + 1}" for k in range(len(self._sigma))]
        return ArrayText(self._sigma, names) if names else None

    def _names(self, count: int) -> tuple[str, str]:
        """What the tiles show for so many singular values."""
        product = "".join(f"σ_{k + 1}" for k in range(count))
        return self.tr("Manipulability w = {product}").format(product=product), self.tr("Condition σ_1/σ_{n}").format(n=count)

    def _judge(self, rank: int, full_rank: int) -> None:
        """Say which rank it has, where that is below the most that this frame has anywhere, or that is below 3."""
        if rank < full_rank:
            reason = self.tr(
                "Along a direction in which joints can move the frame none does here: there the ellipsoid of velocity is flat."
            )
            text = self.tr("singular: rank {rank} of {most}").format(rank=rank, most=full_rank)
            self.badge.show_text(text, "warning", reason)
        elif full_rank == 0:
            self.badge.show_text(self.tr("moves nowhere"), "plain")
        elif full_rank < 3:
            reason = self.tr("No configuration has more. Manipulability and condition are of these directions.")
            text = self.tr("moves in {rank} of 3 directions").format(rank=rank)
            self.badge.show_text(text, "plain", reason)
        else:
            self.badge.show_text("")
