"""Numbers as they are read."""

from __future__ import annotations

import numpy as np
import pytest

from tests.cases import loop_over
from torseur import robots, sim
from torseur.sim.texts import tr, use_language
from torseur.ui.displays.equations.values import EquationView, Term
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.number_text import (
    LEVEL,
    bound_text,
    decimal_text,
    fitting_text,
    number_text,
    parse_number,
    parts_of,
    scientific_text,
    shorter_texts,
    table_text,
    zero_beside,
)
from torseur.ui.text.short_names import short_names
from torseur.ui.text.units import (
    JACOBIAN_UNITS,
    angle_texts,
    limit_text,
    of_both_kinds,
    per_unit,
    power_unit,
    row_unit,
    value_text,
)
from torseur.ui.text.vector_text import cross_lines, vector_text

UP = 1.0 + 1e-14


@pytest.mark.parametrize(
    ("x", "text"), [(1.4e-10, "2e-10"), (1e-10, "1e-10"), (9.1e-12, "1e-11"), (0.0, "0"), (np.inf, "∞"), (0.31, "0.4")]
)
def test_what_something_is_within_is_never_less_than_it(x, text):
    assert bound_text(x) == text


@pytest.mark.parametrize("last_bits", [1.0 / UP, 1.0 - 1e-9, 1.0, UP, 1.0 + 1e-9])  # what a solver leaves of equal forces
def test_equal_forces_read_equal_whatever_their_last_bits(last_bits):
    assert number_text(14.715 * last_bits) == "14.72"
    assert number_text(-14.715 * last_bits) == "−14.72"
    assert decimal_text(0.26285 * last_bits, 4) == "0.2629"
    assert table_text(1.0 * last_bits, 3) == "1"


def test_no_other_number_is_rounded_elsewhere_than_to_its_nearest():
    for x in np.random.default_rng(3).normal(size=2000) * 10.0 ** np.arange(2000).clip(0, 3):
        shown = float(number_text(x).replace("−", "-"))
        assert shown == float(f"{x:.4g}") or shown == float(f"{x * (1.0 + LEVEL):.4g}")  # but for a half
        assert abs(shown - x) <= (0.5 + 1e-3) * 10.0 ** (np.floor(np.log10(abs(x))) - 3.0)


def test_twelve_digits_are_those_of_the_number():
    assert number_text(0.451523640985728, 12) == "0.451523640986"
    assert number_text(14.7149999999, 12) == "14.7149999999"
    assert number_text(14.7149998) == "14.72"  # four corners of a brick that rests askew by a nanometre
    assert number_text(14.71499, 4) == "14.71"
    assert number_text(14.7149998, 7) == "14.71500"
    assert number_text(14.71499, 5) == "14.715"


@pytest.mark.parametrize(
    ("typed", "number"),
    [("0,354", 0.354), ("-1,5", -1.5), ("12,34", 12.34), ("1234,567", 1234.567), (",5", 0.5), ("2,5e-3", 2.5e-3)],
)
def test_a_decimal_comma_is_understood(typed, number):
    assert parse_number(typed) == number


@pytest.mark.parametrize("typed", ["1,000", "-12,345", "1,234.5", "1,2,3", "1.000,5"])
def test_a_comma_that_may_part_thousands_is_refused_with_a_sentence(typed):
    with pytest.raises(ValueError, match=r"write .* or |is not a number"):
        parse_number(typed)


def test_a_comma_that_may_be_either_is_asked_about():
    with pytest.raises(ValueError, match=r"write −12.345 or −12345\."):
        parse_number("-12,345")


def test_a_joint_that_rounding_left_beside_zero_reads_zero():
    assert value_text(4e-12, True, "deg") == "0"  # 2.3e-10°
    assert value_text(1e-6, True, "deg") != "0"
    assert angle_texts((-np.pi, 7e-7, 0.0), "deg") == ["−180.00", "0.00", "0"]
    assert angle_texts((-np.pi, 7e-7, 1e-3), "rad") == ["−3.142", "0.000", "0.0010"]
    assert angle_texts((7e-7, 5e-7), "deg") == ["4e-5", "3e-5"]  # no larger is there


def test_a_number_that_has_too_little_room_loses_digits_and_no_power():
    assert list(shorter_texts("−6.276e-7")) == ["−6.28e-7", "−6.3e-7", "−6.3e-7", "−6e-7"]
    assert list(shorter_texts("0.001651"))[-1] == "2e-3"
    assert list(shorter_texts("left")) == list(shorter_texts("–")) == []


def test_a_number_has_the_digits_that_fit():
    assert [fitting_text(x, 6.0) for x in (-12.3456, 0.0123456, -4.0321e-5, 0.0)] == ["−12.35", "0.0123", "−4e-5", "0"]


def test_of_an_angle_of_many_turns_the_place_in_its_turn_can_be_read():
    assert value_text(np.radians(-12345678.9), True, "deg") == "−12345678.9"
    assert value_text(174532.925, True, "rad") == "174532.93"
    assert limit_text(np.radians(1e7), True, "deg") == "10000000°"
    assert limit_text(np.radians(360.0), True, "deg") == "360°"
    assert value_text(1e7, False, "deg") == "1.000e7"


def test_what_rounding_leaves_beside_larger_numbers_is_0_and_a_small_number_alone_is_not():
    assert number_text(-4.8e-11, zero=zero_beside((8.337, -8.337))) == "0"
    assert number_text(4.8e-9, zero=zero_beside((8.337, np.inf, np.nan))) == "4.800e-9"
    assert number_text(4.8e-11, zero=zero_beside(())) == "4.800e-11"


