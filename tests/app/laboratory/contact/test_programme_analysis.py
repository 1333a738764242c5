"""What the page Quadratic programme computes of an instant: the part of it that is shown, its words, and its map."""

from __future__ import annotations

import numpy as np
import pytest

from torseur import sim
from torseur.app.laboratory.contact.programme import programme_analysis
from torseur.app.laboratory.contact.programme.programme_analysis import looked_at, map_drawing, methods_for
from torseur.sim.errors import ArgumentError


@pytest.fixture(scope="module")
def landing():
    return sim.simulate(sim.load_scene("falling_brick"), 0.4)


@pytest.fixture(scope="module")
def sliding():
    return sim.simulate(sim.load_scene("brick_on_corner"), 0.9)


@pytest.mark.parametrize(("which", "unit", "least"), [("accelerations", "N", -0.5 * 6 * 9.81**2), ("solved", "N·s", None)])
def test_a_brick_at_rest_is_carried_by_the_programme(landing, which, unit, least):
    looked = looked_at(sim.inspected_problem(landing, 400, which), "frictionless", -1)
    assert looked.words.force_unit == unit
    assert (len(looked.names), looked.rank) == (4, 3)
    assert looked.optimality.natural_map.max() < 1e-9
    assert abs(looked.velocity.gap) < 1e-9
    if least is not None:
        assert looked.optimality.objective == pytest.approx(least, rel=1e-7)
        assert looked.free_energy == pytest.approx(-least, rel=1e-7)  # without contact it falls, ½ m g²
    mapped = map_drawing(looked, 2, 5, "minimised", "active_set")
    drawing = mapped.drawing
    assert drawing.names == (("λ_{1}", "λ_{2}") if unit == "N" else ("Λ_{1}", "Λ_{2}"))
    assert drawing.path[-1] == pytest.approx(drawing.section.place, rel=1e-6)
    assert drawing.labels == tuple(map(str, range(len(looked.run.steps) + 1)))
    assert mapped.method == "active_set"


def test_friction_that_is_left_out_is_said_and_its_law_can_be_chosen(sliding):
    rubs = next(
        found
        for i in range(300, len(sliding))
        if len(sliding.contacts(i)) and not np.any((found := sim.inspected_problem(sliding, i)).problem.sliding)
    )
    assert "Friction is left out" in " ".join(looked_at(rubs, "frictionless", -1).notes)
    looked = looked_at(rubs, "coulomb", -1)
    assert looked.run is None
    assert looked.optimality.natural_map.max() < 1e-8
    assert {0, 1, 2} <= set(looked.components)
    drawing = map_drawing(looked, 0, 2, "held", "newton").drawing
    assert drawing.names[0] == "b_{1t}"
    assert drawing.section.violation.min() < 0.0 < drawing.section.violation.max()  # the cone is in sight


def test_contacts_that_slide_are_shown_without_friction_and_it_is_said(sliding):
    slides = next(
        found
        for i in range(len(sliding) - 1, 300, -1)
        if len(sliding.contacts(i)) and np.any((found := sim.inspected_problem(sliding, i, "accelerations")).problem.sliding)
    )
    looked = looked_at(slides, "coulomb", -1)
    assert looked.law == "frictionless"
    assert "already slide" in " ".join(looked.notes)


def test_methods_that_are_offered_solve_the_law_that_they_are_offered_for(landing):
    problem = sim.inspected_problem(landing, 400, "accelerations").problem
    for law in ("frictionless", "coulomb", "convex", "pyramid"):
        for method in methods_for(law):
            assert sim.solver_path(problem, method, law=law).residuals[-1] < 1e-4


def test_joints_alone_have_no_programme():
    recording = sim.simulate(sim.load_scene("pendulum"), 0.02)
    with pytest.raises(ArgumentError):
        looked_at(sim.inspected_problem(recording, 10), "frictionless", -1)


def test_of_a_large_island_the_nearest_are_shown_with_the_others_held():
    recording = sim.simulate(sim.load_scene("box_stack"), 0.3)
    found = sim.inspected_problem(recording, 300)
    assert len(found) == 40
    with pytest.MonkeyPatch.context() as limits:
        limits.setattr(programme_analysis, "MOST_WHOLE", 20)
        limits.setattr(programme_analysis, "MOST_SHOWN", 30)
        looked = looked_at(found, "coulomb", 7)
    assert looked.part[0] == 7
    assert len(looked.part) == 24
    assert looked.candidates == set(range(40))  # another of them that is selected is looked at instead
    assert "held as they were solved" in looked.notes[0]
    # With the others held where the step left them, the least of the programme is what the step found.
    u = looked.problem.W @ found.force[list(looked.part)].ravel() + looked.problem.w
    np.testing.assert_allclose(u.reshape(-1, 3), found.rate[list(looked.part)], atol=1e-12)
