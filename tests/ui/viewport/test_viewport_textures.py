"""Textures are drawn where their coordinates place them, in both themes, and let through what they are clear at."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from time import monotonic

import numpy as np
import pytest

from tests.robots.pictures import quarters
from torseur.sim.multibody.model.model import Visual
from torseur.sim.multibody.model.shapes import Box, Mapping, Mesh, Skin, Texture, TriangleMesh
from torseur.ui.look.theme import DARK, LIGHT
from torseur.ui.viewport.camera import Camera
from torseur.ui.viewport.mesh.body_mesh import body_mesh

from .scenes import BLUE, free_bodies, image_pixels, placed, scene_pixels

COORDINATES = np.array([[0, 1], [1, 1], [1, 0], [0, 0]], np.float32)  # the whole picture, upright


def texture(opacity: int = 255, hole: int = 255) -> Texture:
    """Red, green above blue, white; `hole` is the opacity of its red quarter."""
    pixels = np.concatenate([quarters(), np.full((8, 8, 1), opacity, np.uint8)], axis=2)
    pixels[:4, :4, 3] = hole
    return Texture.of(pixels)


@pytest.fixture
def textured(quad: TriangleMesh) -> TriangleMesh:
    """The square, white, with a texture."""
    return replace(
        quad,
        colors=np.full((4, 4), 255, np.uint8),
        coordinates=COORDINATES,
        texture=np.zeros(4, np.int16),
        textures=(texture(),),
    )


def shown(mesh: TriangleMesh) -> Visual:
    return Visual(Mesh(Path("square.obj"), data=mesh), placed(z=0.5), color=BLUE)


def from_above(viewport, model) -> np.ndarray:
    """(rows, columns, 3) of what is seen from above, x to the right and y up."""
    viewport.set_model(model)
    viewport.show_poses(np.array([np.eye(4)] * len(model.bodies)))
    viewport.set_camera(Camera((0.0, 0.0, 0.5), distance=4.0, azimuth=-np.pi / 2, elevation=np.pi / 2 - 1e-3))
    return image_pixels(viewport.image(320, 240))


def quarters_seen(picture: np.ndarray) -> np.ndarray:
    """(2, 2, 3) of the middles of the quarters of the square, as they are seen."""
    rows, columns = picture.shape[0] // 2, picture.shape[1] // 2
    step = 25
    return np.array([[picture[rows + dy, columns + dx] for dx in (-step, step)] for dy in (-step, step)])


def brightest(quarter: np.ndarray) -> str:
    if quarter.min() > 0.75 * quarter.max():
        return "white"
    return ("red", "green", "blue")[int(quarter.argmax())]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_a_texture_is_drawn_upright(viewport, textured, theme):
    viewport.set_theme(theme)
    seen = quarters_seen(from_above(viewport, free_bodies("one", square=shown(textured))))
    assert [[brightest(each) for each in row] for row in seen] == [["red", "green"], ["blue", "white"]]


def test_a_texture_is_repeated_and_times_the_colour(viewport, textured):
    red = np.tile(np.array([255, 0, 0, 255], np.uint8), (4, 1))
    again = replace(textured, colors=red, coordinates=COORDINATES + [3.0, -2.0])
    seen = quarters_seen(from_above(viewport, free_bodies("one", square=shown(again))))
    assert seen[0, 0, 0] > 150 and seen[1, 1, 0] > 150  # noqa: PT018  (both quarters have red in them)
    assert seen[0, 1].max() < 90 and seen[1, 0].max() < 90  # noqa: PT018  (neither has)


def test_what_a_texture_lets_through_is_seen(viewport, textured):
    holed = replace(textured, textures=(texture(hole=0),))
    without = quarters_seen(from_above(viewport, free_bodies("none", square=())))
    seen = quarters_seen(from_above(viewport, free_bodies("one", square=shown(holed))))
    assert np.abs(seen[0, 0] - without[0, 0]).max() < 40  # the floor, but for the shadow
    assert brightest(seen[0, 1]) == "green"


def test_bodies_with_and_without_textures_keep_their_triangles(textured, quad):
    mine, other = texture(), texture(opacity=90)
    parts = [
        replace(textured, textures=(mine,)),
        quad,
        replace(textured, textures=(other,)),
        replace(textured, textures=(mine, other), texture=np.array([0, 0, 0, 0], np.int16)),
    ]
    model = free_bodies("many", **{f"b{i}": shown(part) for i, part in enumerate(parts)})
    mesh = body_mesh(model)
    assert [(run.first, run.count, run.texture) for run in mesh.textured] == [(2, 4, mine), (6, 2, other)]
    assert mesh.opaque == 6
    assert mesh.coordinates is not None
    assert mesh.coordinates.shape == (16, 2)
    for body, runs in enumerate(mesh.spans):
        ((first, count),) = runs
        assert set(mesh.vertices["body"][mesh.triangles[first : first + count]].ravel()) == {body}
    np.testing.assert_array_equal(mesh.coordinates[mesh.triangles[2:4]], COORDINATES[quad.triangles])


def test_a_window_has_all_textures_after_some_pictures(viewport, screen, textured):
    """They are handed to the graphics card a few at a time; until then their bodies are white."""
    dark = [Texture.of(np.full((512, 512, 4), (160 + i, 0, 0, 255), np.uint8)) for i in range(6)]
    visuals = (
        Visual(Mesh(Path("a.obj"), data=replace(textured, textures=(each,))), placed(z=0.1 * i)) for i, each in enumerate(dark)
    )
    viewport.set_model(free_bodies("six", body=tuple(visuals)))
    viewport.show_poses(np.array([np.eye(4)]))
    viewport.set_camera(Camera((0.0, 0.0, 0.5), distance=4.0, azimuth=-np.pi / 2, elevation=np.pi / 2 - 1e-3))
    end = monotonic() + 60.0
    while scene_pixels(viewport)[120, 160, 1] > 120 and monotonic() < end:
        screen.processEvents()
    seen = scene_pixels(viewport)[120, 160]
    assert seen[0] > 1.5 * max(seen[1:])


def test_what_bears_a_texture_that_is_no_longer_kept_has_its_plain_colour_which_is_told(viewport, screen, textured):
    def gone() -> np.ndarray:
        raise OSError("it is gone")

    told = []
    viewport.textures_lost.connect(lambda: told.append(True))
    lost = Texture(gone, 8, 8, 255)
    model = free_bodies("one", square=shown(replace(textured, textures=(lost,))))
    seen = quarters_seen(from_above(viewport, model))
    assert {brightest(each) for row in seen for each in row} == {"white"}
    end = monotonic() + 60.0
    while not told and monotonic() < end:
        viewport.changed()
        screen.processEvents()
    assert told == [True]


@pytest.mark.parametrize(
    ("wrap", "beyond"), [("repeat", ["red", "green"]), ("clamp", ["green", "green"]), ("mirror", ["green", "red"])]
)
def test_beyond_its_edge_a_texture_is_repeated_mirrored_or_its_edge(viewport, textured, wrap, beyond):
    """The picture is on the left half; the right half is beyond its edge."""
    wide = replace(
        textured,
        coordinates=COORDINATES * np.array([2.0, 1.0], np.float32),
        textures=(Texture.of(texture().pixels, (wrap, wrap)),),
    )
    picture = from_above(viewport, free_bodies("one", square=shown(wide)))
    row, middle = picture.shape[0] // 2 - 25, picture.shape[1] // 2
    quarter = int(quarters_width(picture) / 8)
    seen = [brightest(picture[row, middle + sign * quarter]) for sign in (-3, -1, 1, 3)]
    assert seen == ["red", "green", *beyond]


def quarters_width(picture: np.ndarray) -> int:
    """How many pixels wide the square is."""
    row = picture[picture.shape[0] // 2 - 25].astype(int)
    coloured = np.flatnonzero(row.max(axis=1) - row.min(axis=1) > 60)
    return int(coloured[-1] - coloured[0] + 1)


def test_a_skin_is_drawn_on_a_shape(viewport):
    box = Visual(Box((2.0, 2.0, 0.5)), placed(z=0.5), (1.0, 1.0, 1.0, 1.0), skin=Skin(Mapping.AROUND, (texture(),)))
    seen = quarters_seen(from_above(viewport, free_bodies("one", box=box)))
    assert [[brightest(each) for each in row] for row in seen] == [["red", "green"], ["blue", "white"]]
