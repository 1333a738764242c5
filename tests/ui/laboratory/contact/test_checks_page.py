"""What the badge of the page Checks says of a state."""

from __future__ import annotations

import pytest

from torseur.sim.simulation.checking.values import CHECKS, Check, FrameCheck
from torseur.ui.laboratory.contact.checks.page import ChecksPage

UNKNOWN, GOOD, BAD = float("nan"), 0.0, 3.0


@pytest.mark.parametrize(
    ("values", "text", "tone"),
    [
        ([GOOD] * 6, "passes", "good"),
        ([GOOD] * 5 + [UNKNOWN], "passes: 5 / 6", "good"),
        ([UNKNOWN] * 2 + [GOOD] + [UNKNOWN] * 3, "passes: 1 / 6", "plain"),  # where a run begins
        ([UNKNOWN] * 5 + [BAD], "fails", "warning"),
        ([UNKNOWN] * 6, "not known", "plain"),
    ],
)
def test_few_numbers_that_pass_are_no_good_state(qtbot, values, text, tone):
    page = ChecksPage()
    qtbot.addWidget(page)
    checks = zip(CHECKS, values, strict=True)
    page.show_frame(FrameCheck(0, 0.0, tuple(Check(key, value, 1.0, 2.0, "m/s", "", "") for key, value in checks)))
    assert (page.badge.text, page.badge.tone) == (text, tone)
