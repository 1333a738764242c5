"""What is beyond a limit is refused where it enters, with its line; what would fill memory is told before, or stops in words."""

import mmap
import os
import sys

import numpy as np
import pytest

from tests.cases import loop_over
from torseur import sim
from torseur.sim.errors import ArgumentError, SceneError
from torseur.sim.large_pages import PAGE, LargePages, on_large_pages
from torseur.sim.memory import resident_memory
from torseur.sim.simulation.running import run_size
from torseur.sim.simulation.simulation import Simulation
from torseur.sim.size_limits import LARGEST_NUMBER, LEAST_FREE, LONGEST_DURATION, MOST_BODIES, MOST_SWEEPS

BODY = '[[bodies]]\nname = "a"\nmass = 1\nshape = { shape = "box", size = [1, 1, 1] }\n'

REFUSED = {
    "a size": (BODY.replace("[1, 1, 1]", "[1e300, 1, 1]"), 4, "bodies[0].shape.size[0]: 1e+300 is beyond"),
    "a mass": (BODY.replace("mass = 1", "mass = " + 399 * "1"), 3, "bodies[0].mass: 1111"),
    "gravity": ("gravity = [0, 0, -1e17]\n" + BODY, 1, "expected a number of at most 1e+16"),
    "a duration": ("duration = 1e9\n" + BODY, 1, "duration: expected a number <= 100000000.0"),
    "sweeps": ("[settings]\nsweeps = " + 31 * "1" + "\n" + BODY, 2, "settings.sweeps: 1111"),
    "digits": ("[settings]\nsweeps = " + 5000 * "1" + "\n" + BODY, 2, "a number of 5000 digits; at most 400 are read"),
    "an array": ("# [[[\n" + BODY + "xyz = " + 900 * "[" + 900 * "]", 6, "nested more than 100 deep"),
    "tables": ("colors = " + 900 * "{a = " + "1" + 900 * "}", 1, "nested more than 100 deep"),
    "bodies": (BODY * (MOST_BODIES + 1), 4 * MOST_BODIES + 1, f"{MOST_BODIES + 1} [[bodies]]; at most {MOST_BODIES} are taken"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_beyond_a_limit_is_refused_with_its_line(tmp_path, case):
    text, line, words = REFUSED[case]
    (tmp_path / "a.toml").write_text(text)
    with pytest.raises(SceneError) as refused:
        sim.load_scene(tmp_path / "a.toml")
    assert (refused.value.line, words in refused.value.message) == (line, True), refused.value


def test_brackets_in_texts_and_comments_are_not_nesting(tmp_path):
    title = 'title = """' + 200 * "[" + '"""\ndescription = "\\"' + 200 * "{" + '" # ' + 200 * "[" + "\n"
    (tmp_path / "a.toml").write_text(title + BODY)
    assert sim.load_scene(tmp_path / "a.toml").title == 200 * "["


@loop_over(("name", "value"), [
    ("sweeps", 10**30),
    ("sweeps", MOST_SWEEPS + 1),
    ("sweeps", 0.5),
    ("tolerance", 1e-300),
    ("event_tolerance", 1e-300),
    ("compliance", 10 * LARGEST_NUMBER),
    ("theta", 10**40),
    ("error_every", 10**30),
])  # fmt: skip
def test_settings_are_refused_beyond_their_limits(name, value):
    with pytest.raises(ArgumentError, match=f"settings: {name} must be"):
        sim.Settings(**{name: value})


def test_a_duration_that_is_too_long_is_refused():
    with pytest.raises(ArgumentError, match=f"at most {LONGEST_DURATION:g} s".replace("+", r"\+")):
        sim.simulate(sim.load_scene("falling_brick"), 1e9)


def test_a_run_that_needs_more_memory_than_is_free_is_told_before_it_begins(monkeypatch):
    monkeypatch.setattr(run_size, "free_memory", lambda: 20 * 10**9)
    scene = sim.load_scene("falling_brick")
    # 1e8 s / 1e-3 s states of (1 + 7 + 6) numbers of 8 bytes
    with pytest.raises(ArgumentError, match=r"would need 11\.2 TB of memory or more for its 1e\+11 states, and 20 GB"):
        sim.simulate(scene, 1e8)


def test_a_run_stops_in_words_before_memory_is_full_and_keeps_what_it_has(monkeypatch):
    monkeypatch.setattr(run_size, "free_memory", lambda: LEAST_FREE - 1)
    monkeypatch.setattr(run_size, "NEVER_TOO_LARGE", 0)
    monkeypatch.setattr("torseur.sim.simulation.simulation.BETWEEN_LOOKS", 0.0)
    simulation = Simulation(sim.load_scene("falling_brick"))
    done = simulation.run(100_000)
    assert 0 < done < 100_000
    assert len(simulation.recording) == done + 1
    assert simulation.stopped.startswith(f"memory is nearly full: 537 MB are free after {done + 1} states")
    assert simulation.recording.notes == [simulation.stopped]


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
