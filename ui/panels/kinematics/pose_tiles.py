"""The numbers of a pose: letters, each before a box with its number."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ...accessibility.accessible import Accessible, Role
from ...look.math_notation import plain_math
from ...look.paint_box import paint_box
from ...look.paint_text import paint_math, paint_quantity
from ...look.style import SMALL, TEXT, current_theme
from ...look.tool_tip import shows_tip
from ...look.wide_widget import WideWidget
from ...sheet.block_view import CustomView, shows
from ...sheet.blocks import Fact

TILE, PITCH, LABEL = 24, 30, 20
GAPS = {3: 10, 4: 6}  # between so many in a row
Rows = tuple[tuple[str, tuple[Fact, ...]], ...]  # what each row means, and its numbers


class PoseTiles(WideWidget):
    """Two rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=PITCH + TILE, wide=308, narrow=208)
        self._rows: Rows = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """The numbers shown, with their units."""
        return tuple(f"{value} {unit}".strip() for _, (_, value, unit), _ in self._tiles())

    def show_value(self, rows: Rows) -> None:
        """Show other numbers."""
        before, self._rows = list(self._tiles()), rows
        now = list(self._tiles())
        if [fact[0] for _, fact, _ in now] != [fact[0] for _, fact, _ in before]:
            self.update()
            return
        for (box, fact, _), (_, old, _) in zip(now, before, strict=True):
            if fact != old:
                self.update(_inside(box))

    def accessible(self) -> Accessible:
        """For screen readers: the numbers with their letters."""
        pairs = [f"{plain_math(name)} {value} {unit}".strip() for _, (name, value, unit), _ in self._tiles()]
        return Accessible(Role.StaticText, "; ".join(pairs))

    @override
    def event(self, event: QEvent) -> bool:
        return shows_tip(event, self, self._text_at) or super().event(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        for box, (name, value, unit), small in self._tiles():
            inside = _inside(box)
            letter = QRectF(box.left() - LABEL, box.top(), LABEL, TILE)
            if event.region().intersects(letter.toAlignedRect()):
                paint_math(painter, letter, name, theme.text_hint, SMALL)
                paint_box(painter, box, theme.raised, theme.divider)
            if event.region().intersects(inside):
                painter.fillRect(inside, QColor(theme.raised))
                colors = (theme.text, theme.text_hint)
                paint_quantity(painter, box.adjusted(0, 0, -8, 0), value, unit, colors, SMALL if small else TEXT)

    def _tiles(self) -> Iterator[tuple[QRectF, Fact, bool]]:
        """Boxes with what is in them, and whether that is written small."""
        for k, (_, facts) in enumerate(self._rows):
            gap = GAPS[len(facts)]
            pitch = (self.width() + gap) / len(facts)
            for i, fact in enumerate(facts):
                yield QRectF(i * pitch + LABEL, k * PITCH, pitch - gap - LABEL, TILE), fact, len(facts) > 3

    def _text_at(self, at: QPointF) -> str:
        meanings = [meaning for meaning, facts in self._rows for _ in facts]
        for (box, (name, value, unit), _), meaning in zip(self._tiles(), meanings, strict=True):
            if box.adjusted(-LABEL, 0, 0, 0).contains(at):
                return f"{plain_math(name)} = {value} {unit}".strip() + f"\n{meaning}"
        return ""


def _inside(box: QRectF) -> QRect:
    """What is repainted when a number changes: a tile without its line, which costs more than the number."""
    return box.toAlignedRect().adjusted(3, 3, -3, -3)


@shows("pose_tiles")
class PoseTilesView(CustomView):
    """Of the numbers of a pose."""

    widget_type = PoseTiles
