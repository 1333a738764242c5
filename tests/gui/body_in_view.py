"""Where a press meets a body of the robot in the view."""

from __future__ import annotations

from PySide6.QtCore import QPoint

from torseur.ui.viewport.interaction.picking import pick


def where_is(window, body):
    """A point of the viewport where a press meets a body of the robot."""
    view, size = window.viewport, window.viewport.size_in_units()
    for x in range(20, view.width() - 20, 8):
        for y in range(120, view.height() - 120, 8):
            hit = pick(view.view, x, y, size)
            if hit is not None and view.view.model.bodies[hit.body].name == body:
                return QPoint(x, y)
    raise AssertionError(f"{body} is not in sight")
