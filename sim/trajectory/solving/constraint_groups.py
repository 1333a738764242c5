"""What each group of constraints leaves, and what it costs.

The price of a bound is its multiplier: by so much the cost falls, to first order, for each unit that the bound is loosened at
every node of the group. Nocedal and Wright, Numerical Optimization, 2006, §12.8.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ...texts import as_shown, tr
from ..optimiser.program_solution import Solution
from ..task.plan_task import PlanTask
from ..transcription.layout import Ints
from ..transcription.task_numbers import ProgramNumbers, numbers_of
from ..transcription.transcription import Transcription
from ..values import PlanConstraint, PlanPhase

ACTIVE = 1e-6
"""Of the bound's size, 1 at least: nearer than this is at the bound."""
CHANGES = {"m": 0.01, "m/s": 0.1, "rad": 0.01, "rad/s": 0.1, "s": 0.01, "N s": 0.1}
"""By how much a bound is moved in a sentence: so little that the price still holds; 1 of any other unit."""
ASKED = ("start", "goal", "waypoint", "periodic")


@dataclass(frozen=True, eq=False)
class Values:
    """Numbers within bounds, where they are and what their bounds cost: lam > 0 at the upper, < 0 at the lower.

    `room` is by how much bounds lie further in than they are asked for, so that they hold between nodes too.
    """

    t: Array
    value: Array
    lower: Array
    upper: Array
    lam: Array
    room: Array


def constraint_groups(
    made: Transcription, task: PlanTask, numbers: ProgramNumbers, solution: Solution, phases: tuple[PlanPhase, ...]
) -> tuple[PlanConstraint, ...]:
    """Of each phase its motion, path, impulse, inputs, duration and footholds, and what is asked of its states; of the plan what
    a limit costs that holds in more than one phase, and the friction that is planned with.
    """
    asked = numbers_of(made, task)
    found: list[PlanConstraint | None] = []
    limits: dict[tuple[str, str], list[Values]] = {}
    for number, phase in enumerate(phases):
        for (kind, group, unit), parts in _of_rows(made, numbers, asked, solution, number, phase).items():
            values = _joined(parts)
            if kind == "path":
                limits.setdefault((group, unit), []).append(values)
            name = f"{kind} {group}" if kind in ASKED else group
            found.append(_constraint(name, unit, number, values, wished=kind not in ("link", "motion", "residual")))
        layout = made.layout.phases[number]
        knots = phase.t[phase.knot][: len(layout.u)]
        for name, unit, places in zip(made.system.input_names, made.system.input_units, layout.u.T, strict=True):
            values = _of_variables(numbers, solution, places, knots)
            limits.setdefault((name, unit), []).append(values)
            found.append(_constraint(name, unit, number, values))
        duration = _of_variables(numbers, solution, np.array([layout.duration]), phase.t[-1:])
        found.append(_constraint("duration", "s", number, duration))
        for name, place in zip(layout.mode.p_names, layout.p, strict=True):
            values = _of_variables(numbers, solution, np.array([place]), phase.t[:1])
            found.append(_constraint(f"foothold {name}", "m", number, values))
    for (name, unit), several in limits.items():
        if len(several) > 1:
            found.append(_constraint(name, unit, None, _joined(several)))
    found.append(_friction(made, task, numbers, solution, phases))
    return tuple(row for row in found if row is not None)


def _of_rows(
    made: Transcription, numbers: ProgramNumbers, asked: ProgramNumbers, solution: Solution, number: int, phase: PlanPhase
) -> dict[tuple[str, str, str], list[Values]]:
    """By kind, group and unit."""
    found: dict[tuple[str, str, str], list[Values]] = {}
    for block in made.blocks:
        if block.phase == number:
            rows = block.rows.ravel()
            t = np.repeat(phase.t[block.nodes], block.rows.shape[1])
            bounds = numbers.g_lower[rows], numbers.g_upper[rows]
            with np.errstate(invalid="ignore"):  # an open end less itself
                room = np.nan_to_num(np.fmax(bounds[0] - asked.g_lower[rows], asked.g_upper[rows] - bounds[1]))
            values = Values(t, solution.rows[rows], *bounds, solution.point.lam_g[rows], room)
            found.setdefault((block.kind, block.name, block.unit), []).append(values)
    return found


