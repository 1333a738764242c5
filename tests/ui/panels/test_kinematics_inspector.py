"""The kinematics inspector says what a report says, with units, and is silent unless the user acts."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from torseur.sim.analysis.ellipsoids.values import Ellipsoid, FrameReport
from torseur.ui.look.style import apply_style
from torseur.ui.look.theme import LIGHT
from torseur.ui.panels.kinematics.kinematics_inspector import KinematicsInspector

NUMBERS = (1, 2, 3)


def report(sigma=(0.7, 0.5, 0.2), *, prismatic=(False, False, False), rank=3, full_rank=None):
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
    return FrameReport(
        frame="tool0",
        pose=pose,
        joints=tuple("abc"[:n]),
        prismatic=prismatic,
        J=J,
        sigma=np.array(sigma[:n]),
        rank=rank,
        full_rank=min(3, n) if full_rank is None else full_rank,
        velocity=Ellipsoid(np.eye(3), lengths),
        force=Ellipsoid(np.eye(3), inverse),
    )


@pytest.fixture
def inspector(qtbot):
    apply_style(QApplication.instance(), LIGHT)
    inspector = KinematicsInspector()
    inspector.resize(400, 720)
    inspector.heard = []
    for signal in ("frame_chosen", "reference_chosen", "joint_chosen", "ellipsoid_switched"):
        getattr(inspector, signal).connect(lambda *words, name=signal: inspector.heard.append((name, *words)))
    qtbot.addWidget(inspector)
    with qtbot.waitExposed(inspector):
        inspector.show()
    inspector.set_frames([f"link{k}" for k in range(99)] + ["tool0"])
    return inspector


def test_the_report_is_shown_with_units_and_in_silence(inspector):
    inspector.show_report(report(), None, "world_aligned", NUMBERS)
    inspector.show_ellipsoids({"velocity": True, "force": False})
    inspector.set_unit("deg")
    inspector.show_selected_joint("b")
    assert inspector.pose.frame.choice == "tool0"
    assert inspector.pose.tiles.texts == ("−0.4453 m", "0 m", "0 m", "0 °", "0 °", "90.00 °")
    assert inspector.singular.bars.texts == ("0.7000 m/s", "0.5000 m/s", "0.2000 m/s")
    assert inspector.singular.tiles.texts == ("0.07000 (m/s)³", "3.500")
    assert inspector.singular.badge.text == ""
    assert inspector.ellipsoids.velocity.text == "0.7000 · 0.5000 · 0.2000 m/s"
    assert inspector.ellipsoids.force.text == "5.000 · 2.000 · 1.429 N"
    inspector.set_unit("rad")
    assert inspector.pose.tiles.texts[-1] == "1.571 rad"
    assert inspector.heard == []


def test_a_singularity_is_said_in_words_and_infinite(inspector):
    inspector.show_report(report((0.7, 0.5, 1e-17), rank=2), None, "world_aligned", NUMBERS)
    assert inspector.singular.badge.isVisible()
    assert (inspector.singular.badge.text, inspector.singular.badge.tone) == ("singular: rank 2 of 3", "warning")
    assert inspector.singular.tiles.texts == ("0 (m/s)³", "∞")
    assert inspector.ellipsoids.force.text == "∞ · 2.000 · 1.429 N"


@pytest.mark.parametrize("slides", [(False,) * 3, (False, False, True), (True,) * 3], ids=str)
def test_a_jacobian_and_what_is_made_of_it_have_the_units_of_speeds_whatever_the_joints(inspector, slides):
    inspector.show_report(report(prismatic=slides), None, "world_aligned", NUMBERS)
    assert inspector.singular.bars.texts == ("0.7000 m/s", "0.5000 m/s", "0.2000 m/s")
    assert inspector.singular.tiles.texts[0] == "0.07000 (m/s)³"
    assert inspector.jacobian.table.tip(0, 0).endswith("0.7 m/s")
    assert inspector.jacobian.table.tip(2, 2).endswith("0.2 m/s")
    assert inspector.jacobian.table.tip(3, 0).endswith("rad/s")


def test_two_joints_are_no_failure(inspector):
    inspector.show_report(report((0.7, 0.5), prismatic=(False, False), rank=2), None, "world_aligned", (1, 2))
    assert (inspector.singular.badge.text, inspector.singular.badge.tone) == ("moves in 2 of 3 directions", "plain")
    assert inspector.singular.tiles.texts == ("0.3500 (m/s)²", "1.400")


def test_what_no_joint_moves_has_neither_manipulability_nor_condition_and_it_is_said_why(inspector):
    still = report((0.0,), prismatic=(False,), rank=0, full_rank=0)
    turned = replace(still, J=np.eye(6)[:, 3:4])
    singular = inspector.singular
    for shown, words in ((turned, "turn this frame about its own origin"), (still, "No joint moves this frame")):
        inspector.show_report(shown, None, "world_aligned", (1,))
        assert singular.badge.text == "moves nowhere"
        assert not singular.tiles.isVisible()
        assert singular.none.isVisible()
        assert words in singular.none.text
    inspector.show_report(report(), None, "world_aligned", NUMBERS)
    assert singular.tiles.isVisible()
    assert not singular.none.isVisible()
    assert singular.tiles.texts == ("0.07000 (m/s)³", "3.500")


def test_a_planar_arm_of_three_joints_is_judged_in_its_plane(inspector):
    flat = report((0.7, 0.5, 1e-17), rank=2, full_rank=2)
    inspector.show_report(flat, None, "world_aligned", NUMBERS)
    assert (inspector.singular.badge.text, inspector.singular.badge.tone) == ("moves in 2 of 3 directions", "plain")
    assert inspector.singular.tiles.texts == ("0.3500 (m/s)²", "1.400")
    stretched = report((0.7, 1e-17, 1e-17), rank=1, full_rank=2)
    inspector.show_report(stretched, None, "world_aligned", NUMBERS)
    assert (inspector.singular.badge.text, inspector.singular.badge.tone) == ("singular: rank 1 of 2", "warning")
    assert inspector.singular.tiles.texts == ("0 (m/s)²", "∞")


def test_without_a_report_a_sentence_stands_in_their_place(inspector):
    inspector.show_report(report(), None, "world_aligned", NUMBERS)
    inspector.show_report(None, None, "world_aligned", ())
    assert inspector.line.text.startswith("The numbers of a frame")
    assert not inspector.jacobian.isVisible()
    assert inspector.pose.frame.isVisible()
    assert inspector.pose.frame.choice == ""
    inspector.set_frames(())
    assert inspector.line.text.startswith("Nothing here has joints")
    assert not inspector.pose.isVisible()
    inspector.set_frames(("base", "tool0"))
    inspector.show_report(report(), None, "world_aligned", NUMBERS)
    assert not inspector.line.isVisible()
    assert inspector.jacobian.isVisible()


def test_the_user_is_heard(inspector):
    inspector.show_report(report(), None, "world_aligned", NUMBERS)
    QTest.keyClick(inspector.jacobian.reference, Qt.Key.Key_Down)
    QTest.keyClick(inspector.pose.frame, Qt.Key.Key_Up)
    QTest.mouseClick(inspector.ellipsoids.force.switch, Qt.MouseButton.LeftButton)
    assert inspector.heard == [("reference_chosen", "local"), ("frame_chosen", "link98"), ("ellipsoid_switched", "force", True)]


def test_the_orientation_has_three_forms(inspector):
    inspector.show_report(report(), None, "world_aligned", NUMBERS)
    QTest.keyClick(inspector.pose.form, Qt.Key.Key_Down)
    assert inspector.pose.tiles.texts[3:] == ("0", "0", "0.7071", "0.7071")
    QTest.keyClick(inspector.pose.form, Qt.Key.Key_Down)
    assert inspector.pose.tiles.texts[3:] == ("0", "0", "1.000", "90.00 °")
    inspector.grab()


def test_another_reference_shows_its_own_jacobian(inspector):
    J = np.full((6, 3), 0.25)
    inspector.show_report(report(), J, "local", NUMBERS)
    assert inspector.jacobian.reference.choice == "local"
    assert inspector.jacobian.table.cell_text(5, 2) == "0.2500"


def test_painting_only_what_changed_leaves_the_same_picture(inspector, qtbot):
    def is_whole():
        seen = inspector.screen().grabWindow(inspector.winId()).toImage()
        whole = inspector.grab().toImage()
        return seen.convertToFormat(whole.format()) == whole

    inspector.show_report(report(), None, "world_aligned", NUMBERS)
    qtbot.waitUntil(is_whole)
    other = report((0.41, 0.31, 0.0211), prismatic=(False,) * 3)
    inspector.show_report(other, None, "world_aligned", NUMBERS)
    assert not is_whole()
    qtbot.waitUntil(is_whole)


@pytest.mark.parametrize("width", [340, 372, 432])
def test_everything_stays_inside_at_any_width(inspector, width):
    inspector.resize(width, 720)
    inspector.show_report(report(), None, "world_aligned", NUMBERS)
    QApplication.processEvents()
    assert inspector.width() == width
    controls = (inspector.pose.form, inspector.jacobian.reference, inspector.ellipsoids.force.switch)
    assert all(control.mapTo(inspector, control.rect().topRight()).x() < width for control in controls)


def test_a_click_on_a_column_of_the_jacobian_tells_its_joint(inspector):
    inspector.show_report(report(), None, "world_aligned", NUMBERS)
    table = inspector.jacobian.table
    QTest.mouseClick(table, Qt.MouseButton.LeftButton, pos=table.cell_rect(0, 1).center().toPoint())
    assert inspector.heard == [("joint_chosen", "b")]
