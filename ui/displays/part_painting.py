"""Painting of what takes long in parts, each in a turn of the event loop, between which keys and mouse are heard."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, QRect, QTimer
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

NEXT_TURN = 4  # [ms] after which keys and mouse that wait have had theirs: a timer of 0 comes before them
ENOUGH = 150  # [px] of a page that are painted in one turn: all of it takes 0.1 s


class PartPainting(QObject):
    """Holds the painting of a widget, and has it painted then: all but some parts, and these one after the other."""

    def __init__(self, whole: QWidget, at_once: int = 0) -> None:
        """Paint parts one a turn, or as many as are so high together [px]."""
        super().__init__(whole)
        self._whole, self._at_once = whole, at_once
        self._unpainted: list[QWidget] = []
        self._next = QTimer(self, interval=NEXT_TURN, singleShot=True)
        self._next.timeout.connect(self._go_on)

    def hold(self) -> None:
        """Paint nothing of it from now on; parts that were not painted yet are painted with it."""
        self._next.stop()
        self._whole.setUpdatesEnabled(False)
        while self._unpainted:
            self._release()

    def paint(self, parts: Iterable[QWidget]) -> None:
        """Paint it in this turn but for those of its parts that are seen, and these in turns after it."""
        parts = list(parts)
        self._unpainted = [part for part in parts if part.isVisible() and not part.isWindow()]
        for part in self._unpainted:
            part.setUpdatesEnabled(False)
        self._whole.setUpdatesEnabled(True)
        for part in parts:
            if part.isWindow():  # one that came to float meanwhile would stay as it was
                part.setUpdatesEnabled(True)
        if self._unpainted:
            self._next.start()

    def _go_on(self) -> None:
        height = self._release()
        while self._unpainted and height < self._at_once:
            height += self._release()
        if self._unpainted:
            self._next.start()

    def _release(self) -> int:
        """Have the next part painted with what it lies in; its height [px]."""
        part = self._unpainted.pop(0)
        if not isValid(part):  # gone meanwhile
            return 0
        part.setUpdatesEnabled(True)
        return part.height()


def parts_below(body: QWidget, seen: QRect) -> list[QWidget]:
    """What a tall widget has in sight (`seen`, in its pixels) from the top down, but what is painted first: its upper end.

    In place of a part that is too high for one turn stands what is laid out in it.
    """
    found = [(place.top(), place.bottom(), part) for part, place in _in_sight(body, seen)]
    found.sort(key=lambda one: one[0])
    return [part for top, bottom, part in found if bottom - seen.top() > ENOUGH]


def _in_sight(body: QWidget, seen: QRect) -> Iterable[tuple[QWidget, QRect]]:
    for part in body.children():
        if isinstance(part, QWidget) and not part.isHidden() and not part.isWindow():
            place = part.geometry()
            if not place.intersects(seen):
                continue
            if part.layout() is not None and place.height() > ENOUGH:
                for inner, inside in _in_sight(part, seen.translated(-place.topLeft())):
                    yield inner, inside.translated(place.topLeft())
            else:
                yield part, place
