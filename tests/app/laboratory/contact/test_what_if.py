"""The page What if without a window: what is typed is solved again, and asked of a branch."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.app.laboratory.contact.seen_instant import seen_at
from torseur import sim
from torseur.app.drawing.arrow_scale import per_metre_text
from torseur.app.drawing.contact.contact_scales import ContactScales
from torseur.app.laboratory.branches import Branch, BranchState
from torseur.app.laboratory.contact.what_if.force_drawing import edited_forces
from torseur.app.laboratory.contact.what_if.page import WhatIf, WhatIfSettings
from torseur.app.sheet.page import StartBranch
from torseur.app.sheet.questions import ImmediateQuestions
from torseur.ui.sheet.blocks import UserEvent
from torseur.ui.text.number_text import quantity_text

PAGE, NO_BRANCH = WhatIf(), BranchState(None, None, ((), ""))


@pytest.fixture(scope="module")
def seen():
    return seen_at(sim.simulate(sim.load_scene("incline_30"), 0.06), 40, branch=NO_BRANCH)


def after(seen, *events):
    """The settings after what the user did, each at a path."""
    settings = WhatIfSettings()
    for path, kind, value in events:
        settings = PAGE.reduce(settings, UserEvent(path, kind, value), seen, ImmediateQuestions())
    return settings


def written(seen, settings):
    return PAGE.sheet(seen, settings, ImmediateQuestions())


def test_numbers_as_they_were_and_would_be_are_those_of_the_state_solved_again(seen):
    settings = after(seen, ("edit.materials", "entered", ("rough", "friction", 0.1)))
    sheet, questions = written(seen, settings), ImmediateQuestions()
    expected = sim.frame_with(seen.recording, seen.index, friction={"rough": 0.1})
    for quantity, k in (("normal", 2), ("friction", slice(2))):
        chosen = PAGE.reduce(settings, UserEvent("solved.quantity", "chosen", quantity), seen, questions)
        rows = written(seen, chosen).block("contacts").rows
        for cell, side in ((2, expected.old), (3, expected.new)):
            shown = [row[cell].value for row in rows]
            np.testing.assert_allclose(shown, np.linalg.norm(side.force[:, k].reshape(len(rows), -1), axis=1), rtol=1e-12)
    assert (sheet.of, sheet.block("solved").caption) == ((seen.recording, 40), "step to 0.04 s")
    assert PAGE.problem(seen, settings, questions).edits == ("μ of rough 0.49 → 0.1",)
    assert "μ of rough 0.49 → 0.1" in sheet.block("changes").text
    assert after(seen, ("edit.reset", "pressed", None)).edit_of(seen.recording).asked == {}


def test_an_edit_is_of_one_recording_and_a_wrench_of_its_body(seen):
    settings = after(
        seen,
        ("edit.body.name", "chosen", "worn"),
        ("edit.body.mass", "entered", 2.0),
        ("edit.force", "entered", np.array([1.0, 0.0, 0.0])),
        ("edit.moment", "entered", np.array([0.0, 0.0, 2.0])),
        ("branch.push.seconds", "entered", 0.02),
    )
    _, effect = PAGE.reduce(settings, UserEvent("branch.go.start", "pressed"), seen, ImmediateQuestions())
    assert isinstance(effect, StartBranch)
    assert effect.changes == {"mass": {"worn": 2.0}, "wrench": {"worn": (1.0, 0.0, 0.0, 0.0, 0.0, 2.0)}}
    assert effect.push == 0.02
    other = replace(seen, recording=sim.simulate(sim.load_scene("incline_30"), 0.06))
    assert "Nothing is changed" in written(other, settings).block("changes").text
    refused = replace(seen, branch=BranchState(None, None, (effect.words, "Too strong.")))
    assert written(refused, settings).block("why").text == "Too strong."
    assert written(refused, WhatIfSettings()).block("why").text == ""


def test_a_branch_says_where_it_left_and_how_far_it_is(seen):
    old, changed = seen.recording, ("mass of worn 1 → 2 kg",)
    run = sim.branch(old, 40, friction={"rough": 0.1}, duration=0.02)
    state = BranchState(Branch(old, 40, changed, None), None, ((), ""))
    sheet = written(replace(seen_at(run), branch=state), WhatIfSettings())
    body, far = sim.farthest_body(old, run, 0.06)
    assert sheet.block("branch.facts").facts[1][0] == f"Farthest from it at 0.06 s: {body}"
    assert far > 0.0
    assert changed[0] in sheet.block("branch.note").text
    assert [button.key for button in sheet.block("go").buttons] == ["start", "drop"]


def test_an_arrow_with_friction_is_labelled_as_a_norm_by_the_scale_of_the_contact_legend():
    recording = sim.simulate(sim.load_scene("incline"), 0.2)
    found = sim.frame_with(recording, 100, wrench={"rough": (0.0, 0.0, -30.0, 0.0, 0.0, 0.0)})
    overlays, (row,) = edited_forces(recording, found, ContactScales(0.01, 0.02, 5.0))
    assert row.value == per_metre_text(0.01, "N") == "1 m = 100 N"
    norms = np.linalg.norm(found.new.force, axis=1)
    labels = [arrow.label for arrow in overlays.arrows if arrow.label]
    assert labels
    for label in labels:
        name, norm, *number = label.split(" ")
        c = int(name[1:].translate(str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789"))) - 1
        assert norm == "|λ|"
        assert " ".join(number) == quantity_text(float(norms[c]), "N")
