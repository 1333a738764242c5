"""What the system says of this process's memory."""

import mmap
import os
import sys

import pytest

from torseur.sim.memory import resident_memory


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux is asked")
def test_memory_that_was_written_is_counted_while_it_is_there():
    size = 50_000_000
    before, _ = resident_memory()
    with mmap.mmap(-1, size) as pages:
        pages.write(b"1" * size)
        now, _ = resident_memory()
    after, most = resident_memory()
    assert now - before > 0.99 * size  # the bytes written from may be there too
    assert after < now - 0.9 * size
    processors = os.cpu_count() or 1
    late = 3 * processors * max(32, 2 * processors) * mmap.PAGESIZE  # three kinds of pages, a batch on each processor
    assert most >= now - late  # by which Linux knows the most (percpu_counter)
