"""The friction cone of the contact selected, or else of the first that is pressed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QWidget

from ...displays.section_head import SectionHead, column_in
from ...text.number_text import number_text
from .contact_columns import load_letter
from .friction_cone import FrictionCone
from .friction_section import FrictionSection
from .values import ContactRow

PRESSED = 1e-9  # a load from which a contact is pressed [N], [N s]


class ConeSection(QWidget):
    """Caption and pictures of one contact's cone: in the plane of its friction, and cut across."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(self.tr("Friction cone"), self)
        self.cone = FrictionCone(self)
        self.section = FrictionSection(self)
        column = column_in(self, bottom=12)
        column.addWidget(self.head)
        beside = QHBoxLayout()
        beside.setSpacing(0)
        beside.addWidget(self.cone, 1)
        beside.addWidget(self.section)
        column.addLayout(beside)

    def show_contacts(self, rows: Sequence[ContactRow], selected: int | None) -> None:
        """Show the cone of one of these."""
        row = _chosen(rows, selected)
        self.cone.show_contact(row)
        self.section.show_contact(row)
        if row is None:
            return
        self.head.show_title(self.tr("Friction pyramid") if row.facets else self.tr("Friction cone"))
        caption = self.tr("{name}, μ {mu}").format(name=row.name, mu=number_text(row.friction))
        self.head.show_caption(caption + (self.tr(", {n} facets").format(n=row.facets) if row.facets else ""))
        if row.normal > PRESSED:
            letter = load_letter(row.impact)
            self.head.show_note(f"{letter}_t/{letter}_n = {number_text(row.tangential / row.normal, zero=1e-9)}")
        else:
            self.head.show_note(self.tr("no force"))


def _chosen(rows: Sequence[ContactRow], selected: int | None) -> ContactRow | None:
    if selected is not None and 0 <= selected < len(rows):
        return rows[selected]
    return next((row for row in rows if row.normal > PRESSED), rows[0] if rows else None)
