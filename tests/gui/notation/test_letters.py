"""Every letter of every page is in the table of the notation, and tells its row where it stands."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from torseur.app.laboratory.notation_guide import page_titles
from torseur.app.laboratory.pages import PAGES
from torseur.ui.displays.dotted_label import DottedLabel
from torseur.ui.displays.equations.equation_card import EquationCard
from torseur.ui.displays.formulas.letter_tip import letter_at
from torseur.ui.displays.section_head import SectionHead
from torseur.ui.look.paint_text import painted_texts
from torseur.ui.panels.dh_table.dh_formulas import DHFormulas
from torseur.ui.text.notation import letter_rows, letters, named_pages, rows_of

KINEMATICS = ("jacobian", "velocities", "rotation", "svd", "singularities", "inverse_kinematics", "statics")
DYNAMICS = ("state", "algorithm", "one_body", "equation", "balances", "motion")
CONTACT = ("inspector", "one_contact", "several", "programme", "own_problem", "friction", "impact", "checks", "what_if")


def painted_in(root):
    """All texts that are written in the notation of `paint_math` in what is seen of a widget, but for prose."""
    widgets = (root, *root.findChildren(QWidget))
    texts = (one for widget in widgets if widget.isVisible() for one in painted_texts(widget))
    return {one.text for one in texts if not one.whole}


def without_row(texts, page):
    """What letters of texts the notation does not have for a page."""
    return {
        f"{page}: {letter.symbol} in {text}"
        for text in texts
        for letter in letters(text)
        if not any(page in row.pages for row in rows_of(letter.symbol, page))
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reference", "seconds", "pages"),
    [
        ("scara", 0.0, (*KINEMATICS, *DYNAMICS, "derivations")),
        ("falling_brick", 1.0, CONTACT),
        ("arm_pushes_table", 0.5, (*CONTACT, *DYNAMICS, "statics")),
        ("gripper_holds_block", 0.05, ("several", "programme", "algorithm")),
    ],
)
def test_each_letter_of_each_page_has_a_row_that_says_so(window, hand, reference, seconds, pages):
    assert window.open(reference)
    if seconds:
        hand.simulate(window, seconds)
    missing = set()
    for key in pages:
        window.pages.navigation.show_page(key)
        hand.rest()
        workspace = next((name for name, entries in PAGES.items() if key in entries), "contact")
        body = window.pages.navigation.laboratories[workspace][0].body(key)
        folded = [head for head in body.findChildren(SectionHead) if not head.is_open]
        for head in folded:
            head.switch()
        hand.rest()
        hand.wait_until(lambda body=body: any(letters(text) for text in painted_in(body)))
        texts = painted_in(body)
        for head in folded:
            head.switch()
        missing |= without_row(texts, key)
    assert not missing, "\n".join(sorted(missing))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reference", "workspace"), [("scara", "table"), ("hop_gap", "trajectory"), ("falling_brick", "compare")]
)
def test_each_letter_of_what_is_beside_the_view_has_a_row_that_says_so(window, hand, reference, workspace):
    assert window.open(reference)
    window.use_workspace(workspace)
    hand.wait_until(lambda: workspace != "compare" or window.pages.docked["compare"].sheet.has("order"))
    hand.rest()
    shown = {key: painted_in(dock.body) for key, dock in window.docks.items() if dock.isVisible()}
    assert any(letters(text) for texts in shown.values() for text in texts)
    missing = set().union(*(without_row(texts, key) for key, texts in shown.items()))
    assert not missing, "\n".join(sorted(missing))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_pages_that_rows_name_have_titles(language):
    assert named_pages() <= set(page_titles(language))


@pytest.mark.parametrize("document", ["scara"])
def test_one_key_shows_all_letters_and_a_hover_the_row_of_one(window, hand, document):
    window.pages.navigation.show_page("one_body")
    hand.rest()
    QTest.keyClick(window, Qt.Key.Key_F2)
    hand.rest()
    sheet = window.notation_sheet
    assert sheet.isVisible()
    assert len(sheet.table.rows) == len(letter_rows())
    QTest.keyClicks(sheet.edit, "Delassus")
    assert {row.symbol for row in sheet.table.rows} >= {"M", "W"}
    QTest.keyClick(sheet.edit, Qt.Key.Key_Escape)
    assert not sheet.isVisible()

    cards = window.panels.dynamics.body("one_body").findChildren(EquationCard)
    card = next(card for card in cards if card.view is not None and card.view.key == "euler")
    points = (QPointF(x, y) for y in range(2, card.height(), 2) for x in range(2, card.width(), 2))
    at = next(point for point in points if letter_at(card, point) == "I_{c}").toPoint()
    QApplication.sendEvent(card, QHelpEvent(QEvent.Type.ToolTip, at, card.mapToGlobal(at)))
    assert "kg·m²" in QToolTip.text()
    QToolTip.hideText()


def letters_in(widget):
    """The letters that tell their rows, at points of a widget."""
    points = (QPointF(x, y) for y in range(2, widget.height(), 4) for x in range(2, widget.width(), 2))
    return {symbol for point in points if (symbol := letter_at(widget, point))}


@pytest.mark.parametrize("document", ["scara"])
def test_letters_of_symbolic_matrices_and_of_prose_tell_their_rows_and_words_tell_none(window, hand, document):
    window.use_workspace("table")
    pose = window.findChild(DHFormulas).pose
    hand.wait_until(lambda: pose.entries and pose.isVisible())
    hand.rest()
    assert letters_in(pose) == {"T", "a_{1}", "a_{2}", "c_{1}", "c_{12}", "d_{1}", "d_{3}", "s_{1}", "s_{12}"}
    window.pages.navigation.show_page("statics")
    hand.rest()
    (note,) = window.panels.laboratory.body("statics").part("table.note").findChildren(DottedLabel)
    assert note.text() == "The environment pushes the robot, which holds still: τ = −Γ + g(q), Γ = Σ JᵀF."
    assert letters_in(note) == set("τΓgqΣJF")
