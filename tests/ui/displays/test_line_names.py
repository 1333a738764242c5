"""How the lines of a plot are named where there is room, little, and hardly any."""

from __future__ import annotations

import pytest

from torseur.ui.displays.plot.line_names import entry_width, placed_entries
from torseur.ui.displays.plot.plot_header import LineStyle
from torseur.ui.displays.plot.plot_pane import PlotPane
from torseur.ui.displays.plot.plot_surface import PlotAxis

TORQUES = [f"τ_{k}" for k in range(1, 15)]


VALUES = ["−12.34 N·m"] * 14


pytestmark = pytest.mark.usefixtures("qapp")


def names(placed):
    return [entry.name for entry in placed]


def test_beside_the_title_the_values_go_before_any_name():
    wide = sum(entry_width(name, "") + 9 for name in TORQUES[:3])
    placed = placed_entries(TORQUES[:3], VALUES[:3], "N·m", wide + 80, 1000, 2)
    assert {entry.row for entry in placed} == {0}
    assert names(placed) == TORQUES[:3]
    assert [bool(entry.value) for entry in placed] == [True, False, False]
    assert placed[-1].x + entry_width(placed[-1].name, "") == pytest.approx(1000)  # at the right edge


def test_fourteen_lines_are_all_named_in_rows_below_the_title():
    placed = placed_entries(TORQUES, [""] * 14, "N·m", 340, 362, 3)
    assert names(placed) == TORQUES
    assert {entry.row for entry in placed} == {1, 2}
    for one, other in zip(placed, placed[1:], strict=False):
        assert other.row > one.row or other.x >= one.x + entry_width(one.name, "")


def test_what_cannot_be_named_is_counted_and_never_a_line_without_a_name():
    long = [f"panda joint{k} of the arm at the left" for k in range(7)]
    placed = placed_entries(long, [""] * 7, "°/s", 120, 180, 2)
    assert len(placed) == 6
    assert placed[-1].name == "+2"
    assert all(entry.name for entry in placed)
    assert all(entry.x + entry_width(entry.name, "") <= 180.5 for entry in placed[:-1])


def test_pairs_of_bodies_are_read_whole_and_the_others_counted_rather_than_all_cut():
    pairs = [f"cube{k} · cube{k + 1}" for k in range(4)]
    placed = placed_entries(pairs, [""] * 4, "mm", 230, 260, 0)
    assert names(placed) == [pairs[0], "+3"]


def test_a_low_plot_has_one_row_and_a_high_one_more(qtbot):
    pane = PlotPane("τ", "N·m | N", None)
    qtbot.addWidget(pane)
    pane.set_lines([LineStyle(name, "#0072B2") for name in TORQUES])
    for height, named in ((120, False), (220, True)):
        pane.resize(390, height)
        pane.show()
        assert (pane.header.named == [f"τ{k}" for k in range(1, 15)]) == named
        assert pane.header.height() == (32 if not named else 68)


def test_names_are_not_cut_so_that_several_read_alike():
    names = ["left_front_hip_rotor", "left_front_hip_motor", "left_front_knee_motor", "left_rear_hip_motor"]
    for width in (150, 260, 380, 500):
        placed = placed_entries(names, [""] * 4, "N", 0.0, width, 1)
        found = [entry.name for entry in placed if entry.line >= 0]
        assert len(set(found)) == len(found)


def test_a_low_plot_has_two_ticks_where_there_is_room_for_them(qtbot):
    axis = PlotAxis("left", 15)
    assert axis.tickSpacing(-24.0, 23.0, 36.0) == [(20.0, 0.0)]  # of 50 there would be the one at 0
    assert axis.tickSpacing(0.0, 100.0, 100.0) == [(20.0, 0.0)]
    assert axis.tickSpacing(-24.0, 23.0, 20.0) == [(50.0, 0.0)]


def test_numbers_beside_a_plot_are_short_enough_for_its_unit(qapp):
    axis, below = PlotAxis("left", 30), PlotAxis("bottom", 30)
    assert axis.tickStrings([0.0, 10000.0, 20000.0], 1.0, 10000.0) == ["0", "1e4", "2e4"]
    assert axis.tickStrings([-0.0002, 0.0, 0.0002], 1.0, 0.0002) == ["−2e-4", "0", "2e-4"]
    assert below.tickStrings([0.0, 10000.0, 20000.0], 1.0, 10000.0) == ["0", "10000", "20000"]
