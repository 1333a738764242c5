"""Large islands: their matrix in blocks is factorised and solved as a whole one is, and few blocks fill in."""

import numpy as np
import pytest

from tests.validate.scenes import box, on_floor
from torseur import sim
from torseur.sim.contact.island.factor.block_factor import factor_blocks, solve_blocks
from torseur.sim.contact.island.factor.elimination import NUMBERS, block_of, columns_of, lay_out
from torseur.sim.contact.island.islands import islands_into, number_freedoms
from torseur.sim.contact.island.newton_coulomb import NO_LIMIT, newton_coulomb
from torseur.sim.kernel import compile_entry, entry, f8, i8, i_out, m_in, m_out, v_out
from torseur.sim.simulation.running.constraints import solver_arrays
from torseur.sim.simulation.running.time_stepping.many_steps import system_in, work_out

SIZE = 0.2  # of cubes [m]


@entry(system_in, work_out, i8, m_in, i8, m_out, v_out, i_out)
def solved_in_blocks(system, work, count, values, symmetric, whole, x, found):
    """Solve with the blocks of `values` (n, n) that the first island has, in place of x (n,); they make `whole`.

    found : whether it went well, its degrees of freedom, blocks below the diagonal
    """
    arrays = solver_arrays(system.trees, work, work.free, work.solved)
    islands_into(count, arrays)
    members = arrays.order[arrays.starts[0, 0] : arrays.starts[1, 0]]
    trees_in = arrays.tree_order[arrays.starts[0, 1] : arrays.starts[1, 1]]
    lay_out(arrays, members, trees_in)
    n, A = number_freedoms(arrays, trees_in), arrays.room[: arrays.plan[NUMBERS]]
    for k in range(A.shape[0]):
        A[k] = 0.0
    for m in range(-trees_in.shape[0], members.shape[0]):
        for p in range(2):
            for q in range(2):
                a = trees_in[-1 - m] if m < 0 else arrays.segments[members[m], p].tree
                b = a if m < 0 else arrays.segments[members[m], q].tree
                if a < 0 or b < 0 or (a == b) != (m < 0):
                    continue
                o, width = block_of(arrays, n, members[max(m, 0)], a, b)
                for i in range(arrays.trees[a].nv):
                    for j in range(arrays.trees[b].nv):
                        row, column = arrays.number[a] + i, arrays.number[b] + j
                        whole[row, column] = values[row, column]
                        if symmetric == 0 or row >= column:
                            A[o + i * width + j] = values[row, column]
    found[0] = 1 if factor_blocks(arrays, trees_in, A, symmetric != 0) else 0
    solve_blocks(arrays, trees_in, A, x)
    begin, _ = columns_of(arrays)
    found[1], found[2] = n, arrays.plan[begin + trees_in.shape[0]]


@entry(system_in, work_out, i8, i8, f8)
def newton_in_blocks(system, work, count, in_blocks, tolerance):
    """Solve the first island by Newton's method from work.r, its matrix in blocks or whole; the residual."""
    arrays = solver_arrays(system.trees, work, work.free, work.solved)
    islands_into(count, arrays)
    members = arrays.order[arrays.starts[0, 0] : arrays.starts[1, 0]]
    trees_in = arrays.tree_order[arrays.starts[0, 1] : arrays.starts[1, 1]]
    arrays.plan[0] = 0
    if in_blocks != 0:
        lay_out(arrays, members, trees_in)
    residual, _ = newton_coulomb(arrays, members, trees_in, tolerance, 5, NO_LIMIT)
    return residual


def cubes(shape, at=0.0, v=None):
    """Cubes that touch, in rows, columns and layers."""
    cells = np.argwhere(np.ones(shape))
    places = SIZE * (cells + [at, 0.0, 0.5])
    return [box(f"c{at:g}_{k}", (SIZE, SIZE, SIZE), 1.0, tuple(place), v=v) for k, place in enumerate(places)]


def robot_on_cubes():
    """A robot of 18 degrees of freedom whose feet are on 81 cubes that touch."""
    robot = next(part for part in sim.load_scene("quadruped_stand").parts if part.model.nv)
    q = robot.q + np.eye(len(robot.q))[2] * SIZE + np.eye(len(robot.q))[:2].sum(axis=0) * 4 * SIZE
    return on_floor([*cubes((9, 9, 1)), sim.Part("robot", robot.model, q=q)], 0.5)


