"""Columns that grow hold what came, whether they are copied, moved ahead, or all zero."""

import json

import numpy as np
import pytest

from tests.cases import loop_over
from tests.sim.simulation.parts import box, floor_scene, standing
from torseur import sim
from torseur.sim.definition.placement_rows import pose_numbers
from torseur.sim.large_pages import LargePages
from torseur.sim.simulation.recording.events import EventKind
from torseur.sim.simulation.recording.gaps import body_gaps
from torseur.sim.simulation.recording.shown_messages import body_poses, shown_forces, shown_transforms
from torseur.sim.simulation.recording.states import growing_array
from torseur.sim.simulation.recording.states.event_columns import KIND, WIDTH, EventColumns, T
from torseur.sim.simulation.recording.states.growing_array import GrowingArray


@loop_over("rows", [1, 40, 3000, 70_000])
@loop_over("zeros", [0, 3, 100])
def test_what_comes_is_what_is_there(rows, zeros):
    rng, column, given = np.random.default_rng(rows), GrowingArray(3), []
    for k in range(6):
        given.append(np.zeros((rows, 3)) if k < zeros else rng.normal(size=(rows, 3)))
        held = column.values
        copy = held.copy()
        column.append(given[-1])
        assert np.array_equal(held, copy)
    assert len(column) == 6 * rows
    assert np.array_equal(column.values, np.concatenate(given))
    assert column.values[0].flags.c_contiguous
    assert column.nbytes == (0 if zeros > 5 else 6 * rows * 24)
    column.cut(4 * rows)
    column.append(given[0])
    assert np.array_equal(column.values, np.concatenate([*given[:4], given[0]]))


def test_whole_numbers_and_rows_of_nothing_too():
    column, empty = GrowingArray(dtype=np.int64), GrowingArray(0)
    for _ in range(5):
        column.append(np.arange(100_000))
        empty.append(np.zeros((100_000, 0)))
    assert np.array_equal(column.values, np.tile(np.arange(100_000), 5))
    assert empty.values.shape == (500_000, 0)


def test_where_the_system_refuses_room_it_grows_by_a_quarter(monkeypatch):
    asked = []

    def on_large_pages(size):
        asked.append(size)
        if size > 3_000_000:
            raise MemoryError
        return np.empty(size, np.uint8)

    monkeypatch.setattr(growing_array, "on_large_pages", on_large_pages)
    column, rows = GrowingArray(), np.arange(1.0, 50_001.0)
    for _ in range(6):  # 2.4 MB
        column.append(rows)
    assert np.array_equal(column.values, np.tile(rows, 6))
    with pytest.raises(MemoryError):
        column.append(np.ones(200_000))
    assert np.array_equal(column.values[: 6 * len(rows)], np.tile(rows, 6))
    monkeypatch.setattr(growing_array, "is_limited", lambda: True)
    asked.clear()
    GrowingArray().append(np.ones(200_000))
    assert asked == [8 * 250_000]


@pytest.mark.parametrize("zeros", [3, 255, 256, 257, 5000])
def test_zeros_before_the_first_number_are_there_once_it_came(zeros):
    column = GrowingArray(2, pages=LargePages())
    column.append(np.zeros((zeros, 2)))
    column.append(np.ones((4, 2)))
    assert np.array_equal(column.values, np.repeat([[0.0, 0.0], [1.0, 1.0]], [zeros, 4], axis=0))


def test_an_array_that_is_kept_has_the_rows_it_began_with_and_room_for_more():
    array = np.arange(20.0).reshape(10, 2)
    column, given = GrowingArray(2), array.copy()
    column.begin_with(array, 4)
    assert np.shares_memory(column.values, array)
    assert np.array_equal(column.values, given[:4])
    for rows in (3, 50):
        column.append(np.ones((rows, 2)))
    assert np.array_equal(column.values, np.concatenate([given[:4], np.ones((53, 2))]))


def test_zeros_and_numbers_of_another_type_are_not_kept():
    zero, whole = GrowingArray(2), GrowingArray(dtype=np.int8)
    zero.begin_with(np.zeros((10, 2)), 4)
    whole.begin_with(np.arange(10), 4)
    zero.append(np.ones((1, 2)))
    assert np.array_equal(zero.values, [[0.0, 0.0]] * 4 + [[1.0, 1.0]])
    assert np.array_equal(whole.values, np.arange(4))
    assert whole.values.dtype == np.int8


def test_what_it_began_with_is_given_back_and_not_what_is_there():
    array = np.zeros((1000, 2))
    array[:3] = 7.0
    growing = GrowingArray(2)
    growing.begin_with(array, 3)
    assert growing.nbytes == array.nbytes
    read = growing.values
    growing.give_back_room()
    assert growing.nbytes == 3 * 2 * 8
    array[:3] = 0.0
    np.testing.assert_array_equal(growing.values, np.full((3, 2), 7.0))
    growing.append(np.ones((2, 2)))
    assert len(growing) == 5
    assert len(read) == 3


KINDS = list(EventKind)


