"""The page Several contacts by mouse in the real window: what is selected, and forces moved along the kernel."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.app.drawing.drawn_marks import arrows_of

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def page(window, hand):
    """A brick that lies on its four corners, and the page open."""
    window.open("falling_brick")
    window.navigation.show_page("several")
    hand.simulate(window, 0.5)
    binding = window.contact_laboratory.page("several")
    hand.wait_until(lambda: binding.facts is not None and binding.facts.problem is binding.problem)
    hand.rest()
    yield binding
    window.selection.select(-1)
    window.use_workspace("kinematics")


def click_cell(table, i, j, hand):
    QTest.mouseClick(table, LEFT, pos=table.cell_rect(i, j).center().toPoint())
    hand.rest()


def test_a_cell_of_M_a_row_and_an_arrow_in_the_view_select_one_contact_everywhere(window, page, hand):
    several = page.widget
    click_cell(several.matrices.table, 0, 2, hand)
    assert window.selection.row == 2
    assert several.forces.table.selected == 2
    assert several.direction.head.title.startswith("t_3 =")
    several.forces.table.row_selected.emit(1)
    hand.rest()
    assert window.selection.row == 1
    viewport = window.viewport
    arrow = next(one for one in arrows_of(viewport.view.overlays) if one.key == "3" and one.kind == "solid")
    middle = arrow.tail + 0.5 * arrow.vector
    x, y, _ = viewport.view.camera.project(middle[None], viewport.size_in_units())[0]
    QTest.mouseClick(viewport, LEFT, pos=QPoint(round(x), round(y)))
    hand.rest()
    assert window.selection.row == 3
    assert several.forces.table.selected == 3
    assert several.direction.head.title.startswith("t_4 =")
    window.panels.contact_laboratory.show_page("inspector")
    hand.wait_until(lambda: window.panels.contact.contacts.table.selected == 3)  # its rows come once it is seen


def test_a_slider_along_the_kernel_moves_forces_and_arrows_while_q_stays(window, page, hand):
    several, slider = page.widget, page.widget.redundancy.sliders[0]
    before = page.shift.force
    at = page.widget.redundancy.sliders[0].slider
    QTest.mouseClick(at, LEFT, pos=QPoint(at.width() - 2, at.height() // 2))
    hand.rest()
    assert page.shift.amounts[0] == pytest.approx(14.715, rel=1e-9)
    assert slider.value.whole_text.endswith(" N")
    moved = [row.texts[-1] for row in several.forces.table.rows]
    assert sorted(moved) == ["0", "0", "29.43", "29.43"]
    facts = dict(fact.rsplit(" ", 2)[:2] for fact in several.redundancy.facts.texts[:1])
    assert facts == {"λ changes by, at most": "14.71"} or facts == {"λ changes by, at most": "14.72"}
    change = page.facts.equation.change_of_acceleration(page.shift.change)
    np.testing.assert_allclose(change, 0.0, atol=1e-12)
    labels = [arrow.label for arrow in arrows_of(window.viewport.view.overlays) if arrow.kind == "dashed"]
    assert sum("29.43 N" in label for label in labels) == 2
    QTest.mouseClick(several.redundancy.back, LEFT)
    hand.rest()
    np.testing.assert_array_equal(page.shift.force, before)


def test_an_epsilon_shows_what_changed_beside_its_bound_and_the_step_as_solved_has_impulses(page, hand):
    section = page.widget.regularisation
    hand.wait_until(lambda: len(section.limit.rows) == 5)
    changes = [row.force_change for row in section.limit.rows]
    assert changes == sorted(changes, reverse=True)
    assert all(row.rate_change <= row.rate_bound for row in section.limit.rows)
    section.epsilon_chosen.emit(1e-3)
    hand.wait_until(lambda: any("1.5e-2, bound" in text for text in section.facts.texts))
    page.widget.which.chosen.emit("solved")
    hand.wait_until(lambda: page.widget.forces.head.title == "ζ = MΛ + d")
    assert [row.texts[-1] for row in page.widget.forces.table.rows] == ["0.01472"] * 4 or [
        row.texts[-1] for row in page.widget.forces.table.rows
    ] == ["0.01471"] * 4
    page.widget.which.chosen.emit("accelerations")


def test_numbers_are_grey_and_say_of_which_instant_they_are_until_those_of_this_one_are_found(
    window, page, hand, monkeypatch
):
    from torseur.app.laboratory.contact.several import several_facts as module

    veil, gate, facts = window.panels.contact_laboratory.veil, threading.Event(), module.several_facts
    monkeypatch.setattr(module, "several_facts", lambda *about: (gate.wait(60.0), facts(*about))[1])
    assert veil.text == ""
    window.session.playback.seek(0.48)
    hand.wait_until(lambda: veil.text)
    assert veil.isVisible()
    assert veil.text == "Of t = 0.5000 s. Working out t = 0.4800 s …"
    gate.set()
    hand.wait_until(lambda: not veil.text)
    assert page.facts.problem.index == window.session.index
    assert not veil.isVisible()
