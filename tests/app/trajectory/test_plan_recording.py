"""A plan as a recording: the same motion, forces and instants, for all that shows recordings."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.plan_by_hand import hop
from torseur import robots
from torseur.app.documents.document import open_document, plan_document
from torseur.app.panels.status import plan_residual
from torseur.app.trajectory.replaying import replay_document
from torseur.sim import scenes, simulate
from torseur.sim.contact.contacts import Mode
from torseur.sim.errors import ArgumentError, TaskError
from torseur.sim.simulation.inspection.checking.frame_check import check_frame
from torseur.sim.simulation.inspection.recorded_dynamics.recorded_accelerations import accelerations_of
from torseur.sim.simulation.inspection.solved_problem import solved_problem
from torseur.sim.simulation.recording.events import EventKind
from torseur.sim.simulation.recording.gaps import body_gaps
from torseur.sim.simulation.recording.recording_writer import save_recording
from torseur.sim.trajectory.files.plan_files import save_plan
from torseur.sim.trajectory.files.task_file import load_task, path_of_task
from torseur.sim.trajectory.values import HELD_METHOD, PlanConstraint, PlanStatus


@pytest.fixture(scope="module")
def document():
    return plan_document(load_task("hop_gap"), "hop_gap", "hop_gap", robots.load, hop())


def test_it_goes_through_the_nodes_of_the_plan_and_ends_when_that_does(document):
    recording, plan = document.recording, document.plan
    for phase in plan.phases:
        rows = np.abs(recording.t[:, None] - phase.t[1:-1]).argmin(axis=0)
        np.testing.assert_allclose(recording.q[rows], phase.q[1:-1], atol=1e-12)
    assert recording.t[-1] == plan.duration
    assert np.diff(recording.t).max() <= 0.005 + 1e-12


def test_the_forces_of_the_ground_are_its_contacts_and_the_touch_down_is_an_impact(document):
    recording, plan = document.recording, document.plan
    middle = recording.index_at(float(plan.phases[0].t[4]))
    np.testing.assert_allclose(recording.contacts(middle).force, plan.phases[0].force[4], atol=1e-9)
    assert len(recording.contacts(recording.index_at(0.6))) == 0  # it flies
    assert [(event.kind, event.t) for event in recording.events] == [
        (EventKind.LIFT_OFF, pytest.approx(0.4)),
        (EventKind.IMPACT, pytest.approx(0.9)),
    ]
    assert recording.events[1].impulse == pytest.approx(1.4)


def test_a_plan_in_a_file_is_opened_with_its_task_and_a_task_alone_stands_at_its_start(document, tmp_path):
    path = tmp_path / "hop.mcap"
    save_plan(document.plan, path, task=document.task)
    opened = open_document(path)
    assert (opened.kind, opened.task.obstacles, opened.plan.cost) == ("plan", document.task.obstacles, document.plan.cost)
    np.testing.assert_array_equal(opened.recording.q, document.recording.q)
    alone = open_document("hop_gap")
    assert (alone.kind, alone.recording, alone.plan) == ("plan", None, None)
    np.testing.assert_allclose(alone.scene.initial.q, [0.0, 1.0, 0.0, 1.0])


def test_the_ground_has_the_gap_of_the_task(document):
    (ground,) = (part.model for part in document.scene.parts if part.name == "ground")
    boxes = [(shape.placement[0, 3], shape.shape.size[0]) for shape in ground.bodies[0].collisions]
    edges = [(x - 0.5 * size, x + 0.5 * size) for x, size in boxes]
    gap = document.task.obstacles[0]
    assert [edges[0][1], edges[1][0]] == pytest.approx([gap.start, gap.end])


@pytest.mark.parametrize(("speed", "mode"), [(0.0, Mode.STICK), (0.2, Mode.SLIP)])
def test_a_foot_that_slides_while_it_touches_is_drawn_where_it_is_and_as_sliding(document, speed, mode):
    plan = document.plan
    stands = plan.phases[0]
    q, v = np.tile(stands.q[0], (len(stands.t), 1)), np.zeros_like(stands.v)
    q[:, 0] += speed * stands.t  # body and foot together
    v[:, 0] = speed
    moved = replace(plan, phases=(replace(stands, q=q, v=v, footholds=np.full((1, 3), np.nan)), *plan.phases[1:]))
    found = plan_document(document.task, "slip", "slip", robots.load, moved).recording
    k = found.index_at(0.2)
    assert found.contacts(k).mode[0] == mode
    foot = found.snapshot(k).poses[found.scene.model.frame_index("hopper/foot"), :3, 3]
    np.testing.assert_allclose(found.contacts(k).point[0], foot, atol=1e-12)


def test_the_robot_has_the_masses_that_the_task_gives_it_and_its_weight_in_the_energy(document):
    heavy = replace(document.task, parameters={"body_mass": 10.0, "gravity": 2.0})
    found = plan_document(heavy, "heavy", "heavy", robots.load, document.plan)
    fall = 10.0 * 2.0 * document.recording.q[:, 1]  # of the body; the foot of 1 kg adds its own
    foot = 2.0 * (document.recording.q[:, 1] - np.cos(document.recording.q[:, 2]) * document.recording.q[:, 3])
    np.testing.assert_allclose(found.recording.potential, fall + foot, atol=1e-9)


def test_an_input_that_is_held_stays_until_the_next_node(document):
    plan = replace(document.plan, method=HELD_METHOD)
    phase = plan.phases[0]
    tau = np.repeat(np.arange(len(phase.t))[:, None], 4, axis=1).astype(float)
    held = replace(plan, phases=(replace(phase, tau=tau), *plan.phases[1:]))
    found = plan_document(document.task, "held", "held", robots.load, held).recording
    end = 0.5 * (phase.t[1] + phase.t[2])
    inside = (found.t > phase.t[1]) & (found.t < end)
    np.testing.assert_array_equal(found.tau[inside], 1.0)


@pytest.mark.parametrize("name", ["hop_gap", "hop_bar"])
def test_what_is_recorded_of_a_replay_in_the_window_is_saved_so_that_it_opens_again(name, tmp_path):
    task = replace(load_task(name), name="mine")
    replayed = replay_document(hop(), task, "open")
    recording = simulate(replayed.scene, 0.01)
    save_recording(recording, tmp_path / "replay.mcap")
    again = open_document(tmp_path / "replay.mcap")
    assert again.kind == "recording"
    np.testing.assert_array_equal(again.recording.q, recording.q)


def walking_task(folder):
    """The file of a task whose robot's file lies beside it."""
    models = Path(scenes.__file__).parent
    shutil.copy(models / "models" / "five_link_biped.urdf", folder / "walker.urdf")
    text = path_of_task("biped_step").read_text(encoding="utf-8").replace("five_link_biped.urdf", "walker.urdf")
    (folder / "walk.toml").write_text(text, encoding="utf-8")
    return folder / "walk.toml"


