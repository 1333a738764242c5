"""Icons of one line weight in any colour, and the program's own."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from torseur.sim.errors import UnknownNameError

from .contact_states import STATES
from .icon_shapes import SHAPES
from .paint_contact_state import paint_contact_state
from .theme import LIGHT

SIDE = 16
_HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="ink" stroke-width="1.4"'
    ' stroke-linecap="round" stroke-linejoin="round">'
)
_LOGO = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none"><rect width="24" height="24" rx="5.6"'
    ' fill="background"/><path d="M6.2 17.4 9.4 9.6l4.4 4 4-6.6" stroke="ink" stroke-width="1.9" stroke-linecap="round"'
    ' stroke-linejoin="round"/><g fill="ink"><circle cx="6.2" cy="17.4" r="2"/><circle cx="9.4" cy="9.6" r="1.7"/>'
    '<circle cx="13.8" cy="13.6" r="1.7"/><circle cx="17.8" cy="7" r="1.7"/></g></svg>'
)


@lru_cache(maxsize=512)
def icon(name: str, color: str) -> QIcon:
    """An icon of `SHAPES` in a colour "#RRGGBB"."""
    result, svg = QIcon(), _svg(name, color)
    for scale in (1, 2, 3):
        pixmap = _rendered(svg, SIDE * scale)
        pixmap.setDevicePixelRatio(scale)
        result.addPixmap(pixmap)
    return result


def paint_icon(painter: QPainter, name: str, color: str, x: float, y: float, side: float = SIDE) -> None:
    """Paint an icon, or the glyph of a state of contact, with its upper left corner at x, y."""
    if name in STATES:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_contact_state(painter, name, QPointF(x + side / 2, y + side / 2))
        return
    scale = painter.deviceTransform().m11()
    painter.drawPixmap(QRectF(x, y, side, side), _pixmap(name, color, side, scale), QRectF(0, 0, side * scale, side * scale))


def application_icon() -> QIcon:
    """The program's icon, for the system: an articulated arm on a square of the accent colour."""
    result = QIcon()
    for side in (16, 24, 32, 48, 64, 128, 256):
        result.addPixmap(_rendered(_logo(LIGHT.accent, "#FFFFFF"), side))
    return result


def paint_logo(painter: QPainter, background: str, ink: str, x: float, y: float, side: int) -> None:
    """Paint the program's icon in these colours, with its upper left corner at x, y."""
    scale = painter.device().devicePixelRatio()
    pixels = QRectF(0, 0, side * scale, side * scale)
    painter.drawPixmap(QRectF(x, y, side, side), _logo_pixmap(background, ink, round(side * scale)), pixels)


def _logo(background: str, ink: str) -> str:
    return _LOGO.replace("background", background).replace("ink", ink)


@lru_cache(maxsize=8)
def _logo_pixmap(background: str, ink: str, pixels: int) -> QPixmap:
    return _rendered(_logo(background, ink), pixels)


def _svg(name: str, color: str) -> str:
    try:
        shape = SHAPES[name]
    except KeyError:
        raise UnknownNameError("icon", name, SHAPES) from None
    return (_HEAD + shape + "</svg>").replace("ink", color)


@lru_cache(maxsize=512)
def _pixmap(name: str, color: str, side: float, scale: float) -> QPixmap:
    return _rendered(_svg(name, color), round(side * scale))


def _rendered(svg: str, pixels: int) -> QPixmap:
    pixmap = QPixmap(pixels, pixels)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(svg.encode())).render(painter)
    painter.end()
    return pixmap
