"""The Jacobian of the table that is open, from its formulas, which another process works out."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from torseur.sim.analysis.symbolic.values import Formulas, request
from torseur.sim.arrays import Array
from torseur.sim.texts import tr

from ...background.symbolic_task import FORMULAS, SymbolicQuestion
from ...sheet.page import Seen
from ...sheet.questions import Cost, Questions

NEAR = 1e-9  # [m | 1] how far the table's tool may be from the frame


class FormulaRoute(NamedTuple):
    """J (6, nv) at q, world-aligned at the frame, and its formulas; or why there are none."""

    J: Array | None
    formulas: Formulas | None = None
    reason: str = ""


def formula_route(seen: Seen, pose: Array, *, of_point: bool, questions: Questions) -> FormulaRoute:
    """The formulas at the pose of the frame (4, 4); `of_point`: that is at another point than the frame's origin."""
    table = seen.table
    if table is None:
        return FormulaRoute(None, reason=tr("this robot is not a Denavit-Hartenberg table."))
    if of_point:
        return FormulaRoute(None, reason=tr("they are of the origin of the table's tool, and this is another point."))
    from torseur.robots.dh.dh_reader import table_of

    text = questions.ask("table", (), lambda: request(table_of(table), tool=True, names=True), of=table).value
    answer = questions.ask("formulas", text, SymbolicQuestion(FORMULAS, text), Cost.PROCESS, of=text)
    found: Formulas | None = answer.value
    if found is None:
        return FormulaRoute(None, reason=answer.error or tr("they are being worked out."))
    T, J = questions.ask("numbers of formulas", text, found.numbers).value(seen.q)
    if float(np.abs(T - pose).max()) > NEAR:
        return FormulaRoute(None, reason=tr("they are of the table's tool, and this is another frame."))
    return FormulaRoute(J, found)
