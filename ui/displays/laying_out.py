"""Layouts at once, for what must not be seen half laid out."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent


def lay_out(layers: int) -> None:
    """Lay out what changed before it is painted, from the inside out: else lines lie on one another for some frames.

    layers : of layouts in one another, up to what scrolls them
    """
    for _ in range(layers):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
