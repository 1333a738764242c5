"""Scenes with height fields: what their files may say, and that level ground is a floor."""

import numpy as np
import pytest

from torseur import sim
from torseur.sim.errors import SceneError

GROUND = '{ shape = "height_field", size = [2.0, 1.0], heights = [[0.0, 0.1, 0.0], [0.0, 0.2, 0.0]] }'
FIELD = f"""\
[[obstacles]]
name = "ground"
shapes = [
  {GROUND},
]
"""
LEVEL = f"""{{ shape = "height_field", size = [3.0, 3.0], heights = {[[0.0] * 31] * 31} }}"""
THINGS = """\
[[bodies]]
name = "box"
shape = { shape = "box", size = [0.4, 0.3, 0.2] }
mass = 1.0
xyz = [-0.95, 0.02, 0.1]
rpy = [0.0, 0.0, 0.3]
velocity = [2.0, 0.3, 0.0]

[[bodies]]
name = "can"
shape = { shape = "cylinder", radius = 0.1, length = 0.3 }
mass = 1.0
xyz = [0.0, -0.9, 0.1]
rpy = [1.5707963267948966, 0.0, 0.0]
velocity = [1.0, 0.0, 0.0]
"""


def read(tmp_path, text):
    path = tmp_path / "scene.toml"
    path.write_text(text)
    return sim.load_scene(path)


def test_heights_are_rows_along_x_from_the_least_y(tmp_path):
    scene = read(tmp_path, FIELD)
    (collision,) = scene.model.bodies[0].collisions
    points = collision.shape.vertices()
    np.testing.assert_allclose(points[:3], [[-1, -0.5, 0], [0, -0.5, 0.1], [1, -0.5, 0]])
    np.testing.assert_allclose(points[3:], [[-1, 0.5, 0], [0, 0.5, 0.2], [1, 0.5, 0]])
    corners = points[collision.shape.triangles()]
    assert np.all(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])[:, 2] > 0)
    assert scene.model.bodies[0].visuals[0].shape == collision.shape


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("[0.0, 0.2, 0.0]", "[0.0, 0.2]", 4, "the rows of heights have 2 to 3 numbers; every row wants the same"),
        (", [0.0, 0.2, 0.0]", "", 4, "heights are 1 x 3; at least two rows of two numbers are wanted"),
        ("0.2", "nan", 4, "nan is not a finite number"),
        ("[2.0, 1.0]", "[2.0, 0.0]", 4, r"size\[1\]"),
    ],
)
def test_heights_that_are_no_grid_are_named_with_their_line(tmp_path, old, new, line, message):
    with pytest.raises(SceneError, match=message) as error:
        read(tmp_path, FIELD.replace(old, new))
    assert f"scene.toml:{line}:" in str(error.value)


def test_a_body_cannot_be_a_height_field(tmp_path):
    with pytest.raises(SceneError, match="height_field"):
        read(tmp_path, f'[[bodies]]\nname = "b"\nmass = 1.0\nshape = {GROUND}\n')


def test_things_slide_and_roll_over_level_ground_as_on_a_plane(tmp_path):
    def run(shape):
        return sim.simulate(read(tmp_path, f'[[obstacles]]\nname = "floor"\nshapes = [{shape}]\n\n{THINGS}'), 1.0)

    ground, plane = run(LEVEL), run('{ shape = "plane" }')
    # The box comes to rest and the can rolls on; both pass many edges of the grid.
    assert np.abs(ground.q[-1] - ground.q[0])[[0, 7]].min() > 0.35
    np.testing.assert_allclose(ground.q[:, 2], 0.1, atol=2e-9)  # the dead band of the contact solve is 1e-9 m
    np.testing.assert_allclose(ground.q[:, 9], 0.1, atol=2e-9)
    np.testing.assert_allclose(ground.q, plane.q, atol=1e-7)
