"""The scenes of the benchmark: where each starts, how long it is left alone, and how long it is timed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from tests.validate.robots_on_floor import on_the_floor
from tests.validate.scenes import ball, box, floor, on_floor
from torseur import robots, sim

HALF, SAME = 0.5, 1.0  # of MuJoCo's time: what is aimed at


@dataclass(frozen=True, eq=False, slots=True)
class Case:
    """A scene, and the stretch of it that is timed."""

    name: str
    make: Callable[[], sim.Scene]
    dt: float
    before: float  # simulated before anything is measured [s]
    timed: float  # [s]
    aim: float  # largest ratio of our time to MuJoCo's
    rounds: int = 15
    every: int = 1  # errors are taken at each so many steps
    apart_from: float = 0.0  # when the motion begins whose distance to the converged one is taken [s]

    @property
    def steps(self) -> int:
        """Steps that are timed."""
        return round(self.timed / self.dt)

    def scene(self) -> sim.Scene:
        """The scene at its step."""
        made = self.make()
        return replace(made, settings=replace(made.settings, dt=self.dt))


def brick() -> sim.Scene:
    """A brick dropped flat from 0.5 m."""
    return on_floor([box("brick", (0.16, 0.16, 0.24), 6.0, (0, 0, 0.62))], 0.5)


def stack() -> sim.Scene:
    """The shipped stack of ten cubes, which starts a few millimetres apart."""
    return sim.load_scene("box_stack")


def quadruped() -> sim.Scene:
    """ANYmal on its four ball feet, kp = 300 and kd = 10."""
    model = robots.load("anymal_b", meshes=False)
    part = sim.Part("anymal", model, q=on_the_floor(model, model.poses["standing"]), controller=sim.Controller(300.0, 10.0))
    return sim.make_scene("anymal", [floor(), part], materials={"": sim.Material(0.7)})


def humanoid() -> sim.Scene:
    """The humanoid of the shipped scene in its pose, without its controller: PyBullet has no springs of that law."""
    part = next(part for part in sim.load_scene("humanoid_falls").parts if part.name == "humanoid")
    return sim.make_scene("humanoid", [floor(), replace(part, controller=None)], materials={"": sim.Material(0.8)})


def many_balls() -> sim.Scene:
    """648 balls of 10 kg (9 × 9 × 8, 0.21 m apart, each shifted by up to 1 mm) fall 0.5 m."""
    shift = 1e-3 * np.random.default_rng(648).uniform(0, 1, (9, 9, 8, 3))
    places = np.argwhere(np.ones((9, 9, 8)))
    parts = [
        ball(f"b{i}{j}{k}", 0.1, 10.0, np.array([0.21 * i, 0.21 * j, 0.6 + 0.21 * k]) + shift[i, j, k]) for i, j, k in places
    ]
    return on_floor(parts, 0.5)


def balls_666() -> sim.Scene:
    """The shipped scene of SimBenchmark: 216 smooth balls, stacked almost straight, fall apart."""
    return sim.load_scene("balls_666")


CASES = (
    Case("brick, dropped flat from 0.5 m", brick, 1e-3, 0.0, 1.0, HALF, apart_from=0.25),
    Case("brick, at rest", brick, 1e-3, 1.0, 1.0, HALF, apart_from=1.0),
    Case("stack of ten cubes, at rest", stack, 1e-3, 1.5, 0.5, HALF, apart_from=1.5),
    Case("stack of ten cubes, dropped", stack, 1e-3, 0.0, 0.25, SAME),
    Case("quadruped ANYmal, standing", quadruped, 1e-3, 1.0, 1.0, HALF, apart_from=1.0),
    Case("humanoid, falling limp", humanoid, 1e-3, 0.0, 1.0, SAME, rounds=5, apart_from=0.4),
    Case("648 balls, falling", many_balls, 5e-3, 0.0, 2.0, SAME, rounds=3, every=10, apart_from=0.4),
    Case("666: 216 balls, falling apart", balls_666, 1e-2, 0.0, 4.0, SAME, rounds=3, every=5, apart_from=0.5),
)
