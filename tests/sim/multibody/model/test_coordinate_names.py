"""Names and units of the numbers in q, v and tau, by component."""

import pytest

from tests.laws.random_trees import random_tree
from torseur.sim.multibody.model.coordinate_names import position_names, units, velocity_names
from torseur.sim.multibody.model.model import JointKind

PARTS = {
    JointKind.PLANAR: (["x", "y", "angle"], ["v_x", "v_y", "ω_z"], ["m/s", "m/s", "rad/s"], ["N", "N", "N m"]),
    JointKind.SPHERICAL: (["qx", "qy", "qz", "qw"], ["ω_x", "ω_y", "ω_z"], ["rad/s"] * 3, ["N m"] * 3),
}


@pytest.mark.parametrize("kind", PARTS)
def test_a_joint_of_several_numbers_has_a_name_and_a_unit_for_each(kind):
    model = random_tree(0, bodies=1, kinds=(kind,))
    of_q, of_v, v_units, tau_units = PARTS[kind]
    (joint,) = model.joint_slices()
    assert position_names(model) == [f"{joint} {part}" for part in of_q]
    assert velocity_names(model) == [f"{joint} {part}" for part in of_v]
    assert units(model, "v") == v_units
    assert units(model, "tau") == tau_units
    assert units(model, "q") == (["m", "m", "rad"] if kind is JointKind.PLANAR else ["1"] * 4)


@pytest.mark.parametrize("seed", range(5))
def test_every_number_of_a_tree_has_a_name_and_a_unit(seed):
    model = random_tree(seed)
    assert len(position_names(model)) == len(units(model, "q")) == model.nq
    assert len(velocity_names(model)) == len(units(model, "v")) == len(units(model, "tau")) == model.nv
