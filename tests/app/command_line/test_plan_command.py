"""`torseur plan`, as it is typed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from mcap.reader import make_reader

from tests.sim.trajectory.made_plan import made_plan
from torseur.app.command_line.command_line import run
from torseur.app.command_line.plan import limit_as_read, report
from torseur.sim import child_process
from torseur.sim.trajectory.files.plan_files import load_plan, task_of_plan
from torseur.sim.trajectory.files.task_file import task_names
from torseur.sim.trajectory.values import PlanStatus

ROOT = Path(__file__).parents[3]
SMALL = [f"--set=phases.{i}.intervals=5" for i in (1, 2, 3)]  # solved in a tenth of a second


def test_a_limit_that_is_set_is_told_as_it_was_read():
    assert limit_as_read("limits.force", "50") == (
        "limits.force: exactly 50 throughout; a range is written limits.force=[least, greatest], as [0, 50]"
    )
    assert limit_as_read("limits.force", "[-50, 50]") == "limits.force: from -50 to 50"
    assert limit_as_read("limits.force", "") == "limits.force: as the system has it"


def test_a_task_is_planned_reported_and_saved(tmp_path, capfd):
    out = tmp_path / "plan.mcap"
    assert run(["plan", "hop_gap", *SMALL, "--set", "goal.body_x=0.9", "--set", "goal.foot_x=0.9", "--out", str(out)]) == 0
    said = capfd.readouterr().out
    assert said.startswith("Hop over a gap: stance, flight, stance; ")
    for words in (
        "solved: cost ",
        " iterations; built in ",
        "greatest defect ",
        "binding constraints:",
        f"saved: {out} (33 nodes)",
    ):
        assert words in said
    plan = load_plan(out)
    assert plan.status is PlanStatus.SOLVED
    assert plan.phases[-1].state[-1, 0] == pytest.approx(0.9, abs=1e-8)
    assert f"cost {plan.cost:.10g}" in said
    assert task_of_plan(out).goal["body_x"] == 0.9
    with out.open("rb") as stream:  # where the robot is, for other programs
        assert sum(channel.topic == "/tf" for _, channel, _ in make_reader(stream).iter_messages()) == 33


def test_each_note_of_a_plan_is_told_once():
    assert report(replace(made_plan(), notes=("The ground is far away.",))).count("The ground is far away.") == 1


@pytest.mark.slow
def test_a_plan_that_was_saved_is_where_the_next_one_starts(tmp_path, capfd):
    first, second = tmp_path / "first.npz", tmp_path / "second.csv"
    assert run(["plan", "hop_gap", *SMALL, "--method", "rk4", "--out", str(first)]) == 0
    assert run(["plan", "hop_gap", *SMALL, "--guess", str(first), "--out", str(second)]) == 0
    assert "RK4 shooting" in capfd.readouterr().out
    assert len(np.genfromtxt(second, delimiter=",", skip_header=1)) == 33


def test_many_guesses_are_tried_and_the_cheapest_plan_is_taken(tmp_path, capfd):
    out = tmp_path / "plan.npz"
    assert run(["plan", "hop_gap", *SMALL, "--guesses", "3", "--out", str(out)]) == 0
    first, second, *_ = capfd.readouterr().out.splitlines()
    assert first.startswith("3 guesses, ")
    assert f"cost {load_plan(out).cost:.8g}, from " in second


def test_what_is_not_solved_is_told_by_the_exit_code_and_explained_where_that_is_asked_for(capfd):
    weak = ["--set", "limits.force=[0, 1]", "--set", "limits.torque=[0, 0]"]
    tiny = [f"--set=phases.{i}.intervals=1" for i in (1, 2, 3)]
    assert run(["plan", "hop_gap", *tiny, *weak, "--explain"]) == 1
    said = capfd.readouterr().out
    assert "solved:" not in said.splitlines()[1]
    assert "greatest violation of a constraint" in said
    assert "binding constraints" not in said
    assert "why:\n  Impossible: " in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["hop_gapp"], "no planning task named 'hop_gapp'; did you mean 'hop_gap'"),
        ([], "which task? `torseur plan --list` has those that are shipped"),
        (["hop_gap", "--set", "goal.boddy_x=1"], "goal.boddy_x=1: no state named 'boddy_x'"),
        (["hop_gap", "--out", "plan.pdf"], "type .pdf is not written; these are: .mcap, .npz, .csv"),
        (["hop_gap", "--guess", "none.npz"], "none.npz: the plan cannot be read"),
        (["hop_gap", "--guess", "a.npz", "--guesses", "2"], "--guess is one start, and --guesses are many"),
    ],
)
def test_what_cannot_be_planned_is_told_in_one_line_before_anything_is_computed(arguments, words, capfd):
    assert run(["plan", *arguments]) == 2
    said = capfd.readouterr().err
    assert said.startswith("torseur: ")
    assert words in said
    assert said.count("\n") == 1


def test_the_shipped_tasks_are_listed(capfd):
    assert run(["plan", "--list"]) == 0
    said = capfd.readouterr().out
    assert all(name in said for name in task_names())


@pytest.mark.slow
def test_ctrl_c_stops_it_and_keeps_the_best_that_there_is(tmp_path):
    out = tmp_path / "plan.npz"
    sizes = [f"--set=phases.{i}.intervals=200" for i in (1, 2, 3)]  # long enough to be interrupted
    command = [sys.executable, str(ROOT / "main.py"), "plan", "hop_gap", *sizes, "--out", str(out)]
    environment = {**os.environ, "TTY_COMPATIBLE": "1", "COLUMNS": "200"}  # Rich shows progress that is no terminal's
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as process:
        heard = ""
        while "iteration" not in heard:
            heard += process.stderr.read(1)
        begun = time.perf_counter()
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=600)
        assert time.perf_counter() - begun < 5.0  # the file included
    assert process.returncode == 130
    assert "stopped: cost" in said
    assert load_plan(out).status is PlanStatus.STOPPED


def test_without_casadi_planning_says_what_it_needs_in_one_sentence(monkeypatch, capfd):
    monkeypatch.setattr(child_process, "START", f"import sys\nsys.modules['casadi'] = None\n{child_process.START}")
    assert run(["plan", "hop_gap"]) == 1
    assert capfd.readouterr().err.strip() == "torseur: Planning needs CasADi; pip install 'torseur[trajectory]'"


WITHOUT = """
import sys
sys.modules["casadi"] = None
from torseur import sim
from torseur.app.command_line.command_line import run
from torseur.app.background.planning_job import PlanningJob
for name in sim.task_names():
    sim.load_task(name)
sys.exit(run(["plan", "--list"]))
"""


@pytest.mark.slow
def test_without_casadi_tasks_and_plans_are_read_all_the_same():
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "hop_gap" in done.stdout
