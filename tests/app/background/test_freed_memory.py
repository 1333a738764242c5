"""Threads take memory from what others freed, large pieces go back when they are freed, and the rest when it is given back."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

_EIGHT_THREADS = """
import ctypes, re, threading
from torseur.app.background.freed_memory import give_back_freed_memory, keep_little_freed_memory
if {shared}:
    keep_little_freed_memory()
meet = threading.Barrier(8)
def allocate():
    meet.wait()  # none may take the arena of one that has ended
    bytearray(20_000)
    meet.wait()
threads = [threading.Thread(target=allocate) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
give_back_freed_memory()
text = open("/proc/self/maps").read()
print(sum(int(a, 16) % 2**26 == 0 for a in re.findall(r"^([0-9a-f]+)-[0-9a-f]+ rw-p 0+ 00:00 0 *$", text, re.M)))
"""
"""Prints how many arenas beside the first there are: each begins at a multiple of 64 MiB (malloc/arena.c, HEAP_MAX_SIZE)."""


@pytest.mark.skipif(sys.platform != "linux", reason="the GNU C library")
def test_eight_threads_share_the_memory_that_they_free():
    arenas, environment = {}, {name: value for name, value in os.environ.items() if name != "MALLOC_ARENA_MAX"}
    for shared in (False, True):
        program = [sys.executable, "-c", _EIGHT_THREADS.format(shared=shared)]
        done = subprocess.run(program, capture_output=True, text=True, check=True, env=environment)
        arenas[shared] = int(done.stdout)
    assert arenas[False] == 8
    assert arenas[True] == 1


_LARGE_PIECES = """
import os
from torseur.app.background.freed_memory import keep_little_freed_memory
if {kept_little}:
    keep_little_freed_memory()
def resident():
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
bytearray(8_000_000)  # from here on the allocator would keep pieces of this size
before, pieces = resident(), []
for _ in range(20):
    pieces += [bytearray(1_000_000), bytearray(2_000)]
del pieces[::2]
print(resident() - before)
"""
"""Prints how much more memory there is than before 20 MB were used and freed, each below something small that is still in use."""


@pytest.mark.skipif(sys.platform != "linux", reason="the GNU C library")
def test_large_pieces_go_back_when_they_are_freed():
    kept, environment = {}, {name: value for name, value in os.environ.items() if not name.startswith("MALLOC_")}
    for kept_little in (False, True):
        program = [sys.executable, "-c", _LARGE_PIECES.format(kept_little=kept_little)]
        done = subprocess.run(program, capture_output=True, text=True, check=True, env=environment)
        kept[kept_little] = int(done.stdout)
    assert kept[False] > 15e6
    assert kept[True] < 1e6


_COMPILER = """
import os
import llvmlite.binding as llvm
from torseur.app.background.freed_memory import give_back_freed_memory
def resident():
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
def compiled():
    return str(llvm.parse_assembly("define i32 @f() {\\n  ret i32 7\\n}"))
first, before = compiled(), resident()
give_back_freed_memory()
freed = before - resident()
assert compiled() == first
print(freed)
"""
"""Prints how much less memory there is once the code of LLVM, which is used after it as before, is given back."""


@pytest.mark.skipif(sys.platform != "linux", reason="madvise(2)")
def test_the_code_of_a_compiler_goes_back_and_comes_again_when_it_runs():
    done = subprocess.run([sys.executable, "-c", _COMPILER], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 10e6  # of 22 that are looked through as it is loaded
