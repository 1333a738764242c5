"""The worked exercises, by mouse and keys in the real window."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from torseur import sim
from torseur.app.preferences.preferences import Preferences

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def page(window, hand):
    """The list of exercises, nothing done, in English."""
    binding = window.pages.laboratory.page("exercises")
    window.use_workspace("laboratory")
    window.panels.laboratory.show_page("exercises")
    hand.rest()
    yield binding.widget
    if binding.exercise is not None:
        binding.restart()
        binding.close()
    window.use_workspace("kinematics")


def click(widget, hand):
    QTest.mouseClick(widget, LEFT)
    hand.rest()


def line_of(page, key):
    """The list that an exercise is in, and its row there."""
    return next((rows, k) for rows in page.courses.lists for k, line in enumerate(rows.rows) if line.key == key)


def open_line(page, key, hand):
    rows, k = line_of(page, key)
    QTest.mouseClick(rows.viewport(), LEFT, pos=rows.row_rect(k).center())
    hand.rest()


def opened(window, page, hand, key, place=0):
    """Open an exercise from the list, wait for its robot, and take one of its questions."""
    open_line(page, key, hand)
    binding = window.pages.laboratory.page("exercises")
    hand.wait_until(lambda: binding.robot.is_there and binding.robot.is_at(binding.start_q))
    hand.rest()
    click(page.sheet.strip.tabs[place], hand)
    return page.sheet


def reveal(sheet, hand):
    """Take all hints, then the answer; what a hint has drawn is hidden again."""
    while sheet.help_button.isVisible():
        click(sheet.help_button, hand)
    if sheet.show_button.text() == "Hide from the robot":
        click(sheet.show_button, hand)


def predict(sheet, texts, hand):
    """Type into the fields one after the other, Enter behind each."""
    click(sheet.form.fields[0], hand)
    for text in texts:
        field = QGuiApplication.focusObject()
        field.selectAll()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)
    hand.rest()


@pytest.mark.journey
def test_a_wrong_prediction_is_told_why_then_a_right_one_shows_the_answer(window, page, hand):
    assert "welcome" in page.replaces.text
    sheet = opened(window, page, hand, "scara_speeds")
    assert (window.session.document.name, window.workspaces.current) == ("scara", "laboratory")
    np.testing.assert_allclose(window.session.q, [np.pi / 4, np.pi / 4, 0.1])
    assert "links of 0.5 m and 1 m" in sheet.statement.text
    predict(sheet, ["-2.83", "3.83"], hand)
    assert "sign reversed" in sheet.verdict.text
    click(sheet.help_button, hand)
    assert sheet.hints.text == "q\u0307 = J⁻¹ v"
    click(sheet.help_button, hand)
    assert sheet.hints.text.count("\n") == 1
    assert sheet.help_button.text() == "Hint 3 of 3"
    assert not sheet.answer.isVisible()
    predict(sheet, ["2.83", "-3.83"], hand)
    assert sheet.praise.text == "Right."
    assert not sheet.verdict.isVisible()
    assert sheet.answer.isVisible()
    np.testing.assert_allclose(sheet.answer.view.values[:, 0], [2.828427, -3.828427], atol=1e-6)
    assert "shoulder" in sheet.explains.text
    click(sheet.next_button, hand)
    assert sheet.strip.tabs[1].isChecked()
    assert not sheet.answer.isVisible()
    click(sheet.back, hand)
    rows, k = line_of(page, "scara_speeds")
    assert rows.rows[k].state == "1 of 5 right"


def test_what_is_no_number_is_refused_and_a_decimal_comma_is_understood(window, page, hand):
    sheet = opened(window, page, hand, "scara_speeds", 3)
    click(sheet.check_button, hand)
    assert sheet.verdict.text == "Give your prediction first."
    predict(sheet, ["fast"], hand)
    assert "such as 0.5" in sheet.form.fields[0].toolTip()
    click(sheet.check_button, hand)
    assert "Type a number, such as" in sheet.verdict.text  # where it is looked for, not in a tip alone
    predict(sheet, ["0,82"], hand)
    assert not sheet.form.fields[0].refused
    assert sheet.praise.text == "Right."


def test_a_variant_has_other_numbers_and_scores_of_its_own_which_are_exported(window, page, hand, tmp_path, monkeypatch):
    binding = window.pages.laboratory.page("exercises")
    click(page.variant, hand)
    page.variant.selectAll()
    QTest.keyClicks(page.variant, "12")
    QTest.keyClick(page.variant, Qt.Key.Key_Return)
    hand.rest()
    sheet = opened(window, page, hand, "scara_speeds@12")
    try:
        answer = sim.inverse_velocity(window.session.model, binding.start_q, "scara/tool", [0, 1, 0], rows="position").speeds
        speed = float(sheet.statement.text.split(" m/s along +y")[0].split()[-1])
        assert not np.allclose(binding.start_q, [np.pi / 4, np.pi / 4, 0.1]) or speed != 1.0
        click(sheet.help_button, hand)
        predict(sheet, ["1", "1"], hand)
        predict(sheet, [f"{speed * x:.4g}" for x in answer[:2]], hand)
        assert sheet.praise.text == "Right."
        click(sheet.back, hand)
        assert page.score.text == "Score: 1 of 126 right, 0.5 points; after a hint half a point"
        binding.set_variant(7)  # of another variant nothing was tried, and all that was tried is exported
        monkeypatch.setattr(binding, "ask_place", lambda: str(tmp_path / "scores.csv"))
        click(page.export, hand)
        hand.wait_until(lambda: (tmp_path / "scores.csv").exists())
        rows = list(csv.reader((tmp_path / "scores.csv").read_text().splitlines()))
        assert [row for row in rows if row[1] == "12"] == [["scara_speeds", "12", "rates", "right", "2", "1", "0.5"]]
    finally:
        binding.set_variant(12)
        if binding.exercise is None:
            binding.open("scara_speeds@12")
        binding.restart()
        binding.close()
        binding.set_variant(0)


def test_a_series_of_a_folder_of_own_exercises_is_listed_and_solved_in_its_variant(window, page, hand, tmp_path, monkeypatch):
    binding = window.pages.laboratory.page("exercises")
    (tmp_path / "monday.toml").write_text('title = "Monday"\ntext = "Read first."\nvariant = 3\nexercises = ["scara_forces"]\n')
    (tmp_path / "broken.toml").write_text("title = 1\n")
    monkeypatch.setattr(binding, "ask_folder", lambda: str(tmp_path))
    click(page.folder, hand)
    try:
        texts = page.courses.texts
        assert ["Monday", "Read first."] in texts
        assert any("broken.toml" in text for _, text in texts)
        sheet = opened(window, page, hand, "scara_forces@3")
        assert page.variant.text() == "3"
        force = float(sheet.question.text.split(" N along")[0].split()[-1])
        J = sim.jacobian(window.session.model, binding.start_q, "scara/tool")
        predict(sheet, [f"{x:.4g}" for x in J.T @ [force, 0, 0, 0, 0, 0]], hand)
        assert sheet.praise.text == "Right."
    finally:
        if binding.exercise is not None:
            binding.restart()
            binding.close()
        window.preferences.exercise_folder = ""


def test_a_decimal_comma_is_understood_in_every_field_of_an_exercise(window, page, hand):
    sheet = opened(window, page, hand, "scara_speeds")
    predict(sheet, ["2,828", "-3,83"], hand)  # not as thousands are written
    assert sheet.praise.text == "Right."


def test_revealing_marks_the_question_and_the_answer_follows_the_sliders(window, page, hand):
    sheet = opened(window, page, hand, "scara_jacobian", 1)
    reveal(sheet, hand)
    assert sheet.strip.tabs[1].state == "revealed"
    assert not sheet.yours.isVisible()
    window.session.move_joint("scara/elbow", 1.0)
    hand.rest()
    assert sheet.yours.isVisible()
    J = sim.jacobian(window.session.model, window.session.q, "scara/tool")
    np.testing.assert_allclose(sheet.yours.view.values, J[:2, :2], atol=1e-15)
    np.testing.assert_allclose(sheet.answer.view.values, [[-1.353553, -1], [0.353553, 0]], atol=1e-6)
    assert "45°, 57.3°, 0.1 m" in sheet.yours.view.caption
    click(sheet.robot_button, hand)
    assert not sheet.yours.isVisible()


def test_an_answer_of_plans_says_so_and_is_the_same_in_every_pose(window, page, hand):
    sheet = opened(window, page, hand, "friction_pyramid", 4)
    predict(sheet, ["62", "1.617", "0.273"], hand)
    assert sheet.praise.text == "Right."
    assert sheet.answer.view.caption == "of plans that were computed before"
    window.session.move_joint("hopper/lean", 0.1)
    hand.rest()
    assert not sheet.yours.isVisible()


def test_where_there_is_no_answer_the_page_says_so(window, page, hand):
    sheet = opened(window, page, hand, "scara_speeds")
    reveal(sheet, hand)
    window.session.move_joint("scara/elbow", 0.0)
    hand.rest()
    assert sheet.yours.line.text == "None here: J is singular."
    assert sheet.yours.array_text() is None


def test_showing_takes_the_pose_and_draws_the_arrow_with_its_legend(window, page, hand):
    sheet = opened(window, page, hand, "spherical", 3)
    reveal(sheet, hand)
    window.session.move_joint("spherical_rrp/azimuth", 1.0)
    click(sheet.show_button, hand)
    np.testing.assert_allclose(window.session.q, [np.radians(30), 0.0, 0.5])
    (arrow,) = [arrow for arrow in window.drawing.picture.overlays.arrows if arrow.label == "u"]
    direction = arrow.vector / np.linalg.norm(arrow.vector)
    np.testing.assert_allclose(abs(direction), [0.5, np.sqrt(3) / 2, 0.0], atol=1e-12)
    assert window.drawing.switches.now.ellipsoids
    assert [row.name for row in window.pages.laboratory.page("exercises").legend()] == ["Direction"]
    click(sheet.show_button, hand)
    assert not [arrow for arrow in window.drawing.picture.overlays.arrows if arrow.label == "u"]
    assert not window.drawing.switches.now.ellipsoids, "those of the question go with its arrow"


def test_ellipsoids_that_the_user_has_switched_since_stay_as_they_are(window, page, hand):
    sheet = opened(window, page, hand, "spherical", 3)
    reveal(sheet, hand)
    click(sheet.show_button, hand)
    window.viewport.setFocus()
    QTest.keyClick(window.viewport, Qt.Key.Key_E)
    QTest.keyClick(window.viewport, Qt.Key.Key_E)
    QTest.keyClick(window.viewport, Qt.Key.Key_G)
    hand.rest()
    assert window.drawing.switches.now.ellipsoids
    click(sheet.show_button, hand)
    assert window.drawing.switches.now.ellipsoids
    window.drawing.switches.switch("ellipsoids", False)
    window.drawing.switches.switch("frames", False)


def shown_on_the_robot(window, page, hand):
    """The spherical arm's lost direction, with its ellipsoid; what the view showed before."""
    sheet = opened(window, page, hand, "spherical", 3)
    reveal(sheet, hand)
    before = window.drawing.switches.now
    click(sheet.show_button, hand)
    assert window.drawing.switches.now != before
    assert sheet.show_button.text() == "Hide from the robot"
    assert not window.viewport.hides_arrows()
    return sheet, before


