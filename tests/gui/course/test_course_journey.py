"""The guide through the course in the real window: each idea is set up, its section in sight, its numbers on the page."""

from __future__ import annotations

import re
from unicodedata import normalize

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QAccessible

from torseur.app.course.ideas import courses
from torseur.ui.displays.scrolling import area_around

IDEAS = [idea for course in courses() for idea in course.ideas]
NUMBER = re.compile(r"(?<![\w.])[−-]?\d+(?:\.\d+)?(?:e[−-]?\d+)?")
MEASURED = re.compile(r"-?\d+\.\d+(?=[-\d., )]*(?:m/s|N)(?![\w·]))")  # speeds, accelerations and forces of a sentence
Text = QAccessible.Text


@pytest.fixture(scope="module", autouse=True)
def listening(shown_window):
    QAccessible.setActive(True)
    size = shown_window.size()
    shown_window.resize(1280, 800)
    yield
    shown_window.resize(size)
    QAccessible.setActive(False)


def words_of(interface):
    """All that a screen reader finds in a part that is seen."""
    if interface is None or not interface.isValid() or interface.state().invisible:
        return []
    below = [words_of(interface.child(k)) for k in range(interface.childCount())]
    return [interface.text(Text.Name), interface.text(Text.Value), *(word for words in below for word in words)]


def lacks(idea, section):
    """What of an idea's numbers and formulas does not stand in its section: a number within what its digits say."""
    words = "\n".join(words_of(QAccessible.queryAccessibleInterface(section)))
    found = [shown.replace("−", "-") for shown in NUMBER.findall(words)]
    if idea.look == "svd/subspaces":  # singular vectors have no sign
        found += [shown.removeprefix("-") for shown in found]
    lacking = [x for x in idea.numbers if not any(is_shown_as(x, one) for one in found)]
    lacking += [x for x in MEASURED.findall(idea.text["en"].replace("−", "-")) if not any(rounds_to(x, one) for one in found)]
    return lacking + [text for text in idea.says if normalize("NFC", text) not in normalize("NFC", words)]


def rounds_to(said, shown):
    """Whether a number on the page is the one that a sentence says with fewer digits."""
    return abs(float(shown) - float(said)) <= 0.5001 * 10.0 ** -len(said.partition(".")[2])


def is_shown_as(x, shown):
    digits, _, power = shown.partition("e")
    last = 10.0 ** (int(power or 0) - len(digits.partition(".")[2]))
    exact = abs(float(shown) - x) <= (3.0 if last < 1e-11 else 0.5 + 1e-6) * last  # times are bisected to 1e-12 s
    return exact and (x == 0.0 or last <= 0.011 * abs(x) or float(shown) == x)


@pytest.mark.parametrize("idea", IDEAS, ids=[idea.code for idea in IDEAS])
def test_an_idea_is_set_up_and_its_section_in_sight_with_its_numbers(awake, hand, idea):
    window = awake
    window.pages.course.look(idea)
    hand.wait_until(lambda: window.pages.course.outline is not None)
    assert window.session.document.reference == idea.opens
    section = window.pages.course.outline.section
    hand.wait_until(lambda: not lacks(idea, section), 20.0)
    hand.rest()
    assert window.workspaces.current == "course"
    assert window.pages.course.outline.isVisible()
    hand.wait_until(lambda: is_in_view(section), 20.0)
    table = window.panels.course.table
    rows = {table.selected, min(table.selected + 1, len(table.rows) - 1)}  # where one is, and where one goes on
    hand.wait_until(
        lambda: all(table.viewport().rect().contains(table.visualRect(table.row_model.index(row, 0)).center()) for row in rows),
        20.0,
    )


def is_in_view(section):
    """Whether the head of a section is in sight, where its page scrolls."""
    area = area_around(section)
    top = 0 if area is None else section.mapTo(area.viewport(), QPoint(0, 0)).y()
    return section.isVisible() and -60 <= top < (100 if area is None else area.viewport().height()) - 40
