"""The chips over the viewport: what they tell, and that the mouse reaches the viewport between them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from torseur.app.drawing.view_switches import VIEW_SWITCHES
from torseur.ui.window.view_bar import EDGE, ViewBar

KEYS = (
    "ellipsoids",
    "velocity",
    "force",
    "ellipsoid_labels",
    "contacts",
    "contact_points",
    "normal_forces",
    "friction_forces",
    "contact_labels",
    "frames",
    "all_frames",
    "world_frame",
    "trail",
    "see_through",
    "orthographic",
)


class Viewport(QWidget):
    def __init__(self):
        super().__init__()
        self.pressed = 0
        self.bar = ViewBar(VIEW_SWITCHES, self)

    def mousePressEvent(self, event):
        self.pressed += 1

    def resizeEvent(self, event):
        self.bar.place(self.width())


@pytest.fixture
def viewport(qtbot):
    viewport = Viewport()
    viewport.resize(900, 400)
    qtbot.addWidget(viewport)
    with qtbot.waitExposed(viewport):
        viewport.show()
    return viewport


@pytest.fixture
def told(viewport):
    told = []
    viewport.bar.switched.connect(lambda key, on: told.append((key, on)))
    viewport.bar.view_chosen.connect(told.append)
    viewport.bar.fit_requested.connect(lambda: told.append("fit"))
    viewport.bar.picture_requested.connect(lambda: told.append("picture"))
    return told


def test_every_switch_can_be_shown_and_stays_silent(viewport, told):
    for key in KEYS:
        for on in (True, False, True):
            viewport.bar.show_on(key, on)
            assert viewport.bar.is_on(key) is on
    assert told == []


def test_a_chip_is_switched_by_mouse_and_by_space(viewport, told):
    chip = viewport.bar.chips["contacts"]
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton, pos=QPoint(12, 14))
    QTest.keyClick(chip, Qt.Key.Key_Space)
    assert told == [("contacts", True), ("contacts", False)]


def test_the_chevron_opens_the_menu_and_switches_nothing(viewport, told, qtbot):
    chip = viewport.bar.chips["contacts"]
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton, pos=QPoint(chip.width() - 6, 14))
    qtbot.waitUntil(chip.menu.isVisible)
    assert told == []
    entry = chip.menu.actionGeometry(viewport.bar.action("friction_forces")).center()
    QTest.mouseClick(chip.menu, Qt.MouseButton.LeftButton, pos=entry)
    assert told == [("friction_forces", True)]


def test_views_fit_and_picture_are_told(viewport, told):
    bar = viewport.bar
    for button in bar.right.children()[1:]:
        if button.toolTip() != "Look from":
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    bar.action("top").trigger()
    assert told == ["fit", "picture", "top"]


def test_between_the_chips_the_mouse_reaches_the_viewport(viewport, told):
    chips = list(viewport.bar.chips.values())
    gap = chips[0].geometry().right() + 4
    assert viewport.bar.left.childAt(gap, 14) is None
    QTest.mouseClick(viewport.bar.left, Qt.MouseButton.LeftButton, pos=QPoint(gap, 14))
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=QPoint(450, 200))
    assert (viewport.pressed, told) == (2, [])


@pytest.mark.parametrize("width", [260, 400, 640, 900, 1600])
def test_the_two_groups_never_meet_and_what_has_no_room_is_under_more(viewport, told, width):
    bar = viewport.bar
    bar.place(width)
    assert bar.left.geometry().right() < bar.right.geometry().left()
    assert bar.right.geometry().right() == width - EDGE - 1
    shown = [key for key, chip in bar.chips.items() if not chip.isHidden()]
    entries = bar.more.menu.actions()
    listed = [entry.text() for entry in entries if entry.isCheckable() and entry.isVisible()]
    assert listed == [chip.text() for key, chip in bar.chips.items() if key not in shown]
    assert bar.more.isHidden() is (listed == [])
    assert all(chip.toolTip() == chip.text() for chip in bar.chips.values()) is (width < 420)
    if listed:
        last = list(bar.chips)[-1]
        entries[-1].trigger()
        assert told == [(last, True)]
        assert bar.is_on(last)
        bar.show_on(last, False)
        assert not entries[-1].isChecked()
    bar.place(1600)
    assert bar.more.menu.actions() == entries  # Qt ends the program where one goes while it is clicked
