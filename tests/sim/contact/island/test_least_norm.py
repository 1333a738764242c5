"""Forces that are one of many: what is recorded is of least norm, whatever the scheme, the solver and the law."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from torseur import sim

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


@pytest.mark.parametrize("name", RESTING)
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
