"""The worked exercises: every answer against a closed form, texts whole in all languages, pages of the guide current."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from tests.cases import loop_over
from torseur import robots, sim
from torseur.app.laboratory.exercises.answers import check
from torseur.app.laboratory.exercises.exercise_rows import hints_of, joints_text
from torseur.app.laboratory.exercises.exercise_text import expressions_in, filled, number, with_commas
from torseur.app.laboratory.exercises.expressions.case import Case
from torseur.app.laboratory.exercises.files.exercise_files import courses, shipped
from torseur.app.laboratory.exercises.guide import FILES, page
from torseur.app.laboratory.exercises.question import Question
from torseur.app.laboratory.exercises.reckoned import Reckoned
from torseur.app.laboratory.exercises.shipped_case import shipped_case
from torseur.app.laboratory.exercises.written import script
from torseur.sim.texts import languages, use_language

DOCS = Path(__file__).parents[3] / "docs"
ALL = [(exercise, question) for exercise in shipped() for question in exercise.questions]
IDS = [f"{exercise.key}-{question.key}" for exercise, question in ALL]

# Typed from THEORY §8 and from the closed forms by hand, apart from the formulas of the exercises.
EXPECTED = {
    # links of 0.5 and 0.4 m at 30° and 90°; of 0.5 and 1 m at 45° and 90°, with 0.5 and 1 rad/s
    "planar_arm-position": [0.433013, 0.65],
    "planar_arm-jacobian": [[-0.65, -0.4], [0.433013, 0]],
    "planar_arm-velocity": [0.15, 0.433013],
    "planar_arm-displacement": [-0.015708, 0.015115],
    "planar_arm-back": [0, -0.025],
    "scara_torsors-first": [-0.676777, 0.176777, 0],
    "scara_torsors-second": [-1, 0, 0],
    "scara_torsors-sum": [-1.676777, 0.176777, -0.1],
    "scara_torsors-spin": [0, 0, 1.5],
    "scara_torsors-projected": [-1.060660, 1.310660, -0.1],
    "scara_jacobian-position": [0.353553, 1.353553, 0.4],
    "scara_jacobian-jacobian": [[-1.353553, -1], [0.353553, 0]],
    "scara_jacobian-determinant": 0.353553,
    "scara_jacobian-singular": "θ₂ = 0 or 180°",
    "scara_jacobian-lost": [0.707107, 0.707107],
    "scara_speeds-rates": [2.828427, -3.828427],
    "scara_speeds-turning": -1,
    "scara_speeds-too_fast": "The elbow",
    "scara_speeds-fastest": 0.820596,
    "scara_speeds-along_x": 3.141593,
    "scara_forces-exert": [-13.535534, -10, 0],
    "scara_forces-hold": [13.535534, 10, 0],
    "scara_forces-up": [0, 0, -10],
    "scara_forces-moment": "The structure alone: no motor feels it",
    "scara_forces-unfelt": [0, 1],
    "scara_forces-power": 0,
    "cylindrical-position": [0.692820, 0.4, 0.5],
    "cylindrical-jacobian": [[-0.4, 0, 0.866025], [0.692820, 0, 0.5], [0, 1, 0]],
    "cylindrical-determinant": 0.8,
    "cylindrical-singular": "r = 0",
    "cylindrical-reachable": "No, its reach is too long even when it is shortest",
    "cylindrical-rates": [-0.3125, 0, 0.433013],
    "planar_rp-position": [3.464102, 2],
    "planar_rp-jacobian": [[-2, 0.866025], [3.464102, 0.5]],
    "planar_rp-displacement": [0.691492, 0.802300],
    "planar_rp-error": "About 100 times",
    "planar_rp-back": [0.021651, 0.05],
    "planar_rp-determinant": -4,
    "spherical-position": [0.375, 0.216506, 1.3],
    "spherical-determinant": 0.216506,
    "spherical-singular": "d₃ = 0, or θ₂ = 0 or 180°",
    "spherical-lost": [-0.5, 0.866025, 0],
    "spherical-idle": "θ₁, the azimuth",
    "spherical-pivot": 2,
    "spherical-force": [0, 0, 0],
    "ellipsoids-sigma": [0.853720, 0.202883],
    "ellipsoids-product": 0.173205,
    "ellipsoids-force_axes": [4.928957, 1.171344],
    "ellipsoids-weakest": "The smallest of all directions",
    "ellipsoids-push": 11.713436,
    "ellipsoids-straight": "That of velocity becomes flat, that of force grows without end",
    "straight_arm-rank": 1,
    "straight_arm-lost": [0.866025, 0.5],
    "straight_arm-carrier": "The structure: no motor feels it",
    "straight_arm-best": [0, 0],
    "straight_arm-near": [2.292046, -5.158317],
    "straight_arm-load": [0, -1.938617],
    "scara_recursion-first": [0, 0.5, 0],
    "scara_recursion-second": [0.353553, 0.646447, 0],
    "scara_recursion-turning": [0, 0, 1],
    "scara_recursion-third": [0.353553, 0.646447, 0.25],
    "scara_recursion-axis": "−z",
    # m 0.18 kg, I (408.64, 160.8, 556.48) 1e-6 kg m², ω (10, 0.5, 1), v (1, 0, 2).
    "thrown_body-center": [0, 0, -9.81],
    "thrown_body-momentum": [4.0864e-3, 8.04e-5, 5.5648e-4],
    "thrown_body-keep": [1.9784e-4, -1.4784e-3, -1.2392e-3],
    "thrown_body-spin": [-0.4841425, 9.1940299, 2.2268545],
    "thrown_body-unstable": "x, of the middle inertia",
    "thrown_body-spatial": [-1, 19, -9.31],
    "thrown_body-energy": 0.4707303,
    # l 0.5, r 0.24794 and 0.14928 m, m 5.2025 and 1.7089 kg, I 0.19544 and 0.028875 kg m²; worked out by hand.
    "two_link-mass": [[1.136994, 0.130733], [0.130733, 0.066957]],
    "two_link-gravity": [20.202083, 0.434568],
    "two_link-coriolis": [0.220927, 0.248543],
    "two_link-vanish": "Arm straight or folded",
    "two_link-torque": [24.356925, 1.343138],
    "newton_euler_2r-outward": [-2.605750, 1.169469],
    "newton_euler_2r-force2": [-4.452966, 18.762814],
    "newton_euler_2r-torque2": 1.343138,
    "newton_euler_2r-force1": [-8.503752, 72.443047],
    "newton_euler_2r-torque1": 24.356925,
    "external_forces-elbow": [20, 16.764309],
    "external_forces-signs": "− fₑ + Σ f of the children",
    "external_forces-hold": [8.903420, -7.443894],
    "external_forces-misprint": 14.878314,
    "external_forces-exert": [8.903420, -7.443894],
    "two_branches-finger": [0, -0.5, 1.181],
    "two_branches-summed": "Those of both fingers",
    "two_branches-palm": [0, 0, 14.172],
    "two_branches-motors": [14.172, 0.5, 0.5],
    "two_branches-mass": [[1.2, 0, 0], [0, 0.1, 0], [0, 0, 0.1]],
    "energy_of_links-first": [0.359797, 0.219870],
    "energy_of_links-center": [-0.183009, 0.691808],
    "energy_of_links-second": [0.437556, 0.003609],
    "energy_of_links-matrix": 1.020833,  # the sum of the four
    "energy_of_links-reversed": "It is greater",
    "energy_of_links-power": 33.849111,
    "energy_of_links-rate": 4.415122,  # of the energy itself, by differences in time
    # Typed from the closed forms: 1 kg, g 9.81; 4 and 15 N.
    "one_contact-matrix": 1,
    "one_contact-d": -5.81,
    "one_contact-lasts": [5.81, 0],
    "one_contact-ends": [0, 5.19],
    "one_contact-least": 9.81,
    "one_contact-passes": "it falls to 0 without a jump",
    "one_contact-jump": -5.81,
    # 6 kg, I 0.0416 kg m², a 0.08 m: 1/6 ± 0.0064/0.0416; 29.43 + 10 ∓ 6.25 N; with 40 N at the edge the brick turns.
    "two_contacts-matrix": [[0.320513, 0.012821], [0.012821, 0.320513]],
    "two_contacts-d": [-11.220256, -15.066410],
    "two_contacts-forces": [33.18, 45.68],
    "two_contacts-held": [29.43, -10.57],
    "two_contacts-active": "the left one alone",
    "two_contacts-pulled": [29.0072, 3.3824],
    "four_corners-row": [0.474359, 0.166667, -0.141026, 0.166667],
    "four_corners-rank": 3,
    "four_corners-kernel": [0.5, -0.5, 0.5, -0.5],
    "four_corners-least": 14.715,
    "four_corners-greatest": 29.43,
    "four_corners-determined": "the accelerations alone",
    "inter_body_signs-direction": [-1, 0, -1, 0],
    "inter_body_signs-torques": [0, 0, -20, -20],
    "inter_body_signs-swapped": "it stays as it is",
    "inter_body_signs-matrix": [[12, -2], [-2, 12]],
    "inter_body_signs-held": 2,
    "regularisation-force": 13.688372,
    "regularisation-sinks": -0.684419,
    "regularisation-bound": 0.684419,
    "regularisation-limit": 14.715,
    "regularisation-picked": "the one of least norm",
    # √(1/9.81) s, √9.81 m/s; 0.35 s is the first multiple of 0.05 s after it.
    "falling_brick_both_ways-time": 0.319275,
    "falling_brick_both_ways-speed": -3.132092,
    "falling_brick_both_ways-impulse": 18.792552,
    "falling_brick_both_ways-energy": 29.43,
    "falling_brick_both_ways-step": 0.35,
    "falling_brick_both_ways-impulse_of_step": 20.601,
    "falling_brick_both_ways-exact": "the hybrid one",
    "zeno-first": 0.451524,
    "zeno-after": 2.214723,
    "zeno-second": 0.903047,
    "zeno-apex": 0.015625,
    "zeno-over": 1.354571,
    "zeno-many": "infinitely many",
    "incline-normal": 8.495709,
    "incline-sticks": "the rough one alone",
    "incline-friction": [4.905, 4.247855],
    "incline-slides": 0.657145,
    "incline-limit": 0.610726,
    # μ m g 35.316 N, pushed with 1.5 times that at 22.5°: 0.5 (1 ± 1.5 (cos − sin)) of it along either tangent.
    "pyramid_against_cone-cone": 35.316,
    "pyramid_against_cone-along": 0.392699,
    "pyramid_against_cone-diagonal": 24.972183,
    "pyramid_against_cone-d": [0, 0, 31.992661, 3.323339],
    "pyramid_against_cone-astray": 0.785398,
    "pyramid_against_cone-relaxed": "it lifts, μ times as fast as it slips",
    "slip_to_roll-slips": [1.962, 16.35],
    "slip_to_roll-time": 1.019368,
    "slip_to_roll-speed": 5,
    "slip_to_roll-way": 6.116208,
    "slip_to_roll-energy": 7,
    "slip_to_roll-after": "no friction",
    # A foot of 1 kg at (2.3, −7.6) m/s stops; the body of 5 kg keeps (0.3, −1.9); lean −20°, 1.2 m.
    "jump_map-after": [0.3, -1.9, 0, 0],
    "jump_map-impulse": [-2.3, 7.6],
    "jump_map-why": "Between foot and body only finite forces act",
    "jump_map-lost": 31.525,
    "jump_map-joints": [-0.306609, -1.888022],
    "jump_map-cone": "Yes: the impulse is inside the cone",
    # 2^42, 9.81 · 0.25 / 8, 6 · 9.81 · 4.4; costs of plans from TRAJECTORY §1 and `plan_numbers`.
    "mode_sequence-count": 4398046511104,
    "mode_sequence-stance": "No: the foot could not move",
    "mode_sequence-rise": 0.3065625,
    "mode_sequence-push": 258.984,
    "mode_sequence-hops": "Two",
    "mode_sequence-short": 55.081718,
    "known_times-free": 5,
    "known_times-sum": 113.92798,
    "known_times-prices": 0,
    "known_times-further": 1.209481,
    "known_times-guessed": 57.371322,
    "known_times-enough": "The impact times, and the states there",
    # μ m g = 29.43 N, cos 45°; 29 %, 7.6 %, 1.92 %; T = 2 √(1 / 4.905) and 2^(1/4) times that.
    "friction_pyramid-reach": [29.43, 20.810153],
    "friction_pyramid-facets": 16,
    "friction_pyramid-plane": 2,
    "friction_pyramid-time": [0.903047, 1.073910],
    "friction_pyramid-cost": [61.998650, 1.616903, 0.273234],
    "friction_pyramid-outside": "It asks for more friction than there is",
    # e^(0.5 √(9.81 / 1.2)); 3.215e5 times.
    "open_loop-pendulum": 4.177019,
    "open_loop-ends": 0.321504,
    "open_loop-needed": 3.110381e-8,
    "open_loop-rate": 2.881992,
    "open_loop-helps": "Inputs that answer the measured state",
    "open_loop-nearer": 31384.786849,
}


def asked(name: str, variant: int = 0) -> tuple[Question, Reckoned]:
    """A question by its name, and its numbers where it is asked."""
    exercise, question = ALL[IDS.index(name)]
    return question, Reckoned(exercise, shipped_case(exercise, question, variant), variant)


def same(question: Question, found: np.ndarray, expected: np.ndarray, atol: float, rtol: float = 1e-9) -> bool:
    if question.takes == "direction":
        found = found * np.linalg.norm(expected) / np.linalg.norm(found) * np.sign(np.vdot(found, expected))
    return np.allclose(found, expected, rtol=rtol, atol=atol)


def test_every_question_is_expected_here_and_each_course_has_four_exercises():
    assert sorted(EXPECTED) == sorted(IDS)
    assert [len(course.exercises) >= 4 for course in courses()] == [True] * 5


@loop_over("name", IDS)
def test_an_answer_is_the_one_worked_out_by_hand(name):
    question, values = asked(name)
    if question.options:
        assert question.options[values.right(question)].text == EXPECTED[name]
        return
    found = values.answer(question)
    assert same(question, found, np.reshape(EXPECTED[name], found.shape), 6e-7)


@pytest.mark.slow
@loop_over(("exercise", "question"), ALL)
def test_what_is_shown_and_copied_gives_the_answer_in_any_pose(exercise, question):
    if question.options:
        return
    case = shipped_case(exercise, question)
    limited = np.all(np.isfinite(np.concatenate([case.model.lower, case.model.upper])))
    poses = [case.q]
    if limited and not exercise.scene and not question.q and exercise.key != "straight_arm":  # at a singularity alone
        poses += list(np.random.default_rng(7).uniform(case.model.lower, case.model.upper, (5, case.model.nq)))
    for q in poses:
        values, names = Reckoned(exercise, case.at(q)), {"np": np}
        exec(script(question, values), names)
        found = values.answer(question)
        rtol = 1e-8 if exercise.scene else 1e-9  # a simulation's own, of its integration and events
        assert same(question, np.reshape(names["answer"], found.shape), found, 1e-11, rtol)


@loop_over("exercise", shipped())
@loop_over("variant", [1, 2, 3])
@pytest.mark.slow
def test_other_numbers_have_answers_too_and_just_one_right_option(exercise, variant):
    for question in exercise.questions:
        values = Reckoned(exercise, shipped_case(exercise, question, variant), variant)
        if question.options:
            values.right(question)
        else:
            answer, names = values.answer(question), {"np": np}
            exec(script(question, values), names)
            assert same(question, np.reshape(names["answer"], answer.shape), answer, 1e-11, 1e-8)
        assert "\u2013" not in filled(question.ask, values) + filled(question.explain, values)


def test_an_answer_is_of_the_robot_that_is_given():
    question, values = asked("scara_speeds-too_fast")
    texts = [option.text for option in question.options]
    for q, right in (([0.0, np.pi / 2, 0.1], "Neither of them"), ([np.radians(45), np.radians(20), 0.1], "Both")):
        assert texts[values.at(np.array(q)).right(question)] == right  # the first: 2 rad/s each


def test_a_pose_is_written_whatever_its_joints_are():
    handle = sim.load_scene("dzhanibekov").model
    q = np.array([0.1, 0.0, 1.0, 0.0, 0.0, np.sqrt(0.5), np.sqrt(0.5)])
    assert joints_text(Case(handle, q, "")) == "0.1 m, 0 m, 1 m, 90°"
    scara = robots.load("scara")
    assert joints_text(Case(scara, np.array([0.0, 0.5 * np.pi, 0.1]), "tool")) == "0°, 90°, 0.1 m"


def test_near_its_singularity_an_answer_is_refused_not_invented():
    question, values = asked("scara_speeds-rates")
    with pytest.raises(np.linalg.LinAlgError):
        values.at(np.array([np.pi / 4, 0.0, 0.1])).answer(question)


# Texts


@pytest.fixture(params=list(languages()))
def a_language(request):
    """Each language in turn; English again afterwards."""
    use_language(request.param)
    yield request.param
    use_language("en")


@pytest.mark.parametrize("exercise", shipped(), ids=lambda exercise: exercise.key)
def test_every_text_has_its_numbers_in_every_language(exercise, a_language):
    assert 3 <= len(exercise.questions) <= 7
    home = Reckoned(exercise, shipped_case(exercise, exercise.questions[0]))
    found = [exercise.said.title, exercise.said.statement]
    found += [words for question in exercise.questions for words in (question.ask, question.explain)]
    for words in found:
        text = filled(words, home)
        assert text
        assert not set("{}_\u2013") & set(text.replace("Newton\u2013Euler", ""))
        if a_language == "fr":
            assert not re.search(r"[^\u00a0][;?!»]|[^\u00a0]:(?!\d)|«[^\u00a0]|'|\d\.\d", text), text


def test_a_text_whose_numbers_are_not_computed_yet_says_so():
    assert filled({"en": "a {x} m link"}, None) == "a \u2026 m link"
    assert expressions_in({"en": "{a1} and {θ1/deg}°", "fr": "{a1}"}) == ["a1", "θ1/deg", "a1"]


@pytest.mark.parametrize(
    ("text", "french"),
    [
        ("un saut de 0.3 m, en 44 pas", "un saut de 0,3 m, en 44 pas"),
        ("vitesses (\u22122, 0.3) m/s", "vitesses (\u22122\u00a0; 0,3) m/s"),
        ("à 1, 2, 3 et 4.4 s", "à 1, 2, 3 et 4,4 s"),
    ],
)
def test_french_numbers_have_a_decimal_comma_and_are_parted_by_semicolons(text, french):
    assert with_commas(text) == french


def test_numbers_in_texts_have_no_noise_and_a_true_minus():
    assert [number(x) for x in (0.1 + 0.2, 1e-17, -0.5, 45.0, 1e-5)] == ["0.3", "0", "\u22120.5", "45", "1e-05"]


@loop_over("name", IDS)
@pytest.mark.slow
def test_arrows_are_finite_where_the_question_is_asked(name):
    question, values = asked(name)
    for arrow in question.arrows:
        assert np.all(np.isfinite(values.of(arrow.at)))
        assert np.linalg.norm(values.of(arrow.vector)) > 0


# Predictions


@loop_over("name", IDS)
@pytest.mark.slow
def test_the_answer_itself_and_its_first_three_digits_are_right(name):
    question, values = asked(name)
    if question.options:
        right = values.right(question)
        assert [check(question, k, values).right for k in range(len(question.options))] == [
            k == right for k in range(len(question.options))
        ]
        return
    answer = values.answer(question)
    assert check(question, answer, values).right
    assert check(question, np.array([float(f"{x:.3g}") for x in answer.ravel()]), values).right


@loop_over(
    ("name", "given", "says"),
    [
        ("scara_speeds-rates", [-2.828, 3.828], "sign reversed"),
        ("scara_speeds-rates", [2.828, 3.828], "The sign of q\u03072 is reversed"),
        ("scara_speeds-rates", [162.06, -219.35], "degrees"),
        ("scara_speeds-rates", [-3.828, 2.828], "another order"),
        ("scara_speeds-rates", [2.828, -3.5], "Not yet: q\u03072. The rest is right."),
        ("scara_speeds-fastest", [0.7], "Not yet."),
        ("scara_jacobian-jacobian", [[0.3536, 0], [-1.3536, -1]], "rows exchanged"),
        ("scara_jacobian-jacobian", [[-1, -1.3536], [0, 0.3536]], "columns exchanged"),
        ("scara_jacobian-jacobian", [[-1.3536, 0.3536], [-1, 0]], "transpose"),
        ("scara_jacobian-position", [0.5 * np.cos(45) + np.cos(90), 0.5 * np.sin(45) + np.sin(90), 0.4], "degrees for radians"),
        ("scara_jacobian-position", [353.6, 1353.6, 400], "1000"),
        ("scara_jacobian-lost", [0, 0], "not zero"),
        ("scara_jacobian-lost", [1, 0], "Another direction."),
        ("scara_jacobian-lost", [-0.7, 0.7], "right angles"),
        ("two_link-torque", [24.136, 1.0946], "Coriolis and centrifugal"),
        ("two_link-torque", [4.1549, 0.90857], "The weight is missing"),
        ("two_link-mass", [[0.817168, 0.130733], [0.130733, 0.066957]], "A term is missing: m₁ r₁²"),
        ("two_link-mass", [[0.651541, 0.028875], [0.028875, 0.028875]], "Steiner's terms"),
        ("scara_forces-hold", [-13.5355, -10, 0], "The sign of Γ"),
        ("planar_arm-position", [0.633013, 0.596410], "counted from the first link"),
    ],
)
def test_a_wrong_prediction_is_told_what_is_wrong_with_it_and_never_by_how_much(name, given, says):
    question, values = asked(name)
    verdict = check(question, np.array(given, dtype=float), values)
    assert not verdict.right
    assert says in verdict.message
    assert not re.search(r"\d\.\d", verdict.message)


def test_a_direction_may_have_any_length_and_sign():
    question, values = asked("spherical-lost")
    assert check(question, np.array([3.0, -3.0 * np.sqrt(3), 0.0]), values).right


# Pages of the guide


@pytest.mark.parametrize("language", FILES)
def test_the_page_of_the_guide_is_what_the_program_computes(language):
    written = (DOCS / FILES[language]).read_text(encoding="utf-8")
    assert written == page(language), "run: python -m torseur.app.laboratory.exercises"
    assert "0.820596" in written
    assert "-13.5355" in written
    assert written.count("<details>") == written.count("</details>") == len(ALL)
    assert written.count("$$") == 2 * written.count("\n$$ ")
    for formula in re.findall(r"\$\$ (.*?) \$\$", written):
        assert formula.count("{") == formula.count("}")
        assert formula.count(r"\begin") == formula.count(r"\end")
        assert not re.search(r"\\\\[a-z]", formula), "a line break before a letter is a command escaped twice"


def test_no_hint_of_a_question_is_the_right_side_of_the_one_before():
    for exercise, question in ALL:
        told = [hint for hint in hints_of(question) if hint]
        sides = [re.sub(r"[^\w+−±/]", "", hint.partition(" = ")[2] or hint) for hint in told]
        assert len(sides) < 2 or sides[1] not in re.sub(r"[^\w+−±/]", "", told[0]), (exercise.key, question.key)


def test_a_jacobian_in_degrees_and_a_forgotten_steiner_are_told():
    by_key = {(exercise.key, question.key): (exercise, question) for exercise, question in ALL}
    exercise, question = by_key["cylindrical", "jacobian"]
    values = Reckoned(exercise, shipped_case(exercise, question, 0))
    for factor in (np.pi / 180.0, 180.0 / np.pi):
        turned = values.answer(question) * [factor, 1.0, 1.0]
        assert "per radian" in check(question, turned, values).message
    exercise, question = by_key["two_link", "mass"]
    values = Reckoned(exercise, shipped_case(exercise, question, 0))
    H, own = values.answer(question), values.of("[I1 + I2, m1*r1**2 + m2*r2**2, m2*r2**2]")
    for wrong in (
        [[own[0], values.of("I2")], [values.of("I2"), values.of("I2")]],
        [[own[0], H[0, 1]], [H[0, 1], H[1, 1]]],
        [[H[0, 0] - own[1], H[0, 1]], [H[0, 1], H[1, 1]]],
        H - [[own[1], own[2]], [own[2], own[2]]],
    ):
        assert "Steiner" in check(question, wrong, values).message
