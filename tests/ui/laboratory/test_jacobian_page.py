"""The page of the Jacobian and that of rotations, by themselves: what they write, and what the user's hand tells."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from torseur import robots, sim
from torseur.ui.controls.fields.amount import Amount
from torseur.ui.controls.fields.amount_rows import AmountRows
from torseur.ui.controls.fields.vector_fields import VectorFields
from torseur.ui.displays.prose import Prose
from torseur.ui.laboratory.jacobian.page import JacobianPage
from torseur.ui.look.math_notation import DOT
from torseur.ui.text.short_names import short_names
from torseur.ui.text.vector_text import cross_lines, vector_text

AMOUNTS = [Amount(0, "q_1", "shoulder", True, np.pi, 2 * np.pi), Amount(2, "q_3", "quill", False, 0.3, 10.0)]


def shown(qtbot, widget, width=400):
    qtbot.addWidget(widget)
    widget.resize(width, widget.sizeHint().height())
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


def type_into(field, text):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_amounts_are_typed_in_the_unit_shown_and_told_in_radians(qtbot):
    rows, told = shown(qtbot, AmountRows("speeds")), []
    rows.set_amounts(AMOUNTS)
    rows.changed.connect(lambda column, value: told.append((column, value)))
    rows.show_values([0.0, 9.0, 0.0])
    assert told == []
    type_into(rows.rows[0].field, "90")
    assert told == [(0, pytest.approx(np.pi / 2))]
    rows.set_unit("rad")
    assert rows.rows[0].field.text() == "1.571"
    type_into(rows.rows[0].field, "2")
    type_into(rows.rows[1].field, "0.25")
    assert told[1:] == [(0, 2.0), (2, 0.25)]


def test_an_amount_that_is_too_large_is_refused_with_its_limit(qtbot):
    rows, told = shown(qtbot, AmountRows("speeds")), []
    rows.set_amounts(AMOUNTS)
    rows.show_values([0.0, 0.0, 0.0])
    rows.changed.connect(lambda *change: told.append(change))
    type_into(rows.rows[0].field, "361")
    assert rows.rows[0].field.refused
    assert "360.0°" in rows.rows[0].field.toolTip()
    assert told == []


def test_a_slider_of_an_amount_goes_both_ways_and_back_to_zero(qtbot):
    rows, told = shown(qtbot, AmountRows("speeds")), []
    rows.set_amounts(AMOUNTS)
    rows.show_values([0.0, 0.0, 0.0])
    rows.changed.connect(lambda _, value: told.append(value))
    slider = rows.rows[1].slider
    for share, expected in ((0.0, -0.3), (1.0, 0.3)):
        x = round(slider.x_of(expected))
        QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=slider.rect().center().__class__(x, 9))
        assert told[-1] == pytest.approx(expected, abs=0.02), share
    QTest.mouseDClick(slider, Qt.MouseButton.LeftButton, pos=slider.rect().center())
    assert told[-1] == 0.0


def test_a_vector_is_typed_number_by_number_and_refused_in_words(qtbot):
    fields, told = shown(qtbot, VectorFields("u", "axis")), []
    fields.check = lambda vector: "" if vector.any() else "no direction"
    fields.show_vector(np.array([1.0, 0.0, 0.0]))
    fields.entered.connect(lambda vector: told.append(vector.tolist()))
    type_into(fields.fields[1], "2")
    assert told == [[1.0, 2.0, 0.0]]
    fields.show_vector(np.array([1.0, 0.0, 0.0]))
    type_into(fields.fields[0], "0")
    assert fields.fields[0].refused
    assert fields.fields[0].toolTip() == "no direction"
    assert len(told) == 1


def test_products_are_written_out_with_their_numbers():
    a, b = np.array([0.0, 0.6, -0.8]), np.array([0.5, -1.0, 0.25])
    assert vector_text(b) == "(0.5000, −1, 0.2500)"
    lines = cross_lines(a, b, ("v", "z", "r"))
    assert lines[0] == "v_x = z_y r_z − z_z r_y = 0.6000·0.2500 − (−0.8000)·(−1) = −0.6500"
    assert [float(line.rsplit("= ")[-1].replace("−", "-")) for line in lines] == pytest.approx(np.cross(a, b).tolist())


def test_names_lose_the_words_that_all_begin_with():
    assert short_names(["panda link1", "panda link2", "panda hand tcp"]) == ["link1", "link2", "hand tcp"]
    assert short_names(["arm", "arm left"]) == ["arm", "arm left"]
    assert short_names(["arm left"]) == ["arm left"]
    assert short_names(["root joint"] * 2) == ["joint"] * 2


@pytest.fixture
def page(qtbot):
    model, q = robots.load("scara"), np.array([np.pi / 4, np.pi / 4, 0.1])
    page = shown(qtbot, JacobianPage())
    amounts = [Amount(k, f"q_{k + 1}", name, k < 2, 1.0, 10.0) for k, name in enumerate(model.joint_names)]
    routes = sim.jacobian_routes(model, q, "tool")
    page.show_routes(routes, amounts, routes.axes_of(0), 0, 0, "no table.")
    dq = np.array([0.1, 0.0, 0.02])
    page.show_displacement(
        amounts, dq, sim.small_displacement(model, q, "tool", dq), sim.small_displacement(model, q, "tool", dq / 2)
    )
    return page


def test_each_route_shows_its_own_matrix_and_formulas_say_why_there_are_none(page):
    np.testing.assert_allclose(page.routes.table.values[:2, :2], [[-1.353553, -1.0], [0.353553, 0.0]], atol=1e-6)
    for key in ("composed", "differentiated", "compiled"):
        segment = page.routes.which.button(key)
        QTest.mouseClick(segment, Qt.MouseButton.LeftButton)
        np.testing.assert_allclose(page.routes.table.values[:2, 0], [-1.353553, 0.353553], atol=1e-6)
    QTest.mouseClick(page.routes.which.button("symbolic"), Qt.MouseButton.LeftButton)
    assert page.routes.table.values.size == 0
    assert page.routes.line.text == "No formulas: no table."
    assert page.routes.tiles.texts[3] == "–"


def test_a_click_on_a_cell_tells_its_column(page):
    told = []
    page.routes.column_chosen.connect(told.append)
    cell = page.routes.table.cell_rect(1, 2).center().toPoint()
    QTest.mouseClick(page.routes.table, Qt.MouseButton.LeftButton, pos=cell)
    assert told == [2]


def test_the_column_is_written_out(page):
    facts = page.column.facts.texts
    assert facts[0].startswith("z (0, 0, 1)")
    assert facts[4].startswith("v = z × (P − o) (−1.354, 0.3536, 0)")
    assert page.column.lines.texts[1].endswith("= 0.3536")


def test_displacements_stand_in_degrees_or_radians(page):
    assert page.displacement.table.values[5, 0] == pytest.approx(np.degrees(0.1))
    page.set_unit("rad")
    assert page.displacement.table.values[5, 0] == pytest.approx(0.1)
    assert float(page.displacement.tiles.texts[2]) == pytest.approx(4.0, abs=0.1)


def test_the_joint_that_leaves_its_limits_is_told_once_and_in_the_unit_shown(page):
    model, q, dq = robots.load("scara"), np.array([np.pi / 4, np.pi / 4, 0.1]), np.array([0.1, 0.0, 9.0])
    found = sim.small_displacement(model, q, "tool", dq)
    page.displacement.show_displacement(found, sim.small_displacement(model, q, "tool", dq / 2))
    page.displacement.set_unit("rad")
    told = [one.text for one in page.displacement.findChildren(Prose) if "limits" in one.text]
    assert told == ["q + δq is out of limits, the robot cannot go there: quill 9.100 m, limit 0.3500 m."]


def test_the_derivative_of_the_pose_says_that_it_is_in_world_axes(page):
    model, q = robots.load("scara"), np.array([np.pi / 4, np.pi / 4, 0.1])
    found, turn = sim.pose_derivative(model, q, "tool", 0), Amount(0, f"q{DOT}_1", "shoulder", True, 1.0, 10.0)
    view = page.routes.derivative
    page.routes.show_derivative(found, turn)
    assert view.facts.texts[0].startswith("∂P/∂q1, rows 1 to 3")
    assert view.line.text == "World axes, at P."
    page.routes.show_routes(sim.jacobian_routes(model, q, "tool", "local"), [turn], "no table.")
    page.routes.show_derivative(found, turn)
    assert view.line.text == "World axes, at P. The table above has J as it is chosen there, with other rows."
    page.routes.show_derivative(found, Amount(0, "v_x", "base", False, 1.0, 10.0))
    assert view.facts.texts[0].startswith("v(P) where vx = 1 m/s alone, rows 1 to 3"), "no derivative by a speed"


def test_what_is_copied_is_in_si_units_with_every_digit(page):
    copied = page.displacement.copy.source()
    assert copied.values[5, 0] == pytest.approx(0.1, abs=1e-15)
    assert "[-1.3535533905932" in page.routes.copy.source().text("numpy")


def test_frames_of_one_robot_go_by_their_last_part_and_those_of_several_by_all(page):
    chooser = page.routes.frame
    page.routes.set_frames(["arm/link1", "arm/tool"])
    assert [chooser.itemText(row) for row in range(2)] == ["link1", "tool"]
    chooser.show_choice("arm/tool")
    assert (chooser.choice, chooser.currentText()) == ("arm/tool", "tool")
    page.routes.set_frames(["arm/tool", "box/lid"])
    assert [chooser.itemText(row) for row in range(2)] == ["arm/tool", "box/lid"]


def test_the_letters_of_the_course_are_there(page):
    """Its z₀ and o₀ are the axis of joint 1; the point is P in every sentence."""
    assert "joint 1: z₀, o₀" in page.column.note.text
    QTest.mouseClick(page.routes.which.button("composed"), Qt.MouseButton.LeftButton)
    assert "v(P) = v(O) + ω × OP" in page.routes.about.text
