"""H q̈ + C = τ + T λ joint by joint, and q̈ with and without contact."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QWidget

from torseur.sim.contact.analysis.several.values import JointEquation
from torseur.sim.texts import tr

from ....controls.buttons.copy_button import CopyButton
from ....displays.fact_list import FactList
from ....displays.prose import Prose
from ....displays.section_head import Divider, SectionHead, column_in, inset, padded
from ....look.math_notation import DDOT
from ....look.style import SMALL
from ....text.units import of_both_kinds
from ...dynamics.values import JointTerm
from .terms_table import TermsTable
from .values import SeveralContacts


class JointForceSection(QWidget):
    """Tables of joints: what acts on each, and how it accelerates."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead("", self)
        self.table = TermsTable(self.tr("The equation of motion with its contacts"), self)
        self.head.add_control(CopyButton(self.table.to_copy, self, name=self.tr("Copy the equation")))
        self.note = Prose(self, role="text_second", px=SMALL)
        self.residual = FactList(self)
        self.accelerations = TermsTable(self.tr("Accelerations with contact and without"), self)
        self._parts = QWidget(self)
        inside = column_in(self._parts)
        inside.addWidget(self.table)
        inside.addLayout(inset(self.residual, bottom=4))
        inside.addWidget(self.accelerations)
        inside.addSpacing(8)
        column = column_in(self)
        for part in (Divider(self), self.head, padded(self.note, bottom=4), self._parts):
            column.addWidget(part)

    def show_equation(self, found: JointEquation | None, free: np.ndarray, view: SeveralContacts, why: str) -> None:
        """Show the equation, and q̈ (nv,) without contact forces; None: say why there is none."""
        self._parts.setVisible(found is not None)
        self.head.show_controls(found is not None)
        if found is None:
            self.head.show_title(self.tr("Joint by joint"))
            self.note.show_text(why)
            return
        rubs, passive = bool(np.any(found.friction)), bool(np.any(found.passive))
        self.head.show_title(f"H q{DDOT} + C = {'τ_m + τ_p' if passive else 'τ'} + Tλ{' + T_t b' if rubs else ''}")
        told = self.tr("C holds Coriolis, centrifugal and gravity terms; Tλ is what the normal forces give the joints")
        whole = told + (self.tr(", Tₜ b what friction does.") if rubs else ".")
        self.note.show_text(f"{whole} {view.about_axes}".strip())
        shown, coordinates = list(view.moving), view.joints
        left = len(view.coordinates) - len(shown)
        self.head.show_caption(
            self.tr("{n} of {all} joints").format(n=len(shown), all=len(view.coordinates)) if left else ""
        )
        terms = [
            JointTerm("C", found.coriolis + found.gravity), JointTerm("τ_m" if passive else "τ", found.tau),
            *([JointTerm("τ_p", found.passive)] if passive else []), JointTerm("Tλ", found.normal),
            *([JointTerm("T_t b", found.friction)] if rubs else []), JointTerm(f"H q{DDOT}", found.inertial),
        ]  # fmt: skip
        units = [one.torque_unit for one in coordinates]
        terms = [one._replace(values=one.values[shown]) for one in terms]
        self.table.show_terms(terms, coordinates, units, also=[JointTerm(tr("residual"), found.residual[shown])])
        slides = [not one.turns for one in view.coordinates]
        self.residual.show_facts([
            (self.tr("Largest |left − right side|"), *of_both_kinds(found.residual.tolist(), slides, "N·m", "N")),
        ])  # fmt: skip
        rates = ["rad/s²" if one.turns else "m/s²" for one in coordinates]
        by_contact = found.acceleration - free
        self.accelerations.show_terms(
            [JointTerm(self.tr("free"), free[shown]), JointTerm(self.tr("by contact"), by_contact[shown]),
             JointTerm(f"q{DDOT}", found.acceleration[shown])],
            coordinates, rates,
        )  # fmt: skip
