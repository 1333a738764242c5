"""The pages Jacobian and Rotation in the real window, by mouse and keys."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.gui.body_in_view import where_is
from torseur import sim
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
        return window.laboratory.page(page)

    return opened


def type_into(field, text, hand):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    hand.rest()


def arrows(window, start):
    return [arrow for arrow in window.picture.overlays.arrows if arrow.label.startswith(start)]


def test_a_click_on_a_column_draws_its_vectors_and_selects_its_joint(window, laboratory, hand):
    page = laboratory("scara")
    table = page.widget.routes.table
    QTest.mouseClick(table, Qt.MouseButton.LeftButton, pos=table.cell_rect(0, 1).center().toPoint())
    hand.rest()
    frame = window.session.frame
    routes = sim.jacobian_routes(window.session.model, window.session.q, frame)
    (axis,) = routes.axes_of(1)
    (z,) = arrows(window, "z₂")[:1]
    np.testing.assert_allclose(z.tail, axis.o, atol=1e-12)
    (speed,) = arrows(window, "z₂ × (P − o₂)")
    np.testing.assert_allclose(np.cross(speed.vector, axis.linear(routes.pose[:3, 3])), 0.0, atol=1e-12)
    dashed = [arrow for arrow in window.picture.overlays.arrows if arrow.kind == "dashed" and not arrow.label]
    np.testing.assert_allclose(dashed[0].tail + dashed[0].vector, routes.pose[:3, 3], atol=1e-12)
    assert page.widget.column.head.title.endswith("_2")
    assert window.panels.joints.selected_joint == window.session.model.joint_names[1]
    QTest.mouseClick(page.widget.column.drawn, Qt.MouseButton.LeftButton)
    hand.rest()
    assert arrows(window, "z₂") == []


def test_a_joint_that_is_selected_at_the_left_is_the_column_shown(window, laboratory, hand):
    page = laboratory("scara")
    joints = window.panels.joints
    row = next(joints.row(name) for name in joints.names if name.endswith("quill"))
    QTest.mouseClick(row, Qt.MouseButton.LeftButton, pos=QPoint(30, 15))
    hand.rest()
    assert page.widget.column.facts.texts[4].startswith("v = z (0, 0, −1)")


def test_formulas_are_a_route_of_a_table_once_they_are_there(window, laboratory, hand):
    page = laboratory("scara")
    hand.wait_until(lambda: page.routes is not None and "symbolic" in page.routes.routes)
    assert page.routes.largest < 1e-12
    QTest.mouseClick(page.widget.routes.which.button("symbolic"), Qt.MouseButton.LeftButton)
    np.testing.assert_allclose(page.widget.routes.table.values, page.routes.J, atol=1e-12)
    hand.rest()
    formulas = page.widget.routes.formulas
    assert formulas.isVisible()
    assert formulas.height() > 100
    assert formulas.entries[0] == ("−a₁·s₁ − a₂·s₁₂", "−a₂·s₁₂", "0")
    assert "a₁ = 0.5, a₂ = 1" in page.widget.routes.formulas_note.text
    window.session.set_frame(window.session.model.body_names[1])
    hand.rest()
    assert "symbolic" not in page.routes.routes
    assert page.widget.routes.line.text == "No formulas: they are of the table's tool, and this is another frame."


def test_the_small_displacement_of_the_course_is_typed_and_drawn(window, laboratory, hand):
    page = laboratory("planar_rp")
    model = window.session.model
    for name, value in zip(model.joint_names, (np.radians(30.0), 4.0), strict=True):
        window.session.move_joint(name, value)
    hand.rest()
    rows = page.widget.displacement.amounts.rows
    type_into(rows[0].field, "5", hand)
    type_into(rows[1].field, "1", hand)
    found = page.displacement
    moved = np.abs(found.linear[:3]) > 1e-9
    np.testing.assert_allclose(found.linear[:3][moved], [0.691492, 0.802300], atol=5e-7)  # THEORY §8
    np.testing.assert_allclose(page.widget.displacement.table.values[:3, 0], found.linear[:3], atol=1e-12)
    (linear,) = arrows(window, "J δq")
    (exact,) = arrows(window, "exact")
    np.testing.assert_allclose(linear.vector, found.linear[:3], atol=1e-12)
    np.testing.assert_allclose(exact.vector, found.exact[:3], atol=1e-12)
    assert page.widget.displacement.beyond.text.endswith("cannot go there: slide 5.000 m, limit 4.400 m.")
    before = np.linalg.norm(found.gap)
    QTest.mouseClick(page.widget.displacement.halve, Qt.MouseButton.LeftButton)
    hand.rest()
    assert np.linalg.norm(page.displacement.gap) / before == pytest.approx(0.25, abs=0.01)


def test_the_switch_of_units_is_respected_in_every_field(window, laboratory, hand):
    page = laboratory("scara")
    field = page.widget.displacement.amounts.rows[0].field
    assert field.text() == "5.000"
    window.preferences.angle_unit = "rad"
    hand.rest()
    try:
        assert float(field.text()) == pytest.approx(np.radians(5.0), abs=1e-4)
        type_into(field, "0.2", hand)
        assert page.displacement.dq[0] == pytest.approx(0.2)
    finally:
        window.preferences.angle_unit = "deg"


def test_the_status_line_says_that_routes_agree(window, laboratory, hand):
    laboratory("arm_6r")
    hand.wait_until(lambda: "three Jacobian routes agree" in " ".join(window.status_line.texts))


def test_a_scene_without_joints_says_so(window, laboratory):
    page = laboratory("falling_brick")
    assert "no frame to look at" in page.widget.line.text
    assert not page.widget.routes.isVisible()


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


def test_j_is_shown_at_a_point_of_a_link_that_is_picked_typed_undone_and_cleared(window, laboratory, hand):
    page = laboratory("ur5")
    section, session = page.widget.point, window.session
    tool_frame = session.frame
    link = next(name for name in session.model.body_names if name.endswith("forearm_link"))
    QTest.mouseClick(section.pick, Qt.MouseButton.LeftButton)
    assert page.point.tool.armed
    at = where_is(window, link)
    QTest.mouseClick(window.viewport, Qt.MouseButton.LeftButton, pos=at)
    hand.rest()
    assert session.frame == link
    assert not page.point.tool.armed
    assert section.is_open
    point = page.point.point
    np.testing.assert_allclose(page.routes.J, sim.point_jacobian(session.model, session.q, link, point), atol=1e-14)
    place = sim.frame_pose(session.model, session.q, link) @ np.append(point, 1.0)
    (mark,) = window.picture.overlays.points
    np.testing.assert_allclose(mark.position, place[:3], atol=1e-12)
    seen = window.viewport.camera.project(place[None, :3], window.viewport.size_in_units())[0]
    assert np.hypot(seen[0] - at.x(), seen[1] - at.y()) < 2.0
    assert any(text.startswith("v(P) = v(O) + ω × OP") for text in section.facts.texts)

    QTest.mouseClick(section.pick, Qt.MouseButton.LeftButton)
    beside = where_is(window, link) + QPoint(1, 1)  # another point of the same link
    QTest.mouseClick(window.viewport, Qt.MouseButton.LeftButton, pos=beside)
    hand.rest()
    assert session.frame == link
    assert not np.array_equal(page.point.point, point)
    session.undo_stack.undo()
    hand.rest()
    np.testing.assert_array_equal(page.point.point, point)

    type_into(section.fields.fields[2], "0.25", hand)
    assert page.point.point[2] == 0.25
    QTest.mouseClick(page.widget.routes.which.button("symbolic"), Qt.MouseButton.LeftButton)
    assert page.widget.routes.line.text == "No formulas: this robot is not a Denavit-Hartenberg table."
    shown = page.displacement  # of the same point
    np.testing.assert_allclose(shown.before[:3, 3], page.routes.pose[:3, 3], atol=1e-14)

    page.widget.routes.reference_chosen.emit("local")  # the transport is written in world axes all the same
    hand.rest()
    assert parse_number(section.line.text.rpartition(": ")[2].split(". ")[0]) < 1e-14
    page.widget.routes.reference_chosen.emit("world_aligned")
    session.undo_stack.undo()
    hand.rest()
    np.testing.assert_array_equal(page.point.point, point)
    session.undo_stack.undo()
    hand.rest()
    assert (session.frame, page.point.point) == (tool_frame, None)
    session.undo_stack.redo()
    hand.rest()
    assert session.frame == link
    QTest.mouseClick(section.clear, Qt.MouseButton.LeftButton)
    hand.rest()
    assert page.point.point is None
    assert window.picture.overlays.points == ()
    np.testing.assert_allclose(page.routes.J, sim.jacobian(session.model, session.q, link), atol=1e-14)


def test_small_displacements_and_their_inverse_are_formulas_with_numbers_beside(window, laboratory, hand):
    page = laboratory("cylindrical")
    section, session = page.widget.displacement_formulas, window.session
    session.pose(np.array([0.5, 0.4, 0.6]), "out")
    session.end_drag()
    QTest.mouseClick(section.head, Qt.MouseButton.LeftButton, pos=QPoint(60, 20))
    hand.wait_until(lambda: page.displacement_formulas.found is not None)
    hand.rest()
    first = section.direct.texts[0]
    assert first.startswith("δx = −d₃·s₁·δθ₁ + c₁·δd₃; δx ")
    number = parse_number(first.rpartition("; δx ")[2].split()[0])
    assert number == pytest.approx(page.displacement.linear[0], abs=5e-5)  # four decimals are shown
    assert section.inverse.texts[0].startswith("δθ₁ = (−s₁·δx + c₁·δy)/d₃; δθ₁ 5.000")
    session.pose(np.array([0.5, 0.4, 0.0]), "on the axis")
    session.end_drag()
    hand.rest()
    assert section.inverse.texts[0].endswith("d₃ = 0: singular")
