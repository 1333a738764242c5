"""Scenes of free bodies on a floor, and running them with a clock."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from torseur import sim
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Collision, Joint, JointKind
from torseur.sim.multibody.model.shapes import Box, Plane, Shape, Sphere
from torseur.sim.simulation.running.scene.free_body import solid_inertia

from .row import Row, holds

G = 9.81
LONGEST = 60.0  # that a run may take [s]
BRIEF, REPEATS = 1.0, 2  # runs shorter than this [s] are repeated so often: the shortest time is the least disturbed


def floor(material: str = "", placement: np.ndarray | None = None) -> sim.Part:
    """A half-space below z = 0 of its placement."""
    body = Body("floor", collisions=(Collision(Plane(), material=material),))
    model = build_model("floor", [body], [Joint("floor", JointKind.FIXED, None, "floor")])
    return sim.Part("floor", model, np.eye(4) if placement is None else placement)


def free(
    name: str,
    shape: Shape,
    mass: float,
    at: Sequence[float],
    turned: Sequence[float] = (0.0, 0.0, 0.0, 1.0),
    v: Sequence[float] | None = None,
    material: str = "",
) -> sim.Part:
    """A solid free body; v (6,) is its twist along its own axes."""
    body = Body(name, mass, np.zeros(3), solid_inertia(shape, mass), collisions=(Collision(shape, material=material),))
    model = build_model(name, [body], [Joint(name, JointKind.FREE_FLYER, None, name)])
    return sim.Part(name, model, q=np.array([*at, *turned], dtype=float), v=None if v is None else np.array(v, dtype=float))


def ball(name: str, radius: float, mass: float, at: Sequence[float], v: Sequence[float] | None = None) -> sim.Part:
    return free(name, Sphere(radius), mass, at, v=v)


def box(name: str, size: tuple[float, float, float], mass: float, at: Sequence[float], **options: Any) -> sim.Part:
    return free(name, Box(size), mass, at, **options)


def on_floor(
    parts: Sequence[sim.Part],
    friction: float = 0.0,
    restitution: float = 0.0,
    materials: Mapping[str, sim.Material] | None = None,
    **options: Any,
) -> sim.Scene:
    """The parts on a floor, one material for all that name none."""
    known = {"": sim.Material(friction, restitution), **(materials or {})}
    return sim.make_scene("case", [floor(), *parts], materials=known, **options)


def on_slope(degrees: float, friction: float, parts: Sequence[sim.Part]) -> sim.Scene:
    """A floor whose gravity leans by an angle towards +x: a slope, in its own axes."""
    angle = np.radians(degrees)
    return on_floor(parts, friction, gravity=(G * np.sin(angle), 0.0, -G * np.cos(angle)))


def run(scene: sim.Scene, duration: float, **settings: Any) -> tuple[sim.Recording, float]:
    """The recording and the time of a step [µs], the shortest of three runs where they are short; compiled before.

    Raises TimeoutError if it takes longer than `LONGEST`, RuntimeError if the simulation stops: those too are results.
    """
    chosen = replace(scene.settings, **settings)
    sim.Simulation(scene, chosen).run(2)
    steps = round(duration / chosen.dt)
    recording, shortest = _timed_run(scene, chosen, steps)
    for _ in range(REPEATS if shortest < BRIEF else 0):
        shortest = min(shortest, _timed_run(scene, chosen, steps)[1])
    return recording, 1e6 * shortest / steps


def _timed_run(scene: sim.Scene, settings: sim.Settings, steps: int) -> tuple[sim.Recording, float]:
    """The recording and the time it took [s]. Between pieces, which grow while they are quick, the clock is looked at."""
    simulation, piece = sim.Simulation(scene, settings), 20
    start, done = time.perf_counter(), 0
    while done < steps and not simulation.stopped:
        before = time.perf_counter()
        done += simulation.run(min(piece, steps - done))
        now = time.perf_counter()
        piece = 10 * piece if now - before < 0.1 else piece
        if now - start > LONGEST and done < steps:
            raise TimeoutError(f"{done} of {steps} steps in {LONGEST:.0f} s, {1e6 * (now - start) / max(done, 1):.0f} µs each")
    if simulation.stopped:
        raise RuntimeError(simulation.stopped)
    return simulation.recording, time.perf_counter() - start


def positions(recording: sim.Recording, first: int, count: int) -> np.ndarray:
    """Centres (n, count, 3) of free bodies, the first of which is joint number `first`."""
    return recording.q.reshape(len(recording), -1, 7)[:, first : first + count, :3]


def world_velocity(recording: sim.Recording, name: str) -> np.ndarray:
    """Velocity (n, 3) of a free body's centre along the world's axes [m/s]."""
    in_q, in_v = recording.scene.model.joint_slices()[name]
    q, v = recording.q[:, in_q], recording.v[:, in_v][:, :3]
    u, w = q[:, 3:6], q[:, 6:]
    return v + 2 * np.cross(u, np.cross(u, v) + w * v)


def energy(recording: sim.Recording) -> np.ndarray:
    """Kinetic and potential energy (n,) [J]."""
    return recording.kinetic + recording.potential


def residual_of(recording: sim.Recording) -> Row:
    """Every contact solve is below 1e-8 m/s, or how many are not."""
    above = int(np.sum(recording.residual >= 1e-8))
    ours = f"{recording.residual.max():.1e}, {above} of {len(recording) - 1} states above"
    return holds("largest residual of a contact solve [m/s]", above == 0, ours, "< 1e-8")
