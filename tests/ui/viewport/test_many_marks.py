"""Many arrows and points in rows are what the same are one by one: drawn, labelled, picked, fitted and left out alike."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF

from tests.cases import loop_over
from torseur.sim.errors import UnknownNameError
from torseur.ui.look.theme import FORCE, FRICTION
from torseur.ui.viewport.camera import Camera
from torseur.ui.viewport.gl.instances import InstanceList, add_arrows, add_points
from torseur.ui.viewport.interaction.hovering import arrow_under
from torseur.ui.viewport.many_marks import ARROW_KINDS, POINT_KINDS, ArrowRows, PointRows
from torseur.ui.viewport.marks import Arrow, Overlays, Point, finite_overlays, overlay_balls
from torseur.ui.viewport.overlay.scene_labels import scene_labels
from torseur.ui.viewport.view import View

SIZE = (600.0, 400.0)


def marks(seed, lost=()):
    """The same arrows and points twice: one by one, and in rows after a first one alone; of `lost` rows one number is none."""
    rng = np.random.default_rng(seed)
    n = 20
    tail, vector, place = rng.uniform(-0.5, 0.5, (3, n, 3))
    tail[list(lost), 1] = np.nan
    place[list(lost), 2] = np.inf
    kind = rng.choice(ARROW_KINDS, n)
    color = np.where(rng.random(n) < 0.5, FORCE, FRICTION)
    key = np.where(np.arange(n) % 3, np.arange(n), -1)
    labels = {i: f"c{i} 1 N" for i in (1, 4, 7, 19)}
    groups = {4: "a", 7: "a"}
    state = rng.choice(POINT_KINDS, n)
    arrows = tuple(
        Arrow(tail[i], vector[i], color[i], labels.get(i, ""), kind[i], groups.get(i, ""), key=str(i) if i % 3 else "")
        for i in range(n)
    )
    rows = ArrowRows(
        tail[1:],
        vector[1:],
        color[1:],
        kind[1:],
        key[1:],
        {i - 1: text for i, text in labels.items()},
        {i - 1: text for i, text in groups.items()},
    )
    points = tuple(Point(place[i], state[i]) for i in range(n))
    one_by_one = Overlays(arrows=arrows, points=points)
    return one_by_one, Overlays(arrows=(arrows[0], rows), points=(points[0], PointRows(place[1:], state[1:])))


def packed(overlays):
    out = InstanceList()
    add_arrows(out, overlays.arrows, Camera(), 600.0, 1.0)
    add_points(out, overlays.points, Camera(), 600.0, 1.0)
    return out.packed()


def view_of(overlays):
    view = View()
    view.overlays = overlays
    return view


@loop_over("seed", range(5))
@loop_over("lost", [(), (0,), (4, 5, 19)])
def test_rows_are_drawn_to_the_last_bit_as_marks_one_by_one(seed, lost):
    (first, of_first), (second, of_second) = (packed(finite_overlays(one)) for one in marks(seed, lost))
    assert of_first == of_second
    np.testing.assert_array_equal(first, second)
    assert np.isfinite(second).all()


@pytest.mark.parametrize("lost", [(), (0,), (4, 5, 19)])
@pytest.mark.slow
def test_rows_have_the_labels_the_place_and_the_keys_of_marks_one_by_one(lost):
    first, second = (view_of(finite_overlays(one)) for one in marks(1, lost))
    labels = scene_labels(first, SIZE, None)
    assert len(labels) == 4 - len({1, 4, 7, 19} & set(lost))
    assert labels == scene_labels(second, SIZE, None)
    for one, other in zip(overlay_balls(first.overlays), overlay_balls(second.overlays), strict=True):
        np.testing.assert_array_equal(one, other)
    found = set()
    for x, y in np.random.default_rng(2).uniform((0.0, 0.0), SIZE, (400, 2)):
        keys = {arrow_under(view, QPointF(x, y), SIZE) for view in (first, second)}
        assert len(keys) == 1
        found |= keys
    assert len(found) > 5
    assert not found & {str(i) for i in lost}


def test_an_arrow_without_a_key_hides_none_that_has_one():
    tail, vector = np.zeros((2, 3)), np.tile([0.0, 0.0, 0.4], (2, 1))
    rows = ArrowRows(tail, vector, np.full(2, FORCE), np.full(2, "solid"), np.array([-1, 7]), {}, {})
    view = view_of(Overlays(arrows=(rows,)))
    x, y, _ = view.camera.project(np.array([[0.0, 0.0, 0.2]]), SIZE)[0]
    assert arrow_under(view, QPointF(x, y), SIZE) == "7"


def test_kinds_that_do_not_exist_are_refused_in_rows_too():
    one = np.zeros((1, 3))
    with pytest.raises(UnknownNameError, match="wavy"):
        ArrowRows(one, one, np.array([FORCE]), np.array(["wavy"]), np.array([-1]), {}, {})
    with pytest.raises(UnknownNameError, match="slip"):
        PointRows(one, np.array(["slip"]))


def test_points_of_contact_do_not_hide_bodies_that_are_small_in_the_picture():
    def radius(size: float, camera: Camera) -> float:
        out = InstanceList()
        add_points(out, [Point((0.0, 0.0, 0.0), POINT_KINDS[0])], camera, 600.0, 20.0, size)
        return float(np.linalg.norm(out.packed()[0][0, :3, 0]))

    far, near = Camera(distance=50.0), Camera(distance=1.0)
    pixel = far.pixel_sizes(np.zeros((1, 3)), 600.0)[0]
    assert radius(np.inf, far) == pytest.approx(6.5 * pixel)
    assert radius(0.1, far) == pytest.approx(1.5 * pixel)
    assert radius(3.0 * 4.0 * pixel, far) == pytest.approx(0.3 * 12.0 * pixel)
    assert radius(np.inf, near) == radius(0.1, near)
