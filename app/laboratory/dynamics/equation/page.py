"""The page Equation: H q̈ + C(q, q̇) q̇ + g = τ + Σ JᵀF at the pose of now, for the motion of the page State.

Where a recorded instant is shown, also the equation of it as it was solved, with the torques Tλ of its contacts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject
from typing_extensions import override

from torseur.sim.compilation import BATCHES, DYNAMICS
from torseur.sim.errors import ArgumentError
from torseur.sim.simulation.scene.materials import material_pairs
from torseur.sim.texts import tr
from torseur.ui.laboratory.dynamics.equation.page import EquationPage
from torseur.ui.laboratory.dynamics.equation.values import RecordedStep
from torseur.ui.text.sentences import sentence
from torseur.ui.viewport.marks import LegendRow, Overlays

from ....documents.body_names import bare_names
from ...motion.motion_state import Instant
from ...page_context import PageContext
from ..dynamics_page import DynamicsPageBinding
from .column_drawing import ColumnDrawing

if TYPE_CHECKING:
    from torseur.sim.multibody.dynamics.values import EquationOfMotion


class EquationBinding(DynamicsPageBinding):
    """Between the page and the motion."""

    key = "equation"
    waits_for = (DYNAMICS, BATCHES)

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        self.widget: EquationPage = EquationPage()
        self._equation: EquationOfMotion | None = None
        self._instant: Instant | None = None
        self._column = 0  # of H, that is looked at
        self._touches = False  # whether shapes of the scene may touch
        self._drawing = ColumnDrawing()
        self.widget.matrices.column_chosen.connect(self._choose_column)
        self.widget.matrices.which.chosen.connect(lambda _: self.redraw())

    @property
    def equation(self) -> EquationOfMotion | None:
        """What was computed last; None: nothing could be."""
        return self._equation

    @override
    def show_instant(self, instant: Instant) -> None:
        from torseur.sim.multibody.dynamics.equation_of_motion import equation_of_motion

        model = instant.model
        if self._instant is None or self._instant.model is not model:
            self._column, self._drawing = min(self._column, model.nv - 1), ColumnDrawing()
            document = self._session.document
            self._touches = document is not None and bool(material_pairs(document.scene))
        self._instant = instant
        self._equation = equation_of_motion(model, instant.q, instant.v, instant.a, instant.gravity, instant.wrenches)
        self._show()
        self._show_recorded()

    @override
    def show_absent(self, reason: str) -> None:
        if reason:
            self._equation, self._instant = None, None
        self.widget.show_absent(reason)

    @override
    def overlays(self) -> Overlays:
        from torseur.sim.multibody.newton_euler.newton_euler_trace import newton_euler_trace

        instant = self._instant
        if instant is None or self.widget.matrices.which.choice != "H":
            return Overlays()
        model, unit = instant.model, np.zeros(instant.model.nv)
        unit[self._column] = 1.0
        trace = newton_euler_trace(model, instant.q, np.zeros(model.nv), unit, None, (0.0, 0.0, 0.0))
        return self._drawing.overlays(model, trace, self._coordinates, self._column, self._picture.size)

    @override
    def legend(self) -> Sequence[LegendRow]:
        drawn = self._instant is not None and self.widget.matrices.which.choice == "H"
        return self._drawing.legend() if drawn else ()

    def _choose_column(self, column: int) -> None:
        self._column = column
        if self._equation is not None:
            self._show()
            self.redraw()

    def _show(self) -> None:
        assert self._equation is not None
        assert self._instant is not None
        method = "LᵀL" if self._instant.model.by_mass_matrix else "ABA"
        unit = self._preferences.angle_unit
        self.widget.show_equation(self._equation, self._coordinates, unit, method, self._column, self._touches)

    def _show_recorded(self) -> None:
        """The equation of the instant as it was solved, where one is shown."""
        from torseur.sim.simulation.recorded_dynamics.step_dynamics import step_dynamics

        session, section = self._session, self.widget.recorded
        recording, i = session.recording, session.index
        of_other = recording is not None and recording.scene.model.nv != len(self._coordinates)  # of the next document
        if recording is None or of_other or i < 0 or not session.kernels.has(BATCHES):
            section.show_step(None, "", ())
            return
        try:
            found = step_dynamics(recording, i)
        except ArgumentError as error:
            section.show_step(None, sentence(str(error)), ())
            return
        names = bare_names(recording.scene.model.body_names)
        contacts, bodies = recording.contacts(i), recording.scene.model.body_names
        pairs = zip(contacts.body_a.tolist(), contacts.body_b.tolist(), strict=True)
        caption = tr("instant {t:.4g} s", t=found.t) if found.instant else tr("step to {t:.4g} s", t=found.t)
        section.show_step(
            RecordedStep(
                found.inertial, found.coriolis, found.gravity, found.tau, found.passive, found.by_contact,
                tuple(" · ".join(_name(names, bodies, k) for k in pair) for pair in pairs), caption,
            ),
            "", self._coordinates,
        )  # fmt: skip


def _name(names: dict[str, str], bodies: Sequence[str], k: int) -> str:
    return names[bodies[k]] if k >= 0 else tr("world")
