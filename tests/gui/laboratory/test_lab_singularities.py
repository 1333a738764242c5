"""The page "Singularities" of the laboratory, by mouse in the real window."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea

from torseur import sim

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def document():
    return "scara"


@pytest.fixture
def page(window, hand, tmp_path, monkeypatch):
    """The page on the SCARA, its formulas found by a process of its own."""
    monkeypatch.setenv("TORSEUR_CACHE_DIR", str(tmp_path))
    window.use_workspace("laboratory")
    window.panels.laboratory.show_page("singularities")
    window.session.pose(np.array([0.4, 1.1, 0.1]), "Start")
    binding = window.laboratory.page("singularities")
    hand.wait_until(lambda: binding.formulas.found is not None)
    yield binding
    window.use_workspace("kinematics")


def show(window, hand, widget):
    """Scroll until a widget is in sight."""
    area = widget
    while not isinstance(area, QScrollArea):
        area = area.parentWidget()
    area.ensureWidgetVisible(widget)
    hand.rest()


def press(window, hand, button):
    show(window, hand, button)
    QTest.mouseClick(button, LEFT)


def test_formulas_are_found_and_a_case_is_gone_to_and_undone(window, hand, page):
    section = page.widget.formulas
    assert section.determinant.text == "det J = −a₁·a₂·s₂"
    buttons = section.cases.buttons
    assert [button.isEnabled() for button in buttons] == [True, False]  # the elbow stops before 180 degrees
    before = window.session.q.copy()
    press(window, hand, buttons[0])
    np.testing.assert_allclose(window.session.q, [0.4, 0.0, 0.1], atol=1e-12)
    page.refresh()
    assert page.widget.tiles.texts[1].startswith("0")
    assert [arrow.label for arrow in page.overlays().arrows if arrow.label] == ["lost direction"]
    window.session.undo_stack.undo()
    np.testing.assert_allclose(window.session.q, before)


def test_found_formulas_are_kept_on_the_disk(window, hand, page):
    job = page.formulas.job
    asked, found = job.question, []
    job.found.connect(found.append)
    for _ in range(2):
        job.forget()
        job.ask(asked)
        was_running = job.running
        hand.wait_until(lambda: not job.running)
    assert not was_running  # the second time it is read
    assert found == [page.formulas.found] * 2
    job.found.disconnect(found.append)


def test_looking_for_formulas_shows_stages_and_is_given_up(window, hand, page):
    section, job = page.widget.formulas, page.formulas.job
    show(window, hand, section)
    job.forget()
    QTest.mouseClick(section.form.button("numbers"), LEFT)
    assert job.running
    QTest.mouseClick(section.cancel, LEFT)  # at once: it takes less than a second
    assert not job.running
    assert section.failure.text == "Given up."
    assert section.determinant.text == ""
    press(window, hand, section.again)
    hand.wait_until(lambda: section.determinant.text != "")
    assert not section.again.isVisible()
    assert "0.5" in section.determinant.text
    QTest.mouseClick(section.form.button("names"), LEFT)
    hand.wait_until(lambda: section.determinant.text != "")


def test_where_no_joint_moves_a_frame_there_are_no_rows_to_choose(window, hand, page):
    assert window.open("falling_brick")
    window.use_workspace("laboratory")
    hand.rest()
    assert "Nothing here is moved" in page.widget.absent.text
    assert not page.widget.rows.isEnabled()
    QTest.mouseClick(page.widget.rows.button("orientation"), LEFT)
    assert page.widget.absent.isVisible()
    assert window.open("scara")
    window.use_workspace("laboratory")
    hand.rest()
    assert page.widget.rows.isEnabled()
    assert not page.widget.absent.isVisible()


def test_a_map_of_a_robot_that_is_gone_is_not_drawn(window, hand, page):
    hand.wait_until(lambda: page.map.found is not None)
    question, found = page.map.question, page.map.found
    assert window.open("falling_brick")
    window.use_workspace("laboratory")
    hand.rest()
    page.map.on_found(question, found)  # as it comes from a thread that was slow
    assert page.map.found is None


def test_numbers_in_place_of_letters(window, hand, page):
    segment = page.widget.formulas.form.button("numbers")
    press(window, hand, segment)
    hand.wait_until(lambda: page.widget.formulas.determinant.text == "det J = −0.5·s₂")
    press(window, hand, page.widget.formulas.form.button("names"))
    assert page.widget.formulas.determinant.text == "det J = −a₁·a₂·s₂"  # known: at once


def test_a_drag_on_the_map_moves_two_joints_and_is_one_edit(window, hand, page):
    view = page.widget.map
    hand.wait_until(lambda: view.data is not None and len(view.data.a) == 121)
    show(window, hand, view)
    assert (view.data.name_a, view.data.name_b) == ("elbow", "quill")
    count = window.session.undo_stack.count()
    start, end = view.point_of(1.0, 0.1).toPoint(), view.point_of(-1.5, 0.3).toPoint()
    QTest.mousePress(view, LEFT, pos=start)
    QTest.mouseMove(view, (start + end) / 2)
    QTest.mouseMove(view, end)
    QTest.mouseRelease(view, LEFT, pos=end)
    hand.rest()
    np.testing.assert_allclose(window.session.q[1:], [-1.5, 0.3], atol=0.03)
    assert window.session.undo_stack.count() == count + 1
    data = page.widget.map.data
    np.testing.assert_allclose(data.values[:, 60], 0.5 * np.abs(np.sin(data.a)), atol=1e-12)
    window.session.undo_stack.undo()
    np.testing.assert_allclose(window.session.q, [0.4, 1.1, 0.1])


def test_a_map_that_is_singular_all_over_says_so(window, hand, page):
    hand.wait_until(lambda: page.widget.map.data is not None)
    elbow, quill = page.map.joints
    page.map.joints = elbow.replace("elbow", "shoulder"), quill
    window.session.pose(np.array([0.4, 0.0, 0.1]), "Stretched")
    hand.wait_until(lambda: page.widget.map.data.name_a == "shoulder")
    hand.wait_until(lambda: page.widget.no_map.text == "Singular all over this map, by the joints that are not on it.")
    assert page.widget.map.isVisible()
    page.map.joints = elbow, quill
    window.session.pose(np.array([0.4, 1.1, 0.1]), "Start")
    hand.wait_until(lambda: not page.widget.no_map.text)


def test_the_nearest_singular_configuration_is_looked_for_and_gone_to(window, hand, page):
    hand.wait_until(lambda: page.widget.nearest_button.isEnabled())
    assert "elbow 0°" in page.widget.nearest.text
    press(window, hand, page.widget.nearest_button)
    np.testing.assert_allclose(window.session.q, [0.4, 0.0, 0.1], atol=1e-8)
    hand.wait_until(lambda: page.widget.nearest.text.startswith("Here"))
    window.session.undo_stack.undo()
    np.testing.assert_allclose(window.session.q, [0.4, 1.1, 0.1])


def test_what_is_not_seen_computes_nothing(window, hand, page):
    window.panels.laboratory.show_page("statics")
    hand.rest()
    assert not page.formulas.job.running
    assert not page.nearest.waiting
    hand.wait_until(lambda: not page.map.busy)
    window.panels.laboratory.show_page("singularities")


def test_minors_tell_the_rank_where_the_robot_is_and_follow_it(window, hand, page):
    section, session = page.widget.minors, window.session
    show(window, hand, section.head)
    assert page.minors.found is None  # folded: nothing is worked out
    QTest.mouseClick(section.head, LEFT, pos=QPoint(60, 20))
    hand.rest()
    assert section.badge.text == "rank 3 of 3"
    (only,) = section.table.rows
    model, q = session.model, session.q
    det = np.linalg.det(sim.jacobian(model, q, session.frame)[:3])
    assert only.value == pytest.approx(det)
    session.pose(np.array([0.4, 0.0, 0.1]), "Straight")
    session.end_drag()
    hand.rest()
    assert section.badge.text == "rank 2 of 3"
    assert "All of size 3 are zero" in section.sentence.text
    assert section.table.rows[0].is_largest
    assert abs(section.table.rows[0].value) == pytest.approx(
        np.abs(sim.minors(sim.task_jacobian(model, session.q, session.frame), 2).values).max()
    )
    QTest.mouseClick(section.sizes.button("3"), LEFT)
    hand.rest()
    assert [row.is_zero for row in section.table.rows] == [True]


def test_a_case_is_written_in_axes_of_r0_and_the_joints_axes_are_drawn_where_it_is_lost(window, hand, page):
    section = page.widget.formulas
    press(window, hand, section.cases.buttons[0])  # θ₂ = 0
    hand.rest()
    (triad,) = [one for one in page.overlays().frames if one.label.startswith("axes of joint")]
    assert triad.label == "axes of joint 2"
    joint_axes = section.reduced.entries
    press(window, hand, section.axes.button("base"))
    hand.rest()
    assert section.reduced.entries != joint_axes
    assert section.reduced.entries[0][0] == "−a₁·s₁ − a₂·s₁"
    assert section.lost.text.startswith("Lost in the axes of R₀")
    assert page.overlays().frames == ()
    press(window, hand, section.axes.button("joint"))
    assert section.reduced.entries == joint_axes
