"""The workspace Dynamics in the real window: a motion typed, dragged, at random and of a recording, and its equation."""

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


class Lab:
    """The workspace in the hands of a user."""

    def __init__(self, window, hand):
        self.window, self.hand = window, hand

    def page(self, key):
        """Open a page by its name in the strip."""
        self.window.use_workspace("dynamics")
        click(self.window.panels.dynamics.strip.tab(key))
        self.hand.rest()
        return self.window.dynamics.page(key)

    def part(self, path):
        """A part of the page State, opened."""
        return self.page("state").widget.part(path)

    @property
    def equation(self):
        """As the page Equation has it, opened."""
        return found(self.page("equation"))


@pytest.fixture
def lab(window, hand):
    window.preferences.angle_unit = "rad"
    window.use_workspace("dynamics")
    hand.rest()
    yield Lab(window, hand)
    window.preferences.angle_unit = "deg"
    window.use_workspace("kinematics")


def found(page):
    """The equation that the page had last."""
    return page.questions.known("equation")


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


def test_the_workspace_is_reached_by_its_key_its_menu_and_its_name_in_the_bar(window, hand):
    window.panels.dynamics.show_page("state")  # where a test of another file left another one
    for reach in (
        lambda: QTest.keyClick(window, Qt.Key.Key_6),
        lambda: (
            window.menus["View"]
            .actions()[[one.text() for one in window.menus["View"].actions()].index("Dynamics workspace")]
            .trigger()
        ),
        lambda: window.top_bar.workspace_chosen.emit("dynamics"),
    ):
        window.use_workspace("kinematics")
        reach()
        hand.rest()
        assert window.workspaces.current == "dynamics"
        assert window.panels.dynamics.isVisible()
        assert window.panels.dynamics.page == "state"
    window.use_workspace("kinematics")


@pytest.mark.journey
def test_a_motion_is_typed_and_all_of_the_equation_follows(lab):
    window = lab.window
    model, q = window.session.model, window.session.q
    click(lab.part("rest"))
    np.testing.assert_array_equal(lab.equation.tau, sim.gravity_torque(model, q))
    assert lab.equation.kinetic == 0.0
    typed(lab.part("v.rows").rows[1].field, "0.5")
    typed(lab.part("a.rows").rows[2].field, "-2")
    v, a = np.zeros(model.nv), np.zeros(model.nv)
    v[1], a[2] = 0.5, -2.0
    expected = sim.equation_of_motion(model, q, v, a)
    page = lab.page("equation")
    np.testing.assert_array_equal(found(page).tau, expected.tau)
    for row, terms in zip(
        texts(page.widget.part("balance.table")),
        np.column_stack(
            [expected.inertial, expected.coriolis, expected.gravity, expected.tau, expected.passive, expected.motors]
        ),
        strict=True,
    ):
        np.testing.assert_allclose([parse_number(text) for text in row[1:]], terms, rtol=0.06, atol=1e-9)
    assert page.widget.view("matrix").table.values.shape == (6, 6)
    click(page.widget.part("which").button("skew"))
    np.testing.assert_allclose(page.widget.view("matrix").table.values, expected.skew, atol=1e-12)  # rounding is shown as 0
    page.widget.view("matrices").copy_button.copy("numpy")
    np.testing.assert_array_equal(eval(QApplication.clipboard().text(), {"np": np}), expected.skew)
    click(page.widget.part("which").button("H"))
    window.preferences.angle_unit = "deg"
    assert lab.part("v.rows").rows[1].field.text() == "28.65"
    typed(lab.part("v.rows").rows[1].field, "90")
    assert found(page).v[1] == 0.5, "a page that is not seen computes nothing"
    assert lab.equation.v[1] == pytest.approx(np.pi / 2)


def test_one_joint_after_the_other_moves_alone(lab):
    for k in range(lab.window.session.model.nv):
        click(lab.part("one"))
        np.testing.assert_array_equal(np.flatnonzero(lab.equation.v), [k])
        np.testing.assert_array_equal(lab.equation.a, 0.0)
    click(lab.part("one"))
    assert np.flatnonzero(lab.equation.v) == [0]
    assert "alone moves" in lab.part("note").text