def test_another_page_workspace_or_robot_takes_back_what_was_shown_on_the_robot(window, page, hand):
    sheet, before = shown_on_the_robot(window, page, hand)
    window.panels.laboratory.show_page("jacobian")
    hand.rest()
    assert window.drawing.switches.now == before
    window.panels.laboratory.show_page("exercises")
    hand.rest()
    assert sheet.show_button.text() == "Show on the robot"
    assert not window.pages.laboratory.page("exercises").legend()
    click(sheet.show_button, hand)
    asked = window.drawing.switches.now
    window.use_workspace("contact")
    window.drawing.switches.show(asked)  # by chance the same
    hand.rest()
    assert window.drawing.switches.now == asked
    window.drawing.switches.switch("ellipsoids", False)
    window.use_workspace("laboratory")
    hand.rest()
    assert window.drawing.switches.now == before
    click(sheet.show_button, hand)
    assert window.open("planar_2r")
    hand.rest()
    assert window.drawing.switches.now == before
    assert "spherical_rrp, is not open" in sheet.robot_line.text


def test_an_option_is_chosen_by_a_click_and_progress_is_kept(window, page, hand):
    sheet = opened(window, page, hand, "scara_speeds", 2)
    click(sheet.form.options["3"], hand)
    click(sheet.check_button, hand)
    assert sheet.verdict.text == "Not this one."
    click(sheet.form.options["2"], hand)
    assert sheet.verdict.text == ""
    click(sheet.check_button, hand)
    assert sheet.praise.text == "Right."
    kept = Preferences(window.preferences.save())
    assert kept.exercise_states["scara_speeds"] == {"too_fast": "right"}
    click(sheet.again, hand)
    assert "scara_speeds" not in window.preferences.exercise_states


