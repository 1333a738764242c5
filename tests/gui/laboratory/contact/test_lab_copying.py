"""The button in the head of the dock of contact copies the problem and the page."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication

from torseur import sim
from torseur.app.documents.document import Document


@pytest.fixture
def document():
    return "incline_30"


@pytest.fixture
def copied(window, hand):
    """Copies in a form, and gives the clipboard."""
    window.use_workspace("contact")
    window.session.playback.step(30)

    def copy(form):
        window.panels.contact_copy.copy(form)
        return QGuiApplication.clipboard().text()

    yield copy
    window.panels.contact_laboratory.show_page("inspector")
    window.use_workspace("kinematics")


def test_arrays_of_a_page_are_its_problem_and_its_numbers(window, hand, copied):
    window.panels.contact_laboratory.show_page("checks")
    page = window.contact_laboratory.page("checks")
    hand.wait_until(lambda: not page.is_busy)
    names: dict[str, object] = {}
    exec(copied("numpy"), names)  # the text that this program wrote
    solved = sim.solved_problem(window.session.recording, window.session.index)
    np.testing.assert_allclose(names["u"].reshape(-1, 3), solved.rate[solved.taking_part], atol=1e-12)
    checks = next(table for title, table in names["page"].items() if title.startswith("This state"))
    found = sim.check_frame(window.session.recording, window.session.index, estimate=True)
    np.testing.assert_array_equal(checks[:, 0], [check.value for check in found.checks])


def test_csv_and_latex_have_the_matrices_of_what_was_solved(window, hand, copied):
    window.panels.contact_laboratory.show_page("inspector")
    problem = sim.solved_problem(window.session.recording, window.session.index).problem
    csv, latex = copied("csv"), copied("latex")
    assert repr(float(problem.W[0, 0])) in csv
    assert repr(float(problem.M[0, 0])) in latex
    assert "\\lambda" in latex


def test_what_if_copies_the_problem_with_the_edit(window, hand, copied):
    window.panels.contact_laboratory.show_page("what_if")
    page = window.contact_laboratory.page("what_if")
    page.widget.part("materials").entered.emit("rough", "friction", 0.1)
    hand.wait_until(lambda: not page.is_busy)
    names: dict[str, object] = {}
    exec(copied("numpy"), names)  # the text that this program wrote
    expected = sim.frame_with(window.session.recording, window.session.index, friction={"rough": 0.1})
    part = expected.edited.taking_part
    np.testing.assert_array_equal(names["mu"], expected.edited.problem.friction[part])
    np.testing.assert_allclose(names["u"].reshape(-1, 3), expected.new.rate[part], atol=1e-12)
    assert "rough" in copied("numpy").partition("\n")[0]


def test_what_if_of_an_instant_without_contact_copies_its_numbers(window, hand, copied):
    assert window.open("falling_brick")
    window.panels.contact_laboratory.show_page("what_if")
    page = window.contact_laboratory.page("what_if")
    window.session.playback.step(5)
    page.widget.view("body.mass").field.entered.emit(2.0)
    hand.wait_until(lambda: not page.is_busy and page.sheet.has("facts"))
    assert page.problem is None  # it falls
    assert copied("csv").startswith("No contact is closed.")


def test_the_page_of_impacts_copies_the_impact_that_it_shows_and_not_the_instant(window, hand, copied):
    scene = sim.load_scene("falling_brick")
    recording = sim.simulate(scene, 0.6, scheme="hybrid", dt=0.005)
    window.session.show_document(Document("recording", "falls", "", scene, recording))
    window.session.playback.show_state(len(recording) - 1)
    window.panels.contact_laboratory.show_page("impact")
    page = window.contact_laboratory.page("impact")
    hand.wait_until(lambda: page.sheet.has("tiles"))
    state = page.problem.index
    assert state < len(recording) - 1
    names: dict[str, object] = {}
    exec(copied("numpy"), names)  # the text that this program wrote
    solved = sim.solved_problem(recording, state)
    np.testing.assert_array_equal(names["W"], solved.problem.part(np.flatnonzero(solved.taking_part)).W)
    assert f"t = {recording.t[state]:.9g} s" in copied("numpy").partition("\n")[0]


def test_the_programme_without_friction_is_copied_without_friction(window, hand, copied):
    window.panels.contact_laboratory.show_page("programme")
    page = window.contact_laboratory.page("programme")
    for which, law in (("accelerations", "frictionless"), ("solved", "coulomb")):  # some slide: no programme has their friction
        page.widget.part("which").chosen.emit(which)
        page.widget.part("law").chosen.emit(law)
        hand.wait_until(lambda: not page.is_busy)
        names: dict[str, object] = {}
        exec(copied("numpy"), names)  # the text that this program wrote
        solved = page.problem.solved
        assert solved.law == law
        np.testing.assert_array_equal(names["r"], solved.force[solved.taking_part].ravel())
        assert np.any(solved.force[:, :2]) == (law == "coulomb")


def test_a_page_whose_numbers_are_of_another_instant_is_not_copied(window, hand, copied):
    window.panels.contact_laboratory.show_page("checks")
    page, session, told = window.contact_laboratory.page("checks"), window.session, []
    hand.wait_until(lambda: not page.is_busy and page.numbers_of is not None)
    QGuiApplication.clipboard().setText("before")
    session.message.connect(lambda text, *_: told.append(text))
    session.playback.show_state(3)  # its numbers come with the next events
    assert page.numbers_of[1] != session.index
    assert copied("csv") == "before"
    assert told == ["Nothing was copied."]
    hand.wait_until(lambda: page.numbers_of is not None and page.numbers_of[1] == session.index)
    assert copied("csv") != "before"
