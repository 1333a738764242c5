"""Links, joints, q and τ have one number each, on all pages: what stands still is 0, the first that moves and its joint 1."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.cases import loop_over
from torseur import robots, sim
from torseur.app.course.ideas import courses
from torseur.app.documents.document import open_document
from torseur.app.documents.joint_names import joint_groups
from torseur.app.laboratory import notation_guide
from torseur.app.laboratory.exercises.exercise_text import said
from torseur.app.laboratory.exercises.files.exercise_files import shipped
from torseur.app.laboratory.jacobian.column_marks import rates, steps
from torseur.app.laboratory.motion.coordinates import coordinates
from torseur.app.laboratory.motion.joint_motion import JointMotion
from torseur.app.panels.signals.signal_choices import signal_choices
from torseur.sim.multibody.model.coordinate_names import joint_numbers
from torseur.sim.texts import use_language
from torseur.ui.look.math_notation import glyphs, plain_math
from torseur.ui.sheet.blocks import UserEvent
from torseur.ui.text.notation import letter_rows
from torseur.ui.text.number_text import number_text

ROBOTS = ("scara", "ur5", "planar_2r", "panda", "gripper_holds_block", "quadruped")


def panel(document):
    """Joints as the joint panel numbers them."""
    listed = [spec.name for group in joint_groups(document.scene) for spec in group.joints]
    return {name: k for k, name in enumerate(listed, 1)}


@loop_over("name", [*ROBOTS, "pr2", "humanoid_falls"])
def test_joints_have_the_numbers_of_the_panel_and_all_that_moves_has_one(name):
    document = open_document(name)
    model, numbers = document.scene.model, joint_numbers(document.scene.model)
    assert {joint: numbers[joint] for joint in panel(document)} == panel(document)
    moving = {joint.name for joint in model.joints if model.frame_row[model.frame_index(joint.child)] > 0}
    assert sorted(numbers[joint] for joint in moving) == list(range(1, len(moving) + 1))
    assert {numbers[joint.name] for joint in model.joints if joint.name not in moving} <= {0}


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.slow
def test_every_page_numbers_a_joint_and_what_is_its_own_alike(opened, name):
    lab = opened(name)
    model, numbers = lab.session.model, panel(lab.session.document)
    page = lab.pages["algorithm"]
    page.enter()
    rows, links = page.sheet.block("links.table").rows, page.questions.known("links").steps
    assert [row[0].text for row in rows] == [str(joint_numbers(model)[out.joint]) for out, _ in links]
    for joint, n in numbers.items():
        go_to(page, "to_start", [out.joint for out, _ in links].index(joint))
        assert page.sheet.block("algorithm").title.split()[0] == str(n)
        views = shown(page)
        assert f"q̇{n}" in texts(views["velocity"])
        go_to(page, "to_end", [out.joint for out, _ in links].index(joint))
        views = shown(page)
        assert texts(views["torque"])[-1] == f"τ{n}"
    page.leave()
    of_v = {one.full: plain_math(one.symbol) for one in coordinates(model)}
    columns = list(range(model.nv))
    offered = [plain_math(one.letter) for one in (*rates(model, columns), *steps(model, columns))]
    for joint, n in numbers.items():
        assert of_v[joint] == f"q{n}"
        assert {f"q̇{n}", f"δq{n}"} <= set(offered)
        own = joint.split("/", 1)[-1]
        assert any(f"H {n},{n}" == one.name and own in one.group for one in signal_choices(model))


def shown(page):
    """The equations of a page by their keys."""
    return {view.key: view for view in page.sheet.block("equations").equations}


def go_to(page, end, link):
    """On the page Algorithm: the same of another link on the way that is at an end."""
    page.take(UserEvent(f"bar.steps.{end}", "pressed"))
    page.take(UserEvent("links.table", "selected", link))


def texts(view):
    return [plain_math(term.symbol) for term in view.terms]


def test_tau_of_the_scara_is_the_courses_on_all_pages_and_what_motors_give_beside_it_is_tau_m(opened):
    """COURSES N1: the pose of the course, q̇ (1, 2, 0), q̈ (0, 1, 0.5)."""
    lab = opened("scara")
    lab.session.pose(lab.session.document.scene.parts[-1].model.poses["course"], "course")
    v = np.array([1.0, 2.0, 0.0])
    lab.motion.show_motion(JointMotion(v, np.array([0.0, 1.0, 0.5])))
    algorithm, equation, balances = (lab.pages[key] for key in ("algorithm", "equation", "balances"))
    algorithm.enter()
    go_to(algorithm, "to_end", 0)
    tau = ["−16.73", "11.01", "−7.912"]
    assert [row[-1].text for row in algorithm.sheet.block("links.table").rows] == tau
    algorithm.leave()
    equation.enter()
    table = equation.sheet.block("balance.table").copied
    assert [plain_math(name) for name in table.columns[3:6]] == ["τ", "τp", "τm"]
    assert [number_text(x) for x in table.values[:, 3]] == tau
    np.testing.assert_allclose(table.values[:, 4], [-7.0, -5.5, 0.0])  # −(d q̇ + f sign q̇)
    assert [number_text(x) for x in table.values[:, 5]] == ["−9.731", "16.51", "−7.912"]
    assert equation.sheet.block("balance").title == "H q̈ + C q̇ + g = τ,   τ = τ_m + τ_p"
    equation.leave()
    balances.enter()
    power = {plain_math(term.symbol): float(term.values[0]) for term in shown(balances)["power"].terms}
    assert power["τmᵀ q̇"] == pytest.approx(table.values[:, 5] @ v)
    assert power["K̇ + V̇"] == pytest.approx(table.values[:, 3] @ v)
    balances.leave()


@pytest.mark.parametrize("name", ["panda", "scara", "ur5"])
def test_the_torques_of_algorithm_are_those_of_equation_with_what_followers_take(opened, name):
    lab = opened(name)
    lab.motion.show_motion(JointMotion.random(lab.session.model, np.random.default_rng(7)))
    algorithm, equation = lab.pages["algorithm"], lab.pages["equation"]
    equation.enter()
    tau = equation.questions.known("equation").tau
    algorithm.enter()
    slices = lab.session.model.joint_slices()
    for k, (out, _) in enumerate(algorithm.questions.known("links").steps):
        if out.joint in panel(lab.session.document):
            go_to(algorithm, "to_end", k)
            terms = shown(algorithm)["torque"].terms
            assert terms[-1].values[0] == pytest.approx(tau[slices[out.joint][1]][0], abs=1e-9)
            added = [term for term in terms if term.sign == "+" and "τ" in term.symbol]
            assert len(added) == (name == "panda" and "finger" in out.joint)
    algorithm.leave()
    equation.leave()


def test_signals_of_motors_are_named_as_on_the_page_equation():
    names = {one.key.split("/")[0]: one.group for one in signal_choices(robots.load("scara"))}
    assert (names["tau"], names["needed"], names["passive"]) == ("τₘ, recorded", "τₘ, needed", "τₚ, passive")


@pytest.mark.parametrize("name", ["scara", "ur5", "gripper_holds_block"])
def test_the_recursion_begins_at_a_base_that_stands_still(opened, name):
    lab = opened(name)
    page = lab.pages["algorithm"]
    page.enter()
    go_to(page, "to_start", 0)
    assert [cell.text for cell in page.sheet.block("links.table").rows[0]][::2][:2] == ["1", "0"]
    links = page.questions.known("links")
    out = links.steps[0][0]
    np.testing.assert_array_equal(out.parent_twist, np.zeros(6))
    np.testing.assert_allclose(out.parent_acceleration, [0.0, 0.0, 9.81, 0.0, 0.0, 0.0])
    origin = next(term for view in shown(page).values() for term in view.terms if term.symbol == "p_0")
    np.testing.assert_array_equal(origin.values, np.zeros(3))
    page.leave()
    lab.pages["balances"].enter()
    base = shown(lab.pages["balances"])["forces"]
    reaction = next(term.values for term in base.terms if term.symbol == "f_0")
    steps = [back for out, back in links.steps if links.number(out.parent) == 0]
    np.testing.assert_allclose(reaction, sum(back.force[:3] for back in steps), atol=1e-9)
    lab.pages["balances"].leave()


@pytest.mark.parametrize("name", ["quadruped", "gripper_holds_block"])
def test_bodies_against_each_other_have_the_numbers_of_their_joints(name):
    model = open_document(name).scene.model
    numbers = joint_numbers(model)
    for joint in model.joints:
        if joint.kind.nv != 1:
            continue
        found = sim.joint_twists(model, sim.neutral(model), np.ones(model.nv), joint.child).joints
        assert [one.number for one in found] == [numbers[one.joint] for one in found]
        assert [one.before for one in found] == [0, *(one.number for one in found[:-1])]


def test_links_of_robots_that_stand_are_numbered_as_their_names_are():
    model = robots.load("arm_6r")
    numbers = joint_numbers(model)
    links = [joint for joint in model.joints if re.fullmatch(r"link\d", joint.child)]
    assert links
    assert all(joint.child == f"link{numbers[joint.name]}" for joint in links)


def test_formulas_of_a_chain_in_a_tree_name_joints_by_their_numbers():
    model = open_document("gripper_holds_block").scene.model
    found = sim.displacement_formulas(model, "gripper/right")
    assert found.symbols == ("d₁", "d₃")
    assert "δd₃" in "".join(found.direct)
    singular = sim.symbolic_singularities(model, "gripper/right")
    assert singular.symbols == ("d₁", "d₃")
    assert singular.axes_joint == dict(zip(singular.numbers, singular.joints, strict=True))[singular.axes]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_notation_in_the_guide_is_that_of_the_table(language):
    """If not: `python -m torseur.app.laboratory.notation_guide` writes it anew."""
    written = (notation_guide.DOCS / notation_guide.FILES[language]).read_text(encoding="utf-8")
    assert written == notation_guide.page(language)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_sentence_of_ideas_exercises_and_notation_has_a_sign_of_an_index_or_a_power_that_is_seen(language):
    use_language(language)
    texts = [text for course in courses() for idea in course.ideas for text in (*idea.title.values(), *idea.text.values())]
    texts += [text for row in letter_rows() for text in (row.symbol, row.name, row.formula)]
    for exercise in shipped():
        questions = exercise.questions
        words = [exercise.said.title, exercise.said.statement, *(one for ask in questions for one in (ask.ask, ask.explain))]
        words += [one.text for ask in questions for one in ask.options]
        words += [one.says for ask in questions for one in ask.mistakes]
        texts += [re.sub("{[^{}]+}", "1", said(one)) for one in words] + [law for ask in questions for law in ask.law]
    use_language("en")
    assert [text for text in texts if any(not sign.below and sign.character in "_^\\" for sign in glyphs(text))] == []
