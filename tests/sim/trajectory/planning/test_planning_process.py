"""Planning beside the program: heard while it works, stopped at once whatever it is doing, and gone when it is not wanted."""

import os
import pickle
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from tests.app.in_time import least_seconds
from torseur.sim import child_process
from torseur.sim.trajectory.feasibility.values import FeasibilityVerdict
from torseur.sim.trajectory.files.task_file import load_task
from torseur.sim.trajectory.planning import planning_process
from torseur.sim.trajectory.planning.jobs import Jobs
from torseur.sim.trajectory.planning.planning_process import PlanningProcess
from torseur.sim.trajectory.planning.values import PlanningEnd, PlanningStage
from torseur.sim.trajectory.task.plan_task import PlanTask, TaskPhase
from torseur.sim.trajectory.values import PlanIterate, PlanStatus

STOPPED_WITHIN = 0.3  # [s] at any phase
LONG = 60.0  # [s]: the test is at fault

JOBS = '''
import os, sys, time
import numpy as np
from torseur.sim.errors import ArgumentError
from torseur.sim.trajectory.planning.planning_child import serve
from torseur.sim.trajectory.values import Plan, PlanIterate, PlanStatus

kept = []  # what the process has built


def plan(cost):
    return Plan("", "", "", PlanStatus.SOLVED, "", (), (), (), (), (), (), (), np.zeros(0), cost, (), ())


def answer(task, tell):
    print("what a library prints")
    os.write(1, b"what one in C prints")
    kept.append(task)
    return plan(float(len(kept))), os.getpid()


def refuse(task, tell):
    raise ArgumentError(f"{task} is none")


def build(task, tell):
    """As CasADi does: nobody is asked whether to go on."""
    tell("building the equations")
    time.sleep(600)


def iterate(task, tell):
    k = 0
    while not tell(PlanIterate(k, 1.0 / (k + 1), 0.0, 0.0, 0.0, 1.0)):
        k += 1
        time.sleep(0.002)
    return plan(1.0 / (k + 1))


def keep(task, tell):
    tell(plan(7.0))
    tell("solving")
    time.sleep(600)


def crash(task, tell):
    tell("solving")
    {"memory": lambda: bytearray(2**62), "fault": lambda: 1 / 0, "abort": os.abort}[task]()


def main():
    return serve(lambda: dict(answer=answer, refuse=refuse, build=build, iterate=iterate, keep=keep, crash=crash))
'''


@pytest.fixture
def process(tmp_path, monkeypatch):
    monkeypatch.setattr(child_process, "START", f"import sys\nsys.path.append({str(tmp_path)!r})\n{child_process.START}")
    (tmp_path / "small_jobs.py").write_text(JOBS)
    made = PlanningProcess("small_jobs")
    yield made
    made.close()


def ended(process, until=lambda heard: False):
    """All that is heard to the end, or until something has been heard."""
    heard = []
    limit = time.monotonic() + LONG
    while process.running and not until(heard):
        assert time.monotonic() < limit
        heard += process.receive(0.05)
    return heard


def is_there(process_id):
    """Whether a process of this number runs; one that has ended and was not fetched by anybody does not."""
    try:
        with open(f"/proc/{process_id}/stat", encoding="ascii") as stream:
            return stream.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_the_process_stays_for_the_next_job_with_what_it_has_built(process):
    process.ask("answer", "one")
    (first,) = ended(process)
    process.ask("answer", "two")
    (second,) = ended(process)
    assert (first.sentence, first.stopped) == ("", False)
    assert first.result[0].cost == 1.0
    assert second.result[0].cost == 2.0
    assert first.result[1] == second.result[1] == process.process_id


def test_what_the_job_refuses_is_its_sentence_and_the_process_goes_on(process):
    process.ask("refuse", "a dream")
    (end,) = ended(process)
    assert (end.result, end.sentence) == (None, "a dream is none")
    process.ask("answer", "one")
    assert ended(process)[-1].result[0].cost == 1.0


