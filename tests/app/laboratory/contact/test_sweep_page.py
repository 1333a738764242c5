"""The page Sweep: what is asked of it is what is run, and its points are the runs, to the bit."""

from __future__ import annotations

import numpy as np

from tests.app.laboratory.sheet.written_page import WrittenPage
from torseur import sim
from torseur.app.laboratory.contact.sweep.page import COLORS, Sweep
from torseur.app.sheet.page import BringIntoSight, CompareRuns, MarkVaried, PlayScene, SaveSweep, StartSweep, StopSweep
from torseur.app.sweeping.sweeping import SweepState
from torseur.sim.sweeping.measures import measure_of
from torseur.sim.sweeping.run_signals import run_signals
from torseur.ui.text.number_text import number_text

FRICTION = "materials.worn.friction"


def written():
    page = WrittenPage(Sweep(), "incline_30")
    scene = sim.with_values(sim.load_scene("incline_30"), {"duration": 0.05})
    page.see(scene=scene, sweep=SweepState())
    page.take("varied.add", "chosen", "")
    assert page.block("varied.add").options[1:]
    return page


def test_what_is_typed_is_run_and_a_point_opens_its_run(kernels, tmp_path):
    page = written()
    page.take("varied.add", "chosen", FRICTION)
    assert page.block("varied.row0.values").text == "0.125:0.375:10"
    page.take("varied.row0.values", "typed", "0.05:0.6:7")
    for place, values in (("bodies.worn.rpy", "random:100"), ("settings.facets", "4, 8"), ("settings.dt", "0.0005:0.0015:10")):
        page.take("varied.add", "chosen", place)
        assert page.block("varied.row1.values").text == values
        page.take("varied.row1.remove", "pressed")
    page.take("measures.row0.remove", "pressed")
    page.take("measures.more.kind", "chosen", "final")
    page.take("measures.more.group", "chosen", "position")
    page.take("measures.more.signal", "chosen", "position.worn.x")
    assert page.block("runs").caption == "7"
    page.take("runs.start", "pressed")
    (start,) = page.effects
    assert isinstance(start, StartSweep)
    page.see(sweep=SweepState(start.scene, start.vary, start.measures, str(tmp_path), running=True, done=0, total=7))
    page.take("runs.stop", "pressed")
    assert page.effects == [StopSweep()]
    table = sim.sweep(start.scene, dict(start.vary), start.measures, out=tmp_path, workers=0)
    page.see(sweep=SweepState(start.scene, start.vary, start.measures, str(tmp_path), done=7, total=7))
    curves = page.block("map.plot").curves
    points = sorted((x, y) for curve in curves for x, y in zip(curve.x, curve.y, strict=True))
    columns = table[FRICTION].to_pylist(), table["final(position.worn.x)"].to_pylist()
    assert points == sorted(zip(*columns, strict=True))
    means = [curve.y.mean() for curve in curves if len(curve.y)]
    assert [curve.color for curve in curves] == list(COLORS)
    assert means == sorted(means)
    page.take("map.plot", "picked", (len(COLORS) - 1, 0))
    (opened,) = page.effects
    assert isinstance(opened, PlayScene)
    run = page.settings.run
    assert sim.simulate(opened.scene).q[-1][7] == columns[1][run]
    assert page.block("table.rows").selected == run
    page.see(scene=opened.scene)
    page.take("map.plot", "picked_too", (0, 0))
    (compared,) = page.effects
    assert isinstance(compared, CompareRuns)
    assert compared.title == f"incline_30, run {run}"
    assert [one.number for one in compared.runs] == [run, page.settings.other]
    for one in compared.runs:
        assert sim.simulate(one.scene).q[-1][7] == columns[1][one.number]
        assert one.values == f"{FRICTION} = {number_text(columns[0][one.number], 4)}"
    assert [curve.names for curve in page.block("map.plot").curves[-2:]] == [(str(one.number),) for one in compared.runs]
    page.take("map.plot", "picked", (len(COLORS), 0))  # the point of the run that is open, which is written over it
    assert page.settings.run == run
    page.take("table.rows", "activated", page.settings.other)
    page.see(scene=page.effects[0].scene)
    assert page.block("map.compare").text == f"Compare with run {run}"
    page.take("map.compare", "pressed")
    assert page.effects[0].runs[1].number == run
    page.take("runs.save", "pressed")
    assert page.effects == [SaveSweep()]
    page.take("runs.start", "pressed")
    assert page.effects[0].scene is start.scene  # and not that of the run that is open
    assert not page.sheet.has("map.compare")


