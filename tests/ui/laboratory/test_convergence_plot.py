"""The plot of a search: its scale is logarithmic, it says lengths, and a press chooses an iteration."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from torseur.ui.laboratory.inverse_kinematics.convergence_plot import ConvergencePlot, length_text

ERRORS = np.array([0.5, 0.1, 1e-3, 1e-6, 0.0])


@pytest.fixture
def plot(qtbot):
    plot = ConvergencePlot()
    qtbot.addWidget(plot)
    plot.resize(340, plot.height())
    plot.show()
    plot.show_errors(ERRORS, 1e-6)
    return plot


def test_equal_factors_of_the_error_are_equal_heights_and_no_error_is_drawn_at_the_foot(plot):
    heights = [plot.place(k).y() for k in range(len(ERRORS))]
    per_power = (heights[3] - heights[2]) / 3
    assert heights[2] - heights[1] == pytest.approx(2 * per_power, abs=1)  # [px], rounded
    assert plot.place(4).y() == max(heights)
    assert plot.accessibleName() == "Error over 4 iterations"


def test_a_press_chooses_the_nearest_iteration_and_a_drag_goes_on(plot, qtbot):
    chosen = []
    plot.step_chosen.connect(chosen.append)
    QTest.mousePress(plot.surface.viewport(), Qt.MouseButton.LeftButton, pos=plot.place(1) + QPoint(9, 20))
    QTest.mouseMove(plot.surface.viewport(), plot.place(3))
    QTest.mouseRelease(plot.surface.viewport(), Qt.MouseButton.LeftButton, pos=plot.place(3))
    qtbot.waitUntil(lambda: chosen[-1] == 3)
    assert chosen[0] == 1
    QTest.mouseClick(plot.surface.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(2, 60))
    assert chosen[-1] == 0


def test_the_wheel_is_left_to_the_page(plot):
    at = QPointF(100, 60)
    buttons, keys = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    wheel = QWheelEvent(at, at, QPoint(), QPoint(0, 120), buttons, keys, Qt.ScrollPhase.NoScrollPhase, False)
    before = plot.place(2)
    wheel.ignore()
    QApplication.sendEvent(plot.surface.viewport(), wheel)
    assert not wheel.isAccepted()
    assert plot.place(2) == before


def test_the_scale_is_written_in_lengths():
    assert [length_text(p) for p in (0, -1, -2, -3, -6, -11, -15)] == [
        "1 m", "0.1 m", "10 mm", "1 mm", "1 µm", "10 pm", "1e−15 m",
    ]  # fmt: skip
