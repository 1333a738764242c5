"""A matrix of formulas: in brackets where it fits, and nothing at all without entries."""

from __future__ import annotations

from torseur.ui.displays.formulas.formula_matrix import FormulaMatrix


def test_a_matrix_without_entries_paints_nothing(qtbot):
    matrix = FormulaMatrix("T")
    qtbot.addWidget(matrix)
    matrix.resize(300, 40)
    empty = matrix.grab().toImage()
    matrix.show_entries((("1",),))
    assert matrix.grab().toImage() != empty
    matrix.show_entries(())
    assert matrix.grab().toImage() == empty
