"""Models of bodies of one mass are made of each other: with names and looks of their own, and nothing else."""

import pickle

import numpy as np
import pytest

from tests.cases import loop_over
from tests.laws.random_trees import random_tree
from torseur import sim
from torseur.sim.errors import ModelError
from torseur.sim.multibody.model.build import free_body_model
from torseur.sim.multibody.model.coordinate_names import position_names, units, velocity_names
from torseur.sim.multibody.model.model import Body, Collision, JointKind
from torseur.sim.multibody.model.movers import columns_to, joint_of, joints_moving, movers, rows_to
from torseur.sim.multibody.model.neutral import random_configuration, random_configurations
from torseur.sim.multibody.model.shapes import Box, Sphere


def body(name, shape):
    return Body(name, 2.0, np.array([0.0, 0.1, 0.0]), np.diag([1.0, 2.0, 2.5]), collisions=(Collision(shape),))


def test_a_model_made_of_one_alike_is_the_one_that_is_built():
    first = free_body_model(body("first", Box((1.0, 1.0, 1.0))))
    made, built = (free_body_model(body("second", Sphere(0.5)), alike) for alike in (first, None))
    assert made.table.tobytes() == built.table.tobytes()
    assert made.columns.tobytes() == built.columns.tobytes()
    assert (made.name, made.body_names, made.frame_names, made.joint_names) == ("second", ("second",), ("second",), ("second",))
    assert dict(made.joint_slices()) == dict(built.joint_slices())
    assert made.frame_index("second") == 0
    assert made.joint("second").kind is built.joint("second").kind
    assert isinstance(made.bodies[0].collisions[0].shape, Sphere)
    assert first.body_names == ("first",)
    again = pickle.loads(pickle.dumps(made))
    assert again.body_names == ("second",)
    q = np.array([0.0, 0, 0, 0, 0, 0, 1])
    np.testing.assert_array_equal(sim.mass_matrix(made, q), sim.mass_matrix(built, q))


def test_its_name_is_checked_as_that_of_one_that_is_built():
    first = free_body_model(body("first", Sphere(0.5)))
    for alike in (None, first):
        with pytest.raises(ModelError):
            free_body_model(body("", Sphere(0.5)), alike)


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


@loop_over("seed", range(20))
def test_several_drawn_at_once_are_those_drawn_one_after_the_other(seed):
    model = random_tree(seed)
    rng = np.random.default_rng(seed)
    expected = np.array([random_configuration(model, rng) for _ in range(5)])
    np.testing.assert_array_equal(random_configurations(model, 5, seed), expected)
    for q in expected:
        assert np.all(q >= np.fmax(model.lower, -np.inf))
        assert np.all(q <= np.fmin(model.upper, np.inf))
