"""The page on dynamics: the equation of motion at the pose of now, for a motion that is typed or recorded."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject
from typing_extensions import override

from torseur.sim.arrays import Array
from torseur.sim.compilation import DYNAMICS
from torseur.sim.multibody.model.model import Model
from torseur.ui.laboratory.dynamics.page import DynamicsPage
from torseur.ui.laboratory.dynamics.values import Coordinate

from ..page_binding import PageBinding
from ..page_context import PageContext
from .coordinates import coordinates
from .joint_motion import JointMotion, recorded_motion

if TYPE_CHECKING:
    from torseur.sim.multibody.dynamics.values import EquationOfMotion

MOST = 110  # numbers of q̇: fields and tables of more cannot be read


class DynamicsBinding(PageBinding):
    """Between the page and the session."""

    key, title = "dynamics", "Dynamics"
    waits_for = (DYNAMICS,)

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        self.widget: DynamicsPage = DynamicsPage()
        self._joints = context.joints
        self._model: Model | None = None
        self._coordinates: tuple[Coordinate, ...] = ()
        self._motion = JointMotion.rest(0)
        self._equation: EquationOfMotion | None = None
        self._rng = np.random.default_rng()
        fields = self.widget.motion
        fields.entered.connect(self._enter)
        fields.source_chosen.connect(self._choose_source)
        fields.rest_requested.connect(lambda: self._show(JointMotion.rest(self._session.model.nv)))
        fields.random_requested.connect(lambda: self._show(JointMotion.random(self._session.model, self._rng)))

    @property
    def equation(self) -> EquationOfMotion | None:
        """What was computed last; None: nothing could be."""
        return self._equation

    @override
    def refresh(self) -> None:
        session, page = self._session, self.widget
        snapshot, document = session.snapshot, session.document
        if snapshot is None or document is None:
            return
        self._follow_model()
        self._equation = None
        reason = self._reason(session.model.nv)
        if not reason:
            from torseur.sim.multibody.dynamics.equation_of_motion import equation_of_motion

            v, a, sentence = self._moving(snapshot.v)
            unit = self._preferences.angle_unit
            self._equation = equation_of_motion(session.model, snapshot.q, v, a, document.scene.gravity)
            page.motion.set_coordinates(self._coordinates, unit)
            page.motion.show_motion(v, a, self._motion.source, sentence)
            page.show_equation(self._equation, self._coordinates, unit, "LᵀL" if session.model.shares else "ABA")
        page.show_absent(reason)

    @override
    def keep(self) -> tuple[tuple[Coordinate, ...], JointMotion]:
        return self._coordinates, self._motion

    @override
    def bring_back(self, state: tuple[tuple[Coordinate, ...], JointMotion]) -> None:
        self._follow_model()
        if state[0] == self._coordinates:
            self._show(state[1])

    def _follow_model(self) -> None:
        """Another robot is at rest; the same with other parameters moves on."""
        if self._session.document is None or self._session.model is self._model:
            return
        self._model, before = self._session.model, self._coordinates
        self._coordinates = coordinates(self._model, self._joints.number_of)
        if not self._session.rebuilding or before != self._coordinates:
            self._motion = JointMotion.rest(self._model.nv, self._motion.source)

    def _reason(self, nv: int) -> str:
        """Why there is nothing to show, or empty."""
        if not self._session.kernels.has(DYNAMICS):
            return self.tr("The kernels of dynamics are not ready yet.")
        if nv == 0:
            return self.tr("Nothing here has a joint: nothing moves.")
        if nv > MOST:
            text = self.tr("This scene has {n} degrees of freedom; the page shows at most {most}.")
            return text.format(n=nv, most=MOST)
        return ""

    def _moving(self, v: Array) -> tuple[Array, Array, str]:
        """q̇, q̈ and a sentence on them; v (nv,) is that of the snapshot."""
        if self._motion.source == "typed":
            return self._motion.v, self._motion.a, ""
        return recorded_motion(self._session.recording, self._session.index, v)

    def _enter(self, kind: str, k: int, value: float) -> None:
        """Type over what is shown."""
        shown = self._equation
        motion = self._motion if shown is None else replace(self._motion, v=shown.v, a=shown.a)
        self._show(motion.with_number(kind, k, value))

    def _choose_source(self, source: str) -> None:
        """What is shown stays when it is to be typed over."""
        shown = self._equation
        if source == "typed" and shown is not None:
            self._show(JointMotion(shown.v, shown.a))
        else:
            self._show(replace(self._motion, source=source))

    def _show(self, motion: JointMotion) -> None:
        self._motion = motion
        self.update()
