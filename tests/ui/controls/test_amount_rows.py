"""Rows of numbers of joints and vectors: what a screen reader calls them, and what the user's hand tells."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from torseur.ui.controls.fields.amount import Amount
from torseur.ui.controls.fields.amount_rows import AmountRows, row_labels
from torseur.ui.controls.fields.vector_fields import VectorFields

AMOUNTS = [Amount(0, "q_1", "shoulder", True, np.pi, 2 * np.pi), Amount(2, "q_3", "quill", False, 0.3, 10.0)]


def shown(qtbot, widget, width=400):
    qtbot.addWidget(widget)
    widget.resize(width, widget.sizeHint().height())
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


def type_into(field, text):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_the_numbers_of_one_joint_are_told_apart_and_a_joint_of_one_is_called_by_its_name(qtbot):
    rows = AmountRows("Velocities")
    qtbot.addWidget(rows)
    rows.set_amounts(
        [
            Amount(0, "v_x", "root", False, 1.0, 9.0),
            Amount(1, "ω_x", "root", True, 1.0, 9.0),
            Amount(2, "q_3", "elbow", True, 1.0, 9.0),
        ]
    )
    assert [row.field.accessibleName() for row in rows.rows] == ["root vx", "root ωx", "elbow"]


def test_a_letter_with_its_index_is_not_followed_by_the_index_again():
    along = [Amount(k, f"v_{axis}", f"velocity along {axis}", False, 1.0, 9.0) for k, axis in enumerate("xyz")]
    assert row_labels(along) == ["", "", ""]
    turn = Amount(3, "ω_z", "rotation about z", True, 1.0, 9.0)
    assert row_labels([*along, turn])[::3] == ["velocity along x", "rotation about z"]


def test_amounts_are_typed_in_the_unit_shown_and_told_in_radians(qtbot):
    rows, told = shown(qtbot, AmountRows("speeds")), []
    rows.set_amounts(AMOUNTS)
    rows.changed.connect(lambda column, value: told.append((column, value)))
    rows.show_values([0.0, 9.0, 0.0])
    assert told == []
    type_into(rows.rows[0].field, "90")
    assert told == [(0, pytest.approx(np.pi / 2))]
    rows.set_unit("rad")
    assert rows.rows[0].field.text() == "1.571"
    type_into(rows.rows[0].field, "2")
    type_into(rows.rows[1].field, "0.25")
    assert told[1:] == [(0, 2.0), (2, 0.25)]


def test_an_amount_that_is_too_large_is_refused_with_its_limit(qtbot):
    rows, told = shown(qtbot, AmountRows("speeds")), []
    rows.set_amounts(AMOUNTS)
    rows.show_values([0.0, 0.0, 0.0])
    rows.changed.connect(lambda *change: told.append(change))
    type_into(rows.rows[0].field, "361")
    assert rows.rows[0].field.refused
    assert "360.0°" in rows.rows[0].field.toolTip()
    assert told == []


def test_a_slider_of_an_amount_goes_both_ways_and_back_to_zero(qtbot):
    rows, told = shown(qtbot, AmountRows("speeds")), []
    rows.set_amounts(AMOUNTS)
    rows.show_values([0.0, 0.0, 0.0])
    rows.changed.connect(lambda _, value: told.append(value))
    slider = rows.rows[1].slider
    for share, expected in ((0.0, -0.3), (1.0, 0.3)):
        x = round(slider.x_of(expected))
        QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=slider.rect().center().__class__(x, 9))
        assert told[-1] == pytest.approx(expected, abs=0.02), share
    QTest.mouseDClick(slider, Qt.MouseButton.LeftButton, pos=slider.rect().center())
    assert told[-1] == 0.0


def test_a_vector_is_typed_number_by_number_and_refused_in_words(qtbot):
    fields, told = shown(qtbot, VectorFields("u", "axis")), []
    fields.check = lambda vector: "" if vector.any() else "no direction"
    fields.show_vector(np.array([1.0, 0.0, 0.0]))
    fields.entered.connect(lambda vector: told.append(vector.tolist()))
    type_into(fields.fields[1], "2")
    assert told == [[1.0, 2.0, 0.0]]
    fields.show_vector(np.array([1.0, 0.0, 0.0]))
    type_into(fields.fields[0], "0")
    assert fields.fields[0].refused
    assert fields.fields[0].toolTip() == "no direction"
    assert len(told) == 1
