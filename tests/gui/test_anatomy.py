"""The model tree, the page of masses and the overlays of the model, by mouse and keys in the real window."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from torseur.ui.viewport.many_marks import ArrowField, LineField, SolidField

LEFT = Qt.MouseButton.LeftButton
ODD = """<robot name="odd">
  <link name="post"/>
  <link name="arm">
    <inertial><origin xyz="0 0 0.25"/><mass value="2"/>
      <inertia ixx="0.04" iyy="0.04" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><origin xyz="0 0 0.25"/><geometry><box size="0.1 0.1 0.5"/></geometry></visual>
    <collision><origin xyz="0 0 0.25"/><geometry><box size="0.3 0.3 0.5"/></geometry></collision>
  </link>
  <link name="hand">
    <inertial><origin xyz="0 0 0.1"/><mass value="1"/>
      <inertia ixx="0.01" iyy="0.01" izz="0.05" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><origin xyz="0 0 0.1"/><geometry><box size="0.2 0.1 0.2"/></geometry></visual>
  </link>
  <joint name="pivot" type="revolute"><parent link="post"/><child link="arm"/><origin xyz="0 0 0.5"/><axis xyz="0 1 0"/>
    <limit lower="-1.5" upper="1.5" velocity="5" effort="20"/></joint>
  <joint name="slide" type="prismatic"><parent link="arm"/><child link="hand"/><origin xyz="0 0 0.5"/><axis xyz="0 0 1"/>
    <limit lower="0" upper="0.2" velocity="5" effort="20"/></joint>
