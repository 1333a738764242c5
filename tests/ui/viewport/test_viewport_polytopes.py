"""Polytopes as they reach the graphics card: panes towards the eye and away, edges, what the pointer is over."""

from __future__ import annotations

import numpy as np
import pytest

from torseur import sim
from torseur.ui.look.theme import FORCE, VELOCITY
from torseur.ui.viewport.camera import Camera
from torseur.ui.viewport.gl.lines import line_pieces
from torseur.ui.viewport.marks import NO_OVERLAYS, Overlays, PolytopeMark, finite_overlays, overlay_balls
from torseur.ui.viewport.mesh.polytope_faces import face_rows, facing, is_over

from .scenes import SIZE, scene_pixels, wait_for_paint

BOX = sim.velocity_zonotope(np.diag([0.2, 0.3, 0.1]), np.ones(3))
EYES = [Camera(distance=2.0, azimuth=0.4, elevation=0.3), Camera(distance=3.0, azimuth=2.4, elevation=-0.5)]
EYES.append(Camera(distance=2.0, azimuth=0.4, elevation=0.3, orthographic=True))


def drawn(found=BOX, **more):
    return PolytopeMark(
        **{"vertices": found.vertices, "triangles": found.triangles, "edges": found.edges, "color": VELOCITY, **more}
    )


def corners(rows):
    return rows[:, :3].reshape(-1, 3, 3)


@pytest.mark.parametrize("camera", EYES)
def test_a_box_shows_three_faces_and_hides_three(camera):
    assert facing(drawn(), camera).sum() == 6
    rows, away = face_rows([drawn()], camera)
    assert (len(rows), away) == (36, 18)
    triangles = corners(rows)
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    assert np.all((normals * triangles[:, 0]).sum(axis=1) > 0)  # outwards all
    np.testing.assert_allclose(rows[::3, 3:6] * np.linalg.norm(normals, axis=1, keepdims=True), normals, rtol=1e-5, atol=1e-8)


@pytest.mark.parametrize("camera", EYES)
def test_a_polygon_looks_towards_the_eye_wherever_that_is(camera):
    flat = sim.velocity_zonotope(np.array([[0.3, 0.1], [0.0, 0.2], [0.0, 0.0]]), np.ones(2))
    rows, away = face_rows([drawn(flat)], camera)
    assert (len(rows), away) == (6, 0)
    assert np.all((rows[:, 3:6] * (camera.eye - rows[:, :3])).sum(axis=1) > 0)


def test_a_segment_has_no_pane_and_one_edge():
    line = drawn(sim.velocity_zonotope(np.array([[0.3], [0.0], [0.0]]), np.ones(1)))
    rows, away = face_rows([line], EYES[0])
    assert (len(rows), away) == (0, 0)
    pieces = line_pieces((), (), EYES[0], 1.0, [line])
    np.testing.assert_allclose(np.sort(pieces[0, [0, 4]]), [-0.3, 0.3], rtol=1e-6)


def test_edges_behind_the_glass_are_paler_and_dashes_stay_on_the_edge():
    pieces = line_pieces((), (), EYES[0], 1.0, [drawn()])
    assert len(pieces) == 12
    assert (pieces[:, 11] < 0.5).sum() == 3  # a box hides three edges
    dashed = line_pieces((), (), EYES[0], 1.0, [drawn(dashed=True, color=FORCE)])
    lengths = np.linalg.norm(dashed[:, 4:7] - dashed[:, 0:3], axis=1)
    assert len(dashed) > 36
    assert lengths.sum() == pytest.approx(0.6 * 4 * (0.4 + 0.6 + 0.2), rel=1e-5)


def test_the_pointer_is_over_what_it_hits_and_not_beside_it():
    camera = Camera(target=(0.0, 0.0, 0.0), distance=2.0, azimuth=0.4, elevation=0.3)
    center = camera.project(np.zeros((1, 3)), SIZE)[0]
    assert is_over(drawn(), camera, SIZE, *center[:2])
    hull = camera.project(BOX.vertices, SIZE)[:, :2]
    assert not is_over(drawn(), camera, SIZE, *(hull.max(axis=0) + 1))
    tip = hull[np.argmin(hull[:, 0])]
    assert is_over(drawn(), camera, SIZE, *(center[:2] + 0.97 * (tip - center[:2])))
    assert not is_over(drawn(), camera, SIZE, *(center[:2] + 1.03 * (tip - center[:2])))


def test_one_that_is_not_finite_is_left_out_and_others_count_for_the_view():
    bad = BOX.vertices.copy()
    bad[0, 0] = np.inf
    kept = finite_overlays(Overlays(polytopes=(drawn(), drawn(vertices=bad))))
    assert len(kept.polytopes) == 1
    centers, radii = overlay_balls(kept)
    assert (len(centers), radii.max()) == (8, 0.0)


def test_the_window_paints_one_and_labels_it_where_the_pointer_is(viewport, screen):
    plain = scene_pixels(viewport)
    lifted = BOX.vertices + (0.0, -0.4, 0.4)
    named = {"points": lifted[:1], "point_labels": ("at most 1 m/s",), "label": "velocity polytope"}
    viewport.set_overlays(Overlays(polytopes=(drawn(vertices=lifted, **named),)))
    wait_for_paint(screen, viewport)
    bluer = np.diff((scene_pixels(viewport) - plain)[:, :, [0, 2]], axis=2)[:, :, 0] > 8
    seen = viewport.view.camera.project(lifted, SIZE)[:, :2]
    (left, top), (right, bottom) = np.floor(seen.min(axis=0)).astype(int), np.ceil(seen.max(axis=0)).astype(int)
    inside = np.zeros_like(bluer)
    inside[max(top - 2, 0) : bottom + 3, max(left - 2, 0) : right + 3] = True
    assert bluer[inside].mean() > 0.5
    assert not bluer[~inside].any()
    assert viewport.hasMouseTracking()
    viewport.set_overlays(NO_OVERLAYS)
    assert not viewport.hasMouseTracking()
