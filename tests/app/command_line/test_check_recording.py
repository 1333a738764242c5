"""`torseur check` of a recording, as it is typed."""

from __future__ import annotations

import json
from dataclasses import replace

from torseur import sim
from torseur.app.command_line.command_line import run


def saved(path, duration, **settings):
    scene = sim.load_scene("brick_on_corner")
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


def test_the_worst_state_is_told_with_its_cause(tmp_path, capfd):
    saved(tmp_path / "run.mcap", 0.5, solver="gauss_seidel", sweeps=2, tolerance=1e-2)
    assert run(["check", str(tmp_path / "run.mcap")]) == 1
    assert "fail: complementarity" in (said := capfd.readouterr().out)
    assert "The solver was told to stop at 0.01. Set tolerance to 1e-10" in said
    assert run(["check", str(tmp_path / "run.mcap"), "--json"]) == 1
    found = json.loads(capfd.readouterr().out)
    assert found["worst"][0]["check"] == "complementarity"
    assert found["counts"]["complementarity"]["fail"] >= 1
