"""The page Balances: momentum, centre of mass and energy at the pose of now, for the motion of the page State."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject
from typing_extensions import override

from torseur.ui.laboratory.dynamics.balances.page import BalancesPage
from torseur.ui.look.math_notation import DDOT, DOT
from torseur.ui.look.theme import MASS
from torseur.ui.text.number_text import quantity_text, residual_text
from torseur.ui.viewport.marks import Label, Overlays, Point

from ...motion.motion_state import Instant
from ...page_context import PageContext
from ..equations_page import EquationsPageBinding
from .balance_equations import KEYS, balance_equations

if TYPE_CHECKING:
    from torseur.sim.arrays import Array
    from torseur.sim.multibody.dynamics.values import EquationOfMotion, MomentumBalance

UNITS = {"center": "m/s", "forces": "N", "moments": "N·m", "centroidal": "N·m"}  # of what is drawn


class BalancesBinding(EquationsPageBinding):
    """Between the page and the motion."""

    key = "balances"

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent, BalancesPage(), KEYS[0])
        self._found: MomentumBalance | None = None

    @property
    def found(self) -> MomentumBalance | None:
        """What was computed last; None: nothing could be."""
        return self._found

    @override
    def show_instant(self, instant: Instant) -> None:
        from torseur.sim.multibody.dynamics.centroidal import centroidal_momentum
        from torseur.sim.multibody.dynamics.equation_of_motion import equation_of_motion
        from torseur.sim.multibody.newton_euler.momentum_balance import momentum_balance

        model, q, v, a = instant.model, instant.q, instant.v, instant.a
        found = momentum_balance(model, q, v, a, instant.wrenches, instant.gravity)
        if not found.mass > 0.0:
            self.show_absent(self.tr("Nothing that moves has mass: there is no momentum."))
            return
        motion = equation_of_motion(model, q, v, a, instant.gravity, instant.wrenches)
        self._found = found
        self.show_equations(balance_equations(found, motion))
        self._show_checks(found, motion, centroidal_momentum(model, q, v))

    @override
    def show_absent(self, reason: str) -> None:
        if reason:
            self._found = None
        super().show_absent(reason)

    @override
    def overlays(self) -> Overlays:
        found = self._found
        if found is None:
            return Overlays()
        self._arrows.clear()
        tail = np.zeros(3) if self._at == "moments" else found.center
        unit = UNITS.get(self._at)
        arrows = self._arrows.of(self.at_hand.terms, (unit,), tail, self._picture.size) if unit else ()
        label = Label(found.center, f"c, m {quantity_text(found.mass, 'kg')}", MASS)
        return Overlays(arrows=arrows, points=(Point(found.center, "closed", MASS),), labels=(label,))

    def _show_checks(self, found: MomentumBalance, motion: EquationOfMotion, by_matrix: Array) -> None:
        left, about_c = found.residual, found.about_center(found.residual)
        power = motion.power + motion.external_power - motion.kinetic_rate - motion.potential_rate
        apart = found.centroidal - by_matrix
        self.widget.show_checks((
            (self.tr("{rate} less all forces, at most").format(rate=f"m c{DDOT}"), _largest(left[:3]), "N"),
            (self.tr("{rate} less all moments, about O, at most").format(rate=f"L{DOT}"), _largest(left[3:]), "N·m"),
            (self.tr("… about c"), _largest(about_c[3:]), "N·m"),
            (self.tr("Power less {rates}").format(rates=f"K{DOT} + V{DOT}"), residual_text(abs(power)), "W"),
            (self.tr("p body by body less {other}").format(other=f"A q{DOT}"), _largest(apart[:3]), "N·s"),
            (self.tr("L_c body by body less {other}").format(other=f"A q{DOT}"), _largest(apart[3:]), "N·m·s"),
        ))  # fmt: skip


def _largest(values: Array) -> str:
    return residual_text(float(np.abs(values).max()))
