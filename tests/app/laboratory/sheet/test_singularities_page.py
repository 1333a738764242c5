"""The page Singularities: minors, formulas, the map and the nearest singular configuration; what takes long is found at once."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from tests.app.laboratory.sheet.written_page import WrittenPage
from torseur import robots, sim
from torseur.app.background.symbolic_task import SymbolicQuestion
from torseur.app.laboratory.singularities.page import Singularities
from torseur.app.laboratory.singularities.singularity_texts import detail_of, lost_text, nearest_text
from torseur.app.sheet.page import EndDrag
from torseur.app.sheet.questions import Answer, Cost, ImmediateQuestions
from torseur.sim.analysis.singularities.nearest_singular import NearestSingular
from torseur.sim.analysis.singularities.symbolic_singularities import singularities_of_chain
from torseur.sim.analysis.symbolic.chain import chain_of

BENT, STRAIGHT = [0.4, 1.1, 0.1], [0.4, 0.0, 0.1]


@cache
def worked_out(text):
    """As the other process does it."""
    asked = json.loads(text)
    return singularities_of_chain(chain_of(asked["chain"]), rows=asked["rows"], names=asked["names"])


class OtherProcessBusy(ImmediateQuestions):
    """Another process does not come to an end, and says what it does."""

    def ask(self, key, about, compute, cost=Cost.NOW, *, when=True, **more):
        if cost is Cost.PROCESS:
            return Answer(running=when, stage="roots" if when else "")
        return super().ask(key, about, compute, cost, when=when, **more)


@pytest.fixture
def page(monkeypatch):
    """Of the SCARA, its elbow bent."""
    monkeypatch.setattr(SymbolicQuestion, "__call__", lambda question: worked_out(question.text))
    page = WrittenPage(Singularities(), "scara")
    page.pose(BENT)
    return page


def test_minors_tell_the_rank_where_the_robot_is_and_follow_it(page):
    assert page.block("minors").blocks == ()  # folded: nothing is worked out
    page.take("minors", "folded", True)
    assert page.block("minors").badge[:2] == ("rank 3 of 3", "good")
    model, frame = page.seen.model, page.seen.frame
    (only,) = page.block("minors.table").rows
    assert only[2].value == pytest.approx(np.linalg.det(sim.jacobian(model, page.seen.q, frame)[:3]))
    page.pose(STRAIGHT)
    assert page.block("minors").badge[:2] == ("rank 2 of 3", "warning")
    assert "All of size 3 are zero" in page.block("minors.said").text
    largest = page.block("minors.table").rows[0]
    expected = sim.minors(sim.task_jacobian(model, page.seen.q, frame), 2).values
    assert (largest[2].weight, abs(largest[2].value)) == (600, pytest.approx(np.abs(expected).max()))
    assert len(page.block("minors.table").copied.text("csv").splitlines()) == len(expected) + 1
    page.take("minors.sizes.size", "chosen", "3")
    assert [row[2].text for row in page.block("minors.table").rows] == ["0"]
    page.take("minors.counts.tolerance", "entered", 10.0)
    assert page.block("minors").badge[0] == "rank 0 of 3"
    page.take("head.rows", "chosen", "both")
    assert (page.settings.choice.size, page.settings.choice.tolerance) == (None, None)


def test_formulas_name_the_cases_and_one_is_gone_to(page):
    assert page.block("determinant").text == "det J = −a₁·a₂·s₂"
    cases = page.block("formulas.cases").value.cases
    assert [case.reachable for case in cases] == [True, False]  # the elbow stops before 180 degrees
    page.take("formulas.cases", "activated", 0)
    (pose,) = page.effects
    np.testing.assert_allclose(pose.q, STRAIGHT, atol=1e-12)
    page.pose(pose.q)
    drawn = page.layer[0]
    assert [arrow.label for arrow in drawn.arrows if arrow.label] == ["lost direction"]
    assert [triad.label for triad in drawn.frames] == ["axes of joint 2"]
    page.take("formulas.cases", "selected", 1)
    assert page.block("formulas.reduced.title").text == "J at θ₂ = π"
    page.take("formulas.form", "chosen", "numbers")
    assert page.block("determinant").text == "det J = −0.5·s₂"


@pytest.mark.slow
def test_each_case_that_holds_at_the_configuration_shown_says_so_and_no_other(page):
    """The determinant of UR5 is of s₃, s₅, and of how far the wrist is from axis 1."""
    page = WrittenPage(Singularities(), "ur5")
    at = np.array([0.3, -1.2, 1.4, -0.6, 0.7, 0.2])
    wanted = ((at, []), (at * [1, 1, 1, 1, 0, 1], ["θ₅ = 0"]), (at * [1, 1, 0, 1, 0, 1], ["θ₃ = 0", "θ₅ = 0"]))
    for q, holding in wanted:
        page.pose(q)
        titles = [case.title for case in page.block("formulas.cases").value.cases]
        assert [title for title in titles if "here" in title] == [f"{case}: holds here" for case in holding]
    page.take("formulas.cases", "activated", len([title for title in titles if title]) - 1)
    (pose,) = page.effects
    page.pose(pose.q)
    assert page.block("formulas.cases").value.cases[-1].title.endswith(": holds here")


def test_a_case_is_written_in_axes_of_r0(page):
    page.pose(STRAIGHT)
    page.take("formulas.reduced.axes", "chosen", "base")
    assert page.block("formulas.J").entries[0][0] == "−a₁·s₁ − a₂·s₁"
    assert page.block("formulas.lost").text.startswith("Lost in the axes of R₀")
    assert page.layer[0].frames == ()


def test_what_is_looked_for_is_told_given_up_and_asked_again(page):
    page.questions = OtherProcessBusy()
    assert page.block("waiting.stage").text == "Roots"
    page.take("formulas.waiting.cancel", "pressed")
    assert page.block("failed.failure").text == "Given up."
    page.take("formulas.failed.again", "pressed")
    assert page.block("waiting.stage").text == "Roots"
    page.take("formulas.waiting.cancel", "pressed")
    page.take("formulas.form", "chosen", "numbers")  # another question
    assert page.sheet.has("waiting")


def test_a_map_is_over_two_joints_and_a_place_on_it_is_a_pose(page):
    drawn = page.block("map.drawn").value
    assert (drawn.name_a, drawn.name_b, drawn.place) == ("elbow", "quill", (1.1, 0.1))
    np.testing.assert_allclose(drawn.values[:, 60], 0.5 * np.abs(np.sin(drawn.a)), atol=1e-12)
    page.take("map.drawn", "moved", (-1.5, 0.3))
    (pose,) = page.effects
    np.testing.assert_array_equal(pose.q, [0.4, -1.5, 0.3])
    page.take("map.drawn", "released")
    assert page.effects == [EndDrag()]
    page.take("map.over.a", "chosen", "scara/shoulder")
    page.pose(STRAIGHT)
    assert page.block("map.note").text == "Singular all over this map, by the joints that are not on it."
    assert page.block("map.drawn").value.name_a == "shoulder"
    page.take("map.over.a", "chosen", "scara/quill")
    assert page.block("map.note").text.startswith("A map is over two joints")
    assert not page.sheet.has("map.drawn")


def test_the_nearest_singular_configuration_is_told_and_gone_to(page):
    assert page.block("nearest.said").text.startswith("elbow 0°. Rank 2 of 3")
    page.take("nearest.go", "pressed")
    (pose,) = page.effects
    np.testing.assert_allclose(pose.q, STRAIGHT, atol=1e-8)
    page.pose(pose.q)
    assert page.block("nearest.said").text.startswith("Here")
    assert not page.block("nearest.go").enabled


def test_what_is_chosen_for_the_rows_of_one_frame_is_not_for_another(page):
    page.take("head.rows", "chosen", "orientation")
    assert page.block("head.rows").chosen == "orientation"
    page.seen = replace(page.seen, frame="scara/link2")
    assert page.block("head.rows").chosen == "position"


def test_where_no_joint_moves_a_frame_there_are_no_rows_to_choose():
    page = WrittenPage(Singularities(), "falling_brick", "")
    assert str(page.sheet) == "Nothing here is moved by a joint of one degree of freedom.\n"
    assert page.layer[0].arrows == ()


def test_a_lost_velocity_along_z_says_whose_z_it_is():
    """The spherical arm loses z of joint 2, which lies level: z of the world is another."""
    found = sim.symbolic_singularities(robots.load("spherical_rrp"), "tool")
    lost = [detail_of(found, case) for case in found.cases if case.lost]
    assert any("lost: velocity along z of joint 2’s axes" in text for text in lost)
    assert all("’s axes" in text for text in lost if "lost:" in text)


def test_in_axes_of_r0_a_lost_velocity_is_told_by_its_components():
    found = sim.symbolic_singularities(robots.load("spherical_rrp"), "tool", names=True)
    case = next(case for case in found.cases if case.text == "θ₂ = 0")
    assert "lost: velocity along (s₁, −c₁, 0) in R₀" in detail_of(found, case, "base")
    assert lost_text(found, case, "base") == "Lost in the axes of R₀, [v; ω]: u = (s₁, −c₁, 0, 0, 0, 0)"


def test_the_way_to_the_nearest_singular_pose_is_told_in_the_unit_of_its_angles():
    model = robots.load("planar_2r")
    q, at = np.array([0.3, 1.2]), np.array([0.3, 0.0])
    found = NearestSingular(True, "", at, 1.2, 0.0, 1, 2, np.zeros((6, 1)), model.joint_names, 1)
    assert nearest_text(model, q, found, "deg") == "elbow 0°. Rank 1 of 2, 68.8° away."
    assert nearest_text(model, q, found, "rad") == "elbow 0 rad. Rank 1 of 2, 1.20 rad away."
