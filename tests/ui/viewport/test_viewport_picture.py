"""A real window: each thing that is shown changes the pixels it must, and no others."""

from __future__ import annotations

import numpy as np
import pytest

from torseur.sim.errors import ArgumentError, UnknownNameError
from torseur.sim.multibody.model.model import Visual
from torseur.sim.multibody.model.shapes import Box, Cylinder, Mesh, Plane
from torseur.ui.look.theme import DARK, FORCE, FRICTION, LIGHT, VELOCITY
from torseur.ui.viewport.gl.gl_calls import GL
from torseur.ui.viewport.marks import Arrow, EllipsoidMark, FrameTriad, Ghost, Label, LegendRow, Overlays, Point, Trail
from torseur.ui.viewport.mesh.color import srgb

from .scenes import BLUE, RED, SIZE, free_bodies, image_pixels, placed, scene_pixels, wait_for_paint

MIDDLE = (SIZE[1] // 2, SIZE[0] // 2)


def pixel_of(viewport, point) -> tuple[int, int]:
    """Row and column at which a point of the world is drawn."""
    x, y, _ = viewport.camera.project(np.array([point], dtype=float), SIZE)[0]
    return int(y), int(x)


def hue_distance(pixel: np.ndarray, color: str) -> float:
    """How far a pixel is from a colour in any light: the angle between the two, in linear light [rad]."""
    a, b = (np.asarray(pixel) / 255) ** 2.2, np.array(srgb(color)) ** 2.2
    return float(np.arccos(np.clip(a @ b / np.linalg.norm(a) / np.linalg.norm(b), -1, 1)))


def differing(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Pixels (rows, columns) that changed visibly."""
    return np.abs(a - b).max(axis=2) > 12


def test_a_body_is_drawn_in_its_colour_where_it_is(viewport):
    with_box = scene_pixels(viewport)
    red, green, blue = with_box[MIDDLE]
    assert red > 1.8 * max(green, blue)
    ball = with_box[pixel_of(viewport, [0, 0.6, 0.15])]
    assert ball[2] > 1.5 * max(ball[0], ball[1])
    viewport.set_hidden(["box"])
    without = scene_pixels(viewport)
    assert differing(with_box, without)[MIDDLE]
    assert hue_distance(without[MIDDLE], LIGHT.floor_light) < 0.15


@pytest.mark.parametrize("quality", ["low", "medium", "high"])
def test_the_shadow_darkens_the_floor(viewport, quality):
    viewport.set_quality(quality)
    lit = pixel_of(viewport, [0.35, 0.3, 0.0])
    shaded = pixel_of(viewport, [-0.15, 0.21, 0.0])
    with_shadow = scene_pixels(viewport)
    viewport.set_hidden(["box"])
    without = scene_pixels(viewport)
    assert with_shadow[shaded].sum() < 0.8 * without[shaded].sum()
    assert abs(with_shadow[lit] - without[lit]).max() <= 2


def test_the_floor_has_the_colours_of_the_theme_and_tiles_of_the_right_size(viewport):
    viewport.set_hidden(["box", "ball"])
    viewport.set_camera(viewport.camera.seen_from(0.0, np.pi / 2 - 0.01))
    picture = scene_pixels(viewport)
    tile = viewport.floor_tile
    tiles = [picture[pixel_of(viewport, [tile / 2, (i - 1.5) * tile, 0])] for i in range(4)]
    colors = [255 * np.array(srgb(color)) for color in (LIGHT.floor_light, LIGHT.floor_dark)]
    light_first = bool(tiles[0].sum() > tiles[1].sum())
    for i, pixel in enumerate(tiles):
        # The fit to the sRGB curve is 2 of 255 off at most, and the floor has begun to fade into the sky.
        assert pixel == pytest.approx(colors[(i % 2 == 0) != light_first], abs=5)


def test_what_is_below_the_floor_is_seen_through_it(viewport, two_poses):
    """As where an arm is posed: its ellipsoids and loads went on below it, hidden, and their labels stayed."""
    deep = two_poses + placed(z=-0.6) - np.eye(4)
    viewport.show_poses(deep)
    seen = scene_pixels(viewport)
    assert viewport.view.floor_is_glass()
    viewport.set_hidden(["box", "ball"])
    assert not viewport.view.floor_is_glass()
    assert differing(seen, scene_pixels(viewport))[pixel_of(viewport, deep[1, :3, 3])]


def test_the_dark_theme_is_darker(viewport):
    light = scene_pixels(viewport).mean()
    viewport.set_theme(DARK)
    assert scene_pixels(viewport).mean() < 0.6 * light


def test_an_arrow_is_seen_in_its_colour_where_it_points(viewport):
    tail, vector = np.array([0.4, -0.4, 0.1]), np.array([0.0, 0.0, 0.4])
    before = scene_pixels(viewport)
    viewport.set_overlays(Overlays(arrows=(Arrow(tail, vector, FORCE, "31.29 N"),)))
    after = scene_pixels(viewport)
    for share in (0.25, 0.5, 0.75):
        at = pixel_of(viewport, tail + share * vector)
        assert hue_distance(after[at], FORCE) < 0.2
        assert differing(before, after)[at]
    assert not differing(before, after)[pixel_of(viewport, tail + 1.2 * vector)]


@pytest.mark.parametrize("kind", ["dashed", "double", "broken", "spring"])
def test_every_kind_of_arrow_looks_different(viewport, kind):
    arrow = Arrow(np.array([0.4, -0.4, 0.1]), np.array([0.0, 0.0, 0.4]), FORCE)
    viewport.set_overlays(Overlays(arrows=(arrow,)))
    solid = scene_pixels(viewport)
    viewport.set_overlays(Overlays(arrows=(Arrow(arrow.tail, arrow.vector, FORCE, kind=kind),)))
    assert differing(solid, scene_pixels(viewport)).sum() > 15


def test_an_ellipsoid_tints_what_is_behind_it(viewport):
    center = np.array([0.3, -0.45, 0.3])
    before = scene_pixels(viewport)
    viewport.set_overlays(Overlays(ellipsoids=(EllipsoidMark(center, np.diag([0.1, 0.15, 0.2]), VELOCITY),)))
    after = scene_pixels(viewport)
    at = pixel_of(viewport, center + [0, 0.05, 0.07])
    assert after[at][2] - after[at][0] > before[at][2] - before[at][0] + 20
    assert not differing(before, after)[pixel_of(viewport, center + [0, 0.2, 0])]


@pytest.mark.parametrize("axes", [np.diag([0.2, 0.2, 0.0]), np.diag([0.0, 0.0, 0.2]), np.zeros((3, 3))])
def test_a_flat_ellipsoid_is_still_seen(viewport, axes):
    center = np.array([0.3, -0.45, 0.3])
    before = scene_pixels(viewport)
    viewport.set_overlays(Overlays(ellipsoids=(EllipsoidMark(center, axes, FORCE, dashed=True),)))
    row, column = pixel_of(viewport, center)
    changed = differing(before, scene_pixels(viewport))[row - 3 : row + 4, column - 3 : column + 4]
    assert changed.any()


def test_frames_points_trails_and_ghosts_are_drawn(viewport, two_poses):
    before = scene_pixels(viewport)
    away = placed(x=0.3, y=-0.45, z=0.2)
    trail = Trail(np.linspace([0.4, -0.6, 0.1], [0.4, -0.3, 0.4], 30), FRICTION)
    for overlays in (
        Overlays(frames=(FrameTriad(away, 0.2, "tool0"),)),
        Overlays(points=tuple(Point(away[:3, 3] + [0, 0.1 * i, 0], kind) for i, kind in enumerate(("sticking", "open")))),
        Overlays(trails=(trail,)),
        Overlays(ghosts=(Ghost(two_poses + placed(y=-0.5) - np.eye(4), LIGHT.accent),)),
    ):
        viewport.set_overlays(overlays)
        assert differing(before, scene_pixels(viewport)).sum() > 15, overlays


def test_a_ghost_of_another_model_has_its_own_shapes(viewport, two_poses):
    cube = Visual(Box((0.5, 0.5, 0.5)))
    larger = free_bodies("larger", box=cube, ball=cube)
    poses = two_poses + placed(y=-0.5) - np.eye(4)
    seen = []
    for own in (None, larger, None):
        viewport.set_overlays(Overlays(ghosts=(Ghost(poses, LIGHT.accent, own),)))
        seen.append(scene_pixels(viewport))
    assert differing(seen[0], seen[1]).sum() > 100
    assert not differing(seen[0], seen[2]).any()


def test_ghosts_go_with_their_model(viewport, two_poses):
    viewport.set_overlays(Overlays(ghosts=(Ghost(two_poses + placed(y=-0.5) - np.eye(4), LIGHT.accent),)))
    viewport.set_model(viewport.view.model)  # another model: its bodies are not those of the ghost
    assert viewport.view.overlays.ghosts == ()


def test_a_frame_inside_a_body_shines_through(viewport):
    before = scene_pixels(viewport)
    viewport.set_frames_visible(["box"])
    row, column = pixel_of(viewport, [0, 0, 0.15])
    inside = differing(before, scene_pixels(viewport))[row - 12 : row + 12, column - 12 : column + 12]
    assert inside.any()


def test_selection_outlines_the_body_and_leaves_the_rest(viewport):
    before = scene_pixels(viewport)
    viewport.select("box")
    after = scene_pixels(viewport)
    changed = differing(before, after)
    assert changed[MIDDLE], "a tint"
    left = pixel_of(viewport, [0.15, -0.15, 0.15])
    row = after[left[0], left[1] - 4 : left[1] + 1]
    assert (row[:, 0] > 200).any(), "a yellow outline"
    assert (row[:, 1] - row[:, 2]).max() > 100
    assert not changed[pixel_of(viewport, [0, 0.6, 0.15])]
    viewport.select(None)
    assert not differing(before, scene_pixels(viewport)).any()


def test_an_outline_is_seen_through_what_hides_the_body(viewport):
    viewport.set_camera(viewport.camera.seen_from(np.pi / 2, 0.0))  # one of the two is behind the other
    before = scene_pixels(viewport)
    found = []
    for name in ("box", "ball"):
        viewport.select(name)
        found.append((differing(before, scene_pixels(viewport)) & (scene_pixels(viewport)[..., 2] < 130)).sum())
    assert min(found) > 100


def test_an_outline_does_not_depend_on_what_was_drawn_before(viewport, two_poses):
    viewport.select("ball")
    before = scene_pixels(viewport)
    for shift in (0.05, 0.2):
        moved = np.array(two_poses)
        moved[:, 1, 3] += shift
        viewport.show_poses(moved)
        scene_pixels(viewport)
        viewport.show_poses(two_poses)
        assert np.array_equal(scene_pixels(viewport), before)


@pytest.mark.parametrize("zoom", [8.0, 0.02])
def test_a_body_that_is_larger_than_the_picture_or_tiny_has_its_outline(viewport, zoom):
    viewport.set_camera(viewport.camera.zoom(zoom))
    before = scene_pixels(viewport)
    viewport.select("box")
    assert differing(before, scene_pixels(viewport)).any()
    assert not viewport.failure


def test_opacity_lets_the_floor_shine_through(viewport):
    solid = scene_pixels(viewport)[MIDDLE]
    viewport.set_opacity(0.3)
    clear = scene_pixels(viewport)[MIDDLE]
    viewport.set_opacity(0.0)
    gone = scene_pixels(viewport)[MIDDLE]
    assert solid[1] + 15 < clear[1] < gone[1]


def test_many_bodies_colours_of_meshes_and_planes(viewport, quad, tmp_path):
    shown = {f"b{i}": Visual(Box((0.02, 0.02, 0.02)), color=RED) for i in range(998)}
    shown["mesh"] = Visual(Mesh(tmp_path / "quad.stl", data=quad))
    shown["plane"] = Visual(Plane())
    poses = np.tile(np.eye(4), (1000, 1, 1))
    poses[:998, :3, 3] = [(-0.5 - 0.05 * (i // 40), 0.05 * (i % 40) - 1.0, 0.1) for i in range(998)]
    poses[998] = placed(z=-0.5)
    viewport.set_model(free_bodies("many", **shown))
    viewport.show_poses(poses)
    viewport.set_floor_visible(False)
    with_plane = scene_pixels(viewport)
    poses[998] = placed(z=0.15)
    viewport.show_poses(poses)
    picture = scene_pixels(viewport)
    assert picture[MIDDLE][1] > 1.5 * picture[MIDDLE][0], "the mesh is green"
    assert not differing(with_plane, picture)[2, 2]
    last = pixel_of(viewport, poses[997, :3, 3] + [0.01, 0, 0])
    assert with_plane[last][0] > 1.4 * with_plane[last][1], "the thousandth body is where it should be"


def test_a_tilted_plane_is_drawn_and_a_level_one_at_zero_is_the_floor(viewport, two_bodies):
    model = free_bodies("slope", box=Visual(Box((0.1, 0.1, 0.1)), color=RED), plane=Visual(Plane()))
    viewport.set_model(model)
    poses = np.array([placed(z=0.15), np.eye(4)])
    viewport.show_poses(poses)
    level = scene_pixels(viewport)
    viewport.set_hidden(["plane"])
    assert not differing(level, scene_pixels(viewport)).any()
    viewport.set_hidden([])
    tilt = np.eye(4)
    tilt[:3, :3] = [[np.cos(0.4), 0, np.sin(0.4)], [0, 1, 0], [-np.sin(0.4), 0, np.cos(0.4)]]
    viewport.show_poses(np.array([placed(z=0.15), tilt]))
    assert differing(level, scene_pixels(viewport)).mean() > 0.1


def test_the_legend_hides_an_arrow_whichever_end_of_it_lies_below(viewport):
    viewport.set_legend([LegendRow("arrow", FORCE, "normal", "1 m = 190 N")])
    size = viewport.size_in_units()
    here, there = (
        viewport.camera.on_screen_plane(x, y, size, np.array(viewport.camera.target))
        for x, y in ((size[0] - 40, size[1] - 25), (size[0] / 2, size[1] / 3))
    )
    for tail, tip in ((here, there), (there, here)):
        viewport.set_overlays(Overlays(arrows=(Arrow(tail, tip - tail, FORCE),)))
        assert viewport.hides_arrows()
    viewport.set_overlays(Overlays(arrows=(Arrow(there, np.array([0.0, 0.0, 0.01]), FORCE),)))
    assert not viewport.hides_arrows()


def test_labels_legend_and_hint_lie_over_the_picture(viewport, screen):
    viewport.resize(640, 400)
    wait_for_paint(screen, viewport)
    bare = image_pixels(viewport.grab().toImage())
    viewport.set_legend([LegendRow("ellipsoid", VELOCITY, "Velocity", "1 m/s = 170 mm"), LegendRow("floor", "", "Tile")])
    viewport.set_hint("Press `Space`")
    viewport.set_overlays(Overlays(labels=(Label(np.array([0, 0, 0.3]), "brick 6.000 kg", FORCE),)))
    wait_for_paint(screen, viewport)
    shown = image_pixels(viewport.grab().toImage())
    changed = differing(bare, shown)
    rows, columns = np.nonzero(changed)
    assert changed[-50:, -150:].mean() > 0.3, "legend at the bottom right"
    assert changed[-40:, 100:200].mean() > 0.3, "hint beside the triad"
    assert 20 < rows.min() < 200, "label above the box"
    bar = np.abs(shown - 255 * np.array(srgb(FORCE))).max(axis=2) < 40
    assert bar.sum() >= 20, "the label has a coloured bar"


def test_the_image_is_of_the_size_asked_for_and_has_the_overlay(viewport, screen):
    viewport.set_legend([LegendRow("arrow", FORCE, "normal", "1 m = 190 N")])
    viewport.select("box")
    wait_for_paint(screen, viewport)
    size = (viewport.width(), viewport.height())
    image = viewport.image(500, 400)
    assert (image.width(), image.height()) == (500, 400)
    assert (viewport.width(), viewport.height()) == size
    small, large = image_pixels(viewport.image(*SIZE)), image_pixels(viewport.grab().toImage())
    # High against low quality: edges and shadows differ, the picture does not.
    assert differing(small, large).mean() < 0.12
    assert np.abs(small - large).mean() < 6


def test_what_cannot_be_shown_is_refused_with_a_reason(viewport):
    with pytest.raises(ArgumentError, match=r"wanted \(n, 4, 4\) with n ≥ 2"):
        viewport.show_poses(np.eye(4)[None])
    with pytest.raises(UnknownNameError, match="box"):
        viewport.select("bix")
    with pytest.raises(UnknownNameError, match="iso"):
        viewport.set_view("isometric")
    with pytest.raises(UnknownNameError, match="medium"):
        viewport.set_quality("ultra")


def test_scenes_of_any_size_look_alike(viewport):
    pictures = []
    for size in (0.05, 1.0, 30.0):
        visuals = (
            Visual(Box((size, size / 2, size / 3)), placed(z=size / 6), RED),
            Visual(Cylinder(size / 6, size), placed(z=size / 2), BLUE),
        )
        viewport.set_model(free_bodies("any", a=visuals))
        viewport.set_view("iso")
        viewport.fit()
        pictures.append(scene_pixels(viewport))
        assert 1.5 < viewport.camera.distance / size < 6
        assert 3 < viewport.camera.distance / viewport.floor_tile < 20
    for other in (pictures[0], pictures[2]):
        bodies = np.abs(other - pictures[1]).max(axis=2) < 30  # tiles differ: 1, 2.5, 5 are not evenly spaced
        assert bodies.mean() > 0.5


def test_a_picture_leaves_nothing_on_the_graphics_card(qapp, viewport):
    viewport.image(500, 400)  # what is made once is made now
    wait_for_paint(qapp, viewport)

    def held():
        kinds = (GL.glIsFramebuffer, GL.glIsRenderbuffer, GL.glIsTexture, GL.glIsBuffer)
        return viewport.with_opengl(
            lambda *_: {(kind.__name__, name) for kind in kinds for name in range(1, 200) if kind(name)}
        )

    before = held()
    viewport.image(700, 500)
    assert held() <= before
