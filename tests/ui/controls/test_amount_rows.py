"""Rows of numbers of joints: what a screen reader calls them."""

from __future__ import annotations

from torseur.ui.controls.fields.amount import Amount
from torseur.ui.controls.fields.amount_rows import AmountRows, row_labels


def test_the_numbers_of_one_joint_are_told_apart_and_a_joint_of_one_is_called_by_its_name(qtbot):
    rows = AmountRows("Velocities")
    qtbot.addWidget(rows)
    rows.set_amounts([
        Amount(0, "v_x", "root", False, 1.0, 9.0), Amount(1, "ω_x", "root", True, 1.0, 9.0),
        Amount(2, "q_3", "elbow", True, 1.0, 9.0),
    ])  # fmt: skip
    assert [row.field.accessibleName() for row in rows.rows] == ["root vx", "root ωx", "elbow"]


def test_a_letter_with_its_index_is_not_followed_by_the_index_again():
    along = [Amount(k, f"v_{axis}", f"velocity along {axis}", False, 1.0, 9.0) for k, axis in enumerate("xyz")]
    assert row_labels(along) == ["", "", ""]
    turn = Amount(3, "ω_z", "rotation about z", True, 1.0, 9.0)
    assert row_labels([*along, turn])[::3] == ["velocity along x", "rotation about z"]
