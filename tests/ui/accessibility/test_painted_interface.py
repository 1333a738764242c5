"""What a screen reader finds of widgets that are painted by hand."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QMenu

from torseur.ui.accessibility.screen_reader import install_accessibility
from torseur.ui.controls.buttons.chip import Chip
from torseur.ui.controls.buttons.outline_button import OutlineButton
from torseur.ui.controls.buttons.page_strip import PageStrip
from torseur.ui.controls.buttons.segmented import SegmentedControl
from torseur.ui.controls.buttons.switch import Switch
from torseur.ui.controls.fields.fill_slider import FillSlider
from torseur.ui.controls.fields.number_field import NumberField
from torseur.ui.displays.formulas.formula_lines import FormulaLines
from torseur.ui.displays.heat_table.heat_table import HeatTable
from torseur.ui.laboratory.singularities.map_view import MapView
from torseur.ui.laboratory.singularities.values import MapData

Role, Text = QAccessible.Role, QAccessible.Text


@pytest.fixture
def reader(qtbot):
    """What is read of a widget once it is on the screen."""
    install_accessibility()

    def read(widget):
        qtbot.addWidget(widget)
        widget.ensurePolished()
        return QAccessible.queryAccessibleInterface(widget)

    return read


def name(interface):
    return interface.text(Text.Name)


def value(interface):
    return interface.text(Text.Value)


def test_a_slider_says_its_value_in_the_unit_shown_and_is_set_as_by_hand(reader):
    slider = FillSlider("elbow")
    slider.set_range(-np.pi, np.pi)
    slider.show_value(np.pi / 6)
    slider.set_reading(180 / np.pi, "°")
    interface = reader(slider)
    assert (interface.role(), name(interface), value(interface)) == (Role.Slider, "elbow", "30.00°")
    number = interface.valueInterface()
    ends = (number.minimumValue(), number.currentValue(), number.maximumValue())
    assert ends == pytest.approx((-180, 30, 180))
    heard = []
    slider.moved.connect(heard.append)
    slider.released.connect(lambda: heard.append("released"))
    number.setCurrentValue(900.0)  # past the end
    assert heard == [pytest.approx(np.pi), "released"]
    assert slider.value == pytest.approx(np.pi / 6)  # until the program shows another


def test_a_matrix_is_a_table_of_cells_with_number_unit_row_and_column(reader):
    table = HeatTable("J")
    table.resize(400, 100)
    table.show_matrix(
        np.array([[0.5, -2.0, 0.0], [1.0, np.nan, 1e-9]]), ["v_x", "ω_x"], ["q_1", "q_2", "q_3"], units=("m", "rad")
    )
    interface = reader(table)
    assert (interface.role(), name(interface), interface.childCount()) == (Role.Table, "J", 6)
    cells = [interface.child(k) for k in range(6)]
    assert [name(cell) for cell in cells] == ["0.5000 m", "−2.000 m", "0 m", "1.000 rad", "– rad", "1.000e-9 rad"]
    assert cells[4].text(Text.Description) == "ωx · q2"
    assert all(cell.role() == Role.Cell and cell.parent() is interface for cell in cells)
    places = [(cell.tableCellInterface().rowIndex(), cell.tableCellInterface().columnIndex()) for cell in cells]
    assert places == [(i, j) for i in range(2) for j in range(3)]
    assert [interface.indexOfChild(cell) for cell in cells] == list(range(6))
    middle = cells[5].rect().center()
    assert interface.childAt(middle.x(), middle.y()) is cells[5]
    assert table.cell_rect(1, 2).contains(table.mapFromGlobal(middle))


def test_a_matrix_that_shrinks_leaves_cells_that_are_not_valid(reader):
    table = HeatTable("J")
    table.show_matrix(np.eye(2), ["x", "y"], ["a", "b"])
    interface = reader(table)
    first, last = interface.child(0), interface.child(3)
    table.show_matrix(np.eye(1), ["x"], ["a"])
    assert interface.childCount() == 1
    assert (first.isValid(), last.isValid(), name(last)) == (True, False, "")
    assert interface.child(3) is None


def test_arrow_keys_move_the_cell_with_the_keyboard(reader, qtbot):
    table = HeatTable("J")
    table.show_matrix(np.eye(2), ["x", "y"], ["a", "b"])
    interface = reader(table)
    table.show()
    table.activateWindow()
    table.setFocus()
    qtbot.waitUntil(table.hasFocus)
    qtbot.keyClick(table, Qt.Key.Key_Down)
    assert interface.focusChild().text(Text.Description) == "y · a"
    assert interface.focusChild().state().focused


def test_pages_are_tabs_that_can_be_pressed(reader, qtbot):
    strip = PageStrip()
    strip.show_page("svd", "SVD")
    strip.show_page("statics", "Statics")
    strip.show_choice("svd")
    interface = reader(strip)
    tab = reader(strip.tab("statics"))
    assert (interface.role(), value(interface)) == (Role.PageTabList, "SVD")
    assert (tab.role(), name(tab), tab.state().checked) == (Role.PageTab, "Statics", 0)
    with qtbot.waitSignal(strip.chosen) as heard:
        tab.actionInterface().doAction(tab.actionInterface().pressAction())
    assert heard.args == ["statics"]
    assert tab.state().checked


def test_switches_chips_and_segments_say_whether_they_are_on(reader):
    switch, chip, choice = Switch("Gravity"), Chip("cone", "Cones"), SegmentedControl(("deg", "rad"), "Angle unit")
    switch.show_on(True)
    chip.show_on(True)
    choice.show_choice("rad")
    for widget in (switch, chip):
        interface = reader(widget)
        assert (interface.role(), interface.state().checked) == (Role.CheckBox, 1)
    interface = reader(choice)
    assert (interface.role(), name(interface), value(interface)) == (Role.Grouping, "Angle unit", "rad")
    segments = [interface.child(k) for k in range(interface.childCount())]
    assert [(one.role(), name(one), one.state().checked) for one in segments] == [
        (Role.RadioButton, "deg", 0),
        (Role.RadioButton, "rad", 1),
    ]


def test_a_button_says_whether_it_opens_a_menu(reader):
    plain, opening = OutlineButton("Zero"), OutlineButton("Save")
    menu = QMenu(opening)
    opening.open_menu_of(menu)
    assert [reader(button).role() for button in (plain, opening)] == [Role.Button, Role.ButtonMenu]


def test_a_field_says_its_unit(reader):
    field = NumberField("elbow", unit="°")
    field.show_text("31.2")
    field.set_tip("−360° to 360°")
    interface = reader(field)
    assert (name(interface), value(interface)) == ("elbow", "31.2")
    assert interface.text(Text.Description) == "°, −360° to 360°"
    field.set_unit("rad")
    assert interface.text(Text.Description).startswith("rad")
    field.refuse("Too large.")
    assert interface.text(Text.Description) == "Too large."


def test_a_formula_is_a_text_without_marks(reader):
    formula = FormulaLines()
    formula.show_text("v_n = J q\u0307\nλ_{max} = 3 N")
    assert (reader(formula).role(), name(reader(formula))) == (Role.StaticText, "vn = J q\u0307\nλmax = 3 N")


def test_a_map_says_where_the_robot_is_and_what_is_there(reader):
    view = MapView()
    axis = np.linspace(-1.0, 1.0, 3)
    values, place = np.arange(9.0).reshape(3, 3), (0.9, -1.0)
    view.show_value(MapData("elbow", "slide", (True, False), axis, axis, values, "m²", place, "rad"))
    interface = reader(view)
    assert (interface.role(), value(interface)) == (Role.Graphic, "elbow 0.9 rad, slide −1 m: 6.000 m²")
    values = np.full((3, 3), 1e-17)
    view.show_value(MapData("elbow", "slide", (True, False), axis, axis, values, "m²", place, "rad"))
    assert value(reader(view)) == "elbow 0.9 rad, slide −1 m: 0 everywhere"


def test_nothing_is_said_where_no_cell_is(reader):
    table = HeatTable("J")
    interface = reader(table)
    assert interface.childCount() == 0
    assert interface.child(0) is None
    corner = table.mapToGlobal(QPoint(0, 0))
    assert interface.childAt(corner.x(), corner.y()) is None
