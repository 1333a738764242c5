"""How the time of a step grows with the number of bodies that touch the ground, or each other in small stacks."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from rich.console import Console

from tests.validate.scenes import ball, box, on_floor
from torseur import sim

from .contact import one_core
from .contact.engine import Engine
from .contact.in_mujoco import MuJoCo
from .contact.in_torseur import Torseur
from .growth import exponent
from .growth_plot import Line, write_plot
from .report import show, table
from .timing import Spread

SIZES = (10, 30, 100, 300, 1000)
ROUNDS = 5
DT = 1e-3  # [s]
BEFORE, STEPS = 100, 100  # steps taken before timing, and timed
NEAR_LINEAR = 1.15  # largest exponent that is called so
HIGH = 5  # cubes of a stack
PLOT = Path(__file__).resolve().parents[2] / "out" / "contact_growth.png"
_NOTES = f"""\
Time of one body in a step: median [quartiles] of {ROUNDS} rounds in turns, {STEPS} steps after {BEFORE} others, dt {DT:g} s.
Balls: in a grid on the ground, thrown at 1 m/s, they slip, then roll, each alone. Stacks: of {HIGH} cubes, at rest.
Torseur keeps every state, contact and event; MuJoCo, as it comes, nothing.
Exponent p: of time = c · bodies^p, least squares of logarithms of the medians; 1 is linear. From 100: of sizes from there.
"""


def balls(count: int) -> sim.Scene:
    """Balls of radius 0.1 m, 0.3 m apart, all thrown along x."""
    places = [0.3 * np.array(place) for place in _grid(count)]
    thrown = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    return on_floor([ball(f"ball{k}", 0.1, 1.0, (*place, 0.1), v=thrown) for k, place in enumerate(places)], 0.5)


def stacks(count: int) -> sim.Scene:
    """Stacks of cubes of 0.2 m, 0.5 m apart."""
    places = [0.5 * np.array(place) for place in _grid(count // HIGH)]
    cubes = [(f"cube{k}_{i}", (*place, 0.1 + 0.2 * i)) for k, place in enumerate(places) for i in range(HIGH)]
    return on_floor([box(name, (0.2, 0.2, 0.2), 1.0, place) for name, place in cubes], 0.5)


SCENES: dict[str, Callable[[int], sim.Scene]] = {"balls": balls, "stacks": stacks}
ENGINES: dict[str, Callable[[sim.Scene], Engine]] = {"Torseur": Torseur, "MuJoCo": lambda scene: MuJoCo(scene, stiff=False)}


def run(out: Console) -> int:
    """Print the table and write the plot; 0 whatever comes out."""
    series = {f"{engine}, {shape}": (engine, shape) for engine in ENGINES for shape in SCENES}
    times = np.empty((len(series), len(SIZES), ROUNDS))
    with one_core():
        for k, size in enumerate(SIZES):
            scenes = {shape: _at_step(make(size)) for shape, make in SCENES.items()}
            for turn in range(ROUNDS + 1):  # the first warms up
                gc.collect()
                for row, (engine, shape) in enumerate(series.values()):
                    times[row, k, max(turn - 1, 0)] = _timed(ENGINES[engine](scenes[shape]))
    medians = np.median(times, axis=2)
    made = table("Time of a body in a step [ns]", ("bodies", *(f">{key}" for key in series)))
    for k, size in enumerate(SIZES):
        made.add_row(str(size), *(Spread.of(1e9 * row[k] / size).text() for row in times))
    made.add_section()
    late = SIZES.index(100)
    powers = [exponent(SIZES, row) for row in medians]
    made.add_row("exponent", *(f"{power:.3f}{_verdict(key, power)}" for key, power in zip(series, powers, strict=True)))
    made.add_row("from 100", *(f"{exponent(SIZES[late:], row[late:]):.3f}" for row in medians))
    lines = [Line(key, np.array(SIZES), 1e6 * row) for key, row in zip(series, medians, strict=True)]
    write_plot(PLOT, lines, "step")
    show(out, made, f"{_NOTES}Plot: {PLOT}\n")
    return 0


def _grid(count: int) -> list[tuple[int, int]]:
    """Places of a square grid, row after row."""
    side = int(np.ceil(np.sqrt(count)))
    return [divmod(k, side) for k in range(count)]


def _at_step(scene: sim.Scene) -> sim.Scene:
    return replace(scene, settings=replace(scene.settings, dt=DT))


def _timed(engine: Engine) -> float:
    """Time of a step [s]."""
    engine.many(BEFORE)
    start = time.perf_counter()
    engine.many(STEPS)
    return (time.perf_counter() - start) / STEPS


def _verdict(key: str, power: float) -> str:
    if not key.startswith("Torseur"):
        return ""
    return f" ≤ {NEAR_LINEAR:g} {'met' if power <= NEAR_LINEAR else 'MISSED'}"