@pytest.fixture
def patient(monkeypatch):
    """A job that is told to stop is waited for as long as a busy machine takes: it answers, and is not killed."""
    monkeypatch.setattr(planning_process, "GRACE", LONG)


def stopped(process, job, task, until):
    """What is heard of a job that is stopped once that was reached; and its process."""
    heard, started = [], 0

    def attempt():
        nonlocal heard, started
        process.close()
        process.ask(job, task)
        heard, started = ended(process, until), process.process_id
        begun = time.perf_counter()
        process.stop()
        heard += ended(process)
        return time.perf_counter() - begun

    assert least_seconds(STOPPED_WITHIN, attempt) < STOPPED_WITHIN
    assert heard[-1].stopped
    assert heard[-1].sentence.startswith("Stopped")
    return heard, started


@pytest.mark.parametrize(("job", "count"), [("build", 0), ("build", 1), ("iterate", 1), ("iterate", 30), ("keep", 1)])
def test_it_is_stopped_at_once_at_any_moment_and_what_it_has_is_kept(process, job, count, request):
    if job == "iterate":
        request.getfixturevalue("patient")
    heard, started = stopped(process, job, "task", lambda heard: len(heard) >= count)
    result = heard[-1].result
    if job == "keep":
        assert (result.cost, result.status) == (7.0, PlanStatus.SOLVED)
    elif job == "iterate":
        assert result.cost == heard[-2].objective
        assert is_there(started), "it answered, and stays with what it has built"
    elif count == 1:
        assert not is_there(started), "it could not be asked"
    process.close()
    assert not is_there(started)
    assert process.process_id == 0


@pytest.mark.parametrize("count", [1, 2, 3, 4, 6, 8, 12, 16, 24, 32])
@pytest.mark.slow
def test_a_real_planning_is_stopped_at_once_at_any_moment_and_its_best_iterate_is_a_plan(count):
    pytest.importorskip("casadi")
    process = PlanningProcess()
    heard, started = stopped(process, "plan", load_task("hop_gap"), lambda heard: len(heard) >= count)
    answered = is_there(started)  # else it was killed, and has what it had handed over
    process.close()
    assert not is_there(started)
    iterates = [each for each in heard if isinstance(each, PlanIterate)]
    plan = heard[-1].result
    assert plan is not None or not iterates or not answered
    if plan is not None:
        assert plan.status is PlanStatus.STOPPED
        assert np.isnan(plan.phases[0].error).all()
        best = min(iterates, key=lambda each: (max(each.infeasibility, 1e-6), each.objective))
        assert plan.cost == pytest.approx(best.objective, rel=1e-12) or not answered


def test_the_lecture_s_problem_is_stopped_as_well_without_its_exact_integration():
    pytest.importorskip("casadi")
    process = PlanningProcess()
    task = load_task("lecture_hop")
    heard, started = stopped(process, "plan", task, lambda heard: any(isinstance(each, PlanIterate) for each in heard))
    answered = is_there(started)
    process.close()
    if answered:
        assert heard[-1].result.status is PlanStatus.STOPPED
        assert all(np.isnan(phase.error).all() for phase in heard[-1].result.phases)


def test_a_stop_in_an_iteration_keeps_the_process_warm_and_a_kill_starts_another(process, patient, monkeypatch):
    process.ask("answer", "one")
    ended(process)
    process.ask("iterate", "task")
    ended(process, until=len)
    process.stop()
    ended(process)
    process.ask("answer", "two")
    assert ended(process)[-1].result[0].cost == 2.0
    process.ask("build", "task")
    ended(process, until=len)
    monkeypatch.setattr(planning_process, "GRACE", 0.0)
    process.stop()
    ended(process)
    process.ask("answer", "three")
    assert ended(process)[-1].result[0].cost == 1.0


def test_a_new_job_takes_the_place_of_the_one_at_hand(process):
    process.ask("iterate", "task")
    ended(process, until=len)
    process.ask("answer", "one")
    heard = ended(process)
    assert [type(each) for each in heard] == [PlanningEnd]
    assert heard[0].result[0].cost == 1.0


