"""How wrong a step is by its own length stands beside the residual, in the real window."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from tests.sim.simulation.checking.test_doubtful_contacts import INSIDE
from torseur.app.session.scene_edits import change_setting


def test_the_status_line_has_the_step_error_beside_the_residual(window, hand):
    window.open("brick_on_corner")
    session = window.session
    session.playback.step(40)
    hand.wait_until(lambda: session.index == 40)
    then, error = session.recording.last_step_error(40)
    assert then == session.recording.t[33]  # the first step is estimated, and then one in 32
    hand.wait_until(lambda: any("step error" in text for text in window.status_line.texts))
    (text,) = (text for text in window.status_line.texts if "residual" in text)
    assert text.endswith(" at 0.033 s")
    assert float(text.split("step error ")[1].split(" ")[0]) > 0.0
    assert error > 0.0


def test_the_status_line_says_what_is_known_where_steps_have_no_error(window, hand):
    window.open("falling_brick")
    session = window.session
    change_setting(session, scheme="hybrid")
    session.playback.step(40)
    hand.wait_until(lambda: any("events located" in text for text in window.status_line.texts))
    (text,) = (text for text in window.status_line.texts if "residual" in text)
    assert text.endswith("events located to 1e-12 s")
    assert any("integration error held below 1e-10" in tip for tip in tips(window.status_line))


def test_the_status_line_counts_doubtful_contacts(window, hand, tmp_path):
    path = tmp_path / "inside.toml"
    path.write_text(INSIDE, encoding="utf-8")
    window.open(str(path))
    window.session.playback.step(20)
    hand.wait_until(lambda: window.session.index == 20)
    hand.wait_until(lambda: any("doubtful contact" in text for text in window.status_line.texts))
    (text,) = (text for text in window.status_line.texts if "residual" in text)
    assert text.endswith(", first at 0.001 s (plate, cube): a shorter step")


def tips(widget):
    return [label.toolTip() for label in widget.findChildren(QWidget)]
