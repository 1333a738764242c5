"""Numbers of plans that questions ask about, as `plan_numbers` computes them.

Planning takes seconds, and CasADi; a test computes them anew and holds that these are current.
"""

from __future__ import annotations

from collections.abc import Mapping

PLANNED: Mapping[str, float] = {
    "one_hop": 72.5853,
    "two_hops": 71.2168,
    "three_hops": 87.1324,
    "four_hops": 113.928,
    "short_hops": 51.1745,
    "piece_1": 23.9415,
    "piece_2": 28.3034,
    "piece_3": 28.4128,
    "piece_4": 30.3521,
    "piece_5": 2.91818,
    "off_5": 0.302010,
    "off_10": 1.209481,
    "guessed": 173.908,
    "cone": 435.524,
    "pyramid_4": 705.543,
    "pyramid_8": 442.566,
    "pyramid_16": 436.714,
    "outside_used": 0.596703,
    "growth": 3.27819e5,
    "fed_growth": 0.0902699,
    "miss": 9.46176,
    "fed_miss": 3.01476e-4,
    "fine_growth": 3.28618e5,
    "gap_alone": 0.42,
    "gap_fed": 0.001,
}
"""Costs, metres, and factors, to six digits; of the gap the first to two, and a bound of the second."""
