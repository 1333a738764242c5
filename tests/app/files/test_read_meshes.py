"""What is drawn of a model, made once."""

from __future__ import annotations

import numpy as np

from torseur import sim
from torseur.app.files.reading import read
from torseur.ui.viewport.mesh import coarse
from torseur.ui.viewport.mesh.body_mesh import body_mesh


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


def test_whoever_reads_a_file_makes_what_is_drawn_of_it(monkeypatch):
    document = read("balls_666").document
    made = body_mesh.cache_info().misses
    monkeypatch.setattr(coarse, "coarse_triangles", None)  # the shadow where no graphics card draws
    assert len(coarse.coarse_opaque(body_mesh(document.scene.model))) > 0
    assert body_mesh.cache_info().misses == made
