"""The page Velocities with robots of every kind, without a window: numbers, equations, arrows."""

from __future__ import annotations

import numpy as np
import pytest

from tests.app.laboratory.sheet.written_page import WrittenPage
from torseur.app.laboratory.velocities.page import Velocities
from torseur.app.laboratory.velocities.velocity_settings import links, relative, twists
from torseur.app.sheet.page import ChooseFrame
from torseur.sim.multibody.model.movers import columns_to

ROBOTS = ("planar_rp", "scara", "ur5", "solo12", "panda", "so100", "humanoid_falls", "hector")


def opened(name, frame=None):
    """All its sections unfolded."""
    page = WrittenPage(Velocities(), name, frame)
    for section in ("relative", "links"):
        page.take(section, "folded")
    return page


def computed(page, what):
    return what(page.seen, page.settings, page.questions)


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.slow
def test_twists_terms_and_links_of_every_kind_of_robot_hold_at_any_point_and_in_any_axes(name):
    rng = np.random.default_rng(3)
    bodies = WrittenPage(Velocities(), name).seen.model.body_names
    for frame in (None, bodies[len(bodies) // 2]):
        page = opened(name, frame)
        if not columns_to(page.seen.model, page.seen.frame):
            assert page.block("absent").text == "No joint moves this frame."
            continue
        page.take("twists.point", "entered", rng.normal(size=3))
        page.take("twists.basis", "chosen", f"basis {bodies[0]}")
        page.take("relative.seen_from.observer", "chosen", bodies[-1])
        page.take("links.table", "pressed", (0, 1))
        rows = page.block("twists.table").values
        np.testing.assert_allclose(rows[:-2].sum(axis=0), rows[-2], atol=1e-12)
        np.testing.assert_allclose(rows[-2], rows[-1], atol=1e-12)
        assert computed(page, relative).difference < 1e-12
        assert computed(page, links).difference < 1e-12
        assert page.block("links.table").selected == (0, None)


def test_a_step_of_the_recursion_adds_up_by_the_rotation_that_stands_in_it():
    page = opened("scara")
    page.take("links.table", "pressed", (2, 0))
    for equation in page.block("step").equations:
        numbers = {term.symbol: term.values for term in equation.terms}
        R = np.array([numbers[f"R  {axis}"] for axis in "xyz"])
        *parts, result = (term.values for term in equation.terms if term.color)
        np.testing.assert_allclose(R @ sum(parts), result, atol=1e-14)
        assert "R takes their sum" in equation.note


def test_speeds_that_are_typed_are_of_joints_and_outlive_other_parameters_of_the_robot():
    page = WrittenPage(Velocities(), "planar_2r")
    page.take("head.rates", "entered", (1, 0.5))
    assert page.block("rates").values == (np.radians(10.0), 0.5)
    other = WrittenPage(Velocities(), "scara")
    other.settings = page.settings
    assert other.block("rates").values[0] == np.radians(10.0), "another robot has what it starts with"
    page.take("head.frame", "chosen", "planar_2r/link1")
    assert page.effects == [ChooseFrame("planar_2r/link1")]


def test_what_has_no_joint_says_so():
    assert "no frame to look at" in str(WrittenPage(Velocities(), "falling_brick", "").sheet)


def test_the_arrows_of_the_joints_go_head_to_tail_from_c_to_the_sum():
    page = opened("ur5")
    page.pose([0.3, -1.1, 1.2, -0.4, 0.9, 0.2])
    for letter in "vω":
        drawn = [one for one in page.layer[0].arrows if one.label.startswith((f"{letter} ", f"Σ {letter}"))]
        *parts, total = drawn
        assert total.label.startswith("Σ")
        np.testing.assert_allclose(parts[0].tail, total.tail, atol=1e-12)
        np.testing.assert_allclose(parts[-1].tail + parts[-1].vector, total.tail + total.vector, atol=1e-9)
        for one, other in zip(parts, parts[1:], strict=False):
            np.testing.assert_allclose(one.tail + one.vector, other.tail, atol=1e-9)


def test_the_three_terms_are_drawn_at_the_point_and_in_the_axes_of_the_world():
    page = opened("scara")
    page.take("relative.seen_from.observer", "chosen", page.seen.model.body_names[1])
    page.take("relative.p", "entered", np.array([0.2, 0.1, 0.0]))
    page.take("relative.p_rate", "entered", np.array([0.0, 0.3, 0.1]))
    found, arrows = computed(page, relative), page.arrows
    total = arrows["ᵏv(P)"]
    np.testing.assert_allclose(total.tail, found.place, atol=1e-12)
    scale = np.linalg.norm(total.vector) / np.linalg.norm(found.total)
    np.testing.assert_allclose(total.vector, scale * found.axes @ found.total, atol=1e-12)
    np.testing.assert_allclose(sum(arrows[name].vector for name in ("Ṙp", "Rṗ", "Ȯ")), total.vector, atol=1e-12)


def test_one_scale_is_of_all_velocities_that_are_drawn_and_the_legend_says_it():
    page = opened("scara")
    page.take("relative.p_rate", "entered", np.array([0.0, 30.0, 0.0]))  # much faster than the joints
    arrows = page.arrows
    scales = [
        np.linalg.norm(arrows["Σ v"].vector) / np.linalg.norm(computed(page, twists).total[:3]),
        np.linalg.norm(arrows["ᵏv(P)"].vector) / np.linalg.norm(computed(page, relative).total),
    ]
    assert scales[0] == pytest.approx(scales[1])
    assert page.layer[1][0].value == f"1 m/s = {1000.0 * scales[0]:g} mm"
    page.take("twists.drawn", "switched", False)
    assert not any(label.startswith("Σ") for label in page.arrows)


def test_the_numbers_of_a_base_have_one_name_at_the_sliders_and_in_its_equation():
    page = opened("quadruped")
    page.take("twists.table", "pressed", (0, 0))
    (equation,) = page.block("twists.joint").equations
    sliders = [amount.letter for amount in page.block("rates").amounts][:6]
    assert sliders == ["v_x", "v_y", "v_z", "ω_x", "ω_y", "ω_z"]
    assert [term.symbol for term in equation.terms][:6] == sliders


def test_every_number_of_a_point_that_turns_stands_under_its_own_unit():
    equation = opened("scara").block("relative.equations").equations[1]
    assert equation.heads == (("", "m/s"),)
    assert [term.symbol.split()[-1] for term in equation.terms[3:8]] == ["1/s", "1/s", "1/s", "rad/s", "m"]
    assert all(len(term.values) == 3 for term in equation.terms)
