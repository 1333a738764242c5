"""Cases with an answer by hand. Tolerances are those of the scheme: events to 1e-10 s, forces to 1e-10 m/s over a step."""

from __future__ import annotations

import numpy as np

from torseur import sim
from torseur.sim.multibody.model.shapes import Sphere

from .pendulums import double_pendulum, drift, period
from .row import Result, at_most, equal, holds
from .scenes import G, ball, box, free, on_floor, on_slope, run, world_velocity


def _events(recording: sim.Recording, kind: sim.EventKind) -> list[float]:
    return [event.t for event in recording.events if event.kind is kind]


def incline(long: bool) -> Result:
    """A block on a slope of μ = 0.5, just below and just above the friction angle, and at 30°."""
    block = [box("block", (0.2, 0.2, 0.1), 1.0, (0, 0, 0.05))]
    speeds = []
    for degrees in (26.5650, 26.5652, 30.0):
        recording, _ = run(on_slope(degrees, 0.5, block), 2.0)
        speeds.append(float(world_velocity(recording, "block")[-1, 0]))
    faster = 2.0 * G * (np.sin(np.radians(26.5652)) - 0.5 * np.cos(np.radians(26.5652)))
    return Result(
        [
            at_most("sticks at 26.5650°: speed after 2 s [m/s]", abs(speeds[0]), 1e-9),
            equal("slides at 26.5652°: speed after 2 s [m/s]", speeds[1], faster, 1e-9),
            equal("acceleration at 30° [m/s²]", speeds[2] / 2.0, 0.657145, 5e-7),
        ]
    )


def sliding_stop(long: bool) -> Result:
    """v0 = 2 m/s, μ = 0.3; by the hybrid scheme."""
    scene = on_floor([box("block", (0.2, 0.2, 0.1), 1.0, (0, 0, 0.05), v=[2.0, 0, 0, 0, 0, 0])], 0.3)
    recording, _ = run(scene, 1.0, scheme="hybrid")
    stops = _events(recording, sim.EventKind.STICK)
    return Result(
        [
            equal("stops at [s]", stops[0] if stops else np.nan, 2 / (0.3 * G), 1e-9),
            equal("after [m]", float(recording.q[-1, 0]), 4 / (2 * 0.3 * G), 1e-9),
        ]
    )


def slip_to_roll(long: bool) -> Result:
    """v0 = 7 m/s, μ = 0.2; by the hybrid scheme."""
    recording, _ = run(sim.load_scene("sphere_slip_to_roll"), 1.5, scheme="hybrid")
    rolls = _events(recording, sim.EventKind.STICK)
    i = recording.index_at(rolls[0]) if rolls else -1
    return Result(
        [
            equal("rolls from [s]", rolls[0] if rolls else np.nan, 2 * 7 / (7 * 0.2 * G), 1e-9),
            equal("after [m]", float(recording.q[i, 0]), 12 * 49 / (49 * 0.2 * G), 1e-8),
            equal("at [m/s]", float(np.linalg.norm(recording.v[-1, :3])), 5.0, 1e-9),
        ]
    )


def sphere_on_incline(long: bool) -> Result:
    """On 15° a ball rolls iff μ ≥ 2/7 tan 15°."""
    limit, rows = 2 / 7 * np.tan(np.radians(15)), []
    for factor in (0.99, 1.01):
        recording, _ = run(on_slope(15.0, factor * limit, [ball("ball", 0.1, 1.0, (0, 0, 0.1))]), 1.0)
        speed, turn = float(world_velocity(recording, "ball")[-1, 0]), float(np.linalg.norm(recording.v[-1, 3:]))
        slip = abs(speed - 0.1 * turn)
        if factor > 1:
            rows.append(at_most(f"rolls at μ = {factor * limit:.6f}: slip [m/s]", slip, 1e-9))
            rows.append(equal("acceleration [m/s²]", speed, 1.813582, 5e-7))
        else:
            rows.append(holds(f"slips at μ = {factor * limit:.6f}", slip > 1e-3, f"{slip:.4g} m/s", "> 0.001 m/s"))
    return Result(rows)


def zeno(long: bool) -> Result:
    """A ball from 1 m with e = 0.5; by the hybrid scheme."""
    recording, _ = run(sim.load_scene("zeno_ball"), 2.0, scheme="hybrid")
    impacts = _events(recording, sim.EventKind.IMPACT)
    return Result(
        [
            equal("first impact [s]", impacts[0], np.sqrt(2 / G), 1e-10),
            equal("at rest from [s]", impacts[-1], 3 * np.sqrt(2 / G), 5e-6),
            holds("events", len(recording.events) < 200, str(len(recording.events)), "< 200"),
        ]
    )


def growing_pull(long: bool) -> Result:
    """A cube of 1 kg, μ = 0.4, pulled by min(17.658, 39.24 t) N at its centre."""
    scene = on_floor([box("cube", (0.2, 0.2, 0.2), 1.0, (0, 0, 0.1))], 0.4)
    part = scene.parts[1]
    wrench = np.zeros((3, 6))
    wrench[:, 0] = [0.0, 17.658, 17.658]
    pull = sim.TorquePlayback(part.model, np.array([0.0, 0.45, 10.0]), wrench, "linear")
    pulled = sim.Part(part.name, part.model, q=part.q, controller=pull)
    scene = on_floor([pulled], 0.4)
    recording, _ = run(scene, 1.0)
    speed = world_velocity(recording, "cube")[:, 0]
    starts = float(recording.t[np.argmax(speed > 1e-9)])
    late = recording.t > 0.5
    slope = np.polyfit(recording.t[late], speed[late], 1)[0]
    return Result(
        [
            equal("slips from [s] (step 1e-3)", starts, 0.1, 1.001e-3),
            equal("acceleration once saturated [m/s²]", float(slope), 13.734, 1e-9),
        ]
    )


