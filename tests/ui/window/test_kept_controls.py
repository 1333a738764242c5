"""What was typed and chosen in one part of the window is typed and chosen in another that is made like it."""

from __future__ import annotations

import pytest

from torseur.ui.controls.fields.amount_rows import Amount, AmountRows
from torseur.ui.window.kept_controls import enter_controls, kept_controls

AMOUNTS = [Amount(k, f"q_{k}", name, False, 1.0, 10.0) for k, name in enumerate(("hip", "knee", "ankle"))]


@pytest.fixture
def rates(screen):
    made = [AmountRows("rates"), AmountRows("rates")]
    for rows in made:
        rows.set_amounts(AMOUNTS)
        rows.show_values([0.0, 0.0, 0.0])
    return made


def test_rows_that_gave_their_place_to_others_and_wait_to_be_deleted_are_not_counted(rates):
    before, after = rates
    before.show_values([0.1, 0.2, 0.3])
    after.set_amounts(AMOUNTS[:1])
    after.set_amounts(AMOUNTS)
    after.show_values([0.0, 0.0, 0.0])
    enter_controls(after, kept_controls(before))
    assert [row.field.value for row in after.rows] == [0.1, 0.2, 0.3]
