"""Heaps of which only what presses is swept: all contacts obey the law at the end, and those left out."""

import numpy as np
import pytest

from tests.sim.contact.island.test_lane_groups import heap_of
from tests.validate.scenes import ball, on_floor
from torseur import sim
from torseur.sim.contact.island.anderson import accelerated_sweeps
from torseur.sim.contact.island.assembly import normal_velocity_of
from torseur.sim.contact.island.gauss_seidel import residual_of
from torseur.sim.contact.island.islands import islands_into
from torseur.sim.contact.island.lanes.lane_solvers import accelerated_pressing
from torseur.sim.kernel import compile_entry, entry, f8, i8, i_out, v_out
from torseur.sim.simulation.running.constraints import solver_arrays
from torseur.sim.simulation.running.time_stepping.many_steps import system_in, work_out

TOLERANCE, MOST = 1e-10, 400
FIRST = 4  # sweeps of all contacts, before those of what presses alone
SHAKEN = [(0.0, 0.0), (0.01, 0.0), (1.0, 0.0), (0.01, 0.5), (1.0, 0.5)]  # changes of velocities [m/s], and friction


@entry(system_in, work_out, i8, i8, f8, i8, i_out, v_out, v_out)
def solved(system, work, count, only_pressing, tolerance, sweeps, members, parting, numbers):
    """Solve the largest island from work.r: its contacts into members (count,), at what they part beyond their targets into
    parting (count,) [m/s]; residual said and found, sweeps, contacts.
    """
    arrays = solver_arrays(system.trees, work, work.free, work.solved)
    largest, islands = 0, islands_into(count, arrays)
    for e in range(islands):
        if arrays.starts[e + 1, 0] - arrays.starts[e, 0] > arrays.starts[largest + 1, 0] - arrays.starts[largest, 0]:
            largest = e
    inside = arrays.order[arrays.starts[largest, 0] : arrays.starts[largest + 1, 0]]
    trees_in = arrays.tree_order[arrays.starts[largest, 1] : arrays.starts[largest + 1, 1]]
    for k in range(inside.shape[0]):
        members[k] = inside[k]
    if only_pressing != 0:
        numbers[0], done = accelerated_pressing(arrays, inside, trees_in, tolerance, sweeps)
    else:
        numbers[0], done = accelerated_sweeps(arrays, inside, trees_in, tolerance, sweeps)
    for k in range(inside.shape[0]):
        contact = work.contacts[members[k]]
        u = normal_velocity_of(work.segments, members[k], work.J, work.solved)
        parting[k] = u + contact.lean[2] - contact.target
    numbers[1], numbers[2], numbers[3] = residual_of(arrays, members[: inside.shape[0]]), done, inside.shape[0]


class Heap:
    """Balls that lie on each other, after so many steps; their velocities without contact are then changed [m/s]."""

    def __init__(self, scene, steps, change):
        self._simulation = sim.Simulation(scene)
        self._simulation.run(steps)
        self._work = self._simulation._work
        self._count = int(self._work.counts[0])
        self._work.free[:] += change
        self._begun, self._v = self._work.r[: self._count].copy(), self._work.free.copy()
        compile_entry(solved)

    def solve(self, only_pressing, sweeps=MOST):
        """Of the largest island: normal impulses, what contacts part, velocities; residual said and found, sweeps."""
        work, system = self._work, self._simulation.scene.system
        members, parting, numbers = np.zeros(self._count, np.int64), np.zeros(self._count), np.zeros(4)
        work.r[: self._count], work.solved[:] = self._begun, self._v
        solved(system, work, self._count, int(only_pressing), TOLERANCE, sweeps, members, parting, numbers)
        n = int(numbers[3])
        return work.r[members[:n], 2].copy(), parting[:n], work.solved.copy(), numbers[0], numbers[1], int(numbers[2])


def shaken(change, mu=0.0):
    """100 balls in layers, of which each velocity is changed by so much or so."""
    scene = heap_of((5, 5, 4), mu)
    return Heap(scene, 20, change * np.random.default_rng(0).normal(size=600))


def pushed_row(parting):
    """40 balls in a row, pushed by a heavy one at 1 m/s, while the last goes on before at `parting`."""
    parts = [ball(f"b{k}", 0.1, 10.0 if k else 1e5, [0.2 * k, 0.0, 0.1]) for k in range(40)]
    change = np.zeros((40, 6))
    change[0, 0], change[-1, 0] = 1.0, parting
    return Heap(on_floor(parts, 0.0), 1, change.ravel())


@pytest.mark.parametrize(("change", "mu"), SHAKEN)
def test_all_contacts_obey_the_law_though_only_those_that_press_are_swept(change, mu):
    impulses, parting, _, said, left, sweeps = shaken(change, mu).solve(only_pressing=True)
    assert said == left
    assert left <= TOLERANCE
    assert 0 < sweeps <= MOST
    assert np.all(impulses >= 0.0)
    assert np.all(parting >= -TOLERANCE)


@pytest.mark.parametrize(("change", "mu"), [case for case in SHAKEN if case != (0.01, 0.5)])  # there those of all go round
def test_the_motion_is_that_of_sweeps_of_all_contacts(change, mu):
    heap = shaken(change, mu)
    *_, some, _, left, _ = heap.solve(only_pressing=True)
    *_, every, _, other, _ = heap.solve(only_pressing=False)
    assert max(left, other) <= TOLERANCE
    np.testing.assert_allclose(some, every, atol=10 * TOLERANCE)  # a ball has up to ten contacts


def test_a_contact_that_is_left_out_and_comes_to_press_is_taken_in():
    heap = pushed_row(0.7)
    first, parting, _, _, near, _ = heap.solve(only_pressing=True, sweeps=FIRST)
    is_left_out = (first == 0.0) & (parting >= near)
    impulses, _, v, _, left, _ = heap.solve(only_pressing=True)
    assert left <= TOLERANCE
    assert np.sum(is_left_out & (impulses > 0.0)) == 1  # the last, which all others catch up with
    np.testing.assert_allclose(v[::6], v[0], atol=39 * TOLERANCE)  # 39 contacts between the first and the last


@pytest.mark.parametrize("sweeps", [0, FIRST, 10, 20])
def test_it_ends_where_its_sweeps_are_spent_and_says_what_is_left(sweeps):
    *_, said, left, done = shaken(1.0).solve(only_pressing=True, sweeps=sweeps)
    assert done == max(sweeps, FIRST)
    assert said == left
    assert left > TOLERANCE
