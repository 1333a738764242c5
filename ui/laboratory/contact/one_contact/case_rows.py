"""The two cases of a contact, the one that holds marked."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ....accessibility.accessible import Accessible, Role
from ....look.icons import SIDE, icon
from ....look.math_notation import plain_math
from ....look.paint_box import paint_box
from ....look.paint_text import RIGHT, math_width, paint_math
from ....look.style import SMALL, TEXT, current_theme
from ....look.wide_widget import WideWidget
from ....text.number_text import quantity_text
from .values import SingleContactView

ROW, LINE, GAP = 46, 19, 6


class CaseRows(WideWidget):
    """`show_contact` is for the program."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=2 * ROW + GAP, wide=360, narrow=300)
        self._view: SingleContactView | None = None

    def show_contact(self, view: SingleContactView) -> None:
        """Show which case it is, with its numbers."""
        if view != self._view:
            self._view = view
            self.update()

    @property
    def texts(self) -> tuple[str, str]:
        """The contact lasts; it ends: each with its numbers where it holds, as plain text."""
        head = [" ".join(map(plain_math, (name, condition))) for name, condition, _ in self._cases()]
        body = [plain_math(line) for _, _, line in self._cases()]
        return f"{head[0]}: {body[0]}", f"{head[1]}: {body[1]}"

    def accessible(self) -> Accessible:
        """For screen readers: both cases, and which one holds."""
        if self._view is None:
            return Accessible(Role.StaticText)
        held = self.texts[0 if self._view.lasts else 1]
        return Accessible(Role.StaticText, self.tr("Holds: {case}").format(case=held))

    def _cases(self) -> tuple[tuple[str, str, str], ...]:
        """Name, condition and equations with their numbers, of each."""
        view = self._view
        if view is None:
            return ("", "", ""), ("", "", "")
        rate, load = view.rate, view.load
        none = (quantity_text(0.0, view.rate_unit), quantity_text(0.0, view.load_unit))
        lasts = f"{rate} = 0,  {load} = −d/M"
        ends = f"{rate} = d,  {load} = 0"
        if view.lasts:
            lasts = f"{rate} = {none[0]},  {load} = −d/M = {quantity_text(view.force, view.load_unit)}"
        else:
            ends = f"{rate} = d = {quantity_text(view.separation, view.rate_unit)},  {load} = {none[1]}"
        return (
            (self.tr("The contact lasts"), f"d ≤ 0:  {rate} = 0, {load} ≥ 0", lasts),
            (self.tr("The contact ends"), f"d > 0:  {rate} > 0, {load} = 0", ends),
        )

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._view is None:
            return
        theme = current_theme()
        painter = QPainter(self)
        for k, (name, condition, line) in enumerate(self._cases()):
            holds = self._view.lasts == (k == 0)
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
