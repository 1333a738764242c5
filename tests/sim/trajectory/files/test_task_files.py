"""A planning task is what its file says, and a file that says what cannot be is refused with its line."""

from dataclasses import fields
from math import inf

import numpy as np
import pytest

from tests.cases import loop_over
from tests.sim.trajectory.made_plan import made_plan
from torseur.sim.errors import ArgumentError, TaskError, UnknownNameError
from torseur.sim.trajectory.files.plan_files import save_plan
from torseur.sim.trajectory.files.task_changes import load_changed_task
from torseur.sim.trajectory.files.task_file import load_task, task_from_text, task_names, task_title
from torseur.sim.trajectory.files.task_text import task_text
from torseur.sim.trajectory.task.obstacles import BarObstacle, GapObstacle, StepObstacle

GOOD = """\
title = "Everything"
friction = 0.4
periodic = ["body_vx"]

[[phases]]
mode = "stance"
intervals = 5
duration = 0.3
foothold = { foot_x = [-0.1, 0.1] }

[[phases]]
mode = "flight"
duration = [0.1, 0.6]
guess = 0.25
ends_at = { body_z = { least = 1.2 } }

[[phases]]
mode = "stance"

[start]
body_x = 0.0

[goal]
body_x = [0.9, 1.1]

[limits]
"leg length" = [0.5, 1.4]
force = { greatest = 250.0 }

[parameters]
body_mass = 4.0

[costs]
effort = 1e-3
duration = 0.5

[reference]
t = [0.0, 1.0]
values = { body_z = [1.0, 1.5] }
weights = { body_z = 2.0 }

[[gaps]]
start = 0.2
end = 0.5
crossed_in = 2

[[steps]]
x = 0.6
height = 0.1
crossed_in = 2

[[bars]]
x = 0.3
z = 0.2
"""


def same(a, b):
    """Whether two tasks are equal but for their names."""
    for field in fields(a):
        if field.name == "reference" and a.reference is not None:
            np.testing.assert_array_equal(a.reference.t, b.reference.t)
            assert a.reference.values.keys() == b.reference.values.keys()
            assert a.reference.weights == b.reference.weights
        elif field.name != "name":
            assert getattr(a, field.name) == getattr(b, field.name), field.name
    return True


def test_a_task_is_what_its_file_says():
    task = task_from_text(GOOD, "everything.toml")
    assert (task.name, task.title, task.friction, task.periodic) == ("everything", "Everything", 0.4, ("body_vx",))
    stance, flight, landed = task.phases
    assert (stance.mode, stance.intervals, stance.duration) == ("stance", 5, 0.3)
    assert stance.foothold == {"foot_x": (-0.1, 0.1)}
    assert (flight.duration, flight.guess, flight.ends_at) == ((0.1, 0.6), 0.25, {"body_z": (1.2, inf)})
    assert landed.duration == (0.1, 0.8)
    assert (task.start, task.goal) == ({"body_x": 0.0}, {"body_x": (0.9, 1.1)})
    assert task.limits == {"leg length": (0.5, 1.4), "force": (-inf, 250.0)}
    assert task.parameters == {"body_mass": 4.0}
    assert task.costs == {"effort": 1e-3, "duration": 0.5}
    assert task.obstacles == (GapObstacle(0.2, 0.5, 1), StepObstacle(0.6, 0.1, 1), BarObstacle(0.3, 0.2))
    np.testing.assert_array_equal(task.reference.values["body_z"], [1.0, 1.5])


@loop_over("name", [None, *task_names()])
def test_a_task_written_as_text_and_read_again_is_the_same(name):
    task = task_from_text(GOOD, "everything.toml") if name is None else load_task(name)
    assert same(task_from_text(task_text(task), "again.toml"), task)


def test_whole_numbers_are_written_as_such():
    assert "intervals = 5\n" in task_text(task_from_text(GOOD, "everything.toml"))


@loop_over("name", task_names())
def test_each_shipped_task_has_a_title_and_says_what_it_is(name):
    assert task_title(name) == load_task(name).title != ""
    assert load_task(name).description


