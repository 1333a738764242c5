"""Tables as text for other programs: what is read back is what was copied."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest

from torseur.ui.text.array_text import ArrayText, FormulaText


@pytest.mark.parametrize("shape", [(3,), (2, 4), (6, 1)])
def test_numpy_text_reads_back_to_the_same_bits(shape):
    values = np.random.default_rng(3).normal(size=shape) * 10.0 ** np.random.default_rng(4).integers(-20, 20, shape)
    values.flat[0] = -0.0
    back = eval(ArrayText(values).numpy(), {"np": np})
    assert back.shape == values.shape
    assert back.tobytes() == values.tobytes()


def test_what_is_not_finite_reads_back_too():
    values = np.array([[np.inf, -np.inf], [np.nan, 1.0]])
    np.testing.assert_array_equal(eval(ArrayText(values).numpy(), {"np": np}), values)


def test_csv_has_the_labels_and_every_digit():
    values = np.array([[0.1, -2.5e-17], [1 / 3, 4.0]])
    rows = list(csv.reader(io.StringIO(ArrayText(values, ("v_x", "a, b"), ("q_1", "q_2")).csv())))
    assert rows[0][0] == ""
    assert rows[2][0] == "a, b"
    np.testing.assert_array_equal(np.array([[float(x) for x in row[1:]] for row in rows[1:]]), values)


def test_latex_is_a_matrix_with_a_cell_for_each_number():
    text = ArrayText(np.array([[1.0, -2.0], [1e-20, np.inf]])).latex()
    assert text.startswith("\\begin{bmatrix}\n")
    assert text.rstrip().endswith("\\end{bmatrix}")
    assert [line.count("&") for line in text.splitlines()[1:-1]] == [1, 1]
    assert "1 \\cdot 10^{-20}" in text
    assert "\\infty" in text
    assert text.count("{") == text.count("}")


def test_a_formula_is_copied_in_the_form_that_was_asked_for():
    formula = FormulaText("\\sin q_1", "np.sin(q[0])")
    assert (formula.text("latex"), formula.text("numpy")) == ("\\sin q_1", "np.sin(q[0])")
    assert next(csv.reader(io.StringIO(formula.text("csv")))) == ["np.sin(q[0])"]
