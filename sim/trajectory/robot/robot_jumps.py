"""Between two modes of a robot: points that lift off, points that touch down with a blow, and a motion that starts anew.

A blow is without rebound: H (v⁺ - v⁻) = JᵀΛ and J v⁺ = 0 for all that is held after it, with Λ pushing and inside the cones.
Source: contact-dynamics-lecture16, "Jump map"; Featherstone 2008, §11.7.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi

from ...errors import ArgumentError, UnknownNameError
from ...texts import tr
from ..system.system import Jump, PathRows
from .contact_forces import Bounded, at_least, pushing, sliding
from .contact_robot import ContactMode, Touch
from .robot_modes import CREEP, foothold_symbols, held_still, places
from .robot_names import above
from .symbolic_dynamics import Expression
from .symbolic_robot import Held, SymbolicRobot


@dataclass(frozen=True, eq=False, slots=True)
class _Blow:
    """Unknowns w of a touch-down, its rows which are 0, those within bounds, and the impulses in the world."""

    w: Expression
    rows: list[Expression]
    path: list[Bounded]
    impulse: Expression


def robot_jump(symbols: SymbolicRobot, before: ContactMode, after: ContactMode) -> Jump:
    """From one mode to the next: x⁺ = x⁻ but for the velocities that a touch-down takes. Raises ArgumentError."""
    left, held = symbols.held(before), symbols.held(after)
    old = {one.place: one.touch for one in left}
    new = [k for k, one in enumerate(held) if one.place not in old]
    p_before, p_after = foothold_symbols("p_before", left, symbols.d), foothold_symbols("p_after", held, symbols.d)
    x_after = casadi.SX.sym("x_after", symbols.x.numel())
    nq = symbols.model.nq
    blow = _blow(symbols, held, left, x_after[nq:]) if new else _no_blow(symbols, x_after[nq:])
    rows = [
        x_after[:nq] - symbols.q,
        *blow.rows,
        places(held, p_after, new),
        *_kept(symbols, left, held, p_before, p_after, stopping=not new),
    ]
    kind = "touch-down" if new else "lift-off" if len(held) < len(left) else "switch"
    return _jump(symbols, kind, (left, held), (p_before, x_after, p_after), blow, rows)


def closing_jump(symbols: SymbolicRobot, last: ContactMode, first: ContactMode) -> Jump:
    """From the end of a motion to its beginning, which is its end but for what travels and for what has changed places.

    Of points that touch down in between heights are not asked for: the beginning has them on the ground, and the end is the
    beginning. Raises ArgumentError.
    """
    robot, nq = symbols.robot, symbols.model.nq
    swap, points = mirrored(symbols)
    x_first = casadi.SX.sym("x_first", symbols.x.numel())
    again = casadi.vertcat(*(x_first[k] for k in swap))  # the beginning in the names that hold at the end
    names = {point.name: robot.points[points[k]].name for k, point in enumerate(robot.points)}
    landed = ContactMode(first.name, tuple((names[name], touch) for name, touch in first.touching))
    left, held = symbols.held(last), symbols.held(landed)
    kept = {one.place for one in left} & {one.place for one in held}
    if kept:
        name = robot.points[min(kept)].name
        raise ArgumentError(
            "point {name!r} is held at the end of a motion and goes on being held when it starts anew; begin where all "
            "that is held has just touched down",
            name=name,
        )
    blow = _blow(symbols, held, left, again[nq:]) if held else _no_blow(symbols, again[nq:])
    travel = set(robot.travel or ())
    for name in travel:
        if name not in symbols.names.states[:nq]:
            raise UnknownNameError("coordinate", name, symbols.names.states[:nq], tr("model {model!r}", model=robot.model.name))
    same = [k for k, name in enumerate(symbols.names.states[:nq]) if name not in travel]
    rows = [(again[:nq] - symbols.q)[same], *blow.rows]
    p_last, p_first = foothold_symbols("p_last", left, symbols.d), foothold_symbols("p_first", held, symbols.d)
    kind = "touch-down" if held else "switch"
    return _jump(symbols, kind, (left, held), (p_last, x_first, p_first), blow, rows, points)


def mirrored(symbols: SymbolicRobot) -> tuple[list[int], list[int]]:
    """Where in x each number of x is after its joint has changed places with its mirror, and the same of the points."""
    robot, model = symbols.robot, symbols.model
    x, points = list(range(model.nq + model.nv)), list(range(len(robot.points)))
    slices, names = model.joint_slices(), [point.name for point in robot.points]
    for one, other in robot.mirrored:
        if one in names and other in names:
            i, j = names.index(one), names.index(other)
            points[i], points[j] = j, i
        elif one in slices and other in slices:
            for part, shift in ((0, 0), (1, model.nq)):
                for i, j in zip(
                    range(*slices[one][part].indices(model.nq)), range(*slices[other][part].indices(model.nq)), strict=True
                ):
                    x[shift + i], x[shift + j] = shift + j, shift + i
        else:
            raise ArgumentError(
                "{one!r} and {other!r} change places: wanted two joints or two touching points by name", one=one, other=other
            )
    return x, points


def _blow(symbols: SymbolicRobot, held: list[Held], left: list[Held], v_after: Expression) -> _Blow:
    d = symbols.d
    repeated = symbols.repeated(held)
    parts = (d * len(held), repeated.shape[1], 3 * sum(one.touch is Touch.SLIDE for one in held))
    shares, spare, more = (casadi.SX.sym(name, size) for name, size in zip("IRE", parts, strict=True))
    impulses = 0.1 * symbols.weight * shares  # of the weight in 0.1 s

    def after(velocity: Expression) -> Expression:
        return casadi.substitute(velocity, symbols.v, v_after)

    speeds = [after(one.at.velocity) for one in held]
    slid = sliding(symbols.robot, held, impulses, speeds, more)
    places_held = {one.place for one in held}
    rising = [after(one.at.velocity[d - 1]) for one in left if one.place not in places_held]
    return _Blow(
        casadi.vertcat(shares, spare, more),
        [
            symbols.momentum_change(v_after - symbols.v, impulses, held),
            held_still(speeds, held, repeated @ spare, d),
            repeated.T @ impulses,
            *slid.rows,
        ],
        [
            *pushing(symbols.robot, held, impulses, "N s"),
            *at_least("slides on", "m/s", slid.forward, -CREEP),
            *at_least("leaves the surface", "m/s", rising),
        ],
        symbols.in_world(impulses, held),
    )


def _no_blow(symbols: SymbolicRobot, v_after: Expression) -> _Blow:
    return _Blow(casadi.SX(0, 1), [v_after - symbols.v], [], casadi.SX(3 * len(symbols.points), 1))


def _kept(
    symbols: SymbolicRobot, left: list[Held], held: list[Held], p_before: Expression, p_after: Expression, *, stopping: bool
) -> list[Expression]:
    """Points that go on sticking have their place; those that slid and stick do where they are, and have stopped."""
    d, rows = symbols.d, []
    before = {one.place: (one.touch, k) for k, one in enumerate(_sticking(left))}
    slid = {one.place for one in left if one.touch is not Touch.STICK}
    stopped: set[tuple[int, int]] = set()
    for k, one in enumerate(_sticking(held)):
        p = p_after[(d - 1) * k : (d - 1) * (k + 1)]
        if one.place in before:
            at = before[one.place][1]
            rows.append(p - p_before[(d - 1) * at : (d - 1) * (at + 1)])
        elif one.place in slid:
            rows.append(one.at.place[: d - 1] - p)
            body = (one.at.row, one.at.surface_row)
            if stopping and body not in stopped:  # a blow stops all that sticks after it, a body that does not turn as one
                rows.append(one.at.velocity[: d - 1])
                stopped.add(body)
    return rows


def _sticking(held: list[Held]) -> list[Held]:
    return [one for one in held if one.touch is Touch.STICK]


def _jump(
    symbols: SymbolicRobot,
    kind: str,
    sides: tuple[list[Held], list[Held]],
    other: tuple[Expression, Expression, Expression],
    blow: _Blow,
    rows: list[Expression],
    points: Sequence[int] | None = None,
) -> Jump:
    """Points: where each point is after it has changed places with its mirror; None: where it was."""
    p_before, x_after, p_after = other
    given = [symbols.x, p_before, x_after, p_after, blow.w, symbols.theta]
    left, held = ({one.place: above(one.at.point.name) for one in side} for side in sides)
    renamed = points or range(len(symbols.points))
    same = symbols.names.states[: symbols.model.nq] + (() if blow.w.numel() else symbols.names.states[symbols.model.nq :])
    return Jump(
        kind,
        blow.w.numel(),
        casadi.Function("rows", given, [casadi.vertcat(*rows)]),
        casadi.Function("impulse", given, [blow.impulse]),
        tuple(
            PathRows(one.group, one.unit, casadi.Function("path", given, [one.value]), one.lower, one.upper)
            for one in blow.path
        ),
        implied_before=tuple(held[k] for k in held if k not in left),
        implied_after=(*same, *(above(symbols.robot.points[renamed[k]].name) for k in left if k not in held)),
    )