</robot>"""


@pytest.fixture
def document(tmp_path):
    path = tmp_path / "odd.urdf"
    path.write_text(ODD)
    return str(path)


@pytest.fixture
def odd(window, hand):
    """A robot with one doubtful body, in the workspace Model."""
    window.use_workspace("model")
    hand.rest()
    window.viewport.fit()
    yield window
    window.use_workspace("kinematics")
    window.documents.files.watching.stop()


def pixel_of(window, body):
    view = window.viewport.view
    at = view.model.body_names.index(body)
    center = view.poses[at] @ np.append(view.mesh.centers[at], 1.0)
    x, y, _ = view.camera.project(center[None, :3], window.viewport.size_in_units())[0]
    return QPoint(round(x), round(y))


def broken_rules(window):
    """Sentences on the page of masses of what the selected body breaks; None: it is not judged yet."""
    page = window.panels.masses.sheet
    if not page.has("body.name") or page.block("body.name").text != window.viewport.selected:
        return None
    return [line.text for line in page.block("body").blocks if getattr(line, "icon", "") in ("warning", "info")]


def press(window, key):
    window.viewport.setFocus()
    QTest.keyClick(window.viewport, key)


def fields(window, kind):
    return [field for field in window.drawing.picture.overlays.fields if isinstance(field, kind)]


@pytest.mark.journey
def test_tree_view_page_and_list_select_the_same_body(odd, hand):
    tree, viewport = odd.panels.model.tree, odd.viewport
    QTest.mouseClick(tree.viewport(), LEFT, pos=tree.rect_of("body:odd/arm").center())
    assert viewport.selected == "odd/arm"
    assert odd.panels.scene.bodies.selected_body == "odd/arm"
    hand.wait_until(lambda: broken_rules(odd) == [])
    tree.fold("body:odd/post", True)
    QTest.mouseClick(viewport, LEFT, pos=pixel_of(odd, "odd/hand"))
    assert tree.selected == "body:odd/hand"
    assert "body:odd/hand" in [entry.key for entry in tree.in_sight]
    hand.wait_until(lambda: broken_rules(odd))
    assert [text.split(" Found")[0] for text in broken_rules(odd)] == [
        "Not so: no principal moment exceeds the sum of the others by more than 1 %."
    ]
    assert odd.panels.model.tree.viewport().rect().contains(tree.rect_of("body:odd/hand").center())


def test_a_frame_of_the_tree_is_the_one_the_numbers_are_of(window, hand):
    assert window.open("arm_6r")
    window.use_workspace("model")
    hand.rest()
    tree = window.panels.model.tree
    window.panels.model.search.setText("tool")
    key = next(e.key for e in tree.rows.entries if e.kind == "frame" and e.name == "tool")
    window.session.set_frame(next(name for name in window.session.model.frame_names if not name.endswith("tool")))
    QTest.mouseClick(tree.viewport(), LEFT, pos=tree.rect_of(key).center())
    assert f"frame:{window.session.frame}" == key
    window.panels.model.search.clear()
    window.use_workspace("kinematics")


def test_masses_are_drawn_with_their_key_and_boxes_take_the_place_of_ellipsoids(odd, hand):
    (inertia, centers, whole) = fields(odd, SolidField)
    assert (inertia.shape, centers.shape, whole.shape) == ("egg", "mass", "mass")
    assert len(inertia.maps) == 2  # the post has no mass
    arm = inertia.maps[0]
    lengths = np.sort(np.linalg.norm(arm[:, :3], axis=0))
    expected = np.sqrt(2.5 * np.array([0.001, 0.001, 0.079]) / 2.0)
    np.testing.assert_allclose(lengths, expected, rtol=1e-6)
    np.testing.assert_allclose(centers.maps[0][:, 3], [0, 0, 0.75], atol=1e-9)
    assert [row.name for row in odd.drawing.picture.legend][:3] == ["Centre of mass", "Inertia", "Doubtful inertia"]
    odd.bars.view.action("inertia_boxes").trigger()
    assert fields(odd, SolidField)[0].shape == "block"
    assert not odd.drawing.switches.now.inertia_ellipsoids
    assert not odd.bars.view.is_on("inertia_ellipsoids")
    odd.bars.view.action("inertia_ellipsoids").trigger()
    press(odd, Qt.Key.Key_M)
    assert fields(odd, SolidField) == []
    assert odd.viewport.view.opacity == 1.0


def test_where_inertias_would_bury_the_robot_that_of_the_selected_body_is_drawn_alone(window, hand, tmp_path):
    path = tmp_path / "heavy.urdf"
    path.write_text(ODD.replace('ixx="0.01" iyy="0.01" izz="0.05"', 'ixx="2" iyy="2" izz="2"'))
    assert window.open(str(path))
    window.use_workspace("model")
    hand.rest()
    if not window.drawing.switches.now.mass:
        press(window, Qt.Key.Key_M)
    assert len(fields(window, SolidField)[0].maps) == 0
    assert "Inertia" not in [row.name for row in window.drawing.picture.legend]
    tree = window.panels.model.tree
    QTest.mouseClick(tree.viewport(), LEFT, pos=tree.rect_of("body:odd/hand").center())
    hand.rest()
    assert len(fields(window, SolidField)[0].maps) == 1
    assert any("of the selected body" in row.detail for row in window.drawing.picture.legend)
    hand.wait_until(lambda: broken_rules(window))
    assert any("shapes reach" in text for text in broken_rules(window))
    window.use_workspace("kinematics")


def test_collision_shapes_are_edges_glass_or_all_there_is(odd, hand):
    press(odd, Qt.Key.Key_M)
    press(odd, Qt.Key.Key_K)
    assert odd.viewport.view.collisions == "wire"
    hand.rest()
    plain = odd.viewport.image(400, 300)
    odd.bars.view.action("collision_wire").trigger()
    odd.bars.view.action("collision_only").trigger()
    hand.rest()
    assert (odd.viewport.view.collisions, odd.viewport.view.visuals) == ("glass", False)
    assert odd.viewport.image(400, 300) != plain
    press(odd, Qt.Key.Key_K)
    assert (odd.viewport.view.collisions, odd.viewport.view.visuals) == ("", True)


def test_axes_and_limits_follow_the_joints_and_a_joint_near_its_limit_is_told(odd, hand):
    press(odd, Qt.Key.Key_A)
    press(odd, Qt.Key.Key_J)
    (arrows,) = fields(odd, ArrowField)
    np.testing.assert_allclose(
        np.abs(arrows.vectors / np.linalg.norm(arrows.vectors, axis=1)[:, None]), [[0, 1, 0], [0, 0, 1]], atol=1e-9
    )
    assert {field.shape for field in fields(odd, SolidField)} >= {"drum", "block"}
    odd.session.move_joint("odd/pivot", 1.49)
    hand.rest()
    track, pointer = fields(odd, LineField)
    tip = pointer.ends[0] - pointer.starts[0]
    np.testing.assert_allclose(tip / np.linalg.norm(tip), [np.cos(1.49), 0, -np.sin(1.49)], atol=1e-6)
    texts = [label.text for label in odd.drawing.picture.overlays.labels]
    assert "pivot 85.37°  in −85.94 … 85.94" in texts
    assert len(track.starts) == 2 * 40 + 4
    odd.preferences.angle_unit = "rad"
    assert "pivot 1.490 rad  in −1.500 … 1.500" in [label.text for label in odd.drawing.picture.overlays.labels]
    odd.preferences.angle_unit = "deg"
    press(odd, Qt.Key.Key_A)
    press(odd, Qt.Key.Key_J)
