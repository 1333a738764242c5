"""The worked exercises: every answer against a closed form, both languages whole, pages of the guide current."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from torseur import robots, sim
from torseur.app.laboratory.exercises.answers import RIGHT, check
from torseur.app.laboratory.exercises.case import Case
from torseur.app.laboratory.exercises.course import EXERCISES
from torseur.app.laboratory.exercises.exercise_rows import joints_text
from torseur.app.laboratory.exercises.exercise_text import Numbers, filled, number, numbers_of
from torseur.app.laboratory.exercises.guide import FILES, page
from torseur.app.laboratory.exercises.question import Exercise, Options, Quantities, Question
from torseur.app.laboratory.exercises.shipped_case import shipped_case
from torseur.app.laboratory.exercises.translation import LANGUAGES, Translation

DOCS = Path(__file__).parents[3] / "docs"
ALL = [(exercise, question) for exercise in EXERCISES for question in exercise.questions]
IDS = [f"{exercise.key}-{question.key}" for exercise, question in ALL]

# Typed from THEORY §8 and from the closed forms by hand, apart from the formulas of the exercises.
EXPECTED = {
    "scara_jacobian-position": [0.353553, 1.353553, 0.4],
    "scara_jacobian-jacobian": [[-1.353553, -1], [0.353553, 0]],
    "scara_jacobian-determinant": 0.353553,
    "scara_jacobian-singular": "theta2",
    "scara_jacobian-lost": [0.707107, 0.707107],
    "scara_speeds-rates": [2.828427, -3.828427],
    "scara_speeds-turning": -1,
    "scara_speeds-too_fast": "elbow",
    "scara_speeds-fastest": 0.820596,
    "scara_speeds-along_x": 3.141593,
    "scara_forces-exert": [-13.535534, -10, 0],
    "scara_forces-hold": [13.535534, 10, 0],
    "scara_forces-up": [0, 0, -10],
    "scara_forces-moment": "structure",
    "scara_forces-unfelt": [0, 1],
    "scara_forces-power": 0,
    "cylindrical-position": [0.692820, 0.4, 0.5],
    "cylindrical-jacobian": [[-0.4, 0, 0.866025], [0.692820, 0, 0.5], [0, 1, 0]],
    "cylindrical-determinant": 0.8,
    "cylindrical-singular": "r",
    "cylindrical-reachable": "no",
    "cylindrical-rates": [-0.3125, 0, 0.433013],
    "planar_rp-position": [3.464102, 2],
    "planar_rp-jacobian": [[-2, 0.866025], [3.464102, 0.5]],
    "planar_rp-displacement": [0.691492, 0.802300],
    "planar_rp-error": "100",
    "planar_rp-back": [0.021651, 0.05],
    "planar_rp-determinant": -4,
    "spherical-position": [0.375, 0.216506, 1.3],
    "spherical-determinant": 0.216506,
    "spherical-singular": "both",
    "spherical-lost": [-0.5, 0.866025, 0],
    "spherical-idle": "azimuth",
    "spherical-pivot": 2,
    "spherical-force": [0, 0, 0],
    "ellipsoids-sigma": [0.853720, 0.202883],
    "ellipsoids-product": 0.173205,
    "ellipsoids-force_axes": [4.928957, 1.171344],
    "ellipsoids-weakest": "least",
    "ellipsoids-push": 11.713436,
    "ellipsoids-straight": "flat_long",
    "straight_arm-rank": 1,
    "straight_arm-lost": [0.866025, 0.5],
    "straight_arm-carrier": "structure",
    "straight_arm-best": [0, 0],
    "straight_arm-near": [2.292046, -5.158317],
    "straight_arm-load": [0, -1.938617],
    "scara_recursion-first": [0, 0.5, 0],
    "scara_recursion-second": [0.353553, 0.646447, 0],
    "scara_recursion-turning": [0, 0, 1],
    "scara_recursion-third": [0.353553, 0.646447, 0.25],
    "scara_recursion-axis": "minus_z",
    # m 0.18 kg, I (408.64, 160.8, 556.48) 1e-6 kg m², ω (10, 0.5, 1), v (1, 0, 2).
    "thrown_body-center": [0, 0, -9.81],
    "thrown_body-momentum": [4.0864e-3, 8.04e-5, 5.5648e-4],
    "thrown_body-keep": [1.9784e-4, -1.4784e-3, -1.2392e-3],
    "thrown_body-spin": [-0.4841425, 9.1940299, 2.2268545],
    "thrown_body-unstable": "x",
    "thrown_body-spatial": [-1, 19, -9.31],
    "thrown_body-energy": 0.4707303,
    # l 0.5, r 0.24794 and 0.14928 m, m 5.2025 and 1.7089 kg, I 0.19544 and 0.028875 kg m²; worked out by hand.
    "two_link-mass": [[1.136994, 0.130733], [0.130733, 0.066957]],
    "two_link-gravity": [20.202083, 0.434568],
    "two_link-coriolis": [0.220927, 0.248543],
    "two_link-vanish": "straight",
    "two_link-torque": [24.356925, 1.343138],
    "newton_euler_2r-outward": [-2.605750, 1.169469],
    "newton_euler_2r-force2": [-4.452966, 18.762814],
    "newton_euler_2r-torque2": 1.343138,
    "newton_euler_2r-force1": [-8.503752, 72.443047],
    "newton_euler_2r-torque1": 24.356925,
    "external_forces-elbow": [20, 16.764309],
    "external_forces-signs": "minus_plus",
    "external_forces-hold": [8.903420, -7.443894],
    "external_forces-misprint": 14.878314,
    "external_forces-exert": [8.903420, -7.443894],
    "two_branches-finger": [0, -0.5, 1.181],
    "two_branches-summed": "both",
    "two_branches-palm": [0, 0, 14.172],
    "two_branches-motors": [14.172, 0.5, 0.5],
    "two_branches-mass": [[1.2, 0, 0], [0, 0.1, 0], [0, 0, 0.1]],
    "energy_of_links-first": [0.359797, 0.219870],
    "energy_of_links-center": [-0.183009, 0.691808],
    "energy_of_links-second": [0.437556, 0.003609],
    "energy_of_links-matrix": 1.020833,  # the sum of the four
    "energy_of_links-reversed": "more",
    "energy_of_links-power": 33.849111,
    "energy_of_links-rate": 4.415122,  # of the energy itself, by differences in time
    # Typed from the closed forms: 1 kg, g 9.81; 4 and 15 N.
    "one_contact-matrix": 1,
    "one_contact-d": -5.81,
    "one_contact-lasts": [5.81, 0],
    "one_contact-ends": [0, 5.19],
    "one_contact-least": 9.81,
    "one_contact-passes": "falls",
    "one_contact-jump": -5.81,
    # 6 kg, I 0.0416 kg m², a 0.08 m: 1/6 ± 0.0064/0.0416; 29.43 + 10 ∓ 6.25 N; with 40 N at the edge the brick turns.
    "two_contacts-matrix": [[0.320513, 0.012821], [0.012821, 0.320513]],
    "two_contacts-d": [-11.220256, -15.066410],
    "two_contacts-forces": [33.18, 45.68],
    "two_contacts-held": [29.43, -10.57],
    "two_contacts-active": "left",
    "two_contacts-pulled": [29.0072, 3.3824],
    "four_corners-row": [0.474359, 0.166667, -0.141026, 0.166667],
    "four_corners-rank": 3,
    "four_corners-kernel": [0.5, -0.5, 0.5, -0.5],
    "four_corners-least": 14.715,
    "four_corners-greatest": 29.43,
    "four_corners-determined": "motion",
    "inter_body_signs-direction": [-1, 0, -1, 0],
    "inter_body_signs-torques": [0, 0, -20, -20],
    "inter_body_signs-swapped": "same",
    "inter_body_signs-matrix": [[12, -2], [-2, 12]],
    "inter_body_signs-held": 2,
    "regularisation-force": 13.688372,
    "regularisation-sinks": -0.684419,
    "regularisation-bound": 0.684419,
    "regularisation-limit": 14.715,
    "regularisation-picked": "least",
    # √(1/9.81) s, √9.81 m/s; 0.35 s is the first multiple of 0.05 s after it.
    "falling_brick_both_ways-time": 0.319275,
    "falling_brick_both_ways-speed": -3.132092,
    "falling_brick_both_ways-impulse": 18.792552,
    "falling_brick_both_ways-energy": 29.43,
    "falling_brick_both_ways-step": 0.35,
    "falling_brick_both_ways-impulse_of_step": 20.601,
    "falling_brick_both_ways-exact": "hybrid",
    "zeno-first": 0.451524,
    "zeno-after": 2.214723,
    "zeno-second": 0.903047,
    "zeno-apex": 0.015625,
    "zeno-over": 1.354571,
    "zeno-many": "infinite",
    "incline-normal": 8.495709,
    "incline-sticks": "rough",
    "incline-friction": [4.905, 4.247855],
    "incline-slides": 0.657145,
    "incline-limit": 0.610726,
    # μ m g 35.316 N, pushed with 1.5 times that at 22.5°: 0.5 (1 ± 1.5 (cos − sin)) of it along either tangent.
    "pyramid_against_cone-cone": 35.316,
    "pyramid_against_cone-along": 0.392699,
    "pyramid_against_cone-diagonal": 24.972183,
    "pyramid_against_cone-d": [0, 0, 31.992661, 3.323339],
    "pyramid_against_cone-astray": 0.785398,
    "pyramid_against_cone-relaxed": "lifts",
    "slip_to_roll-slips": [1.962, 16.35],
    "slip_to_roll-time": 1.019368,
    "slip_to_roll-speed": 5,
    "slip_to_roll-way": 6.116208,
    "slip_to_roll-energy": 7,
    "slip_to_roll-after": "none",
    # A foot of 1 kg at (2.3, −7.6) m/s stops; the body of 5 kg keeps (0.3, −1.9); lean −20°, 1.2 m.
    "jump_map-after": [0.3, -1.9, 0, 0],
    "jump_map-impulse": [-2.3, 7.6],
    "jump_map-why": "leg",
    "jump_map-lost": 31.525,
    "jump_map-joints": [-0.306609, -1.888022],
    "jump_map-cone": "sticks",
    # 2^42, 9.81 · 0.25 / 8, 6 · 9.81 · 4.4; costs of plans from TRAJECTORY §1 and `plan_numbers`.
    "mode_sequence-count": 4398046511104,
    "mode_sequence-stance": "moves",
    "mode_sequence-rise": 0.3065625,
    "mode_sequence-push": 258.984,
    "mode_sequence-hops": "two_hops",
    "mode_sequence-short": 55.081718,
    "known_times-free": 5,
    "known_times-sum": 113.92798,
    "known_times-prices": 0,
    "known_times-further": 1.209481,
    "known_times-guessed": 52.647286,
    "known_times-enough": "states",
    # μ m g = 29.43 N, cos 45°; 29 %, 7.6 %, 1.92 %; T = 2 √(1 / 4.905) and 2^(1/4) times that.
    "friction_pyramid-reach": [29.43, 20.810153],
    "friction_pyramid-facets": 16,
    "friction_pyramid-plane": 2,
    "friction_pyramid-time": [0.903047, 1.073910],
    "friction_pyramid-cost": [61.998650, 1.616903, 0.273234],
    "friction_pyramid-outside": "slips",
    # e^(0.5 √(9.81 / 1.2)); 3.278e5 times.
    "open_loop-pendulum": 4.177019,
    "open_loop-ends": 0.327819,
    "open_loop-needed": 3.050464e-8,
    "open_loop-rate": 2.886413,
    "open_loop-helps": "feedback",
    "open_loop-nearer": 31384.786849,
}


def case_of(exercise: Exercise, question: Question) -> Case:
    return shipped_case(exercise, question)


def same_up_to_sign(
    found: np.ndarray, expected: np.ndarray, answer: Quantities, atol: float, rtol: float = 1e-9
) -> bool:
    signs = (1.0, -1.0) if answer.up_to_sign else (1.0,)
    return any(np.allclose(found, sign * expected, rtol=rtol, atol=atol) for sign in signs)


def test_every_question_is_expected_here():
    assert list(EXPECTED) == IDS


@pytest.mark.parametrize(("exercise", "question"), ALL, ids=IDS)
def test_an_answer_is_the_one_worked_out_by_hand(exercise, question):
    case, answer = case_of(exercise, question), question.answer
    expected = EXPECTED[f"{exercise.key}-{question.key}"]
    if isinstance(answer, Options):
        assert answer.compute(case) == expected
        return
    found = answer.values(case)
    assert same_up_to_sign(found, np.reshape(expected, found.shape), answer, 6e-7)


@pytest.mark.parametrize(("exercise", "question"), ALL, ids=IDS)
def test_the_formula_to_copy_gives_the_answer_in_any_pose(exercise, question):
    case, answer = case_of(exercise, question), question.answer
    rng = np.random.default_rng(7)
    poses = [case.q]
    limited = np.all(np.isfinite(np.concatenate([case.model.lower, case.model.upper])))
    if (
        limited and not question.q and exercise.key != "straight_arm"
    ):  # those are asked at a singularity, and nowhere else
        poses += list(rng.uniform(case.model.lower, case.model.upper, (5, case.model.nq)))
    for q in poses:
        here = case.at(q)
        found = eval(question.formula.numpy, {"np": np, **exercise.variables(here)})
        if isinstance(answer, Quantities):
            values = answer.values(here)
            rtol = 1e-8 if exercise.scene else 1e-9  # a simulation's own, of its integration and events
            assert same_up_to_sign(np.reshape(found, values.shape), values, answer, 1e-12, rtol)
        else:
            assert np.all(np.isfinite(found))


def test_an_answer_is_of_the_robot_that_is_given():
    (fits,) = [question for exercise, question in ALL if question.key == "too_fast"]
    case = case_of(*next(one for one in ALL if one[1] is fits))
    assert fits.answer.compute(case) == "elbow"
    assert fits.answer.compute(case.at(np.array([0.0, np.pi / 2, 0.1]))) == "none"  # 2 rad/s each
    assert fits.answer.compute(case.at(np.array([np.radians(45), np.radians(20), 0.1]))) == "both"


def test_a_pose_is_written_whatever_its_joints_are():
    handle = sim.load_scene("dzhanibekov").model
    q = np.array([0.1, 0.0, 1.0, 0.0, 0.0, np.sqrt(0.5), np.sqrt(0.5)])
    assert joints_text(Case(handle, q, "")) == "0.1 m, 0 m, 1 m, 90°"
    scara = robots.load("scara")
    assert joints_text(Case(scara, np.array([0.0, 0.5 * np.pi, 0.1]), "tool")) == "0°, 90°, 0.1 m"


def test_near_its_singularity_an_answer_is_refused_not_invented():
    (rates,) = [question for exercise, question in ALL if question.key == "rates" and exercise.key == "scara_speeds"]
    case = case_of(*next(one for one in ALL if one[1] is rates))
    with pytest.raises(np.linalg.LinAlgError):
        rates.answer.values(case.with_joint(1, 0.0))


# Texts


def words_of(exercise: Exercise) -> list[Translation]:
    found = [exercise.title, exercise.statement]
    for question in exercise.questions:
        found += [question.prompt, question.explains]
        if isinstance(question.answer, Options):
            found += list(question.answer.texts.values())
    return found


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.key)
def test_every_text_is_there_in_both_languages_with_all_its_numbers(exercise):
    assert 4 <= len(exercise.questions) <= 7
    assert len({question.key for question in exercise.questions}) == len(exercise.questions)
    numbers = numbers_of(exercise, case_of(exercise, exercise.questions[-1]))
    for words in words_of(exercise):
        for language in LANGUAGES:
            text = filled(words, language, numbers)
            assert text
            assert not set("{}_") & set(text)
        assert set(re.findall(r"{(\w+)}", words.en)) == set(re.findall(r"{(\w+)}", words.fr))
    differ = [words for words in (exercise.title, exercise.statement) if words.en == words.fr]
    differ += [question for question in exercise.questions if question.prompt.en == question.prompt.fr]
    assert differ == []


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.key)
def test_french_has_its_typography(exercise):
    for words in words_of(exercise):
        assert not re.search(r"[^\u00a0][;?!»]|[^\u00a0]:(?!\d)|«[^\u00a0]", words.fr), words.fr
        assert "'" not in words.fr
        assert not re.search(r"\d\.\d", words.fr), words.fr


def test_a_text_whose_numbers_are_not_computed_yet_says_so():
    assert filled(Translation("a {x} m link", "un bras de {x} m"), "fr", Numbers()) == "un bras de \u2026 m"


@pytest.mark.parametrize(
    ("text", "french"),
    [
        ("un saut de {h} m, en {n} pas", "un saut de 0,3 m, en 44 pas"),
        ("vitesses ({a}, {h}) m/s", "vitesses (\u22122\u00a0; 0,3) m/s"),
        ("à 1, 2, 3 et 4.4 s", "à 1, 2, 3 et 4,4 s"),
        ("29 %, 7.6 %", "29\u00a0%, 7,6\u00a0%"),
    ],
)
def test_french_numbers_have_a_decimal_comma_and_are_parted_by_semicolons(text, french):
    numbers = Numbers({"h": number(0.3), "n": number(44), "a": number(-2)})
    assert filled(Translation(text, text), "fr", numbers) == french
    assert "0.3" in filled(Translation(text, text), "en", numbers) or "{h}" not in text


def test_numbers_in_texts_have_no_noise_and_a_true_minus():
    assert [number(x) for x in (0.1 + 0.2, 1e-17, -0.5, 45.0, 1e-5)] == ["0.3", "0", "\u22120.5", "45", "1e-05"]


@pytest.mark.parametrize(("exercise", "question"), ALL, ids=IDS)
def test_arrows_are_finite_where_the_question_is_asked(exercise, question):
    for arrow in question.arrows(case_of(exercise, question)):
        assert arrow.kind in ("velocity", "force", "displacement", "direction")
        assert np.isfinite([arrow.origin, arrow.vector]).all()
        assert np.linalg.norm(arrow.vector) > 0


# Predictions


def asked(name: str) -> tuple[Quantities | Options, Case]:
    exercise, question = ALL[IDS.index(name)]
    return question.answer, case_of(exercise, question)


@pytest.mark.parametrize("name", IDS)
def test_the_answer_itself_and_its_first_three_digits_are_right(name):
    answer, case = asked(name)
    if isinstance(answer, Options):
        assert check(answer, answer.compute(case), case) == RIGHT
        others = [key for key in answer.texts if key != answer.compute(case)]
        assert not any(check(answer, key, case).right for key in others)
        return
    values = answer.values(case)
    assert check(answer, values, case).right
    rounded = np.array([float(f"{x:.3g}") for x in values.ravel()])
    assert check(answer, rounded, case).right


@pytest.mark.parametrize(
    ("name", "given", "says"),
    [
        ("scara_speeds-rates", [-2.828, 3.828], "sign reversed"),
        ("scara_speeds-rates", [2.828, 3.828], "The sign of q\u03072 is reversed"),
        ("scara_speeds-rates", [162.06, -219.35], "degrees"),
        ("scara_speeds-rates", [-3.828, 2.828], "another order"),
        ("scara_speeds-rates", [2.828, -3.5], "1 of 2 are right. q\u03072 is off by 0.328 rad/s"),
        ("scara_speeds-fastest", [0.7], "Off by 0.121 m/s"),
        ("scara_jacobian-jacobian", [[0.3536, 0], [-1.3536, -1]], "rows exchanged"),
        ("scara_jacobian-jacobian", [[-1, -1.3536], [0, 0.3536]], "columns exchanged"),
        ("scara_jacobian-jacobian", [[-1.3536, 0.3536], [-1, 0]], "transpose"),
        ("scara_jacobian-position", [0.5 * np.cos(45) + np.cos(90), 0.5 * np.sin(45) + np.sin(90), 0.4], "degrees for radians"),
        ("scara_jacobian-position", [353.6, 1353.6, 400], "1000"),
        ("scara_jacobian-lost", [0, 0], "not zero"),
        ("scara_jacobian-lost", [1, 0], "off by 45°"),
    ],
)  # fmt: skip
def test_a_wrong_prediction_is_told_what_is_wrong_with_it(name, given, says):
    answer, case = asked(name)
    verdict = check(answer, np.array(given, dtype=float), case)
    assert not verdict.right
    assert says in verdict.message.en
    assert verdict.message.fr != verdict.message.en


def test_a_direction_may_have_any_length_and_sign():
    answer, case = asked("spherical-lost")
    assert check(answer, np.array([3.0, -3.0 * np.sqrt(3), 0.0]), case).right


# Pages of the guide


@pytest.mark.parametrize("language", LANGUAGES)
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
