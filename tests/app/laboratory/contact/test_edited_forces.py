"""The forces of an edited state are drawn and told as those that were solved: by one scale, and named as norms."""

from __future__ import annotations

import numpy as np

from torseur import sim
from torseur.app.drawing.arrow_scale import per_metre_text
from torseur.app.drawing.contact.contact_scales import ContactScales
from torseur.app.laboratory.contact.what_if.force_drawing import edited_forces
from torseur.ui.text.number_text import quantity_text


def test_an_arrow_with_friction_is_labelled_as_a_norm_by_the_scale_of_the_contact_legend():
    recording = sim.simulate(sim.load_scene("incline"), 0.2)
    found = sim.frame_with(recording, 100, wrench={"rough": (0.0, 0.0, -30.0, 0.0, 0.0, 0.0)})
    overlays, (row,) = edited_forces(recording, found, ContactScales(0.01, 0.02, 5.0))
    assert row.value == per_metre_text(0.01, "N") == "1 m = 100 N"
    norms = np.linalg.norm(found.new.force, axis=1)
    labels = [arrow.label for arrow in overlays.arrows if arrow.label]
    assert labels
    for label in labels:
        name, norm, *number = label.split(" ")
        c = int(name[1:].translate(str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789"))) - 1
        assert norm == "|λ|"
        assert " ".join(number) == quantity_text(float(norms[c]), "N")
