"""Layers of the picture: put, put again, removed, and in which order they lie."""

from __future__ import annotations

import numpy as np
import pytest

from torseur.ui.viewport.marks import Label, LegendRow, Overlays


@pytest.fixture
def seen(picture, viewport):
    """Texts of labels and legend in the viewport, once it is told."""

    def look():
        picture.flush()
        view = viewport.view
        return [label.text for label in view.overlays.labels], [row.name for row in view.legend]

    return look


def drawn(text):
    return Overlays(labels=(Label(np.zeros(3), text),))


def row(name):
    return LegendRow("none", "", name)


def test_layers_are_joined_and_the_uppermost_has_its_legend_first(seen, picture):
    picture.put("snapshot", drawn("forces"), [row("force")])
    picture.put("svd", drawn("direction"), [row("u")])
    assert seen() == (["forces", "direction"], ["u", "force"])


def test_a_layer_that_is_put_again_leaves_the_others(viewport, seen, picture):
    picture.put("snapshot", drawn("forces"))
    picture.put("svd", drawn("direction"))
    picture.flush()
    kept = viewport.view.overlays.labels[1]
    picture.put("snapshot", drawn("other forces"))
    assert seen()[0] == ["other forces", "direction"]
    assert viewport.view.overlays.labels[1] is kept


def test_layers_lie_in_one_order_whichever_is_put_first(seen, picture):
    wanted = ["snapshot", "pull", "table", "target", "svd", "model", "contact"]
    for keys in (wanted, wanted[::-1]):
        for key in keys:
            picture.put(key, drawn(key), [row(key)])
        assert seen() == (wanted, wanted[::-1])
        for key in keys:
            picture.remove(key)


def test_the_viewport_is_told_once_however_many_layers_are_put(qtbot, viewport, picture):
    for key in ("snapshot", "svd", "model"):
        picture.put(key, drawn(key))
    assert len(picture.overlays.labels) == 3
    assert viewport.times == 0
    qtbot.waitUntil(lambda: viewport.times > 0)
    picture.flush()
    assert viewport.times == 1
    assert len(viewport.view.overlays.labels) == 3


def test_what_is_not_finite_is_left_out(seen, picture):
    lost = Label(np.array([0.0, np.nan, 0.0]), "nowhere")
    picture.put("svd", Overlays(labels=(lost, *drawn("direction").labels)))
    assert seen()[0] == ["direction"]


def test_what_is_removed_is_gone_with_its_legend(seen, picture):
    picture.put("svd", drawn("direction"), [row("u")])
    picture.remove("svd")
    assert seen() == ([], [])


def test_nothing_in_place_of_nothing_is_not_drawn(viewport, picture):
    picture.put("svd", Overlays())
    picture.remove("svd")
    picture.remove("never put")
    picture.flush()
    assert viewport.times == 0
