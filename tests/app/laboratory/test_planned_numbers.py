"""The numbers of plans that exercises quote are what planning gives now."""

from __future__ import annotations

import pytest

from torseur.app.laboratory.exercises.course.hopper_plans.planned import PLANNED
from torseur.sim.trajectory.lecture.lesson_numbers import lesson_numbers


def test_the_numbers_of_plans_that_exercises_quote_are_what_planning_gives():
    pytest.importorskip("casadi")
    found = lesson_numbers()
    for name, quoted in PLANNED.items():
        assert found[name] == pytest.approx(quoted, rel=1e-4 if "miss" in name else 1e-5), name  # six digits are quoted
    assert found["greatest_gap"] < 1e-6  # the answer 0 of the prices of neighbours
