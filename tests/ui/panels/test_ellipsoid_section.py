"""The section of ellipsoids says what is drawn, of what, and why something is not; and is silent unless the user acts."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from torseur import robots, sim
from torseur.sim.analysis.ellipsoids.values import KINDS
from torseur.ui.look.style import apply_style
from torseur.ui.look.theme import LIGHT
from torseur.ui.panels.kinematics.ellipsoid_section import EllipsoidSection

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(scope="module")
def arm():
    return robots.load("arm_6r")


@pytest.fixture
def section(qtbot):
    apply_style(QApplication.instance(), LIGHT)
    section = EllipsoidSection()
    section.resize(340, 400)
    section.heard = []
    section.switched.connect(lambda *words: section.heard.append(words))
    section.frame_pinned.connect(lambda *words: section.heard.append(words))
    qtbot.addWidget(section)
    with qtbot.waitExposed(section):
        section.show()
    return section


def shown(section, model, q, *, rows="position", weighted=False, kinds=KINDS, frame="tool"):
    able = sim.frame_capability(model, q, frame, kinds, rows, weighted)
    section.show_on({kind: kind in kinds for kind in KINDS}, rows, weighted)
    section.show_report(sim.frame_report(model, q, frame), able)
    return able


def test_every_kind_has_its_extents_and_unit(section, arm):
    able = shown(section, arm, arm.poses["ready"])
    units = {"velocity": "m/s", "force": "N", "dynamic": "m/s²", "velocity_polytope": "m/s", "force_polytope": "N"}
    for kind, unit in units.items():
        assert section.rows[kind].text.endswith(f" {unit}")
        assert section.rows[kind].switch.isChecked()
    assert section.rows["velocity_polytope"].text.startswith("any way ")
    assert f"{able.polytopes['velocity_polytope'].outer:.3f}" in section.rows["velocity_polytope"].text
    shown(section, arm, arm.poses["ready"], rows="orientation", weighted=True)
    assert section.rows["force"].text.endswith(" N·m")
    assert section.rows["force"].name == "Moment"
    assert section.rows["dynamic"].text.endswith(" rad/s²")
    assert (section.rows_control.choice, section.weights.choice) == ("orientation", "limits")
    assert section.heard == []


def test_what_is_off_says_what_it_would_be_and_two_are_known_anyway(section, arm):
    shown(section, arm, arm.poses["ready"], kinds=())
    assert section.rows["velocity"].text.endswith("m/s")
    assert section.rows["dynamic"].text == "Dynamic manipulability J H⁻¹, from rest."
    shown(section, arm, arm.poses["ready"], kinds=(), weighted=True)
    assert section.rows["velocity"].text == "Semi-axes of J diag(max speeds)."


def test_without_limits_a_sentence_names_the_joints_and_fits(section, tmp_path):
    links = "".join(f'<link name="l{k}"/>' for k in range(9))
    joints = "".join(
        f'<joint name="a_long_name_of_joint_{k}" type="continuous"><parent link="l{k}"/><child link="l{k + 1}"/>'
        f'<origin xyz="0.1 0 0"/><axis xyz="0 {k % 2} {1 - k % 2}"/></joint>'
        for k in range(8)
    )
    (tmp_path / "snake.urdf").write_text(f'<robot name="snake">{links}{joints}</robot>')
    model = robots.load(tmp_path / "snake.urdf")
    shown(section, model, np.zeros(model.nq), frame="l8", weighted=True)
    text = section.rows["velocity"].text
    assert text.startswith("The file gives no speed limit for a_long_name_of_joint_0, ")
    assert text.endswith(" and 5 more.")
    assert "torque limit" in section.rows["force_polytope"].text
    assert "inertia" in section.rows["dynamic"].text
    assert all(row.height() > 36 for row in section.rows.values())
    section.grab()


def test_lost_directions_are_told_apart(section):
    model = robots.load("planar_2r")
    shown(section, model, model.poses["home"])
    assert section.rows["velocity_polytope"].text.startswith("at most ")
    assert "Flat" in section.rows["velocity_polytope"].toolTip()
    assert "∞" in section.rows["force_polytope"].text
    assert "structure" in section.rows["force_polytope"].toolTip()


def test_the_user_is_heard(section, arm):
    shown(section, arm, arm.poses["ready"], kinds=())
    section.set_frames(["tool", "link3"])
    section.show_pinned([])
    for row in section.rows.values():
        QTest.mouseClick(row.switch, LEFT)
    QTest.mouseClick(section.rows_control.button("orientation"), LEFT)
    QTest.mouseClick(section.weights.button("limits"), LEFT)
    assert section.heard == [*((kind, True) for kind in KINDS), ("rotation", True), ("weighted", True)]


def test_frames_are_added_from_the_list_and_removed_by_their_cross(section):
    section.set_frames(["tool", "left", "right"])
    QTest.keyClick(section.frames.choice, Qt.Key.Key_Down)
    assert section.heard == [("tool", True)]
    section.show_pinned(["left"])
    assert section.frames.pinned == ("left",)
    assert section.frames.choice.row_of("left") == -1
    QTest.mouseClick(section.frames.table.viewport(), LEFT, pos=section.frames.cross_of("left").center())
    assert section.heard[1:] == [("left", False)]
    section.show_pinned(["left", "right"])
    section.frames.table.setFocus()
    QTest.keyClick(section.frames.table, Qt.Key.Key_End)
    QTest.keyClick(section.frames.table, Qt.Key.Key_Delete)
    assert section.heard[2:] == [("right", False)]
    section.show_pinned([])
    assert section.frames.pinned == ()


def test_what_is_drawn_can_be_copied(section, arm):
    able = shown(section, arm, arm.poses["ready"], kinds=("velocity", "velocity_polytope"))
    section.copy.copy("numpy")
    table = eval(QGuiApplication.clipboard().text(), {"np": np})  # noqa: S307
    ellipsoid, zonotope = able.ellipsoids["velocity"], able.polytopes["velocity_polytope"]
    np.testing.assert_array_equal(table[:3], np.column_stack([ellipsoid.lengths, ellipsoid.axes.T]))
    np.testing.assert_allclose(table[3:, :1] * table[3:, 1:], zonotope.vertices, rtol=1e-12, atol=1e-15)
    section.copy.copy("csv")
    assert QGuiApplication.clipboard().text().splitlines()[1].startswith("velocity 1,")
