"""Arrays on shared pages are arrays of their own."""

import numpy as np

from torseur.sim.large_pages import PAGE, LargePages, on_large_pages


def test_arrays_side_by_side_do_not_overlap_whatever_their_sizes_and_types():
    pages, rng = LargePages(), np.random.default_rng(3)
    made = []
    for k in range(60):
        array = pages.empty((int(rng.integers(1, 40_000)), 1 + k % 5), (np.float64, np.int32, np.int8)[k % 3])
        array[:] = k
        made.append(array)
    for k, array in enumerate(made):
        assert array.flags.carray
        assert np.all(array == k)


def test_what_is_larger_than_the_room_that_is_shared_lies_by_itself():
    pages = LargePages()
    array = pages.empty((3 * 2**20, 1), np.float64)
    array[:] = 1.0
    assert array.nbytes == 3 * 2**23


def test_bytes_begin_where_a_large_page_does():
    for size in (1, PAGE - 1, 3 * PAGE + 5):
        room = on_large_pages(size)
        assert room.shape == (size,)
        assert room.ctypes.data % PAGE == 0
