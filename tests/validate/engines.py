"""Cases measured with today's engines on a 2-core machine (November 2026): their best error, and the fastest usable time."""

from __future__ import annotations

import numpy as np

from torseur import sim

from .mujoco_peer import DEFAULT, STIFF, mujoco_time
from .robots_on_floor import anymal_standing, talos_falling
from .row import Result, at_most, timed
from .scenes import G, ball, box, energy, on_floor, on_slope, positions, residual_of, run, world_velocity
from .solvers import pushed


def stack(long: bool) -> Result:
    """The shipped stack of ten cubes: penetration and drift at rest."""
    scene = sim.load_scene("box_stack")
    recording, ours = run(scene, 2.0, dt=1e-3)
    last = range(len(recording) - 1000, len(recording))
    depth = max(-float(recording.contacts(i).gap.min()) for i in last)
    moved = positions(recording, 0, 10)[-1] - positions(recording, 0, 10)[-1001]
    theirs = mujoco_time(scene, 2.0, 1e-3, STIFF, {"": 0.5})
    return Result(
        [
            at_most("penetration in the last second [m]", depth, 1.8e-6, "MuJoCo, stiff 1.8e-6"),
            at_most("drift in the last second [m]", float(np.abs(moved).max()), 1e-14, "MuJoCo, stiff 1e-14"),
            timed(ours, theirs, 90, "MuJoCo, stiff"),
            residual_of(recording),
        ]
    )


def brick(long: bool) -> Result:
    """A brick dropped flat from 0.5 m: what it sinks in at rest, and when it lands."""
    scene = on_floor([box("brick", (0.16, 0.16, 0.24), 6.0, (0, 0, 0.62))], 0.5)
    recording, ours = run(scene, 3.0, dt=1e-3)
    landed = next(event.t for event in recording.events if event.kind is sim.EventKind.IMPACT)
    late = landed - np.sqrt(2 * 0.5 / G)
    theirs = mujoco_time(scene, 3.0, 1e-3, DEFAULT, {"": 0.5})
    return Result(
        [
            at_most("penetration at rest [m]", max(0.0, 0.12 - float(recording.q[-1, 2])), 4.9e-9, "Drake 4.9e-9, MuJoCo 1e-7"),
            at_most("|instant of the impact - exact| [s], at most a step", abs(float(late)), 1e-3, "all others 0.7 ms late"),
            timed(ours, theirs, 5.8, "MuJoCo, default"),
        ]
    )


def falling_balls(long: bool) -> Result:
    """648 balls of 10 kg (9 × 9 × 8, 0.21 m apart, each shifted by up to 1 mm) fall 0.5 m, dt 5e-3, 2 s; the set-up is ours."""
    shift = 1e-3 * np.random.default_rng(648).uniform(0, 1, (9, 9, 8, 3))
    places = [(i, j, k) for i in range(9) for j in range(9) for k in range(8)]
    parts = [
        ball(f"b{i}{j}{k}", 0.1, 10.0, np.array([0.21 * i, 0.21 * j, 0.6 + 0.21 * k]) + shift[i, j, k]) for i, j, k in places
    ]
    scene = on_floor(parts, 0.5)
    recording, ours = run(scene, 2.0, dt=5e-3)
    deepest = max(-float(recording.contacts(i).gap.min(initial=0.0)) for i in range(len(recording)))
    theirs = mujoco_time(scene, 2.0, 5e-3, DEFAULT, {"": 0.5})
    return Result(
        [
            at_most("deepest contact [m]", deepest, 12.6e-3, "PyBullet, 1000 iterations 12.6e-3; MuJoCo, default 27.9e-3"),
            timed(ours, theirs, 8660, "MuJoCo, default"),
            residual_of(recording),
        ]
    )