def _of_variables(numbers: ProgramNumbers, solution: Solution, places: Ints, t: Array) -> Values:
    point, room = solution.point, np.zeros(len(places))
    return Values(t, point.x[places], numbers.x_lower[places], numbers.x_upper[places], point.lam_x[places], room)


def _joined(values: list[Values]) -> Values:
    names = ("t", "value", "lower", "upper", "lam", "room")
    return Values(*(np.concatenate([getattr(value, name) for value in values]) for name in names))


def _constraint(group: str, unit: str, phase: int | None, values: Values, *, wished: bool = True) -> PlanConstraint | None:
    """None where nothing is bounded. What nobody wished, as the laws of motion, has a price that is no one's to pay."""
    bounded = np.isfinite(values.lower) | np.isfinite(values.upper)
    if not bounded.any():
        return None
    margins = np.minimum(values.value - values.lower, values.upper - values.value)
    nearest = int(margins.argmin())
    size = np.maximum(1.0, np.minimum(np.abs(values.lower), np.abs(values.upper)))
    equal = bool((values.lower == values.upper).all())
    active = equal or bool((margins <= ACTIVE * size).any())
    more, less = np.maximum(values.lam, 0.0), np.maximum(-values.lam, 0.0)
    way = 1.0 if more.sum() >= less.sum() else -1.0
    prices = more if way > 0.0 else less
    paid = prices > 1e-3 * prices.max()
    held = values.upper if way > 0.0 else values.lower
    bound = np.unique((held + way * values.room)[paid].round(12) + 0.0)
    room = float(values.room[paid].max(initial=0.0))
    price = float(max(more.sum(), less.sum()))
    sentence = saving(unit, way * price, bound, room) if active and wished else ""
    margin = float(margins[nearest])
    return PlanConstraint(group, phase, unit, margin, float(values.t[nearest]), active, price, sentence)


def saving(unit: str, price: float, bound: Array, room: float = 0.0) -> str:
    """As "1 N more than 300 saves 0.012": of a price by unit, > 0 where more saves. Nothing where it is not worth a word.

    bound : as it is asked for; room : by how much further in it is held at most, for what happens between nodes
    """
    change = CHANGES.get(unit, 1.0) if unit else 0.1
    saved = abs(price) * change
    if not saved >= 1e-8:  # NaN: of a solve that was stopped
        return ""
    amount = as_shown(f"{change:g} {unit}".rstrip())
    than = tr(" than {bound:g}", bound=bound[0]) if bound.size == 1 else ""
    held = tr(" (held {room:.2g} {unit} further in, as room between nodes)", room=room, unit=unit) if room > 1e-9 else ""
    return tr(
        "{amount} {which}{than}{held} saves {saved:.2g}",
        amount=amount,
        which=tr("more") if price > 0.0 else tr("less"),
        than=than,
        held=held,
        saved=saved,
    )


def _friction(
    made: Transcription, task: PlanTask, numbers: ProgramNumbers, solution: Solution, phases: tuple[PlanPhase, ...]
) -> PlanConstraint | None:
    """What the coefficient of friction costs, of all cones at once, those of impulses too."""
    if "friction" not in made.system.theta_names:
        return None
    point = solution.point
    prices = np.asarray(made.prices(point.x, numbers.parameters, point.lam_g)).ravel()
    price = -float(prices[made.system.theta_names.index("friction")])
    t = np.concatenate([phase.t for phase in phases])
    force = np.concatenate([phase.force for phase in phases])
    used = np.hypot(force[..., 0], force[..., 1]) / np.maximum(np.abs(force[..., 2]), 1e-9)
    used = np.where(np.abs(force).max(axis=2) > 1e-6, used, 0.0).max(axis=1)
    worst = int(used.argmax())
    sentence = saving("", price, np.array([task.friction]))
    margin = task.friction - float(used[worst])
    return PlanConstraint("friction", None, "", margin, float(t[worst]), bool(sentence), abs(price), sentence)
