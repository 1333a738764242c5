"""The hopper's modes: a foot that stands, that slides, and that flies.

Source: contact-dynamics-lecture16, "Hybrid Trajectory Optimization for Legged Systems"; THEORY 7. With ℓ from foot to body, of
length L, and ℓ⊥ = (ℓ_z, -ℓ_x) the force on the body is F ℓ + (τ / L) ℓ⊥, on the foot its opposite: τ is a torque at the hip.
The body is a point, so that the couple -τ on it turns nothing.
"""

from __future__ import annotations

from typing import Any

from ..system.system import PathRows, SystemMode
from ..task.lecture_switches import LectureSwitches
from .obstacle_rows import bar_clearance, ground_height
from .symbols import INFINITY, STATES, Symbols, hopper_states, symbols_of


def stance(names: tuple[str, ...], lecture: LectureSwitches | None = None) -> SystemMode:
    """The foot stands: state [body, its velocity], of the lecture's if mended also [its pitch and its rate], constants [where the
    foot stands].
    """
    import casadi as ca

    pitch = tuple(range(8, len(hopper_states(lecture))))
    x, p = ca.SX.sym("x", 4 + len(pitch)), ca.SX.sym("p", 2)
    s = symbols_of(names, x, p, ca.vertcat(x[0:2], p, x[2:4], 0, 0, x[4:]), lecture)
    force = s.ground_force
    return _mode(
        "stance",
        s,
        rate=ca.vertcat(x[2:4], s.body_acceleration, s.pitching),
        rate_full=ca.vertcat(x[2:4], 0, 0, s.body_acceleration, 0, 0, s.pitching),
        minimal=((0, 1, 4, 5, *pitch), (2, 3)),
        force=force,
        touching=True,
        path=(*_pushing_inside_cone(s, force), *_everywhere(s)),
    )


BESIDE = "foothold foot_x"
"""Group of rows that keep a sliding foot beside gaps and steps, as its foothold keeps one that stands."""


def slip(names: tuple[str, ...], way: int, *, beside: bool = False) -> SystemMode:
    """The foot slides forwards (way 1) or backwards (-1), friction μ n against it: state [body, foot_x, their velocities].

    beside : whether a phase bounds where it slides
    """
    import casadi as ca

    x, p = ca.SX.sym("x", 6), ca.SX.sym("p", 1)
    s = symbols_of(names, x, p, ca.vertcat(x[0:3], p, x[3:6], 0))
    normal = s.ground_force[1]
    friction = -way * s.parameter("friction") * normal
    acceleration = (friction - s.push[0]) / s.parameter("foot_mass")
    slides = PathRows("foot slides", "m/s", s.function("slides", way * x[5]), (0.0,), (INFINITY,))
    where = (PathRows(BESIDE, "m", s.function("where", x[2]), (-INFINITY,), (INFINITY,)),)
    return _mode(
        slip_name(way),
        s,
        rate=ca.vertcat(x[3:6], s.body_acceleration, acceleration),
        rate_full=ca.vertcat(x[3:6], 0, s.body_acceleration, acceleration, 0),
        minimal=((0, 1, 2, 4, 5, 6), (3,)),
        force=ca.vertcat(friction, normal),
        touching=True,
        path=(_pushing(s, normal), slides, *(where if beside else ()), *_everywhere(s)),
    )


def slip_name(way: int) -> str:
    """Of the mode."""
    return "slip forwards" if way > 0 else "slip backwards"


def flight(names: tuple[str, ...], lecture: LectureSwitches | None = None) -> SystemMode:
    """Both fly: the whole state, no constants."""
    import casadi as ca

    x = ca.SX.sym("x", len(hopper_states(lecture)))
    s = symbols_of(names, x, ca.SX.sym("p", 0), x, lecture)
    foot = -s.push / s.parameter("foot_mass") - ca.vertcat(0, s.parameter("gravity"))
    rate = ca.vertcat(x[4:8], s.body_acceleration, foot, s.pitching)
    above = s.foot[1] - ground_height(s.foot[0], s)
    rows = (PathRows("foot above ground", "m", s.function("above", above), (0.0,), (INFINITY,)),) if lecture is None else ()
    return _mode(
        "flight",
        s,
        rate=rate,
        rate_full=rate,
        minimal=(tuple(range(x.numel())), ()),
        force=ca.SX.zeros(2),
        touching=False,
        path=(*rows, *_everywhere(s)),
    )


def _mode(
    name: str,
    s: Symbols,
    *,
    rate: Any,
    rate_full: Any,
    minimal: tuple[tuple[int, ...], tuple[int, ...]],
    force: Any,
    touching: bool,
    path: tuple[PathRows, ...],
) -> SystemMode:
    import casadi as ca

    whole = ca.SX.sym("full", s.full.numel())
    at = [whole[list(rows)] if rows else ca.SX(0, 1) for rows in minimal]
    foothold = ca.vertcat(s.full[2], 0, s.full[3]) if touching and s.p.numel() == 2 else ca.SX([float("nan")] * 3)
    return SystemMode(
        name=name,
        nx=s.x.numel(),
        nu=2,
        nz=0,
        np=s.p.numel(),
        p_names=tuple(STATES[row] for row in minimal[1]),
        touching=(touching,),
        rate=s.function("rate", rate),
        residual=None,
        full=ca.Function("full", [s.x, s.p], [s.full]),
        minimal=ca.Function("minimal", [whole], at),
        rate_full=s.function("rate_full", rate_full),
        force=s.function("force", ca.vertcat(force[0], 0, force[1])),
        tau=s.function("tau", ca.vertcat(0, 0, s.torque, s.u[0])),
        foothold=ca.Function("foothold", [s.p], [foothold]),
        path=path,
    )


def _pushing(s: Symbols, normal: Any) -> PathRows:
    return PathRows("ground pushes", "N", s.function("pushes", normal), (0.0,), (INFINITY,))


def _pushing_inside_cone(s: Symbols, force: Any) -> tuple[PathRows, ...]:
    """Not asked for by the lecture, nor what is above ground."""
    import casadi as ca

    if s.lecture is not None:
        return ()
    most = s.parameter("friction") * force[1]
    cone = s.function("cone", ca.vertcat(most - force[0], most + force[0]))
    return _pushing(s, force[1]), PathRows("friction cone", "N", cone, (0.0, 0.0), (INFINITY, INFINITY))


def _everywhere(s: Symbols) -> tuple[PathRows, ...]:
    """What holds in every mode."""
    leg = PathRows("leg length", "m", s.function("leg", s.length), (0.0,), (INFINITY,))
    bars = [
        PathRows("clear of the bar", "m", s.function("bar", bar_clearance(s, name)), (0.0,), (INFINITY,))
        for name in s.names
        if name.startswith("bar") and name.endswith("_x")
    ]
    if s.lecture is not None:
        return leg, *bars
    over = s.body[1] - ground_height(s.body[0], s)
    body = PathRows("body above ground", "m", s.function("body", over), (0.0,), (INFINITY,))
    return leg, body, *bars
