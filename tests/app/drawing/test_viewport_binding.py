"""What is drawn of the model lies on the bodies, wherever they were just moved."""

from __future__ import annotations

import numpy as np
import pytest

from torseur.app.documents.document import open_document


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


def test_what_is_switched_off_in_the_window_is_off_in_its_video(session, drawing, switches, viewport):
    session.show_document(open_document("falling_brick"))
    assert (drawing.render_options()["hide"], drawing.render_options()["arrows"]) == ("", "0")
    for key in ("contacts", "contact_labels"):
        switches.switch(key, False)
    arrows = viewport.legend_controls.arrows
    arrows.chosen.emit(2)
    options = drawing.render_options()
    assert set(options["hide"].split(",")) == {"contacts", "contact_labels"}
    assert options["arrows"] == "2"
    assert arrows.steps == 2
    session.show_document(open_document("domino"))
    assert arrows.steps == 0


@pytest.mark.slow
def test_playing_does_not_change_the_length_of_a_newton(session, drawing, picture):
    session.show_document(open_document("falling_brick"))
    scales = set()
    for _ in range(6):
        session.playback.step(60)
        scales.add(drawing.snapshot_drawing.contacts.shown)
        scales |= {row.value for row in picture.legend if row.name == "Normal λₙ"}
    assert len(scales) == 2  # one of the drawing, and as the legend says it
