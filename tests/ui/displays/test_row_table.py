"""The table that all row tables are: what it shows, what it says, how it is walked and copied."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QContextMenuEvent, QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from torseur.ui.displays.row_table.column import Cell, Column
from torseur.ui.displays.row_table.row_table import RowTable
from torseur.ui.look.style import apply_style
from torseur.ui.look.theme import DARK, LIGHT


@dataclass(frozen=True)
class Joint:
    name: str
    speed: float


JOINTS = (Joint("q_1", 0.25), Joint("q_2", -1.0), Joint("q_3", 1 / 3))
COLUMNS = (
    Column("joint", lambda joint: joint.name, 40, share=1, math=True),
    Column(
        "v_i",
        lambda joint: Cell(f"{joint.speed:.2f}", weight=600),
        60,
        unit="m/s",
        right=True,
        about="how fast",
        value=lambda joint: joint.speed,
    ),
)


@pytest.fixture
def make(qtbot):
    apply_style(QApplication.instance(), LIGHT)

    def make(**options):
        table = RowTable("Speeds", COLUMNS, tip=lambda joint: f"joint {joint.name}", **options)
        table.heard = []
        table.row_selected.connect(lambda row: table.heard.append(("selected", row)))
        table.row_activated.connect(lambda row: table.heard.append(("activated", row)))
        table.resize(300, 10)
        table.show_rows(JOINTS)
        qtbot.addWidget(table)
        with qtbot.waitExposed(table):
            table.show()
        return table

    return make


def texts(table):
    model = table.model()
    return [[model.index(i, k).data() for k in range(model.columnCount())] for i in range(model.rowCount())]


def copied():
    return QGuiApplication.clipboard().text()


def test_rows_heads_and_tips_are_read_through_the_model(make):
    model = make().model()
    assert texts(make()) == [["q1", "0.25"], ["q2", "-1.00"], ["q3", "0.33"]]
    heads = [model.headerData(k, Qt.Orientation.Horizontal) for k in range(2)]
    assert heads == ["joint", "vi m/s"]
    assert model.headerData(1, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole) == "how fast"
    assert model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole) == "joint q_2"


def test_showing_is_silent_and_keeps_the_selection(make):
    table = make()
    table.show_selected(1)
    table.show_rows((JOINTS[0], Joint("q_2", 5.0), JOINTS[2], Joint("q_4", 0.0)))
    assert (table.selected, texts(table)[1]) == (1, ["q2", "5.00"])
    table.show_rows(JOINTS[:1])
    assert table.selected == -1
    table.show_selected(0)
    table.set_columns(COLUMNS[:1])
    assert (table.selected, texts(table)) == (0, [["q1"]])
    table.show_selected(None)
    assert table.selected == -1
    assert table.heard == []


def test_new_numbers_do_not_reset_the_model(make, qtbot):
    table = make()
    with qtbot.assertNotEmitted(table.model().modelReset), qtbot.waitSignal(table.model().dataChanged) as told:
        table.show_rows((*JOINTS[:2], Joint("q_3", 2.0)))
    assert [index.row() for index in told.args[:2]] == [2, 2]
    with qtbot.assertNotEmitted(table.model().dataChanged):
        table.show_rows((*JOINTS[:2], Joint("q_3", 2.0)))


def test_a_row_is_selected_by_mouse_and_keys_and_heard_once(make, qtbot):
    table = make()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.row_rect(1).center())
    table.activateWindow()
    table.setFocus()
    qtbot.waitUntil(table.hasFocus)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_End, Qt.Key.Key_Return):
        QTest.keyClick(table, key)
    assert table.heard == [("selected", 1), ("selected", 0), ("selected", 2), ("activated", 2)]


def test_the_first_arrow_selects_the_row_with_the_ring(make, qtbot):
    table = make()
    table.activateWindow()
    table.setFocus()
    qtbot.waitUntil(table.hasFocus)
    assert table.heard == []
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert table.heard == [("selected", 0)]


def test_rows_like_buttons_are_walked_and_then_chosen(make, qtbot):
    table = make(click_activates=True, selects=False, header=False)
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.row_rect(2).center())
    table.activateWindow()
    table.setFocus()
    qtbot.waitUntil(table.hasFocus)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Space):
        QTest.keyClick(table, key)
    assert table.heard == [("activated", 2), ("activated", 1)]
    assert table.selected == -1


def test_the_row_under_the_pointer_stands_out(make, qtbot):
    table = make()
    QTest.mouseMove(table.viewport(), table.row_rect(0).center())
    qtbot.waitUntil(lambda: table.hovered == 0)
    QTest.mouseMove(table.viewport(), table.row_rect(1).center())
    qtbot.waitUntil(lambda: table.hovered == 1)
    QTest.mouseMove(table, QPoint(5, 5))
    qtbot.waitUntil(lambda: table.hovered == -1)


def test_keys_it_does_not_use_are_left_to_the_window(make, qtbot):
    table = make()
    table.activateWindow()
    table.setFocus()
    qtbot.waitUntil(table.hasFocus)
    heard = []
    table.addAction("left", Qt.Key.Key_Left, lambda: heard.append("left"))
    table.addAction("up", Qt.Key.Key_Up, lambda: heard.append("up"))
    QTest.keyClick(table, Qt.Key.Key_Left)
    QTest.keyClick(table, Qt.Key.Key_Up)
    assert heard == ["left"]


def test_it_is_copied_in_all_forms_also_by_its_menu_and_rows_that_are_folded_away_with_the_others(make, qtbot):
    table = make()
    table.copy("text")
    assert copied() == "joint\tv_i m/s\nq_1\t0.25\nq_2\t-1.0\nq_3\t0.3333333333333333\n"
    table.copy("csv")
    assert copied() == ",v_i m/s\nq_1,0.25\nq_2,-1.0\nq_3,0.3333333333333333\n"
    table.copy("numpy")
    assert copied() == "np.array([\n    [0.25],\n    [-1.0],\n    [0.3333333333333333],\n])\n"
    table.copy("latex")
    assert copied().startswith("\\begin{bmatrix}\n0.25 \\\\\n")
    table.show_selected(1)
    table.activateWindow()
    table.setFocus()
    qtbot.waitUntil(table.hasFocus)
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert copied() == "joint\tv_i m/s\nq_2\t-1.0\n"
    table = make()
    at = table.row_rect(1).center()
    asked = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, table.viewport().mapToGlobal(at))
    QApplication.sendEvent(table.viewport(), asked)
    menu = table.findChild(QMenu)
    assert [action.text() for action in menu.actions()] == ["Copy as text", "Copy as LaTeX", "Copy as CSV", "Copy as NumPy"]
    menu.actions()[3].trigger()
    assert copied().startswith("np.array([")
    menu.close()
    table = make()
    table.show_rows(JOINTS[:1], JOINTS[1:])
    assert len(texts(table)) == 1
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert len(copied().splitlines()) == 1 + len(JOINTS)


def test_rows_fill_width_and_height_beyond_the_most_they_scroll_and_the_wheel_is_left_to_the_panel(make, qtbot):
    table = make()
    at = table.row_rect(1).center().toPointF()
    turn = QWheelEvent(
        at,
        table.viewport().mapToGlobal(at),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(table.viewport(), turn)
    assert not turn.isAccepted()
    table = make()
    assert sum(table.columnWidth(k) for k in range(2)) == table.viewport().width()
    table.head.resizeSection(1, 130)
    assert table.columnWidth(1) == 130
    table.resize(400, table.height())
    assert table.columnWidth(1) == 130
    assert sum(table.columnWidth(k) for k in range(2)) == table.viewport().width()
    table = make()
    bare = table.height() - 3 * table.row_height
    table.show_rows(JOINTS * 4)
    assert table.height() == bare + 12 * table.row_height
    table.show_rows(())
    assert table.height() == 0
    short = make(most=2)
    assert short.height() == bare + 2 * short.row_height
    short.show_selected(2)
    assert short.viewport().rect().contains(short.row_rect(2))
    table = make(fixed_height=False)
    table.resize(300, 480)
    assert table.minimumSizeHint().height() < 100


def test_it_is_painted_in_the_theme_worn(make):
    table = make()
    light = table.grab().toImage()
    apply_style(QApplication.instance(), DARK)
    assert table.grab().toImage().pixelColor(150, 40) != light.pixelColor(150, 40)


def test_a_screen_reader_finds_names_heads_and_cells(make):
    table = make()
    spoken = QAccessible.queryAccessibleInterface(table)
    assert (spoken.role(), spoken.text(QAccessible.Text.Name)) == (QAccessible.Role.Table, "Speeds")
    cells = [spoken.child(i) for i in range(spoken.childCount())]
    said = [cell.text(QAccessible.Text.Name) for cell in cells if cell is not None]
    assert "vi m/s" in said
    assert "-1.00" in said


def widths(table):
    return [table.head.sectionSize(k) for k in range(table.head.count())]


NUMBERED = (
    Column("pair", lambda joint: joint.name, 8, share=1),
    Column("v", lambda joint: Cell(f"{joint.speed:.2f}"), 60, unit="m/s", right=True),
    Column("w", lambda joint: Cell(f"{1e6 * joint.speed:.4f}"), 20, unit="m/s", right=True),
)


def test_numbers_are_never_cut_and_names_only_where_no_column_has_room_to_spare(qtbot, make):
    """The speed needs less than the 60 px that its column asks for, the large number more than 20."""
    table = make()
    table.set_columns(NUMBERED)
    table.resize(270, table.height())
    table.show_rows([Joint("ground · brick", 0.25)])

    def natural(k):
        return table.itemDelegate().sizeHint(None, table.model().index(0, k)).width()

    qtbot.waitUntil(lambda: all(width >= natural(k) for k, width in enumerate(widths(table))))
    assert sum(widths(table)) == table.viewport().width()
    table.show_rows([Joint("a very long name of a body · another very long name of a body", 0.25)])
    qtbot.waitUntil(lambda: widths(table)[1] < 60)
    assert all(widths(table)[k] >= natural(k) for k in (1, 2)), "no number pays for a name"
    assert sum(widths(table)) == table.viewport().width()


def test_a_column_that_the_user_dragged_stays_as_he_left_it(qtbot, make):
    table = make()
    table.set_columns(NUMBERED)
    table.resize(300, table.height())
    table.head.resizeSection(1, 90)
    table.show_rows([Joint("a very long name of a body · another very long name of a body", 0.25)])
    table.grab()
    QApplication.processEvents()
    assert widths(table)[1] == 90


def test_columns_without_room_are_scrolled_to(make):
    columns = [Column(f"a long name {k}", lambda joint: f"{joint.speed:.2f}", 76, right=True) for k in range(8)]
    table = make()
    table.set_columns(columns)
    heads = table.head.height()
    bar = table.horizontalScrollBar()
    assert bar.isVisible()
    assert bar.maximum() == table.head.length() - table.viewport().width()
    assert table.height() - bar.height() * bar.isVisible() == heads + 3 * table.row_height
    table.resize(table.head.length() + 2, 400)
    assert not bar.isVisible()
    assert table.height() - bar.height() * bar.isVisible() == heads + 3 * table.row_height
