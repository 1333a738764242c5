"""Picking: the ray meets what is drawn, the nearest first, at the right place."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF

from torseur.ui.viewport.camera import Camera
from torseur.ui.viewport.interaction.hovering import arrow_under
from torseur.ui.viewport.interaction.picking import cast, floor_point, pick
from torseur.ui.viewport.marks import Arrow, Overlays
from torseur.ui.viewport.mesh.body_mesh import body_mesh
from torseur.ui.viewport.view import View

from .scenes import placed

SIZE = (320.0, 240.0)


@pytest.fixture
def view(two_bodies, two_poses):
    """Box and ball from the front."""
    view = View(camera=Camera(target=(0.0, 0.0, 0.15), distance=2.0, azimuth=0.0, elevation=0.0))
    view.set_model(two_bodies)
    view.set_poses(two_poses)
    return view


def test_the_body_under_the_pointer_is_found_where_it_is(view):
    hit = pick(view, 160, 120, SIZE)
    assert hit.body == 0
    assert hit.point == pytest.approx([0.15, 0, 0.15], abs=1e-6)
    assert hit.point_in_body == pytest.approx([0.15, 0, 0], abs=1e-6)
    assert hit.distance == pytest.approx(1.85)
    x, y, _ = view.camera.project(np.array([[0, 0.6, 0.15]]), SIZE)[0]
    assert pick(view, x, y, SIZE).body == 1


def test_nothing_is_found_beside_the_bodies_or_behind_the_eye(view):
    assert pick(view, 5, 5, SIZE) is None
    view.set_poses(np.array([placed(x=5.0, z=0.15), placed(x=6.0, z=0.15)]))
    assert pick(view, 160, 120, SIZE) is None


def test_the_nearer_body_wins_and_a_hidden_one_is_passed_through(view):
    view.set_poses(np.array([placed(z=0.15), placed(x=0.5, z=0.15)]))
    assert pick(view, 160, 120, SIZE).body == 1
    view.hidden = frozenset({"ball"})
    assert pick(view, 160, 120, SIZE).body == 0


@pytest.mark.parametrize("seed", range(5))
def test_rays_meet_a_ball_where_a_ball_is(seed, two_bodies):
    rng = np.random.default_rng(seed)
    mesh = body_mesh(two_bodies)
    poses = np.array([placed(x=50), np.eye(4)])
    poses[1, :3, :3] = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    poses[1, :3, 3] = rng.normal(size=3)
    for _ in range(40):
        origin = poses[1, :3, 3] + rng.normal(size=3)
        direction = poses[1, :3, 3] + 0.2 * rng.normal(size=3) - origin
        direction /= np.linalg.norm(direction)
        middle = (poses[1, :3, 3] - origin) @ direction
        miss = np.linalg.norm(origin + middle * direction - poses[1, :3, 3])
        outside = np.linalg.norm(origin - poses[1, :3, 3]) > 0.15
        if not outside or 0.145 < miss < 0.15 or middle < 0:
            continue  # the ball is a polyhedron: its outline is up to one part in two hundred smaller
        hit = cast(mesh, poses, np.zeros(2, bool), origin, direction)
        assert (hit is not None) == (miss < 0.15)
        if hit is not None:
            assert np.linalg.norm(hit.point - poses[1, :3, 3]) == pytest.approx(0.15, rel=0.01)
            assert poses[1, :3, :3] @ hit.point_in_body + poses[1, :3, 3] == pytest.approx(hit.point)


def test_the_floor_under_the_pointer(view):
    view.camera, view.floor = Camera(target=(0.0, 0.0, 0.0), distance=2.0, azimuth=0.3, elevation=0.5), True
    assert floor_point(view, 160, 120, SIZE) == pytest.approx([0, 0, 0], abs=1e-12)
    assert floor_point(view, 160, 0, SIZE) is None, "near the horizon it is too far away to hold on to"
    view.floor = False
    assert floor_point(view, 160, 120, SIZE) is None


def test_an_arrow_that_has_a_key_is_found_along_its_shaft_and_the_nearest_of_several(view):
    def pointed(tail, height, key):
        return Arrow(np.array(tail), np.array([0.0, 0.0, height]), "#D55E00", key=key)

    arrows = (pointed([0.2, 0.3, 0.0], 0.4, "1"), pointed([0.2, 0.4, 0.0], 0.4, "2"), pointed([0.2, 0.32, 0.0], 0.4, ""))
    view.set_overlays(Overlays(arrows=arrows))

    def found(y, z):
        x, height, _ = view.camera.project(np.array([[0.2, y, z]]), SIZE)[0]
        return arrow_under(view, QPointF(x, height), SIZE)

    assert found(0.3, 0.1) == found(0.3, 0.39) == found(0.31, 0.2) == "1"
    assert found(0.4, 0.2) == "2"
    assert found(0.3, 0.6) == ""  # beyond its tip
    assert found(0.0, 0.2) == ""
