"""What is planned beside the window is heard in the window's thread, and leaves nothing behind when it closes."""

from __future__ import annotations

import os
import threading
import time

import pytest

from torseur.app.background.planning_job import PlanningJob
from torseur.sim import child_process
from torseur.sim.trajectory.planning import planning_process
from torseur.sim.trajectory.planning.planning_process import PlanningProcess
from torseur.sim.trajectory.planning.values import PlanningEnd, PlanningStage
from torseur.sim.trajectory.values import PlanIterate

CLOSED_WITHIN = 2.0  # [s] which is what closing the program may take
JOBS = """
import time
from torseur.sim.errors import ArgumentError
from torseur.sim.trajectory.planning.planning_child import serve
from torseur.sim.trajectory.values import PlanIterate


def iterate(task, tell):
    tell("solving")
    k = 0
    while k < task and not tell(PlanIterate(k, 1.0, 0.0, 0.0, 0.0, 1.0)):
        k += 1
        time.sleep(0.001)
    return k


def refuse(task, tell):
    raise ArgumentError("it cannot be")


def build(task, tell):
    tell("building")
    time.sleep(600)


def main():
    return serve(lambda: dict(iterate=iterate, refuse=refuse, build=build))
"""


@pytest.fixture
def job(qapp, tmp_path, monkeypatch):
    monkeypatch.setattr(child_process, "START", f"import sys\nsys.path.append({str(tmp_path)!r})\n{child_process.START}")
    (tmp_path / "quick_jobs.py").write_text(JOBS)
    made = PlanningJob(process=PlanningProcess("quick_jobs"))
    yield made
    made.stop()


def heard(job):
    progress, ends, failures = [], [], []
    job.progressed.connect(progress.append)
    job.finished.connect(ends.append)
    job.failed.connect(failures.append)
    return progress, ends, failures


def test_stages_iterates_and_the_end_are_told_in_order(job, qtbot):
    progress, ends, failures = heard(job)
    job.ask("iterate", 5)
    qtbot.waitUntil(lambda: bool(ends))
    assert [type(each) for each in progress] == [PlanningStage] + 5 * [PlanIterate]
    assert isinstance(ends[0], PlanningEnd)
    assert ends[0].result == 5
    assert failures == []
    assert not job.running


def test_what_cannot_be_planned_is_told_as_a_sentence(job, qtbot):
    _, ends, failures = heard(job)
    job.ask("refuse", None)
    qtbot.waitUntil(lambda: bool(failures))
    assert failures == ["it cannot be"]
    assert ends == []


def test_what_is_given_up_hands_over_what_it_has_or_says_that_there_is_nothing(job, qtbot, monkeypatch):
    """How soon that is, is tested where the process is, in tests/sim/trajectory/planning."""
    monkeypatch.setattr(planning_process, "GRACE", 60.0)  # a busy machine may take long to answer
    progress, ends, failures = heard(job)
    job.ask("iterate", 10**9)
    qtbot.waitUntil(lambda: len(progress) > 3)
    job.cancel()
    qtbot.waitUntil(lambda: bool(ends))
    assert ends[0].stopped
    progress.clear()
    job.ask("build", None)
    qtbot.waitUntil(lambda: bool(progress))
    monkeypatch.setattr(planning_process, "GRACE", 0.0)
    job.cancel()
    qtbot.waitUntil(lambda: bool(failures))
    assert "while building" in failures[0]


def test_no_thread_is_made_and_no_process_is_left_when_the_window_closes(job, qtbot):
    before = set(threading.enumerate())
    progress, ends, failures = heard(job)
    job.ask("build", None)
    qtbot.waitUntil(lambda: bool(progress))
    process_id = job.process_id
    assert set(threading.enumerate()) <= before
    begun = time.perf_counter()
    job.stop()
    assert time.perf_counter() - begun < CLOSED_WITHIN
    assert job.process_id == 0
    with pytest.raises(ProcessLookupError):
        os.kill(process_id, 0)
    assert (ends, failures) == ([], [])
