"""Rows of numbers of joints: what a screen reader calls them."""

from __future__ import annotations

from torseur.ui.controls.fields.amount_rows import Amount, AmountRows


def test_the_numbers_of_one_joint_are_told_apart_and_a_joint_of_one_is_called_by_its_name(qtbot):
    rows = AmountRows("Velocities")
    qtbot.addWidget(rows)
    rows.set_amounts([
        Amount(0, "v_x", "root", False, 1.0, 9.0), Amount(1, "ω_x", "root", True, 1.0, 9.0),
        Amount(2, "q_3", "elbow", True, 1.0, 9.0),
    ])  # fmt: skip
    assert [row.field.accessibleName() for row in rows.rows] == ["root vx", "root ωx", "elbow"]
