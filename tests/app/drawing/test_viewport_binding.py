"""What is drawn of the model lies on the bodies, wherever they were just moved."""

from __future__ import annotations

import numpy as np


def test_the_model_is_drawn_at_the_poses_of_the_snapshot(session, drawing, switches, picture):
    for key in ("joint_axes", "joint_limits", "mass"):
        switches.switch(key, True)
    for q in (0.5, 1.0):
        session.move_joint(session.model.joint_names[0], q)
        snapshot, hidden = session.snapshot, np.zeros(len(session.model.bodies), dtype=bool)
        wanted = drawing.model_drawing.overlays(switches.now, snapshot.poses, snapshot.q, hidden, "", "deg")
        found = picture.overlays.fields[-len(wanted.fields) :]
        assert len(found) == len(wanted.fields) > 2
        for one, other in zip(found, wanted.fields, strict=True):
            assert type(one) is type(other)
            for name in type(one).__dataclass_fields__:
                np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
