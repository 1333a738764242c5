"""The page Equation: H q̈ + C(q, q̇) q̇ + g = τ + Σ JᵀF at the pose of now, for the motion of the page State."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from typing_extensions import override

from torseur.ui.laboratory.dynamics.equation.page import EquationPage

from ...motion.motion_state import Instant
from ...page_context import PageContext
from ..dynamics_page import DynamicsPageBinding

if TYPE_CHECKING:
    from torseur.sim.multibody.dynamics.values import EquationOfMotion


class EquationBinding(DynamicsPageBinding):
    """Between the page and the motion."""

    key = "equation"

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        self.widget: EquationPage = EquationPage()
        self._equation: EquationOfMotion | None = None

    @property
    def equation(self) -> EquationOfMotion | None:
        """What was computed last; None: nothing could be."""
        return self._equation

    @override
    def show_instant(self, instant: Instant) -> None:
        from torseur.sim.multibody.dynamics.equation_of_motion import equation_of_motion

        model = instant.model
        self._equation = equation_of_motion(model, instant.q, instant.v, instant.a, instant.gravity, instant.wrenches)
        self.widget.show_equation(
            self._equation, self._motion.coordinates, self._preferences.angle_unit, "LᵀL" if model.shares else "ABA"
        )

    @override
    def show_absent(self, reason: str) -> None:
        self._equation = None
        self.widget.show_absent(reason)
