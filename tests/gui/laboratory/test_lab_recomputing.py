"""What is computed once for an instant, and what a hover leaves alone."""

from __future__ import annotations

import importlib
from collections import Counter

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

LEFT = Qt.MouseButton.LeftButton
COMPUTED = (
    "torseur.sim.analysis.ellipsoids.frame_report.frame_report",
    "torseur.sim.analysis.ellipsoids.frame_capability.frame_capability",
    "torseur.sim.analysis.svd.task_svd.task_svd",
)


@pytest.fixture
def document():
    return "arm_6r"


@pytest.fixture
def page(window, hand):
    """The page of singular values, ellipsoids in the view."""
    window.use_workspace("laboratory")
    window.drawing.switches.switch("ellipsoids", True)
    window.pages.navigation.show_page("svd", "values")  # other tests have scrolled it
    hand.rest()
    yield window.pages.laboratory.page("svd")
    window.drawing.switches.switch("ellipsoids", False)
    window.use_workspace("kinematics")


@pytest.fixture
def counts(window, page, monkeypatch):
    """How often what is public was called."""
    counts = Counter()

    def count(owner, name):
        inner = getattr(owner, name)

        def counted(*arguments, **keywords):
            counts[name] += 1
            return inner(*arguments, **keywords)

        monkeypatch.setattr(owner, name, counted)

    for path in COMPUTED:
        module, _, name = path.rpartition(".")
        count(importlib.import_module(module), name)
    for owner, name in (
        (page.widget, "show_sheet"),
        (page.page, "layer"),
        (window.viewport, "set_overlays"),
        (window.viewport, "show_poses"),
    ):
        count(owner, name)
    return counts


def test_a_hover_redraws_one_layer_and_recomputes_nothing(window, hand, page, counts):
    bars = page.widget.part("bars")
    QTest.mouseMove(bars, bars.bar_rect(2).center().toPoint())
    hand.wait_until(lambda: counts["set_overlays"])
    counts.clear()
    QTest.mouseMove(bars, bars.bar_rect(1).center().toPoint())
    hand.wait_until(lambda: counts["set_overlays"])
    assert counts == {"layer": 1, "set_overlays": 1}


def test_a_move_of_a_slider_computes_everything_once(window, hand, page, counts):
    slider = window.panels.joints.row(window.session.model.joint_names[1]).slider

    def at(share):
        return QPoint(round(share * slider.width()), slider.height() // 2)

    QTest.mousePress(slider, LEFT, pos=at(0.5))
    hand.rest()
    counts.clear()
    QTest.mouseMove(slider, at(0.55))
    hand.wait_until(lambda: counts["set_overlays"])
    QTest.mouseRelease(slider, LEFT, pos=at(0.55))
    once = dict.fromkeys(("frame_report", "frame_capability", "task_svd", "show_sheet", "layer", "show_poses"), 1)
    assert counts == once | {"set_overlays": 1}  # the layer of the page is empty, as nothing is pointed at


def test_a_picked_body_draws_the_model_once(window, page, monkeypatch):
    times, inner = [], window.drawing.view.model_drawing.overlays

    def counted(*arguments):
        times.append(arguments)
        return inner(*arguments)

    monkeypatch.setattr(window.drawing.view.model_drawing, "overlays", counted)
    window.viewport.pick_body("arm_6r/link4")
    window.viewport.pick_body("")
    assert len(times) == 2
