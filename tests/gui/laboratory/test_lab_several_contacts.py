"""The page Several contacts by mouse in the real window: what is selected, and forces moved along the kernel."""

from __future__ import annotations

import threading

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
    page = window.contact_laboratory.page("several")
    hand.wait_until(lambda: page.sheet.of == (window.session.recording, window.session.index))
    hand.rest()
    yield page
    window.selection.select(-1)
    window.use_workspace("kinematics")


def click_cell(table, i, j, hand):
    QTest.mouseClick(table, LEFT, pos=table.cell_rect(i, j).center().toPoint())
    hand.rest()


def test_a_cell_of_M_a_row_and_an_arrow_in_the_view_select_one_contact_everywhere(window, page, hand):
    several = page.widget
    click_cell(several.view("matrices.matrix").table, 0, 2, hand)
    assert window.selection.row == 2
    assert several.part("contacts").selected == 2
    assert page.sheet.block("direction").title.startswith("t_3 =")
    several.part("contacts").row_selected.emit(1)
    hand.rest()
    assert window.selection.row == 1
    viewport = window.viewport
    arrow = next(one for one in arrows_of(viewport.view.overlays) if one.key == "3" and one.kind == "solid")
    middle = arrow.tail + 0.5 * arrow.vector
    x, y, _ = viewport.view.camera.project(middle[None], viewport.size_in_units())[0]
    QTest.mouseClick(viewport, LEFT, pos=QPoint(round(x), round(y)))
    hand.rest()
    assert window.selection.row == 3
    assert several.part("contacts").selected == 3
    assert page.sheet.block("direction").title.startswith("t_4 =")
    window.panels.contact_laboratory.show_page("inspector")
    hand.wait_until(lambda: window.panels.contact.contacts.table.selected == 3)  # its rows come once it is seen


def test_a_slider_along_the_kernel_moves_forces_and_arrows_while_q_stays(window, page, hand):
    before = page.sheet.block("contacts").rows
    at = page.widget.part("z0.along.slider")
    QTest.mouseClick(at, LEFT, pos=QPoint(at.width() - 2, at.height() // 2))
    hand.rest()
    assert page.sheet.block("z0.along.slider").value == pytest.approx(14.715, rel=1e-9)
    assert sorted(row[-1].text for row in page.sheet.block("contacts").rows) == ["0", "0", "29.43", "29.43"]
    labels = [arrow.label for arrow in arrows_of(window.viewport.view.overlays) if arrow.kind == "dashed"]
    assert sum("29.43 N" in label for label in labels) == 2
    QTest.mouseClick(page.widget.part("put.back"), LEFT)
    hand.rest()
    assert page.sheet.block("contacts").rows == before
    hand.wait_until(lambda: page.sheet.has("limit.table"))
    QTest.mouseClick(page.widget.part("several.which").button("solved"), LEFT)
    hand.wait_until(lambda: page.sheet.block("forces").title == "ζ = MΛ + d")
    QTest.mouseClick(page.widget.part("several.which").button("accelerations"), LEFT)


def test_numbers_are_grey_and_say_of_which_instant_they_are_until_those_of_this_one_are_found(window, page, hand, monkeypatch):
    from torseur.app.laboratory.contact.several import page as module

    veil, gate, facts = window.panels.contact_laboratory.veil, threading.Event(), module.several_facts
    monkeypatch.setattr(module, "several_facts", lambda *about: (gate.wait(60.0), facts(*about))[1])
    assert veil.text == ""
    window.session.playback.seek(0.48)
    hand.wait_until(lambda: veil.text)
    assert veil.isVisible()
    assert veil.text == "Of t = 0.5000 s. Working out t = 0.4800 s …"
    gate.set()
    hand.wait_until(lambda: not veil.text)
    assert page.sheet.of[1] == window.session.index
    assert not veil.isVisible()
