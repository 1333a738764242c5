"""Many runs at a time, beside `mujoco.rollout`: on one thread and on all."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace

import mujoco
import mujoco.rollout
import numpy as np
from rich.console import Console

from tests.validate.scenes import box, floor, on_floor
from torseur import robots, sim

from .contact.cases import brick, humanoid
from .contact.in_mujoco import MuJoCo
from .report import show, table
from .timing import Spread

ROUNDS, RUNS, DT = 7, 64, 1e-3
_NOTES = f"""\
Time of one step of one run [µs]: median [quartiles] of {ROUNDS} rounds in turns; {RUNS} runs from the same state, each with a
velocity of its own. Ours returns t, q, v, residual and step error of each step, MuJoCo's its full state. Ratio: on one thread.
"""


def arm() -> sim.Scene:
    """UR5 without its shapes, which swings freely."""
    model = robots.load("ur5", meshes=False)
    bare = sim.build_model(model.name, [replace(body, collisions=()) for body in model.bodies], model.joints)
    part = sim.Part("ur5", bare)
    return sim.make_scene("arm", [floor(), part], materials={"": sim.Material(0.5)})


def boxes() -> sim.Scene:
    """Five cubes, dropped on each other."""
    return on_floor([box(f"cube{k}", (0.2, 0.2, 0.2), 1.0, (0, 0, 0.11 + 0.22 * k)) for k in range(5)], 0.5)


# made, steps, largest ratio that is aimed at
CASES: dict[str, tuple[Callable[[], sim.Scene], int, float]] = {
    "arm without contact": (arm, 500, 1.0),
    "brick, dropped flat": (brick, 500, 1.0),
    "five cubes, dropped": (boxes, 500, 1.0),
    "humanoid, falling limp": (humanoid, 500, 1.5),
}


def run(out: Console) -> int:
    """Print the table; 0 whatever comes out."""
    cores = os.cpu_count() or 1
    several = f">{cores} threads", ">gain"
    made = table("Rollouts", ("", ">ours", *several, ">MuJoCo", *several, ">ratio", ">aim"))
    for name, (make, steps, aim) in CASES.items():
        scene = make()
        scene = replace(scene, settings=replace(scene.settings, dt=DT))
        v = scene.initial.v + 0.05 * np.random.default_rng(1).standard_normal((RUNS, scene.model.nv))
        calls = [_ours(scene, v, steps, threads) for threads in (1, cores)]
        calls += [_theirs(scene, v, steps, threads) for threads in (1, cores)]
        times = np.empty((4, ROUNDS + 1))
        for turn in range(ROUNDS + 1):  # the first warms up
            for row, call in enumerate(calls):
                begun = time.perf_counter()
                call()
                times[row, turn] = 1e6 * (time.perf_counter() - begun) / RUNS / steps
        ours, ours_all, theirs, theirs_all = (Spread.of(row[1:]) for row in times)
        cells = [ours.text(".2f"), ours_all.text(".2f"), f"{ours.median / ours_all.median:.2f}"]
        cells += [theirs.text(".2f"), theirs_all.text(".2f"), f"{theirs.median / theirs_all.median:.2f}"]
        made.add_row(name, *cells, f"{ours.median / theirs.median:.2f}", f"{aim:g}")
    show(out, made, _NOTES)
    return 0


def _ours(scene: sim.Scene, v: np.ndarray, steps: int, threads: int) -> Callable[[], object]:
    return lambda: sim.rollout(scene, RUNS, v=v, duration=steps * DT, threads=threads)


def _theirs(scene: sim.Scene, v: np.ndarray, steps: int, threads: int) -> Callable[[], object]:
    engine = MuJoCo(scene, stiff=False)
    model, data = engine.model, engine.data
    start = np.empty(mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS))
    mujoco.mj_getState(model, data, start, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    starts = np.tile(start, (RUNS, 1))
    starts[:, 1 + model.nq : 1 + model.nq + model.nv] += (
        v - scene.initial.v
    )  # of as many degrees of freedom, in what order ever
    scratch = [mujoco.MjData(model) for _ in range(threads)]
    return lambda: mujoco.rollout.rollout(model, scratch, starts, nstep=steps)
