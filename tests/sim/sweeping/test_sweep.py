"""Sweeps: each run is that of `simulate` to the bit, wherever it is taken, and nothing that is done is done again."""

import os
import signal
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import dask
import numpy as np
import pyarrow.parquet as pq
import pytest
from distributed import LocalCluster

from tests.sim.sweeping.sliding import sliding_block
from torseur import sim
from torseur.sim.errors import ArgumentError, TorseurError
from torseur.sim.sweeping import parameter_sweep, sweep_cluster
from torseur.sim.sweeping import sweep_plan as sweep_plan_module
from torseur.sim.sweeping.measures import measure_of
from torseur.sim.sweeping.run_signals import run_signals
from torseur.sim.sweeping.sweep_plan import sweep_plan
from torseur.sim.sweeping.sweep_worker import SweepShare

VARY = {"materials.block.friction": "0.01:0.5:4", "bodies.block.mass": "random:3:0.5:2"}
MEASURES = ["x=final(position.block.x)", "max(force.block)"]


def numbers(table):
    return table.drop_columns(["seconds"])


def test_rows_are_the_runs_of_simulate():
    scene, table = sliding_block(), sim.sweep(sliding_block(), VARY, MEASURES, workers=0)
    assert table.column("run").to_pylist() == list(range(12))
    for row in table.to_pylist():
        changed = sim.with_values(scene, {path: row[path] for path in VARY})
        assert row["x"] == sim.simulate(changed).q[-1, 0]
        assert row["status"] == "done"
        assert row["residual"] <= scene.settings.tolerance


def test_a_block_holds_on_a_slope_below_the_angle_of_friction_and_slides_as_coulomb_says():
    slope, mu, T = np.linspace(0.1, 0.7, 5), np.linspace(0.0, 0.9, 7), 0.2
    vary = {
        "gravity": [[9.81 * np.sin(a), 0.0, -9.81 * np.cos(a)] for a in slope],
        "materials.block.friction": mu**2,  # with the floor's 1: √(μ² · 1)
    }
    table = sim.sweep(sliding_block(), vary, ["v=final(velocity.block.x)"], workers=0)
    v = table.column("v").to_numpy().reshape(len(slope), len(mu))
    exact = 9.81 * T * np.maximum(0.0, np.sin(slope)[:, None] - mu * np.cos(slope)[:, None])
    np.testing.assert_allclose(v, exact, atol=1e-9)


@pytest.mark.slow
def test_a_brick_dropped_on_its_edge_falls_to_the_side_of_its_centre_of_mass():
    vary = {"bodies.brick.rpy[1]": "5:85:9", "duration": [1.5]}  # of 16 cm by 24 cm: upright below atan(16/24) = 33.69°
    table = sim.sweep(sim.load_scene("falling_brick"), vary, ["up=abs(final(up.brick.z)) > 0.999"], workers=0)
    angles = table["bodies.brick.rpy[1]"].to_numpy()
    np.testing.assert_array_equal(table["up"].to_numpy() == 1.0, angles < np.degrees(np.arctan2(16, 24)))


def test_results_are_parquet_with_units_that_others_read(tmp_path):
    sim.sweep(sliding_block(), {"bodies.block.xyz": "[0, 0, 0.05]:[0, 0, 0.1]:2"}, MEASURES, out=tmp_path, workers=0)
    table = pq.read_table(tmp_path)
    assert table.column_names[:4] == ["run", *(f"bodies.block.xyz[{i}]" for i in range(3))]
    units = {field.name: (field.metadata or {}).get(b"unit", b"").decode() for field in table.schema}
    assert (units["bodies.block.xyz[2]"], units["x"], units["max(force.block)"], units["seconds"]) == ("m", "m", "N", "s")


def test_the_scene_of_a_run_gives_its_numbers_again(tmp_path):
    vary = {"bodies.block.rpy": "random:4", "settings.solver": "newton,gauss_seidel", "settings.sweeps": "5:6:2"}
    table = sim.sweep(sliding_block(), vary, MEASURES, out=tmp_path, workers=0, seed=3)
    for run in (0, 7, 15):
        scene = sim.scene_of_run(tmp_path, run)
        assert scene.settings.solver == table["settings.solver"][run].as_py()
        assert sim.simulate(scene).q[-1, 0] == table["x"][run].as_py()
    with pytest.raises(ArgumentError, match="no run 16"):
        sim.scene_of_run(tmp_path, 16)
    assert sim.scene_of_run(table, 7).source == sim.scene_of_run(tmp_path, 7).source


