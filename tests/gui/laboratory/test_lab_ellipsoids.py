"""Ellipsoids and polytopes, switched by mouse in the menu and the inspector of the real window."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from torseur import sim
from torseur.app.drawing.view_switches import ViewSwitches
from torseur.sim.analysis.ellipsoids.values import KINDS
from torseur.ui.look.theme import ACCELERATION, FORCE, VELOCITY

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def document():
    return "arm_7r"


@pytest.fixture
def arm(window, hand):
    """The arm of seven joints, with the ellipsoids as at first."""
    window.switches.show(ViewSwitches())
    hand.rest()
    yield window
    window.switches.show(ViewSwitches())


def choose(window, hand, key):
    """Open the menu by its chevron and press an entry."""
    chip = window.view_bar.chips["ellipsoids"]
    QTest.mouseClick(chip, LEFT, pos=QPoint(chip.width() - 6, chip.height() // 2))
    hand.wait_until(chip.menu.isVisible)
    QTest.mouseClick(chip.menu, LEFT, pos=chip.menu.actionGeometry(window.view_bar.action(key)).center())
    hand.wait_until(lambda: not chip.menu.isVisible())


def drawn(window):
    overlays = window.picture.overlays
    return [(one.color, one.dashed) for one in overlays.ellipsoids], [(one.color, one.dashed) for one in overlays.polytopes]


def able(window):
    return window.analysis.capabilities[0]


def pull(window, hand, by):
    """Drag the slider of the second joint."""
    joint = [name for name in window.session.model.joint_slices()][1]
    slider = window.panels.joints.row(joint).slider
    start = QPoint(round(slider.x_of(slider.value)), slider.height() // 2)
    QTest.mousePress(slider, LEFT, pos=start)
    for k in range(1, 5):
        QTest.mouseMove(slider, start + QPoint(by * k // 4, 0))
    QTest.mouseRelease(slider, LEFT, pos=start + QPoint(by, 0))
    hand.rest()


def test_each_kind_is_switched_by_mouse_in_the_menu(arm, hand):
    plain, dashed = (VELOCITY, False), (FORCE, True)
    assert drawn(arm) == ([plain, dashed], [])
    choose(arm, hand, "velocity")
    assert drawn(arm) == ([dashed], [])
    choose(arm, hand, "dynamic")
    assert drawn(arm) == ([dashed, (ACCELERATION, False)], [])
    choose(arm, hand, "velocity_polytope")
    choose(arm, hand, "force_polytope")
    assert drawn(arm)[1] == [plain, dashed]
    names = [row.name for row in arm.picture.legend]
    assert names[:4] == ["Force", "Acceleration", "Velocity polytope", "Force polytope"]
    choose(arm, hand, "force_polytope")
    assert drawn(arm)[1] == [plain]
    assert arm.panels.kinematics.ellipsoids.rows["velocity_polytope"].switch.isChecked()
    assert not arm.panels.kinematics.ellipsoids.rows["force_polytope"].switch.isChecked()


def test_weights_and_rotation_change_values_units_and_legend(arm, hand):
    choose(arm, hand, "weighted")
    columns = [arm.session.model.joint_slices()[name][1].start for name in able(arm).joints]
    J = sim.jacobian(arm.session.model, arm.session.q, arm.session.frame)[:, columns]
    limits = arm.session.model.velocity_limit[columns]
    lengths = able(arm).ellipsoids["velocity"].lengths
    np.testing.assert_allclose(lengths, np.linalg.svd(J[:3] * limits, compute_uv=False), rtol=1e-12)
    assert "max" in arm.picture.legend[0].detail
    choose(arm, hand, "rotation")
    lengths = able(arm).ellipsoids["velocity"].lengths
    np.testing.assert_allclose(lengths, np.linalg.svd(J[3:] * limits, compute_uv=False), rtol=1e-12)
    assert arm.picture.legend[0].name == "Angular velocity"
    assert "rad/s" in arm.picture.legend[0].value
    section = arm.panels.kinematics.ellipsoids
    assert section.rows["force"].text.endswith("N·m")
    QTest.mouseClick(section.rows_control.button("position"), LEFT)
    QTest.mouseClick(section.weights.button("unit"), LEFT)
    assert (arm.switches.now.rotation, arm.switches.now.weighted) == (False, False)
    assert not arm.view_bar.is_on("rotation")
    assert section.rows["force"].text.endswith(" N")


def test_values_at_every_axis_stand_there_without_the_pointer(arm, hand):
    choose(arm, hand, "axis_labels")
    choose(arm, hand, "velocity_polytope")
    overlays = arm.picture.overlays
    assert all(one.axes_named and len(one.axis_labels) == 3 for one in overlays.ellipsoids)
    assert overlays.polytopes[0].points_named
    assert overlays.polytopes[0].point_labels[0].endswith("m/s")
    hand.rest()


def test_all_follow_the_slider(arm, hand):
    arm.switches.show(replace(arm.switches.now, **dict.fromkeys(KINDS, True)))
    before = arm.picture.overlays
    pull(arm, hand, 20)
    after, one = arm.picture.overlays, able(arm)
    fresh = sim.frame_capability(arm.session.model, arm.session.q, arm.session.frame)
    for kind in ("velocity_polytope", "force_polytope"):
        np.testing.assert_array_equal(one.polytopes[kind].vertices, fresh.polytopes[kind].vertices)
    for old, new in zip(before.ellipsoids, after.ellipsoids, strict=True):
        assert not np.array_equal(old.axes, new.axes)
    center = sim.frame_pose(arm.session.model, arm.session.q, arm.session.frame)[:3, 3]
    for polytope in after.polytopes:
        np.testing.assert_allclose(polytope.vertices.mean(axis=0), center, atol=1e-9)


def test_switches_of_the_inspector_draw_one_kind_alone_where_none_was(arm, hand):
    arm.switches.switch("ellipsoids", False)
    assert drawn(arm) == ([], [])
    rows = arm.panels.kinematics.ellipsoids.rows
    QTest.mouseClick(rows["velocity_polytope"].switch, LEFT)
    assert drawn(arm) == ([], [(VELOCITY, False)])
    assert arm.view_bar.is_on("ellipsoids")
    QTest.mouseClick(rows["dynamic"].switch, LEFT)
    assert drawn(arm) == ([(ACCELERATION, False)], [(VELOCITY, False)])


def test_only_what_is_switched_on_is_computed(arm, hand):
    assert set(able(arm).ellipsoids) == {"velocity", "force"}
    assert not able(arm).polytopes
    arm.switches.switch("ellipsoids", False)
    assert arm.analysis.capabilities == ()


def test_a_second_frame_stays_while_joints_move_and_goes_with_the_document(arm, hand):
    section = arm.panels.kinematics.ellipsoids
    other = next(name for name in arm.session.model.body_names if name.endswith("link4"))
    choice = section.frames.choice
    choice.setCurrentIndex(choice.row_of(other) - 1)
    QTest.keyClick(choice, Qt.Key.Key_Down)
    assert arm.analysis.pinned == (other,)
    assert section.frames.pinned == (other,)
    labels = [one.label for one in arm.picture.overlays.ellipsoids]
    assert len(labels) == 4
    assert labels[2].startswith("link4: ")
    pull(arm, hand, 16)
    center = sim.frame_pose(arm.session.model, arm.session.q, other)[:3, 3]
    np.testing.assert_allclose(arm.picture.overlays.ellipsoids[2].center, center)
    QTest.mouseClick(section.frames.table.viewport(), LEFT, pos=section.frames.cross_of(other).center())
    assert arm.analysis.pinned == ()
    assert len(arm.picture.overlays.ellipsoids) == 2
    arm.analysis.pin(other, True)
    assert arm.open("scara")
    assert arm.analysis.pinned == ()
    with pytest.raises(sim.errors.UnknownNameError, match="nowhere"):
        arm.analysis.pin("nowhere", True)


def test_a_file_without_limits_draws_nothing_and_says_for_which_joints(window, hand, tmp_path):
    path = tmp_path / "bare.urdf"
    path.write_text(
        '<robot name="bare"><link name="base"/><link name="arm"/><link name="tool"/>'
        '<joint name="turn" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint>'
        '<joint name="bend" type="continuous"><parent link="arm"/><child link="tool"/><origin xyz="1 0 0"/>'
        '<axis xyz="0 1 0"/></joint></robot>'
    )
    assert window.open(str(path))
    window.switches.show(replace(ViewSwitches(), velocity_polytope=True, force_polytope=True, dynamic=True))
    hand.rest()
    assert drawn(window)[1] == []
    rows = window.panels.kinematics.ellipsoids.rows
    assert rows["velocity_polytope"].text == "The file gives no speed limit for turn, bend."
    assert rows["force_polytope"].text == "The file gives no torque limit for turn, bend."
    assert "no inertia" in rows["dynamic"].text
    window.switches.show(ViewSwitches())
