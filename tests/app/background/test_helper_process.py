"""Whatever runs beside the window is heard line by line, and is gone at once when it is no longer wanted."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from torseur.app.background.helper_process import HelperProcess
from torseur.app.background.kernels import Kernels
from torseur.app.background.planning_job import PlanningJob
from torseur.app.background.symbolic_job import SymbolicJob
from torseur.app.background.symbolic_task import FORMULAS, SINGULARITIES
from torseur.app.panels.robot_browser.thumbnails import Thumbnails
from torseur.sim import child_process
from torseur.sim.compilation import ENTRIES
from torseur.sim.trajectory.files.task_file import load_task

SPEAKER = """
import sys
def main():
    print("first", *sys.argv[1:], flush=True)
    sys.stdout.write("read " + sys.stdin.read())
"""
FAILS = """
def main():
    print("a line")
    return "why it failed"
"""
ENDLESS = """
import subprocess, sys, time
def main():
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    print(child.pid, flush=True)
    time.sleep(600)
"""
PARENT = """
import subprocess, time
from torseur.sim import child_process
child_process.START = "import time; print('begun', flush=True); time.sleep(600)"
child = subprocess.Popen(child_process.child_command("nothing"), stdout=subprocess.PIPE)
child.stdout.readline()
print(child.pid, flush=True)
time.sleep(600)
"""
CLOSED_WITHIN = 2.0  # [s] which is what closing the program may take, with everything at work


@pytest.fixture
def helper(qapp, tmp_path, monkeypatch):
    """Make a process of the text of a module; it is stopped after the test."""
    monkeypatch.setattr(child_process, "START", f"import sys\nsys.path.append({str(tmp_path)!r})\n{child_process.START}")
    made = []

    def make(text, **options):
        (tmp_path / "spoken.py").write_text(text)
        made.append(HelperProcess("spoken", **options))
        return made[-1]

    yield make
    for process in made:
        process.stop()


def is_there(process_id):
    """Whether a process of this number runs; one that has ended and was not fetched by anybody does not."""
    try:
        with open(f"/proc/{process_id}/stat", encoding="ascii") as stream:
            return stream.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def heard(process):
    """What a process is heard to say, and how it ends."""
    lines, ends = [], []
    process.line.connect(lines.append)
    process.ended.connect(lambda code, error: ends.append((code, error)))
    return lines, ends


def test_lines_come_in_order_the_last_one_also_without_its_end(helper, qtbot):
    process = helper(SPEAKER)
    lines, ends = heard(process)
    process.start("a", "b", text="what it is given")
    qtbot.waitUntil(lambda: bool(ends))
    assert lines == ["first a b", "read what it is given"]
    assert ends == [(0, "")]
    assert not process.running


def test_a_failure_is_told_with_its_code_and_reason(helper, qtbot):
    process = helper(FAILS)
    lines, ends = heard(process)
    process.start()
    qtbot.waitUntil(lambda: bool(ends))
    assert lines == ["a line"]
    assert ends == [(1, "why it failed")]


def test_a_process_that_is_killed_by_another_hand_has_failed(helper, qtbot):
    process = helper(ENDLESS)
    lines, ends = heard(process)
    process.start()
    qtbot.waitUntil(lambda: bool(lines))
    os.kill(int(lines[0]), 9)
    os.kill(process.process_id, 9)
    qtbot.waitUntil(lambda: bool(ends))
    assert ends[0][0] != 0


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks for processes where Linux lists them")
def test_stopping_ends_it_and_what_it_started_and_nothing_more_is_heard(helper, qtbot):
    process = helper(ENDLESS)
    lines, ends = heard(process)
    process.start()
    qtbot.waitUntil(lambda: bool(lines))
    own, child = process.process_id, int(lines[0])
    assert is_there(own)
    assert is_there(child)
    begun = time.perf_counter()
    process.stop()
    assert time.perf_counter() - begun < CLOSED_WITHIN
    assert not is_there(own)
    qtbot.waitUntil(lambda: not is_there(child))
    assert ends == []
    assert not process.running


def test_a_process_that_takes_too_long_is_stopped_and_that_is_told(helper, qtbot):
    process = helper(ENDLESS, limit=50)
    _, ends = heard(process)
    with qtbot.waitSignal(process.timed_out):
        process.start()
    assert not process.running
    assert ends == []


def test_a_new_start_takes_the_place_of_the_one_before(helper, qtbot):
    process = helper(SPEAKER)
    lines, ends = heard(process)
    process.start("one", text="1")
    process.start("two", text="2")
    qtbot.waitUntil(lambda: bool(ends))
    assert lines == ["first two", "read 2"]
    assert ends == [(0, "")]


def test_who_has_heard_enough_in_a_line_hears_nothing_after_it(helper, qtbot):
    process = helper(SPEAKER)
    lines, ends = heard(process)
    process.line.connect(lambda _: process.stop())
    process.start(text="nobody hears this")
    qtbot.waitUntil(lambda: bool(lines))
    qtbot.wait(20)
    assert lines == ["first"]
    assert ends == []


def kernels_being_compiled(monkeypatch):
    """As at the first start, when some are missing."""
    monkeypatch.setattr("torseur.app.background.kernels.missing", lambda: [ENTRIES[0]])
    kernels = Kernels()
    kernels.start()
    return kernels, lambda: kernels.compiling


def formulas(monkeypatch):
    job = SymbolicJob(FORMULAS)
    job.ask("{")  # is read only once SymPy is imported
    return job, lambda: job.running


def singularities(monkeypatch):
    job = SymbolicJob(SINGULARITIES)
    job.ask("{")
    return job, lambda: job.running


def thumbnails(monkeypatch):
    maker = Thumbnails()
    maker.request(["scara", "ur5"])
    return maker, lambda: maker.drawing


def planning(monkeypatch):
    job = PlanningJob()
    job.ask("plan", load_task("hop_gap"))
    return job, lambda: job.running


@pytest.mark.parametrize("begun", [kernels_being_compiled, formulas, singularities, thumbnails, planning])
def test_everything_beside_the_window_is_gone_within_two_seconds(begun, qtbot, monkeypatch, tmp_path):
    monkeypatch.setenv("TORSEUR_CACHE_DIR", str(tmp_path))
    host, at_work = begun(monkeypatch)
    qtbot.waitUntil(at_work)
    start = time.perf_counter()
    host.stop()
    assert time.perf_counter() - start < CLOSED_WITHIN
    assert not at_work()


@pytest.mark.skipif(sys.platform != "linux", reason="asked of Linux")
def test_a_process_that_was_started_ends_with_the_one_that_started_it_even_where_that_is_killed(qtbot):
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    with parent:
        child = int(parent.stdout.readline())
        assert is_there(child)
        parent.kill()
    qtbot.waitUntil(lambda: not is_there(child))
