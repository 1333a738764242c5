"""The cursor of a plot moves over a picture that is kept as long as nothing else changes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QApplication

from torseur.ui.displays.plot.plot_header import LineStyle
from torseur.ui.displays.plot.plot_pane import PlotPane
from torseur.ui.look.style import apply_style, current_theme
from torseur.ui.look.theme import DARK, LIGHT


@pytest.fixture
def pane(qtbot, monkeypatch):
    pane = PlotPane("Energy", "J")
    qtbot.addWidget(pane)
    pane.set_lines([LineStyle("total", "#0072B2", ())])
    pane.resize(400, 180)
    pane.renders = []
    render = pane.plot.render
    monkeypatch.setattr(pane.plot, "render", lambda *args: (pane.renders.append(1), render(*args)))
    with qtbot.waitExposed(pane):
        pane.show()
    pane.show_data(np.linspace(0.0, 1.0, 50), np.linspace(0.0, 2.0, 50))
    qtbot.waitUntil(lambda: bool(pane.renders))
    settle()
    pane.renders.clear()
    return pane


def settle() -> None:
    """Paint all that is to be painted, also what a painting asks for, and what the display server has on its way."""
    for _ in range(5):
        QGuiApplication.sync()
        QApplication.processEvents()


def lines_of(pane: PlotPane) -> list[int]:
    """Columns of pixels of the colour of cursors, halfway up."""
    image = pane.plot.viewport().grab().toImage()
    accent = QColor(current_theme().accent)
    return [x for x in range(image.width()) if image.pixelColor(x, image.height() // 2) == accent]


def test_a_cursor_that_moves_has_nothing_else_painted(qtbot, pane):
    for t in (0.2, 0.4, 0.7):
        pane.show_time(t)
        settle()
    assert not pane.renders
    pane.show_data(np.linspace(0.0, 1.0, 50), np.linspace(2.0, 0.0, 50))
    qtbot.waitUntil(lambda: bool(pane.renders))
    settle()
    assert len(pane.renders) == 1


@pytest.mark.parametrize("change", ["data", "theme", "item", "range", "size"])
def test_what_else_changes_is_painted_anew(qtbot, pane, change):
    pane.show_time(0.5)
    settle()
    match change:
        case "data":
            pane.show_data(np.linspace(0.0, 1.0, 50), np.zeros(50))
        case "theme":
            pane.plot.setBackground("#123456")
        case "item":
            pane.lines[0][1].hide()
        case "range":
            pane.plot.setXRange(0.2, 0.6, padding=0)
        case "size":
            pane.resize(500, 200)
    qtbot.waitUntil(lambda: bool(pane.renders))


def test_a_plot_wears_the_theme_that_comes(qtbot, pane):
    try:
        apply_style(QApplication.instance(), DARK)
        qtbot.waitUntil(lambda: pane.plot.backgroundBrush().color().name() == DARK.panel.lower())
    finally:
        apply_style(QApplication.instance(), LIGHT)


def test_the_line_is_where_its_time_is_and_nowhere_out_of_sight(qtbot, pane):
    pane.show_time(0.25)
    (first, second), width = lines_of(pane), pane.plot.getViewBox().width()
    pane.show_time(0.75)
    assert lines_of(pane) == pytest.approx([first + width / 2, second + width / 2], abs=1)
    for hidden in (math.nan, 1.5):
        pane.show_time(hidden)
        assert not lines_of(pane)
    pane.plot.setXRange(0.5, 1.0, padding=0)
    pane.show_time(0.4)
    assert not lines_of(pane)