def test_what_was_changed_beside_the_text_of_a_scene_is_another_sweep_and_is_had_again(tmp_path):
    scene, changed = sliding_block(), replace(sliding_block(), duration=0.1, settings=sim.Settings(dt=2e-3))
    table = sim.sweep(changed, {"bodies.block.mass": [1.0, 2.0]}, MEASURES[:1], out=tmp_path, workers=0)
    assert sim.simulate(sim.scene_of_run(tmp_path, 1)).q[-1, 0] == table["x"][1].as_py() == sim.simulate(changed).q[-1, 0]
    with pytest.raises(ArgumentError, match="of another sweep"):
        sim.sweep(scene, {"bodies.block.mass": [1.0, 2.0]}, MEASURES[:1], out=tmp_path, workers=0)


URDF = """<robot name="arm"><link name="base"/><link name="link"><inertial><mass value="1"/>
  <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link><joint name="j" type="revolute">
  <parent link="base"/><child link="link"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>"""
POSES = '<robot name="arm"><group_state name="home" group="g"><joint name="j" value="{q}"/></group_state></robot>'


def test_a_robot_that_starts_elsewhere_is_another_sweep_and_scenes_of_runs_are_found_from_any_folder(tmp_path, monkeypatch):
    (tmp_path / "arm.urdf").write_text(URDF)
    (tmp_path / "scene.toml").write_text("duration = 0.01\n[[robots]]\nname = 'arm'\nmodel = './arm.urdf'\n")
    monkeypatch.chdir(tmp_path)

    def swept(q):
        (tmp_path / "arm.srdf").write_text(POSES.format(q=q))
        return sim.sweep(
            sim.load_scene(Path("scene.toml")), {"gravity[2]": [-1.0]}, ["q=first(q['arm/j'])"], out="out", workers=0
        )

    assert swept(0.2)["q"].to_pylist() == [0.2]
    monkeypatch.chdir("/")
    assert sim.scene_of_run(tmp_path / "out", 0).initial.q == [0.2]
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ArgumentError, match="of another sweep"):
        swept(0.5)


ARMS = """
duration = 0.05
[[robots]]
name = "a"
model = "planar_2r"
[[robots]]
name = "b"
model = "planar_2r"
xyz = [9.0, 0.0, 0.0]
"""


def test_signals_are_of_the_robots_of_each_run_and_values_of_any_form_are_had_again(tmp_path):
    scene = sim.scene_from_text(ARMS, "arms.toml")
    payloads = [[{"body": "link2", "mass": 1.0}], [{"body": "link1", "mass": 1.0}, {"body": "link2", "mass": 2.0}]]
    vary = {"robots.a.model": "planar_2r,planar_3r", "robots.b.payload": payloads, "robots.b.q.elbow": [[0.1], [0.2]]}
    measure = 'z=final(position["b/link2"].z)'
    table = sim.sweep(scene, vary, [measure], out=tmp_path, workers=0)
    assert table["status"].to_pylist() == ["done"] * 8
    for run in range(8):
        recording = sim.simulate(sim.scene_of_run(tmp_path, run))
        assert table["z"][run].as_py() == measure_of(measure).of(recording, run_signals(recording.scene))
    z = table["z"].to_numpy()
    np.testing.assert_allclose(z[:4], z[4:], rtol=1e-9)  # whatever robot stands elsewhere
    assert len(set(z[:4])) == 4


def test_another_value_in_a_measure_or_another_text_of_a_file_that_is_varied_is_another_sweep(tmp_path, monkeypatch):
    (tmp_path / "arm.urdf").write_text(URDF)
    (tmp_path / "scene.toml").write_text("duration = 0.01\n[[robots]]\nname = 'arm'\nmodel = 'planar_2r'\n")
    monkeypatch.chdir(tmp_path)

    def swept(factor, out):
        vary = {"robots.arm.model": ["./arm.urdf"]}
        return sim.sweep(sim.load_scene(Path("scene.toml")), vary, lambda recording: factor, out=out, workers=0)

    assert swept(1.0, "one").column(2).to_pylist() == [1.0]
    with pytest.raises(ArgumentError, match="of another sweep"):
        swept(2.0, "one")
    (tmp_path / "arm.urdf").write_text(URDF.replace("<mass value='1'/>", "<mass value='2'/>").replace('value="1"', 'value="2"'))
    with pytest.raises(ArgumentError, match="of another sweep"):
        swept(1.0, "one")


def test_a_folder_is_written_by_one_sweep_at_a_time(tmp_path):
    def swept(**options):
        return sim.sweep(sliding_block(), {"duration": [0.01, 0.02]}, out=tmp_path, workers=0, **options)

    def again(done, total):
        with pytest.raises(ArgumentError, match="another sweep is writing there"):
            swept()

    assert len(swept(progress=again)) == len(swept()) == 2


