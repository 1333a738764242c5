"""Where d comes from, part by part, and the equation of motion with its contacts joint by joint."""

import numpy as np
import pytest

from torseur import sim
from torseur.sim.errors import ArgumentError


def moving_state(name, seconds, seed=0):
    """A state of a scene in which contacts are closed, with velocities of its own, and torques."""
    scene = sim.load_scene(name)
    recording = sim.simulate(scene, seconds)
    rng = np.random.default_rng(seed)
    v = 0.3 * rng.normal(size=scene.model.nv)
    return scene, sim.State(0.0, recording.q[-1], v), rng.normal(size=scene.model.nv), rng.normal(size=scene.model.nv)


SCENES = [("falling_brick", 1.0), ("gripper_holds_block", 0.25), ("arm_pushes_table", 0.5), ("quadruped_stand", 0.1)]


@pytest.mark.parametrize(("name", "seconds"), SCENES)
def test_the_parts_of_d_add_up_to_the_d_of_the_contact_problem(name, seconds):
    scene, state, tau, passive = moving_state(name, seconds)
    equation = sim.contact_equation(scene, state, tau, passive)
    problem = sim.contact_problem(scene, state, tau + passive)
    np.testing.assert_allclose(equation.problem.d, problem.d, atol=1e-11)
    np.testing.assert_array_equal(equation.problem.M, problem.M)
    parts = equation.drift_parts
    size = max(1.0, *(float(np.abs(x).max()) for x in (parts.of_tau, parts.of_coriolis, parts.of_gravity, parts.of_motion)))
    assert parts.residual <= 1e-13 * size  # rounding of sums of that size
    assert np.abs(parts.of_tau).max() > 0.0
    assert np.abs(parts.of_coriolis).max() > 0.0


@pytest.mark.parametrize(("name", "seconds"), SCENES[:3])
def test_the_part_of_the_motion_is_how_the_directions_change_along_it(name, seconds):
    scene, state, *_ = moving_state(name, seconds)
    equation = sim.contact_equation(scene, state)
    model, h = scene.model, 1e-5

    def speeds(step):
        # Points of a body on planes of another: of each contact the material point and normal are carried on.
        q = sim.integrate(model, state.q, state.v, step)
        found = []
        for i, (a, b) in enumerate(equation.problem.bodies):

            def carried(body, vector, w, q=q):
                was, is_now = (sim.frame_pose(model, x, body) for x in (state.q, q))
                local = was[:3, :3].T @ (vector - w * was[:3, 3])
                return is_now[:3, :3] @ local + w * is_now[:3, 3]

            n, p = equation.problem.normal[i], equation.problem.point[i]
            n_a, n_b = carried(a, n, 0.0), carried(b, n, 0.0)
            pa, pb = carried(a, p, 1.0), carried(b, p, 1.0)
            found.append((n_a @ (pb - pa), n_b @ (pb - pa)))
        return np.array(found)

    gaps = (speeds(h) - 2.0 * speeds(0.0) + speeds(-h)) / h**2  # ζ̇ without accelerations, the gap's second derivative
    expected = equation.drift_parts.of_motion[:, None]
    error = np.min(np.abs(gaps - expected), axis=1)  # the plane is of either body
    np.testing.assert_allclose(error, 0.0, atol=1e-4)  # rounding of gaps of 1e-16 m over h²: 1e-6, and terms of h²


@pytest.mark.parametrize(("name", "seconds"), SCENES)
def test_the_equation_of_motion_holds_joint_by_joint_and_gives_the_separation_accelerations(name, seconds):
    scene, state, tau, passive = moving_state(name, seconds)
    equation = sim.contact_equation(scene, state, tau, passive)
    problem = equation.problem
    force = np.random.default_rng(1).uniform(0.0, 5.0, (len(problem), 3))
    found = equation.joint_equation(force)
    size = max(1.0, float(np.abs(found.inertial).max()))
    np.testing.assert_allclose(found.residual, 0.0, atol=1e-12 * size)
    np.testing.assert_allclose(found.by_contact.sum(axis=0), found.normal, atol=1e-12)
    np.testing.assert_allclose(found.normal, problem.T @ force[:, 2], atol=1e-12)
    rate = equation.J @ found.acceleration + equation.drift
    np.testing.assert_allclose(rate, problem.W @ force.ravel() + problem.w, atol=1e-11 * size * 100.0)


def test_forces_of_another_number_of_contacts_are_refused():
    scene, state, *_ = moving_state("falling_brick", 1.0)
    with pytest.raises(ArgumentError, match=r"4 contacts want \(4, 3\)"):
        sim.contact_equation(scene, state).acceleration(np.zeros((3, 3)))
