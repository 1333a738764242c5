"""The quick ones of the validation cases: what they give now, they must give tomorrow. `make validate` runs all of them."""

from __future__ import annotations

import pytest

from tests.validate import closed_forms, engines, results, solvers
from tests.validate.results import Kept
from tests.validate.row import MISS, PASS, TIE, Result, at_most, equal, timed

CLOSED_FORMS = (
    "incline",
    "sliding stop",
    "slip to roll",
    "sphere on an incline",
    "zeno",
    "growing pull",
    "v groove",
    "box at rest",
    "cradle",
)
SOLVERS = ("friction cone", "mass ratio", "degenerate contacts")
ENGINES = ("stack of ten", "brick dropped flat", "gram under ton", "incline, stepped")


def missed(rows):
    """What of the rows misses what is wanted; timings are for the benchmark, not for a test."""
    return [f"{row.what}: {row.ours}, wanted {row.wanted}" for row in rows if row.verdict == MISS and "time of" not in row.what]


@pytest.mark.parametrize("name", CLOSED_FORMS)
@pytest.mark.slow
def test_a_case_with_a_closed_form_gives_it(name):
    assert not missed(closed_forms.CASES[name](False).rows)


@pytest.mark.slow
@pytest.mark.parametrize("name", SOLVERS)
def test_what_every_solver_must_show_is_shown(name):
    assert not missed(solvers.CASES[name](False).rows)


@pytest.mark.slow
@pytest.mark.parametrize("name", ENGINES)
def test_the_errors_of_a_benchmark_are_below_those_of_other_engines(name):
    assert not missed(engines.CASES[name](False).rows)


def test_the_rod_of_painleve_is_said_to_be_inconsistent():
    assert not missed(closed_forms.CASES["painleve"](False).rows)


def test_a_line_passes_only_when_it_is_within_its_bound():
    assert [at_most("x", ours, 1.0).verdict for ours in (0.5, 1.0, 1.1, float("nan"))] == [PASS, PASS, MISS, MISS]
    assert [equal("x", ours, 1.0, 0.1).verdict for ours in (1.05, 1.2, float("nan"))] == [PASS, MISS, MISS]
    assert [timed(ours, 10.0, 1.0, "peer").verdict for ours in (9.0, 14.0, 16.0)] == [PASS, TIE, MISS]


def test_a_kept_result_is_what_was_measured(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    measured = Result([at_most("x [m]", 1e-9, 1e-6, "others")], {"curve": [[0.0, 1.0], [2.0, 3.0]]})
    results.save("a case, of two words", measured, 1.5)
    kept = results.load("a case, of two words")
    assert isinstance(kept, Kept)
    assert kept.result == measured
    assert results.load("another") is None
