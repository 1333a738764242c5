"""The corner of force and separation, which is dragged."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from torseur.ui.laboratory.contact.one_contact.corner_plot import CornerPlot
from torseur.ui.laboratory.contact.one_contact.values import SingleContactView


def test_both_legs_of_the_corner_are_dragged_along(qtbot):
    view, corner, wanted = SingleContactView(0.5, -9.81, 0.0), CornerPlot(), []
    qtbot.addWidget(corner)
    corner.show_value(view)
    corner.resize(420, corner.height())
    corner.show()
    corner.dragged.connect(wanted.append)
    for force, separation, d in ((10.0, 0.0, -5.0), (0.0, 6.0, 6.0)):
        at = corner.place(force, separation)
        QTest.mouseClick(corner, Qt.MouseButton.LeftButton, pos=QPoint(round(at.x()), round(at.y())))
        assert wanted[-1] == pytest.approx(d, abs=2 * view.end / 100)  # a pixel
    QTest.keyClick(corner, Qt.Key.Key_Right)
    assert wanted[-1] > view.pulled
