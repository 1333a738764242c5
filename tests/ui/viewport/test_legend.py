"""The legend: how it is laid out, folded, and what it counts."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QWidget

from torseur.ui.viewport.camera import Camera
from torseur.ui.viewport.marks import Arrow, Label, LegendRow, Overlays
from torseur.ui.viewport.overlay.label_groups import shaft_boxes
from torseur.ui.viewport.overlay.legend_controls import LegendControls
from torseur.ui.viewport.overlay.legend_layout import legend_layout
from torseur.ui.viewport.overlay.painter_overlay import paint_overlay
from torseur.ui.viewport.overlay.scene_labels import LayoutMemory
from torseur.ui.viewport.view import View

NORMAL = LegendRow("arrow", "#D55E00", "Normal λₙ", "1 m = 20 N")
FRICTION = LegendRow("arrow", "#009E73", "Friction λₜ", "1 m = 20 N")
SLIDER = LegendRow("slider", "", "Length of arrows")
STATES = (LegendRow("sticking", "", "Sticking"), LegendRow("sliding", "", "Sliding"))
FLOOR = LegendRow("floor", "", "Floor tile", "250 mm")


def names(layout):
    return [[row.name for row in line.entries] for line in layout.lines]


def test_what_has_one_scale_or_none_shares_a_line(qapp):
    layout = legend_layout((NORMAL, FRICTION, *STATES, SLIDER, FLOOR))
    assert names(layout) == [["Normal λₙ", "Friction λₜ"], ["Sticking", "Sliding"], ["Length of arrows"], ["Floor tile"]]
    other = LegendRow("arrow", "#009E73", "Friction λₜ", "1 m = 50 N")
    assert len(legend_layout((NORMAL, other)).lines) == 2


def test_entries_that_find_no_room_beside_others_begin_a_line(qapp):
    many = tuple(LegendRow("sticking", "", f"a state of a long name {k}") for k in range(4))
    layout = legend_layout((NORMAL, *many))
    assert len(layout.lines) == 5
    assert layout.width < 300


def test_a_folded_legend_is_a_word_and_a_button_and_its_slider_is_gone(qapp):
    rows = (NORMAL, FRICTION, *STATES, SLIDER, FLOOR)
    whole, folded = legend_layout(rows, folds=True), legend_layout(rows, folds=True, folded=True)
    assert folded.lines == ()
    assert folded.height < whole.height / 2
    assert folded.width < whole.width / 2


def test_the_button_folds_and_the_slider_lies_where_the_legend_has_room(qtbot):

    under = QWidget()
    under.resize(600, 400)
    qtbot.addWidget(under)
    with qtbot.waitExposed(under):
        under.show()
    controls = LegendControls(under)
    asked = QSignalSpy(controls.fold_asked)
    layout = legend_layout((NORMAL, SLIDER), folds=True)
    controls.place(layout, QRectF(300, 300, layout.width, layout.height))
    assert controls.arrows.isVisible()
    qtbot.mouseClick(controls.button, Qt.MouseButton.LeftButton)
    assert asked.count() == 1
    layout = legend_layout((NORMAL, SLIDER), folds=True, folded=True)
    controls.place(layout, QRectF(300, 300, layout.width, layout.height))
    assert not controls.arrows.isVisible()
    assert controls.button.isVisible()


def told(arrows, labels, camera):
    memory, view = LayoutMemory(), View(camera=camera)
    view.set_overlays(Overlays(arrows=arrows, labels=labels))
    view.legend = (LegendRow("labels", "", "Labels", f"{{n}} of {len(arrows)} forces"),)
    image = QImage(800, 600, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    paint_overlay(painter, view, 800, 600, memory)
    painter.end()
    return memory.told


@pytest.mark.parametrize(("distance", "count"), [(0.6, 4), (6.0, 5)])
def test_the_legend_counts_the_forces_whose_labels_are_painted(qapp, distance, count):
    """Of five forces four have labels of their own; from afar one label tells the sum of all."""
    corners = [np.array([x, y, 0.0]) for x in (-0.1, 0.1) for y in (-0.1, 0.1)]
    up = np.array([0.0, 0.0, 0.15])
    arrows = tuple(Arrow(at, up, "#D55E00", f"c{k} λₙ 14.72 N", group="block") for k, at in enumerate(corners))
    unnamed = Arrow(np.zeros(3), up, "#D55E00", "", group="block")
    labels = (Label(up, "block Σλₙ 73.58 N", "#D55E00", "block", tells=5),)
    camera = Camera((0.0, 0.0, 0.1), distance, 0.5, 0.3)
    assert told((*arrows, unnamed), labels, camera) == count


def test_a_label_out_of_sight_is_not_counted(qapp):
    up = np.array([0.0, 0.0, 0.15])
    arrows = tuple(Arrow(np.array([x, 0.0, 0.0]), up, "#D55E00", "c λₙ 1 N", group="a b") for x in (0.0, 50.0))
    assert told(arrows, (), Camera((0.0, 0.0, 0.1), 1.0, 0.5, 0.3)) == 1


def test_without_perspective_labels_keep_away_from_arrows_that_lie_before_the_eye():
    arrow = Arrow(np.array([0.0, 0.0, 2.0]), np.array([0.0, 0.2, 0.0]), "#D55E00")
    from_above = Camera((0.0, 0.0, 0.0), 1.0, 0.0, np.pi / 2, orthographic=True)
    assert from_above.depths(arrow.tail[None])[0] < 0.0
    assert len(shaft_boxes([arrow], from_above, (800.0, 600.0))) > 0
    assert len(shaft_boxes([arrow], Camera((0.0, 0.0, 0.0), 1.0, 0.0, np.pi / 2), (800.0, 600.0))) == 0
