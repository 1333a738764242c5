"""What the user has typed and chosen in a part of the window, and the same in another that is made like it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, TypeAlias

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QScrollArea, QWidget
from shiboken6 import isValid

from ..controls.buttons.chip import Chip
from ..controls.buttons.segmented import SegmentedControl
from ..controls.buttons.switch import Switch
from ..controls.fields.choice import Choice
from ..controls.fields.number_field import NumberField
from ..displays.section_head import SectionHead

Place: TypeAlias = tuple[tuple[str, int], ...]  # from a widget to one below it: classes, and how many of them come before
Kept: TypeAlias = Mapping[Place, Hashable]
PASSES = 3  # what is chosen may bring fields that were not there


def kept_controls(root: QWidget) -> Kept:
    """What the controls below a widget show, without words of any language."""
    return {place: shown(one) for place, one in _placed(root) if (shown := _kind(one)[0]) is not None}


def enter_controls(root: QWidget, kept: Kept) -> None:
    """Type and choose, as the user would, what the controls below a widget do not show already."""
    for _ in range(PASSES):
        entered = False
        for place, one in _placed(root):
            shown, enter = _kind(one)
            wanted = kept.get(place)
            if shown is not None and wanted is not None and one.isEnabledTo(root) and shown(one) != wanted:
                enter(one, wanted)
                entered = True
        if not entered:
            return


def _placed(root: QWidget, place: Place = ()) -> Iterator[tuple[Place, QWidget]]:
    """All widgets below one, by their places in it."""
    counts: dict[str, int] = {}
    for child in root.children():
        if isinstance(child, QWidget) and child.isHidden():  # what gave its place to another may wait for its end
            QCoreApplication.sendPostedEvents(child, QEvent.Type.DeferredDelete)
        if isValid(child) and isinstance(child, QWidget):
            name = type(child).__name__
            counts[name] = counts.get(name, -1) + 1
            there = (*place, (name, counts[name]))
            yield there, child
            yield from _placed(child, there)


def _kind(one: QWidget) -> tuple[Callable[[Any], Hashable] | None, Callable[[Any, Any], object]]:
    return next((row for kind, row in _KINDS.items() if isinstance(one, kind)), (None, lambda *_: None))


def _choose(one: Choice, key: str) -> None:
    if one.row_of(key) >= 0:
        one.show_choice(key)
        one.chosen.emit(key)


_KINDS: Mapping[type[QWidget], tuple[Callable[[Any], Hashable], Callable[[Any, Any], object]]] = {
    SectionHead: (lambda one: one.is_open, lambda one, _: one.switch()),
    Chip: (lambda one: one.isChecked(), lambda one, _: one.click()),
    Switch: (lambda one: one.isChecked(), lambda one, _: one.click()),
    SegmentedControl: (lambda one: one.choice, lambda one, key: one.button(key).click()),
    Choice: (lambda one: one.choice, _choose),
    NumberField: (lambda one: one.value, lambda one, number: one.enter(number)),
    QScrollArea: (lambda one: one.verticalScrollBar().value(), lambda one, value: one.verticalScrollBar().setValue(value)),
}
