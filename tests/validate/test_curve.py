"""The benchmark's curve of error against time: its formula, its fronts, and a short run through."""

from __future__ import annotations

import numpy as np
import pytest
from rich.console import Console

pytest.importorskip("mujoco")

from tests.bench.contact import show_curve  # noqa: E402 - needs it
from tests.bench.contact.cases import HALF, Case, brick  # noqa: E402
from tests.bench.contact.curve import BULLET, DEFAULT, OURS, STIFF, Variant, measure_curve, on_front, variants, verdict_of  # noqa: E402
from tests.bench.contact.law import RHO, Contacts, friction_residual  # noqa: E402


def contact(r, u):
    return Contacts(np.zeros(1), np.array([r], dtype=float), np.array([u], dtype=float))


@pytest.mark.parametrize(
    ("r", "u", "expected"),
    [
        ((1.0, 0.2, 0.0), (0.0, 0.0, 0.0), 0.0),  # holds
        ((1.0, 0.5, 0.0), (0.0, -3.0, 0.0), 0.0),  # slides, with all friction against it
        ((1.0, 0.5, 0.0), (7.0, 0.0, 0.0), 0.0),  # looks ahead: its normal velocity is none of friction's
        ((0.0, 0.0, 0.0), (0.0, 9.0, 0.0), 0.0),  # does not press
        ((1.0, 0.2, 0.0), (0.0, 0.1, 0.0), 0.1),  # slips inside of the cone
        ((1.0, 0.7, 0.0), (0.0, 0.0, 0.0), 0.2 / RHO),  # beyond the cone
        ((1.0, 0.5, 0.0), (0.0, 100.0, 0.0), 1.0 / RHO),  # all friction, along the slip
    ],
)
def test_the_error_of_friction_is_zero_where_coulombs_law_holds(r, u, expected):
    assert friction_residual(contact(r, u), 0.5) == pytest.approx(expected, abs=1e-15)


def point(family, time, *errors):
    return Variant(family, "", lambda scene: None, [time], errors)


def test_who_is_beaten_is_not_on_the_front():
    ours, slow, quick = point(OURS, 1e-5, 1e-9, 1e-8, 1e-7), point(DEFAULT, 2e-5, 1e-2, 1e-2, 1e-2), None
    assert on_front([ours, slow], 0) == [ours]
    assert verdict_of([ours, slow]) == "Torseur is alone on the front, in all three errors"
    quick = point(STIFF, 1e-6, 1e-3, 1e-8, np.inf)
    assert on_front([ours, slow, quick], 0) == [ours, quick]
    told = verdict_of([ours, slow, quick])
    assert told == ("Torseur is alone on the front in distance; friction: also MuJoCo, stiff; penetration: also MuJoCo, stiff")


def test_errors_that_are_none_and_times_that_are_one_do_not_decide():
    exact, rounded = point(OURS, 1e-5, 0.0, 0.0, 0.0), point(BULLET, 1.02e-5, 1e-14, 1e-12, 1e-12)
    assert on_front([exact, rounded], 0) == [exact, rounded]


@pytest.mark.slow
def test_a_case_is_measured_printed_and_drawn(qapp, tmp_path, capsys):
    case = Case("brick, a short way", brick, 1e-3, 0.31, 0.04, HALF, every=10, apart_from=0.31)
    first = {variant.family: variant for variant in reversed(variants())}
    points = measure_curve(case, 1, [*first.values()])
    ours, soft = ([p for p in points if p.family == family] for family in (OURS, DEFAULT))
    assert all(p.time > 0.0 for p in points)
    assert max(p.errors[1] for p in ours) < 1e-6 < min(p.errors[1] for p in soft)  # MuJoCo's contacts give way
    assert max(p.errors[2] for p in ours) < 1e-3  # it strikes once, known to a step of 1 ms at 3 m/s
    path = show_curve(Console(width=160), case, points, tmp_path)
    said = capsys.readouterr().out
    assert "alone on the front" in said
    assert path.read_bytes().startswith(b"\x89PNG")
