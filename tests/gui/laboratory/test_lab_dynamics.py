"""The page on dynamics in the real window: a motion typed, at random and of a recording, on robots of every build."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from torseur import sim
from torseur.ui.text.number_text import parse_number

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def document():
    return "arm_6r"


@pytest.fixture
def lab(window, hand):
    window.preferences.angle_unit = "rad"
    window.use_workspace("laboratory")
    window.panels.laboratory.show_page("dynamics")
    hand.rest()
    yield window, window.laboratory.page("dynamics")
    window.preferences.angle_unit = "deg"
    window.use_workspace("kinematics")


def click(widget):
    QTest.mouseClick(widget, LEFT, pos=widget.rect().center())


def typed(field, text):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def texts(table):
    model = table.row_model
    return [tuple(model.index(row, at).data() for at in range(model.columnCount())) for row in range(model.rowCount())]


def test_a_motion_is_typed_and_all_of_the_equation_follows(lab, hand):
    window, page = lab
    model, q = window.session.model, window.session.q
    click(page.widget.motion.rest_button)
    gravity = sim.gravity_torque(model, q)
    np.testing.assert_array_equal(page.equation.tau, gravity)
    assert page.equation.kinetic == 0.0
    typed(page.widget.motion.field("v", 1), "0.5")
    typed(page.widget.motion.field("a", 2), "-2")
    v, a = np.zeros(model.nv), np.zeros(model.nv)
    v[1], a[2] = 0.5, -2.0
    expected = sim.equation_of_motion(model, q, v, a)
    np.testing.assert_array_equal(page.equation.tau, expected.tau)
    for row, terms in zip(
        texts(page.widget.balance),
        np.column_stack([expected.inertial, expected.coriolis, expected.gravity, expected.tau]),
        strict=True,
    ):
        np.testing.assert_allclose([parse_number(text) for text in row[1:]], terms, rtol=0.06, atol=1e-9)
    assert page.widget.matrices.table.values.shape == (6, 6)
    click(page.widget.matrices.which.button("skew"))
    np.testing.assert_allclose(page.widget.matrices.table.values, expected.skew, atol=1e-12)  # rounding is shown as 0
    page.widget.matrices.copy_button.copy("numpy")
    np.testing.assert_array_equal(eval(QApplication.clipboard().text(), {"np": np}), expected.skew)
    click(page.widget.matrices.which.button("H"))
    window.preferences.angle_unit = "deg"
    assert page.widget.motion.field("v", 1).text() == "28.65"
    typed(page.widget.motion.field("v", 1), "90")
    assert page.equation.v[1] == pytest.approx(np.pi / 2)


def test_a_joint_that_is_moved_takes_the_page_along_and_a_closed_page_computes_nothing(lab, hand):
    window, page = lab
    click(page.widget.motion.random_button)
    before = page.equation
    assert np.abs(before.v).max() > 0.0
    name = window.session.model.joint_names[1]
    window.session.move_joint(name, 0.3)
    hand.rest()
    assert page.equation is not before
    np.testing.assert_array_equal(page.equation.H, sim.mass_matrix(window.session.model, window.session.q))
    window.panels.laboratory.show_page("jacobian")
    last = page.equation
    window.session.move_joint(name, 0.6)
    hand.rest()
    assert page.equation is last


def test_the_motion_of_a_recording_is_followed_instant_by_instant(lab, hand):
    window, page = lab
    assert window.open("pendulum")
    window.use_workspace("laboratory")
    hand.rest()
    click(page.widget.motion.source.button("recording"))
    assert "Nothing is recorded" in page.widget.motion.note.text
    window.session.playback.set_duration(0.2)
    window.session.playback.play()
    hand.wait_until(lambda: window.session.recording is not None and len(window.session.recording) > 100)
    window.session.playback.pause()
    window.session.playback.seek(0.05)
    hand.rest()
    recording, index = window.session.recording, window.session.index
    np.testing.assert_array_equal(page.equation.v, recording.v[index])
    assert page.equation.kinetic == pytest.approx(recording.kinetic[index])
    # A frictionless pendulum: nothing acts in its joint; q̈ is a mean over a step, so off by less than a few of its steps.
    assert abs(page.equation.tau[0]) < 0.05 * abs(page.equation.gravity[0])
    typed(page.widget.motion.field("a", 0), "0")
    assert page.widget.motion.source.choice == "typed"
    np.testing.assert_array_equal(page.equation.v, recording.v[index])
    np.testing.assert_allclose(page.equation.tau, page.equation.gravity, atol=1e-12)


@pytest.mark.parametrize(
    "name",
    ["scara", "planar_2r", "quadruped_drop", "humanoid_falls", "falling_brick", "gripper_holds_block", "incline"],
)
def test_every_build_of_robot_has_its_equation(lab, hand, name):
    window, page = lab
    assert window.open(name)
    window.use_workspace("laboratory")
    hand.rest()
    click(page.widget.motion.random_button)
    found = page.equation
    terms = np.abs(found.H) @ np.abs(found.a) + np.abs(found.C) @ np.abs(found.v) + np.abs(found.gravity)
    assert len(texts(page.widget.balance)) == window.session.model.nv
    assert np.abs(found.residual).max() <= 1e-13 * max(
        1.0, terms.max()
    )  # rounding, as the laws of random trees have it
    assert found.skew_residual <= 1e-13 * max(1.0, np.abs(found.H_rate).max())
    np.testing.assert_allclose(found.by_bodies, found.by_inverse, atol=1e-14 * np.linalg.cond(found.H) * 100)
    assert page.widget.absent.text == ""


def test_what_is_too_much_to_read_is_said(lab, hand):
    window, page = lab
    assert window.open("kapla_tower")
    window.use_workspace("laboratory")
    hand.rest()
    assert "at most 110" in page.widget.absent.text
    assert page.widget.balance.isHidden() or not page.widget.balance.isVisible()
