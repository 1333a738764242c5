"""The heads of a row table, and how wide its columns are."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QHeaderView, QTableView
from typing_extensions import override

from ...look.math_notation import plain_math
from ...look.paint_text import LEFT, RIGHT, elided_name, math_width, paint_math, paint_text, text_width
from ...look.style import CAPTION, EDGE, current_theme
from .column import margins
from .row_model import RowModel

HEAD, TALL_HEAD = 22, 34  # of one line; of letters above units
NARROWEST = 16
NARROWEST_NAME = 40  # of names, where numbers have no room


class RowHeader(QHeaderView):
    """Letters, and below them units where there are any. The user drags columns; those with a share take the rest."""

    def __init__(self, model: RowModel[Any], needs: Mapping[int, int], table: QTableView) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self._needs = needs  # widths that the text in columns takes, as far as that is known
        self._model = model
        self._room = 0
        self._fitting = False
        self._dragged: dict[int, int] = {}  # widths that the user gave to columns
        self.setHighlightSections(False)
        self.setMinimumSectionSize(NARROWEST)
        self.sectionResized.connect(self._keep_width)

    @property
    def widths(self) -> list[int]:
        """Those that the columns ask for, or the user gave them."""
        columns = zip(self._model.columns, self._model.margins, strict=True)
        return [self._dragged.get(k, column.width + left + right) for k, (column, (left, right)) in enumerate(columns)]

    def fit(self, room: int) -> None:
        """Share out what is left of the width, or what is missing; what others can spare goes to numbers, then to names."""
        columns = self._model.columns
        self._model.margins = margins(columns)
        widths = self.widths
        left = room - sum(widths)
        if left < 0:
            shares = [0 if column.least is None else column.width - column.least for column in columns]
            left = max(left, -sum(shares))
        else:
            shares = [0 if k in self._dragged else column.share for k, column in enumerate(columns)]
            if columns and not any(shares):
                shares[-1] = 1
        of = sum(shares)
        for k, share in enumerate(shares):
            more = round(left * share / of) if of else 0
            left, of = left - more, of - share
            widths[k] += more
        self._give_room(widths)
        over, (left, right) = sum(widths) - room, self._model.margins[-1] if columns else (0, 0)
        if 0 < over <= right:  # for the margin at the right alone nobody is to scroll
            self._model.margins[-1] = left, right - over
            widths[-1] -= over
        self._room, self._fitting = room, True
        for k, width in enumerate(widths):
            self.resizeSection(k, width)
        self._fitting = False

    def _give_room(self, widths: list[int]) -> None:
        """Widen columns whose text is cut by what others have too much; numbers first, and at the cost of names."""
        columns = self._model.columns
        needs = [max(self._needs.get(k, width), self._head_width(k)) for k, width in enumerate(widths)]
        numbers = [k for k, column in enumerate(columns) if column.right]
        names = [k for k in range(len(columns)) if k not in numbers]
        for wanting in (numbers, names):
            for k in wanting:
                if k in self._dragged or k not in self._needs:
                    continue
                for givers, least in ((numbers, needs), (names, needs), (names, [NARROWEST_NAME] * len(columns))):
                    if wanting is names and least is not needs:
                        continue  # one name is not cut for another
                    for j in givers:
                        given = min(needs[k] - widths[k], widths[j] - least[j]) if j != k and j not in self._dragged else 0
                        if given > 0:
                            widths[k], widths[j] = widths[k] + given, widths[j] - given

    def _head_width(self, k: int) -> int:
        """Width of a column's title and unit."""
        if self.isHidden():
            return 0
        column = self._model.columns[k]
        return ceil(max(math_width(column.title, CAPTION), text_width(column.unit, CAPTION))) + sum(self._model.margins[k])

    @override
    def sizeHint(self) -> QSize:
        return QSize(100, TALL_HEAD if self._has_units else HEAD)

    @override
    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        theme, column, box = current_theme(), self._model.columns[section], QRectF(rect)
        left, right = self._model.margins[section]
        ends = [side - 6 if side == EDGE else 0 for side in (left, right)]
        painter.fillRect(box.adjusted(ends[0], box.height() - 1, -ends[1], 0), QColor(theme.divider))
        flags = RIGHT if column.right else LEFT
        line = box.adjusted(left, 0, -right, -1)
        if self._has_units:
            line.setHeight(16)
            below = line.translated(0, 15)
            if column.unit:
                paint_text(painter, below, column.unit, theme.text_hint, CAPTION, 400, flags)
            else:
                line = below
        if math_width(column.title, CAPTION) <= ceil(line.width()):
            paint_math(painter, line, column.title, theme.text_hint, CAPTION, 400, flags)
        else:
            name = elided_name(plain_math(column.title), line.width(), CAPTION)
            paint_text(painter, line, name, theme.text_hint, CAPTION, 400, flags)

    @property
    def _has_units(self) -> bool:
        return any(column.unit for column in self._model.columns)

    def _keep_width(self, column: int, _: int, width: int) -> None:
        if not self._fitting:
            widths = self.widths
            room = self._room - sum(widths) + widths[column]
            self._dragged[column] = max(NARROWEST, min(width, room))
            self.fit(self._room)
