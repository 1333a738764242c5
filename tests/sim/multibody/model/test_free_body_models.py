"""Models of bodies of one mass are made of each other: with names and looks of their own, and nothing else."""

import pickle

import numpy as np
import pytest

from torseur import sim
from torseur.sim.errors import ModelError
from torseur.sim.multibody.model.build import free_body_model
from torseur.sim.multibody.model.model import Body, Collision
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
