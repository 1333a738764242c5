"""The page Friction without a window: one contact in its plane, under three laws, in all directions, and over time."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from tests.app.laboratory.contact.seen_instant import seen_at
from torseur import sim
from torseur.app.laboratory.contact.friction.friction_answers import ContactLoad
from torseur.app.laboratory.contact.friction.mode_answers import Modes
from torseur.app.laboratory.contact.friction.mode_blocks import mode_rows
from torseur.app.laboratory.contact.friction.page import Friction, FrictionSettings
from torseur.app.laboratory.contact.friction.plane_section import ContactPlane, plane_section
from torseur.app.sheet.page import Seek, SelectContact
from torseur.app.sheet.questions import ImmediateQuestions
from torseur.sim.simulation.inspection.friction.values import ContactPhase, ModeInterval
from torseur.ui.sheet.blocks import UserEvent
from torseur.ui.sheet.sheet import Sheet

PAGE, ALL_OPEN = Friction(), FrictionSettings(open=frozenset(("laws", "polar", "modes")))
OPEN, STICK, SLIP = ContactPhase.OPEN, ContactPhase.STICK, ContactPhase.SLIP


@pytest.fixture(scope="module")
def ball():
    return sim.simulate(sim.load_scene("sphere_slip_to_roll"), 1.2)


@pytest.fixture(scope="module")
def incline():
    return sim.simulate(sim.load_scene("incline_30"), 0.2)


def written(seen, settings):
    return PAGE.sheet(seen, settings, ImmediateQuestions())


def after(seen, settings, path, kind, value):
    return PAGE.reduce(settings, UserEvent(path, kind, value), seen, ImmediateQuestions())


def test_one_contact_is_followed_through_laws_directions_and_modes(ball):
    seen = seen_at(ball, 300)
    sheet = written(seen, ALL_OPEN)
    facts = {name: f"{value} {unit}" for name, value, unit in sheet.block("plane.facts").facts}
    assert facts["|b| ≤ μ n"] == "1.962 ≤ 1.962 N"
    assert [row[0].text for row in sheet.block("laws.table").rows] == ["C  Coulomb", "R  Convex", "P  Pyramid"]
    assert "29.3" in sheet.block("polar").note  # of 4 facets, 1 - 1/√2
    assert [row[3].text for row in sheet.block("modes.table").rows] == ["ball · ground: slip", "ball · ground: stick"]
    assert sheet.block("modes.table").selected == 0
    rolls = sheet.block("modes.table").rows[1][1].value
    assert rolls == pytest.approx(2.0 * 7.0 / (7.0 * 0.2 * 9.81), abs=1e-8)
    questions = ImmediateQuestions()
    PAGE.sheet(seen, ALL_OPEN, questions)
    assert PAGE.reduce(ALL_OPEN, UserEvent("modes.table", "activated", 1), seen, questions)[1] == Seek(rolls)
    finer = after(seen, ALL_OPEN, "plane.pyramid.facets", "moved", 16)
    sheet = written(seen, finer)
    assert sheet.block("count").text == "32 facets"
    assert "29.3" not in sheet.block("polar").note
    later = written(seen_at(ball, -1), ALL_OPEN)
    assert ("slip", "none: it sticks", "") in later.block("plane.facts").facts
    overlays, legend = PAGE.layer(seen, finer, ImmediateQuestions())
    assert [row.value for row in legend] == ["32 facets", ""]
    assert (len(overlays.arrows), len(overlays.polytopes)) == (1, 1)


def test_what_the_pyramid_would_not_allow_is_said():
    cut = sim.friction_section(0.5, [3.5, 3.5, 10.0], slip=[-1.0, -1.0])
    solved = SimpleNamespace(names=("c_1",), law="coulomb", facets=0, problem=SimpleNamespace(friction=np.array([0.5])))
    load = ContactLoad(np.zeros(3), np.zeros(2), "N", "m/s")
    sheet = Sheet((plane_section(ContactPlane(solved, 0, load, cut), "deg"),))
    facts = {name: f"{value} {unit}" for name, value, unit in sheet.block("facts").facts}
    assert (facts["|b| ≤ μ n"], facts["eᵀd ≤ μ n"]) == ("4.950 ≤ 5.000 N", "7.000 > 5.000 N")
    assert facts["angle between b and −slip"] == "0° "
    assert "would not allow this b" in sheet.block("weights").text
    assert sheet.block("plane").note == "solved: Coulomb's cone"
    assert sheet.block("plane").copied.values.shape == (3, 4)


def test_a_sequence_is_told_as_a_planner_needs_it():
    intervals = (
        ModeInterval(0.0, 0.3, (OPEN, OPEN), ()),
        ModeInterval(0.3, 0.6, (SLIP, OPEN), (0,)),
        ModeInterval(0.6, 1.0, (STICK, STICK), ()),
    )
    rows = mode_rows(Modes(SimpleNamespace(intervals=intervals), (), ("brick · floor", "brick · floor"), ""))
    assert [row[3].text for row in rows] == ["flight", "▼ brick · floor: slip", "brick · floor: 2 stick"]
    assert rows[1][3].tip == "brick · floor: slip\nimpact at its start: brick · floor"


def test_a_lane_selects_its_contact_and_the_contact_its_lane(incline):
    questions, seen = ImmediateQuestions(), seen_at(incline, 150, contact=5)
    sheet = PAGE.sheet(seen, ALL_OPEN, questions)
    lane = sheet.block("strip").value.selected
    assert sheet.block("contact").chosen == "5"
    assert PAGE.reduce(ALL_OPEN, UserEvent("modes.strip", "lane", lane), seen, questions)[1] == SelectContact(5)
    apart = PAGE.reduce(ALL_OPEN, UserEvent("modes.strip", "lane", 99), seen, questions)  # one that does not touch now
    assert PAGE.sheet(seen, apart, questions).block("strip").value.selected == 99
    assert PAGE.sheet(replace(seen, index=149), apart, questions).block("strip").value.selected == lane


@pytest.mark.slow
def test_without_a_recording_it_is_said_how_to_have_one(ball):
    questions = ImmediateQuestions()
    PAGE.sheet(seen_at(ball, 300), ALL_OPEN, questions)
    sheet = PAGE.sheet(replace(seen_at(ball, 300), recording=None), ALL_OPEN, questions)
    assert "Press Space" in sheet.block("of.absent").text
    assert "Press Space" in sheet.block("modes.absent").text
    assert not sheet.has("strip")
