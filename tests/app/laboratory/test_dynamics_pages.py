"""Every page of the workspace Dynamics on every robot, and the steps of the algorithm, without a window."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.robots_to_test import each
from torseur import robots, sim
from torseur.app.laboratory.dynamics.algorithm.algorithm_step import Step
from torseur.app.laboratory.dynamics.algorithm.inward_equations import BACK
from torseur.app.laboratory.dynamics.algorithm.outward_equations import OUT
from torseur.app.laboratory.dynamics.algorithm.page import BEAT
from torseur.app.laboratory.dynamics.equation.page import EquationSettings
from torseur.app.laboratory.dynamics.one_body.body_equations import body_equations
from torseur.app.laboratory.dynamics.term_arrows import TermArrows
from torseur.app.laboratory.motion.joint_motion import JointMotion
from torseur.sim.analysis.statics.load import Load
from torseur.ui.look.math_notation import plain_math
from torseur.ui.sheet.blocks import UserEvent
from torseur.ui.text.number_text import quantity_text


def six(term):
    return len(term.values) == 6


@pytest.mark.sampled
@pytest.mark.parametrize("name", [*each(robots.names()), "humanoid_falls", "falling_brick", "gripper_holds_block", "incline"])
@pytest.mark.slow
def test_every_page_shows_every_robot_and_what_is_free(opened, name, qtbot):
    lab = opened(name)
    rng = np.random.default_rng(5)
    lab.motion.show_motion(JointMotion.random(lab.motion.instant().model, rng))
    body = lab.motion.instant().model.body_names[-1]
    load = Load(body, point=np.array([0.1, 0.0, 0.2]), force=np.array([1.0, -2.0, 3.0]), moment=np.ones(3))
    lab.motion.show_loads(lab.motion.loads.added(load))
    for page in lab.pages.values():
        page.enter()
        refusal = "" if lab.motion.instant().model.nv else "Nothing here has a joint: nothing moves."
        if page.key == "motion":
            page.take(UserEvent("trajectory.buttons.random", "pressed"))
            qtbot.waitUntil(lambda page=page: not page.is_busy)
            assert page.sheet.has("absent") or page.sheet.has("torques.table")
        if page.key in ("state", "algorithm", "one_body", "equation", "balances"):
            assert str(page.sheet) == f"{refusal}\n" if refusal else len(page.sheet.blocks) > 1
        if page.key == "equation" and not refusal:
            one = page.questions.known("equation")
            terms = np.abs(one.H) @ np.abs(one.a) + np.abs(one.C) @ np.abs(one.v) + np.abs(one.gravity)
            assert len(page.sheet.block("balance.table").rows) == len(one.v)
            # Rounding, as the laws of random trees have it.
            assert np.abs(one.residual).max() <= 1e-13 * max(1.0, terms.max(), np.abs(one.tau).max())
        page.leave()


def press(page, button):
    """A button of the step bar of the page Algorithm."""
    page.take(UserEvent(f"bar.steps.{button}", "pressed"))


def at_hand(page):
    """The equation at hand."""
    cards = page.sheet.block("equations")
    return cards.equations[cards.at]


def step(page):
    """Which step it is, from 1."""
    return int(page.sheet.block("bar.at").text.split(" ")[0])


def test_another_robot_begins_at_its_first_step(opened):
    lab = opened("planar_2r")
    page = lab.pages["algorithm"]
    page.enter()
    press(page, "to_end")
    page.leave()
    opened("panda")
    page.enter()
    assert step(page) == 1
    press(page, "step_forward")
    assert step(page) == 2


@pytest.mark.parametrize("key", ["one_body", "algorithm"])
def test_no_link_of_a_robot_that_is_gone_is_outlined(opened, key):
    lab = opened("scara")
    lab.pages[key].enter()
    lab.pages[key].leave()
    lab = opened("kapla_tower")
    lab.pages[key].enter()
    assert not lab.view.selected or lab.view.selected in lab.session.model.body_names


@pytest.mark.parametrize(
    ("name", "reference"),
    [
        ("planar_2r", "world"),
        ("planar_2r", "body"),
        ("scara", "body"),
        ("solo12", "world"),
        ("panda", "body"),
        ("so100", "world"),
        ("hector", "body"),
    ],
)
@pytest.mark.slow
def test_the_numbers_of_each_equation_add_up_and_its_arrows_are_drawn(opened, name, reference):
    lab = opened(name)
    lab.motion.show_motion(JointMotion.random(lab.motion.instant().model, np.random.default_rng(2)))
    body = lab.motion.instant().model.body_names[-1]
    lab.motion.show_loads(lab.motion.loads.added(Load(body, force=np.array([5.0, 0.0, 1.0]))))
    page = lab.pages["algorithm"]
    page.enter()
    page.take(UserEvent("reference", "chosen", reference))
    assert page.sheet.block("reference").chosen == reference
    links = page.questions.known("links")
    largest = max(1.0, *(np.abs(back.force).max() for back in links.trace.inward))
    count = len(links.steps) * (len(OUT) + len(BACK))
    for k in range(count):
        assert page.sheet.block("bar.at").text.startswith(f"{k + 1} / {count}, ")
        view, table = at_hand(page), page.sheet.block("links.table")
        terms = [term for term in view.terms if six(term)]
        if view.key in ("velocity", "acceleration", "inertial_force", "joint_force"):
            signed = [term.values * (-1.0 if term.sign == "−" else 1.0) for term in terms[:-1]]
            assert terms[-1].sign == "="
            np.testing.assert_allclose(sum(signed), terms[-1].values, atol=1e-12 * largest)
        assert lab.view.selected == links.steps[table.selected][0].body
        page.take(UserEvent("", "step", 1))
    assert page.sheet.block("links.table").rows[0][-1].text, "the way back has come to the base"
    tau = np.zeros(len(links.trace.tau))
    for back in links.trace.inward:
        tau[back.in_v] += back.generalized_force
    np.testing.assert_allclose(tau, links.trace.tau, atol=1e-12 * largest)
    assert links.trace.residual < 1e-11 * largest


def test_steps_go_out_link_by_link_and_back():
    step = Step(3)
    seen = []
    for _ in range(step.count):
        seen.append((step.is_outward, step.link, step.equation))
        step = step.moved(1)
    out = [(True, link, k) for link in range(3) for k in range(len(OUT))]
    back = [(False, link, k) for link in (2, 1, 0) for k in range(len(BACK))]
    assert seen == out + back
    assert step.at == step.count - 1
    assert step.moved(-1000) == Step(3)
    there = Step(3, 7)
    assert (there.at_link(2).link, there.at_link(2).equation) == (2, 2)
    assert there.at_equation("acceleration").equation == OUT.index("acceleration")
    inward = Step(3, 3 * len(OUT) + 2)
    assert (inward.at_link(0).link, inward.at_link(0).is_outward, inward.at_link(0).equation) == (0, False, 2)
    assert [Step(3, 9).has_left(k) for k in range(3)] == [(True, False), (True, False), (False, False)]
    assert Step(3, 29).has_left(0) == (True, True)


@pytest.mark.parametrize("key", ["algorithm", "one_body"])
def test_each_term_is_marked_as_it_comes_in_and_the_arrows_so_far_are_drawn(opened, key):
    lab = opened("scara")
    lab.motion.show_motion(JointMotion.random(lab.motion.instant().model, np.random.default_rng(4)))
    page = lab.pages[key]
    page.enter()
    if key == "algorithm":
        page.take(UserEvent("links.table", "selected", 2))
        page.take(UserEvent("equations", "chosen", "acceleration"))
    stops, drawn = at_hand(page).stops, []
    assert len(stops) >= 3
    for term in stops:
        page.take(UserEvent("equations", "term", term))
        assert page.sheet.block("equations").marked == term
        drawn.append({arrow.color for arrow in lab.picture.overlays.arrows})
    for fewer, more in zip(drawn, drawn[1:], strict=False):
        assert fewer <= more
    assert len(drawn[0]) < len(drawn[-1])
    page.take(UserEvent("equations", "term", -1))
    assert {arrow.color for arrow in lab.picture.overlays.arrows} == drawn[-1]


def test_steps_are_played_term_by_term_until_the_last_or_a_hand_takes_one(opened):
    lab = opened("planar_2r")
    page = lab.pages["algorithm"]
    page.enter()
    press(page, "to_end")
    press(page, "play")
    assert (step(page), page.page.beat(page.settings)) == (1, BEAT), "from the first again"
    seen = []
    while page.settings.playing:
        seen.append((step(page), page.sheet.block("equations").marked))
        page.take(UserEvent("", "beat"))
    count = 2 * (len(OUT) + len(BACK))
    assert {at for at, _ in seen} == set(range(1, count + 1))
    assert all(marked >= 0 for at, marked in seen if at == 3)
    assert (step(page), page.sheet.block("equations").marked) == (count, -1)
    for stops in (UserEvent("", "step", -1), UserEvent("equations", "term", 0), UserEvent("", "left")):
        press(page, "play")
        assert page.settings.playing
        page.take(stops)
        assert page.page.beat(page.settings) == 0


def test_the_step_of_a_tree_names_the_links_whose_forces_are_added_and_the_sign_that_a_slide_prints_wrong(opened):
    lab = opened("solo12")
    page = lab.pages["algorithm"]
    page.enter()
    links = page.questions.known("links").steps
    base = next(k for k, (_, back) in enumerate(links) if len(back.children) >= 4)
    press(page, "to_end")
    page.take(UserEvent("links.table", "selected", base))
    page.take(UserEvent("equations", "chosen", "joint_force"))
    children = links[base][1].children
    assert len([term for term in at_hand(page).terms if term.sign == "+"]) == len(children)
    assert "is right" in at_hand(page).note
    assert len(lab.picture.overlays.trails) == len(children)


@pytest.mark.parametrize("name", ["scara", "solo12", "falling_brick"])
@pytest.mark.parametrize("place", ["world", "body", "center"])
def test_the_equations_of_one_body_add_up_and_are_drawn_at_c_or_at_the_point(opened, name, place):
    lab = opened(name)
    lab.motion.show_motion(JointMotion.random(lab.motion.instant().model, np.random.default_rng(4)))
    page = lab.pages["one_body"]
    page.enter()
    page.take(UserEvent("place", "chosen", place))
    found = page.questions.known("body").dynamics
    assert lab.view.selected == found.body == page.sheet.block("one_body.body").chosen
    largest = max(1.0, np.abs(found.total).max())
    assert found.residual < 1e-11 * largest
    expected = {"world": np.zeros(3), "center": found.center}
    if place in expected:
        np.testing.assert_allclose(found.point, expected[place], atol=1e-15)
    for view in page.sheet.block("equations").equations:
        page.take(UserEvent("equations", "chosen", view.key))
        sums = [term for term in view.terms if term.color and not term.unit]
        if view.key in ("forces", "transport", "velocity", "spatial", "acceleration", "euler"):
            assert sums[-1].sign == "="
            total = sum(term.values * (-1.0 if term.sign == "−" else 1.0) for term in sums[:-1])
            np.testing.assert_allclose(total, sums[-1].values, atol=1e-11 * largest)
        where = found.center if view.key in ("forces", "newton", "euler") else found.point
        for arrow in lab.picture.overlays.arrows:
            np.testing.assert_array_equal(arrow.tail, where)


def test_the_inertia_is_rebuilt_at_a_typed_point_and_its_off_diagonal_blocks_are_none_at_c(opened):
    lab = opened("scara")
    page = lab.pages["one_body"]
    page.enter()
    page.take(UserEvent("point", "entered", np.array([1.0, 0.0, 0.0])))
    found = page.questions.known("body").dynamics
    np.testing.assert_array_equal(found.point, [1.0, 0.0, 0.0])
    np.testing.assert_allclose(found.spatial_inertia[3:, 0], found.mass * np.cross(found.lever, [1.0, 0.0, 0.0]), atol=1e-13)
    page.take(UserEvent("place", "chosen", "center"))
    found = page.questions.known("body").dynamics
    np.testing.assert_allclose(found.spatial_inertia[:3, 3:], 0.0, atol=1e-14)
    page.take(UserEvent("place", "chosen", "typed"))
    np.testing.assert_array_equal(page.sheet.block("point").values, found.center)
    link = found.body.split("/")[0] + "/link1"
    for pressed in (link, ""):  # a press beside all bodies is none
        lab.view.body_picked.emit(pressed)
        assert lab.view.selected == page.questions.known("body").dynamics.body == link
    page.leave()
    assert lab.view.selected is None


@pytest.mark.parametrize("name", ["scara", "solo12"])
def test_the_torques_of_a_column_of_the_mass_matrix_are_drawn_at_their_joints(opened, name):
    lab = opened(name)
    page = lab.pages["equation"]
    page.enter()
    model, column = lab.motion.instant().model, lab.motion.instant().model.nv - 1
    page.bring_back(EquationSettings())
    H = page.questions.known("equation").H
    page.take(UserEvent("matrix", "pressed", (0, column)))
    assert page.sheet.block("matrix").selected == (None, column)
    drawn = [arrow for arrow in lab.picture.overlays.arrows if arrow.kind != "dashed"]
    joints = {
        joint.name
        for joint in model.joints
        if joint.kind.nv and np.abs(H[model.joint_slices()[joint.name][1], column]).max() > 1e-5
    }
    assert len(drawn) >= len(joints) > 0
    assert [arrow.label for arrow in lab.picture.overlays.arrows if arrow.kind == "dashed"]
    assert "Contacts are not in it" in page.sheet.block("balance.note").text, "its links may touch the floor"
    page.take(UserEvent("column.forward", "pressed"))
    assert page.settings.column == 0, "after the last the first"
    page.take(UserEvent("column.back", "pressed"))
    assert page.settings.column == column
    page.take(UserEvent("which", "chosen", "C"))
    assert not page.sheet.has("column")
    assert not lab.picture.overlays.arrows


def test_numbers_along_an_axis_keep_their_sign_in_the_view_and_are_named_as_in_the_equations(opened):
    lab = opened("planar_2r")
    lab.session.move_joint(lab.session.model.joint_names[1], 3.0)  # folded: H12 is below 0
    page = lab.pages["equation"]
    page.enter()
    page.bring_back(EquationSettings())
    H = page.questions.known("equation").H
    assert H[0, 1] < 0.0
    labels = [plain_math(arrow.label) for arrow in lab.picture.overlays.arrows]
    assert "q̈1 = 1 rad/s²" in labels
    assert f"H21 q̈1 = {quantity_text(H[1, 0], 'N·m')}" in labels
    page.leave()
    page = lab.pages["algorithm"]
    page.enter()
    press(page, "to_end")
    page.take(UserEvent("links.table", "selected", 1))
    (tau,) = page.questions.known("links").steps[1][1].torque
    labels = [plain_math(arrow.label) for arrow in lab.picture.overlays.arrows]
    assert f"τ2 = {quantity_text(float(tau), 'N·m')}" in labels
    assert at_hand(page).title == "Torque of its joint, elbow"
    checks = page.sheet.block("checks.facts").facts
    assert not [fact for fact in checks if "|" in "".join(fact).replace("|τ|", "")], "no joint slides"
    page.take(UserEvent("equations", "chosen", "joint_force"))
    labels = [plain_math(arrow.label) for arrow in lab.picture.overlays.arrows]
    assert any(label.startswith("|fa,2| = ") for label in labels)


def test_the_equation_of_a_recorded_instant_is_that_of_the_step_that_was_solved(opened):
    lab = opened("arm_pushes_table")
    session, page = lab.session, lab.pages["equation"]
    recording = sim.simulate(session.document.scene, 0.45, settings=session.settings)
    session.show_document(replace(session.document, kind="recording", recording=recording))
    session.playback.seek(0.44)
    page.enter()
    i = session.index
    expected = sim.step_dynamics(recording, i)
    np.testing.assert_array_equal(page.sheet.block("recorded.each").values, expected.by_contact.T)
    assert len(expected.by_contact) == 4
    assert all(" · " in pair and "world" not in pair for pair in page.sheet.block("recorded.each").names)
    assert "Tλ" in page.sheet.block("recorded").title
    assert np.abs(expected.residual).max() < 1e-9
    session.playback.seek(0.0)
    page.update()
    assert "starts from this state" in page.sheet.block("recorded.why").text
    page.leave()


@pytest.mark.parametrize("name", ["scara", "solo12"])
def test_each_balance_adds_up_and_its_forces_are_drawn_where_they_are_taken(opened, name):
    lab = opened(name)
    model = lab.motion.instant().model
    lab.motion.show_motion(JointMotion.random(model, np.random.default_rng(7)))
    lab.motion.show_loads(lab.motion.loads.added(Load(model.body_names[-1], force=np.array([2.0, 1.0, -3.0]))))
    page = lab.pages["balances"]
    page.enter()
    instant = lab.motion.instant()
    rate = sim.momentum_balance(*instant_of(instant)).rate
    center = page.layer[0].points[0].position
    for view in page.sheet.block("equations").equations:
        page.take(UserEvent("balances.equations", "chosen", view.key))
        summed = [term for term in view.terms if term.color]
        if view.key != "center":
            total = sum(term.values for term in summed[:-1])
            np.testing.assert_allclose(total, summed[-1].values, atol=1e-11 * max(1.0, np.abs(rate).max()))
        where = np.zeros(3) if view.key == "moments" else center
        for arrow in lab.picture.overlays.arrows:
            np.testing.assert_array_equal(arrow.tail, where)
        assert lab.picture.overlays.arrows or view.key == "power"
    assert view.key == "power"
    page.leave()


def instant_of(instant):
    return instant.model, instant.q, instant.v, instant.a, instant.wrenches, instant.gravity


def test_a_motion_is_undone_and_done_again_edit_by_edit_and_a_drag_is_one(opened):
    lab = opened("scara")
    page, stack = lab.pages["state"], lab.session.undo_stack
    stack.clear()
    page.enter()

    def drag(kind, k, *values):
        for value in values:
            page.take(UserEvent(f"motion.{kind}.rows", "entered", (k, value)))
        page.take(UserEvent(f"motion.{kind}.rows", "released"))

    drag("v", 1, 0.1, 0.2, 0.5)
    drag("v", 1, 0.7)
    drag("a", 1, -2.0)
    page.take(UserEvent("motion.buttons.random", "pressed"))
    at_random = lab.motion.motion.v
    page.take(UserEvent("motion.source", "chosen", "recording"))
    assert page.sheet.block("source").chosen == "recording"
    page.take(UserEvent("motion.buttons.rest", "pressed"))
    assert [stack.text(k) for k in range(stack.count())] == [
        "Change q̇ of elbow",
        "Change q̇ of elbow",
        "Change q̈ of elbow",
        "Random motion",
        "Follow the recording's motion",
        "Rest",
    ]
    stack.undo()
    assert lab.motion.motion.source == "recording"
    stack.undo()
    assert lab.motion.motion.source == "typed"
    np.testing.assert_array_equal(lab.motion.motion.v, at_random)
    stack.undo()
    assert (page.sheet.block("v.rows").values[1], page.sheet.block("a.rows").values[1]) == (0.7, -2.0)
    stack.undo()
    stack.undo()
    assert (lab.motion.motion.v[1], lab.motion.motion.a[1]) == (0.5, 0.0)
    stack.undo()
    assert not lab.motion.motion.v.any()
    assert not stack.canUndo()
    stack.redo()
    assert lab.motion.motion.v[1] == 0.5


def test_one_joint_after_the_other_moves_alone(opened):
    lab = opened("scara")
    page = lab.pages["state"]
    page.enter()
    for k in (0, 1, 2, 0):
        page.take(UserEvent("motion.buttons.one", "pressed"))
        np.testing.assert_array_equal(np.flatnonzero(lab.motion.instant().v), [k])
        np.testing.assert_array_equal(lab.motion.instant().a, 0.0)
    assert "alone moves" in page.sheet.block("note").text


def test_loads_are_put_on_the_robot_and_undone_and_the_page_draws_them(opened):
    lab = opened("scara")
    page, stack = lab.pages["state"], lab.session.undo_stack
    page.enter()
    stack.clear()
    tool = page.tools.shown["load"]
    page.take(UserEvent("loads.draw_force", "switched", True))
    assert tool.armed
    tool.disarmed.emit()
    tool.started.emit("scara/link2", np.zeros(3))
    tool.drawn.emit(np.array([0.0, 0.0, 0.1]))
    tool.finished.emit()
    assert [arrow.label.split()[0] for arrow in lab.picture.overlays.arrows] == ["F₁"]
    assert [load.body for load in lab.motion.instant().loads.loads] == ["scara/link2"]
    tool.grabbed.emit((0, "force"))
    tool.drawn.emit(np.zeros(3))
    page.leave()
    assert lab.motion.loads.chosen.force[2] > 0.0, "a drag ends where it began"
    assert [stack.text(k) for k in range(stack.count())] == ["Add a load"]
    stack.undo()
    assert not lab.motion.loads.loads


def test_a_speed_above_its_limit_is_taken_and_said(opened):
    lab = opened("arm_6r")
    page = lab.pages["state"]
    page.enter()
    limit = float(lab.session.model.velocity_limit[0])
    page.take(UserEvent("motion.v.rows", "entered", (0, 0.9 * limit)))
    assert page.sheet.block("note").text == ""
    page.take(UserEvent("motion.v.rows", "entered", (0, 2.0 * limit)))
    assert page.sheet.block("note").text.startswith(f"Faster than the robot may go: {lab.motion.coordinates[0].name} at most ")
    assert lab.motion.instant().v[0] == 2.0 * limit


def test_a_payload_is_drawn_where_it_is_and_loads_that_are_left_out_are_told(opened, qtbot):
    lab = opened("arm_6r")
    page = lab.pages["motion"]
    page.enter()
    assert not page.layer[0].points
    qtbot.waitUntil(lambda: page.sheet.has("torques.note"))
    assert "hold the pose" in page.sheet.block("torques.note").text
    assert "left out" not in page.sheet.block("torques.note").text
    body = lab.session.model.body_names[-1]
    page.take(UserEvent("payload.carried.mass", "entered", 3.0))
    page.take(UserEvent("payload.point", "entered", np.array([0.1, 0.0, 0.2])))
    page.take(UserEvent("trajectory.rows", "entered", (0, 0.5)))
    lab.motion.show_loads(lab.motion.loads.added(Load(body, force=np.array([0.0, 0.0, -5.0]))))
    pose = sim.frame_pose(lab.session.model, lab.session.q, body)
    np.testing.assert_allclose(page.layer[0].points[0].position, (pose @ [0.1, 0.0, 0.2, 1.0])[:3], atol=1e-15)
    assert page.layer[0].labels[0].text == "payload 3.000 kg"
    assert "hold the pose" not in page.sheet.block("torques.note").text
    assert "external forces of the page State are left out" in page.sheet.block("torques.note").text
    qtbot.waitUntil(lambda: not page.is_busy)


def test_forces_and_moments_on_a_body_have_names_of_their_own():
    model = robots.load("arm_6r")
    rng = np.random.default_rng(3)
    q, v, a = sim.random_configuration(model, rng), rng.normal(size=6), rng.normal(size=6)
    body = model.body_names[3]
    wrenches = {body: np.arange(1.0, 7.0)}
    found = sim.body_dynamics(model, q, v, a, body, wrenches)
    forces = body_equations(found, {name: name for name in model.body_names})[0]
    arrows = TermArrows().of(forces.terms, ("N", "N·m"), found.center, 1.0)
    names = [arrow.label.split(" = ")[0] for arrow in arrows]
    child = model.body_names[4]
    for name in ("|f_{joint}|", "|n_{joint}|", "|f_e|", "|n_e|", f"|f of {child}|", f"|n of {child}|"):
        assert names.count(name) == 1, names
