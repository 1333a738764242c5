"""Every solver of contact in motion: laws of impulses, hard cases, comparisons."""

from dataclasses import replace

import numpy as np
import pytest

from tests.cases import loop_over
from tests.sim.contact.island.test_least_norm import heap_of
from tests.sim.simulation.parts import GROUND, ball, box, floor_scene, standing
from tests.sim.simulation.tiles import block, body, run
from tests.validate.scenes import ball as ball_at
from tests.validate.scenes import box as box_at
from tests.validate.scenes import on_floor
from torseur import sim
from torseur.sim.contact.island.anderson import accelerated_sweeps
from torseur.sim.contact.island.assembly import normal_velocity_of
from torseur.sim.contact.island.gauss_seidel import residual_of
from torseur.sim.contact.island.islands import islands_into
from torseur.sim.contact.island.lanes.lane_solvers import accelerated_pressing
from torseur.sim.kernel import compile_entry, entry, f8, i8, i_out, v_out
from torseur.sim.multibody.model.shapes import Box, Sphere
from torseur.sim.simulation.running.constraints import solver_arrays
from torseur.sim.simulation.running.time_stepping.many_steps import system_in, work_out


def test_residuals_of_every_step_are_below_the_tolerance_asked_for():
    for name in ("falling_brick", "brick_on_corner", "box_stack", "incline_30", "arm_pushes_table"):
        recording = sim.simulate(sim.load_scene(name), 1.5)
        assert recording.residual.max() < 2e-10, name


def test_a_wave_of_dominoes_takes_few_iterations_where_an_island_has_more_than_twelve_contacts():
    recording = sim.simulate(sim.load_scene("domino"), 1.0)
    assert recording.residual.max() < 1e-9
    assert np.mean(recording.iterations[850:]) < 20.0  # 8; it was 41 where velocities were solved for first


def test_which_contacts_of_a_stack_press_is_guessed_at_once_where_cubes_strike_and_after_that():
    # Each of ten cubes strikes in turn, the last after 0.09 s.
    recording = sim.simulate(sim.load_scene("box_stack"), 0.12)
    assert len(recording.contacts(-1)) == 40
    assert recording.residual.max() < 1e-10
    assert recording.iterations.max() == 1  # 2 where only what pressed before was guessed to press


def test_friction_forces_stay_in_the_cone_and_oppose_slip():
    recording = sim.simulate(sim.load_scene("brick_on_corner"), 1.2)
    sliding = 0
    for i in range(0, len(recording), 7):
        contacts = recording.contacts(i)
        for k in range(len(contacts)):
            n = contacts.normal[k]
            normal = contacts.impulse[k] @ n
            tangent = contacts.impulse[k] - normal * n
            assert np.linalg.norm(tangent) <= contacts.friction[k] * normal + 1e-12
            slip = contacts.velocity[k] - (contacts.velocity[k] @ n) * n
            if contacts.mode[k] == sim.Mode.SLIP:
                sliding += 1
                assert tangent @ slip == pytest.approx(-np.linalg.norm(tangent) * np.linalg.norm(slip), rel=1e-6)
    assert sliding > 10


def test_gauss_seidel_and_newton_agree_where_both_converge():
    scene = sim.load_scene("incline_30")
    swept = sim.simulate(scene, 0.3, settings=replace(scene.settings, solver="gauss_seidel", sweeps=3000, tolerance=1e-9))
    direct = sim.simulate(scene, 0.3)
    assert swept.residual.max() < 2e-9  # velocities are summed anew after the last sweep
    np.testing.assert_allclose(swept.q[-1], direct.q[-1], atol=1e-7)  # redundant forces: velocities agree to the residual


def test_active_set_refuses_friction():
    scene = sim.load_scene("brick_on_corner")
    with pytest.raises(sim.errors.SceneError, match="frictionless"):
        sim.make_scene("x", scene.parts, materials=scene.materials, settings=sim.Settings(solver="active_set"))


def test_a_gram_under_a_ton_is_carried():
    light, heavy = box("light", (0.1, 0.1, 0.1), 1e-3), box("heavy", (0.1, 0.1, 0.1), 1e3)
    parts = [standing(light, 0.05), standing(heavy, 0.15)]
    recording = sim.simulate(floor_scene(parts, 0.5), 0.1)
    assert recording.residual.max() < 1e-8
    np.testing.assert_allclose(recording.q[-1].reshape(2, 7)[:, 2], [0.05, 0.15], atol=1e-8)


@loop_over("angle", np.linspace(0, 2 * np.pi, 13)[:-1])
def test_a_block_slides_the_way_it_is_pushed(angle):
    # Gravity tilted by just more, then just less, than the friction angle, in every direction.
    block = box("block", (0.2, 0.2, 0.1), 1.0)
    for factor, slides in ((1.02, True), (0.98, False)):
        pull = 0.5 * 9.81 * factor
        scene = sim.make_scene(
            "pushed",
            [GROUND, standing(block, 0.05)],
            materials={"": sim.Material(0.5)},
            gravity=(pull * np.cos(angle), pull * np.sin(angle), -9.81),
        )
        end = sim.simulate(scene, 0.5).q[-1, :2]
        if slides:
            assert np.linalg.norm(end) > 0.01
            off = np.degrees(np.arctan2(*(end @ [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])[::-1]))
            assert abs(off) < 0.1
        else:
            assert np.linalg.norm(end) < 1e-8


