"""`torseur check` of a recording, as it is typed."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from torseur import sim
from torseur.app.command_line.command_line import run


def saved(path, duration, name="brick_on_corner", **settings):
    scene = sim.load_scene(name)
    made = sim.simulate(scene, duration, settings=replace(scene.settings, **settings))
    sim.save_recording(made, path)
    return made


def test_a_good_recording_passes(tmp_path, capfd):
    made = saved(tmp_path / "run.mcap", 0.1)
    assert run(["check", str(tmp_path / "run.mcap")]) == 0
    said = capfd.readouterr().out
    assert f"{len(made)} states checked" in said
    assert f"penetration: {len(made)} pass" in said
    assert "step error: " in said
    assert "step_error" not in said


@pytest.mark.slow
def test_the_worst_state_is_told_with_its_cause(tmp_path, capfd):
    saved(tmp_path / "run.mcap", 0.1, "incline_30", solver="gauss_seidel", sweeps=2, tolerance=1e-2)
    assert run(["check", str(tmp_path / "run.mcap")]) == 1
    assert "fail: complementarity" in (said := capfd.readouterr().out)
    assert "The solver was told to stop at 0.01. Set tolerance to 1e-10" in said
    assert run(["check", str(tmp_path / "run.mcap"), "--json"]) == 1
    found = json.loads(capfd.readouterr().out)
    assert found["worst"][0]["check"] == "complementarity"
    assert found["counts"]["complementarity"]["fail"] >= 1


CUBE = """
duration = 1.5
[settings]
scheme = "hybrid"
restitution_law = "{law}"
[materials.m]
friction = 0.6
restitution = 1.0
[[obstacles]]
name = "floor"
shapes = [{{ shape = "plane", material = "m" }}]
[[bodies]]
name = "cube"
shape = {{ shape = "box", size = [0.2, 0.2, 0.2], material = "m" }}
mass = 1.0
xyz = [0.0, 0.0, 1.3]
rpy = [0.615479708670387, 0.7853981633974483, 0.0]
"""


@pytest.mark.slow
def test_energy_that_the_law_of_restitution_gives_is_said_to_be_its_and_the_advice_cures_it(tmp_path, capfd):
    for law, code in (("newton", 1), ("poisson", 0)):
        path = tmp_path / f"{law}.toml"
        path.write_text(CUBE.format(law=law))
        sim.save_recording(sim.simulate(sim.load_scene(path)), tmp_path / "run.mcap")
        assert run(["check", str(tmp_path / "run.mcap")]) == code
        said = capfd.readouterr().out
        assert ("Newton's law of restitution gave it" in said and 'Set restitution_law to "poisson"' in said) == (code == 1)
