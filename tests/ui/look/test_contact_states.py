"""What a contact does has one colour and one glyph, wherever it is shown."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from torseur.ui.look.contact_states import STATES
from torseur.ui.look.icons import SIDE as ICON
from torseur.ui.look.icons import paint_icon
from torseur.ui.look.theme import LIGHT, THEMES
from torseur.ui.time_bar.event_mark import paint_event_mark
from torseur.ui.viewport.camera import Camera
from torseur.ui.viewport.gl.instances import InstanceList, add_points
from torseur.ui.viewport.marks import POINT_KINDS, LegendRow, Point
from torseur.ui.viewport.mesh.color import srgb
from torseur.ui.viewport.overlay.legend_paint import paint_glyph

SIDE, MIDDLE = 24, QPointF(12.0, 12.0)


def painted(paint) -> tuple[QImage, QColor]:
    """What is painted about the middle of a white picture, and the colour there."""
    picture = QImage(SIDE, SIDE, QImage.Format.Format_RGB32)
    picture.fill("white")
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint(painter)
    painter.end()
    return picture, picture.pixelColor(12, 12)


def in_table(painter: QPainter, state: str) -> None:
    paint_icon(painter, state, "", MIDDLE.x() - ICON / 2, MIDDLE.y() - ICON / 2)


@pytest.mark.parametrize("state", POINT_KINDS)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_state_looks_the_same_in_the_legend_and_in_the_table(qapp, state, theme):
    table = painted(lambda painter: in_table(painter, state))
    box = QRectF(MIDDLE.x() - 9, MIDDLE.y() - 6, 18, 12)
    legend = painted(lambda painter: paint_glyph(painter, box, LegendRow(state, "", ""), theme))
    assert table[0] == legend[0]


@pytest.mark.parametrize("state", POINT_KINDS)
def test_a_point_in_the_view_has_the_colour_of_its_glyph(qapp, state):
    out = InstanceList()
    add_points(out, [Point(np.zeros(3), state)], Camera(), 600.0, 1.0)
    rows, _ = out.packed()
    np.testing.assert_allclose(rows[0, 3, :3], srgb(STATES[state].color), rtol=1e-6)  # single precision


@pytest.mark.parametrize(("event", "state"), [("slip", "sliding"), ("stick", "sticking"), ("impact", "impact")])
def test_an_event_has_the_mark_of_the_state_it_leads_to(qapp, event, state):
    _, on_time_line = painted(lambda painter: paint_event_mark(painter, event, 12.0, 12.0, LIGHT))
    _, beside = painted(lambda painter: in_table(painter, state))
    assert on_time_line == beside == QColor(STATES[state].color)


def test_no_two_states_look_alike():
    assert len({(state.color, state.corners, state.full) for state in STATES.values()}) == len(STATES)
