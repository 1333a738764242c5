"""`torseur sweep`, as it is typed."""

import subprocess
import sys

from tests.sim.sweeping.sliding import TEXT, sliding_block
from torseur import sim
from torseur.app.command_line.command_line import run
from torseur.app.command_line.sweep import _told


def test_a_sweep_is_run_saved_and_printed(tmp_path, capsys):
    scene, out = tmp_path / "sliding.toml", tmp_path / "results"
    scene.write_text(TEXT, encoding="utf-8")
    typed = ["sweep", str(scene), "--vary", "bodies.block.mass=1:2:3", "--measure", "x=position.block.x[-1]", "--workers", "0"]
    assert run([*typed, "--out", str(out)]) == 0
    *notes, saved = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in notes] == ["largest step error", "all runs measure the same"]
    assert saved == f"saved: {out} (3 of 3 runs done)"
    assert run([*typed[:4], "--workers", "0", "--out", str(tmp_path / "unmeasured")]) == 0
    assert "no --measure is given" in capsys.readouterr().err
    assert run(["sweep", str(out), "--table"]) == 0
    heads, *rows = capsys.readouterr().out.splitlines()
    assert heads.split("  ")[0] == "run"
    assert "bodies.block.mass [kg]  x [m]" in heads
    assert [row.split()[1] for row in rows] == ["1", "1.5", "2"]
    assert run([*typed, "--measure", "energy[100]", "--out", str(tmp_path / "other"), "--vary", "duration=0.05,0.2"]) == 1
    assert "run 0 failed: energy[100]: index 100 is out of bounds" in capsys.readouterr().out


def test_the_end_tells_runs_that_stopped_and_measures_without_a_number_apart():
    table = sim.sweep(sliding_block(), {"duration": [0.01, 0.02]}, ["x=final(t)", "none=log(-1)"], workers=0)
    where = table.schema.get_field_index("status")
    stopped = table.set_column(where, "status", [["stopped", "done"]])
    lines = _told(stopped, "out")
    assert lines[0].startswith("run 0 stopped")
    assert "none: no number in 1 runs that were done" in lines
    assert not any(line.startswith("x:") for line in lines)
    assert lines[-1] == "saved: out (1 of 2 runs done)"


def test_what_cannot_be_is_one_line(tmp_path, capsys):
    out = ["--out", str(tmp_path), "--measure", "final(energy)"]
    for typed, why in (
        (["incline", "--vary", "bodies.brick.mass=1,2"], "--out FOLDER is wanted"),
        (["incline", "--vary", "bodies.brick.mass=1,2", *out], "no body named 'brick'"),
        (["arm_6r", "--vary", "duration=1,2", *out], "sweep wants a scene"),
        ([str(tmp_path), "--table"], "no results of a sweep"),
        ([str(tmp_path / "nowhere"), "--table"], "no results of a sweep"),
    ):
        assert run(["sweep", *typed]) == 2
        said = capsys.readouterr().err
        assert why in said
        assert said.count("\n") == 1


def test_a_reader_that_has_enough_is_no_error(tmp_path):
    scene = tmp_path / "sliding.toml"
    scene.write_text(TEXT, encoding="utf-8")
    run(["sweep", str(scene), "--vary", "bodies.block.mass=1:2:3", "--workers", "0", "--out", str(tmp_path / "out")])
    command = [sys.executable, "-m", "torseur.app", "sweep", str(tmp_path / "out"), "--table"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1
