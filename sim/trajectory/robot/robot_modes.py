"""The modes of a robot: implicit dynamics while the same points touch.

RNEA(q, v, v̇) = Sᵀu + Jᵀλ and J v̇ + J̇ v = 0, with v̇ and λ as unknowns: no mass matrix is inverted, and none is built. Where
points of one body hold it more than once, the force that does nothing is 0 (the least norm, as in the simulation), and an
unknown of its own takes the place of the row that is one too many.
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi
import numpy as np

from ..system.system import PathRows, SystemMode
from .contact_forces import Bounded, at_least, pushing, sliding
from .contact_robot import ContactMode, Touch
from .robot_names import above, clear_of_bar, foothold_names, on_surface
from .symbolic_dynamics import Expression
from .symbolic_robot import Held, SymbolicRobot

CREEP = 1e-6
"""What a point that slides may go back by, as held points drift [m/s]."""


def robot_mode(symbols: SymbolicRobot, mode: ContactMode) -> SystemMode:
    """The mode of a robot in which the points of `mode` touch. Raises ArgumentError for what cannot be held."""
    robot, d = symbols.robot, symbols.d
    held = symbols.held(mode)
    repeated = symbols.repeated(held)
    wherever = 3 * sum(one.touch is Touch.SLIDE for one in held)
    sizes = (d * len(held), repeated.shape[1], wherever)
    shares, spare, more = (casadi.SX.sym(name, size) for name, size in zip("fre", sizes, strict=True))
    z = casadi.vertcat(symbols.a, shares, spare, more)
    forces = symbols.weight * shares  # unknowns of the size of 1: with newtons a third of the guesses did not converge
    p = foothold_symbols("p", held, d)
    slid = sliding(robot, held, forces, [one.at.velocity for one in held], more)
    residual = casadi.vertcat(
        symbols.equation_of_motion(forces, held),
        held_still([one.at.acceleration for one in held], held, repeated @ spare, d),
        repeated.T @ forces,
        *slid.rows,
    )
    given = [symbols.x, symbols.u, z, p, symbols.theta]
    path = [
        *pushing(robot, held, forces, "N"),
        *at_least("slides on", "m/s", slid.forward, -CREEP),
        *_apart(symbols, held),
        *_on_the_surface(held),
    ]
    standing = [one.at.place[: d - 1] for one in held if one.touch is Touch.STICK]
    return SystemMode(
        name=mode.name,
        nx=symbols.x.numel(),
        nu=symbols.u.numel(),
        nz=z.numel(),
        np=p.numel(),
        p_names=tuple(name for one in held if one.touch is Touch.STICK for name in foothold_names(robot, one.at.point.name)),
        touching=tuple(point.name in dict(mode.touching) for point in robot.points),
        rate=casadi.Function("rate", given, [symbols.rate]),
        residual=casadi.Function("residual", given, [residual]),
        full=casadi.Function("full", [symbols.x, p], [symbols.x]),
        minimal=casadi.Function("minimal", [symbols.x], [symbols.x, casadi.vertcat(casadi.SX(0, 1), *standing)]),
        rate_full=casadi.Function("rate_full", given, [symbols.rate]),
        force=casadi.Function("force", given, [symbols.in_world(forces, held)]),
        tau=casadi.Function("tau", given, [symbols.tau]),
        foothold=casadi.Function("foothold", [p], [_footholds(symbols, held, p)]),
        path=_rows(given, path),
        start=_rows(given, _start(symbols, held, p)),
        first_z=_first_unknowns(symbols, held, z.numel()),
    )


def held_still(motions: Sequence[Expression], held: Sequence[Held], spare: Expression, d: int) -> Expression:
    """What is 0 of the velocities or accelerations (d,) of held points: all of those that stick, the normal's of others.

    spare : (d k,) what takes the place of rows that are one too many
    """
    rows = []
    for k, (one, motion) in enumerate(zip(held, motions, strict=True)):
        rows.append(motion + spare[d * k : d * (k + 1)] if one.touch is Touch.STICK else motion[d - 1])
    return casadi.vertcat(*rows)


def _rows(given: list[Expression], bounded: Sequence[Bounded]) -> tuple[PathRows, ...]:
    return tuple(
        PathRows(one.group, one.unit, casadi.Function("rows", given, [one.value]), one.lower, one.upper) for one in bounded
    )


def _apart(symbols: SymbolicRobot, held: Sequence[Held]) -> list[Bounded]:
    """Points that do not touch are above their surface, and out of bars."""
    touching = {one.place for one in held}
    found: list[Bounded] = []
    for k, at in enumerate(symbols.points):
        if k in touching or not at.point.clear:
            continue
        found += at_least(above(at.point.name), "m", [at.place[-1]])
        for x, z, radius in symbols.bars:
            distance = casadi.norm_2(at.in_world[[0, 2]] - casadi.vertcat(x, z))
            found += at_least(clear_of_bar(at.point.name), "m", [distance - radius])
    return found


def _on_the_surface(held: Sequence[Held]) -> list[Bounded]:
    """Points that touch do so where their surface is."""
    return [
        Bounded(on_surface(one.at.point.name), "m", one.at.place[0], one.at.point.extent[:1], one.at.point.extent[1:])
        for one in held
        if one.at.point.extent is not None
    ]


def _start(symbols: SymbolicRobot, held: Sequence[Held], p: Expression) -> list[Bounded]:
    """What holds at the beginning of a motion: places, and speeds of 0; the dynamics keep them.

    Where the motion starts anew after its end, the blow there has stopped what is held: asked for again, speeds would be there
    twice, and contradict each other by what the collocation lets them drift.
    """
    if not held:
        return []
    where = places(held, p, range(len(held)))
    rows = [Bounded("touches", "m", where, (0.0,) * where.numel(), (0.0,) * where.numel())]
    if symbols.robot.travel is None:
        still = casadi.vertcat(*at_rest(held, symbols.d))
        rows.append(Bounded("touches at rest", "m/s", still, (0.0,) * still.numel(), (0.0,) * still.numel()))
    return rows


def at_rest(held: Sequence[Held], d: int) -> list[Expression]:
    """Speeds that are 0 while points are held, none of them twice.

    Of points of one body that repeat each other, the later has one row less: that across the line to the first.
    """
    rows: list[Expression] = []
    seen: list[Held] = []
    for one in held:
        speed = one.at.velocity
        body = (one.at.row, one.at.surface_row)
        before = [o for o in seen if (o.at.row, o.at.surface_row) == body and o.touch is Touch.STICK]
        if one.touch is Touch.STICK and not before:
            rows.append(speed)
        else:
            rows.append(speed[d - 1])
            if one.touch is Touch.STICK and d == 3 and len(before) == 1:
                rows.append(casadi.dot(speed, casadi.cross(casadi.SX([0, 0, 1]), one.at.place - before[0].at.place)))
        seen.append(one)
    return rows


def places(held: Sequence[Held], p: Expression, which: Sequence[int]) -> Expression:
    """Where some of the held points are less where they should be: on the surface, and those that stick at p along it."""
    rows = []
    at = 0
    for k, one in enumerate(held):
        d = one.at.place.numel()
        if one.touch is Touch.STICK:
            if k in which:
                rows.append(one.at.place - casadi.vertcat(p[at : at + d - 1], 0.0))
            at += d - 1
        elif k in which:
            rows.append(one.at.place[d - 1])
    return casadi.vertcat(*rows)


def foothold_symbols(name: str, held: Sequence[Held], d: int) -> Expression:
    """Constants of a phase: where the points that stick do, along their surfaces."""
    return casadi.SX.sym(name, (d - 1) * sum(one.touch is Touch.STICK for one in held))


def _footholds(symbols: SymbolicRobot, held: Sequence[Held], p: Expression) -> Expression:
    """Where on surfaces of the world points are held, in the world (3 · points,); NaN for others."""
    result = casadi.SX(np.full(3 * len(symbols.points), np.nan))
    d, at = symbols.d, 0
    for one in held:
        if one.touch is not Touch.STICK:
            continue
        if not one.at.surface_row:
            along = casadi.vertcat(p[at : at + d - 1], 0.0)
            result[3 * one.place : 3 * one.place + 3] = one.at.axes @ along + one.at.origin
        at += d - 1
    return result


def _first_unknowns(symbols: SymbolicRobot, held: Sequence[Held], size: int) -> tuple[float, ...]:
    """Where to start looking: no accelerations, and the weight shared by the points on the ground."""
    first = np.zeros(size)
    carrying = [k for k, one in enumerate(held) if not one.at.surface_row]
    for k in carrying:
        first[symbols.model.nv + symbols.d * (k + 1) - 1] = 1.0 / len(carrying)
    return tuple(first.tolist())
