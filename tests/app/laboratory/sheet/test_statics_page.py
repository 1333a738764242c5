"""The page Statics: torques that hold loads, what the structure carries, virtual work, and a check by simulation."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.app.laboratory.sheet.written_page import WrittenPage
from torseur import sim
from torseur.app.documents.document import open_document
from torseur.app.laboratory.motion.loads import Loads
from torseur.app.laboratory.statics.page import StaticsPage
from torseur.app.sheet.page import Undoable
from torseur.ui.text.number_text import parse_number


def page_of(name, *loads, frame=None):
    page = WrittenPage(StaticsPage(), name, frame)
    page.see(scene=open_document(name).scene, q=page.seen.q)
    page.see(model=page.seen.scene.model)
    for load in loads:
        page.take("", "loads", (Loads().added(load), "Set up"))
    return page


def pushed(name, body, force=(0.0, 0.0, 0.0), moment=(0.0, 0.0, 0.0)):
    return page_of(name, sim.Load(body, force=np.array(force), moment=np.array(moment)))


def arrows(page):
    return {arrow.label.split(" ")[0]: arrow for arrow in page.layer[0].arrows}


def test_the_exercise_of_the_course(kernels):
    """THEORY §8: 10 N exerted along +x take τ = (−13.54, −10, 0); g of the vertical slide apart."""
    page = pushed("scara", "scara/tool", [10.0, 0.0, 0.0])
    page.pose([np.pi / 4, np.pi / 4, 0.1])
    page.take("table.side", "chosen", "exerted")
    (step,) = page.effects
    assert isinstance(step, Undoable)
    assert step.before.loads.side == "held"
    rows = page.block("table.rows").value
    assert [row.load for row in rows] == pytest.approx([-13.53553, -10.0, 0.0], abs=1e-4)
    assert [row.torque for row in rows[:2]] == pytest.approx([-13.53553, -10.0], abs=1e-4)
    assert [(row.name, row.unit) for row in rows] == [("shoulder", "N·m"), ("elbow", "N·m"), ("quill", "N")]
    assert page.block("table").badge == ("within limits", "good", "")
    assert page.block("table.sums").facts[-1][0].startswith("Largest share of a limit:")
    head, first, *_ = page.block("table").copied.csv().splitlines()
    assert (head, first.split(",")[0]) == (",Γ,g(q),τ,limit", "scara/shoulder [N·m]")
    page.take("load_section.force", "entered", np.array([1e4, 0.0, 0.0]))
    text, tone, which = page.block("table").badge
    assert (text.endswith("above limit"), tone, "scara/shoulder" in which) == (True, "warning", True)
    assert page.block("check.cutting.cut").on is False


def test_the_structure_carries_what_is_across_the_joints():
    page = pushed("scara", "scara/link1", [0.0, 0.0, -10.0])  # only the slide at the end of the arm moves that way
    assert page.block("carried.share").value[0] == ("motors 0 % of |F|²", "structure 100 %")
    assert arrows(page)["F₁"].kind == "dashed"
    page.take("load_section.force", "entered", np.array([0.0, 20.0, -10.0]))
    drawn = arrows(page)
    assert drawn["structure"].kind == "dashed"
    np.testing.assert_allclose(drawn["motors"].vector + drawn["structure"].vector, drawn["F₁"].vector, atol=1e-12)
    assert page.block("carried.parts").values.shape == (3, 4)
    assert "no motor is loaded" in page.block("carried.summary").text
    assert "structure [N]" in page.block("carried").copied.csv()
    page.take("load_section.moment", "entered", np.array([0.0, 0.0, 1.0]))
    assert page.block("carried.parts").values.shape == (6, 4)
    assert {row.name for row in page.layer[1]} >= {"Load", "Moment", "Carried by the structure"}


def test_what_a_load_does_to_a_base_without_a_motor_is_told_apart_from_what_motors_feel():
    model = open_document("quadruped").scene.model
    foot = next(name for name in model.frame_names if name.endswith("FL_contact"))
    page = pushed("quadruped", foot, [0.0, 0.0, -20.0])  # along the straight leg, which has nothing to hold
    page.pose(sim.neutral(model))
    statics = sim.static_torques(model, page.seen.q, page.settings.loads.loads)
    text = page.block("carried.residual").text
    assert "asks at most 0 N·m" in text
    assert f"JᵀF is up to {np.abs(statics.by_load[0][3:6]).max():.2f} N·m and 20.0 N" in text


def test_what_falls_freely_is_told_what_it_lacks():
    page = page_of("falling_brick")
    assert "58.86" in page.block("table.bases").text  # 6 kg
    assert page.block("table.reason").text == "No joint here has a motor."
    assert not page.block("table").copied


def test_loads_are_of_the_robot_that_is_open_and_stay_where_its_file_is_read_again():
    page = pushed("scara", "scara/tool", [10.0, 0.0, 0.0])
    assert len(page.block("list").rows) == 1
    page.see(opened=2)
    assert page.block("list").rows == ()
    assert "press on the robot" in page.block("load_section.hint").text
    page.take("", "reread")
    assert len(page.block("list").rows) == 1


def test_virtual_work_is_the_same_both_ways_and_adds_up_to_nothing():
    page = pushed("scara", "scara/tool", [10.0, 0.0, 0.0])
    page.take("work", "folded", True)
    dq = np.array([np.radians(2.0), np.radians(-3.0), 0.05])
    for column, value in enumerate(dq):
        page.take("work.amounts", "entered", (column, value))
    (load,) = page.settings.loads.loads
    statics = sim.static_torques(page.seen.model, page.seen.q, [load])
    expected = sim.virtual_work(page.seen.model, page.seen.q, statics, dq)
    np.testing.assert_allclose(page.block("works").values, [[expected.by_force[0], expected.by_torque[0]]], atol=1e-15)
    *terms, (word, rest, _) = page.block("work.facts").facts
    assert (word, parse_number(rest) < 1e-13) == ("Sum", True)
    assert sum(parse_number(value) for _, value, _ in terms) == pytest.approx(0.0, abs=1e-3)
    assert page.block("law").lines == ("τᵀδq + Σ FᵀδX − g(q)ᵀδq = 0",)
    np.testing.assert_allclose(arrows(page)["δP₁"].vector, expected.displacements[0, :3], atol=1e-15)
    page.take("work.change.clear", "pressed")
    np.testing.assert_array_equal(page.block("works").values, [[0.0, 0.0]])
    page.take("load_section.remove", "pressed")
    assert page.block("work.none").text == "No load: the motors do work against gravity alone."
    assert page.block("law").lines == ("τᵀδq − g(q)ᵀδq = 0",)


def test_the_law_has_what_bases_lack_and_the_check_holds_the_base():
    page = pushed("quadruped", "quadruped/trunk", [0.0, 0.0, -5.0])
    page.take("work", "folded", True)
    assert "+ τ_bᵀδq" in page.block("law").lines[0]


@pytest.mark.slow
def test_a_check_finds_equilibrium_and_what_falls_without_torques_is_shown():
    page = pushed("scara", "scara/tool", [0.0, 0.0, -10.0])
    page.take("check.buttons.go", "pressed")
    check = page.block("check")
    assert check.badge[0] in ("neutral", "stable", "unstable")
    assert "n equilibrium" in page.block("check.verdict").text.lower()
    found = page.questions.known("check")
    assert np.abs(found.drift).max() < 1e-9 < 1e-3 < np.abs(found.free_drift).max()
    assert len(page.block("check.facts").facts) == 5
    page.take("check.buttons.play", "pressed")
    shown = 0
    while page.page.beat(page.settings):
        shown += len(page.layer[0].ghosts)
        page.take("", "beat")
    assert shown > 10
    assert page.layer[0].ghosts == ()
    page.take("check.buttons.play", "pressed")
    page.pose(page.seen.q + 0.1)
    assert page.block("check").badge[0] == ""
    assert page.layer[0].ghosts == ()
    page.take("", "beat")
    assert page.page.beat(page.settings) == 0
    page.see(playing=True)
    assert (page.block("buttons.go").enabled, page.block("buttons.go").tip) == (False, "Pause first: the check is of one pose.")


def test_torques_cut_at_their_limits_do_not_hold():
    page = pushed("scara", "scara/tool", [0.0, 1e4, 0.0])
    page.take("check.cutting.cut", "switched", True)
    page.take("check.buttons.go", "pressed")
    assert page.block("check").badge[0] == "moves"
    assert page.block("check.verdict").text.startswith("Cut at their limits")
    page.settings = replace(page.settings, cut=False)
    assert page.block("check").badge[0] == ""
