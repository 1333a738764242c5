"""What changed between two readings of a file is said in short sentences, and nothing else is."""

from __future__ import annotations

import numpy as np
import pytest

from tests.swing import SWING
from torseur import robots
from torseur.app.files.model_changes import changes

TIP = """<link name="tip"/><joint name="end" type="fixed"><parent link="arm"/><child link="tip"/></joint></robot>"""


def model(folder, text):
    path = folder / "swing.urdf"
    path.write_text(text)
    return robots.load(path)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('upper="1.5"', 'upper="1"', "joint “pivot”: limits −85.94° to 85.94° → −85.94° to 57.30°"),
        ('velocity="5"', 'velocity="4"', "joint “pivot”: greatest speed 286.5 °/s → 229.2 °/s"),
        ('effort="20"', 'effort="30"', "joint “pivot”: greatest torque 20.00 N·m → 30.00 N·m"),
        ('axis xyz="0 1 0"', 'axis xyz="1 0 0"', "joint “pivot”: axis 0 1.000 0 → 1.000 0 0"),
        ('origin xyz="0 0 1"', 'origin xyz="0 0 1.5"', "joint “pivot”: origin moved by 0.5000 m"),
        ('origin xyz="0 0 1"', 'origin xyz="0 0 1" rpy="0 0 0.5"', "joint “pivot”: origin turned by 28.65°"),
        ('type="revolute"', 'type="continuous"', "joint “pivot”: type revolute → continuous"),
        ('mass value="2"', 'mass value="3"', "link “arm”: mass 2.000 kg → 3.000 kg"),
        ('izz="0.001"', 'izz="0.002"', "link “arm”: another inertia"),
        ('<box size="0.05 0.05 0.5"/>', '<sphere radius="0.1"/>', "link “arm”: box it is seen by → sphere"),
        ('name="swing"', 'name="swung"', "the robot is called “swung”, and no longer “swing”"),
    ],
)
def test_one_change_is_one_sentence(tmp_path, old, new, said):
    before, after = model(tmp_path, SWING), model(tmp_path, SWING.replace(old, new, 1))
    assert said in changes(before, after)


def test_nothing_is_said_of_equal_files(tmp_path):
    assert changes(model(tmp_path, SWING), model(tmp_path, SWING)) == ()


def test_what_came_and_went_is_named(tmp_path):
    before, after = model(tmp_path, SWING), model(tmp_path, SWING.replace("</robot>", TIP))
    assert changes(before, after) == ("new joint: “end”", "new link: “tip”")
    assert changes(after, before) == ("gone joint: “end”", "gone link: “tip”")


def test_angles_are_in_radians_where_these_are_chosen(tmp_path):
    before, after = model(tmp_path, SWING), model(tmp_path, SWING.replace('upper="1.5"', 'upper="1"'))
    assert changes(before, after, "rad") == ("joint “pivot”: limits −1.500 rad to 1.500 rad → −1.500 rad to 1.000 rad",)


def test_a_mesh_whose_file_holds_something_else_is_named(tmp_path):
    def tetrahedron(height):
        corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, height]], dtype=float)
        faces = ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))
        points = ("".join(f"vertex {x} {y} {z}\n" for x, y, z in corners[list(face)]) for face in faces)
        body = "".join(f"facet normal 0 0 0\nouter loop\n{p}endloop\nendfacet\n" for p in points)
        (tmp_path / "part.stl").write_text(f"solid part\n{body}endsolid part\n")

    text = SWING.replace('<box size="0.05 0.05 0.5"/>', '<mesh filename="part.stl"/>')
    tetrahedron(1.0)
    before = model(tmp_path, text)
    tetrahedron(2.0)
    assert "link “arm”: mesh part.stl it is seen by → mesh part.stl" in changes(before, model(tmp_path, text))


def test_all_robots_are_as_themselves():
    for name in robots.names()[:8]:
        assert changes(robots.load(name), robots.load(name)) == ()
