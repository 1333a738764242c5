"""Columns that grow hold what came, whether they are copied, moved ahead, or all zero."""

import numpy as np
import pytest

from tests.cases import loop_over
from torseur.sim.large_pages import LargePages
from torseur.sim.simulation.recording.states import growing_array
from torseur.sim.simulation.recording.states.growing_array import GrowingArray


@loop_over("rows", [1, 40, 3000, 70_000])
@loop_over("zeros", [0, 3, 100])
def test_what_comes_is_what_is_there(rows, zeros):
    rng, column, given = np.random.default_rng(rows), GrowingArray(3), []
    for k in range(6):
        given.append(np.zeros((rows, 3)) if k < zeros else rng.normal(size=(rows, 3)))
        held = column.values
        copy = held.copy()
        column.append(given[-1])
        assert np.array_equal(held, copy)
    assert len(column) == 6 * rows
    assert np.array_equal(column.values, np.concatenate(given))
    assert column.values[0].flags.c_contiguous
    assert column.nbytes == (0 if zeros > 5 else 6 * rows * 24)
    column.cut(4 * rows)
    column.append(given[0])
    assert np.array_equal(column.values, np.concatenate([*given[:4], given[0]]))


def test_whole_numbers_and_rows_of_nothing_too():
    column, empty = GrowingArray(dtype=np.int64), GrowingArray(0)
    for _ in range(5):
        column.append(np.arange(100_000))
        empty.append(np.zeros((100_000, 0)))
    assert np.array_equal(column.values, np.tile(np.arange(100_000), 5))
    assert empty.values.shape == (500_000, 0)


def test_where_the_system_refuses_room_it_grows_by_a_quarter(monkeypatch):
    asked = []

    def on_large_pages(size):
        asked.append(size)
        if size > 3_000_000:
            raise MemoryError
        return np.empty(size, np.uint8)

    monkeypatch.setattr(growing_array, "on_large_pages", on_large_pages)
    column, rows = GrowingArray(), np.arange(1.0, 50_001.0)
    for _ in range(6):  # 2.4 MB
        column.append(rows)
    assert np.array_equal(column.values, np.tile(rows, 6))
    with pytest.raises(MemoryError):
        column.append(np.ones(200_000))
    assert np.array_equal(column.values[: 6 * len(rows)], np.tile(rows, 6))
    monkeypatch.setattr(growing_array, "is_limited", lambda: True)
    asked.clear()
    GrowingArray().append(np.ones(200_000))
    assert asked == [8 * 250_000]


@pytest.mark.parametrize("zeros", [3, 255, 256, 257, 5000])
def test_zeros_before_the_first_number_are_there_once_it_came(zeros):
    column = GrowingArray(2, pages=LargePages())
    column.append(np.zeros((zeros, 2)))
    column.append(np.ones((4, 2)))
    assert np.array_equal(column.values, np.repeat([[0.0, 0.0], [1.0, 1.0]], [zeros, 4], axis=0))


def test_an_array_that_is_kept_has_the_rows_it_began_with_and_room_for_more():
    array = np.arange(20.0).reshape(10, 2)
    column, given = GrowingArray(2), array.copy()
    column.begin_with(array, 4)
    assert np.shares_memory(column.values, array)
    assert np.array_equal(column.values, given[:4])
    for rows in (3, 50):
        column.append(np.ones((rows, 2)))
    assert np.array_equal(column.values, np.concatenate([given[:4], np.ones((53, 2))]))


def test_zeros_and_numbers_of_another_type_are_not_kept():
    zero, whole = GrowingArray(2), GrowingArray(dtype=np.int8)
    zero.begin_with(np.zeros((10, 2)), 4)
    whole.begin_with(np.arange(10), 4)
    zero.append(np.ones((1, 2)))
    assert np.array_equal(zero.values, [[0.0, 0.0]] * 4 + [[1.0, 1.0]])
    assert np.array_equal(whole.values, np.arange(4))
    assert whole.values.dtype == np.int8


def test_what_it_began_with_is_given_back_and_not_what_is_there():
    array = np.zeros((1000, 2))
    array[:3] = 7.0
    growing = GrowingArray(2)
    growing.begin_with(array, 3)
    assert growing.nbytes == array.nbytes
    read = growing.values
    growing.give_back_room()
    assert growing.nbytes == 3 * 2 * 8
    array[:3] = 0.0
    np.testing.assert_array_equal(growing.values, np.full((3, 2), 7.0))
    growing.append(np.ones((2, 2)))
    assert len(growing) == 5
    assert len(read) == 3
