"""Gains that hold any robot."""

import numpy as np
import pytest

from torseur import robots, sim
from torseur.sim.simulation.running.scene.holding_gains import holding_gains


@pytest.mark.parametrize("name", ["arm_6r", "scara", "spherical_rrp", "panda"])
def test_gains_follow_the_diagonal_of_the_mass_matrix(name):
    model = robots.load(name, meshes=False)
    q = model.poses["home"]
    stiffness, damping = holding_gains(model, q)
    diagonal = np.diag(sim.mass_matrix(model, q)).copy()
    for joint, (_, place) in model.joint_slices().items():
        if place.stop - place.start == 6:
            diagonal[place] = 0.0
        elif any(other.mimic and other.mimic.joint == joint for other in model.joints):
            diagonal[place] = stiffness[place] / (6 * np.pi) ** 2  # what follows it is not counted
    np.testing.assert_allclose(stiffness, diagonal * (6 * np.pi) ** 2, rtol=1e-9)
    np.testing.assert_allclose(damping, diagonal * 12 * np.pi, rtol=1e-9)


def test_a_robot_held_by_them_stays():
    model = robots.load("arm_6r")
    q = model.poses["ready"]
    stiffness, damping = holding_gains(model, q)
    part = sim.Part("arm", model, q=q, controller=sim.Controller(stiffness, damping, q, gravity_compensation=True))
    recording = sim.simulate(sim.make_scene("held", [part]), 1.0)
    np.testing.assert_allclose(recording.q[-1], q, atol=1e-9)


@pytest.mark.parametrize("name", ["solo12", "go2", "anymal_c"])
def test_a_robot_on_four_legs_stands_on_its_joints(name):
    """Dropped from where its home pose stands, a second later the base is still up there."""
    model = robots.load(name)
    q = model.poses["home"]
    stiffness, damping = holding_gains(model, q)
    floor = sim.load_scene("falling_brick").parts[0]
    part = sim.Part("robot", model, q=q, controller=sim.Controller(stiffness, damping, q))
    material = {"smooth": sim.Material(friction=0.8)}
    recording = sim.simulate(sim.make_scene("standing", [floor, part], materials=material), 1.0)
    assert recording.q[-1, 2] > 0.93 * q[2]
