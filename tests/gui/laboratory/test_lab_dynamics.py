"""The workspace Dynamics in the real window: a motion and its equation, the algorithm, a plan that is played back."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from tests.gui.body_in_view import where_is
from torseur import sim
from torseur.app.window.camera_following import in_sight
from torseur.ui.text.number_text import number_text, parse_number

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
        return self.window.pages.dynamics.page(key)

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


def button(page, key):
    return page.widget.part(f"bar.steps.{key}")


def at(page):
    """Which step it is."""
    return page.widget.part("bar.at").text.partition(",")[0]


def now(page):
    """The link at hand, and the key of its equation."""
    return page.widget.part("links.table").selected, page.widget.part("equations").now.key


def test_links_are_jumped_to_in_the_table_on_a_card_and_in_the_view_and_steps_play_until_the_page_is_left(lab):
    window, hand = lab.window, lab.hand
    page = lab.page("algorithm")
    click(button(page, "to_end"))
    table = page.widget.part("links.table")
    QTest.mouseClick(table.viewport(), LEFT, pos=table.row_rect(3).center())
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert now(page) == (4, "torque")
    names = [out.body for out, _ in page.questions.known("links").steps]
    assert window.viewport.selected == names[4]
    QTest.keyClick(page.widget.part("equations").cards[1], Qt.Key.Key_Return)
    assert now(page) == (4, "inertia")
    QTest.mouseClick(window.viewport, LEFT, pos=where_is(window, names[2]))
    assert now(page) == (2, "inertia")
    lab.page("one_body")
    QTest.mouseClick(window.viewport, LEFT, pos=where_is(window, "arm_6r/link3"))
    body = window.pages.dynamics.page("one_body").widget.part("body")
    assert body.choice == window.viewport.selected == "arm_6r/link3"
    page = lab.page("algorithm")
    click(button(page, "to_start"))
    click(button(page, "play"))
    hand.wait_until(lambda: page.widget.part("equations").marked >= 0)  # term by term
    hand.wait_until(lambda: at(page) != "1 / 60")
    window.use_workspace("kinematics")
    hand.wait_until(lambda: not page.settings.playing)


def test_arrow_keys_step_the_algorithm_while_the_page_has_the_keyboard_and_the_recording_elsewhere(lab):
    window, session, hand = lab.window, lab.window.session, lab.hand
    click(lab.part("random"))
    page = lab.page("algorithm")
    click(button(page, "to_start"))
    click(button(page, "step_forward"))  # a press on a button gives the page the keyboard
    assert page.widget.hasFocus()
    QTest.keyClick(page.widget, Qt.Key.Key_Right)
    assert at(page) == "3 / 60"
    page.widget.part("links.table").setFocus()
    QTest.keyClick(page.widget.part("links.table"), Qt.Key.Key_Left)
    assert at(page) == "2 / 60"
    assert session.recording is None
    window.viewport.setFocus()
    QTest.keyClick(window.viewport, Qt.Key.Key_Right)
    hand.wait_until(lambda: session.recording is not None)
    hand.rest()
    assert at(page) == "2 / 60"
    assert window.bars.toast.text == "q̇ and q̈ are the recording's now."


def planned(hand, page):
    """The task of the plan of now, once the thread has it."""
    hand.wait_until(lambda: not page.is_busy and page.sheet.has("torques.plot"))
    hand.rest()
    return page.questions.known("plan").task


def played(window, hand, page):
    """Press the button, and wait for the scene that plays the motion back."""
    planned(hand, page)
    before = window.session.document
    click(page.widget.part("torques.do.play"))
    hand.wait_until(lambda: window.session.document is not before)


def saved(hand, page, path):
    planned(hand, page)
    save(hand, page, path)
    hand.wait_until(path.exists)


def save(hand, page, path):
    """Press the button, and answer the dialog."""
    click(page.widget.part("torques.do.save"))

    def dialogs():
        return [one for one in page.widget.findChildren(QFileDialog) if one.isVisible()]

    hand.wait_until(dialogs)
    dialogs()[0].fileSelected.emit(str(path))
    dialogs()[0].reject()


def row(page, k):
    """Where is typed how far a joint goes."""
    return page.widget.part("trajectory.rows").rows[k].field


def duration(page):
    return page.widget.view("times").fields[0]


def mass(page):
    return page.widget.view("mass").field


def test_a_motion_that_is_played_back_stays_in_sight_above_the_floor(lab):
    window, hand = lab.window, lab.hand
    assert window.open("ur5")
    page = lab.page("motion")
    typed(row(page, 1), "1.75")  # from lying along x to standing
    typed(duration(page), "0.2")
    task = planned(hand, page)
    played(window, hand, page)
    hand.rest()
    view = window.viewport.view
    assert view.floor_is_drawn()
    size = window.viewport.size_in_units()
    for q in task.q[::20]:
        poses = sim.frame_poses(window.session.model, q)[: len(view.mesh.radii)]
        centers = np.einsum("nij,nj->ni", poses[:, :3, :3], view.mesh.centers) + poses[:, :3, 3]
        assert in_sight(window.viewport.camera, size, centers).all()
    assert window.open("falling_brick")
    assert view.floor is None


def test_played_back_the_robot_makes_the_motion_and_the_plan_stays(lab, tmp_path):
    window, hand = lab.window, lab.hand
    assert window.open("planar_2r")
    window.preferences.angle_unit = "deg"
    page = lab.page("motion")
    typed(row(page, 0), "30")
    typed(row(page, 1), "-20")
    typed(duration(page), "1")
    typed(mass(page), "0.5")
    task = planned(hand, page)
    played(window, hand, page)
    hand.wait_until(lambda: window.session.playback.reached >= 0.999)
    window.session.playback.pause()
    recording = window.session.recording
    assert window.workspaces.current == "dynamics"
    assert np.abs(recording.q[: len(task.t)] - task.q[: len(recording)]).max() < 3e-3  # of dry friction, see the tests of sim
    hand.rest()
    planned(hand, page)
    hand.wait_until(lambda: "strays" in page.widget.part("facts").texts[-1])
    apart = np.abs(recording.q - task.q[: len(recording)]).max()
    assert page.widget.part("facts").texts[-1].endswith(f" strays most, by {number_text(np.degrees(apart), 3)} °")
    assert page.settings.plan.mass == 0.5
    np.testing.assert_array_equal(planned(hand, page).tau, task.tau)  # the payload is not there twice
    typed(mass(page), "0.6")
    planned(hand, page)
    assert "strays" not in page.widget.part("facts").texts[-1]  # another motion than the one that was played
    typed(mass(page), "0.5")
    planned(hand, page)
    saved(hand, page, tmp_path / "motion.toml")
    scene = sim.load_scene(tmp_path / "motion.toml")
    read = sim.simulate(scene)
    np.testing.assert_allclose(read.q[: len(recording)], recording.q[: len(read)], atol=1e-12)