def v_groove(long: bool) -> Result:
    """A ball in a groove of half-slope 30°, without friction."""
    recording, _ = run(sim.load_scene("v_groove"), 1.0)
    forces = np.linalg.norm(recording.contacts(-1).force, axis=1)
    exact = G / (2 * np.cos(np.radians(30)))
    return Result([equal("normal force, the one further off [N]", float(forces[np.argmax(abs(forces - exact))]), exact, 2e-7)])


def box_at_rest(long: bool) -> Result:
    """A box on four corners with friction: nothing presses it sideways, so nothing may be invented."""
    recording, _ = run(on_floor([box("box", (0.2, 0.3, 0.1), 1.0, (0, 0, 0.05))], 0.8), 1.0)
    impulse = recording.contacts(-1).impulse
    return Result(
        [
            at_most("largest tangential impulse of a corner [N s]", float(np.abs(impulse[:, :2]).max()), 1e-12),
            equal("sum of normal impulses over h [N]", float(impulse[:, 2].sum() / 1e-3), G, 1e-7),
        ]
    )


def painleve(long: bool) -> Result:
    """A rod that slides tip first at 60° with μ = 1.8: said to be inconsistent, and stopped by a finite impulse."""
    scene = sim.load_scene("painleve_rod")
    recording, _ = run(scene, 0.5)
    first = recording.contacts(1)
    solution = sim.solve_contact_problem(sim.contact_problem(scene), "newton")
    hybrid, _ = run(scene, 0.05, scheme="hybrid")
    depth = -min(float(hybrid.contacts(i).gap.min(initial=0.0)) for i in range(len(hybrid)))
    said = solution.status is not type(solution.status).SOLVED or bool(hybrid.notes)
    return Result(
        [
            holds("accelerations of the sliding rod", said, solution.status.name, "reported INCONSISTENT"),
            holds(
                "time-stepping: impulse that stops the tip [N s]",
                0 < float(np.linalg.norm(first.impulse)) < 2.0,
                f"{np.linalg.norm(first.impulse):.4f}",
                "finite, below m v0 = 2",
            ),
            at_most("time-stepping: residual [m/s]", float(recording.residual.max()), 1e-8),
            at_most("hybrid: depth of the tip in the floor in 0.05 s [m]", depth, 1e-6),
            at_most("hybrid: residual [m/s]", float(hybrid.residual.max()), 1e-8),
        ]
    )


def cradle(long: bool) -> Result:
    """Three touching balls, e = 1, struck at 1 m/s: one simultaneous law, in both schemes; 0.2 mm apart: one after another."""
    rows = []
    for scheme in ("hybrid", "time_stepping"):
        for gap, exact, law in ((0.0, (-1 / 3, 2 / 3, 2 / 3), "touching"), (2e-4, (0, 0, 1), "0.2 mm apart")):
            row = [
                free(
                    f"b{k}",
                    Sphere(0.05),
                    1.0,
                    (k * (0.1 + gap) - (0.05 if k == 0 else 0), 0, 0),
                    v=(1.0, 0, 0, 0, 0, 0) if k == 0 else None,
                )
                for k in range(3)
            ]
            scene = sim.make_scene("cradle", row, gravity=(0, 0, 0), materials={"": sim.Material(0.0, 1.0)})
            recording, _ = run(scene, 0.2, scheme=scheme)
            error = float(np.abs(recording.v[-1].reshape(3, 6)[:, 0] - exact).max())
            rows.append(at_most(f"{law}, {scheme}: |v - ({exact[0]:.3g}, {exact[1]:.3g}, {exact[2]:.3g})| [m/s]", error, 1e-9))
    return Result(rows)


def large_pendulum(long: bool) -> Result:
    """L = 1 m, let go from 90°."""
    return Result(
        [
            equal("period by RK4, dt 1e-3 [s]", period("rk4"), 2.367842, 5e-7),
            equal("period by the hybrid scheme [s]", period("hybrid"), 2.367842, 5e-7),
        ]
    )


def chaos(long: bool) -> Result:
    """Double pendulum of point masses, m = L = 1: relative drift of energy in 100 s at dt 1e-3."""
    rows, curves = [], {}
    for name, start, integrator, bound in (
        ("chaotic start (90°, 90°), RK4", (90, 90), "rk4", 1e-8),
        ("(30°, 30°), RK4", (30, 30), "rk4", 1e-12),
    ):
        t, e = double_pendulum(np.radians(start), integrator)
        rows.append(at_most(name, float(drift(e).max()), bound))
        curves[f"double pendulum {name}"] = [t[::250].tolist(), drift(e)[::250].tolist()]
    t, e = double_pendulum(np.radians((90, 90)), "semi_implicit_euler")
    worst = float(drift(e).max())
    rows.append(holds("chaotic start, semi-implicit Euler", 0.02 < worst, f"{worst:.3g}", "shown to drift", "10-17 % expected"))
    curves["double pendulum, semi-implicit Euler"] = [t[::250].tolist(), drift(e)[::250].tolist()]
    return Result(rows, curves)


CASES = {
    "incline": incline,
    "sliding stop": sliding_stop,
    "slip to roll": slip_to_roll,
    "sphere on an incline": sphere_on_incline,
    "zeno": zeno,
    "growing pull": growing_pull,
    "v groove": v_groove,
    "box at rest": box_at_rest,
    "painleve": painleve,
    "cradle": cradle,
    "pendulum": large_pendulum,
    "double pendulum": chaos,
}
