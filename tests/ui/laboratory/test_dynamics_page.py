"""The pages State and Equation by themselves: what they say of a motion, and what the user asks of them."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest

from torseur.sim.multibody.dynamics.values import EquationOfMotion
from torseur.ui.controls.fields.amount import Amount
from torseur.ui.displays.equations.equation_card import EquationCard
from torseur.ui.displays.equations.equation_list import EquationList
from torseur.ui.displays.equations.number_columns import column_texts, narrow_text
from torseur.ui.displays.equations.values import EquationView, Term
from torseur.ui.laboratory.dynamics.equation.page import EquationPage
from torseur.ui.laboratory.dynamics.equation.values import RecordedStep
from torseur.ui.laboratory.dynamics.state.page import StatePage
from torseur.ui.laboratory.dynamics.values import Coordinate

LEFT = Qt.MouseButton.LeftButton
ELBOW = Coordinate("q_1", "elbow", "arm/elbow", True)
QUILL = Coordinate("q_2", "quill", "arm/quill", False)
H, C = np.diag([2.0, 0.5]), np.array([[0.0, 3.0], [-3.0, 0.0]])
V, A = np.array([1.0, 2.0]), np.array([np.pi, 4.0])
TAU = H @ A + C @ V + np.array([0.0, 5.0])
EQUATION = EquationOfMotion(
    V, A, H, C, np.zeros((2, 2)), np.array([0.0, 5.0]), np.zeros(2), TAU, A, A + 1e-9, 2.0, 1.5, "", H, np.zeros(2)
)


@pytest.fixture
def page(qtbot):
    page = EquationPage()
    qtbot.addWidget(page)
    page.resize(400, 1200)
    page.show_absent("")
    page.show_equation(EQUATION, (ELBOW, QUILL), "deg", "ABA")
    page.show()
    return page


@pytest.fixture
def state(qtbot):
    page = StatePage()
    qtbot.addWidget(page)
    page.resize(400, 700)
    page.show_absent("")
    rows = [Amount(0, "q_1", "elbow", True, 3.0, 1e6), Amount(1, "q_2", "quill", False, 3.0, 1e6)]
    page.motion.set_numbers(rows, rows, "deg")
    page.motion.show_motion(V, A, (0.0, 0.0, -9.81), "typed", "")
    page.show()
    return page


def texts(table):
    model = table.row_model
    return [tuple(model.index(row, at).data() for at in range(model.columnCount())) for row in range(model.rowCount())]


def test_each_joint_has_its_terms_in_its_own_unit(page):
    assert texts(page.balance) == [
        ("q1 elbow N·m", "6.283", "6.000", "0", "12.28"),
        ("q2 quill N", "2.000", "−3.000", "5.000", "4.000"),
    ]
    assert page.residual.texts == ("Largest |left − right side| 0 | 0 N·m | N",)
    assert [row[0] for row in texts(page.accelerations)] == ["q1 elbow °/s²", "q2 quill m/s²"]
    assert texts(page.accelerations)[0][1] == "180.0"
    assert page.apart.texts[0].endswith("°/s² | m/s²"), "as in the rows above"
    copied = page.accelerations.to_copy()
    assert copied.rows == ("arm/elbow [rad/s²]", "arm/quill [m/s²]")
    np.testing.assert_array_equal(copied.values[:, 0], A)
    assert "Power of the motors, τmᵀ q̇ 20.28 W" in page.energy.texts
    lines = page.balance.to_copy().csv().splitlines()
    assert lines[0] == ",H q̈,C q̇,g,τ,JᵀF,τp,τm,residual"
    assert lines[2] == "arm/quill [N],2.0,-3.0,5.0,4.0,0.0,0.0,4.0,0.0"


def test_what_the_environment_does_has_a_column_while_there_is_something_and_its_power_is_counted(page):
    external = np.array([0.0, 2.0])
    page.show_equation(replace(EQUATION, external=external, tau=TAU - external), (ELBOW, QUILL), "deg", "ABA")
    assert texts(page.balance)[1] == ("q2 N", "2.000", "−3.000", "5.000", "2.000", "2.000")
    assert page.balance_head.title.endswith("Σ JᵀF")
    assert "Power of the environment, (Σ JᵀF)ᵀ q̇ 4.000 W" in page.energy.texts
    page.show_equation(EQUATION, (ELBOW, QUILL), "deg", "ABA")
    assert len(texts(page.balance)[1]) == 5
    assert page.balance_head.title == "H q̈ + C q̇ + g = τ"


def test_what_joints_give_by_themselves_has_a_column_and_is_left_out_of_the_torque_of_the_motors_alone(page):
    passive = np.array([-0.5, 0.0])
    page.show_equation(replace(EQUATION, passive=passive), (ELBOW, QUILL), "deg", "ABA")
    assert texts(page.balance)[0] == ("q1 N·m", "6.283", "6.000", "0", "12.28", "−0.500", "12.78")
    assert page.balance_head.title == "H q̈ + C q̇ + g = τ,   τ = τ_m + τ_p"
    assert "Power of the joints by themselves, τpᵀ q̇ −0.5000 W" in page.energy.texts
    assert "Power of the motors, τmᵀ q̇ 20.78 W" in page.energy.texts
    page.show_equation(replace(EQUATION, passive=passive, external=np.ones(2)), (ELBOW, QUILL), "deg", "ABA")
    assert page.balance.to_copy().csv().splitlines()[0] == ",H q̈,C q̇,g,JᵀF,τ,τm,τp,residual"
    assert len(texts(page.balance)[0]) == 7, "there is no room for more: τ_p is copied"


def test_a_column_of_the_mass_matrix_is_chosen_in_the_table_or_step_by_step_and_stands_beside_its_torques(page, qtbot):
    section = page.matrices.column
    columns = H + np.array([[0.0, 0.0], [0.0, 1e-9]])
    page.show_equation(replace(EQUATION, columns=columns), (ELBOW, QUILL), "deg", "ABA", 1)
    assert section.head.title == "Column q_2 of H"
    assert texts(section.table) == [("q1 elbow kg·m", "0", "0", "0"), ("q2 quill kg", "0.5000", "0.5000", "1e-9")]
    heat = page.matrices.table
    with qtbot.waitSignal(page.matrices.column_chosen) as chosen:
        QTest.mouseClick(heat, LEFT, pos=heat.cell_rect(1, 0).center().toPoint())
    assert chosen.args == [0]
    with qtbot.waitSignal(page.matrices.column_chosen) as chosen:
        QTest.mouseClick(section.forward, LEFT)
    assert chosen.args == [0], "after the last the first"
    QTest.mouseClick(page.matrices.which.button("C"), LEFT)
    assert section.isHidden()
    QTest.mouseClick(page.matrices.which.button("H"), LEFT)


def test_a_recorded_step_has_its_terms_with_those_of_contacts_one_by_one_and_what_is_left(page):
    zero = np.zeros(2)
    each = np.array([[1.0, 0.5], [2.0, -0.5]])
    step = RecordedStep(
        TAU - [0.0, 5.0],
        zero,
        np.array([0.0, 5.0]),
        TAU - [3.0, 0.0],
        zero,
        each,
        ("link · floor",) * 2,
        "step to 0.5 s",
    )
    section = page.recorded
    assert section.isHidden()
    section.show_step(step, "", (ELBOW, QUILL))
    assert texts(section.table)[0] == ("q1 N·m", "12.28", "0", "0", "3.000", "9.283")
    assert section.residual.texts == ("Largest |left − right side| 0 | 0 N·m | N",)
    np.testing.assert_array_equal(section.each.values, each.T)
    section.show_step(None, "Velocities jump here.", (ELBOW, QUILL))
    assert section.table.isHidden()
    assert section.why.text == "Velocities jump here."
    section.show_step(None, "", ())
    assert section.isHidden()


def test_the_matrix_that_is_chosen_is_shown_and_copied(page):
    np.testing.assert_array_equal(page.matrices.table.values, H)
    QTest.mouseClick(page.matrices.which.button("C"), LEFT)
    np.testing.assert_array_equal(page.matrices.table.values, C)
    np.testing.assert_array_equal(page.matrices.to_copy().values, C)
    QTest.mouseClick(page.matrices.which.button("skew"), LEFT)
    np.testing.assert_array_equal(page.matrices.table.values, -2.0 * C)


def test_what_rounding_leaves_of_a_matrix_is_not_coloured_and_is_copied(page):
    rounded = np.array([[2.0, 3e-17], [3e-17, 0.5]])
    page.show_equation(replace(EQUATION, H=rounded), (ELBOW, QUILL), "deg", "ABA")
    np.testing.assert_array_equal(page.matrices.table.values, H)
    assert page.matrices.table.shades[1] == 0
    np.testing.assert_array_equal(page.matrices.to_copy().values, rounded)


def test_what_is_typed_or_dragged_is_told_in_radians_and_metres(state, qtbot):
    section = state.motion
    field = section.row("v", 0).field
    assert field.text() == "57.30"
    with qtbot.waitSignal(section.entered) as entered:
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, "90")
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert entered.args == ["v", 0, np.pi / 2]
    with qtbot.waitSignal(section.entered) as dragged:
        QTest.mouseClick(section.row("a", 1).slider, LEFT, pos=section.row("a", 1).slider.rect().center())
    assert dragged.args[:2] == ["a", 1]
    assert abs(dragged.args[2]) < 0.1  # the middle of a slider is zero, to a pixel
    with qtbot.waitSignal(section.source_chosen) as chosen:
        QTest.mouseClick(section.source.button("recording"), LEFT)
    assert chosen.args == ["recording"]
    for button, signal in (
        (section.rest_button, section.rest_requested),
        (section.one_button, section.one_requested),
        (section.random_button, section.random_requested),
    ):
        with qtbot.waitSignal(signal):
            QTest.mouseClick(button, LEFT)


def test_without_an_inverse_of_the_mass_matrix_it_says_so(page):
    nothing = np.full(2, np.nan)
    page.show_equation(
        replace(EQUATION, by_bodies=nothing, by_inverse=nothing, status="No inverse."), (ELBOW, QUILL), "deg", "ABA"
    )
    assert page.status.text == "No inverse."
    assert page.accelerations.isHidden()


def test_nothing_to_show_is_told_in_a_sentence(page, state):
    for one, hidden in ((page, page.balance), (state, state.motion)):
        assert hidden.isVisible()
        one.show_absent("Nothing moves.")
        assert one.absent.text == "Nothing moves."
        assert not hidden.isVisible()


def test_they_fit_the_narrowest_dock(page, state):
    for one in (page, state):
        assert one.minimumSizeHint().width() <= 340
        assert one.layout().minimumSize().width() <= 340


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
