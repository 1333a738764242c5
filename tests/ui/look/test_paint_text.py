"""Names in texts with indices, and names that are cut."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from torseur.ui.look.math_notation import DOT, literal, plain_math, typed
from torseur.ui.look.paint_text import elided, elided_name, elided_words, math_width, paint_math, paint_text, text_width


@pytest.mark.parametrize(
    "name", ["FL_FOOT", "base_link", "joint_1", "l_foot", "r_1_foot", "wheel_l", "left_hip_x", "ur5/tool0_tcp_", "a__b"]
)
def test_an_underscore_of_a_name_makes_no_index(qapp, name):
    assert plain_math(name) == typed(name) == plain_math(literal(name)) == name
    assert plain_math(f"ground · {name} λ_n") == f"ground · {name} λn"
    assert math_width(name, 12) == pytest.approx(text_width(name, 12))


def test_an_index_is_one_character_or_in_braces_and_of_one_letter(qapp):
    assert plain_math("σ_1σ_2σ_3 τ_bᵀδq t_∞ J_{ab}v −2q_1 ½m_1 ω_z m_1l_1") == "σ1σ2σ3 τbᵀδq t∞ Jabv −2q1 ½m1 ωz m1l1"
    assert typed("ground · joint_1 λ_{ij}") == "ground · joint_1 λ_ij"
    assert plain_math(literal("a_b") + " λ_n") == "a_b λn"


def test_dots_above_letters_are_painted_alike_in_names_and_formulas(qapp):
    for text in ("ζ̇ = M λ + d", "ẋ, ẏ, ż", "ḋ₃"):
        assert painted(paint_text, text) == painted(paint_math, text)
        assert painted(paint_text, text) != painted(paint_text, "".join(c for c in normalize("NFD", text) if c != DOT))


def painted(paint, text):
    image = QImage(200, 24, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    paint(painter, QRectF(0, 0, 200, 24), text, "#000000", 14)
    painter.end()
    return image


def test_of_a_pair_each_name_is_cut_in_its_own_middle(qapp):
    pair = "touching1/link1 · touching2/link1"
    cut = elided_name(pair, 0.7 * text_width(pair, 12), 12)
    first, second = cut.split(" · ")
    assert first.startswith("to")
    assert first.endswith("k1")
    assert second.startswith("to")
    assert second.endswith("k1")
    assert text_width(cut, 12) <= 0.7 * text_width(pair, 12)


def test_words_are_cut_behind_a_whole_one_and_names_alone_in_their_middle(qapp):
    cut = [
        elided_words(text, 0.8 * text_width(text, 12), 12) for text in ("at ee_link, per rad/s", "at left_foot", "left_foot")
    ]
    assert cut == ["at ee_link…", elided("at left_foot", 0.8 * text_width("at left_foot", 12), 12), cut[2]]
    assert (cut[1][:4], cut[1][-1], cut[2][-1]) == ("at l", "…", "t")
    assert elided_words("at ee_link, per rad/s", 300.0, 12) == "at ee_link, per rad/s"


def test_a_short_name_of_a_pair_is_left_whole(qapp):
    cut = elided_name("a · a very long name of a body", 100.0, 12)
    assert cut.startswith("a · a")
    assert text_width(cut, 12) > 80.0


@pytest.mark.parametrize("letter", ["O", "K", "V", "L", "R", "x", "ω", "ξ"])
def test_a_dot_stands_above_its_letter(qapp, letter):
    def first_row(text):
        image = QImage(40, 40, QImage.Format.Format_Grayscale8)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        paint_math(painter, QRectF(5, 0, 30, 40), text, "#000000", 20)
        painter.end()
        return next(y for y in range(40) if any(image.pixelColor(x, y).value() < 128 for x in range(40)))

    assert first_row(letter + DOT) < first_row(letter) - 1
