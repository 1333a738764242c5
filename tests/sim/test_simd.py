"""Four numbers at once: every operation lane by lane the same bits as on plain numbers."""

import math

import numpy as np
import pytest

from tests.cases import loop_over
from torseur.sim.kernel import entry, m_in, m_out
from torseur.sim.simd import gather_into, new_matrix, new_vector, pick, plain, spread


@entry(m_in, m_out)
def arithmetic(given, result):
    """Each row of `given` (n, 2): sums, products, quotients of its numbers, and mixed with plain ones."""
    x, out = new_vector(2), new_vector(9)
    for k in range(0, given.shape[0], 4):
        gather_into(given, k, x)
        a, b = x[0], x[1]
        total = 1.5
        for _ in range(3):
            total += a * 2
        out[0], out[1], out[2], out[3] = a + b, a - b, a * b, a / b
        out[4], out[5], out[6], out[7] = -a, 3 - a, math.sqrt(a * a), 1.0 / b
        out[8] = total
        spread(out, result, k)


def expected(given):
    a, b = given.T
    return np.column_stack([a + b, a - b, a * b, a / b, -a, 3 - a, np.sqrt(a * a), 1.0 / b, 1.5 + a * 2 + a * 2 + a * 2])


@pytest.mark.parametrize("count", [1, 3, 4, 9, 64])
def test_operations_are_those_of_plain_numbers_for_any_number_of_rows(count):
    given = np.random.default_rng(count).normal(size=(count, 2))
    result = np.full((count, 9), np.nan)
    call(arithmetic, given, result)
    np.testing.assert_array_equal(result, expected(given))


@entry(m_in, m_out)
def picked(given, result):
    """Of each row of `given` (n, 4) its third number where the first is at most the second, else its fourth, or a plain one."""
    x, out = new_vector(4), new_vector(2)
    for k in range(0, given.shape[0], 4):
        gather_into(given, k, x)
        out[0] = pick(x[0], x[1], x[2], x[3])
        out[1] = pick(x[0], 0.0, x[2], 7.0)
        spread(out, result, k)


def test_each_lane_takes_its_own_side_and_what_is_not_a_number_the_other():
    given = np.random.default_rng(1).normal(size=(64, 4))
    given[::5, 1], given[::7, 0] = given[::5, 0], np.nan
    result = np.full((64, 2), np.nan)
    call(picked, given, result)
    a, b, x, y = given.T
    np.testing.assert_array_equal(result, np.column_stack([np.where(a <= b, x, y), np.where(a <= 0.0, x, 7.0)]))


@entry(m_in, m_out)
def through(given, result):
    """Rows in and out again."""
    x = new_vector(given.shape[1])
    for k in range(0, given.shape[0], 4):
        gather_into(given, k, x)
        spread(x, result, k)


@loop_over("columns", range(12))
def test_rows_come_out_as_they_went_in(columns):
    given = np.random.default_rng(columns).normal(size=(7, columns))
    result = np.full((7, columns), np.nan)
    call(through, given, result)
    np.testing.assert_array_equal(result, given)


@entry(m_in, m_out)
def compared(given, result):
    """1 or 0 for x > y, >=, <, <=: true if it is so in all lanes."""
    x = new_vector(2)
    gather_into(given, 0, x)
    result[0, 0], result[0, 1] = x[0] > x[1], x[0] >= x[1]
    result[0, 2], result[0, 3] = x[0] < x[1], x[0] <= 0.5


def test_a_comparison_holds_if_it_holds_in_every_lane():
    more = np.array([[1.0, 0.0], [2.0, 1.0], [3.0, -1.0], [4.0, 3.0]])
    for given, wanted in (
        (more, [1, 1, 0, 0]),
        (-more, [0, 0, 1, 1]),
        (np.vstack([more[:3], [[4.0, 4.0]]]), [0, 1, 0, 0]),
        (np.vstack([more[:3], [[np.nan, 4.0]]]), [0, 0, 0, 0]),
    ):
        result = np.zeros((1, 4))
        call(compared, given, result)
        assert result[0].tolist() == wanted


@entry(m_in, m_out)
def flattened(given, result):
    """The lanes of a matrix's second row as plain numbers, and a vector of plain numbers as itself."""
    x = new_matrix(2, 3)
    x[0, 0] = x[0, 1] = x[0, 2] = 0.0
    gather_into(given, 0, x[1])
    numbers = plain(x[1])
    for k in range(12):
        result[0, k] = numbers[k]
    row = plain(result[1])
    for k in range(12):
        row[k] = k


def test_lanes_lie_one_after_the_other():
    given = np.arange(12.0).reshape(4, 3)
    result = np.zeros((2, 12))
    call(flattened, given, result)
    np.testing.assert_array_equal(result, [given.T.ravel(), np.arange(12)])


def call(function, *arguments):
    from torseur.sim.kernel import compile_entry

    compile_entry(function)
    function(*arguments)
