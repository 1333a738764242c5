"""Forces that are one of many: what is recorded is of least norm, whatever the scheme, the solver and the law."""

from dataclasses import replace

import numpy as np
import pytest

from tests.cases import loop_over
from tests.validate.scenes import ball, box, on_floor
from torseur import sim
from torseur.sim.contact.island.factor.elimination import lay_out
from torseur.sim.contact.island.interior_point import interior_point
from torseur.sim.contact.island.islands import islands_into
from torseur.sim.contact.island.lanes.lane_groups import CONTACTS, WHOLES, groups_into, has_groups
from torseur.sim.contact.problem.solution import solution_of
from torseur.sim.contact.status import Status
from torseur.sim.kernel import compile_entry, entry, f8, i8, i_out, v_out
from torseur.sim.simulation.running.constraints import solver_arrays
from torseur.sim.simulation.running.time_stepping.many_steps import system_in, work_out

RESTING = {
    "newton": {},
    "gauss_seidel": {"solver": "gauss_seidel"},
    "admm": {"solver": "admm"},
    "convex": {"friction_law": "convex"},
    "convex by sweeps": {"friction_law": "convex", "solver": "gauss_seidel"},
    "pyramid": {"friction_law": "pyramid"},
    "pyramid by admm": {"friction_law": "pyramid", "facets": 6, "solver": "admm"},
    "hexagon by sweeps": {"friction_law": "pyramid", "facets": 6, "solver": "gauss_seidel"},
    "softened": {"regularisation": 0.05},
    "implicit": {"theta": 1.0},
    "baumgarte": {"stabilisation": "baumgarte"},
    "poisson": {"restitution_law": "poisson"},
    "one by one": {"impact_law": "sequential"},
    "hybrid": {"scheme": "hybrid"},
    "hybrid, poisson": {"scheme": "hybrid", "restitution_law": "poisson"},
    "hybrid, one by one": {"scheme": "hybrid", "impact_law": "sequential"},
}
WEIGHT = 6.0 * 9.81


@loop_over("name", RESTING)
def test_a_brick_at_rest_on_four_corners_has_four_equal_forces_and_no_friction(name):
    # It has tumbled there through impacts, slips and sticks, whose forces a warm start once carried on.
    scene = sim.load_scene("brick_on_corner")
    recording = sim.simulate(scene, settings=replace(scene.settings, **RESTING[name]))
    contacts = recording.contacts(-1)
    assert len(contacts) == 4
    # A solve leaves up to `tolerance` of a velocity; over the step, times the mass, that is 6e-7 N.
    np.testing.assert_allclose(contacts.force, np.tile([0.0, 0.0, WEIGHT / 4.0], (4, 1)), atol=1e-6)
    assert np.all(contacts.mode == sim.Mode.STICK)


def test_without_friction_too():
    scene = sim.load_scene("falling_brick")
    smooth = {name: replace(material, friction=0.0) for name, material in scene.materials.items()}
    bare = sim.make_scene("bare", scene.parts, materials=smooth, settings=replace(scene.settings, solver="active_set"))
    contacts = sim.simulate(bare, 1.0).contacts(-1)
    np.testing.assert_allclose(contacts.force, np.tile([0.0, 0.0, WEIGHT / 4.0], (4, 1)), atol=1e-6)


def limp():
    """The humanoid of the shipped scene without its controller: limbs hit their limits, what touches slides, sticks and opens."""
    scene = sim.load_scene("humanoid_falls")
    parts = [replace(part, controller=None) for part in scene.parts]
    return sim.make_scene("limp", parts, materials=scene.materials)


@pytest.mark.parametrize("name", ["humanoid_falls", "gripper_holds_block", "box_stack", "quadruped_stand"])
def test_what_moves_on_several_contacts_has_them_too(name):
    # The corners of the humanoid's feet open and close by turns: those that had just opened once bore what they may share.
    recording = sim.simulate(sim.load_scene(name), 0.2)
    assert_of_least_norm(recording, range(100, 200, 8))


def test_where_newtons_matrix_shows_that_forces_are_the_only_ones_they_are():
    recording = sim.simulate(limp(), 0.7)
    assert recording.residual.max() <= 1e-10
    assert_of_least_norm(recording, range(60, 700, 11))


def assert_of_least_norm(recording, states):
    """That contact forces at these states are those of least norm."""
    for i in states:
        solved = sim.solved_problem(recording, i)
        found = solution_of(
            solved.problem,
            solved.force.ravel(),
            solved.law,
            solved.facets,
            status=Status.SOLVED,
            iterations=0,
            method="newton",
            regularisation=0.0,
        )
        least = sim.least_norm_forces(solved.problem, found)
        np.testing.assert_allclose(found.force, least.force, atol=1e-7 * np.abs(least.force).max())


def test_what_holds_takes_one_factor_a_step():
    recording = sim.simulate(sim.load_scene("humanoid_falls"), 0.5)
    standing = recording.iterations[200:]  # on both feet, whose eight corners each bear something
    assert standing.mean() < 2.5  # two where a corner opens or closes; 3.5 by Newton's method on the forces
    assert recording.residual[200:].max() <= 1e-10  # the tolerance


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
@pytest.mark.slow
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
@pytest.mark.slow
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
