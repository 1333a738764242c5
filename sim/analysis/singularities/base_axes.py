"""The Jacobian of a singular case, and what is lost there, in the axes of R0: those of the world, or of a free base.

The algebra works in the axes of a joint in the middle, where formulas are short; as the course writes them they are R0's. The
rotation between is a product of that of each joint before, so nothing is searched for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...arrays import Array
from ..rows import ROWS
from ..symbolic.exact_chain import ExactChain, ExactJacobian, Matrix, base_rotation
from ..symbolic.trig_form import Runs, written
from ..symbolic.trig_ring import terms_of
from .singular_sets import SingularSet
from .values import BaseForm

LONGEST = 60  # terms of a Jacobian that is written in axes of R0


class BaseAxes:
    """Turns the rows of a Jacobian from the axes in which it was found into those of R0."""

    def __init__(self, exact: ExactChain, J: ExactJacobian, rows: str) -> None:
        self._exact, self._J = exact, J
        self._halves = [half for half in (0, 3) if half in range(6)[ROWS[rows]]]
        self._R = base_rotation(exact, J.axes)
        whole = self._turned(J.rows, self._R)
        self.rows = tuple(i for i in range(6)[ROWS[rows]] if any(whole[i]))  # that are not always zero

    def of_case(
        self,
        place: SingularSet,
        lost: Sequence[Sequence[Any]],
        lost_numbers: Sequence[Sequence[float]],
        q: Array | None,
        runs: Runs,
    ) -> BaseForm:
        """J where the joints of `place` are put in, and the directions lost there; what is too long to be read stays out.

        lost         : as formulas, six entries each, in the axes of the Jacobian
        lost_numbers : the same at a configuration q (n,) of the case, or without one none
        """
        ring = self._exact.ring
        J, R = self._put(self._J.rows, place), self._put(self._R, place)
        turned = self._turned(J, R)
        reduced = [turned[i] for i in self.rows]
        if terms_of(reduced) > LONGEST:
            reduced = []
        values = list(self._exact.lengths.values())
        at = np.zeros((3, 3)) if q is None else np.array([[ring.numbers(x, values).at(q) for x in line] for line in R])
        numbers = [[*(at @ np.array(u[:3])), *(at @ np.array(u[3:]))] for u in lost_numbers]
        directions = [[line[0] for line in self._turned([[entry] for entry in u], R)] for u in lost]
        directions = directions if terms_of(directions) <= LONGEST else []
        return BaseForm(
            reduced=tuple(tuple(written(ring, entry, runs)[0] for entry in line) for line in reduced),
            lost=tuple(tuple(written(ring, entry, runs)[0] for entry in u) for u in directions),
            lost_numbers=tuple(tuple(map(float, u)) for u in numbers),
        )

    def _turned(self, rows: Matrix, R: Matrix) -> Matrix:
        """Six rows in axes of R0; rows that do not count stay as they are."""
        found = list(rows)
        for half in self._halves:
            found[half : half + 3] = self._exact.ring.matrix_product(R, rows[half : half + 3])
        return found

    def _put(self, matrix: Matrix, place: SingularSet) -> Matrix:
        """A matrix with what is known of the joints of a case put in."""
        for root in place.roots:
            if root.exact is not None:
                matrix = [[self._exact.ring.put(entry, root.joint, *root.exact) for entry in line] for line in matrix]
        return matrix
