"""What the page on statics says of a load, without a window."""

from __future__ import annotations

import numpy as np

from torseur import sim
from torseur.app.documents.document import open_document
from torseur.app.laboratory.statics.statics_rows import carried_view
from torseur.sim.multibody.model.neutral import neutral


def test_what_a_load_does_to_a_base_without_a_motor_is_told_apart_from_what_motors_feel():
    model = open_document("quadruped").scene.model
    foot = next(name for name in model.frame_names if name.endswith("FL_contact"))
    load = sim.Load(foot, force=np.array([0.0, 0.0, -20.0]))  # along the straight leg, which has nothing to hold
    statics = sim.static_torques(model, neutral(model), [load])
    view = carried_view(model, statics, 0)
    assert view.load_torque == "0 N·m"
    lever = np.abs(statics.by_load[0][3:6]).max()
    assert view.base_load == f"{lever:.2f} N·m and 20.0 N"
