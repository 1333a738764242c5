"""The page State: where the motion of all pages on dynamics is typed, dragged, drawn at random, or read from a recording."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QObject
from typing_extensions import override

from torseur.sim.multibody.model.model import Model
from torseur.ui.controls.fields.amount_rows import Amount
from torseur.ui.laboratory.dynamics.state.page import StatePage
from torseur.ui.laboratory.dynamics.values import Coordinate
from torseur.ui.look.paint_text import DDOT, DOT

from ...motion.joint_motion import JointMotion
from ...motion.motion_state import Instant
from ...page_context import PageContext
from ..dynamics_page import DynamicsPageBinding

REACH = {"v": 3.0, "a": 10.0}  # where sliders end, at most [rad | m, per s and s²]
MOST = 1e6  # that can be typed


class StateBinding(DynamicsPageBinding):
    """Between the page and the motion."""

    key, title = "state", "State"

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        self.widget: StatePage = StatePage()
        self._rng = np.random.default_rng()
        section, motion = self.widget.motion, self._motion
        section.entered.connect(motion.enter)
        section.source_chosen.connect(motion.choose_source)
        section.rest_requested.connect(motion.rest)
        section.one_requested.connect(motion.move_one)
        section.random_requested.connect(lambda: motion.random(self._rng))

    @override
    def show_instant(self, instant: Instant) -> None:
        section, all_of = self.widget.motion, self._motion.coordinates
        section.set_numbers(
            amounts(instant.model, all_of, "v"), amounts(instant.model, all_of, "a"), self._preferences.angle_unit
        )
        section.show_motion(instant.v, instant.a, self._motion.motion.source, instant.sentence)

    @override
    def show_absent(self, reason: str) -> None:
        self.widget.show_absent(reason)

    @override
    def keep(self) -> tuple[tuple[Coordinate, ...], JointMotion]:
        return self._motion.coordinates, self._motion.motion

    @override
    def bring_back(self, state: tuple[tuple[Coordinate, ...], JointMotion]) -> None:
        if state[0] == self._motion.coordinates:
            self._motion.show_motion(state[1])


def amounts(model: Model, coordinates: Sequence[Coordinate], kind: str) -> list[Amount]:
    """A row for each number of q̇ "v", within the limits of speed, or of q̈ "a"."""
    found = []
    for k, one in enumerate(coordinates):
        base, _, index = one.symbol.partition("_")
        limit = float(model.velocity_limit[k]) if kind == "v" else np.inf
        reach = min(limit, REACH[kind]) if limit > 0.0 else REACH[kind]
        dots = (DOT if kind == "v" else DDOT) if base == "q" else ("" if kind == "v" else DOT)
        found.append(Amount(k, f"{base}{dots}_{index}" if index else base + dots, one.name, one.turns, reach, MOST))
    return found
