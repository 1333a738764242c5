"""The contact inspector: contacts, their matrices and equation, and the cone of one of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from torseur.ui.look.math_notation import DOT
from torseur.ui.look.paint_text import figures_width
from torseur.ui.look.style import SMALL, apply_style
from torseur.ui.look.theme import LIGHT
from torseur.ui.panels.contact.contact_columns import LESS, ROOM, brief, contact_columns, contact_tip, total_text
from torseur.ui.panels.contact.contact_inspector import ContactInspector
from torseur.ui.panels.contact.values import ContactRow, ContactRows, LoadBounds, ProblemView, SolveFacts
from torseur.ui.text.step_text import step_text
from torseur.ui.window.dock import Scroller

PRESSED = ContactRow("c_1", "brick · ground", 0.0, 0.0, 31.29, 12.21, "sticking", False, 0.6, (12.21, 0.0))
OPEN = ContactRow("c_2", "brick · ground", 2e-3, 1.242e-3, 0.0, 0.0, "open", False, 0.6, (0.0, 0.0))
FACTS = SolveFacts("active_set", 3, 3e-12, "m/s", 1e-8, 1e-3, "hybrid")


def problem(**changes):
    """A view of two contacts, or of as many as `names` says, without friction."""
    names = changes.get("names", ("c_1", "c_2"))
    n = len(names)
    lam, d = np.array(changes.pop("lam", [40.0, 0.0])), np.array(changes.pop("d", [-20.0, -3.0]))
    zeta = np.array(changes.pop("zeta", [0.0, 1.0]))
    zeros = np.zeros((n, 3))
    force, drift, rate = zeros.copy(), zeros.copy(), zeros.copy()
    force[:, 2], drift[:, 2], rate[:, 2] = lam, d, zeta
    values = dict(
        names=names,
        level="acceleration",
        solved=True,
        notes=("What was solved: accelerations, no friction.",),
        M=np.array([[0.5, 0.1], [0.1, 0.5]]),
        W=np.eye(3 * n),
        H=np.eye(2),
        T=np.eye(2),
        H_labels=("brick v_z", "brick ω_x"),
        H_units=("m/s", "rad/s"),
        force=force,
        rate=rate,
        drift=drift,
        given=zeros,
        least=np.zeros(n),
        softness=np.zeros(n),
        slide=zeros[:, :2],
        friction=np.zeros(n),
        load=force,
        load_units=("N",) * n,
        residuals=np.full(n, 3e-12),
        law="coulomb",
        facets=0,
        asked=False,
        rank=2,
        condition=1.5,
        recorded=2e-12,
        complementarity=0.0,
        cone_margin=6.569,
        penetration=0.0,
        relative_residual=2e-13,
        method="active_set",
        iterations=3,
    )
    return ProblemView(**(values | changes))


@pytest.fixture
def inspector(qtbot):
    apply_style(QApplication.instance(), LIGHT)
    inspector = ContactInspector()
    inspector.resize(432, 900)
    inspector.heard = []
    inspector.contact_selected.connect(lambda i: inspector.heard.append(i))
    inspector.problem_requested.connect(lambda wanted: inspector.heard.append(wanted))
    qtbot.addWidget(inspector)
    with qtbot.waitExposed(inspector):
        inspector.show()
    return inspector


def filled(inspector):
    inspector.show_facts(FACTS)
    inspector.show_contacts((PRESSED, OPEN))
    inspector.show_problem(problem())
    QApplication.processEvents()
    return inspector


def equation(inspector):
    model = inspector.equation.table.model()
    return [[model.index(i, k).data() for k in range(model.columnCount())] for i in range(model.rowCount())]


def test_all_is_shown_in_silence(inspector):
    filled(inspector).show_selected(1)
    inspector.grab()
    assert inspector.solution.chips.texts == ("active set", "3 iterations", "hybrid", "recorded every 1.000 ms")
    inspector.solution.show_facts(replace(FACTS, scheme="time_stepping"))
    assert inspector.solution.chips.texts == ("active set", "3 iterations", "time-stepping", "step 1.000 ms")
    assert (inspector.solution.badge.text, inspector.solution.badge.tone) == ("solved, 3e-12 m/s", "good")
    assert inspector.contacts.head.note == "Σλ_n 31.29 N"
    assert inspector.matrix.facts.texts == ("rank 2 of 2", "cond, range 1.500", "forces unique", "active set c1")
    assert inspector.equation.facts.texts == (
        "natural map 3e-12 m/s²",
        "recorded 2e-12 m/s²",
        "cone margin 6.569 N",
        "penetration 0 m",
    )
    assert inspector.equation.signs.texts == (
        f"|ζ{DOT}ᵀλ| 0 N·m/s²",
        "min λ 0 N",
        f"min ζ{DOT} 0 m/s²",
        "active set 3 iterations",
    )
    assert inspector.problem_section.solved.text == "What was solved: accelerations, no friction."
    assert not inspector.problem_section.other.isVisible()
    assert inspector.heard == []


def test_the_step_of_the_hybrid_scheme_is_only_how_often_it_is_recorded():
    assert step_text("hybrid", 1e-3) == "recorded every 1.000 ms"
    assert step_text("time_stepping", 2e-3) == "step 2.000 ms"


def test_a_residual_that_is_too_large_is_marked(inspector):
    inspector.show_facts(replace(FACTS, residual=2e-5, iterations=1))
    assert (inspector.solution.badge.text, inspector.solution.badge.tone) == ("residual 2e-5 m/s", "warning")
    inspector.show_facts(replace(FACTS, residual=2e-13, unit="relative"))
    assert inspector.solution.badge.text == "solved, 2e-13 relative"
    inspector.show_facts(replace(FACTS, residual=float("nan")))
    assert inspector.solution.badge.tone == "warning"
    inspector.show_facts(None)
    assert not inspector.solution.isVisible()


def test_rows_of_the_equation_say_whether_they_obey_the_law(inspector):
    inspector.show_problem(problem())
    assert equation(inspector) == [
        ["c1", "0", "=", "20.00", "+", "−20.00", "40.00", f"λ > 0, ζ{DOT} = 0", "check"],
        ["c2", "1.000", "=", "4.000", "+", "−3.000", "0", f"λ = 0, ζ{DOT} > 0", "check"],
    ]
    inspector.show_problem(problem(zeta=[0.5, -1.0], residuals=np.array([0.5, 1.0])))
    assert [row[-2:] for row in equation(inspector)] == [[f"λ > 0, ζ{DOT} > 0", "warning"], [f"λ = 0, ζ{DOT} < 0", "warning"]]


def test_with_friction_the_directions_across_follow_the_normals(inspector):
    force, rate = np.array([[3.0, 0.0, 40.0], [0.0, -4.0, 8.0]]), np.array([[0.0, 0.0, 0.0], [0.0, 0.5, 0.0]])
    view = problem(friction=np.full(2, 0.5), force=force, load=force, rate=rate, drift=rate - force)
    inspector.show_problem(view)
    assert inspector.equation.head.title == f"u{DOT} = W r + w"
    rows = equation(inspector)
    assert [row[0] for row in rows] == ["c1", "c2", "c1 t1", "c1 t2", "c2 t1", "c2 t2"]
    assert [row[-2] for row in rows[2:]] == ["sticking", "", "sliding", ""]
    assert [row[-3] for row in rows] == ["40.00", "8.000", "3.000", "0", "0", "−4.000"]
    inspector.show_contacts((PRESSED, OPEN))
    table = inspector.equation.table
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.row_rect(4).center())
    assert inspector.heard == [1]


@pytest.mark.parametrize(
    ("level", "asked", "title", "units"),
    [
        ("acceleration", False, f"ζ{DOT} = M λ + d", ("m/s²", "N")),
        ("velocity", False, "ζ⁺ = M Λ + d", ("mm/s", "mN·s")),
        ("velocity", True, "ζ⁺ − a = M Λ + d", ("mm/s", "mN·s")),
        ("impact", False, "ζ⁺ = M Λ + ζ⁻", ("m/s", "N·s")),
        ("impact", True, "ζ⁺ + e ζ⁻ = M Λ + (1+e) ζ⁻", ("m/s", "N·s")),
    ],
)
def test_each_level_has_its_equation_and_its_units(inspector, level, asked, title, units):
    inspector.show_problem(problem(level=level, asked=asked, load_units=(units[1],) * 2))
    assert inspector.equation.head.title == title
    columns = inspector.equation.table.row_model.columns
    assert [columns[k].unit for k in (1, 3, 5, 6)] == [*(units[0],) * 3, units[1]]


def test_the_equation_holds_in_the_numbers_and_units_of_its_columns(inspector):
    """ζ⁺ = M Λ + d, Λ in mN·s where rates are in mm/s, though the table of contacts has forces λ = Λ / h."""
    force = np.array([[0.0, 0.0, 0.04], [0.0, 0.0, 0.0]])  # [N s]
    rate = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 0.003]])
    drift = rate - 0.5 * force
    view = problem(level="velocity", M=0.5 * np.eye(2), force=force, load=force / 1e-3, rate=rate, drift=drift)
    inspector.show_problem(view)
    columns = inspector.equation.table.row_model.columns
    assert (columns[6].title, columns[6].unit, columns[1].unit) == ("Λ", "mN·s", "mm/s")
    for row in inspector.equation.table.rows:
        zeta, product, d, load = (columns[k].value(row) for k in (1, 3, 5, 6))
        assert zeta == pytest.approx(product + d, abs=1e-12)
        assert product == pytest.approx(0.5 * load, abs=1e-12)


def test_joints_that_turn_have_rows_and_units_of_their_own(inspector):
    """Dry friction of a joint that turns is a moment, and its rate in rad/s."""
    view = problem(names=("c_1", "f_1"), level="velocity", friction=np.array([0.5, -2.0]), load_units=("N", "N·m"))
    inspector.show_problem(view)
    section = inspector.equation
    assert [row.name for row in section.turning.rows] == ["f_1"]
    assert "f_1" not in [row.name for row in section.table.rows]
    units = [section.turning.row_model.columns[k].unit for k in (1, 3, 5, 6)]
    assert units == ["mrad/s", "mrad/s", "mrad/s", "mN·m·s"]
    inspector.show_problem(problem())
    assert not section.turning.isVisible()


def test_another_problem_says_that_it_is_another(inspector, qtbot):
    names = {"solved": "solved: velocities, convex relaxation", "coulomb": "another: velocities, Coulomb's cone"}
    inspector.show_contacts((PRESSED, OPEN))
    inspector.show_problem(problem(), names=names, chosen="solved")
    section = inspector.problem_section
    assert (section.which.choice, section.which.count()) == ("solved", 2)
    with qtbot.waitSignal(inspector.problem_chosen) as chosen:
        section.which.setFocus()
        QTest.keyClick(section.which, Qt.Key.Key_Down)
    assert chosen.args == ["coulomb"]
    notes = ("Another problem than the one simulated: velocities, Coulomb's cone.",)
    inspector.show_problem(problem(solved=False, recorded=None, notes=notes), names=names, chosen="coulomb")
    assert section.other.isVisible()
    assert section.other.text == notes[0]
    assert "recorded" not in " ".join(inspector.equation.facts.texts)


def test_impulses_are_summed_apart_from_forces():
    impact = replace(PRESSED, impact=True, normal=4.5)
    assert total_text(ContactRows.of((PRESSED, OPEN))) == ("Σλ_n 31.29 N", "")
    assert total_text(ContactRows.of((impact, OPEN))) == ("", "ΣΛ_n 4.500 N·s")
    assert total_text(ContactRows.of((impact, PRESSED))) == ("Σλ_n 31.29 N", "ΣΛ_n 4.500 N·s")


def test_a_velocity_into_the_ground_is_explained_where_it_is_shown():
    assert "below 0" not in contact_tip(PRESSED)
    assert "ζ⁺ −0.02100 mm/s is below 0 by what the law allows" in contact_tip(replace(PRESSED, speed=-2.1e-5))
    assert "below 0" not in contact_tip(replace(OPEN, speed=-1.0))


def test_the_row_itself_says_that_what_is_pressed_still_closes(inspector):
    striking = replace(PRESSED, impact=True, speed=-2.1e-5)
    inspector.show_contacts((striking,))
    model = inspector.contacts.table.model()
    assert model.index(0, model.columnCount() - 1).data() == "impact, closing"
    assert contact_columns(closing=True)[-1].width >= figures_width("impact, closing", SMALL) + 20
    for more in ({"bounded": True}, {"beside": True}):  # a column of bounds, impulses among forces: names need the room
        column = contact_columns(closing=True, **more)[-1]
        assert column.write(striking).text == "closing"
        assert column.width == contact_columns()[-1].width
    inspector.show_contacts((striking, OPEN))  # its impulse among forces
    assert [model.index(row, model.columnCount() - 1).data() for row in range(2)] == ["closing", "open"]


def test_where_columns_are_many_a_pair_is_read_by_the_body_that_moves():
    """`groun…no07` told nobody which domino it was."""
    standing = replace(PRESSED, pair="ground · domino07", mover="domino07")
    wide, bounded = (contact_columns(bounded=many)[1].write(standing) for many in (False, True))
    assert (wide, bounded) == ("ground · domino07", "domino07")
    between = replace(PRESSED, pair="domino07 · domino08", mover="")
    assert contact_columns(bounded=True)[1].write(between) == "domino07 · domino08"


def test_the_plot_of_friction_is_that_of_the_law_which_was_solved(inspector):
    inspector.show_contacts((PRESSED,))
    assert inspector.cone.head.title == "Friction cone"
    assert inspector.cone.cone.limit_text() == "cone |λ_t| = μ λ_n"
    inspector.show_contacts((replace(PRESSED, facets=4, force=(8.634, 8.634)),))
    inspector.grab()
    assert inspector.cone.head.title == "Friction pyramid"
    assert inspector.cone.cone.accessible().name == "Friction pyramid"
    assert inspector.cone.cone.limit_text() == "pyramid |λ_t| = 0.7071 μ λ_n"  # cos 45°, in the middle of a facet
    assert replace(PRESSED, facets=4, force=(0.0, -1.0)).section == pytest.approx(1.0, abs=1e-12)  # at a corner


@pytest.mark.parametrize("facets", [4, 8])
def test_the_section_of_a_pyramid_is_a_polygon_with_the_friction_in_it(inspector, facets):
    section = inspector.cone.section
    inspector.show_contacts((replace(PRESSED, facets=facets, force=(0.0, 0.0)),))
    corners, middle = section.corners(), section.point()
    assert len(corners) == facets
    limit = PRESSED.friction * PRESSED.normal
    assert (corners[0].x() > middle.x(), corners[0].y()) == (True, middle.y())  # on the first tangent
    inspector.show_contacts((replace(PRESSED, facets=facets, force=(0.0, limit)),))
    top = min(corners, key=lambda corner: corner.y())
    assert (section.point() - top).manhattanLength() < 1e-9  # at its limit along the second, which points up
    inspector.show_contacts((replace(PRESSED, facets=facets, force=(0.5 * limit, 0.0)),))
    assert section.point().x() - middle.x() == pytest.approx(0.5 * (corners[0].x() - middle.x()))
    assert f"{facets} facets" in section.accessible().value
    inspector.grab()


def test_the_section_of_a_cone_has_no_corners_and_without_friction_there_is_none(inspector):
    inspector.show_contacts((PRESSED,))
    assert inspector.cone.section.corners() == []
    assert inspector.cone.section.limit_text() == "μ λ_n = 18.77 N"
    inspector.show_contacts((replace(PRESSED, friction=0.0),))
    assert not inspector.cone.section.isVisible()


def test_an_impulse_is_called_by_its_own_letter_wherever_it_stands(inspector):
    def heads():
        table = inspector.contacts.table
        return [column.title for column in table.row_model.columns]

    impact = replace(PRESSED, impact=True, normal=4.5)
    inspector.show_contacts((PRESSED, OPEN))
    assert {"λ_n", "|λ_t|"} <= set(heads())
    inspector.show_contacts((impact, replace(impact, name="c_2")))
    assert {"Λ_n", "|Λ_t|"} <= set(heads())
    assert not any("λ" in title for title in heads())
    assert inspector.contacts.head.note == "ΣΛ_n 9.000 N·s"
    assert "Λ" in inspector.cone.head.note
    assert "Λn 4.500 N·s" in inspector.cone.cone.accessible().value


def test_a_contact_is_selected_in_the_table_by_mouse_and_keys(inspector):
    table = filled(inspector).contacts.table
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.row_rect(1).center())
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Up)
    QTest.keyClick(table, Qt.Key.Key_Up)
    assert inspector.heard == [1, 0]


def test_a_contact_is_selected_in_the_problem_by_its_name(inspector):
    filled(inspector).show_contacts((OPEN, PRESSED))
    matrix, equation = inspector.matrix.table, inspector.equation.table
    QTest.mouseClick(matrix, Qt.MouseButton.LeftButton, pos=matrix.cell_rect(1, 0).center().toPoint())
    QTest.mouseClick(equation.viewport(), Qt.MouseButton.LeftButton, pos=equation.row_rect(1).center())
    assert inspector.heard == [1, 0]


def test_two_hundred_contacts_fold_to_twelve(inspector):
    inspector.show_contacts([replace(PRESSED, name=f"c_{{{k}}}") for k in range(200)])
    contacts = inspector.contacts
    low = contacts.table.height()
    assert contacts.more.text() == "… 188 more"
    QTest.mouseClick(contacts.more, Qt.MouseButton.LeftButton)
    assert contacts.table.height() > 10 * low
    QTest.mouseClick(contacts.more, Qt.MouseButton.LeftButton)
    assert contacts.table.height() == low
    inspector.show_selected(150)
    assert contacts.table.row_rect(150).bottom() < contacts.table.height()


def test_of_a_thousand_contacts_those_in_sight_are_written_and_all_are_summed_and_copied(inspector):
    made = []

    def make(k):
        made.append(k)
        return replace(PRESSED, name=f"c_{{{k + 1}}}", speed=-1e-3 if k == 900 else 0.0)

    still = np.zeros(1000, dtype=bool)
    rows = ContactRows(np.full(1000, 31.29), still, np.arange(1000) == 900, {}, make)
    inspector.show_contacts(rows)
    assert set(made) == set(range(12))
    assert inspector.contacts.head.note == "Σλ_n 31290 N"
    assert inspector.contacts.more.text() == "… 988 more"
    text = inspector.contacts.array_text()
    assert text.values.shape[0] == 1000
    assert text.rows[900] == "c_{901}"
    assert sorted(made) == list(range(1000))  # each once
    assert list(rows[990:]) == [rows[k] for k in range(990, 1000)]
    few = ContactRows.of((PRESSED, replace(OPEN, bounds=LoadBounds((0, 1), (0, 1), (0, 1)))))
    assert list(few[1:].bounds) == [0]
    assert few[-1].name == "c_2"


def test_nothing_is_said_in_words(inspector):
    inspector.show_contacts(())
    inspector.show_problem(None, "No contact is closed.")
    assert inspector.contacts.line.text == "Nothing touches."
    assert inspector.contacts.line.isVisible()
    assert inspector.matrix.line.text == "No contact is closed."
    assert not inspector.equation.isVisible()
    assert not inspector.cone.isVisible()
    inspector.show_problem(problem())
    assert inspector.equation.isVisible()
    assert inspector.matrix.line.text == ""


def test_the_problem_is_wanted_while_one_of_its_sections_is_open(inspector):
    filled(inspector)
    for head in (inspector.matrix.head, inspector.equation.head):
        QTest.mouseClick(head, Qt.MouseButton.LeftButton, pos=head.rect().topLeft() + head.rect().center() / 8)
    assert not inspector.matrix.table.isVisible()
    assert inspector.heard == [False]
    QTest.mouseClick(inspector.matrix.head, Qt.MouseButton.LeftButton)
    assert inspector.heard == [False, True]
    assert inspector.matrix.table.isVisible()


def test_each_matrix_has_its_units(inspector):
    matrix = filled(inspector).matrix
    assert matrix.table.tip(0, 1).endswith("0.1 1/kg")
    segments = {segment.text(): segment for segment in matrix.which.children() if hasattr(segment, "text")}
    QTest.mouseClick(segments["W"], Qt.MouseButton.LeftButton)
    assert matrix.table.tip(2, 2) == "c1 n · c1 n\n1 1/kg"
    QTest.mouseClick(segments["H"], Qt.MouseButton.LeftButton)
    assert matrix.table.tip(1, 1) == "brick ωx · ωx brick\n1 kg·m²"
    QTest.mouseClick(segments["T"], Qt.MouseButton.LeftButton)
    assert matrix.table.tip(0, 0).endswith("1 1")
    assert matrix.table.tip(1, 1).endswith("1 m")
    assert not matrix.facts.isVisible()


def test_the_cone_is_that_of_the_contact_selected_or_pressed(inspector):
    cone = filled(inspector).cone.cone
    assert cone.axis_end == 40.0
    assert cone.point().y() < cone.height() / 2
    inspector.show_contacts((replace(PRESSED, normal=20.0), OPEN))
    assert cone.axis_end == 40.0  # it does not follow every force
    inspector.show_contacts((replace(PRESSED, normal=44.0), OPEN))
    assert cone.axis_end == 60.0
    inspector.show_selected(1)
    assert inspector.cone.head.note == "no force"
    inspector.grab()


@pytest.mark.parametrize("scheme", ["time_stepping", "hybrid"])  # of which the step takes a line of its own or none
@pytest.mark.parametrize("width", [360, 432])
def test_the_facts_of_the_matrix_never_lie_on_it(inspector, qtbot, width, scheme):
    dock = Scroller(inspector)  # as in the window: alone it would be pressed together where it is too low
    qtbot.addWidget(dock)
    with qtbot.waitExposed(dock):
        dock.resize(width, 900)
        dock.show()
    filled(inspector)
    inspector.show_facts(replace(FACTS, scheme=scheme, solver="newton"))
    n = 4
    four = {"names": tuple(f"c_{k}" for k in range(n)), "M": np.eye(n), "T": np.ones((2, n))}
    inspector.show_problem(problem(**four, lam=np.ones(n), d=-np.ones(n), zeta=np.zeros(n)))
    matrix, equation = inspector.matrix, inspector.equation
    beside = width > 400

    def apart():
        a, b = matrix.table.geometry(), matrix.facts.geometry()
        return not a.intersects(b) and (b.left() > a.right() if beside else b.top() > a.bottom())

    qtbot.waitUntil(apart)
    qtbot.waitUntil(lambda: matrix.body.rect().contains(matrix.facts.geometry()))
    assert not equation.table.geometry().intersects(equation.facts.geometry())
    assert equation.geometry().bottom() < matrix.geometry().top()
    dock.takeWidget()  # the fixture's, which closes it


def test_a_load_that_is_one_of_many_has_its_bounds_in_the_table_and_in_its_tip(inspector):
    bounds = LoadBounds((-12.0, 12.0), (-3.0, 3.0), (0.0, np.inf))
    inspector.show_contacts((replace(PRESSED, bounds=bounds), OPEN))
    QApplication.processEvents()
    model = inspector.contacts.table.model()
    shown = [[model.index(i, k).data() for k in range(model.columnCount())] for i in range(2)]
    assert "0 … ∞" in shown[0]
    assert "∞" not in "".join(shown[1])
    assert "one of many" in inspector.contacts.line.text
    tip = contact_tip(inspector.contacts.rows[0])
    assert "normal 0 … ∞" in tip
    assert "friction −12.00 … 12.00\nand −3.000 … 3.000 N" in tip
    assert "many" not in contact_tip(OPEN)
    inspector.show_contacts((PRESSED, OPEN), "Not looked for.")
    assert inspector.contacts.line.text == "Not looked for."
    inspector.show_contacts((PRESSED, OPEN))
    assert inspector.contacts.line.text == ""


def test_bounds_that_were_not_found_are_said_not_to_be_in_the_table_its_tip_and_its_line(inspector):
    nothing = (np.nan, np.nan)
    inspector.show_contacts((replace(PRESSED, bounds=LoadBounds((-12.0, 12.0), (-3.0, 3.0), nothing)), OPEN))
    model = inspector.contacts.table.model()
    assert "not found" in [model.index(0, k).data() for k in range(model.columnCount())]
    assert "nan" not in contact_tip(inspector.contacts.rows[0])
    assert "normal not found" in contact_tip(inspector.contacts.rows[0])
    assert "one of many" in inspector.contacts.line.text  # its friction is known to be
    assert "the search ended" in inspector.contacts.line.text
    inspector.show_contacts((replace(PRESSED, bounds=LoadBounds(nothing, nothing, nothing)), OPEN))
    assert "one of many" not in inspector.contacts.line.text
    assert "one of many" not in contact_tip(inspector.contacts.rows[0])


@pytest.mark.parametrize(("unique", "told"), [(None, "–"), (True, "unique"), (False, "one of many")])
def test_with_friction_the_matrix_says_whether_forces_are_unique_only_where_that_was_found_out(inspector, unique, told):
    inspector.show_problem(problem(friction=np.full(2, 0.5), unique=unique))
    assert f"forces {told}" in inspector.matrix.facts.texts


def test_a_number_of_the_table_is_never_wider_than_its_column(qapp):
    for x in (-0.0002, -0.00012345, -123456.0, -1.413, 14.715, 2.0 / 3.0):
        for value, room in ((x, ROOM), (abs(x), LESS)):  # with their unit beside them are loads, which push
            text = brief(value, 1e-9, room)
            assert figures_width(text, SMALL) <= room, text  # wider, it was cut in its middle: −0…02
            assert float(text.replace("\u2212", "-")) == pytest.approx(value, rel=0.5)


def test_the_problem_of_a_heap_scrolls_to_the_contact_that_is_selected_whose_rows_come_first(inspector):
    n = 100
    names = tuple(f"c_{{{k}}}" for k in range(1, n + 1))
    M = np.diag(np.arange(1.0, n + 1.0))
    view = problem(names=names, M=M, T=np.ones((2, n)), lam=np.arange(1.0, n + 1.0), d=-np.diag(M), zeta=np.zeros(n), rank=n)
    inspector.show_contacts(tuple(replace(PRESSED, name=name) for name in names))
    inspector.show_problem(view)
    QApplication.processEvents()
    assert inspector.matrix.scrolling.isVisible()
    assert not inspector.matrix.table.isVisible()
    assert [row[0] for row in equation(inspector)] == [f"c{k}" for k in range(1, 13)]
    assert "88 more" in inspector.equation.more.text()
    inspector.show_selected(70)
    assert [row[0] for row in equation(inspector)] == ["c71", *(f"c{k}" for k in range(1, 13))]
    QApplication.processEvents()
    matrix = inspector.matrix.scrolling
    assert matrix.viewport().rect().contains(matrix.visualRect(matrix.model().index(70, 70)))
    assert matrix.model().index(70, 70).data() == "71.0"
    inspector.show_problem(problem())
    assert inspector.matrix.table.isVisible()
    assert not inspector.matrix.scrolling.isVisible()
