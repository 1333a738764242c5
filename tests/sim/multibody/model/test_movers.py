"""Which joints move a frame: by asking the Jacobian, on random trees of every joint kind with joints that follow."""

import numpy as np

from tests.cases import loop_over
from tests.laws.random_trees import random_tree
from torseur import sim
from torseur.sim.multibody.model.movers import columns_to, joint_of, joints_moving, movers, rows_to


@loop_over("seed", range(15))
def test_a_frame_is_moved_by_the_joints_whose_columns_are_not_zero(seed):
    model = random_tree(seed, mimic=True)
    slices = model.joint_slices()
    for frame in (model.frame_names[0], model.frame_names[-1]):
        columns = np.zeros(model.nv, dtype=bool)
        for k in range(3):
            columns |= np.any(np.abs(sim.jacobian(model, sim.random_configuration(model, k), frame)) > 1e-12, axis=0)
        assert columns_to(model, frame) == np.flatnonzero(columns).tolist()
        moving = tuple(name for name, (_, place) in slices.items() if columns[place].any())
        assert joints_moving(model, frame) == moving
        assert movers(model, frame) == tuple(name for name in moving if model.joint(name).kind.nv == 1)
        assert {joint_of(model, row) for row in rows_to(model, frame)} == set(moving)