def test_answer_and_formula_are_copied_and_read_back(window, page, hand):
    sheet = opened(window, page, hand, "scara_jacobian", 1)
    reveal(sheet, hand)
    values = sheet.answer.view.values
    sheet.answer.copy.forms.actions()[2].trigger()
    np.testing.assert_array_equal(eval(QGuiApplication.clipboard().text(), {"np": np}), values)
    sheet.answer.copy.forms.actions()[1].trigger()
    rows = list(csv.reader(io.StringIO(QGuiApplication.clipboard().text())))
    np.testing.assert_array_equal(np.array([row[1:] for row in rows[1:]], dtype=float), values)
    sheet.formula_copy.forms.actions()[2].trigger()
    names = {"np": np}
    exec(QGuiApplication.clipboard().text(), names)
    np.testing.assert_allclose(names["answer"], values, atol=1e-12)
    sheet.formula_copy.forms.actions()[0].trigger()
    assert QGuiApplication.clipboard().text().startswith("J = \\begin{bmatrix}")


def test_a_table_that_is_not_saved_stays_if_the_user_says_so(window, page, hand, monkeypatch):
    asked = []
    monkeypatch.setattr(window.dialogs, "ask_to_save", lambda name, *_: asked.append(name) or "cancel")
    assert window.open("planar_2r")
    window.use_workspace("table")
    hand.rest()
    field = window.panels.table.grid.fields[0, "a"]
    click(field, hand)
    field.selectAll()
    QTest.keyClicks(field, "0.7")
    QTest.keyClick(field, Qt.Key.Key_Return)
    hand.wait_until(lambda: window.documents.tables.unsaved)
    window.use_workspace("laboratory")
    window.panels.laboratory.show_page("exercises")
    hand.rest()
    open_line(page, "scara_forces", hand)
    hand.wait_until(lambda: bool(asked))
    hand.rest()
    assert window.session.document.name == "planar_2r"
    assert window.documents.tables.unsaved
    assert "scara, is not open" in page.sheet.robot_line.text
    click(page.sheet.form.fields[0], hand)
    predict(page.sheet, ["1", "2", "3"], hand)
    assert page.sheet.verdict.text.startswith("Open the robot first")
    monkeypatch.setattr(window.dialogs, "ask_to_save", lambda *_: "discard")
    click(page.sheet.robot_button, hand)
    hand.wait_until(lambda: window.session.document.name == "scara")


