"""The panel of workspace Kinematics says what is known of a frame, with units, and asks for what the user wants."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from torseur import robots, sim
from torseur.app.drawing.view_switches import ViewSwitches
from torseur.app.panels.kinematics.page import Kinematics, KinematicsSettings
from torseur.app.sheet.page import ChooseFrame, FrameShapes, LeadTo, PinFrame, Seen, SelectJoint, ShowSwitches
from torseur.app.sheet.questions import ImmediateQuestions
from torseur.sim.analysis.ellipsoids.values import KINDS, Ellipsoid, FrameReport
from torseur.ui.laboratory import painted_views  # noqa: F401  # with which sheets show what they have of them
from torseur.ui.look.style import apply_style
from torseur.ui.look.theme import LIGHT
from torseur.ui.sheet.blocks import UserEvent
from torseur.ui.sheet.sheet_view import SheetView

LEFT = Qt.MouseButton.LeftButton
ALL = ViewSwitches(**dict.fromkeys(KINDS, True))
NONE = ViewSwitches(**dict.fromkeys(KINDS, False))


@pytest.fixture(scope="module")
def arm():
    return robots.load("arm_6r")


def seen(model, q, *, frame="tool", switches=ALL, **analysis):
    """What the window knows of a frame of a robot."""
    kinds = [kind for kind in KINDS if switches.ellipsoids and getattr(switches, kind)]
    rows = "orientation" if switches.rotation else "position"
    able = (sim.frame_capability(model, q, frame, kinds, rows, switches.weighted),) if kinds else ()
    shapes = FrameShapes(sim.frame_report(model, q, frame), able, (), switches)._replace(**analysis)
    return Seen(model, q, sim.frame_poses(model, q), 0.0, frame, 1, False, "deg", 1.0, analysis=shapes)


def report(arm, sigma=(0.7, 0.5, 0.2), *, prismatic=(False, False, False), rank=3, full_rank=None):
    """One with these singular values, of joints of `arm`."""
    n = len(prismatic)
    pose = np.eye(4)
    pose[:3, 3] = -0.4453, 0.0, 1e-17
    pose[:3, :3] = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    lengths = np.zeros(3)
    lengths[: len(sigma)] = sigma
    with np.errstate(divide="ignore"):
        inverse = np.sort(np.where(lengths > 1e-12, 1 / lengths, math.inf))[::-1]
    J = np.zeros((6, n))
    J[: min(3, n), : min(3, n)] = np.diag(sigma[:n])
    sizes = np.array(sigma[:n]), rank, min(3, n) if full_rank is None else full_rank, min(3, n), min(3, n)
    return FrameReport(
        "tool", pose, arm.joint_names[:n], prismatic, J, *sizes, Ellipsoid(np.eye(3), lengths), Ellipsoid(np.eye(3), inverse)
    )


@pytest.fixture
def sheet(arm):
    """Writes a report, or what is seen of a robot."""

    def write(shown, **settings):
        if not isinstance(shown, Seen):
            shown = seen(arm, arm.poses["ready"], switches=NONE, report=shown)
        return Kinematics().sheet(shown, KinematicsSettings(**settings), ImmediateQuestions())

    return write


def line(sheet, kind):
    """The row of a kind of shapes."""
    return sheet.block(f"ellipsoids.{kind}").value


def numbers(sheet):
    """Those of the pose, with their units."""
    return [f"{value} {unit}".strip() for _, row in sheet.block("pose.tiles").value for _, value, unit in row]


def test_the_report_is_written_with_units_and_the_orientation_in_three_forms(arm, sheet):
    found = report(arm)
    written = sheet(found)
    assert written.block("pose").tools[0].chosen == "tool"
    assert numbers(written) == ["−0.4453 m", "0 m", "0 m", "0 °", "0 °", "90.00 °"]
    assert [value for _, value, _ in written.block("singular.tiles").facts] == ["0.07000", "3.500"]
    assert written.block("singular").badge[0] == ""
    assert line(written, "velocity").text == "0.7000 · 0.5000 · 0.2000 m/s"
    assert line(written, "force").text == "5.000 · 2.000 · 1.429 N"
    assert numbers(sheet(found, form="quaternion"))[3:] == ["0", "0", "0.7071", "0.7071"]
    assert numbers(sheet(found, form="axis_angle"))[3:] == ["0", "0", "1.000", "90.00 °"]
    radians = replace(seen(arm, arm.poses["ready"], report=found), angle_unit="rad")
    assert numbers(sheet(radians))[-1] == "1.571 rad"


def test_rank_is_judged_by_what_the_frame_has_anywhere_and_a_lost_direction_is_infinite(arm, sheet):
    nowhere = report(arm, (0.0,), prismatic=(False,), rank=0, full_rank=0)
    flat, plane = "moves in 2 of 3 directions", ["0.3500 (m/s)²", "1.400"]
    cases = (
        (report(arm, (0.7, 0.5, 1e-17), rank=2), "singular: rank 2 of 3", "warning", ["0 (m/s)³", "∞"]),
        (
            report(arm, (0.7, 0.5), prismatic=(False,) * 2, rank=2),
            "moves in 2 of 3 directions",
            "plain",
            ["0.3500 (m/s)²", "1.400"],
        ),
        (report(arm, (0.7, 0.5, 0.0), rank=2, full_rank=2), flat, "plain", plane),
        (report(arm, (0.7, 0.0, 0.0), rank=1, full_rank=2), "singular: rank 1 of 2", "warning", ["0 (m/s)²", "∞"]),
        (report(arm, prismatic=(True, False, True)), "", "plain", ["0.07000 (m/s)³", "3.500"]),
    )
    for found, text, tone, tiles in cases:
        singular = sheet(found).block("singular")
        assert singular.badge[:2] == (text, tone)
        assert [f"{value} {unit}".strip() for _, value, unit in singular.blocks[1].facts] == tiles
        assert singular.blocks[0].unit == "m/s"
    assert line(sheet(cases[0][0]), "force").text == "∞ · 2.000 · 1.429 N"
    for found, words in (
        (replace(nowhere, J=np.eye(6)[:, 3:4]), "about its own origin"),
        (nowhere, "No joint moves this frame"),
    ):
        written = sheet(found)
        assert written.block("singular").badge[0] == "moves nowhere"
        assert words in written.block("singular.none").text


def test_where_all_rows_lose_rank_and_those_of_the_position_do_not_a_link_says_so(sheet, tmp_path):
    """At θ₅ = 0 axes 4 and 6 of the wrist are parallel; a planar arm of four joints never has more than rank 3."""
    joint = '<joint name="j{0}" type="continuous"><parent link="l{0}"/><child link="l{1}"/><origin xyz="1 0 0"/></joint>'
    links = "".join(f'<link name="l{k}"/>' for k in range(5))
    joints = "".join(joint.format(k, k + 1) for k in range(4))
    (tmp_path / "planar.urdf").write_text(f'<robot name="planar">{links}{joints}</robot>')
    ur5, planar = robots.load("ur5"), robots.load(tmp_path / "planar.urdf")
    q = np.array([0.3, -1.2, 1.4, -0.6, 0.0, 0.2])
    written = sheet(seen(ur5, q, frame="tool0"))
    assert written.block("singular").badge[0] == ""
    assert written.block("singular.all_rows").text == "[All rows: rank 5 of 6](singularities)."
    for model, at, frame in ((ur5, q + [0, 0, 0, 0, 0.7, 0], "tool0"), (planar, 0.3 * np.ones(planar.nq), "l4")):
        assert sheet(seen(model, at, frame=frame)).block("singular.all_rows").text == ""


def test_what_is_not_known_yet_and_what_has_no_joints_is_a_sentence(arm, sheet):
    unknown = sheet(None)
    assert unknown.block("absent").text.startswith("The numbers of a frame")
    assert unknown.block("pose").tools[0].chosen == ""
    assert not unknown.has("jacobian")
    without = replace(seen(arm, arm.poses["ready"]), frame="")
    assert sheet(without).block("absent").text.startswith("Nothing here has joints")


def test_every_kind_has_its_extents_and_unit_and_what_is_off_says_what_it_would_be(arm, sheet):
    q = arm.poses["ready"]
    shown = seen(arm, q)
    units = {"velocity": "m/s", "force": "N", "dynamic": "m/s²", "velocity_polytope": "m/s", "force_polytope": "N"}
    for kind, unit in units.items():
        assert line(sheet(shown), kind).text.endswith(f" {unit}")
        assert line(sheet(shown), kind).on
    polytope = line(sheet(shown), "velocity_polytope")
    assert polytope.text.startswith("any way ")
    assert f"{shown.analysis.capabilities[0].polytopes['velocity_polytope'].outer:.3f}" in polytope.text
    turned = sheet(seen(arm, q, switches=replace(ALL, rotation=True, weighted=True)))
    assert line(turned, "force").text.endswith(" N·m")
    assert line(turned, "force").name == "Moment"
    assert line(turned, "dynamic").text.endswith(" rad/s²")
    assert [one.chosen for one in turned.block("ellipsoids.choices").blocks] == ["orientation", "limits"]
    off = sheet(seen(arm, q, switches=NONE))
    assert line(off, "velocity").text.endswith("m/s")
    assert line(off, "dynamic").text == "Dynamic manipulability J H⁻¹, from rest."
    weighted = sheet(seen(arm, q, switches=replace(NONE, weighted=True)))
    assert line(weighted, "velocity").text == "Semi-axes of J diag(max speeds)."


def test_lost_directions_are_told_apart(sheet):
    model = robots.load("planar_2r")
    written = sheet(seen(model, model.poses["home"]))
    assert line(written, "velocity_polytope").text.startswith("at most ")
    assert "Flat" in line(written, "velocity_polytope").tip
    assert "∞" in line(written, "force_polytope").text
    assert "structure" in line(written, "force_polytope").tip


def test_what_is_drawn_can_be_copied(arm, sheet):
    shown = seen(arm, arm.poses["ready"], switches=replace(NONE, velocity=True, velocity_polytope=True))
    copied, able = sheet(shown).block("ellipsoids").copied, shown.analysis.capabilities[0]
    table = eval(copied.text("numpy"), {"np": np})  # noqa: S307
    ellipsoid, zonotope = able.ellipsoids["velocity"], able.polytopes["velocity_polytope"]
    np.testing.assert_array_equal(table[:3], np.column_stack([ellipsoid.lengths, ellipsoid.axes.T]))
    np.testing.assert_allclose(table[3:, :1] * table[3:, 1:], zonotope.vertices, rtol=1e-12, atol=1e-15)
    assert copied.text("csv").splitlines()[1].startswith("velocity 1,")


def test_what_the_user_wants_is_asked_for(arm):
    shown = seen(arm, arm.poses["ready"], switches=replace(NONE, ellipsoids=False, velocity=True), pinned=("link3",))

    def taken(path, kind, value):
        return Kinematics().reduce(KinematicsSettings(), UserEvent(path, kind, value), shown, ImmediateQuestions())

    second = arm.joint_names[1]
    assert taken("pose.frame", "chosen", "link3")[1] == ChooseFrame("link3")
    assert taken("jacobian.reference", "chosen", "local").reference == "local"
    assert taken("jacobian.table", "pressed", (0, 1)) == (KinematicsSettings(joint=second), SelectJoint(second))
    assert taken("singular.all_rows", "link", "singularities")[1] == LeadTo("singularities")
    assert taken("ellipsoids.also.frame", "chosen", "link4")[1] == PinFrame("link4", True)
    assert taken("ellipsoids.pinned", "deleted", 0)[1] == PinFrame("link3", False)
    assert taken("ellipsoids.choices.rows", "chosen", "orientation")[1].switches.rotation
    alone = taken("ellipsoids.dynamic", "switched", True)[1]  # where nothing was drawn
    assert alone == ShowSwitches(replace(NONE, ellipsoids=True, dynamic=True))


def test_another_reference_has_its_own_jacobian_and_one_of_another_robot_is_left(arm, sheet):
    q = arm.poses["ready"]
    J, R = sim.jacobian(arm, q, "tool"), sim.frame_pose(arm, q, "tool")[:3, :3]
    local = sheet(seen(arm, q), reference="local", joint=arm.joint_names[2]).block("jacobian.table")
    np.testing.assert_allclose(local.values, np.vstack([R.T @ J[:3], R.T @ J[3:]]), atol=1e-12)
    assert local.selected == (None, 2)
    gone = sheet(seen(arm, q), reference="basis nowhere")
    np.testing.assert_array_equal(gone.block("jacobian.table").values, J)
    assert gone.block("jacobian").tools[0].chosen == "world_aligned"


def test_long_sentences_fit_at_any_width_and_only_what_changed_is_painted(qtbot, arm, sheet, tmp_path):
    links = "".join(f'<link name="l{k}"/>' for k in range(9))
    joints = "".join(
        f'<joint name="a_long_name_of_joint_{k}" type="continuous"><parent link="l{k}"/><child link="l{k + 1}"/>'
        f'<origin xyz="0.1 0 0"/><axis xyz="0 {k % 2} {1 - k % 2}"/></joint>'
        for k in range(8)
    )
    (tmp_path / "snake.urdf").write_text(f'<robot name="snake">{links}{joints}</robot>')
    model = robots.load(tmp_path / "snake.urdf")
    snake = sheet(seen(model, np.zeros(model.nq), frame="l8", switches=replace(ALL, weighted=True)))
    assert line(snake, "velocity").text.startswith("The file gives no speed limit for a_long_name_of_joint_0, ")
    assert line(snake, "velocity").text.endswith(" and 5 more.")
    apply_style(QApplication.instance(), LIGHT)
    view = SheetView()
    view.setAutoFillBackground(True)
    qtbot.addWidget(view)
    view.show_sheet(snake)
    with qtbot.waitExposed(view):
        view.show()
    assert all(view.part(f"ellipsoids.{kind}").height() > 36 for kind in KINDS)

    def is_whole():
        on_screen = view.screen().grabWindow(view.winId()).toImage()
        whole = view.grab().toImage()
        return on_screen.convertToFormat(whole.format()) == whole

    for width in (340, 372, 432):
        view.resize(width, 720)
        view.show_sheet(sheet(report(arm)))
        QApplication.processEvents()
        assert view.width() == width
        switch = view.part("ellipsoids.force").switch
        assert switch.mapTo(view, switch.rect().topRight()).x() < width
    qtbot.waitUntil(is_whole)
    view.show_sheet(sheet(report(arm, (0.41, 0.31, 0.0211))))
    assert not is_whole()
    qtbot.waitUntil(is_whole)
    heard = []
    view.happened.connect(heard.append)
    QTest.mouseClick(switch, LEFT)
    assert heard == [UserEvent("ellipsoids.force", "switched", True)]
