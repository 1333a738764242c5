"""The page Inspector without a window: contacts, their matrices and equation, and the cone of one of them."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from tests.app.laboratory.contact.seen_instant import seen_at
from torseur import sim
from torseur.app.drawing.contact.contact_bounds_drawing import LoadBounds
from torseur.app.drawing.contact.contact_labels import PairNames
from torseur.app.laboratory.contact.inspector import load_bounds
from torseur.app.laboratory.contact.inspector.cone_blocks import cone_section
from torseur.app.laboratory.contact.inspector.contact_table import ContactRows, contacts_section
from torseur.app.laboratory.contact.inspector.equation import equation_section
from torseur.app.laboratory.contact.inspector.page import Inspector, InspectorSettings, solution_section
from torseur.app.laboratory.contact.inspector.problem_blocks import matrix_section
from torseur.app.sheet.page import SelectContact
from torseur.app.sheet.questions import ImmediateQuestions
from torseur.sim.contact.contacts import Contacts, Mode
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.model.model import JointKind
from torseur.sim.simulation.inspection.inspected_problem import InspectedProblem
from torseur.sim.texts import tr
from torseur.ui.look.math_notation import DOT
from torseur.ui.sheet.blocks import UserEvent
from torseur.ui.sheet.sheet import Sheet, difference
from torseur.ui.text.step_text import step_text

PAGE, SETTINGS = Inspector(), InspectorSettings()
MODEL = SimpleNamespace(body_names=("ground", "brick"), joint=lambda name: SimpleNamespace(name=name, kind=JointKind.REVOLUTE))
PAIRS = PairNames(("ground", "brick"), (True, False))
BOUNDS = LoadBounds((-12.0, 12.0), (-3.0, 3.0), (0.0, np.inf))


@pytest.fixture(scope="module")
def brick():
    """It lies on its four corners."""
    return sim.simulate(sim.load_scene("brick_on_corner"), 1.0)


@pytest.fixture(scope="module")
def stack():
    return sim.simulate(sim.load_scene("box_stack"), 0.1)


def contact_rows(*normal, friction=(12.21, 0.0), speed=0.0, impact=(), bounds=None):
    """Contacts of a brick and the ground below it, pressed so much [N]."""
    n = len(normal)
    load = np.array([(*(friction if x else (0.0, 0.0)), x) for x in normal])
    zeros, ones = np.zeros((n, 3)), np.ones(n, dtype=np.int64)
    contacts = Contacts(
        body_a=0 * ones,
        body_b=ones,
        point=zeros,
        normal=np.tile([0.0, 0.0, 1.0], (n, 1)),
        gap=np.where(load[:, 2] > 0.0, 0.0, 2e-3),
        velocity=np.tile([0.0, 0.0, speed], (n, 1)),
        impulse=load,
        force=load,
        friction=0.6 * ones,
        mode=np.where(load[:, 2] > 0.0, Mode.STICK, Mode.OPEN),
        impact=np.isin(np.arange(n), impact),
    )
    return ContactRows(contacts, MODEL, bounds or {}, PAIRS)


def problem(names=("c_1", "c_2"), M=((0.5, 0.1), (0.1, 0.5)), drift=None, **changes):
    """Two contacts, or as many as there are names, without friction: u = W r + w, of which M is the normal part."""
    n = len(names)
    W, w, force = np.eye(3 * n), np.zeros((n, 3)), np.zeros((n, 3))
    W[2::3, 2::3], w[:2, 2], force[0, 2] = np.asarray(M)[:n, :n], (-20.0, -3.0), 40.0
    touching = sim.contact_problem_from(W, (w if drift is None else drift).ravel(), 0.0)
    touching = replace(touching, friction=changes.pop("friction", np.zeros(n)))
    of_each = dict(force=force, given=0.0 * w, least=np.zeros(n), target=np.zeros(n), softness=np.zeros(n), joints=("",) * n)
    found = InspectedProblem(
        recording=SimpleNamespace(
            contacts=lambda index: SimpleNamespace(impact=np.zeros(n, dtype=bool)), scene=SimpleNamespace(model=MODEL)
        ),
        index=1,
        which="solved",
        names=names,
        rows=tuple(range(n)),
        problem=touching,
        J=np.zeros((3 * n, 0)),
        level="acceleration",
        law="coulomb",
        facets=0,
        **of_each,
        recorded_residual=2e-12,
        interval=0.0,
        method="active_set",
        iterations=3,
    )
    return replace(found, **changes)


def shown(*sections):
    return Sheet(sections)


def texts(table):
    return [[cell.text or cell.icon for cell in row] for row in table.rows]


def test_all_of_an_instant_is_told_alike_when_it_is_written_twice(brick):
    questions, seen = ImmediateQuestions(), seen_at(brick, contact=1)
    sheet = PAGE.sheet(seen, SETTINGS, questions)
    assert not difference(sheet, PAGE.sheet(seen, SETTINGS, questions))
    assert [block.key for block in sheet.blocks] == ["solution", "contacts", "of", "cone"]
    assert sheet.block("solution").badge[:2] == ("solved, 2e-17 m/s", "good")
    assert sheet.block("contacts.table").selected == 1
    assert sheet.block("matrix.matrix").selected == (1, 1)
    assert sheet.block("cone").caption == "c_2, μ 0.6000"
    assert sheet.of == (brick, seen.index)
    assert len(PAGE.layer(seen, SETTINGS, questions)[0].polytopes) == 0  # no arrows are drawn


def test_nothing_is_said_in_words(brick):
    posing = PAGE.sheet(replace(seen_at(brick), recording=None), SETTINGS, ImmediateQuestions())
    assert posing.block("note").text == "Not simulated yet."
    assert posing.block("none").text == "Press Space to simulate: contacts show here."
    falling = PAGE.sheet(seen_at(brick, 1), SETTINGS, ImmediateQuestions())
    assert falling.block("note").text == "Nothing touches."
    assert falling.block("matrix.none").text == "Nothing touched in this step."
    assert not falling.has("equation")
    assert not falling.has("cone")
    playing = PAGE.sheet(seen_at(brick, playing=True), SETTINGS, ImmediateQuestions())
    assert playing.block("matrix.none").text == "Pause to see the contact problem of an instant."
    assert len(playing.block("contacts.table").rows) == 4


def test_a_problem_is_set_up_while_one_of_its_sections_is_open(brick):
    folded = PAGE.sheet(seen_at(brick), InspectorSettings(frozenset()), ImmediateQuestions())
    assert [folded.block(key).open for key in ("equation", "matrix")] == [False, False]
    assert not folded.has("problem")
    one = PAGE.sheet(seen_at(brick), InspectorSettings(frozenset({"of.matrix"})), ImmediateQuestions())
    assert [one.block(key).open for key in ("equation", "matrix")] == [False, True]


def test_another_problem_says_that_it_is_another(brick):
    questions, seen = ImmediateQuestions(), seen_at(brick)
    assert PAGE.sheet(seen, SETTINGS, questions).block("other").text == ""
    settings = PAGE.reduce(SETTINGS, UserEvent("of.problem.which", "chosen", "frictionless"), seen, questions)
    sheet = PAGE.sheet(seen, settings, questions)
    assert sheet.block("problem.which").chosen == "frictionless"
    assert sheet.block("other").text.startswith("Another problem than the one simulated")
    assert "recorded" not in [name for name, _, _ in sheet.block("equation.facts").facts]


def test_a_contact_is_selected_in_the_table_and_in_the_problem_by_its_name(brick):
    questions, seen = ImmediateQuestions(), seen_at(brick)
    PAGE.sheet(seen, SETTINGS, questions)

    def selected(event, settings=SETTINGS):
        found = PAGE.reduce(settings, UserEvent(*event), seen, questions)
        return found[1] if isinstance(found, tuple) else None

    assert selected(("contacts.table", "selected", 2)) == SelectContact(2)
    assert selected(("of.equation.table", "selected", 7)) == SelectContact(1)  # c_2 t_2
    assert selected(("of.matrix.matrix", "pressed", (1, 3))) == SelectContact(3)
    assert selected(("of.matrix.matrix", "pressed", (1, 5)), replace(SETTINGS, matrix="W")) == SelectContact(1)
    assert selected(("of.matrix.matrix", "pressed", (1, 1)), replace(SETTINGS, matrix="H")) is None


def test_a_residual_that_is_too_large_is_marked_and_so_is_a_doubtful_contact(brick):
    def badge(residual=3e-12, doubtful=0, accelerations=False):
        problems = SimpleNamespace(**dict.fromkeys(("is_start", "is_planned"), lambda i: False))
        problems.is_of_accelerations = lambda i: accelerations
        stub = dict(settings=brick.settings, problems=problems, iterations=[3])
        return solution_section(SimpleNamespace(**stub, residual=[residual], doubtful=[doubtful]), 0).badge[:2]

    assert badge() == ("solved, 3e-12 m/s", "good")
    assert badge(accelerations=True) == ("solved, 3e-12 relative", "good")
    assert badge(doubtful=1) == ("doubtful contact, 3e-12 m/s", "warning")
    assert badge(residual=2e-5, doubtful=1) == ("residual 2e-5 m/s", "warning")
    assert badge(residual=np.nan) == ("no residual", "warning")
    assert solution_section(brick, 0) is None


def test_the_step_of_the_hybrid_scheme_is_only_how_often_it_is_recorded():
    assert step_text("hybrid", 1e-3) == "recorded every 1.000 ms"
    assert step_text("time_stepping", 2e-3) == "step 2.000 ms"


def test_rows_of_the_equation_say_whether_they_obey_the_law():
    section = equation_section(problem(), "c_2", True)
    assert (section.title, section.note) == (f"ζ{DOT} = M λ + d", f"0 ≤ ζ{DOT} ⊥ λ ≥ 0")
    table = shown(section).block("table")
    assert table.selected == 1
    assert texts(table) == [
        ["c_1", "0", "=", "20.00", "+", "−20.00", "40.00", f"λ > 0, ζ{DOT} = 0", "check"],
        ["c_2", "1.000", "=", "4.000", "+", "−3.000", "0", f"λ = 0, ζ{DOT} > 0", "check"],
    ]
    drift = np.array([[0.0, 0.0, -19.5], [0.0, 0.0, -5.0]])
    wrong = texts(shown(equation_section(problem(drift=drift), "", True)).block("table"))
    assert [row[-2:] for row in wrong] == [[f"λ > 0, ζ{DOT} > 0", "warning"], [f"λ = 0, ζ{DOT} < 0", "warning"]]


def test_with_friction_the_directions_across_follow_the_normals():
    force, rate = np.array([[3.0, 0.0, 40.0], [0.0, -4.0, 8.0]]), np.array([[0.0, 0.0, 0.0], [0.0, 0.5, 0.0]])
    section = equation_section(problem(friction=np.full(2, 0.5), M=np.eye(2), force=force, drift=rate - force), "", True)
    assert section.title == f"u{DOT} = W r + w"
    rows = texts(shown(section).block("table"))
    assert [row[0] for row in rows] == ["c_1", "c_2", "c_1 t_1", "c_1 t_2", "c_2 t_1", "c_2 t_2"]
    assert [row[-2] for row in rows[2:]] == ["sticking", "", "sliding", ""]
    assert [row[-3] for row in rows] == ["40.00", "8.000", "3.000", "0", "0", "−4.000"]


def test_each_level_has_its_equation_and_its_units():
    for level, asked, title, *units in (
        ("acceleration", False, f"ζ{DOT} = M λ + d", "m/s²", "N"),
        ("velocity", False, "ζ⁺ = M Λ + d", "mm/s", "mN·s"),
        ("velocity", True, "ζ⁺ − a = M Λ + d", "mm/s", "mN·s"),
        ("impact", False, "ζ⁺ = M Λ + ζ⁻", "m/s", "N·s"),
        ("impact", True, "ζ⁺ + e ζ⁻ = M Λ + (1+e) ζ⁻", "m/s", "N·s"),
    ):
        section = equation_section(problem(level=level, target=np.full(2, float(asked))), "", True)
        assert section.title == title
        columns = shown(section).block("table").columns
        assert [columns[k].unit for k in (1, 3, 5, 6)] == [*units[:1] * 3, units[1]]


def test_the_equation_holds_in_the_numbers_and_units_of_its_columns():
    """ζ⁺ = M Λ + d, Λ in mN·s where rates are in mm/s, though the table of contacts has forces λ = Λ / h."""
    force = np.array([[0.0, 0.0, 0.04], [0.0, 0.0, 0.0]])  # [N s]
    rate = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 0.003]])
    drift = rate - 0.5 * force
    asked = problem(level="velocity", M=0.5 * np.eye(2), force=force, interval=1e-3, drift=drift)
    table = shown(equation_section(asked, "", True)).block("table")
    for row in table.rows:
        zeta, product, d, load = (row[k].value for k in (1, 3, 5, 6))
        assert zeta == pytest.approx(product + d, abs=1e-12)
        assert product == pytest.approx(0.5 * load, abs=1e-12)
    np.testing.assert_array_equal(table.copied.values, np.column_stack([x.ravel() for x in (rate, rate - drift, drift, force)]))


def test_joints_that_turn_have_rows_and_units_of_their_own():
    """Dry friction of a joint that turns is a moment, and its rate in rad/s."""
    joints = "", tr("dry friction of {name}", name="elbow")
    asked = problem(names=("c_1", "f_1"), level="velocity", friction=np.array([0.5, -2.0]), rows=(0, -1), joints=joints)
    sheet = shown(equation_section(asked, "", True))
    assert [row[0] for row in texts(sheet.block("turning"))] == ["f_1"]
    assert "f_1" not in [row[0] for row in texts(sheet.block("table"))]
    assert [sheet.block("turning").columns[k].unit for k in (1, 3, 5, 6)] == ["mrad/s", "mrad/s", "mrad/s", "mN·m·s"]


def test_each_matrix_has_its_units_and_that_of_a_heap_scrolls(brick):
    def units(which):
        return list(shown(matrix_section(sim.solved_problem(brick, -1), which, "", None, True)).block("matrix.matrix").units)

    assert units("M") == units("W") == ["1/kg"]
    assert units("H") == [*(["kg"] * 3 + ["kg·m"] * 3) * 3, *(["kg·m"] * 3 + ["kg·m²"] * 3) * 3]
    assert units("T") == [*["1"] * 12, *["m"] * 12]
    many = problem(names=tuple(f"c_{{{k}}}" for k in range(1, 101)), M=np.eye(100))
    matrix = shown(matrix_section(many, "W", "c_{71}", None, True)).block("matrix.matrix")
    assert (matrix.scrolls, matrix.selected) == (True, (212, 212))


def test_with_friction_the_matrix_says_whether_forces_are_unique_only_where_that_was_found_out():
    for unique, told in ((None, "–"), (True, "unique"), (False, "one of many")):
        section = matrix_section(problem(friction=np.full(2, 0.5)), "M", "", unique, True)
        assert [value for _, value, _ in shown(section).block("facts").facts] == ["2 of 2", "1.500", told, "c_1"]


def test_impulses_are_called_by_their_own_letter_and_summed_apart_from_forces():
    assert contact_rows(31.29, 0.0).total_text() == "Σλ_n 31.29 N"
    struck = contact_rows(4.5, 0.0, impact=(0, 1))
    assert struck.total_text() == "ΣΛ_n 4.500 N·s"
    assert {"Λ_n", "|Λ_t|"} <= {column.title for column in struck.columns()}
    both = contact_rows(4.5, 31.29, impact=(0,))
    assert both.total_text() == "Σλ_n 31.29 N · ΣΛ_n 4.500 N·s"
    assert [row[4].unit for row in both] == ["N·s", ""]
    assert cone_section(struck, -1, 0).note == "Λ_t/Λ_n = 2.713"


def test_what_is_pressed_and_still_closes_says_so_and_its_tip_explains_it():
    closing, still = contact_rows(31.29, 0.0, speed=-2.1e-5), contact_rows(31.29)
    assert [row[-1].text for row in closing] == ["closing", "open"]
    assert [row[-1].icon for row in closing] == ["sticking", "open"]
    assert "ζ⁺ −0.02100 mm/s is below 0 by what the law allows" in closing[0][0].tip
    assert "below 0" not in closing[1][0].tip + still[0][0].tip


def test_a_load_that_is_one_of_many_has_its_bounds_in_the_table_and_in_its_tip():
    """There a pair is read by the body that moves: `groun…no07` told nobody which domino it was."""
    rows = contact_rows(31.29, 0.0, bounds={0: BOUNDS})
    section = contacts_section(rows, "Not looked for.", -1)
    assert [row[4].text for row in rows] == ["0 … ∞", ""]
    assert "one of many" in section.blocks[-1].text
    assert section.blocks[-1].text.endswith("Not looked for.")
    assert "normal 0 … ∞\nfriction −12.00 … 12.00\nand −3.000 … 3.000 N" in rows[0][0].tip
    assert "many" not in rows[1][0].tip
    assert [one[0][1].text for one in (rows, contact_rows(31.29))] == ["brick", "ground · brick"]
    assert contacts_section(contact_rows(31.29), "", -1).blocks[-1].text == ""


def test_bounds_that_were_not_found_are_said_not_to_be_in_the_table_its_tip_and_its_line():
    nothing = (np.nan, np.nan)
    rows = contact_rows(31.29, bounds={0: BOUNDS._replace(normal=nothing)})
    assert rows[0][4].text == "not found"
    assert "normal not found" in rows[0][0].tip
    assert "nan" not in rows[0][0].tip
    told = contacts_section(rows, "", -1).blocks[-1].text
    assert "one of many" in told  # its friction is known to be
    assert "the search ended" in told
    unknown = contact_rows(31.29, bounds={0: LoadBounds(nothing, nothing, nothing)})
    assert "one of many" not in contacts_section(unknown, "", -1).blocks[-1].text + unknown[0][0].tip


def test_all_contacts_are_copied_with_every_digit():
    copied, nan = contact_rows(31.29, 4.5, impact=(1,), bounds={0: BOUNDS}).array_text().values, np.nan
    expected = [
        [0.0, 0.0, 31.29, 12.21, 0.0, nan, nan, nan, 0.6, -12.0, 12.0, -3.0, 3.0, 0.0, np.inf],
        [0.0, 0.0, nan, nan, nan, 4.5, 12.21, 0.0, 0.6, *[nan] * 6],
    ]
    np.testing.assert_array_equal(copied, expected)


def test_the_cone_is_that_of_the_contact_selected_or_pressed():
    rows = contact_rows(0.0, 31.29)
    assert [cone_section(rows, selected, 0).caption for selected in (-1, 0)] == ["c_2, μ 0.6000", "c_1, μ 0.6000"]
    assert cone_section(rows, 0, 0).note == "no force"
    pyramid = cone_section(rows, 1, 4)
    assert (pyramid.title, pyramid.caption) == ("Friction pyramid", "c_2, μ 0.6000, 4 facets")


def test_bounds_of_all_contacts_are_found_that_of_the_selected_one_alike(stack):
    solved, contacts = sim.solved_problem(stack, -1), stack.contacts(-1)
    found = None
    for piece in load_bounds.bounds_of_all(lambda: solved, contacts):
        found = load_bounds.added(found, piece)
    assert (found.looked_at, found.wanted, found.left_out) == (40, 40, 0)
    assert sorted(found.of) == list(range(40))
    one = load_bounds.bounds_of_one(lambda: solved, contacts, 33)
    np.testing.assert_allclose(one, found.of[33], rtol=1e-6, atol=1e-9)


def test_where_too_many_feel_each_other_that_of_the_selected_one_is_found(stack, monkeypatch):
    monkeypatch.setattr(load_bounds, "MOST", 10)
    questions, seen = ImmediateQuestions(), seen_at(stack)
    table = PAGE.sheet(seen, SETTINGS, questions).block("contacts.table")
    assert not table.rows.bounds
    selected = PAGE.sheet(replace(seen, contact=7), SETTINGS, questions).block("contacts.table")
    assert list(selected.rows.bounds) == [7]


def test_an_instant_without_a_known_problem_leaves_its_contacts_out(stack):
    def unknown():
        raise ArgumentError("nothing was solved")

    (found,) = load_bounds.bounds_of_all(unknown, stack.contacts(-1))
    assert (found.wanted, found.left_out) == (0, 40)