def test_a_slider_moves_a_velocity_and_no_joint(lab):
    q = lab.window.session.q
    click(lab.part("rest"))
    slider = lab.part("a.rows").rows[1].slider
    end = slider.rect().center()
    end.setX(slider.width() - 8)
    QTest.mousePress(slider, LEFT, pos=slider.rect().center())
    QTest.mouseMove(slider, end)
    QTest.mouseRelease(slider, LEFT, pos=end)
    assert lab.equation.a[1] == pytest.approx(slider.range[1], rel=0.05)
    np.testing.assert_array_equal(lab.window.session.q, q)
    QTest.keyClick(lab.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert lab.equation.a[1] == 0.0, "a drag is one edit"


def test_a_joint_that_is_moved_takes_the_page_along_and_a_closed_page_computes_nothing(lab):
    window = lab.window
    click(lab.part("random"))
    page = lab.page("equation")
    before = found(page)
    assert np.abs(before.v).max() > 0.0
    name = window.session.model.joint_names[1]
    window.session.move_joint(name, 0.3)
    lab.hand.rest()
    assert found(page) is not before
    np.testing.assert_array_equal(found(page).H, sim.mass_matrix(window.session.model, window.session.q))
    last = found(page)
    lab.page("state")
    window.session.move_joint(name, 0.6)
    lab.hand.rest()
    assert found(page) is last


def test_the_motion_of_a_recording_is_followed_instant_by_instant(lab):
    window = lab.window
    assert window.open("pendulum")
    click(lab.part("source").button("recording"))
    assert "Nothing is recorded" in lab.part("note").text
    window.session.playback.set_duration(0.2)
    window.session.playback.play()
    lab.hand.wait_until(lambda: window.session.recording is not None and len(window.session.recording) > 100)
    window.session.playback.pause()
    window.session.playback.seek(0.05)
    lab.hand.rest()
    equation = lab.equation
    recording, index = window.session.recording, window.session.index
    np.testing.assert_array_equal(equation.v, recording.v[index])
    assert equation.kinetic == pytest.approx(recording.kinetic[index])
    # A frictionless pendulum: nothing acts in its joint; q̈ is a mean over a step, so off by less than a few of its steps.
    assert abs(equation.tau[0]) < 0.05 * abs(equation.gravity[0])
    typed(lab.part("a.rows").rows[0].field, "0")
    assert lab.part("source").choice == "typed"
    np.testing.assert_array_equal(lab.equation.v, recording.v[index])
    np.testing.assert_allclose(lab.equation.tau, lab.equation.gravity, atol=1e-12)


@pytest.mark.parametrize(
    "name", ["scara", "planar_2r", "quadruped_drop", "humanoid_falls", "falling_brick", "gripper_holds_block", "incline"]
)
def test_every_build_of_robot_has_its_equation(lab, name):
    assert lab.window.open(name)
    click(lab.part("random"))
    page = lab.page("equation")
    one = found(page)
    terms = np.abs(one.H) @ np.abs(one.a) + np.abs(one.C) @ np.abs(one.v) + np.abs(one.gravity)
    assert len(texts(page.widget.part("balance.table"))) == lab.window.session.model.nv
    # Rounding, as the laws of random trees have it.
    assert np.abs(one.residual).max() <= 1e-13 * max(1.0, terms.max())
    assert one.skew_residual <= 1e-13 * max(1.0, np.abs(one.H_rate).max())
    np.testing.assert_allclose(one.by_bodies, one.by_inverse, atol=1e-14 * np.linalg.cond(one.H) * 100)


def test_a_number_of_the_robot_before_is_not_typed_over_those_of_the_one_that_is_open(lab):
    rows = lab.part("v.rows")
    lab.window.use_workspace("kinematics")  # the page keeps the rows of six joints
    lab.hand.rest()
    assert lab.window.open("planar_2r")
    before = lab.window.session.undo_stack.count()
    rows.changed.emit(1, 1.0)
    assert lab.window.session.undo_stack.count() == before
