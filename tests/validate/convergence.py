"""Orders: by how much the error falls when the step is halved."""

from __future__ import annotations

import numpy as np

from torseur import sim

from .pendulums import chain
from .pictures import CONVERGENCE
from .row import Result, Row, holds
from .scenes import ball, box, on_floor


def smooth(long: bool) -> Result:
    """A double pendulum for 1 s: RK4, time-stepping and the variational integrator, against DOP853 at 1e-12."""
    model = chain(2)
    q, v = np.array([0.8, 0.5]), np.zeros(2)
    exact = sim.integrate_motion(model, q, v, 1.0, 0.1, "dop853", rtol=1e-13, atol=1e-14).q[-1]
    scene = sim.make_scene("p", [sim.Part("p", model, q=q)])
    ways = {
        "RK4": (16, (2e-2, 1e-2, 5e-3, 2.5e-3), lambda h: sim.integrate_motion(model, q, v, 1.0, h, "rk4").q[-1]),
        "variational": (
            4,
            (2e-2, 1e-2, 5e-3, 2.5e-3),
            lambda h: sim.integrate_motion(model, q, v, 1.0, h, "variational").q[-1],
        ),
        "time-stepping": (2, (4e-3, 2e-3, 1e-3, 5e-4), lambda h: sim.simulate(scene, 1.0, dt=h).q[-1]),
    }
    rows, curves = [], {}
    for name, (wanted, steps, end) in ways.items():
        errors = [float(np.abs(end(h) - exact).max()) for h in steps]
        rows.append(_order(f"double pendulum, {name}", steps, errors, wanted))
        curves[f"{CONVERGENCE}double pendulum, {name}"] = [list(steps), errors]
    return Result(rows, curves)


def contact(long: bool) -> Result:
    """Time-stepping against the hybrid scheme: bouncing while it slips, and a brick that lands on a corner."""
    steps = (4e-3, 2e-3, 1e-3, 5e-4)
    families = {
        "ball that bounces and slips": [
            on_floor([ball("b", 0.1, 1.0, (0, 0, height), v=[1.0, 0, 0, 0, 0, 0])], 0.3, 0.4)
            for height in np.linspace(0.55, 0.65, 8)
        ],
        "block thrown sliding that stops": [
            on_floor([box("b", (0.2, 0.2, 0.05), 1.0, (0, 0, 0.025), v=[speed, 0, 0, 0, 0, 0])], 0.5)
            for speed in np.linspace(1.0, 1.5, 8)
        ],
    }
    rows, curves = [], {}
    for name, scenes in families.items():
        # Where in its step an event falls is chance: errors are means over several starts.
        errors = [float(np.mean(column)) for column in zip(*(_errors(scene, steps) for scene in scenes), strict=True)]
        rows.append(_order(f"{name}: time-stepping to hybrid", steps, errors, 2))
        curves[f"{CONVERGENCE}{name}"] = [list(steps), errors]
    return Result(rows, curves)


def _errors(scene: sim.Scene, steps: tuple[float, ...]) -> list[float]:
    """Mean distance [m] of the first body from where the hybrid scheme has it, over 0.5 s, for each step."""
    exact = sim.simulate(scene, 0.5, scheme="hybrid", dt=steps[-1])
    found = []
    for h in steps:
        stepped = sim.simulate(scene, 0.5, dt=h)
        at = [exact.index_at(t) for t in stepped.t]
        found.append(float(np.mean(np.linalg.norm(stepped.q[:, :3] - exact.q[at, :3], axis=1))))
    return found


def _order(name: str, steps: tuple[float, ...], errors: list[float], wanted: int) -> Row:
    """Of the slope of errors over steps on logarithmic axes; better than wanted passes."""
    order = float(np.polyfit(np.log(steps), np.log(errors), 1)[0])
    ours = f"÷ {2**order:.2f} (order {order:.2f}; {errors[0]:.1e} to {errors[-1]:.1e})"
    return holds(name, order > np.log2(wanted) - 0.15, ours, f"÷ {wanted} or more (order {np.log2(wanted):.0f})")


CASES = {"smooth motion": smooth, "contact": contact}
