"""The equations of one body: a force and a moment never bear the same name beside their arrows."""

from __future__ import annotations

import numpy as np

from torseur import robots, sim
from torseur.app.laboratory.dynamics.one_body.body_equations import body_equations
from torseur.app.laboratory.dynamics.term_arrows import TermArrows


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
