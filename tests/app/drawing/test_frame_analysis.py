"""What is known of a frame is computed when other numbers are asked for, and only then."""

from __future__ import annotations

import pytest


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
    with qtbot.wait_signal(analysis.changed):
        switches.toggle(key)
    assert reports == []


@pytest.mark.parametrize("key", ["dynamic", "weighted", "rotation"])
def test_other_ellipsoids_are_computed(analysis, switches, reports, key):
    before = analysis.capabilities
    switches.toggle(key)
    assert len(reports) == 1
    assert analysis.capabilities is not before
