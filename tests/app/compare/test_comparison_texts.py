"""What is said of a comparison: numbers of the scene at hand, and where they are from."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from tests.sim.simulation.parts import ball, box, floor_scene, standing
from torseur import sim
from torseur.app.compare.comparing import STEPS
from torseur.app.compare.comparison_answers import comparison_answers
from torseur.app.compare.comparison_plots import corner_plot, corner_states
from torseur.app.compare.comparison_texts import impact_text, order_text, source_text
from torseur.app.compare.formulation_texts import hybrid_text, time_stepping_text
from torseur.app.compare.limit_section import limits_section
from torseur.app.sheet.questions import ImmediateQuestions
from torseur.sim.errors import ArgumentError
from torseur.ui.text.number_text import number_text


@pytest.fixture(scope="module")
def brick():
    comparison = sim.compare_schemes(sim.load_scene("falling_brick"), (0.02, 0.01), duration=1.0, lecture=True)
    return comparison_answers(comparison, "h=0.01", "exact", comparison.first_signal)


def told(answers, key, t=0.5):
    """What a limit says, unfolded."""
    limits = limits_section(answers, t, (), frozenset({f"limits.{key}"}), ImmediateQuestions())
    (limit,) = (limit for limit in limits.blocks if limit.key == key)
    return limit.blocks[0].text


def test_the_time_of_impact_is_told_to_a_step_and_exactly(brick):
    assert "h = 20 ms: impact 1 between 0.3000 and 0.3200 s, told 0.725 ms late" in told(brick, "impact_time")
    exactly = told(brick, "exact_time")
    assert "Impact 1 at 0.3192754284" in exactly
    assert f"{len(brick.bisection.steps)} halvings" in exactly
    assert "0.3192754" in str(brick.bisection.t)


def test_why_a_guard_is_not_bisected_is_said(brick, monkeypatch):
    def refuses(recording, i):
        raise ArgumentError("joints alone struck")

    monkeypatch.setattr("torseur.sim.simulation.inspection.jumps.guard_bisection.guard_bisection", refuses)
    comparison = brick.comparison
    answers = comparison_answers(comparison, "h=0.01", "exact", comparison.first_signal)
    assert "Its guard is not bisected: joints alone struck." in told(answers, "exact_time")


def test_forces_of_both_schemes_are_the_weight_at_rest_and_an_impact_is_a_step(brick):
    text = told(brick, "forces")
    assert "A, h = 10 ms: Σλ = 58.86 N" in text
    assert "a mean force of 1884 N" in text  # 18.84 N s over 10 ms
    assert "A, h = 10 ms: no λ yet, a start at 0.0000 s." in told(brick, "forces", 0.0)


def test_the_pieces_have_their_times(brick):
    assert "smooth pieces: [0.0000, 0.3193] s, [0.3193, 1.0000] s." in told(brick, "pieces")


def test_the_steps_compared_at_first_tell_the_falling_brick_s_impact_apart():
    t = np.sqrt(2 * 0.5 / 9.81)  # it falls 0.5 m
    late = [np.ceil(t / h) * h - t for h in STEPS]
    assert all(longer > 1.5 * shorter for longer, shorter in zip(late, late[1:], strict=False))


def now_on_corner(answers, t):
    """Gap and force of the state at t, as the plot has it."""
    point = corner_plot(answers, corner_states(answers), t).curves[-1]
    return point.x[0], point.y[0]


def test_every_step_lies_on_the_corner(brick):
    assert "All 101 states of h = 10 ms lie on" in told(brick, "corner")
    gap, force = corner_states(brick)
    assert 30 < len(gap) < 101  # those at rest are one point
    assert np.max(gap * force) < 1e-9  # gaps of a brick at rest are below 1e-11 m
    assert now_on_corner(brick, 0.5) == (pytest.approx(0.0, abs=1e-9), pytest.approx(58.86, abs=1e-9))
    assert now_on_corner(brick, 0.1) == (pytest.approx(0.5 - 0.5 * 9.81 * 0.1**2, abs=1e-12), 0.0)


def test_what_another_pair_bears_is_not_on_the_corner_of_the_one_that_falls():
    resting = standing(box("box", (0.2, 0.2, 0.2), 2.0), 0.1)
    falling = sim.Part("ball", ball("ball", 0.1, 1.0), q=np.array([1.0, 0, 1.1, 0, 0, 0, 1.0]))
    scene = floor_scene([resting, falling], 0.0, 0.0)
    comparison = sim.compare_schemes(scene, (0.01,), duration=1.0)
    answers = comparison_answers(comparison, "h=0.01", "hybrid", comparison.first_signal)
    assert answers.corner.bodies == ("ground", "ball")
    gap, force = corner_states(answers)
    assert not np.any((gap > 1e-6) & (force > 0.0))


def test_states_off_the_corner_are_said_to_be():
    comparison = sim.compare_schemes(sim.load_scene("brick_on_corner"), (0.02,), duration=1.0)
    answers = comparison_answers(comparison, "h=0.02", "hybrid", comparison.first_signal)
    assert 0 < np.count_nonzero(answers.corner.off) < len(answers.corner.gap)
    text = told(answers, "corner")
    assert f"{np.count_nonzero(answers.corner.off)} of 51; φ is up to" in text
    assert "of ground – brick" in text


def test_an_order_that_scatters_is_said_to():
    comparison = sim.compare_schemes(sim.load_scene("brick_on_corner"), (0.02, 0.01, 0.005, 0.0025), duration=1.0)
    answers = comparison_answers(comparison, "h=0.02", "hybrid", comparison.first_signal)
    least, most = answers.order.slopes
    assert most - least > 0.5
    text = order_text(answers)
    assert f"from {number_text(least, 2)} to {number_text(most, 2)}" in text
    assert f"a standard error of {number_text(answers.order.standard_error, 2)}" in text
    assert text in told(answers, "higher_order")


def test_equations_have_the_numbers_of_the_step_at_hand(brick):
    stepping = time_stepping_text(brick, 0.5)
    assert stepping.caption == "step 50, ends at 0.5000 s"
    assert any("Λ = 0.5886 N s,   λ = Λ/h = 58.86 N" in line for line in stepping.numbers)
    assert time_stepping_text(brick, 0.0).numbers == ("no step yet: this is the start",)
    hybrid = hybrid_text(brick, 0.5)
    assert hybrid.caption == "jumps in all: 1"
    assert any("ζ⁻ = −3.132 m/s → ζ⁺ = 0 m/s,   Λ = 18.79 N s" in line for line in hybrid.numbers)
    assert "no jump so far" in hybrid_text(brick, 0.2).numbers
    assert hybrid.numbers[0] == "t = 0.5000 s:   Σλ = 58.86 N"
    jump = brick.impacts["hybrid"][0].t
    assert hybrid_text(brick, jump).numbers[0] == "t = 0.3193 s:   Λ alone, no λ, of an impact"


@pytest.mark.parametrize("theta", [0.5, 0.75, 1.0])
def test_what_is_written_of_a_step_is_what_was_solved_whatever_theta_and_restitution_are(theta):
    scene = sim.load_scene("zeno_ball")
    comparison = sim.compare_schemes(scene, (0.01,), duration=0.5, settings=replace(scene.settings, theta=theta))
    answers = comparison_answers(comparison, "h=0.01", "exact", comparison.first_signal)
    recording = comparison.run("h=0.01").recording
    struck = next(i for i in range(len(recording)) if recording.contacts(i).impact.any())
    told = time_stepping_text(answers, float(recording.t[struck]))
    rule = {0.5: "h (v_k + v_{k+1})/2", 0.75: "h (0.25 v_k + 0.75 v_{k+1})", 1.0: "h v_{k+1}"}[theta]
    assert told.equations[1] == f"q_{{k+1}} = q_k + {rule}"
    assert not any("φ(q_{k+1})" in line for line in told.equations)
    ends = re.search(r"ζ: (\S+) m/s → (\S+) m/s, +ζ\* = (\S+) m/s", "\n".join(told.numbers))
    before, after, wanted = (float(text.replace("−", "-")) for text in ends.groups())
    e = 0.5
    assert wanted == pytest.approx(-e * before, rel=1e-3)  # four digits are shown
    assert after == pytest.approx(wanted, rel=1e-3)
    assert any("holds to" in line for line in told.numbers)


def test_where_the_exact_motion_is_from_and_what_orders_say(brick):
    assert "√(2 h/g)" in source_text(brick.comparison)
    assert "exact to rounding" in order_text(brick)
    assert "halving the step divides it by 1.9" in order_text(brick)
    assert re.search(r" h⁰˙⁹\S*, h in s", order_text(brick))
    assert "A 29.56 J, B 29.43 J" in impact_text(brick)  # ½ · 6 kg · (9.81 · 0.32)², and m g · 0.5 m
    assert "g h, is lost with the rest" in impact_text(brick)


def test_the_step_of_an_impact_is_of_the_run_s_own_motion_in_which_the_exact_one_need_not_lie():
    scene = sim.load_scene("falling_brick")
    comparison = sim.compare_schemes(scene, (0.006,), duration=0.5, settings=replace(scene.settings, theta=1.0))
    answers = comparison_answers(comparison, "h=0.006", "exact", comparison.first_signal)
    n = 53  # the first with g h² n (n + 1)/2 ≥ 0.5 m
    assert answers.impacts["h=0.006"][0].t == pytest.approx(0.006 * n)
    assert answers.impacts["exact"][0].t > 0.006 * n
    assert "of its own motion to its step, t − 6 ms to t; the exact one may lie outside." in impact_text(answers)
