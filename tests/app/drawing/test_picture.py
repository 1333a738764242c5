"""Layers of the picture: put, put again, removed, and in which order they lie."""

from __future__ import annotations

import numpy as np
import pytest

from torseur.app.drawing.picture import Picture
from torseur.ui.viewport.marks import Label, LegendRow, Overlays


class Viewport:
    """Remembers what was set."""

    def __init__(self):
        self.overlays, self.legend, self.times = Overlays(), (), 0

    def set_overlays(self, overlays):
        self.overlays, self.times = overlays, self.times + 1

    def set_legend(self, rows):
        self.legend = tuple(rows)


@pytest.fixture
def viewport():
    return Viewport()


@pytest.fixture
def picture(viewport):
    return Picture(viewport)


def drawn(text):
    return Overlays(labels=(Label(np.zeros(3), text),))


def row(name):
    return LegendRow("none", "", name)


def test_layers_are_joined_and_the_last_one_put_has_its_legend_first(viewport, picture):
    picture.put("snapshot", drawn("forces"), [row("force")])
    picture.put("svd", drawn("direction"), [row("u")])
    assert [label.text for label in viewport.overlays.labels] == ["forces", "direction"]
    assert [one.name for one in viewport.legend] == ["u", "force"]


def test_a_layer_that_is_put_again_stays_in_its_place_and_leaves_the_others(viewport, picture):
    picture.put("snapshot", drawn("forces"))
    picture.put("svd", drawn("direction"))
    kept = viewport.overlays.labels[1]
    picture.put("snapshot", drawn("other forces"))
    assert [label.text for label in viewport.overlays.labels] == ["other forces", "direction"]
    assert viewport.overlays.labels[1] is kept


def test_the_model_lies_over_everything_whenever_it_is_put(viewport, picture):
    picture.put("model", drawn("mass"))
    picture.put("svd", drawn("direction"))
    assert [label.text for label in viewport.overlays.labels] == ["direction", "mass"]


def test_what_is_removed_is_gone_with_its_legend(viewport, picture):
    picture.put("svd", drawn("direction"), [row("u")])
    picture.remove("svd")
    assert (viewport.overlays.labels, viewport.legend) == ((), ())


def test_nothing_in_place_of_nothing_is_not_drawn(viewport, picture):
    picture.put("svd", Overlays())
    picture.remove("svd")
    picture.remove("never put")
    assert viewport.times == 0
