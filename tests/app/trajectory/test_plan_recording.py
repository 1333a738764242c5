"""A plan as a recording: the same motion, forces and instants, for all that shows recordings."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.plan_by_hand import hop
from torseur import robots
from torseur.app.documents.document import open_document, plan_document
from torseur.sim.contact.contacts import Mode
from torseur.sim.simulation.recording.events import EventKind
from torseur.sim.trajectory.files.plan_files import save_plan
from torseur.sim.trajectory.files.task_file import load_task
from torseur.sim.trajectory.values import HELD_METHOD


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
        (EventKind.LIFT_OFF, pytest.approx(0.4)), (EventKind.IMPACT, pytest.approx(0.9)),
    ]  # fmt: skip
    assert recording.events[1].impulse == pytest.approx(1.4)


def test_a_plan_in_a_file_is_opened_with_its_task_and_a_task_alone_stands_at_its_start(document, tmp_path):
    path = tmp_path / "hop.mcap"
    save_plan(document.plan, path, task=document.task)
    opened = open_document(path)
    assert (opened.kind, opened.task.obstacles, opened.plan.cost) == (
        "plan",
        document.task.obstacles,
        document.plan.cost,
    )
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
