"""The page Velocities with robots of every kind, without a window: numbers, equations, arrows."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QObject

from torseur.app.documents.document import open_document
from torseur.app.laboratory.pages import PAGES
from torseur.app.laboratory.velocities.page import MOST
from torseur.sim.multibody.model.movers import columns_to

ROBOTS = ("planar_rp", "scara", "ur5", "solo12", "panda", "so100", "humanoid_falls", "hector")
JOINTLESS = "falling_brick"


class Drawn:
    """Stands for the picture: what was put last."""

    size = 1.0

    def put(self, key, overlays, legend=()):
        self.overlays, self.legend = overlays, legend

    def remove(self, key):
        pass


@pytest.fixture
def opened(qapp, session, preferences):
    """Opens a robot, and gives one of its pages and the picture."""
    parent = QObject()

    def open_robot(name):
        session.show_document(open_document(name))
        nothing = SimpleNamespace(add_tool=lambda tool: None, remove_tool=lambda tool: None)
        context = SimpleNamespace(
            session=session, picture=Drawn(), preferences=preferences, viewport=nothing,
            joints=SimpleNamespace(),
        )  # fmt: skip
        made = PAGES["laboratory"]["velocities"].make(context, parent)
        for section in (made.widget.relative, made.widget.links):
            section.show_open(True)
        made.enter()
        return SimpleNamespace(page=made, session=session, picture=context.picture)

    return open_robot


@pytest.mark.parametrize("name", ROBOTS)
def test_twists_terms_and_links_of_every_kind_of_robot_hold_at_any_point_and_in_any_axes(opened, name):
    lab = opened(name)
    page, session = lab.page, lab.session
    model, rng = session.model, np.random.default_rng(3)
    for frame in (session.frame, model.body_names[len(model.body_names) // 2]):
        session.set_frame(frame)
        if not session.frame or not 0 < len(columns_to(model, session.frame)) <= MOST:
            assert page.widget.line.text
            continue
        page.widget.twists.point_entered.emit(rng.normal(size=3))
        page.widget.twists.basis_chosen.emit(f"basis {model.body_names[0]}")
        page.widget.relative.observer_chosen.emit(model.body_names[-1])
        page.widget.links.link_chosen.emit(0)
        assert page.widget.line.text == ""
        np.testing.assert_allclose(page.twists.difference, 0.0, atol=1e-12)
        assert page.relative.difference < 1e-12
        rows = page.widget.twists.table.values
        np.testing.assert_allclose(rows[:-2].sum(axis=0), rows[-2], atol=1e-12)
        assert len(page.links) > 0


def test_a_step_of_the_recursion_adds_up_by_the_rotation_that_stands_in_it(opened):
    page = opened("scara").page
    page.widget.links.link_chosen.emit(2)
    for card in page.widget.links.step.cards:
        numbers = {term.symbol: term.values for term in card.view.terms}
        R = np.array([numbers[f"R  {axis}"] for axis in "xyz"])
        *parts, result = (term.values for term in card.view.terms if term.color)
        np.testing.assert_allclose(R @ sum(parts), result, atol=1e-14)
        assert "R takes their sum" in card.view.note


def test_what_has_no_joint_says_so(opened):
    assert "no frame to look at" in opened(JOINTLESS).page.widget.line.text


def test_the_arrows_of_the_joints_go_head_to_tail_from_c_to_the_sum(opened):
    lab = opened("ur5")
    lab.session.pose(np.array([0.3, -1.1, 1.2, -0.4, 0.9, 0.2]), "test")
    lab.session.end_drag()
    for letter in "vω":
        drawn = [
            arrow for arrow in lab.picture.overlays.arrows if arrow.label.startswith((f"{letter} ", f"Σ {letter}"))
        ]
        *parts, total = drawn
        assert total.label.startswith("Σ")
        np.testing.assert_allclose(parts[0].tail, total.tail, atol=1e-12)
        np.testing.assert_allclose(parts[-1].tail + parts[-1].vector, total.tail + total.vector, atol=1e-9)
        for one, other in zip(parts, parts[1:], strict=False):
            np.testing.assert_allclose(one.tail + one.vector, other.tail, atol=1e-9)


def test_the_three_terms_are_drawn_at_the_point_and_in_the_axes_of_the_world(opened):
    lab = opened("scara")
    page = lab.page
    page.widget.relative.observer_chosen.emit(lab.session.model.body_names[1])
    page.widget.relative.point_entered.emit(np.array([0.2, 0.1, 0.0]))
    page.widget.relative.rate_entered.emit(np.array([0.0, 0.3, 0.1]))
    found = page.relative
    arrows = {arrow.label.split("  ")[0]: arrow for arrow in lab.picture.overlays.arrows}
    total = arrows["ᵏv(P)"]
    np.testing.assert_allclose(total.tail, found.place, atol=1e-12)
    scale = np.linalg.norm(total.vector) / np.linalg.norm(found.total)
    np.testing.assert_allclose(total.vector, scale * found.axes @ found.total, atol=1e-12)
    np.testing.assert_allclose(sum(arrows[name].vector for name in ("Ṙp", "Rṗ", "Ȯ")), total.vector, atol=1e-12)


def test_one_scale_is_of_all_velocities_that_are_drawn_and_the_legend_says_it(opened):
    lab = opened("scara")
    page = lab.page
    page.widget.relative.rate_entered.emit(np.array([0.0, 30.0, 0.0]))  # much faster than the joints
    arrows = {arrow.label.split("  ")[0]: arrow for arrow in lab.picture.overlays.arrows}
    scales = [
        np.linalg.norm(arrows["Σ v"].vector) / np.linalg.norm(page.twists.total[:3]),
        np.linalg.norm(arrows["ᵏv(P)"].vector) / np.linalg.norm(page.relative.total),
    ]
    assert scales[0] == pytest.approx(scales[1])
    assert lab.picture.legend[0].value == f"1 m/s = {1000.0 * scales[0]:g} mm"


def test_the_numbers_of_a_base_have_one_name_at_the_sliders_and_in_its_equation(opened):
    page = opened("quadruped").page
    page.widget.twists.joint_chosen.emit(0)
    (card,) = page.widget.twists.joint.cards
    sliders = [row.amount.letter for row in page.widget.rates.rows][:6]
    assert sliders == ["v_x", "v_y", "v_z", "ω_x", "ω_y", "ω_z"]
    assert [term.symbol for term in card.view.terms][:6] == sliders


def test_every_number_of_a_point_that_turns_stands_under_its_own_unit(opened):
    page = opened("scara").page
    card = page.widget.relative.equations.cards[1].view
    assert card.heads == (("", "m/s"),)
    symbols = [term.symbol for term in card.terms]
    assert [symbol.split()[-1] for symbol in symbols[3:8]] == ["1/s", "1/s", "1/s", "rad/s", "m"]
    assert all(len(term.values) == 3 for term in card.terms)
