"""The page "SVD" says what a decomposition says, with units, and is silent unless the user acts."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from torseur import robots, sim
from torseur.ui.displays.heat_table.direction_table import NONE
from torseur.ui.laboratory.svd.page import SVDPage
from torseur.ui.laboratory.svd.self_motion_section import MotionView
from torseur.ui.laboratory.svd.task_section import TaskChoice
from torseur.ui.look.style import apply_style
from torseur.ui.look.theme import LIGHT

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def page(qtbot):
    apply_style(QApplication.instance(), LIGHT)
    page = SVDPage()
    page.resize(400, 1200)
    page.heard = []
    for signal in (
        "frame_chosen",
        "task_chosen",
        "hovered",
        "pinned",
        "motion_moved",
        "motion_released",
        "motion_chosen",
    ):
        getattr(page, signal).connect(lambda *words, name=signal: page.heard.append((name, *words)))
    qtbot.addWidget(page)
    with qtbot.waitExposed(page):
        page.show()
    page.set_frames(["tool", "link6"], {"world_aligned": "world axes", "local": "frame axes"})
    return page


def svd_of(name="arm_6r", pose="ready", tolerance=None, **asked):
    model = robots.load(name)
    return sim.task_svd(sim.task_jacobian(model, model.poses[pose], "tool", **asked), tolerance=tolerance)


def test_all_is_shown_with_units_and_in_silence(page):
    svd = svd_of()
    page.show_task("tool", TaskChoice())
    page.show_svd(svd, range(1, 7))
    page.show_motions([3, 4, 5], 3, "position", "")
    page.show_motion(MotionView(0.5, "rad", 3e-16, 0.25, "position"))
    page.show_pinned("u", 1)
    assert page.bars.texts == tuple(f"{x:.4f} m/s" for x in svd.sigma)
    assert page.tiles.texts[0].endswith("(m/s)³")
    assert page.badge.text == "rank 3 of 3"
    groups = page.subspaces.groups
    assert [group.table.values.shape for group in groups] == [(3, 3), (0, 0), (3, 6), (3, 6)]
    np.testing.assert_array_equal(groups[3].table.values, svd.self_motion.T)
    assert page.motion.facts.texts == ("Joints moved 0.5000 rad", "Tool moved 3e-16 m", "Tool turned, free 0.2500 rad")
    assert page.heard == []


def test_the_four_subspaces_say_what_is_not_there(page):
    page.show_svd(svd_of(rows="both"), range(1, 7))
    titles = [group.title.text for group in page.subspaces.groups]
    assert titles[1] == "Unreachable. None: the joints reach all 6 directions."
    assert titles[3] == "Self-motion. None: rank 6 with 6 joints leaves no joint free."


def test_a_lost_direction_is_said(page):
    page.show_svd(svd_of("scara", "straight"), range(1, 4))
    assert (page.badge.text, page.badge.tone) == ("singular: rank 2 of 3", "warning")
    assert page.bars.texts[-1] == "0 m/s"
    page.show_svd(svd_of("planar_2r"), range(1, 3))
    assert (page.badge.text, page.badge.tone) == ("rank 2 of 3", "plain")


def test_a_sentence_takes_the_place_of_numbers(page):
    page.show_svd(svd_of(), range(1, 7))
    page.show_absent("No limits.")
    assert page.absent.text == "No limits."
    assert not page.bars.isVisible()
    assert not page.task.tolerance.isVisible()
    page.show_svd(svd_of(), range(1, 7))
    assert page.bars.isVisible()
    assert page.absent.text == ""


def hover(widget, at):
    """Tell a widget that the pointer is over a place, without a pointer: that is for the tests of the whole window."""
    place, none = QPointF(at), Qt.MouseButton.NoButton
    event = QMouseEvent(
        QEvent.Type.MouseMove, place, widget.mapToGlobal(place), none, none, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(widget, event)


def test_rows_and_columns_tell_which_direction_is_pointed_at(page):
    svd = svd_of()
    page.show_svd(svd, range(1, 7))
    table = page.subspaces.self_motion.table
    hover(table, table.cell_rect(1, 2).center().toPoint())
    assert page.heard[-1] == ("hovered", "v", 4)
    hover(table, QPoint(4, round(table.cell_rect(2, 0).center().y())))
    assert page.heard[-1] == ("hovered", "v", 5)  # by its label too
    QTest.mouseClick(page.matrices.which.button("U"), LEFT)
    table = page.matrices.directions
    hover(table, table.cell_rect(0, 1).center().toPoint())
    assert page.heard[-1] == ("hovered", "u", 1)
    QTest.mouseClick(table, LEFT, pos=table.cell_rect(2, 2).center().toPoint())
    assert page.heard[-1] == ("pinned", "u", 2)
    hover(table, QPoint(2, 2))
    assert page.heard[-1] == ("hovered", "u", NONE)


def test_keys_walk_over_directions_and_space_holds_one(page):
    page.show_svd(svd_of(), range(1, 7))
    table = page.subspaces.effective.table
    table.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(table, Qt.Key.Key_Down)
    QTest.keyClick(table, Qt.Key.Key_Space)
    assert page.heard == [("hovered", "v", 1), ("pinned", "v", 1)]


@pytest.mark.parametrize("key", ["J", "U", "S", "V"])
def test_each_matrix_is_copied_as_it_is(page, key):
    svd = svd_of(rows="both", length=0.4)
    page.show_svd(svd, range(1, 7))
    QTest.mouseClick(page.matrices.which.button(key), LEFT)
    page.matrices.copy.copy("numpy")
    values = eval(QGuiApplication.clipboard().text(), {"np": np})
    wanted = {"J": svd.task.J, "U": svd.U, "S": np.diag(svd.sigma), "V": svd.V}[key]
    np.testing.assert_array_equal(values, wanted)


def test_the_directions_of_a_subspace_are_copied_as_they_are_shown(page):
    svd = svd_of()
    page.show_svd(svd, range(1, 7))
    image, unreachable, effective, free = page.subspaces.groups
    assert not unreachable.copy.isVisible()
    for group, wanted in ((image, svd.image), (effective, svd.effective), (free, svd.self_motion)):
        assert group.copy.isVisible()
        group.copy.copy("numpy")
        np.testing.assert_array_equal(eval(QGuiApplication.clipboard().text(), {"np": np}), wanted.T)


def test_choices_are_told_whole(page):
    page.show_task("tool", TaskChoice(rows="both", length=0.3))
    page.show_svd(svd_of(rows="both", length=0.3), range(1, 7))
    assert page.task.length.reset.isVisible()
    QTest.mouseClick(page.task.length.reset, LEFT)
    assert page.heard == [("task_chosen", TaskChoice(rows="both"))]
    QTest.mouseClick(page.task.rows.button("orientation"), LEFT)
    assert page.heard[-1] == ("task_chosen", TaskChoice(rows="orientation"))


def test_nothing_is_wider_than_the_narrowest_dock(page):
    page.show_svd(svd_of("arm_7r", rows="both", length=0.3, weights="speed"), range(1, 8))
    page.show_motions([6], 6, "both", "")
    assert page.minimumSizeHint().width() >= page.layout().minimumSize().width()


def test_the_copy_button_of_a_subspace_stands_in_the_line_of_its_title(page, qtbot):
    page.show_svd(svd_of(), range(1, 7))
    page.resize(400, page.sizeHint().height())
    shown = [group for group in page.subspaces.groups if group.copy.isVisible()]
    assert len(shown) == 3

    def in_line():
        for group in shown:
            assert group.title.height() < group.copy.height()  # its text stands at its top
            assert abs(group.copy.geometry().center().y() - group.title.geometry().center().y()) <= 1

    qtbot.waitUntil(in_line)
