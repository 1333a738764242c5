"""What moves where the processor draws has fewer triangles, as long as nobody sees it."""

from __future__ import annotations

import numpy as np
import pytest

from torseur.sim.multibody.model.model import Visual
from torseur.sim.multibody.model.shapes import Sphere
from torseur.ui.viewport.camera import Camera
from torseur.ui.viewport.gl.buffers import BodyBuffer, PrimitiveBuffer
from torseur.ui.viewport.marks import Arrow, Overlays, Point
from torseur.ui.viewport.view import View

from ..scenes import free_bodies, placed, scene_pixels

SIDE, RADIUS = 6, 0.05


@pytest.fixture(scope="module")
def heap():
    """Balls on the floor, and where they lie."""
    balls = {f"b{k}": Visual(Sphere(RADIUS)) for k in range(SIDE**2)}
    poses = [placed(2.2 * RADIUS * (k % SIDE), 2.2 * RADIUS * (k // SIDE), RADIUS) for k in range(SIDE**2)]
    return free_bodies("heap", **balls), np.array(poses)


@pytest.mark.parametrize("orthographic", [False, True])
def test_surfaces_of_balls_are_measured_in_pixels(heap, orthographic):
    model, poses = heap
    poses = np.broadcast_to(placed(), poses.shape)
    view = View(camera=Camera((0.0, 0.0, 0.0), distance=5.0, orthographic=orthographic))
    view.set_model(model)
    view.set_poses(poses)
    pixels = RADIUS / (2.0 * view.camera.half_height / 480.0)
    assert view.surface_pixels(480.0) == pytest.approx(SIDE**2 * 4.0 * np.pi * pixels**2, rel=1e-3)


@pytest.mark.parametrize(("quality", "distance", "fewer"), [("lowest", 3.0, 1), ("lowest", 0.6, 0), ("high", 3.0, 0)])
def test_small_bodies_and_marks_look_alike_with_fewer_triangles(viewport, heap, monkeypatch, quality, distance, fewer):
    model, poses = heap
    drawn = []
    monkeypatch.setattr(BodyBuffer, "draw_coarse", lambda self, draw=BodyBuffer.draw_coarse: (drawn.append(1), draw(self)))
    viewport.set_model(model)
    viewport.show_poses(poses)
    viewport.set_floor_visible(False)
    arrows = tuple(Arrow(pose[:3, 3], np.array([0.0, 0.0, 0.2]), "#D55E00") for pose in poses[::5])
    viewport.set_overlays(Overlays(arrows=arrows, points=(Point(poses[7, :3, 3] - [0.0, RADIUS, 0.0], "sticking"),)))
    viewport.set_camera(Camera((0.3, 0.3, 0.1), distance=distance, azimuth=0.4, elevation=0.5))
    viewport.set_quality(quality)
    few = scene_pixels(viewport)
    in_picture = list(drawn)
    monkeypatch.setattr("torseur.ui.viewport.gl.passes.SMALL", 0.0)
    monkeypatch.setattr(PrimitiveBuffer, "COARSE", ())
    differ = np.abs(few - scene_pixels(viewport)).max(axis=2)
    assert len(in_picture) == fewer
    assert (differ > 0).any() == (quality == "lowest")
    assert (differ > 40).mean() < 2e-3