MISTAKES = {
    "a mode that does not exist": ('mode = "flight"', 'mode = "fligth"', 12, "no mode named 'fligth'"),
    "a state that does not exist": ("body_x = 0.0", "boddy_x = 0.0", 21, "did you mean 'body_x'"),
    "a limit that does not exist": ('"leg length"', '"leg lenght"', 27, "did you mean 'leg length'"),
    "a cost that does not exist": ("effort = 1e-3", "efort = 1e-3", 34, "did you mean 'effort'"),
    "a parameter that does not exist": ("body_mass", "bodymass", 31, "did you mean 'body_mass'"),
    "a foothold that does not exist": ("foot_x = [-0.1", "foot_y = [-0.1", 9, "no foothold named 'foot_y'"),
    "a periodic state that does not exist": ('["body_vx"]', '["body_wx"]', 3, "no state named 'body_wx'"),
    "a key that does not exist": ("intervals = 5", "interval = 5", 7, "did you mean 'intervals'"),
    "a word for a number": ("duration = 0.3", 'duration = "long"', 8, "expected a number or a list or a table, got a text"),
    "a bound upside down": ("body_x = [0.9, 1.1]", "body_x = [1.1, 0.9]", 24, "expected [least, greatest], got [1.1, 0.9]"),
    "a bound of nothing": ("{ least = 1.2 }", "{}", 15, "a bound has a least or a greatest value"),
    "no time at all": ("duration = 0.3", "duration = 0.0", 8, "expected seconds from above 0"),
    "a guess beyond its bounds": ("guess = 0.25", "guess = 0.7", 14, "0.7 s is not within its duration, [0.1, 0.6] s"),
    "no intervals": ("intervals = 5", "intervals = 0", 7, "expected a whole number >= 1"),
    "negative friction": ("friction = 0.4", "friction = -0.4", 2, "expected a number >= 0"),
    "a gap that ends before it begins": ("end = 0.5", "end = 0.1", 44, "expected more than its start, 0.2 m, got 0.1 m"),
    "a gap crossed in no phase": ("crossed_in = 2", "crossed_in = 4", 45, "there is no phase 4; they are 1 to 3"),
    "times that go back": ("t = [0.0, 1.0]", "t = [1.0, 0.0]", 38, "expected increasing times"),
    "a number missing": ("body_z = [1.0, 1.5]", "body_z = [1.0]", 39, "expected 2 numbers, one a time, got 1"),
    "another system": ("friction = 0.4", 'system = "walker"', 2, "'walker' is not one of 'hopper', 'lecture', 'robot'"),
}


@loop_over("mistake", MISTAKES)
def test_a_mistake_is_told_with_its_line_what_was_given_and_what_there_is(mistake):
    right, wrong, line, words = MISTAKES[mistake]
    assert right in GOOD
    with pytest.raises(TaskError) as caught:
        task_from_text(GOOD.replace(right, wrong, 1), "wrong.toml")
    assert str(caught.value).startswith(f"wrong.toml:{line}: ")
    assert words in str(caught.value)


def test_a_task_without_phases_or_without_a_file_is_refused(tmp_path):
    with pytest.raises(TaskError, match="the task has no phases"):
        task_from_text("title = 'nothing'", "wrong.toml")
    with pytest.raises(UnknownNameError, match="no planning task named 'hop_gapp'; did you mean 'hop_gap'"):
        load_task("hop_gapp")
    with pytest.raises(TaskError, match="there is no such file"):
        load_task(tmp_path / "none.toml")


def test_values_are_changed_as_they_are_typed(tmp_path):
    path = tmp_path / "task.toml"
    path.write_text(GOOD)
    changes = {
        "goal.body_x": "1.2", "phases.1.duration": "[0.2, 0.4]", "limits.leg length": "", "method": "rk4",
        "title": "Mine",
    }  # fmt: skip
    task = load_changed_task(path, changes)
    assert task.goal == {"body_x": 1.2}
    assert task.phases[0].duration == (0.2, 0.4)
    assert task.limits == {"force": (-inf, 250.0)}
    assert (task.method, task.title, task.name) == ("rk4", "Mine", "task")
    assert same(load_changed_task(path, {}), load_task(path))