def test_a_recording_is_not_given_up_without_asking(window, page, hand):
    window.session.playback.play()
    hand.wait_until(lambda: window.session.recording is not None and window.session.playback.time > 0.05)
    window.session.playback.pause()
    open_line(page, "planar_rp", hand)
    assert window.session.document.name == "welcome"
    assert "save it first" in page.sheet.robot_line.text
    click(page.sheet.check_button, hand)
    click(page.sheet.robot_button, hand)
    binding = window.pages.laboratory.page("exercises")
    hand.wait_until(lambda: binding.robot.is_there and binding.robot.is_at(binding.start_q))
    assert "in the pose" in page.sheet.robot_line.text


@pytest.mark.parametrize(
    ("key", "place", "numbers"), [("thrown_body", 3, ["-0.484", "9.19", "2.23"]), ("two_branches", 3, ["14.2", "0.5", "0.5"])]
)
def test_exercises_on_dynamics_are_asked_of_their_robots_bodies_and_trees(window, page, hand, key, place, numbers):
    sheet = opened(window, page, hand, key, place)
    predict(sheet, numbers, hand)
    assert sheet.praise.text == "Right."
    click(sheet.next_button, hand)
    if sheet.show_button.isVisible():
        click(sheet.show_button, hand)
    window.session.snapshot_changed.emit()
    hand.rest()


def test_an_exercise_on_a_plan_opens_that_plan_in_the_laboratory_and_the_next_one_keeps_it(window, page, hand):
    pytest.importorskip("casadi")
    sheet = opened(window, page, hand, "known_times")
    assert window.session.document.task.name == "lecture_hop"
    assert window.session.document.plan.cost == pytest.approx(113.928, abs=1e-3)
    assert window.workspaces.current == "laboratory"
    assert "Space plays it" in sheet.robot_line.text
    click(sheet.back, hand)
    open_line(page, "scara_speeds", hand)  # which would drop the plan: it is asked for by a button
    assert window.session.document.task is not None
    assert "save the plan first" in sheet.robot_line.text
    click(sheet.robot_button, hand)
    hand.wait_until(lambda: window.session.document.name == "scara")


def test_an_exercise_on_contact_is_asked_beside_its_scene(window, hand):
    window.use_workspace("contact")
    window.panels.contact_laboratory.show_page("contact_exercises")
    hand.rest()
    binding = window.pages.contact.page("contact_exercises")
    sheet = binding.widget.sheet
    try:
        open_line(binding.widget, "incline", hand)
        hand.wait_until(lambda: binding.robot.is_there)
        hand.rest()
        assert (window.session.document.name, window.workspaces.current) == ("incline_30", "contact")
        click(sheet.strip.tabs[3], hand)
        predict(sheet, ["0.6571"], hand)
        assert sheet.praise.text == "Right."
        assert sheet.answer.view.caption == "computed from the scene"
        np.testing.assert_allclose(sheet.answer.view.values, 0.657145, atol=1e-6)
        window.commands.run("add:box")  # of which the exercise knows nothing
        hand.wait_until(lambda: "other bodies" in sheet.robot_line.text)
        assert binding.robot.case() is None
        window.session.undo_stack.undo()
        hand.wait_until(lambda: binding.robot.is_there)
    finally:
        binding.restart()
        binding.close()
        window.use_workspace("kinematics")