def after(scene, steps):
    simulation = sim.Simulation(scene)
    simulation.run(steps)
    return simulation.scene.system, simulation._work, int(simulation._work.counts[0])


SCENES = {
    "tower": (lambda: on_floor(cubes((1, 1, 70)), 0.5), 69),
    "pile": (lambda: on_floor(cubes((5, 5, 3)), 0.5), 75 * 16),
    "robot": (robot_on_cubes, 82 * 16),
}


@pytest.mark.parametrize("symmetric", [True, False])
@pytest.mark.parametrize("name", SCENES)
@pytest.mark.slow
def test_a_solution_is_that_of_the_whole_matrix_and_few_blocks_fill_in(name, symmetric):
    make, most = SCENES[name]
    system, work, count = after(make(), 40)
    rng, n = np.random.default_rng(5), len(work.free)
    values = rng.normal(size=(n, n))
    values = 0.5 * (values + values.T) + 200.0 * np.eye(n) if symmetric else values + 100.0 * np.eye(n)
    b, whole, found = rng.normal(size=n), np.zeros((n, n)), np.zeros(3, dtype=np.int64)
    x = b.copy()
    compile_entry(solved_in_blocks)
    solved_in_blocks(system, work, count, values, int(symmetric), whole, x, found)
    went_well, size, blocks = found
    assert went_well == 1
    assert size == n
    assert blocks <= most
    np.testing.assert_allclose(x, np.linalg.solve(whole, b), atol=1e-13)


def test_what_is_not_positive_definite_is_told():
    system, work, count = after(on_floor(cubes((1, 1, 70)), 0.5), 1)
    found, n = np.zeros(3, dtype=np.int64), len(work.free)
    compile_entry(solved_in_blocks)
    solved_in_blocks(system, work, count, -np.eye(n), 1, np.zeros((n, n)), np.zeros(n), found)
    assert found[0] == 0


@pytest.mark.parametrize("mu", [0.0, 0.05])
@pytest.mark.slow
def test_an_island_has_the_same_motion_with_its_matrix_in_blocks_and_whole(mu):
    # 48 cubes that slide: 288 degrees of freedom, which are worked on whole, beside 30 others, for which there is room.
    pushed = [*cubes((4, 4, 3), v=(0.3, 0.1, 0.0, 0.0, 0.0, 0.0)), *cubes((30, 1, 1), at=20.0)]
    system, work, count = after(on_floor(pushed, mu), 2)
    compile_entry(newton_in_blocks)
    begun, n, motions = work.contacts["impulse"][:count].copy(), 48 * 6, []
    for in_blocks in (0, 1):
        work.r[:count] = begun
        assert newton_in_blocks(system, work, count, in_blocks, 1e-10) <= 1e-9
        motions.append(work.solved[:n].copy())
    np.testing.assert_allclose(*motions, atol=1e-8)


def joined_by_a_plank():
    """Two piles of 36 cubes and a plank from one to the other."""
    plank = box("plank", (2.0, SIZE, SIZE), 1.0, (1.0 + SIZE, SIZE, 4.5 * SIZE))
    return [*cubes((3, 3, 4)), *cubes((3, 3, 4), at=10.0), plank]


STANDING = {
    "tower": lambda: cubes((1, 1, 100)),
    "wall": lambda: cubes((10, 1, 7)),
    "pile": lambda: cubes((5, 5, 3)),
    "plank": joined_by_a_plank,
}


@pytest.mark.parametrize("name", STANDING)
def test_the_ground_bears_the_weight_of_what_stands_on_it_and_it_sleeps(name):
    parts = STANDING[name]()
    recording = sim.simulate(on_floor(parts, 0.5), 0.05)
    assert recording.residual.max() <= 1e-8
    contacts, bodies = recording.contacts(-1), len(parts)
    on_ground = (contacts.point[:, 2] < 0.1 * SIZE) & (np.abs(contacts.normal[:, 2]) > 0.9)
    push = np.einsum("ck,ck->c", contacts.impulse, contacts.normal)[on_ground].sum()
    assert push == pytest.approx(bodies * 9.81 * recording.settings.dt, abs=1e-7)
    np.testing.assert_array_equal(recording.iterations[-5:], 0)
    np.testing.assert_allclose(recording.v[-1], 0.0, atol=1e-8)