@pytest.fixture(scope="module")
def events():
    """Three thousand, some at one time."""
    rng = np.random.default_rng(3)
    rows = np.zeros((3000, WIDTH))
    rows[:, T] = np.sort(rng.integers(0, 400, 3000)) * 1e-3
    rows[:, KIND] = rng.integers(0, len(KINDS), 3000)
    rows[:1500, KIND] = KINDS.index(EventKind.IMPACT)
    rows[1500:, KIND][rows[1500:, KIND] == KINDS.index(EventKind.IMPACT)] = KINDS.index(EventKind.LIFT_OFF)
    return EventColumns(("a",), rows)


@pytest.mark.parametrize(("since", "until"), [(0.0, 0.4), (0.05, 0.05), (0.0505, 0.0507), (0.1, 0.3), (1.0, 2.0), (-1.0, -0.5)])
def test_those_between_two_times_are_those_that_are(events, since, until):
    assert events[events.between(since, until)] == [one for one in events if since <= one.t <= until]


@pytest.mark.parametrize("until", [-1.0, 0.0, 0.02, 0.15, 0.399, 5.0])
@pytest.mark.parametrize("kinds", [(EventKind.IMPACT,), (EventKind.IMPACT, EventKind.LIFT_OFF), ()])
def test_the_last_of_some_kinds_is_the_one_that_is(events, kinds, until):
    places = [k for k, one in enumerate(events) if one.t <= until and one.kind in kinds]
    assert events.last(kinds, until) == (places[-1] if places else -1)


def test_of_none_there_is_none():
    none = EventColumns(())
    assert none.last((EventKind.IMPACT,), 1.0) == -1
    assert none[none.between(0.0, 1.0)] == []


def test_events_that_are_printed_say_what_happened():
    events = sim.simulate(sim.load_scene("falling_brick"), 0.5).events
    assert repr(events) == "[impact of ground and brick at 0.32 s]"
    many = sim.simulate(sim.load_scene("bouncing_ball"), 3.0).events
    assert repr(many).endswith(f", {len(many) - 10} more]")


def test_gaps_of_a_falling_brick_are_its_height():
    recording = sim.simulate(sim.load_scene("falling_brick"), 0.5)
    pairs, gaps = body_gaps(recording.scene, recording.q)
    assert pairs == (("ground", "brick"),)
    np.testing.assert_allclose(gaps[:, 0], recording.q[:, 2] - 0.12, atol=1e-12)


def test_gaps_beyond_reach_are_not_numbers():
    scene = sim.load_scene("box_stack")
    pairs, gaps = body_gaps(scene, scene.initial.q[None, :], reach=0.05)
    near = {pair: gap for pair, gap in zip(pairs, gaps[0], strict=True) if not np.isnan(gap)}
    assert near[("ground", "cube0")] == np.float64(0.104) - 0.1
    assert ("ground", "cube5") not in near


@pytest.mark.parametrize("scene", ["box_stack", "gripper_holds_block", "humanoid_falls"])
def test_poses_of_many_states_are_those_of_each(scene):
    model, rng = sim.load_scene(scene).model, np.random.default_rng(2)
    q = np.array([sim.random_configuration(model, rng) for _ in range(20)])
    expected = [[pose_numbers(pose) for pose in sim.frame_poses(model, one)[: len(model.body_names)]] for one in q]
    np.testing.assert_allclose(body_poses(model, q), expected, rtol=0.0, atol=1e-12)  # the same formulas, a few roundings


def test_names_of_bodies_may_hold_anything():
    name = 'a "50 %" box of %b, NAME \\ é'
    scene = floor_scene([standing(box(name, (0.1, 0.1, 0.1), 1.0), 0.2)])
    (message,) = shown_transforms(scene.model, np.array([1.25]), scene.initial.q[None])
    ground, found = json.loads(message)["transforms"]
    assert (ground["child_frame_id"], found["child_frame_id"]) == ("ground", name)
    assert found["timestamp"] == {"sec": 1, "nsec": 250_000_000}
    assert found["rotation"] == {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}


def test_arrows_are_of_the_forces_of_each_instant_and_what_is_no_number_is_null():
    points, forces = (
        np.arange(12.0).reshape(4, 3),
        np.array([[0.0, 0.0, 100.0], [0.0] * 3, [-20.0, 0.0, 0.0], [0.0, 7.0, 0.0]]),
    )
    points[3, 0] = np.nan
    messages = shown_forces(np.array([0.0, 0.5, 1.0]), np.array([2, 2, 4]), points, forces)
    (first,), (none,), (last,) = (json.loads(message)["entities"] for message in messages)
    (arrow,) = first["arrows"]
    assert arrow["pose"]["position"] == {"x": 0.0, "y": 1.0, "z": 2.0}
    assert arrow["shaft_length"] + arrow["head_length"] == pytest.approx(0.5, rel=1e-12)
    turn = arrow["pose"]["orientation"]
    np.testing.assert_allclose([turn[axis] for axis in "wxyz"], [np.sqrt(0.5), 0.0, -np.sqrt(0.5), 0.0], atol=1e-15)
    assert none["arrows"] == []
    assert [one["pose"]["position"]["x"] for one in last["arrows"]] == [6.0, None]
    assert last["timestamp"] == {"sec": 1, "nsec": 0}
