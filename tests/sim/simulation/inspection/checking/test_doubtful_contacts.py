"""Where a step cannot know when a pair meets, recording, summary and check say so with pair and time; else nothing does."""

import numpy as np
import pytest

from torseur import sim
from torseur.app.command_line.command_line import run
from torseur.sim.simulation.inspection.checking.recurring_faults import doubtful_contacts
from torseur.sim.simulation.recording.recording_reader import load_recording
from torseur.sim.simulation.running.scene.scene_file import scene_names
from torseur.sim.simulation.running.scene.start.starting_spins import with_spin_findings

SPINNING = """
duration = 0.02
gravity = [0, 0, 0]
[[obstacles]]
name = "plate"
shapes = [{ shape = "box", size = [2.0, 2.0, 0.004] }]
[[bodies]]
name = "rod"
shape = { shape = "box", size = [0.02, 0.02, 0.4] }
mass = 1.0
xyz = [0, 0, 0.252]
rpy = [0, 0.3, 0]
velocity = [0, 0, -16.0]
spin = [0, SPIN, 0]
"""
INSIDE = """
duration = 0.1
[[obstacles]]
name = "plate"
shapes = [{ shape = "box", size = [2.0, 2.0, 0.1] }]
[[bodies]]
name = "cube"
shape = { shape = "box", size = [0.2, 0.2, 0.2] }
mass = 1.0
xyz = [0, 0, 0.12]
velocity = [2.0, 0, 0]
"""
OF = {"rod": (SPINNING.replace("SPIN", "800.0"), 0.003), "cube": (INSIDE, 0.001)}


@pytest.mark.parametrize("name", OF)
def test_the_pair_is_named_with_the_time(name, tmp_path, capfd):
    text, t = OF[name]
    path = tmp_path / "scene.toml"
    path.write_text(text, encoding="utf-8")
    recording = sim.simulate(sim.load_scene(path))
    (fault,) = doubtful_contacts(recording)
    assert (fault.bodies, fault.t) == (("plate", name), pytest.approx(t))
    assert fault.steps == np.count_nonzero(recording.doubtful)
    assert run(["simulate", str(path), "--out", str(tmp_path / "run.mcap")]) == 4
    assert f"in doubt: {fault.steps} doubtful contact" in capfd.readouterr().out
    assert run(["check", str(tmp_path / "run.mcap")]) == 1
    assert f"fail: {fault.sentence}" in capfd.readouterr().out
    np.testing.assert_array_equal(load_recording(tmp_path / "run.mcap").doubtful, recording.doubtful)


def test_it_is_said_before_the_run_too(tmp_path):
    path = tmp_path / "scene.toml"
    path.write_text(OF["rod"][0], encoding="utf-8")
    (finding,) = sim.load_scene(path).findings
    assert (finding.rule, finding.line) == ("begins-fast", 7)
    assert "'rod' begins by turning 0.8 rad and moving up to 0.176 m in a step of 0.001 s" in finding.message
    assert finding.message.endswith("its contacts are doubtful; try dt = 0.0005 s")


def test_a_tenth_of_that_spin_is_sure(tmp_path):
    path = tmp_path / "scene.toml"
    path.write_text(SPINNING.replace("SPIN", "80.0").replace("-16.0", "-1.6"), encoding="utf-8")
    assert sim.load_scene(path).findings == ()
    assert doubtful_contacts(sim.simulate(sim.load_scene(path))) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", scene_names())
def test_no_shipped_scene_has_any(name):
    scene = sim.load_scene(name)
    recording = sim.simulate(scene, min(scene.duration, 1.5 if scene.model.nv < 500 else 0.3))
    assert doubtful_contacts(recording) == []


def test_a_start_too_fast_is_told_of_the_step_that_is_used_and_of_robots(tmp_path, capfd):
    path = tmp_path / "scene.toml"
    path.write_text(OF["rod"][0].replace("800.0", "300.0"), encoding="utf-8")
    scene = sim.load_scene(path)
    assert scene.findings == with_spin_findings(scene, scene.settings).findings == ()
    (finding,) = with_spin_findings(scene, sim.Settings(dt=0.02)).findings
    assert "in a step of 0.02 s" in finding.message
    assert with_spin_findings(scene, sim.Settings(dt=0.02, scheme="hybrid")).findings == ()
    assert run(["simulate", str(path), "--dt", "0.02", "--duration", "0.02"]) in (0, 4)
    assert capfd.readouterr().out.count("begins by turning") == 1
    spinning = 'name = "arm"\nmodel = "planar_2r"\nq = [0.0, 0.0]\nv = [900.0, 0.0]\n'
    path.write_text(
        f'[[obstacles]]\nname = "plate"\nxyz = [3, 0, 0]\nshapes = [{{ shape = "box", size = [1, 1, 0.01] }}]\n'
        f"[[robots]]\n{spinning}",
        encoding="utf-8",
    )
    (finding,) = [one for one in sim.load_scene(path).findings if one.rule == "begins-fast"]
    assert "'arm/link2' begins by turning 0.9 rad" in finding.message
