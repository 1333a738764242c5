"""What is shown of the state that a simulation starts from: table, equation, plot and arrows are of the same contacts."""

from __future__ import annotations

import numpy as np
import pytest

from tests.cases import loop_over
from torseur import sim
from torseur.app.laboratory.contact.inspector.contact_table import ContactRows
from torseur.app.panels.plots import sums_of
from torseur.app.session.contacts_shown import ContactsShown
from torseur.app.session.start_contacts import MOST_AT_ONCE
from torseur.sim.errors import ArgumentError


@loop_over("scheme", ["time_stepping", "hybrid"])
@loop_over("name", sim.scene_names())
@pytest.mark.slow
def test_of_every_shipped_scene_all_show_the_same_contacts(name, scheme):
    scene = sim.load_scene(name)
    recording = sim.simulate(scene, 2e-3, scheme=scheme, dt=1e-3)
    shown = ContactsShown()
    contacts = shown.at_start(recording)
    if "the problem below" in shown.why:  # so many that they are solved by a thread, for the problem alone
        assert np.isnan(sums_of(contacts)[0])
        if not len(sim.contact_problem(scene)):
            return
        assert len(sim.inspected_problem(recording, 0, "accelerations")) > MOST_AT_ONCE
        return
    if contacts is None or not len(contacts):  # what the equation cannot show the table does not have either
        with pytest.raises(ArgumentError) as caught:
            sim.inspected_problem(recording, 0, "accelerations")
        assert str(caught.value) == (shown.why if contacts is None else "No contact is closed.")
        assert np.isnan(sums_of(contacts)[0]) == (contacts is None)
        return
    problem = sim.inspected_problem(recording, 0, "accelerations")
    rows = ContactRows(contacts, scene.model, {})
    assert len(rows) == len(problem) > 0
    np.testing.assert_allclose(rows.normal, problem.force[:, 2], rtol=1e-9, atol=1e-9)
    assert sums_of(contacts)[0] == pytest.approx(rows.normal.sum())
