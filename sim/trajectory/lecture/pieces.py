"""Solved apart and together: "if we know the impact time in advance, we can optimise each trajectory separately".

A piece runs from just after an impact to just after the next. Between fixed states the pieces have nothing in common, and are
solved apart. Which states these should be only all pieces together tell: there the prices of two neighbours cancel (∂J/∂x of the
one's end is −∂J/∂x of the next one's start), and the costs of the pieces add up to the cost of the whole.

Source: contact-dynamics-lecture16, "Hybrid Method", Insight; Bellman's principle of optimality.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ...arrays import Array
from ..task.lecture_switches import LectureSwitches
from ..values import PlanStatus
from .lecture_dynamics import KNOTS, reference
from .lecture_problem import LectureProblem
from .lecture_solution import LectureSolution


def joints_of(switches: LectureSwitches) -> list[int]:
    """The knots just after each impact; of the lecture 10, 20, 30, 40."""
    return [k + 1 for k in range(KNOTS - 1) if switches.ends_in_touch_down(k)]


@dataclass(frozen=True, eq=False, slots=True)
class PiecesApart:
    """The pieces, each between two states that were given."""

    joints: Array  # (4, n) states just after each impact
    pieces: tuple[LectureSolution, ...]  # five
    price_gap: Array  # (4, n) what moving each joint adds to the cost, to first order [per m, m/s]; 0: it is where it should be

    @property
    def solved(self) -> bool:
        """Whether each was."""
        return all(piece.status is PlanStatus.SOLVED for piece in self.pieces)

    @property
    def cost(self) -> float:
        """Of all."""
        return sum(piece.cost for piece in self.pieces)

    @property
    def x(self) -> Array:
        """The whole motion (45, n)."""
        return np.vstack([*(piece.x[:-1] for piece in self.pieces), self.pieces[-1].x[-1:]])

    @property
    def u(self) -> Array:
        """And its inputs (44, 2)."""
        return np.vstack([piece.u for piece in self.pieces])


def solve_apart(joints: Array, switches: LectureSwitches | None = None, guess: LectureSolution | None = None) -> PiecesApart:
    """Each piece between the states (4, n) that are given just after the impacts; from a whole solution, or the reference."""
    switches = LectureSwitches() if switches is None else switches
    states = reference(switches)
    states[joints_of(switches)] = joints
    ends = (0, *joints_of(switches), KNOTS - 1)
    pieces: list[LectureSolution] = []
    gap = np.zeros((len(ends), states.shape[1]))
    for place, (first, last) in enumerate(pairwise(ends)):
        problem = LectureProblem(switches, first, last, redundant=False)
        begin = problem.guess(noise=0.0) if guess is None else problem.guess_of(guess.x[first : last + 1], guess.u[first:last])
        piece = problem.solve(begin, start=states[first], goal=states[last])
        gap[place] += piece.prices("start")
        gap[place + 1] += piece.prices("goal")
        pieces.append(piece)
    gap[:, [3, 6, 7]] = 0.0  # the impact leaves the foot at rest on the ground: nobody may move it
    gap[-2, 2] = 0.0  # and where it stands last the goal says
    return PiecesApart(np.array(joints), tuple(pieces), gap[1:-1])
