"""Cards of equations: terms that are chosen, and numbers that stand in columns."""

from __future__ import annotations

import re

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest

from torseur.app.laboratory.motion.coordinates import Coordinate
from torseur.ui.displays.equations.equation_card import EquationCard
from torseur.ui.displays.equations.equation_list import EquationList
from torseur.ui.displays.equations.number_columns import column_texts, narrow_text
from torseur.ui.displays.equations.values import EquationView, Term

LEFT = Qt.MouseButton.LeftButton
ELBOW = Coordinate("q_1", "elbow", "arm/elbow", True)
QUILL = Coordinate("q_2", "quill", "arm/quill", False)


def test_a_term_of_the_equation_at_hand_is_chosen_by_a_click_and_by_keys(qtbot):
    terms = (
        Term("p", np.ones(3)),  # no part of the sum
        Term("a", np.ones(3), color="#0072B2"),
        Term("b", np.ones(3), "", "+", "#E69F00"),
        Term("c", 2.0 * np.ones(3), "", "=", "#D55E00"),
    )
    view = EquationView("sum", "A sum", (("c = ", ""), ("a", "#0072B2"), (" + ", ""), ("b", "#E69F00")), terms)
    card = EquationCard()
    qtbot.addWidget(card)
    card.show_equation(view, "now")
    card.resize(400, card.height())
    card.show()
    chosen = []
    card.term_chosen.connect(lambda term: (chosen.append(term), card.show_equation(view, "now", term)))
    QTest.mouseClick(card, LEFT, pos=card.row_rect(2).center().toPoint())
    QTest.mouseClick(card, LEFT, pos=card.row_rect(2).center().toPoint())
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up):
        QTest.keyClick(card, key)
    assert chosen == [2, -1, 1, 2, 3, -1, 3]
    with qtbot.waitSignal(card.chosen):
        QTest.mouseClick(card, LEFT, pos=card.row_rect(0).center().toPoint())
    assert [view.piece_of(k) for k in view.stops] == [1, 3, 0]


def test_a_list_that_keeps_its_mark_has_it_while_its_equation_is_at_hand(qtbot):
    terms = (
        Term("a", np.ones(3), color="#0072B2"),
        Term("b", np.ones(3), "", "+", "#E69F00"),
        Term("c", 2.0 * np.ones(3), "", "=", "#D55E00"),
    )
    formula = (("c = ", ""), ("a", "#0072B2"), (" + ", ""), ("b", "#E69F00"))
    views = [EquationView(key, key, formula, terms) for key in ("one", "other")]
    shown = EquationList(keeps_mark=True)
    qtbot.addWidget(shown)
    shown.show_equations(views, 0, "later")
    shown.resize(400, 400)
    shown.show()
    QTest.mouseClick(shown.cards[0], LEFT, pos=shown.cards[0].row_rect(1).center().toPoint())
    shown.show_equations(views, 0, "later")  # as at each tick
    assert (shown.marked, shown.cards[0].marked) == (1, 1)
    QTest.mouseClick(shown.cards[0], LEFT, pos=QPoint(60, 12))  # beside the terms: all are shown again
    assert (shown.marked, shown.cards[0].marked) == (-1, -1)
    QTest.mouseClick(shown.cards[0], LEFT, pos=shown.cards[0].row_rect(1).center().toPoint())
    shown.show_equations(views, 1, "later")
    assert shown.marked == -1


def test_small_numbers_of_an_equation_do_not_touch_each_other(qtbot):
    card = EquationCard()
    qtbot.addWidget(card)
    card.resize(368, 100)
    heads = (("f", "N"), ("n", "N·m"))
    card.show_equation(EquationView("a", "a", (("a", ""),), (Term("a", np.full(6, -0.00012), "", "="),), heads), "done")
    image, row = card.grab().toImage(), QRect(8, 40, 352, 18)  # below the formula and the heads
    paper = image.pixel(row.right() - 4, row.top() + 1)
    is_blank = [
        all(image.pixel(x, y) == paper for y in range(row.top() + 2, row.bottom() - 2))
        for x in range(row.left() + 6, row.right() - 4)
    ]
    runs = "".join("_" if blank else "x" for blank in is_blank)
    assert len([gap for gap in re.findall("_+", runs.strip("_")) if len(gap) >= 4]) >= 6, runs


def test_terms_add_up_at_the_digits_shown_and_small_ones_have_three_at_least():
    terms = [
        Term("m g", np.array([0.0, 0.0, -4.2986]), "", "", "#0072B2"),
        Term("f_e", np.array([0.0, 3.0e-4, -100.0]), "", "+", "#E69F00"),
        Term("f_j", np.array([-0.4631, -0.5602, 104.2003]), "", "+", "#009E73"),
        Term("f", np.array([-0.4631, -0.5599, -0.0983]), "", "=", "#D55E00"),
    ]
    texts = [[text.replace("−", "-") for text in row] for row in column_texts(terms, 68.0)]
    assert [row[2] for row in texts] == ["-4.2986", "-100.0000", "104.2003", "-0.0983"]
    for k in range(3):
        decimals = max((len(row[k].partition(".")[2]) for row in texts), default=0)
        total = sum(float(row[k]) for row in texts[:-1])
        assert total == pytest.approx(float(texts[-1][k]), abs=0.51 * 10.0**-decimals)
    for x in (-2.984e-4, 0.09826, -104.2, 4.91e-5):
        text, _ = narrow_text(x, 49.0, 600)
        assert float(text.replace("−", "-")) == pytest.approx(x, rel=5.1e-3), "half a unit of the third digit"


def test_six_numbers_at_hand_take_two_lines_with_what_they_are_and_a_matrix_has_a_head_above_each_block(qtbot):
    card = EquationCard()
    qtbot.addWidget(card)
    heads = (("f", "N"), ("n", "N·m"))
    view = EquationView("a", "a", (("a", ""),), (Term("a", np.ones(6), "", "="), Term("u", np.ones(3))), heads)
    assert [view.unit_of(0, line) for line in (0, 1)] == [("f", "N"), ("n", "N·m")]
    assert view.unit_of(1) == ("", "")
    card.show_equation(view, "now")
    assert card.row_rect(0).height() == 2 * card.row_rect(1).height()
    rows = tuple(Term(name, np.ones(6)) for name in "abcdef")
    card.show_equation(EquationView("m", "m", (("I", ""),), rows, (*heads, *heads)), "now")
    steps = np.diff([card.row_rect(k).top() for k in range(6)])
    assert steps[2] > steps[0] == steps[1] == steps[3], "the heads of the blocks below"
