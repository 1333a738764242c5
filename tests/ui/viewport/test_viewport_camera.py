"""Laws of the camera: what it projects, it sees; what a gesture holds, stays put."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.cases import loop_over
from torseur.ui.viewport.camera import VIEWS, Camera
from torseur.ui.viewport.marks import Arrow, FrameTriad, Overlays
from torseur.ui.viewport.mesh.bounds import ball_of_balls, floor_tile, round_length
from torseur.ui.viewport.view import View

SIZE = (640.0, 480.0)
ASPECT = SIZE[0] / SIZE[1]
# Pixels: positions are computed in double precision from numbers of order 10, over angles of order 1.
PIXEL = 1e-6


def random_camera(seed: int, orthographic: bool = False) -> Camera:
    """Any camera a user might reach."""
    rng = np.random.default_rng(seed)
    return Camera(
        target=tuple(rng.uniform(-2, 2, 3)),
        distance=float(rng.uniform(0.2, 20)),
        azimuth=float(rng.uniform(-3, 3)),
        elevation=float(rng.uniform(-1.5, 1.5)),
        fov=float(rng.uniform(0.3, 1.5)),
        orthographic=orthographic,
    )


def points_before(camera: Camera, seed: int, count: int = 20) -> np.ndarray:
    """Points around the target, all in front of the eye."""
    rng = np.random.default_rng(seed)
    return np.array(camera.target) + 0.5 * camera.distance * rng.uniform(-1, 1, (count, 3)) / np.sqrt(3)


both = loop_over("orthographic", [False, True])
seeds = loop_over("seed", range(10))


@both
@seeds
def test_the_target_is_in_the_centre_of_the_window(seed, orthographic):
    camera = random_camera(seed, orthographic)
    x, y, depth = camera.project(np.array([camera.target]), SIZE)[0]
    assert (x, y, depth) == pytest.approx((320, 240, camera.distance), abs=PIXEL)


@both
@seeds
def test_the_ray_through_the_picture_of_a_point_goes_through_the_point(seed, orthographic):
    camera = random_camera(seed, orthographic)
    for point in points_before(camera, seed):
        x, y, _ = camera.project(point[None], SIZE)[0]
        origin, direction = camera.ray(x, y, SIZE)
        away = (point - origin) - direction * ((point - origin) @ direction)
        assert np.linalg.norm(away) < 1e-9 * camera.distance


@both
@seeds
def test_the_matrices_say_the_same_as_project(seed, orthographic):
    camera = random_camera(seed, orthographic)
    points = points_before(camera, seed)
    clip = np.column_stack([points, np.ones(len(points))]) @ (camera.projection(ASPECT, 0.01, 100) @ camera.view()).T
    ndc = clip[:, :3] / clip[:, 3:]
    expected = camera.project(points, SIZE)
    assert (ndc[:, 0] + 1) * 320 == pytest.approx(expected[:, 0], abs=PIXEL)
    assert (1 - ndc[:, 1]) * 240 == pytest.approx(expected[:, 1], abs=PIXEL)


@both
@seeds
def test_near_and_far_are_the_ends_of_the_depth_range(seed, orthographic):
    camera = random_camera(seed, orthographic)
    near, far = 0.3 * camera.distance, 4 * camera.distance
    matrix = camera.projection(ASPECT, near, far)
    for depth, expected in ((near, -1.0), (far, 1.0)):
        clip = matrix @ [0, 0, -depth, 1]
        assert clip[2] / clip[3] == pytest.approx(expected)


@seeds
def test_the_view_is_a_rotation_that_keeps_the_horizon_level(seed):
    axes = random_camera(seed).axes
    assert axes @ axes.T == pytest.approx(np.eye(3), abs=1e-14)
    assert np.linalg.det(axes) == pytest.approx(1)
    assert axes[0, 2] == 0
    assert axes[1, 2] >= 0


@both
@seeds
def test_zoom_keeps_the_point_under_the_pointer(seed, orthographic):
    camera = random_camera(seed, orthographic)
    for point in points_before(camera, seed, 5):
        for factor in (0.5, 0.9, 1.3):
            before = camera.project(point[None], SIZE)[0]
            after = camera.zoom(factor, point).project(point[None], SIZE)[0]
            assert after[:2] == pytest.approx(before[:2], abs=PIXEL)


@both
@seeds
def test_panning_carries_the_point_that_is_held(seed, orthographic):
    camera = random_camera(seed, orthographic)
    held = points_before(camera, seed, 1)[0]
    x, y, _ = camera.project(held[None], SIZE)[0]
    there = camera.on_screen_plane(x + 31, y - 17, SIZE, held)
    moved = camera.moved(held - there)
    assert moved.project(held[None], SIZE)[0, :2] == pytest.approx((x + 31, y - 17), abs=PIXEL)


@seeds
def test_orbiting_keeps_target_and_distance_and_never_turns_over(seed):
    camera = random_camera(seed)
    turned = camera.orbit(1.0, 10.0)
    assert np.linalg.norm(turned.eye - np.array(camera.target)) == pytest.approx(camera.distance)
    assert turned.target == camera.target
    assert abs(turned.elevation) < np.pi / 2
    back = camera.orbit(0.4, 0.0).orbit(-0.4, 0.0)
    assert back.eye == pytest.approx(camera.eye)


@both
@seeds
def test_fitting_shows_everything_and_no_less_than_it_must(seed, orthographic):
    rng = np.random.default_rng(seed)
    camera = random_camera(seed, orthographic)
    centers, radii = rng.uniform(-1, 1, (6, 3)), rng.uniform(0.01, 0.4, 6)
    insets = (0.05, 0.2, 0.1, 0.02)
    fitted = camera.fit(centers, radii, ASPECT, insets)
    outline = _surface(centers, radii)
    seen = fitted.project(outline, SIZE)
    low, high = seen[:, :2].min(axis=0), seen[:, :2].max(axis=0)
    free = np.array([low[0], SIZE[1] - high[1], SIZE[0] - high[0], low[1]]) / np.array([640, 480, 640, 480])
    # The surface is sampled: the true outline is up to half a percent larger.
    assert np.all(free > np.array(insets) - 0.002)
    slack = free - np.array(insets)
    assert min(max(slack[0], slack[2]), max(slack[1], slack[3])) < 0.01, "one pair of sides must touch"


@both
@seeds
def test_the_clip_planes_hold_the_bodies_and_the_floor_that_is_seen(seed, orthographic):
    camera = replace(random_camera(seed, orthographic), target=(0.0, 0.0, 0.5), elevation=0.1 + 0.1 * seed)
    center, radius = np.array([0.1, 0.2, 0.5]), 0.3 * camera.distance
    near, far = camera.clip(center, radius, ASPECT, reach=10 * camera.distance)
    depths = camera.depths(_surface(center[None], np.array([radius])))
    assert near <= max(depths.min(), near)
    assert depths.max() <= far
    if not orthographic:
        assert 0 < near
        assert depths.min() >= near or depths.min() < camera.distance * 1e-3
        assert far / near < 1e5 + 1
    for x in (0.0, 320.0, 640.0):
        for y in (300.0, 479.0):
            origin, direction = camera.ray(x, y, SIZE)
            point = origin - direction * origin[2] / direction[2]
            if direction[2] < 0 and np.linalg.norm(point - np.array(camera.target)) < 9 * camera.distance:
                assert near <= camera.depths(point[None])[0] * (1 + 1e-9)
                assert camera.depths(point[None])[0] <= far


def test_the_near_plane_is_tight():
    near, _ = Camera(distance=10.0).clip(np.array([0, 0, 0.4]), 1.0, ASPECT, reach=100.0, floor=False)
    assert 8 < near < 9


@both
@seeds
def test_the_size_of_a_pixel_is_how_far_a_point_moves_to_cross_one(seed, orthographic):
    camera = random_camera(seed, orthographic)
    points = points_before(camera, seed)
    sizes = camera.pixel_sizes(points, SIZE[1])
    shifted = points + sizes[:, None] * camera.axes[0]
    moved = camera.project(shifted, SIZE)[:, 0] - camera.project(points, SIZE)[:, 0]
    assert moved == pytest.approx(np.ones(len(points)), abs=PIXEL)


def test_standard_views_look_along_the_axes():
    expected = {
        "front": [-1, 0, 0],
        "back": [1, 0, 0],
        "left": [0, -1, 0],
        "right": [0, 1, 0],
        "top": [0, 0, -1],
        "bottom": [0, 0, 1],
    }
    for name, direction in expected.items():
        # Seen from above the camera is a tenth of a degree off the vertical.
        assert -Camera().seen_from(*VIEWS[name]).axes[2] == pytest.approx(direction, abs=2e-3), name
    right, up, _ = Camera().seen_from(*VIEWS["top"]).axes
    assert right == pytest.approx([1, 0, 0], abs=1e-9)
    assert up == pytest.approx([0, 1, 0], abs=2e-3)


def test_floor_tiles_have_round_sizes():
    assert [round_length(x) for x in (0.0011, 0.024, 0.3, 0.55, 0.9, 6.0)] == pytest.approx([0.001, 0.025, 0.25, 0.5, 1.0, 5.0])


def test_floor_tiles_change_only_when_they_look_wrong():
    tile = floor_tile(2.0)
    assert floor_tile(2.5, tile) == tile
    assert floor_tile(1.5, tile) == tile
    assert floor_tile(200.0, tile) > 10 * tile
    assert floor_tile(0.02, tile) < tile / 10


@seeds
def test_balls_hold_what_they_are_around(seed):
    rng = np.random.default_rng(seed)
    centers, radii = rng.normal(size=(8, 3)), rng.uniform(0, 1, 8)
    center, radius = ball_of_balls(centers, radii)
    assert np.all(np.linalg.norm(centers - center, axis=1) + radii <= radius * (1 + 1e-12))


def test_marks_are_fitted_the_same_whatever_else_is_drawn():
    """A motion, wherever on it time is."""
    view = View()
    pose = np.eye(4)
    pose[:3, 3] = (1.0, 0.0, 0.5)
    marks = [FrameTriad(np.eye(4), 0.2), FrameTriad(pose, 0.2)]
    view.fit_marks(1.5, marks)
    alone = view.camera
    view.overlays = Overlays(arrows=(Arrow(np.zeros(3), np.array([0.0, 0.0, 9.0]), "#D55E00"),))
    view.fit_marks(1.5, marks)
    assert view.camera == alone
    view.fit_marks(1.5, ())  # nothing moves: it stays
    assert view.camera == alone


def _surface(centers: np.ndarray, radii: np.ndarray) -> np.ndarray:
    """Points all over balls."""
    rng = np.random.default_rng(0)
    directions = rng.normal(size=(4000, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    return (centers[:, None] + radii[:, None, None] * directions).reshape(-1, 3)
