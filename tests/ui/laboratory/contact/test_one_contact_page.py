"""The page One contact as it is seen: the two cases, the corner that is dragged, and the body that is typed."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from torseur.ui.laboratory.contact.one_contact.page import OneContactPage
from torseur.ui.laboratory.contact.one_contact.values import OwnBody, SingleContactView


@pytest.fixture
def page(qtbot):
    page = OneContactPage()
    qtbot.addWidget(page)
    page.show_subject("own", "given", "accelerations")
    page.resize(420, 1600)
    page.show()
    return page


def test_the_case_that_holds_has_its_numbers(page):
    page.show_contact(SingleContactView(0.5, -9.81, 0.0))
    assert "λ = −d/M = 19.62 N" in page.cases.texts[0]
    page.show_contact(SingleContactView(0.5, -9.81, 24.0))
    assert "= d = 2.190 m/s²" in page.cases.texts[1]
    assert page.tiles.texts == ("0.5000", "2.190", "0", "2.190")


def test_both_legs_of_the_corner_are_dragged_along(page, qtbot):
    view = SingleContactView(0.5, -9.81, 0.0)
    page.show_contact(view)
    corner, wanted = page.corner, []
    page.d_wanted.connect(wanted.append)
    for force, separation, d in ((10.0, 0.0, -5.0), (0.0, 6.0, 6.0)):
        at = corner.place(force, separation)
        QTest.mouseClick(corner, Qt.MouseButton.LeftButton, pos=QPoint(round(at.x()), round(at.y())))
        assert wanted[-1] == pytest.approx(d, abs=2 * corner.end / 100)  # a pixel
    QTest.keyClick(corner, Qt.Key.Key_Right)
    assert wanted[-1] > view.pulled


def test_what_is_typed_of_the_body_comes_as_one_value(page, qtbot):
    page.editor.show_body(OwnBody())
    edited = []
    page.editor.edited.connect(edited.append)
    assert not page.editor.ground_radius.isVisible()
    QTest.mouseClick(page.editor.ground.button("ball"), Qt.MouseButton.LeftButton)
    assert edited[-1] == OwnBody(ground="ball")
    assert page.editor.ground_radius.isVisible()
    field = page.editor.mass
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "-1")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.refused
    assert len(edited) == 1


def test_where_one_problem_cannot_be_had_the_other_is_offered(page, qtbot):
    page.show_subject("instant", "given", "accelerations")
    page.show_absent("580 contacts are closed.")
    chosen = []
    page.problem_chosen.connect(chosen.append)
    assert not page.corner.isVisible()
    QTest.mouseClick(page.problem.button("solved"), Qt.MouseButton.LeftButton)
    assert chosen == ["solved"]


def test_what_does_not_go_together_in_a_typed_body_is_not_told_of_the_instant(page):
    page.show_refused("ζ is −0.15 m/s")
    page.show_subject("instant", "given", "accelerations")
    assert page.refused.text == ""


def test_away_from_where_a_contact_begins_its_plots_have_no_cursor_and_no_values(page):
    page.show_subject("instant", "given", "accelerations")
    t = np.linspace(0.1, 0.2, 11)
    section = page.change
    section.show_course(t, 10.0 * t, t, 0.15)
    assert math.isfinite(section.force.plot.cursor)
    assert "1.500" in section.force.header.accessible().name
    section.show_time(1.0)
    assert math.isnan(section.force.plot.cursor)
    assert "N" not in section.force.header.accessible().name
    section.show_time(0.2)
    assert math.isfinite(section.force.plot.cursor)
