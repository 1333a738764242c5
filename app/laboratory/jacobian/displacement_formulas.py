"""The model of small displacements as formulas, which another process makes, with its numbers at the pose shown."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QObject, Signal

from torseur.sim.analysis.jacobian.values import SmallDisplacement
from torseur.sim.analysis.symbolic.values import DisplacementFormulas, displacement_request
from torseur.sim.arrays import Array
from torseur.sim.errors import TorseurError
from torseur.sim.multibody.model.model import JointKind, Model
from torseur.sim.multibody.model.movers import joints_moving
from torseur.sim.superscripts import subscript
from torseur.ui.laboratory.jacobian.displacement_formulas import (
    DisplacementFormulasSection,
    DisplacementFormulasView,
    FormulaLine,
)
from torseur.ui.text.array_text import FormulaText
from torseur.ui.text.number_text import as_shown, listed, residual_text
from torseur.ui.text.units import AngleUnit, unit_text, value_text

from ...background.symbolic_job import SymbolicJob
from ...background.symbolic_task import DISPLACEMENTS
from ...session.session import Session

SINGULAR = 1e-12  # a denominator up to it, as a share of its numerators, is zero
ROWS = ("δx", "δy", "δz", "δu_x", "δu_y", "δu_z")


class DisplacementFormulasBinding(QObject):
    """Between the section and the process. `changed`: there are formulas now, or none any more."""

    changed = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._section: DisplacementFormulasSection | None = None
        self._names = True
        self._asked: tuple[Model, str, bool] | None = None
        self._reason = ""
        self._numbers: tuple[Callable[[Array], Array], Callable[[Array], tuple[Array, Array]] | None] | None = None
        self.found: DisplacementFormulas | None = None  # what is shown
        self._job = SymbolicJob(DISPLACEMENTS, self)
        self._job.found.connect(self._take)
        self._job.failed.connect(self._fail)

    def introduce(self, section: DisplacementFormulasSection) -> None:
        """Show them in this section from now on."""
        self._section = section
        section.switched.connect(lambda _: self.changed.emit())
        section.form_chosen.connect(self._choose_form)

    def show(self, q: Array, moved: SmallDisplacement | None, unit: AngleUnit) -> None:
        """Show them at q (nq,) for the displacement that is typed, while the section is open."""
        section = self._section
        if section is None or not section.is_open or moved is None:
            return
        self._ask()
        if self.found is None or self._numbers is None:
            section.show_formulas(None, self._reason)
        else:
            section.show_formulas(self._view(self.found, q, moved, unit))

    def text(self) -> FormulaText | None:
        """All of it, to be copied: the formulas a line each, and as Python functions."""
        found = self.found
        return None if found is None else FormulaText("\n".join((*found.direct, *found.inverse)) + "\n", found.numpy)

    def stop(self) -> None:
        """End the process, if it is at work."""
        if self._job.running:
            self._job.stop()
            self._asked = None

    def _ask(self) -> None:
        session = self._session
        asked = (session.model, session.frame, self._names)
        if asked == self._asked:
            return
        self._job.stop()
        self._asked, self.found, self._numbers = asked, None, None
        from torseur.sim.analysis.symbolic.chain import chain_to

        if any(session.model.joint(name).kind is JointKind.FREE_FLYER for name in joints_moving(*asked[:2])):
            self._reason = self.tr(
                "The base of this robot is free: formulas are made of robots that stand on the world."
            )
            return
        try:
            chain = chain_to(session.model, session.frame)
        except TorseurError as error:
            self._reason = str(error)
            return
        self._reason = self.tr("Formulas are being worked out.")
        self._job.ask(displacement_request(chain, names=self._names))

    def _take(self, found: DisplacementFormulas) -> None:
        self.found, self._numbers = found, found.numbers()
        self.changed.emit()

    def _fail(self, reason: str) -> None:
        self._reason = reason
        self.changed.emit()

    def _choose_form(self, form: str) -> None:
        self._names = form == "names"
        self.changed.emit()

    def _view(
        self, found: DisplacementFormulas, q: Array, moved: SmallDisplacement, unit: AngleUnit
    ) -> DisplacementFormulasView:
        model = self._session.model
        assert self._numbers is not None
        slices, (direct, inverse) = model.joint_slices(), self._numbers
        own = q[[slices[name][0].start for name in found.joints]]
        dq = moved.dq[[slices[name][1].start for name in found.joints]]
        dX = np.zeros(6)
        dX[list(found.rows)] = direct(own) @ dq
        lines = [
            FormulaLine(_plain(text), ROWS[row], value_text(float(dX[row]), row >= 3, unit), unit_text(row >= 3, unit))
            for row, text in zip(found.rows, found.direct, strict=True)
        ]
        back: list[FormulaLine] = []
        said = []
        if self._same_point(moved):
            said.append(
                self.tr("J δq by the kernel is {x} away.").format(
                    x=residual_text(float(np.abs(dX - moved.linear).max()))
                )
            )
        else:
            said.append(self.tr("The formulas are of the origin of the frame, not of the point P."))
        if inverse is not None:
            above, below = inverse(own)
            wanted = dX[list(found.inverse_rows)]
            zero = np.abs(below) <= SINGULAR * np.maximum(np.abs(above).max(axis=1), 1.0)
            for k, text in enumerate(found.inverse):
                is_angle = model.joint(found.joints[k]).kind is not JointKind.PRISMATIC
                value = self.tr("{what} = 0: singular").format(what=found.denominators[k])
                if not zero[k]:
                    value = value_text(float(above[k] @ wanted / below[k]), is_angle, unit)
                name = text.partition(" =")[0]
                back.append(FormulaLine(_plain(text), name, value, "" if zero[k] else unit_text(is_angle, unit)))
            if not zero.any():
                off = float(np.abs(above @ wanted / below - dq).max())
                said.append(self.tr("The inverse gives δq again to {x}.").format(x=residual_text(off)))
        lengths = listed(f"{subscript(name)} = {as_shown(f'{value:g}')} m" for name, value in found.lengths.items())
        lengths = ". ".join(filter(None, (lengths, self.tr("c₁ = cos θ₁, s₁₂ = sin(θ₁ + θ₂)"))))
        return DisplacementFormulasView(lines, back, found.why, lengths, " ".join(said))

    def _same_point(self, moved: SmallDisplacement) -> bool:
        """Whether a displacement is of the origin of the frame."""
        snapshot, model = self._session.snapshot, self._session.model
        if snapshot is None:
            return False
        origin = snapshot.poses[model.frame_index(self._session.frame)][:3, 3]
        return float(np.abs(origin - moved.before[:3, 3]).max()) < 1e-9


def _plain(formula: str) -> str:
    """As it is written in a text, which has no indices of letters."""
    return formula.replace("u_", "u")
