"""The squares of the two parts of a force, which add up to that of the force, as a bar."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ...accessibility.accessible import Accessible, Role
from ...look.paint_box import paint_box
from ...look.paint_text import RIGHT, paint_text
from ...look.style import SMALL, current_theme
from ...look.theme import FORCE
from ...look.wide_widget import WideWidget
from ...sheet.block_view import CustomView, shows


class StructureShareBar(WideWidget):
    """Texts at both ends, and below them the share of the structure, hatched as its arrow is dashed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=34, wide=340)
        self.texts, self._carried = ("", ""), 0.0

    def show_value(self, value: tuple[tuple[str, str], float]) -> None:
        """Show two texts and the structure's share; without the second text there is nothing to share."""
        self.texts, self._carried = value
        self.update()

    def accessible(self) -> Accessible:
        """For screen readers: both shares."""
        return Accessible(Role.StaticText, ", ".join(filter(None, self.texts)))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        left, right = self.texts
        paint_text(painter, QRectF(0, 0, self.width(), 18), left, theme.text, SMALL, 500)
        paint_text(painter, QRectF(0, 0, self.width(), 18), right, theme.text, SMALL, 500, RIGHT)
        bar = QRectF(0, 22, self.width(), 8)
        paint_box(painter, bar, theme.track, None, 4)
        if right:
            motors = bar.width() * (1.0 - self._carried)
            if motors > 1.0:
                paint_box(painter, QRectF(0, 22, motors, 8), FORCE, None, 4)
            if motors < bar.width() - 1.0:
                rest = QRectF(motors, 22, bar.width() - motors, 8)
                painter.fillRect(rest, QBrush(QColor(FORCE), Qt.BrushStyle.BDiagPattern))


@shows("structure_share")
class StructureShareView(CustomView):
    """The bar."""

    widget_type = StructureShareBar
