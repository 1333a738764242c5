"""Ellipsoids and polytopes, switched by mouse in the menu and the inspector of the real window."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from torseur import sim
from torseur.app.drawing.view_switches import ViewSwitches
from torseur.ui.look.theme import ACCELERATION, FORCE, VELOCITY

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def document():
    return "arm_7r"


@pytest.fixture
def arm(window, hand):
    """The arm of seven joints, with the ellipsoids as at first."""
    window.drawing.switches.show(ViewSwitches())
    hand.rest()
    yield window
    window.drawing.switches.show(ViewSwitches())


def choose(window, hand, key):
    """Open the menu by its chevron and press an entry."""
    chip = window.bars.view.chips["ellipsoids"]
    QTest.mouseClick(chip, LEFT, pos=QPoint(chip.width() - 6, chip.height() // 2))
    hand.wait_until(chip.menu.isVisible)
    QTest.mouseClick(chip.menu, LEFT, pos=chip.menu.actionGeometry(window.bars.view.action(key)).center())
    hand.wait_until(lambda: not chip.menu.isVisible())


def able(window):
    return window.drawing.analysis.capabilities[0]


def drawn(window):
    overlays = window.drawing.picture.overlays
    return [(one.color, one.dashed) for one in overlays.ellipsoids], [(one.color, one.dashed) for one in overlays.polytopes]


def pull(window, hand, by):
    """Drag the slider of the second joint."""
    joint = [name for name in window.session.model.joint_slices()][1]
    slider = window.panels.joints.row(joint).slider
    start = QPoint(round(slider.x_of(slider.value)), slider.height() // 2)
    QTest.mousePress(slider, LEFT, pos=start)
    for k in range(1, 5):
        QTest.mouseMove(slider, start + QPoint(by * k // 4, 0))
    QTest.mouseRelease(slider, LEFT, pos=start + QPoint(by, 0))
    hand.rest()


def test_each_kind_is_switched_by_mouse_in_the_menu(arm, hand):
    plain, dashed = (VELOCITY, False), (FORCE, True)
    assert drawn(arm) == ([plain, dashed], [])
    choose(arm, hand, "velocity")
    assert drawn(arm) == ([dashed], [])
    choose(arm, hand, "dynamic")
    assert drawn(arm) == ([dashed, (ACCELERATION, False)], [])
    choose(arm, hand, "velocity_polytope")
    choose(arm, hand, "force_polytope")
    assert drawn(arm)[1] == [plain, dashed]
    names = [row.name for row in arm.drawing.picture.legend]
    assert names[:4] == ["Force", "Acceleration", "Velocity polytope", "Force polytope"]
    choose(arm, hand, "force_polytope")
    assert drawn(arm)[1] == [plain]
    part = arm.panels.kinematics.part
    assert part("velocity_polytope").switch.isChecked()
    assert not part("force_polytope").switch.isChecked()
    choose(arm, hand, "weighted")
    choose(arm, hand, "rotation")
    columns = [arm.session.model.joint_slices()[name][1].start for name in able(arm).joints]
    J = sim.jacobian(arm.session.model, arm.session.q, arm.session.frame)[3:, columns]
    expected = np.linalg.svd(J * arm.session.model.velocity_limit[columns], compute_uv=False)
    choose(arm, hand, "velocity")
    np.testing.assert_allclose(able(arm).ellipsoids["velocity"].lengths, expected, rtol=1e-12)
    assert "max" in arm.drawing.picture.legend[0].detail
    assert part("force").line.text.endswith("N·m")
    QTest.mouseClick(part("choices.rows").button("position"), LEFT)
    QTest.mouseClick(part("choices.weights").button("unit"), LEFT)
    assert (arm.drawing.switches.now.rotation, arm.drawing.switches.now.weighted) == (False, False)
    arm.drawing.switches.switch("ellipsoids", False)
    assert drawn(arm) == ([], [])
    assert arm.drawing.analysis.capabilities == ()
    QTest.mouseClick(part("velocity_polytope").switch, LEFT)
    assert drawn(arm) == ([], [(VELOCITY, False)])
    assert arm.bars.view.is_on("ellipsoids")


def test_a_second_frame_stays_while_joints_move_and_goes_with_the_document(arm, hand):
    part = arm.panels.kinematics.part
    other = next(name for name in arm.session.model.body_names if name.endswith("link4"))
    choice = part("also.frame")
    choice.setCurrentIndex(choice.row_of(other) - 1)
    QTest.keyClick(choice, Qt.Key.Key_Down)
    assert arm.drawing.analysis.pinned == (other,)
    labels = [one.label for one in arm.drawing.picture.overlays.ellipsoids]
    assert len(labels) == 4
    assert labels[2].startswith("link4: ")
    pull(arm, hand, 16)
    center = sim.frame_pose(arm.session.model, arm.session.q, other)[:3, 3]
    np.testing.assert_allclose(arm.drawing.picture.overlays.ellipsoids[2].center, center)
    table = part("ellipsoids.pinned")
    QTest.mouseClick(table.viewport(), LEFT, pos=table.visualRect(table.row_model.index(0, 1)).center())
    assert arm.drawing.analysis.pinned == ()
    assert len(arm.drawing.picture.overlays.ellipsoids) == 2
    arm.drawing.analysis.pin(other, True)
    assert arm.open("scara")
    assert arm.drawing.analysis.pinned == ()
    with pytest.raises(sim.errors.UnknownNameError, match="nowhere"):
        arm.drawing.analysis.pin("nowhere", True)
