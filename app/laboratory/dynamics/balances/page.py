"""The page Balances: momentum, centre of mass and energy at the pose of now, for the motion of the page State."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from torseur.sim.compilation import DYNAMICS
from torseur.sim.texts import marked, tr
from torseur.ui.displays.equations.values import EquationView
from torseur.ui.look.math_notation import DDOT, DOT
from torseur.ui.look.theme import MASS
from torseur.ui.sheet.blocks import EquationCards, Fact, Facts, Heading, UserEvent, absent, section
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.text.number_text import quantity_text, residual_text
from torseur.ui.viewport.marks import Label, Overlays, Point

from ....sheet.page import NOTHING_DRAWN, Layer, Page, PageSettings, Seen
from ....sheet.questions import Questions
from ...motion.motion_state import Instant
from ..term_arrows import TermArrows
from .balance_equations import KEYS, balance_equations

if TYPE_CHECKING:
    from torseur.sim.multibody.dynamics.values import MomentumBalance

BALANCES = Heading("balances", marked("Balances"))
CHECKS = Heading("checks", marked("What must hold"))
UNITS = {"center": "m/s", "forces": "N", "moments": "N·m", "centroidal": "N·m"}  # of what is drawn


@dataclass(frozen=True, slots=True)
class BalancesSettings(PageSettings):
    """The equation at hand, and the term of it that comes in just now; -1: all are there."""

    at: str = KEYS[0]
    marked: int = -1


class BalancesFound(NamedTuple):
    """What is computed of a motion, and how it is written."""

    balance: MomentumBalance
    equations: tuple[EquationView, ...]
    checks: tuple[Fact, ...]


class Balances(Page):
    """Of all that moves, each with what changes it."""

    key = "balances"
    settings_type = BalancesSettings
    outline = (BALANCES, CHECKS)
    waits_for = (DYNAMICS,)
    needs_motion = True

    def sheet(self, seen: Seen, settings: BalancesSettings, questions: Questions) -> Sheet:
        """Write the equations, and what must hold."""
        found = _found(seen, questions)
        if isinstance(found, str):
            return Sheet((absent(found),))
        cards = EquationCards("equations", found.equations, KEYS.index(settings.at), settings.marked)
        return Sheet(
            (
                section(BALANCES, cards, caption=tr("of all that moves"), divided=False),
                section(CHECKS, Facts("facts", found.checks)),
            )
        )

    def layer(self, seen: Seen, settings: BalancesSettings, questions: Questions) -> Layer:
        """Draw the centre of mass, and the terms of the equation at hand."""
        found = _found(seen, questions)
        if isinstance(found, str):
            return NOTHING_DRAWN
        arrows, unit, center = questions.kept("arrows", TermArrows), UNITS.get(settings.at), found.balance.center
        arrows.clear()
        at_hand = found.equations[KEYS.index(settings.at)].up_to(settings.marked)
        tail = np.zeros(3) if settings.at == "moments" else center
        drawn = arrows.of(at_hand.terms, (unit,), tail, seen.size) if unit else ()
        label = Label(center, f"c, m {quantity_text(found.balance.mass, 'kg')}", MASS)
        return Overlays(arrows=drawn, points=(Point(center, "closed", MASS),), labels=(label,)), arrows.legend()

    def reduce(self, settings: BalancesSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Have another equation or another term of it at hand."""
        if event.kind == "chosen":
            return replace(settings, at=event.value, marked=-1)
        return replace(settings, marked=event.value) if event.kind == "term" else settings


def _found(seen: Seen, questions: Questions) -> BalancesFound | str:
    """What is shown; or why there is nothing, a sentence."""
    if isinstance(seen.motion, str):
        return seen.motion
    found: BalancesFound = questions.ask("balances", seen.motion, lambda: balances(seen.motion)).value
    return found if found.balance.mass > 0.0 else tr("Nothing that moves has mass: there is no momentum.")


def balances(instant: Instant) -> BalancesFound:
    """Compute and write the balances of a motion."""
    from torseur.sim.multibody.dynamics.centroidal import centroidal_momentum
    from torseur.sim.multibody.dynamics.equation_of_motion import equation_of_motion
    from torseur.sim.multibody.newton_euler.momentum_balance import momentum_balance

    model, q, v, a = instant.model, instant.q, instant.v, instant.a
    found = momentum_balance(model, q, v, a, instant.wrenches, instant.gravity)
    if not found.mass > 0.0:
        return BalancesFound(found, (), ())
    motion = equation_of_motion(model, q, v, a, instant.gravity, instant.wrenches)
    left, apart = found.residual, found.centroidal - centroidal_momentum(model, q, v)
    power = motion.power + motion.external_power - motion.kinetic_rate - motion.potential_rate
    checks = (
        (tr("{rate} less all forces, at most", rate=f"m c{DDOT}"), left[:3], "N"),
        (tr("{rate} less all moments, about O, at most", rate=f"L{DOT}"), left[3:], "N·m"),
        (tr("… about c"), found.about_center(left)[3:], "N·m"),
        (tr("Power less {rates}", rates=f"K{DOT} + V{DOT}"), power, "W"),
        (tr("p body by body less {other}", other=f"A q{DOT}"), apart[:3], "N·s"),
        (tr("L_c body by body less {other}", other=f"A q{DOT}"), apart[3:], "N·m·s"),
    )
    facts = tuple((name, residual_text(float(np.abs(values).max())), unit) for name, values, unit in checks)
    return BalancesFound(found, balance_equations(found, motion), facts)
