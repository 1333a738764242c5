"""What takes long to paint is painted in parts, each in a turn of the event loop."""

from __future__ import annotations

import pytest
import shiboken6
from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from torseur.ui.displays.part_painting import ENOUGH, PartPainting, parts_below

WHOLE = QRect(0, 0, 200, 2000)


class PaintOrder(QObject):
    """In which order widgets were painted."""

    def __init__(self, *widgets: QWidget) -> None:
        super().__init__()
        self.order: list[QWidget] = []
        for widget in widgets:
            widget.installEventFilter(self)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            self.order.append(watched)
        return False


def process_until(done) -> None:
    """Let one turn of the event loop follow the other until something is so."""
    while not done():
        QApplication.processEvents()


@pytest.fixture
def whole(qtbot):
    """A widget with six parts of 20 pixels above each other, painted."""
    whole = QWidget()
    qtbot.addWidget(whole)
    whole.resize(100, 200)
    whole.parts = [QWidget(whole) for _ in range(6)]
    for k, part in enumerate(whole.parts):
        part.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # what is behind is not painted with it
        part.setGeometry(0, 20 * k, 20, 20)
    painted = PaintOrder(*whole.parts)
    with qtbot.waitExposed(whole):
        whole.show()
    process_until(lambda: len(set(painted.order)) == 6)
    return whole


@pytest.mark.parametrize(("at_once", "turns"), [(0, [1, 1, 1, 1, 1, 1]), (30, [2, 2, 2]), (50, [3, 3]), (200, [6])])
def test_so_much_height_is_painted_in_a_turn(whole, at_once, turns):
    painting = PartPainting(whole, at_once)
    painting.hold()
    assert not whole.updatesEnabled()
    painted = PaintOrder(whole, *whole.parts)
    painting.paint(whole.parts)
    process_until(lambda: painted.order != [])
    assert painted.order == [whole]
    for count in turns:
        painted.order.clear()
        process_until(lambda: painted.order != [])
        assert len(painted.order) == count
    assert all(part.updatesEnabled() for part in whole.parts)


def test_parts_that_are_left_are_painted_with_the_whole_when_it_is_held_again(whole):
    painting = PartPainting(whole)
    painting.hold()
    painting.paint(whole.parts)
    process_until(whole.parts[1].updatesEnabled)
    painting.hold()
    painted = PaintOrder(whole, *whole.parts)
    painting.paint([])
    process_until(lambda: painted.order != [])
    assert set(painted.order) == {whole, *whole.parts}  # in one turn


def test_a_part_that_is_hidden_or_gone_keeps_no_other_from_being_painted(whole):
    painting = PartPainting(whole)
    painting.hold()
    whole.parts[0].hide()
    painting.paint(whole.parts)
    shiboken6.delete(whole.parts[2])
    process_until(whole.parts[5].updatesEnabled)
    assert whole.parts[0].updatesEnabled()


@pytest.fixture
def tall(qtbot):
    """A column of 100 px, of 400 px with three parts of their own, and of 1000 px without any; and a hidden one."""
    tall, inner = QWidget(), QWidget()
    qtbot.addWidget(tall)
    tall.parts = {name: QWidget() for name in ("first", "a", "b", "c", "last", "hidden")}
    heights = {"first": 100, "a": 40, "b": 160, "c": 200, "last": 1000, "hidden": 10}
    for name, part in tall.parts.items():
        part.setFixedHeight(heights[name])
    outside, inside = QVBoxLayout(tall), QVBoxLayout(inner)
    for column in (outside, inside):
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
    for name in ("a", "b", "c"):
        inside.addWidget(tall.parts[name])
    for part in (tall.parts["first"], inner, tall.parts["last"], tall.parts["hidden"]):
        outside.addWidget(part)
    tall.parts["hidden"].hide()
    tall.resize(200, 1500)
    with qtbot.waitExposed(tall):
        tall.show()
    return tall


def test_parts_are_what_is_laid_out_below_the_upper_end(tall):
    assert ENOUGH == 150  # "first" and "a" are 140 px high
    assert parts_below(tall, WHOLE) == [tall.parts[name] for name in ("b", "c", "last")]


def test_parts_out_of_sight_are_none_and_the_upper_end_is_that_of_what_is_in_sight(tall):
    assert parts_below(tall, QRect(0, 0, 200, 300)) == [tall.parts["b"]]
    assert parts_below(tall, QRect(0, 120, 200, 250)) == [tall.parts["b"], tall.parts["c"]]
    assert parts_below(tall, QRect(0, 310, 200, 1000)) == [tall.parts["c"], tall.parts["last"]]
