"""What is shown of the state that a simulation starts from: table, equation, plot and arrows are of the same contacts."""

from __future__ import annotations

import numpy as np
import pytest

from tests.cases import loop_over
from torseur import sim
from torseur.app.laboratory.contact.inspector.contact_table import ContactRows
from torseur.app.panels.contact_problem import InstantProblem
from torseur.app.panels.plots import sums_of
from torseur.app.session.acceleration_problem import MOST_AT_ONCE
from torseur.app.session.contacts_shown import ContactsShown
from torseur.sim.errors import ArgumentError


@loop_over("scheme", ["time_stepping", "hybrid"])
@loop_over("name", sim.scene_names())
def test_of_every_shipped_scene_all_show_the_same_contacts(name, scheme):
    scene = sim.load_scene(name)
    recording = sim.simulate(scene, 2e-3, scheme=scheme, dt=1e-3)
    shown = ContactsShown()
    contacts = shown.at_start(recording)
    if "the problem below" in shown.why:  # so many that they are solved by a thread, for the problem alone
        assert np.isnan(sums_of(contacts)[0])
        if not len(sim.contact_problem(scene)):
            return
        problems = InstantProblem(recording, 0)
        assert problems.shown_in_table is None
        assert len(problems.view(next(iter(problems.names))).names) > MOST_AT_ONCE
        return
    if contacts is None or not len(contacts):  # what the equation cannot show the table does not have either
        with pytest.raises(ArgumentError) as caught:
            InstantProblem(recording, 0)
        assert str(caught.value) == (shown.why if contacts is None else "No contact is closed.")
        assert np.isnan(sums_of(contacts)[0]) == (contacts is None)
        return
    problems = InstantProblem(recording, 0)
    view = problems.view(next(iter(problems.names)))
    rows = ContactRows(contacts, scene.model, {})
    assert len(rows) == len(view.names) > 0
    np.testing.assert_allclose(rows.normal, view.force[:, 2], rtol=1e-9, atol=1e-9)
    assert sums_of(contacts)[0] == pytest.approx(rows.normal.sum())
