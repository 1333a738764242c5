"""Labels keep apart and within the window; quality follows the time of a frame; colours are read right."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from tests.cases import loop_over
from torseur.ui.look.theme import DARK, LIGHT
from torseur.ui.viewport.camera import Camera
from torseur.ui.viewport.gl.quality import FAST, FRAMES_JUDGED, LEVELS, TOO_SLOW, QualityChoice
from torseur.ui.viewport.marks import Arrow, Label, Overlays
from torseur.ui.viewport.mesh.color import linear, srgb
from torseur.ui.viewport.overlay.label_layout import Request, legible, place_labels
from torseur.ui.viewport.overlay.painter_overlay import paint_overlay
from torseur.ui.viewport.overlay.scene_labels import LayoutMemory
from torseur.ui.viewport.view import View

WINDOW = (0.0, 0.0, 800.0, 600.0)


def overlap(a, b) -> float:
    """Area that two rectangles share."""
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(width, 0.0) * max(height, 0.0)


@loop_over("seed", range(10))
def test_labels_do_not_overlap_where_there_is_room(seed):
    rng = np.random.default_rng(seed)
    anchors = rng.uniform([150, 100], [650, 500], (12, 2))
    requests = [Request(str(i), tuple(anchor), (110.0, 21.0)) for i, anchor in enumerate(anchors)]
    obstacles = [(600.0, 500.0, 190.0, 90.0), (10.0, 520.0, 70.0, 70.0)]
    rects, _ = place_labels(requests, WINDOW, obstacles, {})
    boxes = [*rects, *obstacles]
    assert all(overlap(a, b) == 0 for i, a in enumerate(rects) for b in boxes[i + 1 :])
    for left, top, width, height in rects:
        assert 0 <= left
        assert 0 <= top
        assert left + width <= 800
        assert top + height <= 600


def test_labels_of_one_point_fan_out_around_it():
    rects, _ = place_labels([Request(str(i), (400.0, 300.0), (120.0, 21.0)) for i in range(8)], WINDOW, [], {})
    assert all(overlap(a, b) == 0 for i, a in enumerate(rects) for b in rects[i + 1 :])


def test_a_label_stays_on_its_side_while_that_is_not_much_worse():
    request = Request("a", (400.0, 300.0), (100.0, 21.0))
    _, first = place_labels([request], WINDOW, [(405.0, 270.0, 90.0, 25.0)], {})
    _, free = place_labels([request], WINDOW, [], {})
    assert first != free
    _, kept = place_labels([request], WINDOW, [], first)
    assert kept == first


def test_a_label_leaves_the_clearance_it_asks_for():
    (rect,), _ = place_labels([Request("a", (400.0, 300.0), (100.0, 21.0), clearance=60.0)], WINDOW, [], {})
    nearest = np.clip([400.0, 300.0], rect[:2], [rect[0] + rect[2], rect[1] + rect[3]])
    assert np.linalg.norm(nearest - [400.0, 300.0]) >= 60.0


def painted(distance, memory):
    """Four forces under a block, seen from so far away."""
    corners = [np.array([x, y, 0.0]) for x in (-0.1, 0.1) for y in (-0.1, 0.1)]
    up = np.array([0.0, 0.0, 0.15])
    arrows = tuple(Arrow(at, up, "#D55E00", f"c{k} λₙ 14.72 N", group="block") for k, at in enumerate(corners))
    view = View(camera=Camera((0.0, 0.0, 0.1), distance, 0.5, 0.3))
    view.set_overlays(Overlays(arrows=arrows, labels=(Label(up, "block Σλₙ 58.86 N", "#D55E00", "block"),)))
    image = QImage(800, 600, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    paint_overlay(painter, view, 800, 600, memory)
    painter.end()
    return memory.merged


def test_labels_that_would_cover_arrows_become_one_a_body_and_come_apart_where_there_is_room(qapp):
    memory = LayoutMemory()
    assert painted(0.6, memory) == frozenset()
    assert len(memory.places) == 4
    assert painted(6.0, memory) == {"block"}
    assert len(memory.places) == 1
    assert painted(0.6, memory) == frozenset()


def test_software_renderers_start_lowest_and_cards_start_high():
    for name, level in (("llvmpipe (LLVM 15.0.6, 256 bits)", "lowest"), ("NVIDIA GeForce RTX 3060/PCIe", "high")):
        choice = QualityChoice()
        choice.begin(name)
        assert choice.moving.name == level


def test_slow_frames_lower_the_quality_for_good_and_fast_ones_raise_it():
    choice = QualityChoice()
    choice.begin("some card")
    for _ in range(FRAMES_JUDGED):
        choice.frame_took(2 * TOO_SLOW)
    assert choice.moving.name == "medium"
    for _ in range(5 * FRAMES_JUDGED):
        choice.frame_took(0.5 * FAST)
    assert choice.moving.name == "medium", "high proved too slow"
    choice.forgive()
    for _ in range(FRAMES_JUDGED):
        choice.frame_took(0.5 * FAST)
    assert choice.moving.name == "high"


def test_a_picture_at_rest_is_drawn_better():
    choice = QualityChoice(level=LEVELS.index("medium"))
    assert (choice.moving.name, choice.still.name) == ("medium", "high")
    choice.level = len(LEVELS) - 1
    assert choice.still is choice.moving


def test_where_the_processor_draws_what_moves_has_no_shadows_and_what_rests_is_smooth():
    choice = QualityChoice()
    choice.begin("llvmpipe (LLVM 15.0.6, 256 bits)")
    choice.forgive()
    for _ in range(5 * FRAMES_JUDGED):
        choice.frame_took(0.1 * FAST)
    assert (choice.moving.name, choice.moving.shadows, choice.still.name) == ("lowest", 0, "medium")


def test_the_users_choice_of_quality_is_final():
    choice = QualityChoice()
    choice.fix("medium")
    for _ in range(10 * FRAMES_JUDGED):
        choice.frame_took(1.0)
    assert choice.moving.name == choice.still.name == "medium"
    assert choice.frame_seconds == 1.0


def test_colours_are_read_and_made_linear():
    assert srgb("#FF8000") == pytest.approx((1, 128 / 255, 0))
    assert linear("#FFFFFF") == pytest.approx((1, 1, 1))
    assert linear("#000000") == (0, 0, 0)
    assert linear("#808080")[0] == pytest.approx(0.2159, abs=1e-4)  # IEC 61966-2-1
    with pytest.raises(ValueError, match="RRGGBB"):
        srgb("#FFF")
    for theme in (LIGHT, DARK):
        assert linear(theme.floor_light)[1] > linear(theme.floor_dark)[1]


def test_of_labels_that_lie_over_each_other_the_first_is_painted():
    rects = [(0.0, 0.0, 100.0, 21.0), (10.0, 10.0, 100.0, 21.0), (0.0, 18.0, 100.0, 21.0), (98.0, 0.0, 50.0, 21.0)]
    assert legible(rects) == [0, 2, 3]
    assert legible([]) == []
