"""The rows of the lecture's problem by what they ask for: how near the solution comes to each bound, and what each costs.

Of its 393 equations 24 say again what others say, and the multipliers of those are not unique. Told are only prices that are: of
the body's place at both ends, of the height of the ground under a whole stance between two flights, and of limits.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...texts import marked, tr
from ..values import PlanConstraint
from .lecture_dynamics import STEP, state_names
from .lecture_solution import LectureSolution, Rows

ACTIVE = 1e-6  # [m | m/s] a solution this near to a bound lies at it


def lecture_constraints(solution: LectureSolution) -> tuple[PlanConstraint, ...]:
    """Of the whole problem's solution: both ends, then what each mode asks for."""
    found = [_end(solution, "start"), _end(solution, "goal")]
    spans = solution.switches.modes
    for place, (first, last) in enumerate(spans):
        end = last + 1 if place == len(spans) - 1 else last
        for group, tell in (("foot on the ground", _ground), ("leg length", _leg), ("touch-down speed", _speed)):
            rows = [one for one in solution.rows if one.group == group and first <= one.knot < end]
            if rows:
                found.append(tell(solution, place, rows))
    return tuple(found)


def _end(solution: LectureSolution, group: str) -> PlanConstraint:
    (rows,) = [rows for rows in solution.rows if rows.group == group]
    price = -solution.multiplier[rows.where][:2]  # of the body's place
    most = int(np.argmax(np.abs(price)))
    return PlanConstraint(
        group=group,
        phase=None,
        unit="m",
        margin=-float(np.max(np.abs(solution.g[rows.where]))),
        t=STEP * rows.knot,
        active=True,
        multiplier=float(np.abs(price[most])),
        sentence=_said(tr("{name} 1 cm greater", name=state_names(solution.switches)[most]), 0.01 * price[most]),
    )


def _ground(solution: LectureSolution, place: int, rows: Sequence[Rows]) -> PlanConstraint:
    height = np.array([solution.g[one.first] for one in rows])
    between = 0 < place < len(solution.switches.modes) - 1
    price = -float(sum(solution.multiplier[one.first] for one in rows)) if between else 0.0
    return PlanConstraint(
        group="foot on the ground",
        phase=place,
        unit="m",
        margin=-float(np.max(np.abs(height))),
        t=STEP * rows[int(np.argmax(np.abs(height)))].knot,
        active=True,
        multiplier=abs(price),
        sentence=_said(tr("ground 1 cm higher here"), 0.01 * price) if between else tr("given by the start or the goal too"),
    )


def _leg(solution: LectureSolution, place: int, rows: Sequence[Rows]) -> PlanConstraint:
    at = [one.first for one in rows]
    length, multiplier = solution.g[at], solution.multiplier[at]
    long, short = solution.upper[at] - length, length - solution.lower[at]
    nearest = np.minimum(long, short)
    worst = int(np.argmin(nearest))
    price = float(np.sum(np.abs(multiplier)))
    active = bool(nearest[worst] < ACTIVE)
    said = marked("1 cm longer saves {price:.2g}") if long[worst] < short[worst] else marked("1 cm shorter saves {price:.2g}")
    return PlanConstraint(
        group="leg length",
        phase=place,
        unit="m",
        margin=float(nearest[worst]),
        t=STEP * rows[worst].knot,
        active=active,
        multiplier=price if active else 0.0,
        sentence=tr(said, price=0.01 * price) if active and np.isfinite(price) else "",
    )


def _speed(solution: LectureSolution, place: int, rows: Sequence[Rows]) -> PlanConstraint:
    (row,) = rows
    limit = float(np.sqrt(solution.upper[row.first]))
    price = 2.0 * limit * abs(float(solution.multiplier[row.first]))  # the row is of the speed's square
    margin = limit - float(np.sqrt(max(0.0, solution.g[row.first])))
    active = margin < ACTIVE
    return PlanConstraint(
        group="touch-down speed",
        phase=place,
        unit="m/s",
        margin=margin,
        t=STEP * (row.knot + 1),
        active=active,
        multiplier=price if active else 0.0,
        sentence=tr("0.1 m/s more saves {price:.2g}", price=0.1 * price) if active and np.isfinite(price) else "",
    )


def _said(what: str, change: float) -> str:
    if not np.isfinite(change):  # of an iterate that is no solution
        return ""
    said = marked("{what} costs {change:.2g}") if change > 0.0 else marked("{what} saves {change:.2g}")
    return tr(said, what=what, change=abs(change))
