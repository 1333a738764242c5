"""The page Jacobian without a window: its routes, a column, a point of a link, small displacements and their formulas."""

from __future__ import annotations

import numpy as np
import pytest

from tests.app.laboratory.sheet.written_page import WrittenPage
from torseur import sim
from torseur.app.documents.document import open_document
from torseur.app.laboratory.jacobian.column_marks import frame_options
from torseur.app.laboratory.jacobian.jacobian_settings import LinkPoint
from torseur.app.laboratory.jacobian.page import Jacobian
from torseur.app.sheet.page import ChooseFrame, SelectJoint, Undoable
from torseur.ui.text.number_text import parse_number

POSE = (np.pi / 4, np.pi / 4, 0.1)


@pytest.fixture
def page():
    page = WrittenPage(Jacobian(), "scara")
    page.pose(POSE)
    return page


def of_table(name):
    page = WrittenPage(Jacobian(), name)
    page.see(table=open_document(name).table)
    return page


def test_each_route_shows_its_own_matrix_in_the_letters_of_the_course(page):
    for route in ("geometric", "composed", "differentiated", "compiled"):
        page.take("routes.which", "chosen", route)
        np.testing.assert_allclose(page.block("routes.table").values[:2, :2], [[-1.353553, -1.0], [0.353553, 0.0]], atol=1e-6)
    page.take("routes.which", "chosen", "composed")
    assert "v(P) = v(O) + ω × OP" in page.block("routes.about").text
    page.take("routes.which", "chosen", "symbolic")
    assert page.block("routes.line").text == "No formulas: this robot is not a Denavit-Hartenberg table."
    assert (page.block("routes.table").values, page.block("routes.tiles").facts[3][1]) == (None, "–")


def test_formulas_are_a_route_of_a_table_at_its_tool():
    page = of_table("scara")
    page.take("routes.which", "chosen", "symbolic")
    assert page.block("routes.formulas").entries[0] == ("-a₁·s₁ - a₂·s₁₂", "-a₂·s₁₂", "0")
    np.testing.assert_allclose(
        page.block("routes.table").values, sim.jacobian(page.seen.model, page.seen.q, page.seen.frame), atol=1e-12
    )
    assert "a₁ = 0.5, a₂ = 1" in page.block("formulas_note").text
    page.see(frame=page.seen.model.body_names[1])
    assert page.block("routes.line").text.endswith("they are of the table's tool, and this is another frame.")


def test_a_column_is_written_out_drawn_and_chosen_here_or_in_the_panel_of_joints(page):
    model, frame = page.seen.model, page.seen.frame
    facts = page.block("column.facts").facts
    assert facts[0][:2] == ("z", "(0, 0, 1)")
    assert facts[4][:2] == ("v = z × (P − o)", "(−1.354, 0.3536, 0)")
    assert page.block("column.lines").lines[1].endswith("= 0.3536")
    assert "joint 1: z₀, o₀" in page.block("column.note").text
    page.take("routes.table", "pressed", (0, 1))
    assert page.effects == [SelectJoint(model.joint_names[1])]
    _, o, P, arm, *_ = page.block("column").copied.values
    np.testing.assert_array_equal(arm, P - o)
    found = sim.jacobian_routes(model, page.seen.q, frame)
    (axis,), point = found.axes_of(1), found.pose[:3, 3]
    np.testing.assert_allclose(page.arrows["z₂"].tail, axis.o, atol=1e-12)
    np.testing.assert_allclose(np.cross(page.arrows["z₂ × (P − o₂)"].vector, axis.linear(point)), 0.0, atol=1e-12)
    arm = page.arrows[""]
    np.testing.assert_allclose(arm.tail + arm.vector, point, atol=1e-12)
    page.take("column.drawn", "switched", False)
    assert "z₂" not in page.arrows
    page.take("", "joint", model.joint_names[2])
    assert page.block("column").title.endswith("_3")
    assert page.block("routes.table").selected == (None, 2)


def test_the_derivative_of_the_pose_says_that_it_is_in_world_axes_and_of_what_it_is_one(page):
    page.take("routes.which", "chosen", "differentiated")
    assert page.block("derivative_facts").facts[0][0] == "∂P/∂q_1, rows 1 to 3"
    assert page.block("derivative_line").text == "World axes, at P."
    R = sim.frame_pose(page.seen.model, page.seen.q, page.seen.frame)[:3, :3]
    np.testing.assert_allclose(page.block("derivative.rate").values, sim.skew(np.array([0.0, 0.0, 1.0])) @ R, atol=1e-14)
    page.take("routes.reference", "chosen", "local")
    assert page.block("derivative_line").text.endswith("The table above has J as it is chosen there, with other rows.")
    base = WrittenPage(Jacobian(), "quadruped")
    base.take("routes.which", "chosen", "differentiated")
    base.take("routes.table", "pressed", (0, 0))
    assert base.block("derivative_facts").facts[0][0].startswith("v(P) where v_x = 1 m/s alone")


