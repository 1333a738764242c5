"""What stands in the way on the ground: a gap, a step, a bar."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GapObstacle:
    """No foot stands or slides between `start` and `end`.

    Phases before number `crossed_in` stand before it, those after behind it.
    """

    start: float  # [m] along x
    end: float  # [m]
    crossed_in: int  # the phase, counted from 0


@dataclass(frozen=True)
class StepObstacle:
    """The ground rises by `height` at x; a foot in the air keeps above its edge, rounded over `edge` on the lower side."""

    x: float  # [m]
    height: float  # [m]; < 0: down
    crossed_in: int  # the phase, counted from 0
    edge: float = 0.05  # [m]


@dataclass(frozen=True)
class BarObstacle:
    """A round bar across the way: neither body nor leg nor foot of a hopper come nearer to its axis than its radius.

    Of a robot the points that are in the air do not; the bodies between them are not looked at.
    """

    x: float  # [m]
    z: float  # [m] of its axis
    radius: float = 0.05  # [m]


Obstacle = GapObstacle | StepObstacle | BarObstacle
