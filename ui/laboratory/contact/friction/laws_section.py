"""The three laws of friction at one instant: what each makes of the contact, drawn in one plane, and as a table."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QWidget

from torseur.sim.contact.analysis.friction.values import LawAnswer, angle_between
from torseur.sim.contact.law.contact_laws import LAWS
from torseur.sim.texts import tr

from ....displays.folded_section import FoldedSection
from ....displays.prose import Prose
from ....displays.row_table.column import Cell, Column
from ....displays.row_table.row_table import RowTable
from ....displays.section_head import inset
from ....look.style import SMALL
from ....text.array_text import ArrayText
from ....text.number_text import number_text
from ....text.units import AngleUnit, limit_text
from .friction_plane import FrictionPlane, PlaneArrow
from .values import LAW_PENS, LawsView, law_title

PRESSES = 1.5  # times the normal force of the cone, from which the relaxation's needs a word


class LawsSection(FoldedSection):
    """`show_*` is for the program and silent."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.head.show_title(self.tr("Three laws at this instant"))
        self.head.show_caption(self.tr("each solved"))
        self._view: LawsView | None = None
        self._unit: AngleUnit = "deg"
        sentence = Prose(self.body, role="text_second", px=SMALL)
        sentence.show_text(
            self.tr(
                "Coulomb (C): in the cone, against the slip. Relaxation (R): the same cone as a convex programme; what slides "
                "lifts, ζ = μ |slip|. Pyramid (P): b at a corner, or on a side that the slip leaves at right angles."
            )
        )
        self.absent = Prose(self.body, role="text_second", px=SMALL, icon="info")
        self.plane = FrictionPlane(self.tr("Friction and slip under three laws"), self.body)
        self.table = RowTable(self.tr("Friction and slip under three laws"), self._columns("N"), self.body, selects=False,
                              source=self.to_copy)  # fmt: skip
        self.column.addLayout(inset(sentence, bottom=8))
        self.column.addLayout(inset(self.absent, bottom=8))
        self.column.addLayout(inset(self.plane, bottom=4))
        self.note = Prose(self.body, role="text_hint", px=SMALL)
        self.column.addWidget(self.table)
        self.column.addSpacing(6)
        self.column.addLayout(inset(self.note))
        self.show_absent("")

    def show_absent(self, reason: str) -> None:
        """Say why nothing can be compared; empty: something can, or will be."""
        self.absent.show_text(reason)
        for part in (self.plane, self.table):
            part.setVisible(not reason and self._view is not None)
        if reason:
            self.note.show_text("")

    def show_laws(self, view: LawsView, unit: AngleUnit) -> None:
        """Show what the laws make of the contact."""
        self._view, self._unit = view, unit
        self.show_absent("")
        facets = max(answer.facets for answer in view.answers)
        self.plane.show_plane(
            1.0, _corners(facets),
            [PlaneArrow(LAWS[a.law].letter, _share(a, view.mu), a.slip, LAW_PENS[a.law][1]) for a in view.answers],
            "", "m/s",
        )  # fmt: skip
        self.plane.setVisible(view.mu > 0.0)
        self.note.show_text(self._note(view))
        self.table.set_columns(self._columns(view.unit))
        self.table.show_rows(view.answers)

    def to_copy(self) -> ArrayText | None:
        """A law a row."""
        if self._view is None:
            return None
        rows = [law_title(a.law, a.facets) for a in self._view.answers]
        heads = ["b_1", "b_2", "n", "slip 1", "slip 2", "ζ"]
        return ArrayText(np.array([[*a.force, *a.velocity] for a in self._view.answers]), rows, heads)

    def _note(self, view: LawsView) -> str:
        cone, relaxed = (next(a for a in view.answers if a.law == law) for law in ("coulomb", "convex"))
        if relaxed.force[2] <= PRESSES * cone.force[2]:
            return ""
        return self.tr(
            "The relaxation presses that much because within one step it throws up what slides, to ζ = μ |slip|."
        )

    def _columns(self, unit: str) -> list[Column[LawAnswer]]:
        def size(answer: LawAnswer) -> str:
            return number_text(float(np.linalg.norm(answer.slip)), 3, 1e-9)

        def force(k: int) -> Column[LawAnswer]:
            return Column(
                ("b_1", "b_2", "n")[k], lambda a: number_text(float(a.force[k]), 3, 1e-9), 44, math=True, right=True,
                unit=unit, value=lambda a: float(a.force[k]),
            )  # fmt: skip

        return [
            Column(self.tr("Law"), _law_cell, 92, 1, least=40, tip=self._tip),
            *(force(k) for k in range(3)),
            Column(self.tr("slip"), size, 44, unit="m/s", right=True),
            Column(
                self.tr("lift ζ"), lambda a: number_text(float(a.velocity[2]), 3, 1e-9), 44, unit="m/s", right=True,
                about=self.tr("Velocity at which the contact opens"),
            ),  # fmt: skip
            Column(self.tr("off"), self._angle, 36, right=True, about=self.tr("Angle between b and the opposite of slip")),
        ]  # fmt: skip

    def _angle(self, answer: LawAnswer) -> str:
        slips = float(np.linalg.norm(answer.slip)) > 1e-9
        angle = angle_between(answer.friction, -answer.slip) if slips else None
        return "–" if angle is None else limit_text(angle if angle > 1e-6 else 0.0, True, self._unit)

    def _tip(self, answer: LawAnswer) -> str:
        found = self.tr("solved") if answer.solved else self.tr("not solved to the tolerance")
        return self.tr("{law}: {found}, residual {x} m/s").format(
            law=law_title(answer.law, answer.facets), found=found, x=number_text(answer.residual, 1, 0.0)
        )


def _law_cell(answer: LawAnswer) -> Cell:
    law = LAWS[answer.law]
    return Cell(f"{law.letter}  {tr(law.short)}", role="text" if answer.solved else "warning")


def _share(answer: LawAnswer, mu: float) -> np.ndarray:
    """Friction over μ n (2,)."""
    limit = mu * float(answer.force[2])
    return np.asarray(answer.friction / limit if limit > 0.0 else 0.0 * answer.friction)


def _corners(facets: int) -> np.ndarray:
    """(k, 2) on the unit circle."""
    angle = 2.0 * np.pi * np.arange(facets) / facets
    return np.column_stack([np.cos(angle), np.sin(angle)])
