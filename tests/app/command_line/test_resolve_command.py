"""`torseur resolve`, as it is typed."""

from __future__ import annotations

import csv

import pytest

from torseur import sim
from torseur.app.command_line.command_line import run
from torseur.sim.errors import ArgumentError
from torseur.sim.simulation.inspection.resolving.resolve import states_with_contacts


@pytest.fixture(scope="module")
def recording(tmp_path_factory):
    """A brick that slides down a plane, as a file."""
    path = tmp_path_factory.mktemp("recordings") / "run.mcap"
    made = sim.simulate(sim.load_scene("incline"), 0.05)
    sim.save_recording(made, path)
    return path, made


def test_a_recording_is_solved_again_and_the_differences_are_told_and_saved(recording, tmp_path, capfd):
    path, made = recording
    out = tmp_path / "compared.csv"
    assert run(["resolve", str(path), "--solver", "newton", "--out", str(out)]) == 0
    said = capfd.readouterr().out
    count = len(states_with_contacts(made))
    assert (
        f"{count} of {len(made)} states taken, {count} of them solved again by newton, law coulomb, each from nothing" in said
    )
    assert f"velocity problems: {count}, 0 above the tolerance" in said
    assert f"saved: {out} ({count} states)" in said
    rows = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))
    assert len(rows) == count
    assert {row["unit of forces"] for row in rows} == {"N"}
    assert max(float(row["velocity difference"]) for row in rows) < 1e-6


def test_another_law_and_a_sample_of_states_can_be_asked_for(recording, capfd):
    path, _ = recording
    assert run(["resolve", str(path), "--solver", "active_set", "--law", "frictionless", "--states", "3"]) == 0
    assert "3 of 51 states taken, 3 of them solved again by active_set, law frictionless" in capfd.readouterr().out


def test_what_a_solver_does_not_know_is_told_with_the_reason(recording, capfd):
    path, _ = recording
    assert run(["resolve", str(path), "--solver", "active_set", "--states", "2"]) == 1
    said = capfd.readouterr().out
    assert "2 of 51 states taken, 0 of them solved again by active_set" in said
    assert "not solved again: 2 states: active_set leaves friction out" in said


def test_solvers_that_know_no_sliding_contacts_point_to_those_that_do_and_to_no_others(tmp_path, capfd):
    path = tmp_path / "sliding.mcap"
    sim.save_recording(sim.simulate(sim.load_scene("incline_30"), 0.01, scheme="hybrid"), path)
    assert run(["resolve", str(path), "--solver", "admm", "--states", "2"]) == 1
    said = capfd.readouterr().out
    assert "admm knows no contacts that already slide" in said
    assert "auto, newton, gauss_seidel know them under Coulomb's law" in said
    assert "active_set" not in said


def test_unknown_names_are_answered_with_those_there_are(recording, capfd):
    path, _ = recording
    assert run(["resolve", str(path), "--solver", "simplex"]) == 2
    assert "no solver named 'simplex'; it has: auto, active_set, newton, gauss_seidel, admm" in (capfd.readouterr().err)
    assert run(["resolve", str(path), "--law", "relaxed"]) == 2
    assert "no law named 'relaxed'; did you mean 'convex'?" in capfd.readouterr().err
    assert run(["resolve", str(path), "--law", "dry"]) == 2
    assert "no law named 'dry'; it has: coulomb, convex, pyramid, frictionless" in capfd.readouterr().err
    assert run(["resolve", "falling_brick"]) == 2
    assert "falling_brick is no recording" in capfd.readouterr().err


@pytest.mark.parametrize("facets", ["2", "5", "0", "-4", "1002", "four"])
def test_facets_of_no_pyramid_are_refused_before_anything_is_read(tmp_path, capfd, facets):
    missing = str(tmp_path / "missing.mcap")
    with pytest.raises(SystemExit) as end:
        run(["resolve", missing, "--law", "pyramid", f"--facets={facets}"])
    assert end.value.code == 2
    assert "is not an even number from 4 to 1000" in capfd.readouterr().err


def test_facets_of_no_pyramid_are_refused_in_python_too(recording):
    with pytest.raises(ArgumentError, match="an even number from 4 to 1000; given 2"):
        sim.resolve(recording[1], law="pyramid", facets=2)
