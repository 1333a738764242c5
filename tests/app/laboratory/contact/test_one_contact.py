"""The page One contact without a window: which contact it tells of, its two cases, the pull, and the body that is typed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.app.laboratory.contact.seen_instant import seen_at
from torseur import sim
from torseur.app.laboratory.contact.one_contact.page import OneContact, OneContactSettings
from torseur.app.sheet.page import Seek, SelectContact
from torseur.app.sheet.questions import ImmediateQuestions
from torseur.ui.laboratory.contact.one_contact.values import OwnBody
from torseur.ui.sheet.blocks import UserEvent

PAGE, OWN = OneContact(), OneContactSettings(subject="own")


@pytest.fixture(scope="module")
def brick():
    """It lies on its four corners from 0.32 s on."""
    return sim.simulate(sim.load_scene("falling_brick"), 0.6)


def written(seen, settings, questions=None):
    return PAGE.sheet(seen, settings, questions or ImmediateQuestions())


def test_the_case_that_holds_has_its_numbers_and_the_pull_goes_with_the_instant(brick):
    seen, settings, questions = seen_at(brick), OneContactSettings(), ImmediateQuestions()
    sheet = written(seen, settings, questions)
    assert "ζ̇ = 0 m/s², λ = −d/M = 14.72 N" in sheet.block("cases").text.replace("  ", " ")  # a quarter of 6 g
    assert sheet.of == (brick, seen.index)
    assert PAGE.layer(seen, settings, questions)[0].arrows == ()  # those of the inspector are the same
    settings = PAGE.reduce(settings, UserEvent("head.slider", "moved", 2.19), seen, questions)
    tiles = {name.split()[0]: value for name, value, _ in written(seen, settings, questions).block("tiles").facts}
    assert (tiles["d"], tiles["λ"]) == ("2.190", "0")
    assert [arrow.label[:5] for arrow in PAGE.layer(seen, settings, questions)[0].arrows] == ["|p n|"]
    assert written(seen_at(brick, -2), settings, questions).block("pull").value == 0.0
    own = PAGE.reduce(settings, UserEvent("head.subject", "chosen", "own"), seen, questions)
    assert written(seen, replace(own, subject="instant"), questions).block("pull").value == 0.0
    settings = PAGE.reduce(settings, UserEvent("head.beside.others", "chosen", "absent"), seen, questions)
    alone = written(seen, replace(settings, pulled=()), questions)
    assert "−9.810 m/s²" in str(alone)  # without the three others it falls
    assert PAGE.reduce(settings, UserEvent("head.of.contact", "chosen", "2"), seen, questions)[1] == SelectContact(2)
    assert written(replace(seen, contact=2), settings, questions).block("contact").chosen == "2"


def test_where_nothing_touches_it_says_so_and_what_began_is_told_from_then_on(brick):
    sheet = written(seen_at(brick, 10), OneContactSettings())
    assert "No contact is closed" in sheet.block("absent").text
    assert sheet.block("which").chosen == "accelerations"  # another problem may be had
    assert sheet.block("change.none").text.startswith("No contact has begun")
    sheet = written(seen_at(brick), OneContactSettings())
    assert "began at 0.3200000 s" in sheet.block("change.sentence").text
    force = sheet.block("change.force")
    assert [float(curve.y[-1]) for curve in force.curves] == pytest.approx([0.0, 6 * 9.81])  # parted at the jump
    assert force.marks[0].text == "0.3200 s"  # the instant is not in the plot
    near = written(seen_at(brick, int(np.searchsorted(brick.t, 0.325))), OneContactSettings())
    assert near.block("change.force").marks[0].text == "58.86 N"
    seek = UserEvent("change.force", "seek", 0.31)
    assert PAGE.reduce(OneContactSettings(), seek, seen_at(brick), ImmediateQuestions())[1] == Seek(0.31)


def test_a_body_that_is_typed_is_told_and_what_does_not_go_together(brick):
    seen, questions = seen_at(brick), ImmediateQuestions()
    sheet = written(seen, OWN, questions)
    assert not sheet.has("ground_radius")
    assert not sheet.has("change")
    assert (sheet.of, PAGE.problem(seen, OWN, questions)) == (None, None)
    ball = PAGE.reduce(OWN, UserEvent("head.below.ground", "chosen", "ball"), seen, questions)
    assert ball.body == OwnBody(ground="ball")
    assert written(seen, ball, questions).has("ground_radius")
    sinking = PAGE.reduce(OWN, UserEvent("head.velocity", "entered", np.array([0.0, 0.0, -0.15])), seen, questions)
    assert "−0.1500 m/s, not 0" in written(seen, sinking, questions).block("refused").text
    inertia = sheet.block("inertia")
    assert inertia.check(np.array([1.0, 0.0, 1.0])) == "Moments of inertia are above 0."
    hollow = replace(OWN, body=OwnBody(ground="hollow", ground_radius=0.1, body_radius=2.0))
    assert "at one point" in written(seen, hollow, questions).block("refused").text
