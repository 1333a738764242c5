"""A run that cannot go on ends in a sentence, whatever its scene holds or lacks."""

from __future__ import annotations

import pytest

from tests.sim.simulation.parts import GROUND, ball, standing
from torseur import sim
from torseur.sim.errors import SingularMassMatrixError
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Joint, JointKind


@pytest.fixture(params=["shapes", "no shapes"])
def massless(request):
    """A joint that moves no inertia; beside a ball that lies on the floor, or alone."""
    model = build_model("empty", [Body("nothing")], [Joint("turns", JointKind.REVOLUTE, None, "nothing")])
    parts = [sim.Part("it", model)]
    if request.param == "shapes":
        parts += [GROUND, standing(ball("ball", 0.1, 1.0), 0.1)]
    return sim.make_scene("empty", parts, settings=sim.Settings(scheme="hybrid"))


def test_a_joint_that_moves_no_inertia_ends_a_hybrid_run_in_words(massless):
    recording = sim.simulate(massless, 0.1)
    assert "a mass matrix is not positive definite" in " ".join(recording.notes)


def test_its_contact_problem_is_refused_in_words(massless):
    with pytest.raises(SingularMassMatrixError, match="some joint moves no inertia"):
        sim.contact_problem(massless)