def isotropy(long: bool) -> Result:
    """24 directions: angle between push and slide, and creep in 10 s just inside the cone."""
    astray, creep = [], []
    for angle in 2 * np.pi * np.arange(24) / 24:
        v = world_velocity(pushed(angle, 1.02, 0.5), "block")[-1]
        astray.append(abs(np.degrees((np.arctan2(v[1], v[0]) - angle + np.pi) % (2 * np.pi) - np.pi)))
        creep.append(np.linalg.norm(pushed(angle, 0.98, 2.0).q[-1, :2]))
    return Result(
        [
            at_most("direction [°]", max(astray), 1e-8, "PyBullet 2e-8, MuJoCo's pyramid 21.5"),
            at_most("creep in 2 s [m]", float(max(creep)), 1.5e-8, "PyBullet 1.5e-8"),
        ]
    )


def gram_under_ton(long: bool) -> Result:
    """A cube of 1 g under one of 1 t, for 1 s."""
    parts = [box("light", (0.1, 0.1, 0.1), 1e-3, (0, 0, 0.05)), box("heavy", (0.1, 0.1, 0.1), 1e3, (0, 0, 0.15))]
    scene = on_floor(parts, 0.5)
    recording, ours = run(scene, 1.0, dt=1e-3)
    off = np.abs(positions(recording, 0, 2)[:, :, 2] - [0.05, 0.15]).max()
    theirs = mujoco_time(scene, 1.0, 1e-3, STIFF, {"": 0.5})
    return Result(
        [
            at_most("heights off by [m]", float(off), 6e-6, "Drake 6.0e-6, MuJoCo, stiff 2.06e-3"),
            timed(ours, theirs, 12.9, "MuJoCo, stiff"),
            residual_of(recording),
        ]
    )


def slip_to_roll(long: bool) -> Result:
    """A ball thrown at 7 m/s, μ = 0.2, by time-stepping: its speed when it rolls."""
    scene = on_floor([ball("ball", 0.3, 1.0, (0, 0, 0.3), v=[7.0, 0, 0, 0, 0, 0])], 0.2)
    recording, ours = run(scene, 1.5, dt=1e-3)
    error = abs(float(np.linalg.norm(recording.v[-1, :3])) - 5.0)
    theirs = mujoco_time(scene, 1.5, 1e-3, DEFAULT, {"": 0.2})
    return Result(
        [
            at_most("|speed - 5 m/s| [m/s]", error, 3e-14, "PyBullet 3e-14, MuJoCo, elliptic 3.1e-3"),
            timed(ours, theirs, 4.7, "MuJoCo, elliptic"),
        ]
    )


def incline(long: bool) -> Result:
    """μ = 0.5: acceleration on 30°, creep in 2 s on 26° (below the friction angle of 26.565°)."""
    block = [box("block", (0.2, 0.2, 0.1), 1.0, (0, 0, 0.05))]
    slides, _ = run(on_slope(30.0, 0.5, block), 2.0)
    holding, _ = run(on_slope(26.0, 0.5, block), 2.0)
    exact = G * (np.sin(np.radians(30)) - 0.5 * np.cos(np.radians(30)))
    error = abs(float(world_velocity(slides, "block")[-1, 0]) / 2.0 - exact)
    return Result(
        [
            at_most("|a - a*| at 30° [m/s²]", error, 5.9e-7, "PyBullet, Drake TAMSI 5.9e-7"),
            at_most("creep at 26° in 2 s [m]", float(np.linalg.norm(holding.q[-1, :2])), 1e-5, "PyBullet, Drake TAMSI 1e-5"),
        ]
    )


def elastic_ball(long: bool) -> Result:
    """One ball with e = 1 from 1 m, for 20 s of time-stepping: the energy it keeps."""
    recording, ours = run(on_floor([ball("ball", 0.1, 1.0, (0, 0, 1.1))], 0.0, 1.0), 20.0, dt=1e-3)
    e = energy(recording)
    return Result([at_most("largest |E - E0| / E0", float(np.abs(e - e[0]).max() / e[0]), 1e-12)])


CASES = {
    "stack of ten": stack,
    "brick dropped flat": brick,
    "648 balls": falling_balls,
    "anymal standing": anymal_standing,
    "talos falling": talos_falling,
    "isotropy, 24 directions": isotropy,
    "gram under ton": gram_under_ton,
    "slip to roll, stepped": slip_to_roll,
    "incline, stepped": incline,
    "elastic ball": elastic_ball,
}
