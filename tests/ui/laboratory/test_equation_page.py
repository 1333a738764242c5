"""The page Equation says of which motion no digit is sure, and how far apart rounding alone takes accelerations."""

from __future__ import annotations

import numpy as np
import pytest

from torseur import sim
from torseur.sim.multibody.model.build import build_model
from torseur.ui.laboratory.dynamics.equation.page import EquationPage
from torseur.ui.laboratory.dynamics.values import Coordinate

COORDINATES = [Coordinate("q_1", "roll", "roll", True), Coordinate("q_2", "yaw", "yaw", True)]


def equation_of(moment):
    """Of a head of a moment of inertia on two hinges, its centre of mass between both axes."""
    bodies = [
        sim.Body("neck", 0.0, np.zeros(3), np.zeros((3, 3))),
        sim.Body("head", 1.3, np.array([0.011, 0.0, 0.11]), moment * np.eye(3)),
    ]
    hinges = [
        sim.Joint("roll", sim.JointKind.REVOLUTE, None, "neck", axis=np.array([1.0, 0.0, 0.0])),
        sim.Joint("yaw", sim.JointKind.REVOLUTE, "neck", "head", axis=np.array([0.0, 0.0, 1.0])),
    ]
    model = build_model("neck", bodies, hinges)
    return sim.equation_of_motion(model, np.zeros(2), np.zeros(2), np.array([1.0, -2.0]))


@pytest.mark.parametrize(("moment", "doubt"), [(1e-13, True), (1e-2, False)])
def test_where_a_motion_moves_almost_no_inertia_the_page_names_it(qapp, moment, doubt):
    page = EquationPage()
    page.show_equation(equation_of(moment), COORDINATES, "rad", "ABA")
    assert ("1.0 × yaw, 0.10 × roll moves almost no inertia" in page.status.text) == doubt
    assert page.status.isHidden() != doubt
