"""How wrong a step is by its own length stands beside the residual, in the real window."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from tests.sim.simulation.inspection.checking.test_doubtful_contacts import INSIDE


def test_the_status_line_has_the_step_error_beside_the_residual(window, hand):
    window.open("brick_on_corner")
    session = window.session
    session.playback.step(40)
    hand.wait_until(lambda: session.index == 40)
    then, error = session.recording.last_step_error(40)
    assert then == session.recording.t[33]  # the first step is estimated, and then one in 32
    hand.wait_until(lambda: any("step error" in text for text in window.bars.status.texts))
    (text,) = (text for text in window.bars.status.texts if "residual" in text)
    assert text.endswith(" at 0.033 s")
    assert float(text.split("step error ")[1].split(" ")[0]) > 0.0
    assert error > 0.0


CUT = """
[[robots]]
name = "arm"
model = "planar_2r"
q = [0.0, 0.0]
[robots.controller]
law = "pd"
stiffness = 1e6
damping = 2.0
target = [1.5, 1.5]
"""
STRIKES = """
[settings]
dt = 0.002
[materials.m]
friction = 3.0
restitution = 0.3
[[obstacles]]
name = "floor"
shapes = [{ shape = "plane", material = "m" }]
[[bodies]]
name = "top"
shape = { shape = "cylinder", radius = 0.2, length = 0.05, material = "m" }
mass = 1.0
xyz = [0.0, 0.0, 0.5]
rpy = [-1.116, 2.35, 0.511]
velocity = [-0.172, 1.64, 0.0]
spin = [-5.1, 20.99, -18.563]
"""


@pytest.mark.parametrize(
    ("scene", "steps", "words"),
    [
        (INSIDE, 20, "first at 0.001 s (plate, cube): a shorter step"),
        (STRIKES, 1000, "steps in a row, from 0."),
        (CUT, 20, "steps with torques cut at their limits: 20"),
    ],
    ids=["doubtful", "strikes", "cut"],
)
def test_the_status_line_tells_what_is_in_doubt(window, hand, tmp_path, scene, steps, words):
    path = tmp_path / "scene.toml"
    path.write_text(scene, encoding="utf-8")
    window.open(str(path))
    window.session.playback.step(steps)
    hand.wait_until(lambda: window.session.index == steps)
    hand.wait_until(lambda: any(words in tip for tip in (*window.bars.status.texts, *tips(window.bars.status))))
    assert any(words in part.label.whole_text for part in window.bars.status.findChildren(QWidget) if hasattr(part, "label"))


def tips(widget):
    return [label.toolTip() for label in widget.findChildren(QWidget)]
