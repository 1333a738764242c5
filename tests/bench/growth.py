"""How inverse and forward dynamics grow with the number of bodies, in serial chains and in random trees."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from rich.console import Console

from tests.laws.random_trees import random_body, random_pose
from torseur import sim
from torseur.sim.multibody.model.model import Body, Joint, JointKind

from .growth_plot import Line, write_plot
from .report import show, table
from .timing import ROUND_TIME, Contender, Spread, interleaved

SIZES = (10, 20, 50, 100, 200, 500, 1000)
ROUNDS = 25
RING = 4
LARGEST_RESIDUAL = 1e-10  # see `residual`; the bound of the tests against Pinocchio
PLOT = Path(__file__).resolve().parents[2] / "out" / "growth.png"
# Where body i hangs: in a chain on the one before, in a tree on any before, so that its depth grows as the logarithm.
SHAPES: dict[str, Callable[[int, np.random.Generator], int]] = {
    "chain": lambda i, rng: i - 1,
    "random tree": lambda i, rng: int(rng.integers(i)),
}
_NOTES = f"""\
Time of one body, call from Python included: median [quartiles] of {ROUNDS} rounds of {1e3 * ROUND_TIME:.0f} ms in turns \
over all sizes; revolute joints about random axes.
Exponent p: of time = c · bodies^p, least squares of logarithms of the medians; 1 is linear. From 100: only of sizes from \
there on, where the price of calling weighs nothing.
Residual: τ of the accelerations that forward dynamics finds under τ, less that τ, over the largest of these numbers.
"""


def run(out: Console) -> int:
    """Print the table and write the plot; 1 if forward dynamics does not undo inverse dynamics."""
    models = {shape: [tree(n, parent) for n in SIZES] for shape, parent in SHAPES.items()}
    contenders, keys = [], []
    for shape, trees in models.items():
        states = [random_states(model) for model in trees]
        for name, function in (("RNEA", sim.inverse_dynamics), ("ABA", sim.forward_dynamics)):
            keys.append(f"{name}, {shape}")
            contenders += [Contender(name, function, inputs) for inputs in states]
    times = interleaved(contenders, rounds=ROUNDS).reshape(len(keys), len(SIZES), ROUNDS)
    medians = np.median(times, axis=2)
    made = table("Time of a body [ns]", ("bodies", *(f">{key}" for key in keys)))
    for k, n in enumerate(SIZES):
        made.add_row(str(n), *(Spread.of(row[k] / n).text() for row in times))
    made.add_section()
    made.add_row("exponent", *(f"{exponent(SIZES, row):.3f}" for row in medians))
    late = SIZES.index(100)
    made.add_row("from 100", *(f"{exponent(SIZES[late:], row[late:]):.3f}" for row in medians))
    worst = max(residual(model) for trees in models.values() for model in trees)
    write_plot(PLOT, [Line(key, np.array(SIZES), 1e-3 * row) for key, row in zip(keys, medians, strict=True)])
    show(out, made, f"{_NOTES}Largest residual: {worst:.0e}. Plot: {PLOT}\n")
    return int(not worst < LARGEST_RESIDUAL)


def tree(bodies: int, parent: Callable[[int, np.random.Generator], int], seed: int = 0) -> sim.Model:
    """A tree of bodies on revolute joints, `parent` (number of the body, rng) says where each hangs."""
    rng = np.random.default_rng(seed)
    parts: list[Body] = []
    joints: list[Joint] = []
    for i in range(bodies):
        parts.append(random_body(rng, f"body{i}"))
        axis = rng.normal(size=3)
        on = f"body{parent(i, rng)}" if i else None
        placement, axis = random_pose(rng), axis / np.linalg.norm(axis)
        joints.append(Joint(f"joint{i}", JointKind.REVOLUTE, on, f"body{i}", placement, axis))
    return sim.build_model(f"{bodies} bodies", parts, joints)


def random_states(model: sim.Model, seed: int = 0) -> list[tuple[sim.Model, np.ndarray, np.ndarray, np.ndarray]]:
    """Arguments of `inverse_dynamics`, and of `forward_dynamics` as well."""
    rng = np.random.default_rng(seed)
    return [(model, sim.random_configuration(model, rng), *rng.normal(size=(2, model.nv))) for _ in range(RING)]


def exponent(sizes: tuple[int, ...], times: np.ndarray) -> float:
    """p of times ≈ c · sizes^p."""
    return float(np.polyfit(np.log(sizes), np.log(times), 1)[0])


def residual(model: sim.Model) -> float:
    """How far inverse dynamics at the accelerations found under τ is from τ, over the largest of τ and accelerations."""
    worst = 0.0
    for _, q, v, tau in random_states(model):
        a = sim.forward_dynamics(model, q, v, tau)
        missing = np.abs(sim.inverse_dynamics(model, q, v, a) - tau).max()
        worst = max(worst, missing / max(np.abs(tau).max(), np.abs(a).max()))
    return float(worst)