def test_of_an_equation_the_rounding_of_what_adds_up_is_0_and_what_is_copied_is_exact():
    given, back = np.array([0.0, 0.0, -8.337, 0.0, 2e-13, 0.0]), np.array([0.0, 3e-12, 8.337, 0.0, 0.0, 0.0])
    terms = (
        Term("m g", given, color="#112233"),
        Term("f_{joint}", back, sign="+", color="#445566"),
        Term("f", given + back, sign="="),
        Term("m", np.array([3e-11]), unit="kg"),
    )
    view = EquationView("forces", "Forces", (), terms)
    assert [float(np.abs(one.values).max()) for one in view.terms] == [8.337, 8.337, 0.0, 3e-11]
    assert view.terms[0].values[4] == 0.0
    assert np.array_equal(view.array_text().values[2], given + back)


@pytest.fixture
def french():
    use_language("fr")
    yield
    use_language("en")


def test_numbers_have_the_decimal_sign_of_the_language_and_are_read_back_as_they_are(french):
    shown = (
        number_text(-0.3512),
        decimal_text(2.5, 3),
        table_text(0.25, 4),
        scientific_text(2.5e-8, 2),
        value_text(0.5, True, "deg"),
    )
    assert shown == ("−0,3512", "2,500", "0,2500", "2,5e-8", "28,65")
    assert tr("instant {t:.4g} s", t=0.25).endswith("0,25 s")
    for x in np.random.default_rng(7).normal(size=500) * 10.0 ** np.arange(500).clip(0, 9):
        assert parse_number(number_text(x, 12)) == pytest.approx(x, rel=1e-9)
    assert list(shorter_texts("0,001651"))[-1] == "2e-3"


@pytest.mark.parametrize("typed", ["1,25", "1.25", "+1,25", "0,125e1"])
def test_a_comma_and_a_point_are_understood_where_commas_are_decimal_signs(typed, french):
    assert parse_number(typed) == 1.25
    assert parse_number("1,000") == 1.0  # nothing parts thousands by commas there


def test_numbers_of_a_list_are_told_apart_whatever_the_decimal_sign(french):
    vector = vector_text((1.5, -2.25, 0.0))
    assert vector == "(1,500; −2,250; 0)"
    assert [parse_number(part) for part in parts_of(vector.strip("()"))] == [1.5, -2.25, 0.0]
    assert [parse_number(part) for part in parts_of("1,5 2.25;3")] == [1.5, 2.25, 3.0]
    use_language("en")
    assert vector_text((1.5, -2.25, 0.0)) == "(1.500, −2.250, 0)"
    assert [parse_number(part) for part in parts_of("1.5, 2.25;3")] == [1.5, 2.25, 3.0]


def test_copies_have_points_whatever_the_language(french):
    table = ArrayText(np.array([[0.5, 1.25e-9]]), ["a"], ["x", "y"])
    assert table.csv() == ",x,y\na,0.5,1.25e-09\n"
    assert "0.5 & 1.25" in table.latex()
    assert "[0.5, 1.25e-09]" in table.numpy()


def test_products_are_written_out_with_their_numbers():
    a, b = np.array([0.0, 0.6, -0.8]), np.array([0.5, -1.0, 0.25])
    assert vector_text(b) == "(0.5000, −1, 0.2500)"
    lines = cross_lines(a, b, ("v", "z", "r"))
    assert lines[0] == "v_x = z_y r_z − z_z r_y = 0.6000·0.2500 − (−0.8000)·(−1) = −0.6500"
    assert [float(line.rsplit("= ")[-1].replace("−", "-")) for line in lines] == pytest.approx(np.cross(a, b).tolist())


def test_names_lose_the_words_that_all_begin_with():
    assert short_names(["panda link1", "panda link2", "panda hand tcp"]) == ["link1", "link2", "hand tcp"]
    assert short_names(["arm", "arm left"]) == ["arm", "arm left"]
    assert short_names(["arm left"]) == ["arm left"]
    assert short_names(["root joint"] * 2) == ["joint"] * 2


@pytest.mark.parametrize(
    ("slides", "unit"), [([False], "rad/s"), ([True, True], "m/s"), ([False, True], "rad/s | m/s"), ([], "rad/s")]
)
def test_a_number_of_several_joints_has_the_units_of_both_kinds(slides, unit):
    assert per_unit(slides, "rad/s", "m/s") == unit


def test_the_largest_is_said_of_each_kind_by_itself():
    assert of_both_kinds([3.0, -7.0, 28.2], [False, False, True], "N·m", "N") == ("7.00 | 28.2", "N·m | N")
    assert of_both_kinds([3.0, -7.0], [True, True], "N·m", "N") == ("7.00", "N")
    assert of_both_kinds([], [], "N·m", "N") == ("0", "N·m")


def test_a_product_has_the_power_of_the_unit_of_its_factors():
    assert [power_unit("m/s", k) for k in range(4)] == ["", "m/s", "(m/s)²", "(m/s)³"]
    assert power_unit("m", 2) == "m²"


@loop_over("name", ["scara", "planar_2r", "cylindrical", "arm_6r"])
@loop_over("rows", ["position", "orientation"])
def test_the_window_and_python_say_the_same_unit_of_singular_values_whatever_the_joints(name, rows):
    model = robots.load(name)
    q = model.poses["home"]
    assert sim.task_jacobian(model, q, "tool", rows=rows).unit == row_unit(rows)
    assert row_unit(rows) == JACOBIAN_UNITS[0 if rows == "position" else 3]
