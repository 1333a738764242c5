"""Sliding in all directions: the polar plot, and how far the pyramid is from the cone at worst."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from torseur.sim.contact.analysis.friction.values import PolarError, SlidingPolar

from ....controls.buttons.copy_button import CopyButton
from ....controls.buttons.segmented import SegmentedControl
from ....displays.fact_list import Fact, FactList
from ....displays.folded_section import FoldedSection
from ....displays.prose import Prose
from ....displays.section_head import inset, inset_row
from ....look.style import SMALL
from ....text.array_text import ArrayText
from ....text.number_text import number_text
from ....text.units import AngleUnit, limit_text
from .polar_plot import PolarPlot
from .values import PolarView, law_title


class PolarSection(FoldedSection):
    """`show_*` is for the program and silent; `inertia_chosen` is the user's."""

    inertia_chosen = Signal(str)  # "contact": that which the contact has, "block": alike in all directions

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.head.show_title(self.tr("Sliding in all directions"))
        self._view: PolarView | None = None
        self.inertia = SegmentedControl(
            {"contact": self.tr("this contact"), "block": self.tr("block")},
            self.tr("What is pushed"),
            self.body,
            height=24,
        )
        self.inertia.chosen.connect(self.inertia_chosen)
        self.head.add_control(CopyButton(self.to_copy, self, name=self.tr("Copy what was measured")))
        self.sentence = Prose(self.body, role="text_second", px=SMALL)
        self.sentence.show_text(
            self.tr(
                "Pushed 2 % beyond μ n in 72 directions, each law solved: outwards the friction against the push, over μ n. "
                "Needles: where the pyramid lets it slide. Under the cone a block, alike all around, slides along the push."
            )
        )
        self.absent = Prose(self.body, role="text_second", px=SMALL, icon="info")
        self.plot = PolarPlot(self.tr("Friction over the direction of the push"), self.body)
        self.key = Prose(self.body, role="text_hint", px=SMALL)
        self.facts = FactList(self.body)
        self.column.addLayout(inset(self.sentence, bottom=8))
        self.column.addLayout(inset_row(self.inertia))
        self.column.addLayout(inset(self.absent, bottom=8))
        self.column.addLayout(inset(self.plot, bottom=2))
        self.column.addLayout(inset(self.key, bottom=4))
        self.column.addLayout(inset(self.facts))
        self.show_absent("")

    def show_absent(self, reason: str) -> None:
        """Say why nothing is measured; empty: something is, or will be."""
        self.absent.show_text(reason)
        for part in (self.plot, self.facts):
            part.setVisible(not reason and self._view is not None)
        self.key.show_text("" if reason or self._view is None else self._key())
        if reason:
            self.head.show_note("")

    def show_polars(self, view: PolarView, error: PolarError, relaxed: PolarError, unit: AngleUnit) -> None:
        """Show what was measured; `error` is that of the pyramid, `relaxed` that of the convex law, both against the cone."""
        self._view = view
        self.show_absent("")
        self.plot.show_polars(view.polars, view.unit)
        cone = next(polar for polar in view.polars if polar.law == "coulomb")
        self.head.show_note(self.tr("pyramid at worst {x} %").format(x=number_text(100.0 * error.force, 3, 1e-9)))
        self.facts.show_facts(
            [
                (self.tr("cone: share of μ n"), _range(cone), ""),
                (self.tr("cone: off the push, at most"), limit_text(_worst(cone), True, unit), ""),
                *self._error_facts(self.tr("pyramid"), error, unit),
                *self._error_facts(self.tr("relaxation"), relaxed, unit)[:2],
            ]
        )

    def to_copy(self) -> ArrayText | None:
        """A direction a row: angle, then share of μ n and angle of the slip under each law."""
        if self._view is None:
            return None
        columns = [self._view.polars[0].angle]
        heads = ["θ"]
        for polar in self._view.polars:
            columns += [polar.resistance, polar.slip_angle]
            heads += [f"{law_title(polar.law, polar.facets)} b", f"{law_title(polar.law, polar.facets)} slip off"]
        return ArrayText(np.column_stack(columns), (), heads)

    def _error_facts(self, name: str, error: PolarError, unit: AngleUnit) -> list[Fact]:
        def at(angle: float) -> str:
            return self.tr("pushed at {angle}").format(angle=limit_text(angle, True, unit))

        force = number_text(100.0 * error.force, 3, 1e-9)
        turned = limit_text(error.direction if error.direction > 1e-9 else 0.0, True, unit)
        return [
            (self.tr("{law}: worst error of friction").format(law=name), force, "%"),
            (self.tr("{law}: worst error of direction").format(law=name), turned, ""),
            (self.tr("… where"), f"{at(error.force_at)},  {at(error.direction_at)}", ""),
        ]

    def _key(self) -> str:
        assert self._view is not None
        facets = max(polar.facets for polar in self._view.polars)
        return self.tr("Solid: cone. Dashed: relaxation. Dotted: pyramid of {n}.").format(n=facets)


def _range(polar: SlidingPolar) -> str:
    low, high = float(polar.share.min()), float(polar.share.max())
    return number_text(low) if high - low < 1e-9 else f"{number_text(low)} … {number_text(high)}"


def _worst(polar: SlidingPolar) -> float:
    worst = float(np.nanmax(np.abs(polar.slip_angle)))
    return worst if worst > 1e-9 else 0.0
