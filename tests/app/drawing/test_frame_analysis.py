"""What is known of a frame is computed when other numbers are asked for, and only then."""

from __future__ import annotations

import pytest

from torseur.app.documents.document import open_document
from torseur.sim.compilation import DYNAMICS, POSING


@pytest.fixture
def reports(session, drawing, monkeypatch):
    """One for each time that the report was computed since the arm was opened."""
    found, inner = [], session.report

    def report():
        found.append(inner())
        return found[-1]

    monkeypatch.setattr(session, "report", report)
    return found


@pytest.mark.parametrize("key", ["contact_labels", "see_through", "orthographic", "mass", "frames"])
def test_what_is_only_drawn_otherwise_is_told_and_not_computed(analysis, switches, reports, qtbot, key):
    with qtbot.waitSignal(analysis.changed):
        switches.toggle(key)
    assert reports == []


@pytest.mark.parametrize("key", ["dynamic", "weighted", "rotation"])
def test_other_ellipsoids_are_computed(analysis, switches, reports, key):
    before = analysis.capabilities
    switches.toggle(key)
    assert len(reports) == 1
    assert analysis.capabilities is not before


def test_whoever_hears_of_another_robot_finds_nothing_known_of_the_one_before(session, analysis, switches, drawing):
    switches.switch("trail", True)
    assert analysis.report is not None
    found = []
    session.document_changed.connect(lambda: found.append((analysis.report, analysis.capabilities, analysis.trail)))
    session.show_document(open_document("planar_2r"))
    assert found == [(None, (), None)]
    assert analysis.report.frame == session.frame


def test_the_dynamic_ellipsoid_appears_when_the_kernels_of_dynamics_are_there(
    analysis, switches, drawing, kernels, monkeypatch
):
    monkeypatch.setattr(kernels, "has", lambda group: group == POSING)
    switches.switch("dynamic", True)
    (able,) = analysis.capabilities
    assert "kernels of dynamics" in able.absent["dynamic"]
    monkeypatch.undo()
    kernels.loaded.emit(DYNAMICS)
    (able,) = analysis.capabilities
    assert "dynamic" in able.ellipsoids
