"""The page Rotation: what is typed, what follows from it, and what is drawn."""

from __future__ import annotations

import numpy as np
import pytest

from tests.app.laboratory.sheet.written_page import WrittenPage
from torseur import sim
from torseur.app.laboratory.rotation.page import Rotation
from torseur.ui.text.number_text import parse_number


@pytest.fixture
def page():
    return WrittenPage(Rotation(), "scara")


def tip(arrow):
    return arrow.tail + arrow.vector


def test_an_axis_that_is_typed_is_normalised_with_a_word_and_one_of_no_length_is_refused(page):
    page.take("formula.axis", "entered", np.array([2.0, 1.0, 2.0]))
    page.take("formula.angle", "entered", (0, np.pi / 2))
    assert "divided by its length 3.000" in page.block("word").text
    np.testing.assert_allclose(page.block("R").values, sim.rodrigues(np.array([2.0, 1.0, 2.0]) / 3.0, np.pi / 2), atol=1e-15)
    check = page.block("axis").check
    assert (check(np.array([0.0, 0.0, 1.0])), "no length" in check(np.zeros(3))) == ("", True)
    assert page.block("relative").check(np.full(3, np.radians(1001.0))) == "At most 1000."
    np.testing.assert_allclose(np.cross(page.arrows["u, θ 90.00°"].vector, [2.0, 1.0, 2.0]), 0.0, atol=1e-12)


def test_the_parts_of_a_vector_are_drawn_up_to_the_vector_that_is_turned(page):
    page.take("formula.angle", "entered", (0, 2.0))
    arrows, u, v = page.arrows, page.settings.u, page.settings.v
    np.testing.assert_allclose(tip(arrows["vx"]), tip(arrows["v"]), atol=1e-12)
    np.testing.assert_allclose(arrows["vx"].tail, tip(arrows["vz"]), atol=1e-12)
    np.testing.assert_allclose(arrows["vy sin θ"].tail, tip(arrows["vx cos θ"]), atol=1e-12)
    np.testing.assert_allclose(tip(arrows["vy sin θ"]), tip(arrows["R v"]), atol=1e-12)
    np.testing.assert_allclose(arrows["R v"].tail, arrows["vz"].tail, atol=1e-12)
    circle = page.layer[0].trails[-1].points - tip(arrows["vz"])
    np.testing.assert_allclose(np.linalg.norm(circle, axis=1), np.linalg.norm(arrows["vy = u × v"].vector), atol=1e-12)
    for equation in page.block("equations").equations:
        *parts, w = (term.values for term in equation.terms)
        np.testing.assert_allclose(sum(parts), w, atol=1e-12)
        np.testing.assert_allclose(w, sim.rodrigues(u, 2.0) @ v, atol=1e-12)


def test_a_vector_of_any_length_stays_in_the_view_and_the_legend_says_its_scale(page):
    for x in (1000.0, 0.02, 1.0):
        page.take("turned.vector", "entered", np.array([x, 0.0, 0.0]))
        length = np.linalg.norm(page.arrows["R v"].vector)
        assert 0.05 <= length <= 0.26
        vector = next(row for row in page.layer[1] if "R v" in row.name)
        assert vector.value.split() == f"1 = {1000.0 * length / np.linalg.norm(page.settings.v):g} mm".split()


@pytest.mark.slow
def test_angular_velocities_are_drawn_head_to_tail(page):
    assert not any(label.startswith("ω(") for label in page.arrows), "the vector that turns is drawn first"
    page.take("sum.drawn", "switched", True)
    page.take("sum.relative", "entered", np.radians([20.0, 0.0, 0.0]))
    arrows = page.arrows
    np.testing.assert_allclose(tip(arrows["ω(p/k)"]), arrows["ω(i/p)"].tail, atol=1e-12)
    np.testing.assert_allclose(tip(arrows["ω(i/p)"]), tip(arrows["ω(i/k)"]), atol=1e-12)
    assert parse_number(page.block("sum.facts").facts[-1][1]) < 1e-14


def test_a_tip_is_dragged_along_and_given_up(page):
    before = page.settings
    assert page.arrows
    page.take("tips", "grabbed", "vector")
    page.take("tips", "drawn", np.array([0.5, 0.0, 0.0]))
    scale = np.linalg.norm(page.arrows["R v"].vector) / np.linalg.norm(page.settings.v)
    np.testing.assert_allclose(page.settings.v, [0.5 / scale, 0.0, 0.0], atol=1e-3)
    page.take("tips", "cancelled")
    assert page.settings == before
    page.take("tips", "grabbed", "axis")
    page.take("tips", "drawn", np.array([0.0, 0.0, 2.0]))
    page.take("tips", "finished")
    assert (page.settings.axis, page.settings.held) == ((0.0, 0.0, 1.0), "")