def test_a_number_is_varied_from_the_scenes_form_and_no_longer_by_the_same_mark(kernels):
    page = written()
    page.take("", "vary", "bodies.worn.mass")
    page.take("", "vary", FRICTION)
    assert page.settings.vary == (("bodies.worn.mass", "0.5:1.5:10"), (FRICTION, "0.125:0.375:10"))
    assert page.effects == [MarkVaried(frozenset({"bodies.worn.mass", FRICTION})), BringIntoSight("varied")]
    page.take("", "vary", "bodies.worn.mass")
    assert page.effects[0] == MarkVaried(frozenset({FRICTION}))
    page.take("", "vary", "bodies.gone.mass")
    assert page.settings.vary == ((FRICTION, "0.125:0.375:10"),)
    page.take("", "reread")  # a window that takes over from another marks the same
    assert page.effects == [MarkVaried(frozenset({FRICTION}))]
    page.take("varied.row0.remove", "pressed")
    assert page.effects == [MarkVaried(frozenset())]


def test_what_cannot_be_is_said_and_not_started(kernels):
    page = written()
    assert not page.block("runs.start").enabled
    page.take("varied.add", "chosen", FRICTION)
    for text in ("0.1:1:many", "random:10", "nowhere.csv"):
        page.take("varied.row0.values", "typed", text)
        assert not page.block("runs.start").enabled, text
        assert page.block("runs.status").text, text
    assert "wanted" in page.block("measures.row0.text").check("max(") or page.block("measures.row0.text").check("max(")
    assert not page.block("measures.row0.text").check("max(energy)")


def test_runs_that_failed_are_counted_and_points_without_a_number_left_out(kernels, tmp_path):
    page = written()
    vary, measures = ((FRICTION, "0.1, 0.2, 0.3"),), ("energy[-1]/(final(position.worn.x)*0)", "energy[10**6]", "final(energy)")
    sim.sweep(page.seen.scene, dict(vary), measures, out=tmp_path, workers=0)
    page.see(sweep=SweepState(page.seen.scene, vary, measures, str(tmp_path), done=3, total=3))
    assert "3 were not done" in page.block("map.note").text
    assert not sum(len(curve.x) for curve in page.block("map.plot").curves)
    assert np.isnan(page.block("table.rows").rows[0][2].value)
    assert page.block("table.rows").rows[0][-1].text == "failed"


def test_measures_that_differ_in_their_last_digits_alone_are_drawn_as_one(kernels, tmp_path):
    page = written()
    vary, measures = ((FRICTION, "0.1, 0.2, 0.3"),), ("7 + 1e-13*final(position.worn.x)",)
    sim.sweep(page.seen.scene, dict(vary), measures, out=tmp_path, workers=0)
    page.see(sweep=SweepState(page.seen.scene, vary, measures, str(tmp_path), done=3, total=3))
    assert sum(len(curve.x) for curve in page.block("map.plot").curves) == 3
    assert "rounding" in page.block("spread.facts").text


def test_a_signal_of_any_name_is_measured_as_it_is_chosen(kernels):
    page = WrittenPage(Sweep(), "arm_pushes_table")
    scene = sim.load_scene("arm_pushes_table")
    page.see(scene=scene, sweep=SweepState())
    signals = run_signals(scene)
    assert "kinetic" in dict(page.block("measures.more.group").options)
    page.take("measures.more.group", "chosen", "kinetic")  # there is but one
    for group in ("q", "position"):
        page.take("measures.more.group", "chosen", group)
        for key, _ in page.block("measures.more.signal").options[1:4]:
            page.take("measures.more.signal", "chosen", key)
    recording = sim.simulate(scene, scene.settings.dt)
    assert len(page.settings.measures) == 8
    assert page.settings.measures[-3].startswith("max(norm(position")
    for k, text in enumerate(page.settings.measures[1:], 1):
        assert page.block(f"measures.row{k}.text").check(text) == ""
        measure_of(text).of(recording, signals)


def test_orientations_vary_by_their_entries_and_their_runs_are_opened(kernels, tmp_path):
    page = written()
    vary, measures = (("bodies.worn.rpy", "random:4"),), ("final(position.worn.x)",)
    table = sim.sweep(page.seen.scene, dict(vary), measures, out=tmp_path, workers=0)
    page.see(sweep=SweepState(page.seen.scene, vary, measures, str(tmp_path), done=4, total=4))
    assert [page.block(f"map.axes.{axis}").chosen for axis in ("x", "y", "measure")] == [
        "bodies.worn.rpy[0]",
        "bodies.worn.rpy[1]",
        measures[0],
    ]
    page.take("table.rows", "activated", 2)
    assert sim.simulate(page.effects[0].scene).q[-1][7] == table[measures[0]][2].as_py()
