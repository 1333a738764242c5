"""A plan that is read is the plan that was saved, to the last bit; a file that is damaged is refused in one sentence."""

import csv
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from mcap.reader import make_reader

from tests.plan_by_hand import hop
from tests.sim.trajectory.made_plan import made_plan
from torseur import robots
from torseur.sim import scenes
from torseur.sim.errors import ArgumentError, RecordingError, SaveError, TaskError
from torseur.sim.trajectory.files.plan_files import load_plan, save_plan
from torseur.sim.trajectory.files.plan_mcap import holds_plan
from torseur.sim.trajectory.files.plan_parts import parts_of
from torseur.sim.trajectory.files.plan_table import plan_columns


def same(a, b):
    """Whether two plans have the same bits."""
    (tree_a, arrays_a), (tree_b, arrays_b) = parts_of(a), parts_of(b)
    assert repr(tree_a) == repr(tree_b)
    assert arrays_a.keys() == arrays_b.keys()
    for name, array in arrays_a.items():
        assert array.dtype == arrays_b[name].dtype, name
        assert array.shape == arrays_b[name].shape, name
        assert array.tobytes() == arrays_b[name].tobytes(), name
    return True


@pytest.mark.parametrize("ending", [".mcap", ".npz"])
def test_a_plan_is_read_as_it_was_saved(ending, tmp_path):
    path = tmp_path / f"plan{ending}"
    save_plan(made_plan(), path)
    assert same(load_plan(path), made_plan())


def test_numpy_alone_opens_the_archive(tmp_path):
    save_plan(made_plan(), tmp_path / "plan.npz")
    with np.load(tmp_path / "plan.npz", allow_pickle=False) as archive:
        np.testing.assert_array_equal(archive["phases.1.state"], made_plan().phases[1].state)


def test_the_table_has_a_row_a_node_with_all_numbers_to_the_last_bit(tmp_path):
    plan = made_plan()
    save_plan(plan, tmp_path / "plan.csv")
    with (tmp_path / "plan.csv").open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 10
    assert [row["mode"] for row in rows] == ["stance"] * 5 + ["flight"] * 5
    assert [row["knot"] for row in rows[:5]] == ["1", "0", "1", "0", "1"]
    for head, wanted in {
        "t [s]": [phase.t for phase in plan.phases],
        "body_vx [m/s]": [phase.state[:, 1] for phase in plan.phases],
        "d/dt body_vx [m/s²]": [phase.rate[:, 1] for phase in plan.phases],
        "force [N]": [phase.inputs[:, 0] for phase in plan.phases],
        "force right foot z [N]": [phase.force[:, 1, 2] for phase in plan.phases],
        "q2": [phase.q[:, 2] for phase in plan.phases],
        "tau_m0": [phase.tau[:, 0] for phase in plan.phases],
    }.items():
        np.testing.assert_array_equal([float(row[head]) for row in rows], np.concatenate(wanted), head)


def test_columns_of_a_table_are_named_by_joint_and_unit_as_those_of_recordings_are():
    model = robots.load(Path(scenes.__file__).parent / "models" / "hopper.urdf")
    heads = [head for head, _ in plan_columns(hop(), model)]
    assert heads[-12:] == [
        "q x [m]", "q z [m]", "q lean [rad]", "q length [m]", "v x [m/s]", "v z [m/s]", "v lean [rad/s]",
        "v length [m/s]", "tau_m x [N]", "tau_m z [N]", "tau_m lean [N m]", "tau_m length [N]",
    ]  # fmt: skip


def test_other_programs_find_nodes_forces_and_jumps_in_the_mcap_file(tmp_path):
    save_plan(made_plan(), tmp_path / "plan.mcap")
    with (tmp_path / "plan.mcap").open("rb") as stream:
        reader = make_reader(stream, validate_crcs=True)
        schemas = {channel.topic: schema.name for schema, channel, _ in reader.iter_messages()}
        counts = reader.get_summary().statistics.channel_message_counts
    assert schemas == {"/plan": "torseur.PlanNode", "/jumps": "torseur.PlanJump", "/forces": "foxglove.SceneUpdate"}
    assert sorted(counts.values()) == [1, 10, 10]


def test_a_file_of_another_kind_is_refused(tmp_path):
    with pytest.raises(ArgumentError, match=r"are not written as \.txt; they are as \.mcap, \.npz, \.csv"):
        save_plan(made_plan(), tmp_path / "plan.txt")
    with pytest.raises(RecordingError, match=r"plans are read from files of type \.mcap and \.npz"):
        load_plan(tmp_path / "plan.csv")
    with pytest.raises(RecordingError, match="cannot be read: No such file"):
        load_plan(tmp_path / "none.npz")
    with pytest.raises(SaveError, match="cannot be written: No such file"):
        save_plan(made_plan(), tmp_path / "none" / "plan.npz")
    np.savez(tmp_path / "other.npz", x=np.zeros(3))
    with pytest.raises(RecordingError, match=r"other\.npz: it is no plan of Torseur: it has no array 'plan', but x"):
        load_plan(tmp_path / "other.npz")
    (tmp_path / "text.mcap").write_text("no MCAP")
    with pytest.raises(RecordingError, match="does not begin as an MCAP file does"):
        load_plan(tmp_path / "text.mcap")


def test_a_recording_is_told_from_a_plan_and_a_plan_from_a_recording(tmp_path):
    from torseur import sim

    save_plan(made_plan(), tmp_path / "plan.mcap")
    with pytest.raises(RecordingError, match="it holds a plan"):
        sim.load_recording(tmp_path / "plan.mcap")
    sim.save_recording(sim.Recording(sim.load_scene("falling_brick"), sim.Settings()), tmp_path / "run.mcap")
    with pytest.raises(RecordingError, match="this is a recording, not a plan"):
        load_plan(tmp_path / "run.mcap")


