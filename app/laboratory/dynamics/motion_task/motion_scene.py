"""The scene that plays a planned motion back: made piece by piece, to be shown or written into a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from torseur.sim.errors import ArgumentError
from torseur.sim.texts import tr

from ....documents.written_pieces import Pieces, text_in_pieces
from .motion_plan import MotionPlan
from .planned_robot import PlannedRobot, payload_of

if TYPE_CHECKING:
    from torseur.sim.analysis.dynamics.motion_task import MotionTask
    from torseur.sim.simulation.running.scene.scene import Scene


@dataclass(frozen=True, eq=False, slots=True)
class MotionScene:
    """A motion of a robot that is to be played back."""

    robot: PlannedRobot
    task: MotionTask
    plan: MotionPlan

    @property
    def pieces(self) -> int:
        """How many there are of its text."""
        from torseur.sim.simulation.motion_playback import BLOCK

        return 2 + -(-len(self.task.t) // BLOCK)

    def made(self) -> Iterator[int | Scene]:
        """How many pieces of it are there, and at last the scene."""
        from torseur.sim.simulation.motion_playback import playback_scene

        text = list[str]()
        for piece in self._text():
            text.append(piece)
            yield len(text)
        yield playback_scene(self.task, self.robot.part.name, "".join(text))

    def file(self, path: Path) -> Pieces:
        """The scene as a file, piece by piece. Raises SaveError, and ArgumentError where no file names the robot."""
        text = self._text()
        first = next(text, "")
        if not first:
            raise ArgumentError(
                tr(
                    "{path}: {name} is no robot of a file: a scene that names it cannot be written",
                    path=path,
                    name=self.robot.part.name,
                )
            )
        yield from text_in_pieces(path, chain([first], text), self.pieces, "scene")

    def _text(self) -> Iterator[str]:
        """The text of its file; nothing where no file names the robot."""
        from torseur.sim.simulation.motion_playback import playback_pieces

        row = self.robot.row()
        if row:
            yield from playback_pieces(self.task, row, payload_of(self.plan))
