"""The hopper's jumps: lift-off, touch-down with an impulse inside the cone, and changes of mode without one."""

from __future__ import annotations

from typing import Any

from ..system.system import Function, Jump, PathRows, SystemMode
from ..task.lecture_switches import LectureSwitches
from .hopper_modes import slip_name
from .symbols import INFINITY

STATE_ONLY = ("leg length", "body above ground", "clear of the bar")
"""Groups that are of the state alone: what links the states asks for them once."""


def hopper_jumps(
    modes: dict[str, SystemMode], names: tuple[str, ...], lecture: LectureSwitches | None = None
) -> dict[tuple[str, str], Jump]:
    """All that there are between the modes."""
    on_ground = tuple(name for name in modes if name != "flight")
    whole, pitch = range(modes["flight"].nx), range(8, modes["flight"].nx)
    jumps = {("flight", "flight"): _continuous("switch", modes["flight"], modes["flight"], names, whole)}
    for ground in on_ground:
        jumps[ground, "flight"] = _continuous("lift-off", modes[ground], modes["flight"], names, whole)
        jumps["flight", ground] = _touch_down(modes["flight"], modes[ground], names, lecture)
    for before in on_ground:
        for after in on_ground:
            # What slips stops at a velocity of zero; the height of the foot is a constant of both phases.
            rows = (0, 1, 2, 4, 5, 6) if before != "stance" or after != "stance" else (0, 1, 2, 4, 5)
            jumps[before, after] = _continuous("switch", modes[before], modes[after], names, (*rows, *pitch))
    return jumps


class _Sides:
    """The symbols of a jump."""

    def __init__(self, before: SystemMode, after: SystemMode, names: tuple[str, ...], unknowns: int = 0) -> None:
        import casadi as ca

        self.names = names
        sizes = (("x0", before.nx), ("p0", before.np), ("x1", after.nx), ("p1", after.np), ("w", unknowns))
        self.arguments = [ca.SX.sym(name, size) for name, size in sizes] + [ca.SX.sym("theta", len(names))]
        x0, p0, x1, p1, _, self.theta = self.arguments
        self.before, self.after = before.full(x0, p0), after.full(x1, p1)

    def function(self, name: str, value: Any) -> Function:
        import casadi as ca

        return ca.Function(name, self.arguments, [value])


def _continuous(kind: str, before: SystemMode, after: SystemMode, names: tuple[str, ...], rows: Any) -> Jump:
    import casadi as ca

    s = _Sides(before, after, names)
    linked = (s.after - s.before)[list(rows)]
    above = ("foot above ground",)
    return Jump(kind, 0, s.function("rows", linked), s.function("impulse", ca.SX.zeros(3)), implied_after=(*STATE_ONLY, *above))


def _touch_down(flight: SystemMode, ground: SystemMode, names: tuple[str, ...], lecture: LectureSwitches | None) -> Jump:
    """The foot stops on the ground, or goes on along it. What stops it is the impulse, which pushes inside the cone."""
    import casadi as ca

    s = _Sides(flight, ground, names)
    impulse = s.theta[names.index("foot_mass")] * (s.after - s.before)[6:8]
    rows = (s.after - s.before)[[*range(6), *range(8, flight.nx)]]
    path: list[PathRows] = []
    if lecture is not None:
        if lecture.touch_down_speed is not None:
            speed = s.function("speed", ca.norm_2(s.before[6:8]))
            path = [PathRows("touch-down speed", "m/s", speed, (-INFINITY,), (lecture.touch_down_speed,))]
    else:
        rows, path = _pushing_in_cone(s, ground, rows, impulse)
    return Jump(
        "touch-down",
        0,
        s.function("rows", rows),
        s.function("impulse", ca.vertcat(impulse[0], 0, impulse[1])),
        path=tuple(path),
        implied_before=(*STATE_ONLY, "foot above ground"),
    )


def _pushing_in_cone(s: _Sides, ground: SystemMode, rows: Any, impulse: Any) -> tuple[Any, list[PathRows]]:
    """The rows of a touch-down with those of a foot that slides, and what its impulse keeps within."""
    import casadi as ca

    friction = s.theta[s.names.index("friction")]
    if ground.name == "stance":
        held = ca.vertcat(friction * impulse[1] - impulse[0], friction * impulse[1] + impulse[0])
    else:
        way = 1 if ground.name == slip_name(1) else -1
        rows = ca.vertcat(rows, impulse[0] + way * friction * impulse[1])
        held = ca.SX(0, 1)
    path = [PathRows("impulse pushes", "N s", s.function("pushes", impulse[1]), (0.0,), (INFINITY,))]
    if held.numel():
        cone = s.function("cone", held)
        path.append(PathRows("impulse inside cone", "N s", cone, (0.0, 0.0), (INFINITY, INFINITY)))
    return rows, path
