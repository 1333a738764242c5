"""Forces that are one of many: what is recorded is of least norm, whatever the scheme, the solver and the law."""

from dataclasses import replace

import numpy as np
import pytest

from tests.cases import loop_over
from torseur import sim
from torseur.sim.contact.problem.solution import solution_of
from torseur.sim.contact.status import Status

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
