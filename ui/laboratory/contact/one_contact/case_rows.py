"""The two cases of a contact, the one that holds marked."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from torseur.sim.texts import tr

from ....accessibility.accessible import Accessible, Role
from ....look.icons import SIDE, icon
from ....look.paint_box import paint_box
from ....look.paint_text import RIGHT, math_width, paint_math
from ....look.style import SMALL, TEXT, current_theme
from ....look.wide_widget import WideWidget
from ....sheet.block_view import CustomView, shows
from .values import ContactCase

ROW, LINE, GAP = 46, 19, 6


class CaseRows(WideWidget):
    """`show_value` is for the program."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=2 * ROW + GAP, wide=360, narrow=300)
        self._cases: tuple[ContactCase, ...] = ()

    def show_value(self, value: tuple[ContactCase, ...]) -> None:
        """Show both."""
        self._cases = value
        self.update()

    def accessible(self) -> Accessible:
        """For screen readers: the one that holds."""
        held = [case.text for case in self._cases if case.holds]
        return Accessible(Role.StaticText, tr("Holds: {case}", case=held[0]) if held else "")

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        for k, (name, condition, line, holds) in enumerate(self._cases):
            box = QRectF(0.5, k * (ROW + GAP) + 0.5, self.width() - 1, ROW - 1)
            fill, edge = (theme.accent_fill, theme.accent) if holds else (theme.raised, theme.divider)
            paint_box(painter, box, fill, edge, 8)
            ink, pale = (theme.text, theme.text_second) if holds else (theme.text_hint, theme.text_hint)
            left = box.left() + 12 + SIDE + 8
            if holds:
                at = round(box.left()) + 12, round(box.center().y() - SIDE / 2)
                painter.drawPixmap(*at, icon("check", theme.accent_text).pixmap(SIDE))
            room = QRectF(left, box.top() + 4, box.right() - left - 12, LINE)
            paint_math(painter, room, name, theme.accent_text if holds else ink, SMALL, 600)
            paint_math(painter, room, condition, pale, SMALL, 400, RIGHT)
            px = TEXT if math_width(line, TEXT, 500) <= room.width() else SMALL
            paint_math(painter, room.translated(0, LINE), line, ink, px, 500)


@shows("contact_cases")
class CaseRowsView(CustomView):
    """Both cases."""

    widget_type = CaseRows
