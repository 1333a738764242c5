"""The robots that tests run on one by one: in the whole run all, in the quick one (`make test FAST=1`) a few of every kind."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from torseur import robots

GALLERY = [name for name in robots.names() if robots.describe(name).source == "gallery"]  # none if it is not installed
SHIPPED = [name for name in robots.names() if name not in GALLERY]
# Arms, one with a gripper and one with mimic joints; a hand; two arms on a base that turns; wheels; four legs; two, one of
# them with massless hands; in the air, without joints and with.
FEW = {
    *SHIPPED,
    "panda",
    "ur5",
    "ur5_gripper",
    "allegro_left",
    "baxter",
    "tiago_no_hand",
    "anymal_c",
    "solo12",
    "simple_humanoid",
    "romeo",
    "hector",
    "borinot",
}


def each(names: Iterable[str]) -> list:
    """Parameters of a test: those beyond the few are slow."""
    return [pytest.param(name, id=name, marks=() if name in FEW else pytest.mark.slow) for name in names]
