"""The coloured matrix prints as many digits as there is room for, and tells, gives and takes the rest."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from torseur.ui.displays.heat_table.heat_layout import heat_layout, width_wanted
from torseur.ui.displays.heat_table.heat_table import HeatTable
from torseur.ui.look.math_notation import DOT
from torseur.ui.look.style import apply_style
from torseur.ui.look.theme import LIGHT

J = np.array([[0.3281, -0.2476, 0.0], [0.12345678, -1.0, 1.0]])
ROWS, COLUMNS = ("v_x", "ω_x"), (f"q{DOT}_1", f"q{DOT}_2", f"q{DOT}_3")


@pytest.fixture
def table(qtbot):
    apply_style(QApplication.instance(), LIGHT)
    table = HeatTable("J")
    table.resize(320, 100)
    qtbot.addWidget(table)
    table.show_matrix(J, ROWS, COLUMNS, units=("m", "1"), names=("base", "elbow", "wrist"))
    with qtbot.waitExposed(table):
        table.show()
    return table


def middle(table, i, j):
    return table.cell_rect(i, j).center().toPoint()


def test_cells_have_common_decimals_are_told_in_full_and_copied_with_all_digits(table):
    assert [table.cell_text(0, j) for j in range(3)] == ["0.3281", "−0.2476", "0"]
    assert [table.cell_text(1, j) for j in range(3)] == ["0.1235", "−1", "1"]
    assert table.tip(1, 0) == f"ωx · q{DOT}1 base\n0.12345678 1"
    assert table.tip(0, 1) == f"vx · q{DOT}2 elbow\n−0.2476 m"
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t")[1:] == [f"q{DOT}_{k}" for k in (1, 2, 3)]
    assert [[float(x) for x in line.split("\t")[1:]] for line in lines[1:]] == J.tolist()
    QGuiApplication.clipboard().clear()
    at = middle(table, 0, 0)
    QApplication.sendEvent(table, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, table.mapToGlobal(at)))
    menu = table.findChild(QMenu)
    menu.actions()[0].trigger()
    menu.close()
    assert "0.3281" in QGuiApplication.clipboard().text()


def test_cells_are_blue_above_zero_and_vermilion_below(table):
    picture = table.grab().toImage()
    scale = table.devicePixelRatioF()
    blue, red, none = (
        picture.pixelColor((table.cell_rect(*cell).topLeft().toPoint() + QPoint(4, 3)) * scale)
        for cell in ((1, 2), (1, 1), (0, 2))
    )
    assert blue.blue() > blue.red() + 40
    assert red.red() > red.blue() + 40
    assert none == table.palette().window().color() or none == QColor(LIGHT.window)


def test_a_click_or_space_tells_the_cell(qtbot, table):
    clicked = []
    table.cell_clicked.connect(lambda i, j: clicked.append((i, j)))
    QTest.mouseClick(table, Qt.MouseButton.LeftButton, pos=middle(table, 0, 1))
    table.setFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Space):
        QTest.keyClick(table, key)
    QTest.mouseClick(table, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    assert clicked == [(0, 1), (1, 2)]


def test_twelve_long_rows_of_eight_contacts_still_have_numbers():
    """The directions T of a gripper that holds a block: arms of millimetres beside ones, in a narrow panel."""
    values = np.where(np.random.default_rng(1).random((12, 8)) < 0.5, -0.31234, 1.2e-4)
    layout = heat_layout(values, ["gripper/left v_x"] * 12, ("1", "m"), 400.0, 0, "none")
    assert layout.px > 0
    assert {layout.text(i, x) for i, row in enumerate(values) for x in row} == {"−0.31", "1e-4"}


def test_what_is_no_number_is_shown_as_absent_eight_columns_have_numbers_and_sixty_are_colours(table):
    table.show_matrix(np.array([[np.nan, np.inf, 0.5]]), ("a",), ("x", "y", "z"), units=("m",))
    table.grab()
    assert [table.cell_text(0, j) for j in range(3)] == ["–", "∞", "0.5000"]
    table.resize(340, 100)
    table.show_matrix(np.full((6, 8), -0.123456), [f"v_{k}" for k in "abcdef"], [f"q_{k}" for k in range(8)])
    assert table.cell_text(0, 0).startswith("−0.12")
    n = 60
    table.resize(340, 100)
    table.show_matrix(np.eye(n), [f"r_{{{i}}}" for i in range(n)], [f"c_{{{i}}}" for i in range(n)], units=("kg",))
    table.grab()
    assert table.cell_text(3, 3) == ""
    assert table.tip(3, 3).endswith("1 kg")
    assert table.cell_rect(n - 1, n - 1).right() <= table.width()
    assert table.cell_rect(n - 1, n - 1).bottom() <= table.height()
    table.show_matrix(None, (), ())
    table.show_selected(1, 1)
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Space)
    table.grab()
    assert table.height() == 0


def test_shades_compare_numbers_of_one_unit_alone(table):
    """Degrees beside metres: the largest of each is as dark as the other."""
    values = np.array([[-0.2054, 0.1], [10.0, 5.0]])
    table.resize(400, 200)
    for units in (("m", "°"), ("m", "m", "°", "°")):
        table.show_matrix(values, ("x", "u"), ("a", "b"), units=units)
        assert [abs(shade) for shade in table.shades] == [255, round(255 * 0.1 / 0.2054), 255, 128]
    table.show_matrix(values, ("x", "u"), ("a", "b"), units=("m", "m"))
    assert abs(table.shades[0]) < 10


def test_columns_of_several_units_share_decimals_and_each_unit_has_its_own_shades(table):
    table.show_matrix(np.array([[0.0014, 2.0], [0.25, -1.0 / 3.0]]), ("a", "b"), ("v", "ω"), units=("m/s", "rad/s") * 2)
    assert [table.cell_text(0, 0), table.cell_text(1, 1)] == ["0.001", "−0.333"]
    assert table.shades[2] == table.shades[1] == 255, "the largest of each unit"
    assert table.tip(1, 0).endswith("m/s")


def test_a_matrix_that_is_to_be_precise_scrolls_before_its_numbers_lose_their_third_digit(qapp):
    rng = np.random.default_rng(0)
    values = rng.normal(size=(14, 14)) * 10.0 ** rng.integers(-4, 2, (14, 14))
    names = [f"q_{k}" for k in range(14)]
    room = width_wanted(names, 14, (), 340, precise=True)
    layout = heat_layout(values, names, (), room, 0, "none")
    shown = [[float(layout.text(i, x).replace("−", "-")) for x in row] for i, row in enumerate(values.tolist())]
    np.testing.assert_allclose(shown, values, rtol=5.1e-3)  # half a unit of the third digit