def test_a_task_opens_with_a_robot_of_its_own_folder_and_says_which_file_is_gone(tmp_path):
    path = walking_task(tmp_path)
    document = open_document(path)
    assert document.scene.model.nq == 7
    save_plan(hop(), tmp_path / "plan.mcap", task=document.task)
    (tmp_path / "walker.urdf").unlink()
    with pytest.raises(TaskError, match=r"plan\.mcap.*robot 'walker\.urdf' is not there: neither .*walker\.urdf nor"):
        open_document(tmp_path / "plan.mcap")


def test_nothing_was_solved_for_a_planned_motion_and_no_page_calls_it_an_older_recording(document):
    recording = document.recording
    for asked in (solved_problem, check_frame, accelerations_of):
        with pytest.raises(ArgumentError, match="planned motion: its contact forces are the plan's"):
            asked(recording, 3)
    assert recording.problems.is_planned(3)


def test_the_status_line_calls_a_motion_that_is_no_plan_by_what_it_breaks():
    plan = hop()
    assert plan_residual(plan) == ("equations within 1e-11", True)
    broken = replace(
        plan, status=PlanStatus.INFEASIBLE, constraints=(PlanConstraint("start body_vx", 0, "m/s", -0.27, 0.0, True, 0.0),)
    )
    assert plan_residual(broken) == ("start body_vx broken by 0.2700 m/s", False)


def test_the_distance_of_a_foot_to_ground_with_a_gap_does_not_jump_and_is_that_to_the_nearer_edge(document):
    scene = document.scene
    q = np.tile(scene.initial.q, (401, 1))
    q[:, 0], q[:, 1] = (np.linspace(0.0, 0.8, 401), 1.5)  # the foot, 0.5 m above ground that ends at 0.1 m and begins at 0.7 m
    _, gaps = body_gaps(scene, q, 5.0)
    beyond = np.maximum(np.minimum(q[:, 0] - 0.1, 0.7 - q[:, 0]), 0.0)
    half = 0.009  # the diagonal of the foot's little cube [m]
    assert gaps[:, 0] == pytest.approx(np.hypot(0.5, beyond), abs=half)
    assert np.abs(np.diff(gaps[:, 0])).max() < 0.002 + 1e-9  # no faster than the foot goes
