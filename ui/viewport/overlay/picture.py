"""From the pixels of the scene to a finished picture: labels, triad and legend painted on, with or without a window.

Without a window, text needs a `QGuiApplication` all the same: one made with QT_QPA_PLATFORM=offscreen will do.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage, QPainter

from ..view import View
from .painter_overlay import paint_overlay
from .scene_labels import LayoutMemory


def finished_picture(pixels: np.ndarray, view: View, pixel_ratio: float = 1.0, memory: LayoutMemory | None = None) -> QImage:
    """Paint the overlay of a view over pixels (height, width, 3) uint8 of its scene, or (height, width, 4): see `read_pixels`.

    Frames of a video share one `memory`, so that labels do not jump from frame to frame.
    """
    height, width, channels = pixels.shape
    rows = np.ascontiguousarray(pixels)
    given, painted = {
        3: (QImage.Format.Format_RGB888, QImage.Format.Format_RGB32),
        4: (QImage.Format.Format_RGBA8888_Premultiplied, QImage.Format.Format_ARGB32_Premultiplied),
    }[channels]
    image = QImage(rows.data, width, height, channels * width, given).convertToFormat(painted)  # a copy: `rows` may go
    painter = QPainter(image)
    painter.scale(pixel_ratio, pixel_ratio)
    paint_overlay(painter, view, width / pixel_ratio, height / pixel_ratio, memory or LayoutMemory())
    painter.end()
    return image


def picture_pixels(image: QImage) -> np.ndarray:
    """(height, width, 3) uint8 of a picture, top row first: what video encoders take."""
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).copy()
