"""A question shown on the robot: its arrows, and the ellipsoids that it is about, as long as the user wants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from torseur.ui.viewport.marks import LegendRow, Overlays

from ...drawing.view_switch_binding import SwitchesBinding
from ...drawing.view_switches import ViewSwitches
from .case import Case
from .exercise_arrows import ExerciseArrows
from .question import Question


class QuestionDrawing:
    """Of one question at a time, or of none."""

    def __init__(self, switches: SwitchesBinding) -> None:
        self._switches = switches
        self._arrows: ExerciseArrows | None = None
        self._switched: tuple[str, ViewSwitches, ViewSwitches] | None = (
            None  # where; as it was before that, and with it
        )

    @property
    def is_shown(self) -> bool:
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

    def overlays(self, question: Question | None, case: Case | None, size: float) -> Overlays:
        """Its arrows on a robot; `size` is that of the scene [m]."""
        if self._arrows is None or case is None or question is None:
            return Overlays()
        return self._arrows.overlays(question, case, size)

    def legend(self, case: Case | None, names: Mapping[str, str]) -> Sequence[LegendRow]:
        """What they are; `names` are the labels of the page."""
        return self._arrows.legend(names) if self._arrows is not None and case is not None else ()
