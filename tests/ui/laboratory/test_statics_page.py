"""The page on statics by itself: what it says of loads, torques, limits, parts and checks, and what the user asks of it."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from torseur.ui.laboratory.statics.page import StaticsPage
from torseur.ui.laboratory.statics.values import (
    BaseLine,
    CarriedEntry,
    CarriedView,
    CheckView,
    LoadEntry,
    LoadNumbers,
    TorqueRow,
)
from torseur.ui.laboratory.statics.work_section import WorkView

LEFT = Qt.MouseButton.LeftButton
NUMBERS = LoadNumbers("arm/tool", np.array([0.0, 0.1, 0.0]), np.array([10.0, 0.0, -2.5]), np.zeros(3))
WITHIN = TorqueRow("elbow", "arm/elbow", "N·m", 3.0, -1.0, -4.0, 40.0, (1.0, 2.0))
ABOVE = TorqueRow("wrist", "arm/wrist", "N·m", 30.0, 0.0, -30.0, 20.0, (30.0,))
BARE = TorqueRow("slide", "arm/slide", "N", 7.0, 0.0, -7.0, np.inf, (7.0,))


@pytest.fixture
def page(qtbot):
    page = StaticsPage()
    qtbot.addWidget(page)
    page.resize(400, 1200)
    page.load_section.editor.set_bodies({"arm/tool": "tool", "arm/link": "link"})
    page.show()
    return page


def texts(table):
    model = table.row_model
    return [tuple(model.index(row, at).data() for at in range(model.columnCount())) for row in range(model.rowCount())]


def typed(field, text):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_loads_are_listed_and_the_selected_one_is_in_the_fields(page, qtbot):
    page.load_section.show_loads([LoadEntry("link", 0.0, 2.0), LoadEntry("tool", 10.31, 0.0)], 1, NUMBERS, "world")
    assert texts(page.load_section.loads) == [("F₁", "link", "2.000 N·m"), ("F₂", "tool", "10.31 N")]
    assert page.load_section.loads.selected == 1
    assert page.load_section.editor.body.choice == "arm/tool"
    assert [page.load_section.editor.field("force", k).text() for k in range(3)] == ["10", "0", "−2.5"]
    with qtbot.waitSignal(page.load_section.loads.chosen) as chosen:
        QTest.mouseClick(page.load_section.loads.viewport(), LEFT, pos=page.load_section.loads.row_rect(0).center())
    assert chosen.args == [0]
    with qtbot.waitSignal(page.load_section.editor.entered) as entered:
        typed(page.load_section.editor.field("moment", 2), "1.5")
    assert entered.args == ["moment", 2, 1.5]
    with qtbot.waitSignal(page.load_section.editor.entered) as stepped:
        QTest.keyClick(page.load_section.editor.field("force", 0), Qt.Key.Key_Up)
    assert stepped.args == ["force", 0, 11.0]


def test_keys_choose_a_load_and_delete_asks_to_remove_it(page, qtbot):
    page.load_section.show_loads([LoadEntry("link", 0.0, 2.0), LoadEntry("tool", 10.31, 0.0)], 1, NUMBERS, "world")
    with qtbot.waitSignal(page.load_section.loads.chosen) as chosen:
        QTest.keyClick(page.load_section.loads, Qt.Key.Key_Up)
    assert chosen.args == [0]
    with qtbot.waitSignal(page.load_section.loads.remove_requested) as removed:
        QTest.keyClick(page.load_section.loads, Qt.Key.Key_Delete)
    assert removed.args == [0]


def test_without_loads_it_says_what_to_do(page):
    page.load_section.show_loads([], -1, None, "world")
    assert "press on the robot" in page.load_section.hint.text
    assert page.load_section.editor.isHidden()
    assert not page.load_section.remove_button.isEnabled()


def test_a_torque_above_its_limit_is_told_in_words_and_one_without_limit_too(page):
    page.show_torques([WITHIN, ABOVE, BARE])
    assert texts(page.table) == [
        ("elbow N·m", "3.000", "−1.000", "−4.000", "10.0 % of 40.0 N·m"),
        ("wrist N·m", "30.00", "0", "−30.00", "150 % of 20.0 N·m"),
        ("slide N", "7.000", "0", "−7.000", "N, no limit in the file"),
    ]
    assert (page.badge.text, page.badge.tone, page.badge.toolTip()) == ("1 above limit", "warning", "arm/wrist")
    assert page.sums.texts[-1] == "Largest share of a limit: wrist 150 %"
    page.show_torques([WITHIN])
    assert (page.badge.text, page.badge.tone) == ("within limits", "good")
    page.show_torques([BARE])
    assert page.badge.text == "no limits"
    assert "gives no limit" in page.badge.toolTip()
    page.show_torques([], "Nothing here has a joint: there are no torques.")
    assert page.badge.isHidden()
    assert page.reason.text.startswith("Nothing here")


def test_what_is_above_a_limit_is_painted_otherwise_and_hatched(page):
    page.show_torques([WITHIN])
    before = page.table.grab().toImage()
    page.show_torques([ABOVE])
    assert page.table.grab().toImage() != before


def test_the_torques_are_copied_with_their_limits(page):
    page.show_torques([WITHIN, BARE])
    lines = page.copy_button.source().csv().splitlines()
    assert lines[0] == ",Γ,g(q),τ,limit"
    assert lines[1] == "arm/elbow [N·m],3.0,-1.0,-4.0,40.0"
    assert lines[2].endswith("inf")


def test_parts_and_lost_directions_are_told(page):
    force = CarriedEntry(np.array([[3.0, 0, 4], [3, 0, 0], [0, 0, 4]]), 16 / 25, 2, np.eye(3), "N")
    page.show_carried(CarriedView("F₁ on tool", force, None, 0.0, 3.0, 3))
    assert page.carried.bar.texts == ("motors 36.0 % of |F|²", "structure 64.0 %")
    assert "u₃ = (0, 0, 1.00)" in page.carried.summary.text
    assert page.carried.table.values.shape == (3, 4)
    moment = CarriedEntry(np.zeros((3, 3)), 0.0, 3, np.eye(3), "N·m")
    page.show_carried(CarriedView("F₁ on tool", force, moment, 0.0, 3.0, 0))
    assert page.carried.table.values.shape == (6, 4)
    assert "every moment at this point loads the motors" in page.carried.summary.text
    page.show_carried(None)
    assert page.carried.isHidden()


def test_a_base_without_a_motor_is_told(page):
    page.show_bases([BaseLine("trunk", "(0, 0, 98.1) N", "(0, 0, 0) N·m")])
    assert page.bases.text.startswith("trunk has no motor: to stay, it lacks a force of (0, 0, 98.1) N")
    page.show_bases([])
    assert page.bases.isHidden()


def test_the_law_of_virtual_work_has_every_term_whose_work_stands_below_it(page):
    section, none = page.work, np.zeros((0, 2))
    section.show_work(WorkView((), none, True, [("motors, τᵀδq", 0.0)], 0.0, 0.0))
    assert section.law.texts == ("τᵀδq − g(q)ᵀδq = 0",)
    assert section.none.text == "No load: the motors do work against gravity alone."
    section.show_work(WorkView((), none, True, [], 0.0, 0.0, lacks=True, springs=True))
    assert section.law.texts == ("τmᵀδq + τbᵀδq − g(q)ᵀδq + τpᵀδq = 0",)
    assert section.none.text.startswith(
        "No load: the motors and what bases lack do work against gravity and the springs"
    )
    section.show_work(WorkView(("F₁",), np.ones((1, 2)), False, [], 0.0, 0.0, lacks=True))
    assert section.law.texts == ("τᵀδq + τbᵀδq − Σ FᵀδX − g(q)ᵀδq = 0",)


def test_the_check_runs_is_cancelled_and_told(page, qtbot):
    check = page.check
    with qtbot.waitSignal(check.check_requested):
        QTest.mouseClick(check.button, LEFT)
    check.show_progress(0.4)
    assert check.bar.value() == 0.4 * check.bar.maximum()
    assert check.button.text() == "Cancel"
    with qtbot.waitSignal(check.cancel_requested):
        QTest.mouseClick(check.button, LEFT)
    check.show_check(CheckView("In equilibrium.", "neutral", "good", [("Largest drift", "1e-15", "rad")]))
    assert check.bar.isHidden()
    assert (check.badge.text, check.badge.tone) == ("neutral", "good")
    assert check.facts.texts == ("Largest drift 1e-15 rad",)
    with qtbot.waitSignal(check.play_requested):
        QTest.mouseClick(check.play_button, LEFT)
    check.show_check(None, "The kernels of dynamics are not ready yet.")
    assert check.play_button.isHidden()
    check.show_possible("Pause first: the check is of one pose.", True)
    assert not check.button.isEnabled()
    assert not check.cut_line.isHidden()


def test_it_fits_the_narrowest_dock(page):
    page.load_section.show_loads([LoadEntry("tool", 10.31, 0.5)], 0, NUMBERS, "world")
    page.show_torques([WITHIN, ABOVE, BARE])
    assert page.minimumSizeHint().width() <= 340
    assert page.layout().minimumSize().width() <= 340


def test_numbers_of_the_torque_table_fit_their_columns(page):
    from torseur.ui.laboratory.statics.torque_table import COLUMN
    from torseur.ui.look.paint_text import text_width
    from torseur.ui.look.style import SMALL

    page.show_torques([TorqueRow("roll", "arm/roll", "N·m", 12.0, -0.00449912, -0.00449912, 40.0, (12.0,))])
    (row,) = texts(page.table)
    assert row[1] == "12.00"
    assert row[3].startswith("−0.0045")
    assert all(text_width(text, SMALL, 600) <= COLUMN for text in row[1:4])
