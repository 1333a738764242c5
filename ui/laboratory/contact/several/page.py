"""The page Several contacts: N, T, M and d of all contacts, forces that are one of many, and what a regularisation picks."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ....controls.buttons.segmented import SegmentedControl
from ....displays.laying_out import lay_out
from ....displays.panel_column import PanelColumn
from ....displays.prose import Prose
from ....displays.section_head import Divider, SectionHead, column_in, padded
from ....look.style import EDGE, SMALL
from .direction_section import DirectionSection
from .drift_section import DriftSection
from .free_body_section import FreeBodySection
from .joint_force_section import JointForceSection
from .linked_matrices import LinkedMatrices
from .redundancy_section import RedundancySection
from .regularisation_section import RegularisationSection
from .several_forces import SeveralForces
from .values import SeveralContacts

LAYERS = 5  # of layouts in one another: table, part, section, page, what scrolls it


class SeveralPage(PanelColumn):
    """`show_*` are for the program and silent. Signals are for the user alone."""

    problem_chosen = Signal(str)  # "accelerations" or "solved"
    contact_chosen = Signal(int)  # by its place among those shown
    cell_chosen = Signal(int, int)  # of M: the contact whose ζ̇ is looked at, and the one that pushes

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.absent = Prose(self, icon="info")
        self.absent.setContentsMargins(EDGE, 12, EDGE, 12)
        self.head = SectionHead(self.tr("Several contacts"), self)
        self.which = SegmentedControl(
            {"accelerations": self.tr("Accelerations"), "solved": self.tr("As solved")}, self.tr("Problem shown"), self.head,
            height=24,
        )  # fmt: skip
        self.head.add_control(self.which)
        self.line = Prose(self, role="text_second", px=SMALL)
        self.forces = SeveralForces(self)
        self.body = FreeBodySection(self)
        self.direction = DirectionSection(self)
        self.matrices = LinkedMatrices(self)
        self.drift = DriftSection(self)
        self.joints = JointForceSection(self)
        self.redundancy = RedundancySection(self)
        self.regularisation = RegularisationSection(self)
        self.which.chosen.connect(self.problem_chosen)
        self.matrices.cell_chosen.connect(self.cell_chosen)
        for section in (self.forces, self.body, self.drift, self.redundancy):
            section.contact_chosen.connect(self.contact_chosen)
        self._numbers = QWidget(self)
        inside = column_in(self._numbers)
        for block in (
            self.forces, self.body, self.direction, self.matrices, self.drift, self.joints, self.redundancy, self.regularisation,
        ):  # fmt: skip
            inside.addWidget(block)
        column = column_in(self)
        for part in (self.head, padded(self.line, bottom=6), self.absent, Divider(self), self._numbers):
            column.addWidget(part)
        column.addStretch(1)

    def show_absent(self, reason: str) -> None:
        """Say why there is nothing to show; empty: there is."""
        self.absent.show_text(reason)
        self._numbers.setVisible(not reason)

    def show_which(self, which: str, sentence: str) -> None:
        """Show which problem of the instant it is, with a sentence on it."""
        self.which.show_choice(which)
        self.line.show_text(sentence)

    def show_contacts(self, view: SeveralContacts, force: np.ndarray) -> None:
        """Show the contacts and their matrices, with forces (n, 3) that may have been moved along the kernel."""
        self.forces.show_contacts(view, force)
        self.matrices.show_contacts(view, force)

    def show_selected(self, place: int, other: int = -1) -> None:
        """Let a contact stand out in all tables, and in M the row of another; -1: none."""
        for section in (self.forces, self.body, self.drift, self.redundancy):
            section.show_selected(place)
        self.matrices.show_selected(place, other)

    def lay_out(self) -> None:
        """Give tables that have become higher or lower their room at once, before they are painted."""
        lay_out(LAYERS)
