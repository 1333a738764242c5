"""A question shown on the robot: its arrows, and the ellipsoids that it is about, as long as the user wants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.errors import TorseurError
from torseur.ui.look.math_notation import plain_math
from torseur.ui.look.theme import FORCE, FRICTION, VELOCITY, WARNING
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.marks import Arrow, LegendRow, Overlays

from ...drawing.arrow_scale import Scale, scale_text
from ...drawing.view_switch_binding import SwitchesBinding
from ...drawing.view_switches import ViewSwitches
from .question import Question
from .reckoned import Reckoned

COLORS = {"velocity": VELOCITY, "force": FORCE, "displacement": FRICTION, "direction": WARNING}
UNITS = {"velocity": "m/s", "force": "N"}
LENGTH = 0.5  # of a direction, as a share of the scene's size


class QuestionDrawing:
    """Of one question at a time, or of none."""

    def __init__(self, switches: SwitchesBinding) -> None:
        self._switches = switches
        self._arrows: ExerciseArrows | None = None
        self._switched: tuple[str, ViewSwitches, ViewSwitches] | None = None  # where; as it was before that, and with it

    @property
    def is_visible(self) -> bool:
        """Whether there is one."""
        return self._arrows is not None

    def show(self, question: Question) -> None:
        """Begin, with the ellipsoids of the question alone."""
        self._arrows = ExerciseArrows()
        if question.ellipsoids:
            velocity, force = (kind in question.ellipsoids for kind in ("velocity", "force"))
            before = self._switches.now
            after = replace(before, ellipsoids=True, velocity=velocity, force=force)
            self._switched = self._switches.workspace, before, after
            self._switches.show(after)

    def hide(self) -> None:
        """End; ellipsoids are as before, unless the user has switched something since."""
        self._arrows = None
        switched, self._switched = self._switched, None
        if switched is not None:
            workspace, before, after = switched
            if self._switches.of_workspace(workspace) == after:
                self._switches.show_in_workspace(workspace, before)

    def take_over(self, other: QuestionDrawing) -> None:
        """Draw what another draws of the same question, and end as it would."""
        self._arrows, self._switched = other._arrows, other._switched

    def overlays(self, question: Question | None, values: Reckoned | None, size: float) -> Overlays:
        """Its arrows on a robot; `size` is that of the scene [m]."""
        if self._arrows is None or values is None or question is None:
            return Overlays()
        return self._arrows.overlays(question, values, size)

    def legend(self, there: bool, names: Mapping[str, str]) -> Sequence[LegendRow]:
        """What they are; `names` are the labels of the page."""
        return self._arrows.legend(names) if self._arrows is not None and there else ()


class ExerciseArrows:
    """Keeps the scales of one question."""

    def __init__(self) -> None:
        self._scales = {kind: Scale(0.5, 0.2, 1.0) for kind in UNITS}
        self._kinds: tuple[str, ...] = ()

    def overlays(self, question: Question, values: Reckoned, size: float) -> Overlays:
        """Those of a question in a pose; none where there is no answer. `size` is that of the scene [m]."""
        try:
            found = [(arrow, _vector(values, arrow.vector), _vector(values, arrow.at)) for arrow in question.arrows]
        except (ValueError, TorseurError):  # LinAlgError is one
            found = []
        self._kinds = tuple(dict.fromkeys(arrow.kind for arrow, _, _ in found))
        drawn = []
        for kind in self._kinds:
            same = [one for one in found if one[0].kind == kind]
            scale = self._scale(kind, max(float(np.linalg.norm(vector)) for _, vector, _ in same), size)
            for arrow, vector, origin in same:
                text = plain_math(arrow.label)
                if kind in UNITS:
                    text += " " + quantity_text(float(np.linalg.norm(vector)), UNITS[kind])
                drawn.append(Arrow(origin, vector * scale, COLORS[kind], text))
        return Overlays(arrows=tuple(drawn))

    def legend(self, names: Mapping[str, str]) -> tuple[LegendRow, ...]:
        """What was drawn last; `names` are the labels of the page."""
        rows = []
        for kind in self._kinds:
            value = scale_text(self._scales[kind].value, UNITS[kind]) if kind in UNITS else ""
            rows.append(LegendRow("arrow", COLORS[kind], names[f"{kind}_arrow"], value))
        return tuple(rows)

    def _scale(self, kind: str, largest: float, size: float) -> float:
        if kind == "displacement":
            return 1.0
        return LENGTH * size if kind == "direction" else self._scales[kind].fit(largest, size)


def _vector(values: Reckoned, expression: str) -> Array:
    return np.asarray(values.of(expression), dtype=np.float64).reshape(3)
