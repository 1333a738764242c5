"""The map over two contact forces: level sets, where forces may be, the way of a method, and the solution."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QCursor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ....accessibility.accessible import Accessible, Role
from ....displays.section_head import column_in
from ....displays.text_label import TextLabel
from ....look.math_notation import written
from ....look.paint_text import CENTER, LEFT, RIGHT, math_width, paint_math, paint_text, text_width
from ....look.style import CAPTION, SMALL, current_theme
from ....look.theme import FORCE
from ....look.wide_widget import WideWidget
from ....sheet.block_view import CustomView, shows
from ....sheet.blocks import Custom
from ....text.number_text import as_shown, quantity_text
from .level_lines import MapDrawing, SectionLines

AXIS, FOOT, TOP, RIM = 52, 34, 8, 12
MOST_DOTTED = 60  # places of a path that get a dot each; of a longer one the line is enough
APART = 13.0  # between two numbers of a path, at least [px]
MOST_NUMBERED = 12  # places of a path that get a number, beside the last


class MultiplierMap(WideWidget):
    """`show_*` is for the program and silent; `pointed` is what is under the pointer, in words."""

    pointed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=300, wide=368, narrow=280)
        self._drawing: MapDrawing | None = None
        self._lines: list[QLineF] = []
        self._edge: list[QLineF] = []
        self._shade = QImage()
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setAccessibleName(self.tr("Map of the objective over two forces"))

    def show_drawing(self, drawing: MapDrawing | None) -> None:
        """Draw a section with the way of a method."""
        before, self._drawing = self._drawing, drawing
        if drawing is not None and (before is None or before.section is not drawing.section):
            self._take(drawing.lines)
        self.update()

    def told_at(self, at: QPointF) -> str:
        """Both forces at a place, and the objective above its least; or that there is something to point at."""
        box, d = self._box(), self._drawing
        if d is None or not box.contains(at):
            return self.tr("Point at the map: the objective f there, less its minimum f*.")
        s, (x0, x1, y0, y1) = d.section, self._range()
        x, y = (at.x() - box.left()) / box.width(), (box.bottom() - at.y()) / box.height()
        above = float(s.objective[round(x * (len(s.a) - 1)), round(y * (len(s.b) - 1))]) - s.least
        places = zip(map(written, d.names), (x0 + x * (x1 - x0), y0 + y * (y1 - y0)), strict=True)
        forces = (f"{name} = {quantity_text(force, d.unit, 3)}" for name, force in places)
        return ", ".join((*forces, f"f − f* = {quantity_text(above, d.objective_unit, 3)}"))

    def accessible(self) -> Accessible:
        """For screen readers: a picture, and where its least is."""
        if self._drawing is None:
            return Accessible(Role.Graphic)
        d = self._drawing
        places = ", ".join(
            f"{written(name)} {quantity_text(x, d.unit)}" for name, x in zip(d.names, d.section.place, strict=True)
        )
        return Accessible(Role.Graphic, value=places)

    def point_of(self, a: float, b: float) -> QPointF:
        """Where a place is in the widget."""
        box, (x0, x1, y0, y1) = self._box(), self._range()
        return QPointF(box.left() + (a - x0) / (x1 - x0) * box.width(), box.bottom() - (b - y0) / (y1 - y0) * box.height())

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.pointed.emit(self.told_at(event.position()))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, d = current_theme(), self._drawing
        painter = QPainter(self)
        box = self._box()
        painter.fillRect(box, QColor(theme.field))
        if d is None:
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(box)
        self._paint_lines(painter, self._lines, theme.accent, 1.0)
        painter.drawImage(box, self._shaded(theme.text_hint))
        self._paint_lines(painter, self._edge, theme.text_second, 1.6)
        self._paint_zeros(painter, box)
        self._paint_path(painter, d)
        self._paint_solution(painter, d)
        painter.setClipping(False)
        painter.setPen(QPen(QColor(theme.border), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
        self._paint_axes(painter, box, d)

    def _take(self, lines: SectionLines) -> None:
        """Make of the lines of a section what a painter takes."""
        self._lines, self._edge = _as_lines(lines.levels), _as_lines(lines.edge)
        rows, columns = lines.outside.shape
        stripes = (np.arange(rows)[:, None] + np.arange(columns)) % 12 < 2
        alpha = np.where(lines.outside, np.where(stripes, 90, 34), 0).astype(np.uint8)
        data = np.ascontiguousarray(np.pad(alpha, ((0, 0), (0, -columns % 4))))
        self._shade = QImage(data.tobytes(), columns, rows, data.shape[1], QImage.Format.Format_Alpha8).copy()

    def _shaded(self, color: str) -> QImage:
        """The picture of where forces may not be, in a colour."""
        image = QImage(self._shade.size(), QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(QColor(color))
        painter = QPainter(image)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
        painter.drawImage(0, 0, self._shade.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied))
        painter.end()
        return image

    def _paint_zeros(self, painter: QPainter, box: QRectF) -> None:
        """Where either force is zero."""
        painter.setPen(QPen(QColor(current_theme().text_hint), 1.0, Qt.PenStyle.DashLine))
        zero = self.point_of(0.0, 0.0)
        painter.drawLine(QPointF(zero.x(), box.top()), QPointF(zero.x(), box.bottom()))
        painter.drawLine(QPointF(box.left(), zero.y()), QPointF(box.right(), zero.y()))

    def _paint_path(self, painter: QPainter, d: MapDrawing) -> None:
        """The way of a method, with the numbers of its places as far as there is room."""
        theme = current_theme()
        points = [self.point_of(*place) for place in d.path]
        painter.setPen(QPen(QColor(theme.text), 1.4))
        painter.drawPolyline(QPolygonF(points))
        painter.setBrush(QColor(theme.text))
        painter.setPen(Qt.PenStyle.NoPen)
        for point in points if len(points) <= MOST_DOTTED else points[-1:]:
            painter.drawEllipse(point, 2.4, 2.4)
        if 0 <= d.marked < len(points):
            painter.setBrush(QColor(theme.accent))
            painter.setPen(QPen(QColor(theme.field), 1.5))
            painter.drawEllipse(points[d.marked], 6.0, 6.0)
        numbered: list[QPointF] = []
        order = [*([d.marked] if d.marked >= 0 else []), len(points) - 1, *range(len(points))] if points else []
        for k in order:
            if len(numbered) > MOST_NUMBERED:
                break
            near = any(math.hypot(points[k].x() - p.x(), points[k].y() - p.y()) < APART for p in numbered)
            if near:
                continue
            numbered.append(points[k])
            wide = text_width(d.labels[k], CAPTION, 600)
            spot = QRectF(points[k].x() + 5, points[k].y() - 16, wide + 2, 14)
            paint_text(painter, spot, d.labels[k], theme.text, CAPTION, 600, LEFT)

    def _paint_solution(self, painter: QPainter, d: MapDrawing) -> None:
        point = self.point_of(*d.section.place)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for color, width in ((current_theme().field, 4.0), (FORCE, 2.2)):
            painter.setPen(QPen(QColor(color), width))
            painter.drawEllipse(point, 7.5, 7.5)

    def _paint_axes(self, painter: QPainter, box: QRectF, d: MapDrawing) -> None:
        theme, (x0, x1, y0, y1) = current_theme(), self._range()
        for low, high, across in ((x0, x1, True), (y0, y1, False)):
            for value in _round_values(low, high):
                text = as_shown(f"{value:g}")
                if across:
                    x = self.point_of(value, y0).x()
                    paint_text(painter, QRectF(x - 40, box.bottom() + 2, 80, 14), text, theme.text_hint, CAPTION, 400, CENTER)
                else:
                    y = self.point_of(x0, value).y()
                    paint_text(painter, QRectF(0, y - 7, AXIS - 6, 14), text, theme.text_hint, CAPTION, 400, RIGHT)
        foot, name = QRectF(box.left(), box.bottom() + 16, box.width(), 16), f"{d.names[0]} ({d.unit})"
        foot.adjust((box.width() - math_width(name, SMALL)) / 2, 0, 0, 0)
        paint_math(painter, foot, name, theme.text_second, SMALL)
        name = f"{d.names[1]} ({d.unit})"
        painter.save()
        painter.translate(0, box.center().y() + math_width(name, SMALL) / 2)
        painter.rotate(-90)
        paint_math(painter, QRectF(0, 0, box.height(), 15), name, theme.text_second, SMALL)
        painter.restore()

    def _paint_lines(self, painter: QPainter, lines: list[QLineF], color: str, width: float) -> None:
        """Lines between places, by the transform of the painter: there are thousands."""
        zero, one = self.point_of(0.0, 0.0), self.point_of(1.0, 1.0)
        pen = QPen(QColor(color), width)
        pen.setCosmetic(True)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)  # segments, one after the other
        painter.save()
        painter.setTransform(QTransform(one.x() - zero.x(), 0.0, 0.0, one.y() - zero.y(), zero.x(), zero.y()), True)
        painter.setPen(pen)
        painter.drawLines(lines)
        painter.restore()

    def _range(self) -> tuple[float, float, float, float]:
        s = self._drawing.section if self._drawing is not None else None
        return (float(s.a[0]), float(s.a[-1]), float(s.b[0]), float(s.b[-1])) if s is not None else (0.0, 1.0, 0.0, 1.0)

    def _box(self) -> QRectF:
        return QRectF(AXIS, TOP, self.width() - AXIS - RIM, self.height() - TOP - FOOT)


@shows("multiplier_map")
class MultiplierMapView(CustomView):
    """With what is under the pointer in a line below."""

    below = 4

    @override
    def make(self, block: Custom, parent: QWidget) -> QWidget:
        whole = QWidget(parent)
        self.map, self.pointed = MultiplierMap(whole), TextLabel(whole, role="text_second", px=SMALL)
        self.map.pointed.connect(self.pointed.show_text)
        column = column_in(whole)
        column.addWidget(self.map)
        column.addWidget(self.pointed)
        return whole

    @override
    def show(self, block: Custom) -> None:
        self.map.show_drawing(block.value)
        self.pointed.show_text(self.map.told_at(self.map.mapFromGlobal(QCursor.pos()).toPointF()))


def _as_lines(segments: np.ndarray) -> list[QLineF]:
    return [QLineF(*ends) for ends in segments.reshape(-1, 4).tolist()]


def _round_values(low: float, high: float) -> list[float]:
    """Round numbers between two, about five."""
    step = 10.0 ** math.floor(math.log10((high - low) / 4.0))
    step *= next(k for k in (1, 2, 5, 10) if (high - low) / (k * step) <= 6.0)
    return [k * step for k in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]
