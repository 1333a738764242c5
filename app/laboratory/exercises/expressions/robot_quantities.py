"""What expressions may ask of an exercise's robot, in the pose of the question: places, Jacobians, masses, torques, forces."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array
from torseur.sim.definition.expressions import Value
from torseur.sim.errors import UnknownNameError
from torseur.sim.multibody.model.model import Body
from torseur.sim.multibody.model.shapes import Box, Sphere

from .case import Case

G = 9.81  # [m/s²]


def short(name: str) -> str:
    """A name without that of its robot."""
    return name.split("/")[-1]


def named(name: str, known: tuple[str, ...], kind: str) -> str:
    """The whole of a name that may be without that of its robot. Raises UnknownNameError."""
    found = next((one for one in known if name in (one, short(one))), None)
    if found is None:
        raise UnknownNameError(kind, name, known)
    return found


def jacobian(case: Case, frame: str = "") -> Array:
    """Of the origin of a frame (6, nv), world axes, linear part first; "": of the tool."""
    return sim.jacobian(case.model, case.q, named(frame or case.frame, case.model.frame_names, "frame"))


def pose(case: Case, frame: str = "") -> Array:
    """Of a frame (4, 4) in the world; "": of the tool."""
    return sim.frame_pose(case.model, case.q, named(frame or case.frame, case.model.frame_names, "frame"))


def body(case: Case, name: str = "") -> Body:
    """A body; "": the only one that has a mass."""
    if not name:
        return next(one for one in case.model.bodies if one.mass)
    whole = named(name, case.model.body_names, "body")
    return next(one for one in case.model.bodies if one.name == whole)


def size(case: Case, name: str = "") -> Array:
    """Half of the edges (3,) of a box, or the radius of a ball [m]."""
    shape = body(case, name).collisions[0].shape
    if isinstance(shape, Box):
        return 0.5 * np.asarray(shape.size)
    if isinstance(shape, Sphere):
        return np.asarray(shape.radius)
    raise ValueError(f"{name} is neither a box nor a ball")


def coriolis(case: Case, v: Array) -> Array:
    """C(q, q̇) q̇ (nv,)."""
    return sim.bias_torque(case.model, case.q, v, gravity=(0.0, 0.0, 0.0))


def newton_euler(case: Case, name: str, part: str, v: Array, a: Array, wrench: Array | None = None) -> Array:
    """Of a body in the Newton-Euler recursion, world axes; [f; n] at the world's origin.

    part : "force" of its joint on it, "net", "external", "from_children" (6,); "axis" of its joint (6,); "acceleration" of its
           centre of mass (3,) [m/s²]
    wrench : [f; n] (6,) of the environment on the tool
    """
    wrenches = None if wrench is None else {case.frame: np.asarray(wrench)}
    trace = sim.newton_euler_trace(case.model, case.q, v, a, wrenches, gravity=(0.0, 0.0, -G))
    outward, inward = trace.of_body(named(name, tuple(step.body for step in trace.outward), "body"))
    parts: dict[str, Callable[[], Array]] = {
        "force": lambda: inward.force,
        "net": lambda: inward.net,
        "external": lambda: inward.external,
        "from_children": lambda: inward.from_children,
        "axis": lambda: inward.S[:, 0],
        "acceleration": lambda: outward.at(inward.center).proper_acceleration - [0.0, 0.0, G],
    }
    if part not in parts:
        raise UnknownNameError("part", part, tuple(parts))
    return np.asarray(parts[part]())


NAMES: dict[str, Callable[[Case], Value]] = {
    "q": lambda case: case.q,
    "J": jacobian,
    "p": lambda case: pose(case)[:3, 3],
    "R": lambda case: pose(case)[:3, :3],
    "lower": lambda case: case.model.lower,
    "upper": lambda case: case.model.upper,
    "fastest": lambda case: case.model.velocity_limit,
    "H": lambda case: sim.mass_matrix(case.model, case.q),
    "weight": lambda case: sim.gravity_torque(case.model, case.q),
}
"""By name: J (6, nv), p (3,), R (3, 3) of the tool; limits and H (nv, nv), g(q) (nv,)."""

FUNCTIONS: dict[str, Callable[..., Value]] = {
    "J": jacobian,
    "p": lambda case, frame: pose(case, frame)[:3, 3],
    "R": lambda case, frame: pose(case, frame)[:3, :3],
    "mass": lambda case, name="": body(case, name).mass,
    "center": lambda case, name="": body(case, name).com,
    "inertia": lambda case, name="": body(case, name).inertia,
    "size": size,
    "place": lambda case, name="": body(case, name).collisions[0].placement[:3, 3],
    "coriolis": coriolis,
    "momentum": lambda case, v: sim.centroidal_momentum(case.model, case.q, v),
    "newton_euler": newton_euler,
}
"""By name; the first argument is the case. Bodies and frames are called with or without the robot's name."""

DYNAMIC = frozenset(("H", "weight", "coriolis", "momentum", "newton_euler"))  # which need more kernels than poses do
