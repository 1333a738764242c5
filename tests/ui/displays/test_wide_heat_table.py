"""A matrix with more columns than a panel has room for: its numbers are legible, and its row labels stay."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from torseur.ui.displays.heat_table.heat_table import HeatTable
from torseur.ui.displays.heat_table.wide_heat_table import WideHeatTable


@pytest.fixture
def panel(qtbot):
    panel = QWidget()
    qtbot.addWidget(panel)
    return panel


@pytest.fixture
def wide(qtbot, panel):
    wide = WideHeatTable(HeatTable("H"), panel)
    column = QVBoxLayout(panel)
    column.addWidget(wide)
    column.addStretch(1)
    panel.resize(380, 500)
    with qtbot.waitExposed(panel):
        panel.show()
    return wide


def shown(wide, qtbot, n):
    labels = [f"q_{{{k}}}" for k in range(n)]
    wide.table.show_matrix(-0.0123 * (1.0 + np.eye(n)), labels, labels, units=("kg",))
    qtbot.waitUntil(lambda: wide.height() >= wide.table.height() > 0)
    return wide.horizontalScrollBar()


def test_fourteen_columns_have_numbers_and_scroll_and_seven_do_not(wide, qtbot):
    bar = shown(wide, qtbot, 14)
    qtbot.waitUntil(lambda: bar.maximum() > 200)
    assert wide.table.cell_text(3, 3) == "−0.025"
    shown(wide, qtbot, 7)
    qtbot.waitUntil(lambda: bar.maximum() == 0)
    assert wide.table.width() == wide.viewport().width()


def test_the_arrow_keys_bring_a_cell_into_sight_beside_the_labels_which_stay(wide, qtbot):
    bar = shown(wide, qtbot, 14)
    qtbot.waitUntil(lambda: bar.maximum() > 200)
    for _ in range(13):
        QTest.keyClick(wide.table, Qt.Key.Key_Right)
    assert bar.value() == bar.maximum()
    image = wide.grab().toImage()
    assert any(image.pixel(x, y) != image.pixel(0, 40) for x in range(20) for y in range(24, 44))
    for _ in range(13):
        QTest.keyClick(wide.table, Qt.Key.Key_Left)
    assert bar.value() == 0
