"""The equation of one recorded state: that of the whole recording, and what each contact does to the joints."""

import numpy as np
import pytest

from torseur import sim
from torseur.sim.errors import ArgumentError


def run(name, duration, **settings):
    return sim.simulate(sim.load_scene(name), duration, **settings)


@pytest.mark.parametrize(
    ("name", "duration", "settings"),
    [("quadruped_drop", 0.4, {}), ("incline_30", 0.1, {"scheme": "hybrid"}), ("pendulum", 0.05, {})],
)
def test_each_state_has_the_equation_that_the_whole_recording_has_there(name, duration, settings):
    recording = run(name, duration, **settings)
    whole = sim.recording_dynamics(recording)
    known = np.flatnonzero(np.isfinite(whole.residual).all(axis=1))
    assert len(known) > 3
    touched = 0
    for i in known[:: max(1, len(known) // 12)]:
        found = sim.step_dynamics(recording, int(i))
        for field in ("q", "v", "a", "inertial", "coriolis", "gravity", "tau", "passive"):
            np.testing.assert_array_equal(getattr(found, field), getattr(whole, field)[i], err_msg=field)
        scale = max(1.0, float(np.abs(whole.contact[i]).max()))
        np.testing.assert_allclose(found.contact, whole.contact[i], atol=1e-13 * scale)
        np.testing.assert_allclose(found.residual, whole.residual[i], atol=1e-12 * max(1.0, np.abs(found.gravity).max()))
        assert len(found.by_contact) == len(recording.contacts(int(i)).point)
        touched += len(found.by_contact)
    assert touched or name == "pendulum"


def test_a_state_for_which_nothing_was_solved_is_refused():
    with pytest.raises(ArgumentError, match="starts from this state"):
        sim.step_dynamics(run("pendulum", 0.01), 0)