def test_what_a_saved_plan_was_asked_for_by_is_changed_and_asked_for_again(tmp_path):
    path = tmp_path / "plan.npz"
    save_plan(made_plan(), path, task=load_task("hop_gap"))
    assert load_changed_task(path, {"goal.body_x": "1.2"}).goal == {**load_task("hop_gap").goal, "body_x": 1.2}
    save_plan(made_plan(), path)
    with pytest.raises(TaskError, match="this plan was saved without what it was asked for by"):
        load_changed_task(path, {})


@pytest.mark.parametrize(("place", "text", "words"), [
    ("goal.boddy_x", "1.2", "goal.boddy_x=1.2: no state named 'boddy_x'"),
    ("phases.4.mode", "stance", "phases.4.mode=stance: there is no row 4; they are 1 to 3"),
    ("phases.0.mode", "stance", "phases.0.mode=stance: there is no row 0; they are 1 to 3"),
    ("phases.2.guess", "0.7", "phases.2.guess=0.7: phases.2.guess: 0.7 s is not within its duration"),
    ("friction", "much", "friction=much: friction: expected a number, got a text"),
    ("goal.foot_x", "", "no value named 'foot_x'"),
    ("title.x", "1", "'title' has no values in it"),
])  # fmt: skip
def test_a_change_that_cannot_be_is_named(place, text, words, tmp_path):
    path = tmp_path / "task.toml"
    path.write_text(GOOD)
    with pytest.raises(ArgumentError) as caught:
        load_changed_task(path, {place: text})
    assert words in str(caught.value)


@pytest.mark.parametrize("name", [name for name in task_names() if not name.startswith("lecture")])
def test_what_a_planner_takes_a_file_may_name(name):
    pytest.importorskip("casadi")
    from torseur import robots
    from torseur.sim.trajectory.files.known_names import known_names
    from torseur.sim.trajectory.solving.planner import SYSTEMS

    task = load_task(name, robots.load)
    system, known = SYSTEMS[task.system](task), known_names(task)
    assert (known.states, known.inputs) == (system.state_names, system.input_names)
    assert set(system.modes) <= set(known.modes)
    of_one_row = {rows.group for mode in system.modes.values() for rows in mode.path if len(rows.lower) == 1}
    assert of_one_row <= set(known.groups)


def test_all_that_is_wrong_with_a_task_is_told_in_the_order_of_its_lines(tmp_path):
    path = tmp_path / "wrong.toml"
    path.write_text(
        '[[phases]]\nmode = "stanse"\nduration = [0.8, 0.2]\n[[phases]]\nmode = "flight"\nguess = 3.0\n'
        "[start]\nbody_y = 0.0\n[limits]\nbody_z = { }\n[parameters]\nmas = 1.0\n"
        "[[gaps]]\nstart = 1.0\nend = 0.5\ncrossed_in = 7\n"
    )
    with pytest.raises(TaskError) as refused:
        load_task(path)
    first = refused.value
    found = [(one.line, one.message.split(";")[0]) for one in (first, *first.others)]
    assert [line for line, _ in found] == [2, 3, 6, 8, 10, 12, 15, 16]
    assert found[0][1].startswith("no mode named 'stanse'")
    assert found[3][1] == "no state named 'body_y'"
    assert found[-1][1] == "gaps[0].crossed_in: there is no phase 7"


def test_a_robot_that_is_missing_is_told_beside_what_else_is_wrong():
    with pytest.raises(TaskError) as refused:
        task_from_text('system = "robot"\n[[phases]]\nmode = "a"\nduration = -1.0\n', "robot.toml")
    assert [one.line for one in (refused.value, *refused.value.others)] == [1, 4]
