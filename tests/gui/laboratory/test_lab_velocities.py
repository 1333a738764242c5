"""The page Velocities in the real window, by mouse and keys; bases by the same chooser on every page."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from torseur import sim


def test_speeds_are_typed_once_and_twists_links_and_jacobian_are_read_in_the_axes_of_a_body(window, hand):
    assert window.open("scara")
    QTest.keyClick(window, Qt.Key.Key_5)
    hand.rest()
    QTest.mouseClick(window.panels.laboratory.strip.tab("velocities"), Qt.MouseButton.LeftButton)
    hand.rest()
    page = window.laboratory.page("velocities")
    for row, text in zip(page.widget.part("rates").rows, ("30", "0", "0"), strict=True):
        row.field.setFocus()
        row.field.selectAll()
        QTest.keyClicks(row.field, text)
        QTest.keyClick(row.field, Qt.Key.Key_Return)
        hand.rest()
    QTest.mouseClick(page.widget.view("links").head, Qt.MouseButton.LeftButton)
    hand.rest()
    model, q, v = window.session.model, window.session.q, np.array([np.radians(30.0), 0.0, 0.0])
    last = sim.link_velocities(model, q, v, window.session.frame)[-1]
    np.testing.assert_allclose(page.widget.part("links.table").values[-1], last.twist, atol=1e-12)
    table = page.widget.part("twists.table")
    QTest.mouseClick(table, Qt.MouseButton.LeftButton, pos=table.cell_rect(1, 2).center().toPoint())
    hand.rest()
    assert page.widget.part("twists.joint").now.title.startswith("elbow: σ₂ = 0")

    body = model.body_names[1]

    def choose(choice):
        choice.setFocus()
        row = choice.findText(f"axes of {body.rsplit('/', 1)[-1]}")
        for _ in range(row - choice.currentIndex()):
            QTest.keyClick(choice, Qt.Key.Key_Down)
        assert choice.currentIndex() == row > 0
        hand.rest()

    choose(page.widget.part("twists.basis"))
    twist = sim.jacobian(model, q, window.session.frame) @ v
    np.testing.assert_allclose(table.values[-1], sim.in_basis(model, q, body, twist), atol=1e-12)
    expected = sim.in_basis(model, q, body, sim.jacobian(model, q, window.session.frame))
    window.panels.laboratory.show_page("jacobian")
    hand.rest()
    jacobian = window.laboratory.page("jacobian").widget
    choose(jacobian.part("routes.reference"))
    np.testing.assert_allclose(jacobian.part("routes.table").values, expected, atol=1e-12)
    window.use_workspace("kinematics")
    hand.rest()
    section = window.panels.kinematics.jacobian
    choose(section.reference)
    np.testing.assert_allclose(section.table.values, expected, atol=1e-12)


def test_what_a_section_draws_comes_into_sight_when_it_is_unfolded(window, hand):
    assert window.open("scara")
    window.use_workspace("laboratory")
    window.panels.laboratory.show_page("velocities")
    hand.rest()
    camera = window.viewport.camera
    window.viewport.set_camera(replace(camera, distance=0.25 * camera.distance))
    section = window.laboratory.page("velocities").widget.view("relative")
    if section.block.open:  # left so by another test
        QTest.mouseClick(section.head, Qt.MouseButton.LeftButton)
    hand.rest()
    assert window.viewport.hides_arrows()
    QTest.mouseClick(section.head, Qt.MouseButton.LeftButton)
    hand.wait_until(lambda: not window.viewport.hides_arrows())
