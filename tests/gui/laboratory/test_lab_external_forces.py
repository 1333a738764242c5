"""Forces of the environment on the page State in the real window: drawn, dragged, typed, undone, and felt by the other pages."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.gui.body_in_view import where_is
from torseur import sim
from torseur.app.laboratory.statics.statics_settings import loads_on
from torseur.ui.displays.scrolling import is_in_sight

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def document():
    return "scara"


@pytest.fixture
def state(window, hand):
    window.use_workspace("dynamics")
    hand.rest()
    click(window.panels.dynamics.strip.tab("state"))
    hand.rest()
    yield window.dynamics.page("state")
    window.use_workspace("kinematics")


def click(widget):
    QTest.mouseClick(widget, LEFT, pos=widget.rect().center())


def drag(window, start, end):
    QTest.mousePress(window.viewport, LEFT, pos=start)
    for share in (0.4, 0.8, 1.0):
        QTest.mouseMove(window.viewport, start + (end - start) * share)
    QTest.mouseRelease(window.viewport, LEFT, pos=end)


def typed(field, text):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_a_force_is_drawn_on_a_link_typed_over_and_felt_by_the_algorithm_until_it_is_undone(window, state, hand):
    part = state.widget.part
    click(part("loads.draw_force"))
    assert state.tools.shown["load"].armed
    start = where_is(window, "scara/link2")
    drag(window, start, start + QPoint(50, 30))
    assert [load.body for load in window.motion.loads.loads] == ["scara/link2"]
    assert not part("loads.draw_force").isChecked()
    arrows = [arrow for arrow in window.picture.overlays.arrows if arrow.label.startswith("F")]
    assert len(arrows) == 1
    for key, values in (("point", "0.1 0 0"), ("force", "0 -20 5"), ("moment", "0 0 1.5")):
        for axis, text in enumerate(values.split()):
            typed(part(f"loads.{key}").fields[axis], text)
    click(window.panels.dynamics.strip.tab("algorithm"))
    page = window.dynamics.page("algorithm")
    model, q = window.session.model, window.session.q
    pose = sim.frame_pose(model, q, "scara/link2")
    force, moment = np.array([0.0, -20.0, 5.0]), np.array([0.0, 0.0, 1.5])
    at_origin = np.concatenate([force, moment + np.cross(pose[:3, :3] @ [0.1, 0.0, 0.0], force)])
    zero = np.zeros(model.nv)
    expected = sim.inverse_dynamics(model, q, zero, zero, {"scara/link2": at_origin})
    np.testing.assert_allclose(page.questions.known("links").trace.tau, expected, atol=1e-12)
    assert np.abs(expected - sim.gravity_torque(model, q)).max() > 1.0
    click(window.panels.dynamics.strip.tab("equation"))
    equation = window.dynamics.page("equation")
    np.testing.assert_allclose(equation.questions.known("equation").tau, expected, atol=1e-12)
    assert "JᵀF" in equation.sheet.block("balance").title
    click(window.panels.dynamics.strip.tab("state"))
    QTest.keyClick(part("loads.list"), Qt.Key.Key_Delete)
    assert part("loads.list").rows == ()
    window.commands.run("undo")
    assert len(part("loads.list").rows) == 1
    for _ in range(10):
        window.commands.run("undo")
    assert part("loads.list").rows == ()


def test_another_robot_has_no_forces_and_the_page_of_statics_its_own(window, state, hand):
    click(state.widget.part("loads.add"))
    assert len(state.widget.part("loads.list").rows) == 1
    hand.wait_until(lambda: is_in_sight(state.widget.part("loads.moment")))
    statics = window.laboratory.page("statics")
    assert loads_on(statics.seen(), statics.settings).loads == ()
    assert window.open("planar_2r")
    window.use_workspace("dynamics")
    hand.rest()
    assert state.widget.part("loads.list").rows == ()
