"""How sheets are shown: widgets stay, come and go as blocks do; the program is silent, and what the user does is told."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.ui.sheet.test_blocks import every_block
from torseur.ui.displays.plot.values import TimeLine, TimePlot
from torseur.ui.look.style import apply_style
from torseur.ui.look.theme import DARK, LIGHT
from torseur.ui.sheet.block_view import CustomView, shows
from torseur.ui.sheet.blocks import (
    Button,
    Buttons,
    Custom,
    DataTable,
    Facts,
    Formula,
    Heading,
    Line,
    Matrix,
    Number,
    NumberGrid,
    Options,
    Paragraph,
    Plot,
    PlotCurve,
    Progress,
    Section,
    Slider,
    TableCell,
    TableColumn,
    Toggle,
    UserEvent,
    Vector,
    Words,
    section,
)
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.sheet.sheet_view import NARROW, SheetView
from torseur.ui.text.array_text import ArrayText

VALUES = Heading("values", "Values")


class Sketch(QWidget):
    """Painted by hand."""

    pressed = Signal(int)

    def show_value(self, value):
        self.value = value


@shows("example")
class SketchView(CustomView):
    """Of that."""

    widget_type, signals = Sketch, {"pressed": "selected"}


def type_into(field, text):
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


@pytest.fixture
def shown(qapp, qtbot):
    apply_style(qapp, LIGHT)
    view = SheetView()
    view.events = []
    view.happened.connect(view.events.append)
    qtbot.addWidget(view)
    view.resize(420, 900)
    view.show()
    qtbot.waitExposed(view)
    yield view
    apply_style(qapp, LIGHT)


def show(view, *blocks):
    view.show_sheet(Sheet(blocks))


def test_what_waits_for_a_block_is_done_once_it_is_there(qtbot):
    shown, done = SheetView(), []
    qtbot.addWidget(shown)
    shown.show_sheet(Sheet((Paragraph("waits", "Computing …"),)))
    shown.when_there(("values",), lambda: done.append("first"))
    shown.when_there(("waits", "values"), lambda: done.append(shown.part("values").text))
    shown.show_sheet(Sheet((Paragraph("values", "7"),)))
    assert done == []
    for _ in range(2):
        shown.show_sheet(Sheet((Paragraph("waits", ""), Paragraph("values", "7"))))
    assert done == ["7"]


def test_blocks_that_are_alike_keep_their_widgets_and_new_ones_stand_where_they_are_written(shown):
    one, two, three = (Paragraph(key, f"{key} says something") for key in ("one", "two", "three"))
    show(shown, one, two)
    first = shown.part("two")
    show(shown, replace(two, text="two says more"), three, one)
    assert shown.part("two") is first
    assert first.text == "two says more"
    shown.layout().activate()
    tops = [shown.view(key).outer.y() for key in ("two", "three", "one")]
    assert tops == sorted(set(tops))


def test_what_is_gone_is_hidden_and_comes_again_as_the_same_widget(shown):
    show(shown, Paragraph("one", "one"), Paragraph("two", "two"))
    gone = shown.part("two")
    show(shown, Paragraph("one", "one"))
    assert not gone.isVisible()
    show(shown, Paragraph("one", "one"), Paragraph("two", "two"))
    assert shown.part("two") is gone
    assert gone.isVisible()


def test_a_block_of_another_kind_takes_the_place_of_one_of_its_key(shown):
    show(shown, Paragraph("one", "one"), Paragraph("last", "last"))
    show(shown, Facts("one", (("rank", "3", ""),)), Paragraph("last", "last"))
    assert shown.part("one").texts == ("rank 3",)
    assert shown.view("one").outer.y() < shown.view("last").outer.y()


def test_keys_beside_each_other_differ(shown):
    with pytest.raises(ValueError, match="keys of their own"):
        show(shown, Paragraph("one", "one"), Paragraph("one", "two"))


def test_all_kinds_of_blocks_are_shown_twice_in_silence_and_in_both_themes(shown, qapp):
    for theme in (LIGHT, DARK):
        apply_style(qapp, theme)
        show(shown, section(VALUES, *every_block()))
        show(shown, section(VALUES, *(replace(one) for one in every_block())))
        assert not shown.grab().isNull()
    assert shown.events == []
    assert shown.minimumSizeHint().width() == NARROW
    for widget in shown.findChildren(QWidget):
        if widget.isVisible() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
            said = widget.accessible().name if hasattr(widget, "accessible") else widget.accessibleName()
            assert said or widget.accessibleName(), widget


def test_a_section_folds_and_what_it_copies_is_of_the_sheet_that_is_shown(shown, qapp):
    matrix = Matrix("matrix", "J", np.array([[1.0, 2.0]]))
    folded = Section("values", "Values", (), open=False, tools=(Toggle("exact", "Exact"),))
    show(shown, folded)
    assert shown.part("values.exact").isVisible()
    view = shown.view("values")
    QTest.mouseClick(view.head, Qt.MouseButton.LeftButton)
    assert shown.events == [UserEvent("values", "folded", True)]
    show(shown, replace(folded, blocks=(matrix,), open=True))
    assert shown.part("values.matrix").isVisible()
    assert view.copy_button.isVisible()
    show(shown, replace(folded, blocks=(replace(matrix, values=np.array([[3.0, 4.0]])),), open=True))
    view.copy_button.copy("numpy")
    assert qapp.clipboard().text() == "np.array([\n    [3.0, 4.0],\n])\n"
    show(shown, replace(folded, blocks=(matrix,)))
    assert not shown.part("values.matrix").isVisible()
    show(shown, replace(folded, open=True))
    assert not view.copy_button.isVisible()


def keeping(widget, reason=QContextMenuEvent.Reason.Mouse):
    """The lines of the menu of a widget that keep something."""
    at = widget.rect().center()
    QApplication.sendEvent(widget, QContextMenuEvent(reason, at, widget.mapToGlobal(at)))
    menu = QApplication.activePopupWidget()
    actions = {line.text(): line for line in menu.actions() if line.text().startswith("Keep")} if menu else {}
    if menu:
        menu.close()
    return actions


def test_every_block_that_is_read_is_kept_by_its_menu_and_by_keys_from_the_head_of_its_section(shown, qtbot):
    shown.resize(420, 3000)
    show(shown, section(VALUES, *every_block()))
    qtbot.waitUntil(lambda: shown.view("wide").outer.height() > shown.part("wide").height())
    for block in every_block():
        lines = keeping(shown.part(block.key))
        assert len(lines) == (not isinstance(block, Progress | Buttons)), block
        for line in lines.values():
            line.trigger()
            path, kind, _ = shown.events.pop()
            assert (path.split(".")[1], kind) == (block.key, "kept")
    lines = keeping(shown.part("side.of_R"))
    assert list(lines) == ["Keep on the working sheet: not skew by: 6e-17 1/s"]
    lines = keeping(shown.view("values").keep_button, QContextMenuEvent.Reason.Keyboard)
    lines["Keep on the working sheet: Values"].trigger()
    lines["Keep on the working sheet: Links"].trigger()
    assert [event[:2] for event in shown.events] == [("values", "kept"), ("values.rows", "kept")]
    show(shown, section(VALUES, *every_block(), keeps=False))
    assert not keeping(shown.part("matrix"))


def test_a_section_that_is_led_to_unfolds_as_by_the_user(shown):
    show(shown, Section("values", "Values", (), open=False))
    shown.show_section("values")
    assert shown.events == [UserEvent("values", "folded", True)]


def test_plain_arrow_keys_are_steps_of_a_page_that_has_some_wherever_the_keyboard_is_on_it(qtbot):
    for has_steps in (True, False):
        view = SheetView(has_steps=has_steps)
        qtbot.addWidget(view)
        events = []
        view.happened.connect(events.append)
        show(view, DataTable("rows", "Links", (TableColumn("m"),), ((TableCell("2.5"),),)))
        view.show()
        for modifiers in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier):
            QTest.keyClick(view.part("rows"), Qt.Key.Key_Left, modifiers)
        assert events == ([UserEvent("", "step", -1)] if has_steps else [])


def test_what_the_user_does_is_told_with_the_path_of_the_block(shown):
    number = Number(
        "length", "Length", 0.25, "mm", 1000.0, lower=0.1, upper=1.0, reason="0.1 to 1 m", default="reach", typed=True
    )
    show(
        shown,
        section(
            VALUES,
            Line("task", "Task", (Options("rows", "Rows", (("p", "Position"), ("b", "Both")), "b"), Toggle("all", "All"))),
            number,
            NumberGrid("steps", (replace(number, key="h", name="Step"),)),
            Vector("axis", "Axis", "n", np.array([0.0, 0.0, 1.0]), check=lambda n: "" if n.any() else "no direction"),
            Matrix("matrix", "J", np.eye(2), title="J"),
            Line("along", "Along", (Slider("slider", "Along", 0.5, -1.0, 1.0, "N", home=0.25), Paragraph("value", "0.5 N"))),
            Buttons("do", (Button("go", "Go"), Button("stop", "Stop", enabled=False), Button("on", "", "play", tip="On"))),
            tools=(Toggle("exact", "Exact", icon="pick"),),
        ),
    )
    QTest.mouseClick(shown.part("task.rows").button("p"), Qt.MouseButton.LeftButton)
    shown.part("task.all").click()
    shown.part("values.exact").click()
    field = shown.view("length").field
    type_into(field, "400")
    type_into(field, "4000")
    assert field.refused
    shown.view("length").reset.click()
    type_into(shown.view("steps").fields[0], "200")
    type_into(shown.part("axis").fields[2], "0")
    assert shown.part("axis").fields[2].toolTip() == "no direction"
    shown.part("axis").entered.emit(np.array([1.0, 0.0, 0.0]))
    table = shown.view("matrix").table
    QTest.mouseClick(table, Qt.MouseButton.LeftButton, pos=table.cell_rect(1, 0).center().toPoint())
    slider = shown.part("slider")
    assert (slider.accessible().value, slider.width() > 200) == ("0.5000 N", True)  # with what room is left
    slider.reset.emit()
    shown.part("do.go").click()
    shown.part("do.stop").click()
    shown.part("do.on").click()
    told = [(event.path.removeprefix("values."), event.kind) for event in shown.events]
    assert told == [
        ("task.rows", "chosen"),
        ("task.all", "switched"),
        ("exact", "switched"),
        ("length", "entered"),
        ("length", "entered"),
        ("steps.h", "entered"),
        ("axis", "entered"),
        ("matrix", "pressed"),
        ("along.slider", "moved"),
        ("along.slider", "released"),
        ("do.go", "pressed"),
        ("do.on", "pressed"),
    ]
    values = [event.value for event in shown.events]
    assert values[:3] == ["p", True, True]
    assert values[3:6] == [pytest.approx(0.4), None, pytest.approx(0.2)]
    assert values[7:9] == [(1, 0), 0.25]


def test_a_row_without_heads_is_deleted_by_its_key_and_numbers_of_a_vector_go_by_its_step(shown):
    force = Vector("force", "Force", "Force", np.array([1.0, 0.0, 0.0]), "N", step=5.0, tip="In the world")
    show(shown, DataTable("rows", "Loads", (TableColumn(""),), ((TableCell("arm"),),), 0, deletes=True), force)
    assert shown.part("rows").head.isHidden()
    QTest.keyClick(shown.part("rows"), Qt.Key.Key_Delete)
    QTest.keyClick(shown.part("force").fields[0], Qt.Key.Key_Up)
    (_, _, row), (_, _, vector) = shown.events
    assert (row, vector.tolist()) == (0, [6.0, 0.0, 0.0])
    assert shown.part("force").fields[1].toolTip() == "Force, y. In the world"


def test_a_slider_of_whole_numbers_goes_from_one_to_the_next(shown):
    show(shown, Slider("step", "Iteration", 3.0, 0.0, 40.0, whole=True))
    slider = shown.part("step")
    slider.moved.emit(3.3)
    slider.moved.emit(7.8)
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_End):
        QTest.keyClick(slider, key)
    assert [value for _, kind, value in shown.events if kind == "moved"] == [8, 2, 4, 40]
    show(shown, Slider("step", "Facets", 3.0, 2.0, 16.0, whole=True, scale=2.0))  # pairs
    assert slider.accessible().number.current == 6.0


def test_lists_in_a_line_share_the_room_and_a_word_between_them_takes_its_own(shown):
    one = Options("one", "Frame", (("a", "arm"),), "a", listed=True, widest=400)
    other = replace(one, key="other", options=(("a", "the axes of the frame at the end of the arm"),))
    show(shown, Line("line", "Frame", (one, Paragraph("in", "in"), other)), Paragraph("copied", "J", copied=Formula("J")))
    shown.layout().activate()
    word = shown.part("in")
    assert abs(shown.part("one").width() - shown.part("other").width()) <= 1
    assert word.width() == word.sizeHint().width() < 20
    assert shown.view("copied").outer.height() == 24  # of its button


def test_a_number_that_is_being_typed_is_left_alone(shown, qtbot):
    number = Number("length", "Length", 0.25)
    show(shown, number)
    field = shown.view("length").field
    shown.activateWindow()
    qtbot.waitUntil(shown.isActiveWindow)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "0.7")
    show(shown, replace(number, value=0.3))
    assert field.text() == "0.7"
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert shown.events == [UserEvent("length", "entered", 0.7)]


class Squares:
    """Rows that are written as they are asked for."""

    def __init__(self):
        self.written = set()

    def __len__(self):
        return 1_000_000

    def __getitem__(self, place):
        if isinstance(place, slice):
            return [self[k] for k in range(*place.indices(len(self)))]
        if not 0 <= place < len(self):
            raise IndexError(place)
        self.written.add(place)
        return (TableCell(str(place)), TableCell(str(place**2), float(place**2)))


def test_of_a_million_rows_those_in_sight_are_written(shown):
    rows = Squares()
    columns = (TableColumn("n"), TableColumn("n²", number=True))
    show(shown, DataTable("rows", "Squares", columns, rows, most=20))
    shown.grab()
    assert 0 < len(rows.written) < 200
    scrolled = shown.part("rows").verticalScrollBar()
    scrolled.setValue(5000)
    show(shown, DataTable("rows", "Squares", columns, Squares(), most=20))
    assert scrolled.value() == 5000  # other rows are read where one was


def test_a_large_matrix_scrolls_to_what_is_selected_with_the_unit_of_each_cell(shown):
    names = tuple(f"c_{{{k}}}" for k in range(100))
    matrix = Matrix("M", "M", np.diag(np.arange(100.0)), names, names, ("kg", "m") * 50, scrolls=True)
    show(shown, matrix)
    shown.grab()
    show(shown, replace(matrix, selected=(70, 70)))
    table = shown.part("M")
    assert table.model().index(70, 70).data() == "70.0"
    assert table.model().index(71, 71).data(Qt.ItemDataRole.ToolTipRole).endswith("71 m")
    assert table.viewport().rect().contains(table.visualRect(table.model().index(70, 70)))
    table.clicked.emit(table.model().index(3, 5))
    assert shown.events == [UserEvent("M", "pressed", (3, 5))]


def test_a_section_that_is_late_alone_is_covered_and_hears_nothing(shown):
    part = Section("part", "Problem", (Paragraph("text", "u = 0"),))
    shown.show_sheet(Sheet((part,), late="part"))
    assert shown.cover("Of another instant.")
    assert shown.veil.text == "Of another instant."
    middle = shown.part("text").mapTo(shown, shown.part("text").rect().center())
    assert shown.childAt(middle) is shown.veil
    assert shown.cover("")
    assert shown.childAt(middle) is not shown.veil


def test_a_table_copies_what_it_is_told_to_or_its_own_numbers(shown):
    table = DataTable("rows", "Links", (TableColumn("m", number=True),), ((TableCell("2.5", 2.5),),))
    show(shown, table)
    assert shown.view("rows").copied().csv() == "m\n2.5\n"
    show(shown, replace(table, copied=ArrayText(np.array([2.49]), (), ("m [kg]",))))
    assert shown.view("rows").copied().csv() == "m [kg]\n2.49\n"


def test_a_plot_finds_the_point_under_the_pointer_and_where_it_is_pressed(shown):
    x = np.linspace(0.0, 2.0, 21)
    plot = Plot("plot", "Square", curves=(PlotCurve("x_1", x, x**2),), seeks=True)
    show(shown, plot)
    widget = shown.part("plot")
    shown.grab()
    at = widget.places(plot.curves[0])[10]
    assert widget.text_near(at) == "x1\n1.00 : 1.0000"
    assert widget.text_near(QPointF(0.0, 0.0)) == ""
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=at.toPoint())
    assert shown.events[0].path == "plot"
    assert shown.events[0].value == pytest.approx(1.0, abs=0.01)


def test_a_plot_over_time_has_its_cursor_moved_alone_and_is_sought_in(shown, monkeypatch):
    t = np.linspace(0.0, 2.0, 21)
    plot = TimePlot("Square", "m", t, (TimeLine("z", "text"),), (t**2,))
    show(shown, Custom("plot", "time_plot", plot))
    pane = shown.part("plot")
    monkeypatch.setattr(pane, "show_data", None)
    show(shown, Custom("plot", "time_plot", replace(plot, t=t.copy(), now=0.5)))
    assert pane.plot.cursor == 0.5
    pane.seek_requested.emit(1.5)
    assert shown.events == [UserEvent("plot", "seek", 1.5)]


def test_a_line_that_is_typed_may_be_refused(shown):
    show(shown, Words("name", "Name", "a", check=lambda text: "" if text.isalpha() else "letters alone"))
    for text in ("1", "b"):
        type_into(shown.part("name"), text)
    assert shown.events == [UserEvent("name", "typed", "b")]


def test_a_link_leads_on(shown):
    show(shown, Paragraph("lead", "See [the values](svd#values)."))
    assert shown.part("lead").text == "See the values."
    shown.part("lead").link_pressed.emit("svd#values")
    assert shown.events == [UserEvent("lead", "link", "svd#values")]


def test_a_widget_that_is_painted_by_hand_shows_its_value_and_its_signals_are_events(shown):
    show(shown, Custom("body", "example", 3))
    assert shown.part("body").value == 3
    shown.part("body").pressed.emit(7)
    assert shown.events == [UserEvent("body", "selected", 7)]
