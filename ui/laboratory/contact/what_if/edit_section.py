"""What is to be changed of the state shown: materials, the mass of a body, a wrench on it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ....controls.buttons.outline_button import OutlineButton
from ....controls.fields.choice import Choice
from ....controls.fields.number_field import NumberField
from ....controls.fields.vector_fields import VectorFields
from ....displays.prose import Prose
from ....displays.section_head import SectionHead, column_in, inset, padded
from ....look.style import EDGE, SMALL
from ....panels.scene.material_table import MaterialTable
from ....text.number_text import as_shown
from .values import EditView


class EditSection(QWidget):
    """`show_edit` is for the program and silent; signals are for the user alone."""

    material_entered = Signal(str, str, float)  # name, "friction" or "restitution", number
    body_chosen = Signal(str)
    mass_entered = Signal(float)  # [kg]
    wrench_entered = Signal(object)  # (6,) [N, N m]
    reset_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wrench = np.zeros(6)
        self.head = SectionHead(self.tr("Change"), self)
        self.reset_button = OutlineButton(self.tr("As it was"), "reset", self)
        self.head.add_control(self.reset_button)
        self.materials = MaterialTable(self)
        self.body = Choice(self.tr("Body"), self, widest=200)
        self.mass = NumberField(self.tr("Mass"), self, unit="kg")
        self.force = VectorFields("f", self.tr("Force on the body"), self)
        self.moment = VectorFields("n", self.tr("Moment on the body"), self)
        self.about = Prose(self, role="text_hint", px=SMALL)
        self.changes = Prose(self, px=SMALL, icon="info")
        self._arrange()
        self.materials.entered.connect(self.material_entered)
        self.body.chosen.connect(self.body_chosen)
        self.mass.entered.connect(self.mass_entered)
        self.mass.check = lambda mass: "" if mass > 0.0 else self.tr("A mass is above 0 kg.")
        self.force.entered.connect(lambda f: self._enter(np.concatenate([f, self._wrench[3:]])))
        self.moment.entered.connect(lambda n: self._enter(np.concatenate([self._wrench[:3], n])))
        self.reset_button.clicked.connect(self.reset_requested)

    def show_edit(self, edit: EditView) -> None:
        """Show what is changed."""
        self.materials.show_materials(edit.materials)
        self.body.set_options(dict(edit.bodies), edit.body)
        self.mass.show_text(as_shown(f"{edit.mass:.5g}"))
        self._wrench = np.array(edit.wrench)
        self.force.show_vector(self._wrench[:3])
        self.moment.show_vector(self._wrench[3:])
        changed = "; ".join(edit.changes)
        self.changes.show_text(self.tr("Changed: {changes}.").format(changes=changed) if changed else self.tr(
            "Nothing is changed yet: type another μ, e, mass, force or moment."))  # fmt: skip
        self.reset_button.setEnabled(bool(edit.changes))
        for part in (self.body, self.mass, self.force, self.moment, self.about):
            part.setVisible(bool(edit.bodies))

    def _enter(self, wrench: np.ndarray) -> None:
        self.wrench_entered.emit(wrench)

    def _arrange(self) -> None:
        self.force.set_unit("N")
        self.moment.set_unit("N·m")
        self.about.show_text(self.tr("f and n act on the body at its centre of mass, along the world's axes. With its mass its "
                                     "inertia changes in proportion."))  # fmt: skip
        row = QHBoxLayout()
        row.setContentsMargins(EDGE, 6, EDGE, 4)
        row.setSpacing(8)
        row.addWidget(self.body, 1)
        row.addWidget(self.mass)
        column = column_in(self)
        column.addWidget(self.head)
        column.addLayout(inset(self.materials, bottom=4))
        column.addLayout(row)
        column.addWidget(self.force)
        column.addWidget(self.moment)
        column.addWidget(padded(self.about, bottom=6))
        column.addWidget(padded(self.changes, bottom=10))
