"""The page Derivatives: what τ and q̈ change by, at the pose of now, for the motion of the page State."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from typing_extensions import override

from torseur.ui.laboratory.dynamics.derivatives.page import DerivativesPage

from ...motion.motion_state import Instant
from ...page_context import PageContext
from ..dynamics_page import DynamicsPageBinding

if TYPE_CHECKING:
    from torseur.sim.analysis.dynamics.values import DynamicsDerivatives

MOST = 50  # numbers of q̇: 40 evaluations of dynamics each, and tables that can be read


class DerivativesBinding(DynamicsPageBinding):
    """Between the page and the motion."""

    key = "derivatives"

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        self.widget: DerivativesPage = DerivativesPage()
        self._found: DynamicsDerivatives | None = None

    @property
    def found(self) -> DynamicsDerivatives | None:
        """What was computed last; None: nothing could be."""
        return self._found

    @override
    def show_instant(self, instant: Instant) -> None:
        from torseur.sim.analysis.dynamics.derivative_check import derivative_check

        model = instant.model
        if model.nv > MOST:
            text = self.tr("This scene has {n} degrees of freedom; derivatives are shown for at most {most}.")
            self.show_absent(text.format(n=model.nv, most=MOST))
            return
        self._found = derivative_check(model, instant.q, instant.v, instant.a, instant.gravity)
        self.widget.show_derivatives(self._found, self._coordinates)

    @override
    def show_absent(self, reason: str) -> None:
        self._found = None
        self.widget.show_absent(reason)