def test_what_cannot_be_is_told_before_any_run(tmp_path):
    (tmp_path / "file").touch()
    (tmp_path / "heads.csv").write_text("bodies.block.mass\n", encoding="utf-8")
    for options, why in (
        ({"seed": -1}, "seed -1"),
        ({"seed": 2**63}, "from 0 to"),
        ({"workers": -1}, "-1 workers"),
        ({"out": tmp_path / "file"}, "file: File exists"),
        ({"out": tmp_path}, "there are other files"),
    ):
        with pytest.raises(ArgumentError, match=why):
            sim.sweep(sliding_block(), {"duration": [0.01]}, **options)
    for vary, measures, why in (
        ({"materials.block.frict": "0:1:2"}, (), "frict"),
        ({"materials.block.friction": "1:-1:5"}, (), "-1"),
        ({"settings.solver": "newton,nutwon"}, (), "nutwon"),
        ({"bodies.block.mass": ["heavy"]}, (), "heavy"),
        ({"bodies.block.xyz": "0:1:2"}, (), "three numbers are wanted there"),
        ({"bodies.block.mass": "1,2"}, ["max(force.blok)"], "did you mean 'force.block'"),
        ({"bodies.block.mass": "1,2"}, ["max(weight.block)"], "it has: energy, kinetic"),
        ({"bodies.block.mass": "1,2"}, ["energy"], "one for each state"),
        ({"bodies.block.mass": "1,2"}, "final(position.block[2])", "of one state"),
        ({"bodies.block.mass": "1:2:0"}, (), "a whole number above 0"),
        ({"bodies.block.mass": str(tmp_path / "heads.csv")}, (), "heads.csv has no rows"),
        ({"bodies.block.rpy": "0:1:2"}, (), "three angles are wanted"),
        ({"bodies.block.xyz[3]": "0:1:2"}, (), r"are \[0\] to \[2\]"),
        ({"bodies.block.mass": "1,2"}, ["max(position.block)"], "this has 3: take norm"),
        ({"bodies.block.mass": "1,2"}, ["max(energy)", "max(energy)"], "two columns"),
        ({"bodies.block.mass": "1,2", "body.block.mass": "3"}, (), "are of one place"),
        ({"bodies.block.rpy[0]": "0,1", "bodies.block.rpy": "random:2"}, (), "are of one place"),
        ({"bodies.block.mass": ".5:1.:2", "duration": "heavy:1:2"}, (), "two numbers"),
        ({}, (), "varies something"),
    ):
        with pytest.raises(TorseurError, match=why):
            sim.sweep(sliding_block(), vary, measures, progress=lambda *_: pytest.fail("a run began"))


def test_what_is_doubtful_of_a_run_is_told_in_its_row():
    table = sim.sweep(sliding_block(), {"bodies.block.xyz[2]": ".05:-.03:2", "duration": [0.01]}, workers=0)
    assert table["status"].to_pylist() == ["done", "done"]
    sound, doubtful = table["message"].to_pylist()
    assert sound == ""
    assert doubtful.startswith("'floor' and 'block' begin ")
    assert "inside each other" in doubtful


def test_a_joint_is_not_varied_under_two_names():
    scene = sim.scene_from_text(ARMS, "arms.toml")
    with pytest.raises(ArgumentError, match="of one place"):
        sim.sweep(scene, {"robots.a.q.elbow": [0.1], "robots.a.q[1]": [0.2]}, workers=0)


def test_a_run_that_fails_is_a_row_with_its_sentence(tmp_path):
    def picky(recording):
        if len(recording) < 50:
            raise RuntimeError("too short")
        return len(recording)

    table = sim.sweep(sliding_block(), {"duration": "0.01, 0.1"}, [picky], out=tmp_path, keep="failed", workers=0)
    assert table.column("status").to_pylist() == ["failed", "done"]
    assert table.column("message").to_pylist() == ["RuntimeError: too short", ""]
    (kept,) = (tmp_path / "_recordings").iterdir()
    assert sim.load_recording(kept).t[-1] == pytest.approx(0.01)


def test_what_is_done_is_not_run_again(tmp_path, monkeypatch):
    monkeypatch.setattr(parameter_sweep, "_PART_SECONDS", 0.0)  # a part has one run
    taken = []

    def counted(recording):
        taken.append(recording.scene.duration)
        return recording.t[-1]

    def stop(done, total):
        if done == 5:
            raise KeyboardInterrupt

    def swept(**options):
        return numbers(sim.sweep(sliding_block(), {"duration": "0.01:0.04:10"}, [counted], workers=0, **options))

    whole = swept()
    taken.clear()
    with pytest.raises(KeyboardInterrupt):
        swept(out=tmp_path, progress=stop)
    assert len(taken) == 5
    assert swept(out=tmp_path).equals(whole)
    assert swept(out=tmp_path).equals(whole)
    assert len(taken) == 10
    with pytest.raises(ArgumentError, match="of another sweep"):
        swept(out=tmp_path, seed=1)


