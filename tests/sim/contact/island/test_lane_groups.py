"""Contacts of a heap in groups of four: no group has a body twice, and sweeps of groups are sweeps."""

from dataclasses import replace

import numpy as np
import pytest

from tests.validate.scenes import ball, on_floor
from torseur import sim
from torseur.sim.contact.island.islands import islands_into
from torseur.sim.contact.island.lanes.lane_groups import CONTACTS, WHOLES, groups_into, has_groups
from torseur.sim.kernel import compile_entry, entry, i8, i_out
from torseur.sim.simulation.running.constraints import solver_arrays
from torseur.sim.simulation.running.time_stepping.many_steps import system_in, work_out


@entry(system_in, work_out, i8, i_out)
def grouped(system, work, count, found):
    """Make groups of the largest island: where its contacts are in order, its groups, whether it has them, into found (4,)."""
    arrays = solver_arrays(system.trees, work, work.free, work.solved)
    largest, islands = 0, islands_into(count, arrays)
    for e in range(islands):
        if arrays.starts[e + 1, 0] - arrays.starts[e, 0] > arrays.starts[largest + 1, 0] - arrays.starts[largest, 0]:
            largest = e
    found[0], found[1] = arrays.starts[largest, 0], arrays.starts[largest + 1, 0]
    members = arrays.order[found[0] : found[1]]
    trees_in = arrays.tree_order[arrays.starts[largest, 1] : arrays.starts[largest + 1, 1]]
    found[2] = groups_into(arrays, members, trees_in)
    found[3] = 1 if has_groups(arrays, members, trees_in) else 0


def heap_of(shape, mu=0.5, **choices):
    """Balls in layers, those of a layer over the gaps of the one below."""
    cells = np.argwhere(np.ones(shape)).astype(float)
    cells[:, :2] += 0.5 * (cells[:, 2:] % 2)
    places = cells * [0.21, 0.21, 0.15] + [0.0, 0.0, 0.11]
    places += 1e-3 * np.random.default_rng(7).uniform(0, 1, places.shape)
    parts = [ball(f"b{k}", 0.1, 10.0, place) for k, place in enumerate(places)]
    scene = on_floor(parts, mu)
    return replace(scene, settings=replace(scene.settings, dt=5e-3, **choices))


@pytest.mark.parametrize("mu", [0.5, 0.0])
def test_each_contact_is_in_one_group_and_no_group_has_a_body_twice(mu):
    simulation = sim.Simulation(heap_of((6, 6, 4), mu, solving="interactive"))
    simulation.run(40)
    work, given = simulation._work, np.zeros(4, dtype=np.int64)
    compile_entry(grouped)
    grouped(simulation.scene.system, work, int(work.counts[0]), given)
    first, last, groups, has = given
    count = last - first
    assert has == 1
    assert count > 200
    assert count / 4 <= groups <= count / 2
    found = work.active[: WHOLES * groups].reshape(groups, WHOLES)
    contacts = found[:, CONTACTS:]
    np.testing.assert_array_equal(np.sort(contacts[contacts >= 0]), np.sort(work.order[first:last]))
    for group, members in zip(found, contacts, strict=True):
        bodies = [t for c in members[members >= 0] for t in work.segments["tree"][c] if t >= 0]
        assert len(set(bodies)) == len(bodies)
        assert len(set(group[:CONTACTS][group[:CONTACTS] > 0])) == len(bodies)  # places of velocities, 0: what stands still


@pytest.mark.parametrize("mu", [0.5, 0.0])
def test_a_heap_in_groups_is_solved_to_the_tolerance_and_the_same_twice(mu):
    scene = heap_of((6, 6, 4), mu)
    first, second = (sim.simulate(scene, 0.3) for _ in range(2))
    assert np.sum(first.residual > 1e-10) <= 3  # where whole layers strike at once some is left, one by one too
    assert first.residual.max() < 1e-4
    assert max(len(first.contacts(i)) for i in range(len(first))) > 250
    np.testing.assert_array_equal(first.q, second.q)


def test_more_sweeps_of_groups_leave_less():
    left = []
    for sweeps in (3, 10):
        recording = sim.simulate(heap_of((5, 4, 4), solving="interactive", sweeps=sweeps), 0.6)
        left.append(np.median(recording.residual[-20:]))
    assert left[1] < 0.5 * left[0]