def test_small_displacements_are_of_second_order_in_the_unit_shown_and_say_what_leaves_its_limits(page):
    page.take("displacement.amounts", "entered", (1, 0.0))
    page.take("displacement.amounts", "entered", (0, 0.1))
    assert page.block("displacement.table").values[5, 0] == pytest.approx(np.degrees(0.1))
    page.see(angle_unit="rad")
    assert page.block("displacement.table").values[5, 0] == pytest.approx(0.1)
    assert page.block("displacement").copied.values[5, 0] == pytest.approx(0.1, abs=1e-15)
    assert parse_number(page.block("displacement.tiles").facts[2][1]) == pytest.approx(4.0, abs=0.1)
    assert {"J δq", "exact"} <= set(page.arrows), "what is typed is drawn"
    page.take("displacement.amounts", "entered", (2, 9.0))
    assert page.block("beyond").text == ("q + δq is out of limits, the robot cannot go there: quill 9.100 m, limit 0.3500 m.")
    page.take("displacement.change.halve", "pressed")
    assert page.block("displacement.amounts").values == (0.05, 0.0, 4.5)
    page.take("displacement.change.clear", "pressed")
    assert "J δq" not in page.arrows


def test_the_small_displacement_of_the_course_is_right():
    page = WrittenPage(Jacobian(), "planar_rp")
    page.pose([np.radians(30.0), 4.0])
    page.take("displacement.amounts", "entered", (0, np.radians(5.0)))
    page.take("displacement.amounts", "entered", (1, 1.0))
    moved = page.block("displacement.table").values[:3, 0]
    np.testing.assert_allclose(moved[np.abs(moved) > 1e-9], [0.691492, 0.802300], atol=5e-7)  # THEORY §8


def test_a_point_is_picked_typed_undone_and_forgotten_with_its_frame():
    page = WrittenPage(Jacobian(), "ur5")
    tool, link = page.seen.frame, "ur5/forearm_link"
    page.take("point.pick", "switched", True)
    assert page.page.tools(page.seen, page.settings, page.questions)[0].armed
    page.take("pick", "disarmed")
    page.take("pick", "picked", ("ur5/base_link", np.zeros(3)))
    assert "base_link does not move" in page.block("point.hint").text
    page.take("pick", "picked", (link, np.array([0.1, 0.2, 0.3])))
    assert page.effects == [ChooseFrame(link)]
    page.see(frame=link)
    page.take("pick", "picked", (link, np.array([0.1, 0.2, 0.4])))
    page.take("pick", "finished")
    (undo,) = page.effects
    assert undo == Undoable("Pick a point of a link", ("point",), undo.before)
    assert undo.before.point == LinkPoint(tool)
    point = np.array([0.1, 0.2, 0.4])
    J = sim.point_jacobian(page.seen.model, page.seen.q, link, point)
    np.testing.assert_allclose(page.block("routes.table").values, J[:, :3], atol=1e-14)
    place = sim.frame_pose(page.seen.model, page.seen.q, link) @ np.append(point, 1.0)
    np.testing.assert_allclose(page.layer[0].points[0].position, place[:3], atol=1e-12)
    assert "v(P) = v(O) + ω × OP" in str(page.sheet)
    page.take("routes.reference", "chosen", "local")  # the transport is written in world axes all the same
    assert parse_number(page.block("point.line").text.rpartition(": ")[2].split(". ")[0]) < 1e-14
    page.take("point.fields", "entered", np.array([0.1, 0.2, 0.25]))
    assert page.effects[0].before.point == LinkPoint(link, (0.1, 0.2, 0.4))
    page.settings = undo.before  # as undo does
    page.take("", "restored")
    assert page.effects == [ChooseFrame(tool)]
    assert page.block("point.fields").check(np.full(3, 99.0)).startswith("A point up to 100 m")


def test_small_displacements_and_their_inverse_are_formulas_with_numbers_beside():
    page = WrittenPage(Jacobian(), "cylindrical")
    page.pose([0.5, 0.4, 0.6])
    page.take("displacement_formulas", "folded")
    assert page.block("direct_0").text == "δx = −d₃·s₁·δθ₁ + c₁·δd₃"
    number = parse_number(page.block("direct_number_0").facts[0][1])
    assert number == pytest.approx(page.block("displacement.table").values[0, 0], abs=5e-5)  # four decimals are shown
    assert page.block("inverse_0").text == "δθ₁ = (−s₁·δx + c₁·δy)/d₃"
    assert page.block("inverse_number_0").facts[0][:2] == ("δθ₁", "5.000")
    page.pose([0.5, 0.4, 0.0])
    assert page.block("inverse_number_0").facts[0][1] == "d₃ = 0: singular"
    base = WrittenPage(Jacobian(), "quadruped")
    base.take("displacement_formulas", "folded")
    assert base.block("reason").text.startswith("The base of this robot is free")


def test_a_scene_without_joints_says_so_and_frames_go_by_their_last_part_where_one_robot_has_all():
    assert "no frame to look at" in str(WrittenPage(Jacobian(), "falling_brick", "").sheet)
    assert dict(frame_options(open_document("scara").scene.model))["scara/tool"] == "tool"
