"""Contacts of large islands that stick, slide and part all over, solved from nothing by the interior-point method."""

import numpy as np
import pytest

from tests.validate.scenes import box, on_floor
from torseur import sim
from torseur.sim.contact.island.factor.elimination import lay_out
from torseur.sim.contact.island.interior_point import interior_point
from torseur.sim.contact.island.islands import islands_into
from torseur.sim.kernel import compile_entry, entry, f8, i8, v_out
from torseur.sim.simulation.running.constraints import solver_arrays
from torseur.sim.simulation.running.time_stepping.many_steps import system_in, work_out

SIZE = 0.2  # of cubes [m]


@entry(system_in, work_out, i8, f8, v_out)
def solved_inside(system, work, count, tolerance, found):
    """Solve the first island from nothing; found: the residual and how many factors it took."""
    arrays = solver_arrays(system.trees, work, work.free, work.solved)
    islands_into(count, arrays)
    members = arrays.order[arrays.starts[0, 0] : arrays.starts[1, 0]]
    trees_in = arrays.tree_order[arrays.starts[0, 1] : arrays.starts[1, 1]]
    lay_out(arrays, members, trees_in)
    found[0], found[1] = interior_point(arrays, members, trees_in, tolerance)


def cubes(shape, poked, speed):
    """Cubes that touch, in rows, columns and layers, one of which moves."""
    places = SIZE * (np.argwhere(np.ones(shape)) + [0.0, 0.0, 0.5])
    moves = {poked: (*speed, 0.0, 0.0, 0.0)}
    return [box(f"c{k}", (SIZE, SIZE, SIZE), 1.0, tuple(at), v=moves.get(k)) for k, at in enumerate(places)]


def solved_at_once(scene, steps):
    """What the method leaves of the last of so many steps, from nothing, its factors and its impulses."""
    simulation = sim.Simulation(scene)
    simulation.run(steps)
    system, work, count = simulation.scene.system, simulation._work, int(simulation._work.counts[0])
    work.r[:count] = 0.0
    compile_entry(solved_inside)
    found = np.zeros(2)
    solved_inside(system, work, count, 1e-10, found)
    return *found, work.r[:count]


SHAPES = {
    "tower": ((1, 1, 100), 50, (0.3, 0.0, 0.0)),
    "small tower": ((1, 1, 30), 15, (0.3, 0.0, 0.0)),  # less than 400 freedoms
    "wall": ((12, 1, 6), 0, (0.0, 0.0, 0.0)),
}


@pytest.mark.parametrize("mu", [0.0, 0.5])
@pytest.mark.parametrize("name", SHAPES)
def test_forces_are_found_in_few_factors_inside_their_cones(name, mu):
    residual, factors, r = solved_at_once(on_floor(cubes(*SHAPES[name]), mu), 2)
    assert residual <= 1e-6  # what is left is for Newton's method
    assert factors <= 40
    assert np.all(np.hypot(r[:, 0], r[:, 1]) <= mu * r[:, 2] * (1 + 1e-12))


def test_forces_are_those_from_before_rounding_takes_over():
    places, rng = SIZE * (np.arange(40) + 0.5), np.random.default_rng(0)
    shaken = [
        box(f"c{k}", (SIZE, SIZE, SIZE), 1.0, (0.0, 0.0, z), v=tuple(0.05 * rng.normal(size=6))) for k, z in enumerate(places)
    ]
    residual, _, _ = solved_at_once(on_floor(shaken, 0.5), 1)
    # The solver's _SOLVED, up to which no sweeps follow: 2.7e-6 by these forces, 4.5e-4 by those of the end.
    assert residual <= 1e-5


def test_a_tower_that_is_poked_is_solved_in_every_step():
    shape, poked, speed = SHAPES["tower"]
    recording = sim.simulate(on_floor(cubes(shape, poked, speed), 0.5), 0.01)
    assert recording.residual.max() <= 1e-8  # by sweeps 6e-4, in 15 000 of them
    energy = recording.kinetic + recording.potential
    assert np.diff(energy).max() <= 1e-6


def test_a_row_that_is_pushed_comes_to_rest():
    """Of forces that are one of many some would have single cubes gain energy as the row stops, and turn its velocity over in
    each step: what slows down as one with its neighbours gains none.
    """
    row = cubes((100, 1, 1), 0, (0.5, 0.0, 0.0))
    recording = sim.simulate(on_floor(row, 0.5), 0.005)
    assert np.array_equal(recording.v[-1], np.zeros(600))
    assert np.diff(recording.kinetic + recording.potential).max() <= 1e-12
