"""What is drawn of a model, made once."""

from __future__ import annotations

import numpy as np

from torseur import sim
from torseur.app.files.reading import read
from torseur.ui.viewport.mesh.body_mesh import body_mesh
from torseur.ui.viewport.mesh.coarse import coarse_opaque


def test_each_body_has_the_ball_and_the_box_of_its_own_vertices():
    model = sim.load_scene("humanoid_falls").model
    mesh = body_mesh(model)
    for body in range(len(model.bodies)):
        own = mesh.vertices["position"][mesh.vertices["body"] == body].astype(float)
        if len(own):
            assert np.linalg.norm(own - mesh.centers[body], axis=1).max() <= mesh.radii[body] * (1.0 + 1e-6)  # floats
            np.testing.assert_array_equal(mesh.corners[body].min(axis=0), own.min(axis=0))
            np.testing.assert_array_equal(mesh.corners[body].max(axis=0), own.max(axis=0))
        else:
            assert mesh.radii[body] < 0.0


def test_whoever_reads_a_file_makes_what_is_drawn_of_it():
    document = read("box_stack").document
    made = body_mesh.cache_info().misses, coarse_opaque.cache_info().misses
    coarse_opaque(body_mesh(document.scene.model))  # what is drawn, and its shadow where no graphics card draws
    assert (body_mesh.cache_info().misses, coarse_opaque.cache_info().misses) == made
