"""The page Friction of the contact laboratory: one contact's friction in its plane, and what follows from its law."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ....controls.fields.choice import Choice
from ....displays.folded_section import FoldedSection
from ....displays.panel_column import PanelColumn
from ....displays.prose import Prose
from ....displays.section_head import Divider, SectionHead, column_in
from ....look.style import EDGE
from .laws_section import LawsSection
from .modes_section import ModesSection
from .plane_section import PlaneSection
from .polar_section import PolarSection


class FrictionPage(PanelColumn):
    """`show_*` are for the program and silent; signals are for the user alone."""

    contact_chosen = Signal(int)  # place in the problem
    section_switched = Signal()  # one was opened or folded

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(self.tr("Friction"), self)
        self.contact = Choice(self.tr("Contact"), self, widest=200)
        self.contact.chosen.connect(lambda key: self.contact_chosen.emit(int(key)))
        self.head.add_control(self.contact)
        self.absent = Prose(self, icon="info")
        self.absent.setContentsMargins(EDGE, 4, EDGE, 12)
        self.plane = PlaneSection(self)
        self.laws = LawsSection(self)
        self.polar = PolarSection(self)
        self.modes = ModesSection(self)
        self._of_contact = (self.plane, self.laws, self.polar)
        column = column_in(self)
        column.addWidget(self.head)
        column.addWidget(self.absent)
        for k, section in enumerate((self.plane, self.laws, self.polar, self.modes)):
            if k:
                column.addWidget(Divider(self))
            column.addWidget(section)
            if isinstance(section, FoldedSection):
                section.switched.connect(lambda _: self.section_switched.emit())
        column.addStretch(1)

    def section(self, key: str) -> FoldedSection:
        """A section that folds, by its key: "laws", "polar" or "modes"."""
        found: FoldedSection = getattr(self, key)
        return found

    def show_absent(self, reason: str) -> None:
        """Say why there is no contact to look at; empty: there is. What is of the whole recording stays."""
        self.absent.show_text(reason)
        self.contact.setVisible(not reason)
        for part in self._of_contact:
            part.setVisible(not reason)

    def show_section_absent(self, key: str, reason: str) -> None:
        """Say why a section has nothing to show, or that it is being computed."""
        section: LawsSection | PolarSection | ModesSection = getattr(self, key)
        section.show_absent(reason)

    def section_waits(self, key: str) -> None:
        """Say that what a section shows is being computed."""
        self.show_section_absent(key, self.tr("Computing…"))

    def show_contacts(self, names: Mapping[str, str], place: int) -> None:
        """Offer the contacts of the problem, by place, and show which of them is looked at."""
        self.contact.set_options(names, str(place))
