"""The page Own problem: closed forms of what is drawn, the law of contact, and what the mouse, the keys and undo do."""

from __future__ import annotations

import numpy as np
import pytest

from tests.app.laboratory.sheet.written_page import WrittenPage
from tests.cases import loop_over
from torseur.app.laboratory.contact.own_problem.page import OwnProblem, OwnSettings
from torseur.app.laboratory.contact.own_problem.plane import EXAMPLES, UP, Item, plane_problem
from torseur.ui.look.paint_text import math_width, painted_texts
from torseur.ui.sheet.sketch_view import SketchWidget
from torseur.ui.text.written_value import plain, value_of

G = 9.81
ALPHA = (1.2 * 14.0 - 0.6 * 2.0 * G) / (2.0 * (1.2**2 + 0.1**2) / 12 + 2.0 * 0.36)  # of the rod [rad/s²]
FORCES = {
    "feet": (G, G),
    "three": (2 * G / 3, 2 * G / 3, 2 * G / 3),
    "rod": (2.0 * (G + 0.6 * ALPHA) - 14.0, 0.0),
    "stack": (2 * G, 2 * G, G / 2, G / 2),
    "corner": (2 * G / 2**0.5, 2 * G / 2**0.5),
}


def test_the_examples_are_the_closed_forms():
    for key, forces in FORCES.items():
        assert plane_problem(EXAMPLES[key][1]).view.force[:, 2] == pytest.approx(forces, abs=1e-9), key
    three = plane_problem(EXAMPLES["three"][1]).programme
    assert [one.closed for one in three.sets if one.holds] == [(2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]


@loop_over("seed", range(20))
def test_what_is_drawn_at_random_obeys_the_law_and_moves_as_each_set_that_holds(seed):
    rng = np.random.default_rng(seed)
    bodies = [Item("body", complex(*rng.normal(size=2)), rng.normal(), *rng.uniform(0.3, 2.0, 3)) for _ in range(2)]
    contacts = [Item("contact", complex(*rng.normal(size=2)), rng.uniform(0.0, 7.0)) for _ in range(4)]
    own = plane_problem((EXAMPLES["feet"][1][0], *bodies, *contacts))
    force, rate = own.view.force[:, 2], own.view.T.T @ own.acceleration.ravel()
    assert min(force.min(), rate.min()) > -1e-8
    assert abs(force @ rate) < 1e-8 * (1.0 + force.sum())  # as solvers stop at 1e-10 of d
    holding = [one for one in own.programme.sets if one.holds]
    assert holding
    for one in holding:
        np.testing.assert_allclose(own.view.M @ one.force + own.view.d, rate, atol=1e-7)


def test_a_problem_is_drawn_changed_and_undone(kernels):
    page = WrittenPage(OwnProblem(), "falling_brick")

    def drag(tool, start, *places, taken=None):
        page.take("drawing.tool", "chosen", tool)
        page.take("drawing.canvas", "pressed", (start, taken))
        for place in places:
            page.take("drawing.canvas", "dragged", place)
        page.take("drawing.canvas", "released")
        return page.settings.items[page.settings.chosen]

    def forces():
        return [row[-1].value for row in page.block("forces.contacts").rows]

    page.settings = OwnSettings(items=EXAMPLES["feet"][1][:1])
    assert "Draw a body and a contact" in page.block("absent").text
    assert drag("body", -0.5 + 0.5j, 0.51 + 0.99j) == Item("body", 0.75j, 0.0, 1.0, 1.0, 0.5)
    drag("move", 1.0 + 0.2j)
    assert page.effects == []  # nothing is there
    assert drag("contact", -0.48 + 0.49j) == Item("contact", -0.5 + 0.5j)  # the corner, and the normal of the edge
    assert drag("contact", 0.3 + 0.5j, 0.31 + 0.9j) == Item("contact", 0.3 + 0.5j)
    (step,) = page.effects
    assert (step.names, len(step.before.items), len(page.settings.items)) == (("items",), 3, 4)
    assert drag("move", 0.3 + 0.5j, 0.4 + 0.3j, taken=(3, "move")).at == pytest.approx(0.4 + 0.5j)  # along the edge
    assert drag("force", 0.2 + 1.0j, 0.2 + 1.5j) == Item("force", 0.2 + 1.0j, size=10.0)
    page.take("drawing.numbers.size", "entered", 4.0)
    assert forces() == pytest.approx([(0.4 * G - 0.2 * 4.0) / 0.9, (0.5 * G - 0.7 * 4.0) / 0.9])  # by their levers
    drag("move", 0.2 + 0.8j, 0.25 + 0.85j, taken=(1, "move"))  # the body, with what acts on it
    page.take("drawing.numbers.width", "entered", 2.0)
    assert [one.at for one in page.settings.items[1:]] == pytest.approx(
        [0.05 + 0.8j, -0.95 + 0.55j, 0.85 + 0.55j, 0.45 + 1.05j]
    )
    page.take("drawing.numbers.angle", "entered", UP / 3)  # an incline of 30°: g has a part across
    page.take("drawing.selected.chosen", "chosen", "4")
    page.take("drawing.selected.remove", "pressed")
    assert sum(forces()) == pytest.approx(G * 0.75**0.5)
    assert value_of(plain(page.settings)) == page.settings  # the working sheet leads back to what was drawn
    page.take("forces.contacts", "selected", 1)
    assert page.block("matrices.matrix").selected == (1, 1)
    page.take("drawing.canvas", "deleted")
    assert page.block("sets.note").text == "Closed: ζ̇ = 0; open: λ = 0. 1 of 2 sets hold."
    page.take("steps.go.buttons.step_forward", "pressed")
    assert page.block("steps.go.count").text.startswith("step 2")


def test_every_name_is_inside_of_the_drawing_however_long_its_arrow_is(qtbot, kernels):
    page = WrittenPage(OwnProblem(), "falling_brick")
    page.settings = OwnSettings(items=(*EXAMPLES["feet"][1], Item("force", 0.4 + 0.6j, -UP, 14.0)))
    canvas = SketchWidget(None)
    qtbot.addWidget(canvas)
    canvas.show_value(page.block("drawing.canvas").value)
    canvas.resize(368, canvas.height())
    texts = painted_texts(canvas)
    assert "21.5 N" in [one.text for one in texts]
    for one in filter(lambda one: one.text, texts):
        assert 0 <= one.left.x() <= canvas.width() - math_width(one.text, one.px, one.weight), one
        assert one.px <= one.left.y() <= canvas.height() - 3, one
