"""The page State: the motion of all pages on dynamics, typed, dragged or recorded, and loads, typed or drawn on the robot."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QObject
from typing_extensions import override

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import Model
from torseur.sim.texts import tr
from torseur.ui.controls.fields.amount import Amount
from torseur.ui.laboratory.dynamics.state.page import StatePage
from torseur.ui.laboratory.dynamics.values import Coordinate
from torseur.ui.look.math_notation import DDOT, DOT
from torseur.ui.text.units import limit_text
from torseur.ui.viewport.marks import LegendRow, Overlays

from ...motion.joint_motion import JointMotion
from ...motion.loads import Loads
from ...motion.motion_state import Instant
from ...page_context import PageContext
from ...statics.load_editing import LoadEditing
from ..dynamics_page import DynamicsPageBinding

REACH = {"v": 3.0, "a": 10.0}  # where sliders end, at most [rad | m, per s and s²]
MOST = 1e6  # that can be typed


class StateBinding(DynamicsPageBinding):
    """Between the page and the motion."""

    key = "state"

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        self.widget: StatePage = StatePage()
        self._rng = np.random.default_rng()
        self._model: Model | None = None
        self._instant: Instant | None = None
        self._places: list[Array] = []  # of the loads
        self.editing = LoadEditing(
            self._session,
            context.viewport,
            self.widget.loads,
            lambda: self._motion.loads,
            self._motion.show_loads,
            self,
        )
        section, motion = self.widget.motion, self._motion
        section.entered.connect(self._enter)
        section.released.connect(motion.end_drag)
        section.source_chosen.connect(motion.choose_source)
        section.rest_requested.connect(motion.rest)
        section.one_requested.connect(motion.move_one)
        section.random_requested.connect(lambda: motion.random(self._rng))

    @override
    def enter(self) -> None:
        self.editing.enter()
        super().enter()

    @override
    def leave(self) -> None:
        super().leave()
        self.editing.leave()

    @override
    def place(self, kind: str) -> None:
        """Let the next press on the robot draw a "force" or a "moment"; anything else, none."""
        self.editing.place(kind)

    @override
    def show_instant(self, instant: Instant) -> None:
        if instant.model is not self._model:
            self._model = instant.model
            self.editing.follow(instant.model, self._picture.size)
        self._instant = instant
        self._places = [load.place(instant.model, instant.q) for load in instant.loads]
        self.editing.show(self._places)
        section, all_of = self.widget.motion, self._motion.coordinates
        section.set_numbers(
            amounts(instant.model, all_of, "v"), amounts(instant.model, all_of, "a"), self._preferences.angle_unit
        )
        note = f"{instant.sentence} {self._beyond(instant)}".strip()
        section.show_motion(instant.v, instant.a, instant.gravity, self._motion.motion.source, note)

    def _enter(self, kind: str, k: int, value: float) -> None:
        """Type a number, unless another robot was opened since these rows were shown."""
        if self._model is self._session.model:
            self._motion.enter(kind, k, value)

    def _beyond(self, instant: Instant) -> str:
        """Which speeds are above their limits, which hinder nobody from asking what they would take."""
        limit, unit = instant.model.velocity_limit, self._preferences.angle_unit
        found = []
        for k in np.flatnonzero((limit > 0.0) & (np.abs(instant.v) > limit * (1.0 + 1e-9))):
            one = self._motion.coordinates[k]
            most = limit_text(float(limit[k]), one.turns, unit)
            found.append(self.tr("{joint} at most {limit}/s").format(joint=one.name, limit=most))
        return self.tr("Faster than the robot may go: {joints}.").format(joints=", ".join(found)) if found else ""

    @override
    def show_absent(self, reason: str) -> None:
        if reason:
            self._instant = None
        self.widget.show_absent(reason)

    @override
    def overlays(self) -> Overlays:
        if self._instant is None:
            return Overlays()
        return Overlays(arrows=self.editing.drawing.arrows(self._instant.loads, self._places))

    @override
    def legend(self) -> Sequence[LegendRow]:
        instant = self._instant
        return self.editing.drawing.legend(instant.loads, tr("on the robot")) if instant is not None else ()

    @override
    def keep(self) -> tuple[tuple[Coordinate, ...], JointMotion, Loads]:
        return self._motion.coordinates, self._motion.motion.typed, self._motion.loads

    @override
    def bring_back(self, state: tuple[tuple[Coordinate, ...], JointMotion, Loads]) -> None:
        if state[0] == self._motion.coordinates:
            self._motion.bring_back(state[1])
        self._motion.show_loads(state[2])


def amounts(model: Model, coordinates: Sequence[Coordinate], kind: str) -> list[Amount]:
    """A row for each number of q̇ "v", within the limits of speed, or of q̈ "a"."""
    found = []
    for k, one in enumerate(coordinates):
        base, _, index = one.symbol.partition("_")
        limit = float(model.velocity_limit[k]) if kind == "v" else np.inf
        reach = min(limit, REACH[kind]) if limit > 0.0 else REACH[kind]
        dots = (DOT if kind == "v" else DDOT) if base == "q" else ("" if kind == "v" else DOT)
        found.append(Amount(k, f"{base}{dots}_{index}" if index else base + dots, one.joint, one.turns, reach, MOST))
    return found