def heap(shape):
    """Rough balls of 10 kg, 0.21 m apart, each shifted by up to 1 mm."""
    places = np.argwhere(np.ones(shape))
    places = 0.21 * places + 1e-3 * np.random.default_rng(4).uniform(0, 1, places.shape) + [0, 0, 0.11]
    balls = [
        sim.Part(f"ball{i}", ball(f"ball{i}", 0.1, 10.0), q=np.array([*place, 0, 0, 0, 1])) for i, place in enumerate(places)
    ]
    return floor_scene(balls)


@pytest.mark.slow
def test_a_heap_of_rough_balls_is_solved_in_every_step():
    """One island of 100 bodies in which sweeps alone go round in circles at 7e-4 m/s in some steps."""
    recording = sim.simulate(heap((5, 5, 4)), 0.8, settings=sim.Settings(dt=5e-3))
    assert recording.residual.max() <= 1e-10
    assert max(len(recording.contacts(i)) for i in range(len(recording))) > 150


@pytest.mark.slow
def test_contacts_that_stick_against_each_other_go_to_the_edges_of_their_cones():
    """At 0.62 s nine balls of 144 jam: sweeps add to impulses round them at 3e-5 m/s, thousands of times until one slides."""
    recording = sim.simulate(heap((6, 6, 4)), 0.65, settings=sim.Settings(dt=5e-3))
    assert recording.residual.max() <= 1e-8
    assert recording.iterations.max() < 5000


@pytest.mark.slow
def test_dominoes_that_lie_on_each_other_are_solved_while_they_creep():
    """What pushes the last of them, at metres a second, moves the first at nanometres a second."""
    recording = sim.simulate(sim.load_scene("domino"), 2.2)
    assert recording.residual.max() <= 1e-8
    assert recording.iterations.max() < 1000


def test_a_wall_that_is_poked_takes_few_factors_from_the_forces_of_the_step_before():
    size, places = (0.2, 0.1, 0.1), [(0.2 * i + 0.1 * (j % 2), 0.0, 0.1 * j + 0.05) for j in range(5) for i in range(5 - j % 2)]
    poked = {11: (0.0, 0.5, 0.0, 0.0, 0.0, 0.0)}
    bricks = [box_at(f"brick {k}", size, 1.0, at, v=poked.get(k)) for k, at in enumerate(places)]
    recording = sim.simulate(on_floor(bricks, 0.5), 0.1)
    assert recording.residual.max() < 1e-10
    assert np.mean(recording.iterations) < 7.0  # 3.5; 15 where ρ both told sliding from sticking and held what sticks


TOWER = [(Box((0.1, 0.1, 0.1)), [0.0, 0.0, 0.05 + 0.1 * k]) for k in range(90)]
WALL = [(Box((0.2, 0.1, 0.1)), [0.2 * i + 0.1 * (j % 2), 0.0, 0.05 + 0.1 * j]) for j in range(8) for i in range(9)]
CHAIN = [(Sphere(0.05), [0.1 * k, 0.0, 0.05]) for k in range(90)]


@pytest.mark.parametrize(("bodies", "most"), [(TOWER, 500), (WALL, 500), (CHAIN, 10)], ids=["tower", "wall", "chain"])
def test_many_bodies_that_touch_few_others_are_solved_as_few_are(bodies, most):
    """Of more than 66 the forces were found by sweeps: a tower took 14 000 a step, and its residual was 1e-7."""
    order = np.random.default_rng(0).permutation(len(bodies))
    moving = [body(bodies[k][0], bodies[k][1], name=f"body{k}") for k in order]
    recording = run([block("floor", (20.0, 20.0, 0.1), (4.0, 0.0, -0.05)), *moving], 0.01)
    assert recording.residual.max() <= 1e-10
    assert recording.iterations.max() < most
    assert np.abs(recording.q[-1] - recording.q[0]).max() < 1e-8
    contacts = recording.contacts(-1)
    on_floor = contacts.impulse[(contacts.body_a == 0) | (contacts.body_b == 0), 2].sum()
    assert abs(on_floor) == pytest.approx(len(bodies) * 9.81e-3, rel=1e-6)


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
    parts = [ball_at(f"b{k}", 0.1, 10.0 if k else 1e5, [0.2 * k, 0.0, 0.1]) for k in range(40)]
    change = np.zeros((40, 6))
    change[0, 0], change[-1, 0] = 1.0, parting
    return Heap(on_floor(parts, 0.0), 1, change.ravel())


@pytest.mark.parametrize(("change", "mu"), SHAKEN)
@pytest.mark.slow
def test_all_contacts_obey_the_law_though_only_those_that_press_are_swept(change, mu):
    impulses, parting, _, said, left, sweeps = shaken(change, mu).solve(only_pressing=True)
    assert said == left
    assert left <= TOLERANCE
    assert 0 < sweeps <= MOST
    assert np.all(impulses >= 0.0)
    assert np.all(parting >= -TOLERANCE)


@pytest.mark.parametrize(("change", "mu"), [case for case in SHAKEN if case != (0.01, 0.5)])  # there those of all go round
@pytest.mark.slow
def test_the_motion_is_that_of_sweeps_of_all_contacts(change, mu):
    heap = shaken(change, mu)
    *_, some, _, left, _ = heap.solve(only_pressing=True)
    *_, every, _, other, _ = heap.solve(only_pressing=False)
    assert max(left, other) <= TOLERANCE
    np.testing.assert_allclose(some, every, atol=10 * TOLERANCE)  # a ball_at has up to ten contacts


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
