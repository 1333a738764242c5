"""The pages Jacobian, Velocities and Rotation in the real window, by mouse and keys."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.gui.body_in_view import where_is
from torseur import sim
from torseur.app.laboratory.jacobian.jacobian_settings import JacobianSettings
from torseur.ui.text.number_text import parse_number


@pytest.fixture
def laboratory(window, hand):
    """The laboratory on the page Jacobian, with a robot that is a table."""

    def opened(robot, page="jacobian"):
        assert window.open(robot)
        QTest.keyClick(window, Qt.Key.Key_5)
        hand.rest()
        QTest.mouseClick(window.panels.laboratory.strip.tab(page), Qt.MouseButton.LeftButton)
        hand.rest()
        return window.pages.laboratory.page(page)

    return opened


def type_into(field, text, hand):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    hand.rest()


def arrows(window, start):
    return [arrow for arrow in window.drawing.picture.overlays.arrows if arrow.label.startswith(start)]


@pytest.mark.journey
def test_a_column_is_chosen_here_or_in_the_panel_and_a_displacement_typed_in_the_unit_shown(window, laboratory, hand):
    page, joints = laboratory("scara"), window.panels.joints
    page.bring_back(JacobianSettings())  # whatever the course has chosen in the same window
    hand.wait_until(lambda: page.questions.known("formulas") is not None)
    hand.rest()
    assert page.sheet.block("routes.tiles").facts[3][1] != "–", "formulas are a route once they are there"
    QTest.mouseClick(page.widget.part("routes.which").button("symbolic"), Qt.MouseButton.LeftButton)
    hand.rest()
    formulas, table = page.widget.part("routes.formulas"), page.widget.part("routes.table")
    assert formulas.isVisible()
    assert formulas.height() > 100
    J = sim.jacobian(window.session.model, window.session.q, window.session.frame)
    np.testing.assert_allclose(table.values, J, atol=1e-12)
    QTest.mouseClick(table, Qt.MouseButton.LeftButton, pos=table.cell_rect(0, 1).center().toPoint())
    hand.rest()
    assert page.widget.view("column").head.title.endswith("_2")
    assert joints.selected_joint == window.session.model.joint_names[1]
    assert arrows(window, "z₂ × (P − o₂)")
    row = next(joints.row(name) for name in joints.names if name.endswith("quill"))
    QTest.mouseClick(row, Qt.MouseButton.LeftButton, pos=QPoint(30, 15))
    hand.rest()
    assert page.widget.part("column.facts").texts[4].startswith("v = z (0, 0, −1)")
    field = page.widget.part("displacement.amounts").rows[0].field
    assert field.text() == "5.000"
    window.preferences.angle_unit = "rad"
    hand.rest()
    try:
        assert float(field.text()) == pytest.approx(np.radians(5.0), abs=1e-4)
        type_into(field, "0.2", hand)
        assert dict(page.settings.steps).popitem()[1] == pytest.approx(0.2)
        assert arrows(window, "J δq")
    finally:
        window.preferences.angle_unit = "deg"


def test_the_status_line_says_that_routes_agree(window, laboratory, hand):
    laboratory("arm_6r")
    hand.wait_until(lambda: "three Jacobian routes agree" in " ".join(window.bars.status.texts))


def test_an_axis_is_typed_and_the_tip_of_a_vector_is_dragged_until_the_page_is_left(window, laboratory, hand):
    page, viewport = laboratory("scara", "rotation"), window.viewport
    fields = page.widget.part("formula.axis").fields
    for field in fields:
        type_into(field, "0", hand)
    assert fields[2].refused
    assert "no length" in fields[2].toolTip()
    QTest.keyClick(fields[2], Qt.Key.Key_Escape)
    type_into(page.widget.part("formula.angle").rows[0].field, "90", hand)
    assert arrows(window, "u, θ 90.00°")
    before = page.settings.vector
    (tips,) = page.page.tools(page.seen(), page.settings, page.questions)
    handle = next(handle for handle in tips.handles if handle.key == "vector")
    x, y, _ = viewport.view.camera.project(handle.tip[None], (viewport.width(), viewport.height()))[0]
    start = QPoint(round(x), round(y))

    def drag():
        QTest.mouseMove(viewport, start)
        QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
        for step in range(1, 6):
            QTest.mouseMove(viewport, start + QPoint(8 * step, -4 * step))
            hand.rest()
        assert np.linalg.norm(np.subtract(page.settings.vector, before)) > 0.05

    drag()
    QTest.keyClick(viewport, Qt.Key.Key_Escape)
    hand.rest()
    assert page.settings.vector == before
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=start + QPoint(40, -20))
    drag()
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=start + QPoint(40, -20))
    hand.rest()
    shown = [parse_number(field.text()) for field in page.widget.part("turned.vector").fields]
    np.testing.assert_allclose(shown, page.settings.vector, atol=1e-3)  # four digits
    QTest.mouseClick(page.widget.part("sum.drawn"), Qt.MouseButton.LeftButton)
    hand.rest()
    assert len(arrows(window, "ω(")) == 3
    tool = page.tools.shown["tips"]
    assert tool in viewport.mouse.tools
    QTest.mouseClick(window.panels.laboratory.strip.tab("jacobian"), Qt.MouseButton.LeftButton)
    hand.rest()
    assert tool not in viewport.mouse.tools
    assert arrows(window, "u, θ") == []


def test_a_point_of_a_link_is_picked_and_undone_with_its_frame(window, laboratory, hand):
    page, session = laboratory("ur5"), window.session
    tool_frame = session.frame
    link = next(name for name in session.model.body_names if name.endswith("forearm_link"))
    pick = page.widget.part("point.pick")

    def picked(at):
        QTest.mouseClick(pick, Qt.MouseButton.LeftButton)
        assert page.tools.shown["pick"].armed
        QTest.mouseClick(window.viewport, Qt.MouseButton.LeftButton, pos=at)
        hand.rest()
        assert session.frame == link
        return page.settings.point.point

    at = where_is(window, link)
    point = picked(at)
    assert not page.tools.shown["pick"].armed
    assert page.widget.view("point").block.open
    place = sim.frame_pose(session.model, session.q, link) @ np.append(point, 1.0)
    seen = window.viewport.camera.project(place[None, :3], window.viewport.size_in_units())[0]
    assert np.hypot(seen[0] - at.x(), seen[1] - at.y()) < 2.0
    assert picked(where_is(window, link) + QPoint(1, 1)) != point  # another point of the same link
    session.undo_stack.undo()
    hand.rest()
    assert page.settings.point.point == point
    type_into(page.widget.part("point.fields").fields[2], "0.25", hand)
    assert page.settings.point.point[2] == 0.25
    for _ in range(2):
        session.undo_stack.undo()
        hand.rest()
    assert (session.frame, page.settings.point.point) == (tool_frame, None)
    session.undo_stack.redo()
    hand.rest()
    assert session.frame == link
    assert len(window.drawing.picture.overlays.points) == 1
    QTest.mouseClick(page.widget.part("point.clear"), Qt.MouseButton.LeftButton)
    hand.rest()
    assert window.drawing.picture.overlays.points == ()


def test_what_a_section_draws_comes_into_sight_when_it_is_unfolded(window, laboratory, hand):
    laboratory("scara", "velocities")
    camera = window.viewport.camera
    window.viewport.set_camera(replace(camera, distance=0.25 * camera.distance))
    section = window.pages.laboratory.page("velocities").widget.view("relative")
    if section.block.open:  # left so by another test
        QTest.mouseClick(section.head, Qt.MouseButton.LeftButton)
    hand.rest()
    assert window.viewport.hides_arrows()
    QTest.mouseClick(section.head, Qt.MouseButton.LeftButton)
    hand.wait_until(lambda: not window.viewport.hides_arrows())