def deadly_once(place):
    """A measure that kills the process of a worker, the first time that it is asked for there."""
    client = os.getpid()

    def deadly(recording):
        if recording.scene.materials["block"].friction > 0.3 and not place.exists() and os.getpid() != client:
            place.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return recording.v[-1, 0]

    return deadly


@pytest.mark.slow
def test_numbers_are_the_same_for_any_number_of_workers_also_where_one_is_killed(tmp_path):
    def swept(**options):
        vary = {"materials.block.friction": "0.01:0.5:20", "bodies.block.mass": "random:3:0.5:2"}
        return numbers(sim.sweep(sliding_block(), vary, [*MEASURES, deadly_once(tmp_path / "killed")], **options))

    alone = swept(workers=0)
    with dask.config.set({"distributed.comm.require-encryption": True}):  # of clusters: not of this machine alone
        assert swept(workers=1).equals(alone)
    assert (tmp_path / "killed").exists()
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0") as cluster:
        assert swept(scheduler=cluster.scheduler_address).equals(alone)


@pytest.mark.night
def test_a_run_that_kills_its_process_is_a_row_that_says_so_and_the_others_are_done():
    client = os.getpid()

    def deadly(recording):
        if recording.scene.duration == 0.02 and os.getpid() != client:
            os.kill(os.getpid(), signal.SIGKILL)
        return recording.t[-1]

    table = sim.sweep(sliding_block(), {"duration": [0.01, 0.02, 0.03, 0.04]}, [deadly], workers=1)
    assert table["status"].to_pylist() == ["done", "failed", "done", "done"]
    assert "ended again and again" in table["message"][1].as_py()


def test_what_is_not_installed_is_named_with_what_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(TorseurError, match=r"pip install 'torseur\[sweeps\]'"):
        sim.sweep(sliding_block(), {"duration": [0.01]})


def test_a_worker_of_other_versions_takes_no_runs(monkeypatch):
    share = SweepShare(sweep_plan(sliding_block(), {"duration": [0.01]}, ()), of_this_machine=False)
    monkeypatch.setattr(sweep_plan_module, "version", lambda name: "0.5")
    share.setup(SimpleNamespace(address="tcp://there:1", plugins={}))
    assert "the worker tcp://there:1 has llvmlite 0.5 and this machine 0." in share.fault


def test_a_client_without_certificates_is_told_what_sets_them(tmp_path):
    def refused(why):
        with pytest.raises(ArgumentError, match=why):
            sim.sweep(sliding_block(), {"duration": [0.01]}, scheduler="tls://127.0.0.1:1")

    (tmp_path / "ca.pem").touch()
    refused("TLS__CA_FILE to its file")
    with dask.config.set({"distributed.comm.tls.ca-file": str(tmp_path / "ca.pem")}):
        refused("TLS__CLIENT__CERT to its file")
        with dask.config.set({"distributed.comm.tls.client.cert": str(tmp_path / "none.pem")}):
            refused("TLS__CLIENT__CERT is .*none.pem, where no file is")


def test_certificates_that_are_not_trusted_are_told_with_what_says_whose_are(monkeypatch):
    def client(*_, **__):
        raise OSError("TLS certificate does not match")

    monkeypatch.setattr(sweep_cluster, "_check_certificates", lambda address: None)
    monkeypatch.setattr("distributed.Client", client)
    with pytest.raises(ArgumentError, match="does not trust the other's certificate.*TLS__CA_FILE"):
        sim.sweep(sliding_block(), {"duration": [0.01]}, scheduler="tls://127.0.0.1:1")


def test_an_amount_of_memory_that_is_none_is_told_before_any_run():
    with pytest.raises(ArgumentError, match="given 'lots'"):
        sim.sweep(sliding_block(), {"duration": [0.01]}, memory="lots")


@pytest.mark.night
def test_a_scheduler_that_ends_is_told_and_what_is_done_stays(tmp_path):
    cluster = LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address="127.0.0.1:0")

    def end(done, total):
        cluster.close()

    vary = {"duration": list(0.01 + 1e-6 * np.arange(4000))}
    with pytest.raises(ArgumentError, match="no worker is left"):
        sim.sweep(sliding_block(), vary, scheduler=cluster.scheduler_address, out=tmp_path, progress=end)
    assert len(sim.load_sweep(tmp_path)) > 0
