"""Letters of formulas, and their rows."""

from __future__ import annotations

import pytest

from tests.cases import loop_over
from torseur.app.course.ideas import courses, read_in
from torseur.sim.texts import use_language
from torseur.ui.look.math_notation import DDOT, DOT
from torseur.ui.look.paint_text import glyph_at, math_width
from torseur.ui.text.notation import letter_rows, letters, rows_of


@loop_over(
    ("text", "found"),
    [
        (f"f_{{acc,2}} = I_2 ξ{DOT}_2 + ξ_2 ×* I_2 ξ_2", ["f_{acc,2}", "I_{2}", f"ξ{DOT}_{{2}}", "ξ_{2}", "I_{2}", "ξ_{2}"]),
        ("Tᵀ H⁻¹ (τ − C) + Ṫᵀ q̇", ["T", "H", "τ", "C", f"T{DOT}", f"q{DOT}"]),
        (f"½ q{DOT}ᵀH q{DDOT}", [f"q{DOT}", "H", f"q{DDOT}"]),
        ("λ₁, τₘ", ["λ_{1}", "τ_{m}"]),
        ("v = OP × ω", ["v", "OP", "ω"]),
        ("c  m", ["c"]),
        ("12.5 N·m", []),
        ("2e-16 (|H| to 24)", ["H"]),
        ("m/s, N·m", []),
        ("λ_n (N)", ["λ_{n}"]),
        ("A vector that turns", []),
        ("Coulomb's cone, link2", []),
        ("base_link", []),
    ],
)
def test_letters_are_told_from_words_and_units(text, found):
    assert [letter.symbol for letter in letters(text)] == found


def test_a_letter_is_where_it_is_painted(screen):
    text, px = f"H q{DDOT}_{{12}} + C", 13
    line = letters(text)
    for letter, before, after in zip(line, ("", "H ", f"H q{DDOT}_{{12}} + "), ("H", f"H q{DDOT}_{{12}}", text), strict=True):
        middle = (math_width(before, px) + math_width(after, px)) / 2
        assert letter.start <= glyph_at(text, px, 400, middle) < letter.end
    assert glyph_at(text, px, 400, math_width(text, px) + 1.0) == -1


def test_an_index_that_counts_is_left_out_and_one_that_names_is_not():
    assert [row.en.split(":")[0] for row in rows_of("τ_{12}")] == ["generalised force of a joint"]
    assert rows_of("τ_{m,3}") == rows_of("τ_m") != rows_of("τ_3")
    assert rows_of("q̇_{i−1}") == rows_of("q̇")


def test_a_letter_is_what_the_page_has_it_for():
    assert [row.en for row in rows_of("s_1", "algorithm")] != [row.en for row in rows_of("s", "friction")]
    assert len(rows_of("s")) == 5


def test_every_row_is_said_in_both_languages_and_once():
    rows = letter_rows()
    assert all(row.en and row.fr and row.latex for row in rows)
    assert len({(row.symbol, row.en) for row in rows}) == len(rows)
    for row in rows:  # the letters of a formula have rows too
        assert all(rows_of(letter.symbol) for letter in letters(row.formula)), row.formula


@pytest.mark.parametrize("key", ["en", "fr"])
def test_texts_are_called_as_the_workspace_course_calls_them(key):
    use_language(key)
    try:
        assert {row.course_title for row in letter_rows() if row.course} == {read_in(course.title) for course in courses()}
    finally:
        use_language("en")
