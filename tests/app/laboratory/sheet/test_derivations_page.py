"""The page Derivations: terms from symbol to number."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from tests.app.laboratory.sheet.written_page import WrittenPage
from torseur import sim
from torseur.app.laboratory.dynamics.derivations.page import Derivations


@pytest.mark.slow
def test_a_term_goes_from_letters_to_numbers_and_is_copied():
    page = WrittenPage(Derivations(), "scara")
    state = np.array([[0.4, 1.1, 0.1], [1.0, 2.0, 0.0], [0.0, 1.0, 0.5]])
    page.see(motion=SimpleNamespace(q=state[0], v=state[1], a=state[2], gravity=(0.0, 0.0, -9.81)))
    assert page.block("H.line8.formula").text == "H₃₃ = m₃"
    H = sim.mass_matrix(page.seen.model, state[0])
    assert page.block("H.line0.value").facts[0][1:] == (f"{H[0, 0]:.2f}", "kg·m²")
    places = {triad.label: triad.pose[0, 3] for triad in page.layer[0].frames}
    assert places == pytest.approx({"1": 0.0, "2": 0.5, "3": 1.5})  # a₁ = 0.5 m, a₂ = 1 m
    page.take("H.form", "chosen", "numbers")
    assert page.block("H.line0.formula").text == "H₁₁ = 9.8076·c₂ + 13.788"
    page.take("H.form", "chosen", "state")
    assert page.block("H.line0.formula").text == "H₁₁"
    space = {}
    exec(page.block("H").copied.text("numpy"), space)
    np.testing.assert_allclose(space["H"](state[0]), H, atol=1e-12)
    page.take("M", "folded", True)
    assert page.block("M.line2.formula").text == "Mz = Tz₃²/H₃₃"
    page.see(model=WrittenPage(Derivations(), "ur5").seen.model)
    assert page.block("absent").text.startswith("Formulas are of one chain of up to 3 joints")
    assert not page.layer[0].frames