@pytest.mark.parametrize(
    ("task", "words"),
    [("memory", "it needed more memory than there is"), ("fault", "division by zero"), ("abort", "it crashed (SIGABRT)")],
)
def test_a_process_that_dies_is_reported_in_a_sentence_and_another_one_is_started(process, task, words):
    process.ask("crash", task)
    stage, end = ended(process)
    assert isinstance(stage, PlanningStage)
    assert end.sentence == f"The planning process ended while solving: {words}."
    assert (end.result, end.stopped) == (None, False)
    process.ask("answer", "one")
    assert ended(process)[-1].result[0].cost == 1.0


def test_a_process_killed_by_another_hand_is_reported_and_the_best_plan_that_it_told_of_is_kept(process):
    process.ask("keep", "task")
    ended(process, until=len)
    os.kill(process.process_id, signal.SIGKILL)
    (end,) = ended(process)
    assert "it was killed, as the system does where memory runs out" in end.sentence
    assert end.sentence.endswith("What it had found is kept.")
    assert end.result.cost == 7.0


def test_closing_ends_it_whatever_it_does(process):
    def attempt():
        process.ask("build", "task")
        ended(process, until=len)
        started = process.process_id
        begun = time.perf_counter()
        process.close()
        taken = time.perf_counter() - begun
        assert not is_there(started)
        assert process.receive() == []
        return taken

    assert least_seconds(STOPPED_WITHIN, attempt) < STOPPED_WITHIN


PROGRAM = """
import os, sys
from torseur.sim import child_process
from torseur.sim.trajectory.planning.planning_process import PlanningProcess
child_process.START = "import sys\\nsys.path.append({folder!r})\\n" + child_process.START
process = PlanningProcess("small_jobs")
process.ask("build", "task")
process.receive(60.0)
print(process.process_id, flush=True)
os.kill(os.getpid(), 9)
"""


def test_it_ends_by_itself_when_the_program_is_killed(process, tmp_path):
    command = [sys.executable, "-c", PROGRAM.format(folder=str(tmp_path))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    limit = time.monotonic() + LONG
    while is_there(int(done.stdout)):
        assert time.monotonic() < limit
        time.sleep(0.01)


def test_what_is_asked_may_be_larger_than_a_pipe(process):
    process.ask("answer", b"x" * 5_000_000)
    assert ended(process)[-1].result[0].cost == 1.0


UPRIGHT = {"body_x": 0.0, "body_z": 1.0, "body_vx": 0.0, "body_vz": 0.0, "foot_x": 0.0}
TASK = PlanTask(
    name="up",
    phases=tuple(
        TaskPhase(mode, 3, ends_at=at)
        for mode, at in (("stance", {}), ("flight", {"body_z": 1.5}), ("flight", {}), ("stance", {}))
    ),
    start=UPRIGHT,
    goal=UPRIGHT,
)


@pytest.fixture(scope="module")
def jobs():
    pytest.importorskip("casadi")
    return Jobs().by_name


def sent(result):
    return pickle.loads(pickle.dumps(result))


def test_searches_are_asked_for_by_name_and_their_results_can_be_sent(jobs):
    told = []
    explanation = sent(jobs["explain"](TASK, told.append, rungs=("usual start",)))
    assert explanation.verdict is FeasibilityVerdict.SOLVED
    gallery = sent(jobs["multistart"](TASK, told.append, guesses=1))
    assert gallery.optima[0].plan.cost == pytest.approx(explanation.plan.cost, rel=1e-6)
    exploration = sent(jobs["explore"](TASK, told.append, step=0.1))
    seeded = sent(jobs["seed"](exploration, told.append))
    assert seeded.exploration.sequence.modes == exploration.sequence.modes
    stages = [text for text in told if isinstance(text, str)]
    assert {"solving from the usual start", "guess 1 of 1", "contact relaxed by 1e-06", "solving"} <= set(stages)
