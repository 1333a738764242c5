"""The factor of a tree's mass matrix: what is left out because limbs have nothing in common is zero."""

import numpy as np
import pytest

from tests.cases import loop_over
from tests.laws.random_trees import random_state, random_tree
from torseur.sim import mass_matrix
from torseur.sim.arrays import BLOCK, frozen
from torseur.sim.contact.collision.shape_table import SHAPE
from torseur.sim.kernel import compile_entry, entry, v_in, v_out
from torseur.sim.multibody.dynamics.trees import apply_inverse, apply_inverse_to_block, factorise_into
from torseur.sim.multibody.kinematics.placements import joint_placements_into, world_placements_into
from torseur.sim.multibody.model.model import JointKind
from torseur.sim.simulation.running.time_stepping.many_steps import system_in, work_out
from torseur.sim.simulation.step_arrays import make_system, make_work

pytestmark = pytest.mark.slow  # kernels are compiled
TREES = 60


@entry(system_in, work_out, v_in, v_in, v_out, v_out)
def solve_both_ways(system, work, q, x, y, B):
    """Write H⁻¹ x into y, and H⁻¹ of BLOCK vectors into their place B."""
    joint_placements_into(system.table, q, work.X)
    world_placements_into(system.table, work.X, work.W)
    trees = system.trees
    factorise_into(system.table, system.columns, trees, work.W, work.K, work.motions, work.diagonal, work.H, work.F)
    for t in range(trees.shape[0]):
        i, n = trees[t].v0, trees[t].nv
        apply_inverse(trees[t], work.F, x[i : i + n], y[i : i + n])
        if not trees[t].free:
            apply_inverse_to_block(trees[t], work.F, B[BLOCK * i : BLOCK * (i + n)])
    return 0


@loop_over("seed", range(TREES))
def test_a_tree_s_factor_gives_what_its_mass_matrix_times_that_gives_back(seed):
    compile_entry(solve_both_ways)
    kinds = (JointKind.REVOLUTE,) if seed % 3 == 0 else tuple(JointKind)
    model = random_tree(seed, 1 + seed // 2, kinds, mimic=seed % 4 == 1)
    q, x, _ = random_state(model, seed)
    nothing = frozen(np.zeros(0, SHAPE)), frozen(np.zeros((0, 3))), frozen(np.zeros((0, 2), np.int64))
    system = make_system(model, *nothing)
    work = make_work(system, model.nq, model.nv, 1)
    y, many = np.zeros(model.nv), np.random.default_rng(seed).normal(size=(model.nv, BLOCK))
    many[: model.nv // 2, 0] = 0.0
    block = many.ravel().copy()
    H = mass_matrix(model, q)
    if len(system.trees) == 1 and system.trees[0]["free"]:
        return  # a free body's inverse is constant
    solve_both_ways(system, work, q, x, y, block)
    scale = np.linalg.cond(H)
    assert np.abs(H @ y - x).max() <= 1e-13 * scale * np.abs(x).max()
    assert np.abs(H @ block.reshape(model.nv, BLOCK) - many).max() <= 1e-13 * scale * np.abs(many).max()