def test_arrays_that_do_not_fit_each_other_are_refused(tmp_path):
    path = tmp_path / "plan.npz"
    save_plan(replace(made_plan(), closing=made_plan().jumps[0]), path)
    with np.load(path) as archive:
        arrays = dict(archive)
    for name, changed, sentence in (
        ("phases.0.state", np.zeros((5, 3)), r"shape of state of phase 0: it has \(5, 3\)"),
        ("phases.1.t", np.arange(5.0)[::-1], "the times of phase 1 do not go on"),
        ("jumps.0.impulse", np.zeros(3), "shape of the impulse of jump 0"),
        ("closing.after", np.zeros(3), "shapes of the states of the closing jump"),
        ("phases.1.tau", np.zeros((5, 2)), "shape of tau of phase 1"),
        ("iterates.0.q", np.zeros((2, 7)), "shape of q of iterate 0"),
        ("phases.0.q", np.full((5, 3), "one"), "its array 'phases.0.q' holds <U3, and should hold numbers"),
        ("friction", np.array([0.5, None]), "Object arrays cannot be loaded"),
    ):
        np.savez(path, **{**arrays, name: changed})
        with pytest.raises(RecordingError, match=sentence):
            load_plan(path)
    del arrays["friction"]
    np.savez(path, **arrays)
    with pytest.raises(RecordingError, match="it has no array 'friction'"):
        load_plan(path)


def refusal(path):
    """Why a plan is not read; empty: it was, as it was saved."""
    try:
        return "" if same(load_plan(path), made_plan()) else "another"
    except RecordingError as error:
        return str(error)


@pytest.mark.parametrize("ending", [".mcap", ".npz"])
def test_a_file_that_is_cut_or_has_a_flipped_byte_is_refused_or_read_as_it_was_and_nothing_else_happens(ending, tmp_path):
    path = tmp_path / f"plan{ending}"
    save_plan(made_plan(), path)
    whole, draw = path.read_bytes(), random.Random(1)
    refused = 0
    for n in range(60):
        place = draw.randrange(len(whole))
        damaged = (
            whole[:place] if n % 2 else whole[:place] + bytes([whole[place] ^ 1 << draw.randrange(8)]) + whole[place + 1 :]
        )
        path.write_bytes(damaged)
        sentence = refusal(path)
        refused += bool(sentence)
        assert sentence.startswith(str(path) if sentence else "")
        assert "\n" not in sentence
    assert refused > 10


def test_a_plan_on_file_knows_what_it_was_asked_for_by(tmp_path):
    from torseur.sim.trajectory.files.plan_files import task_of_plan
    from torseur.sim.trajectory.files.task_file import load_task

    for ending in (".mcap", ".npz"):
        save_plan(made_plan(), tmp_path / f"plan{ending}", task=load_task("hop_bar"))
        assert task_of_plan(tmp_path / f"plan{ending}").obstacles == load_task("hop_bar").obstacles
    save_plan(made_plan(), tmp_path / "without.npz")
    assert task_of_plan(tmp_path / "without.npz") is None


def test_a_robot_beside_its_task_is_found_from_a_plan_saved_elsewhere_where_its_folder_is_allowed(tmp_path):
    from torseur import robots
    from torseur.sim.trajectory.files.plan_files import task_of_plan
    from torseur.sim.trajectory.files.task_changes import load_changed_task
    from torseur.sim.trajectory.files.task_file import load_task, path_of_task

    shipped = path_of_task("quadruped_bound")
    mine, other = tmp_path / "mine", tmp_path / "other"
    mine.mkdir()
    other.mkdir()
    robot = (shipped.parents[2] / "scenes" / "models" / "planar_quadruped.urdf").read_text(encoding="utf-8")
    (mine / "mine.urdf").write_text(robot, encoding="utf-8")
    text = shipped.read_text(encoding="utf-8").replace("planar_quadruped.urdf", "mine.urdf")
    (mine / "mine.toml").write_text(text, encoding="utf-8")
    task = load_task(mine / "mine.toml", robots.load)
    for folder in (mine, other):
        save_plan(made_plan(), folder / "plan.npz", task=task)
    with pytest.raises(TaskError, match=f"to read it, allow its folder: --allow-folder {mine}"):
        task_of_plan(other / "plan.npz", robots.load)
    assert task_of_plan(other / "plan.npz", robots.load, allowed_folders=[mine]).robot.points == task.robot.points
    changed = load_changed_task(other / "plan.npz", {"friction": "0.7"}, robots.load, allowed_folders=[mine])
    assert changed.friction == 0.7
    moved = mine.rename(tmp_path / "moved")  # with its robot
    assert task_of_plan(moved / "plan.npz", robots.load).robot.points == task.robot.points


def test_a_plan_is_not_written_where_a_folder_of_its_path_is_a_file(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(SaveError, match="the plan cannot be written: Not a directory"):
        save_plan(made_plan(), tmp_path / "file" / "plan.npz")


@pytest.mark.parametrize("content", [b"", b"x", b"\x89MCAP0\r", b"\x89MCAP0\r\n", b"\x89MCAP0\r\n\x01\xff", bytes(40)])
def test_a_file_that_is_cut_at_its_beginning_holds_no_plan(tmp_path, content):
    path = tmp_path / "cut.mcap"
    path.write_bytes(content)
    assert not holds_plan(path)
