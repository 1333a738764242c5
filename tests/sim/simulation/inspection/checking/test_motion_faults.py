"""Positions that velocities do not lead to, and energies that are not those of q and v."""

import pytest

from tests.cases import loop_over
from tests.sim.simulation.recording.plain_states import plain_states
from torseur import sim
from torseur.sim.simulation.inspection.checking.motion_faults import motion_faults

INSIDE = """
duration = 0.1
[[obstacles]]
name = "ground"
shapes = [{ shape = "plane" }]
[[bodies]]
name = "box"
shape = { shape = "box", size = [0.2, 0.2, 0.2] }
mass = 1.0
xyz = [0, 0, 0.09]
"""

CHANGES = {  # of the states of a ball that falls, at time t
    "a jump": (lambda state: state["q"].__setitem__(1, 0.01 * (state["t"] > 0.0095)), "are not where", 1, "0.01"),
    "a drift of 1 mm/s": (lambda state: state["q"].__setitem__(1, 1e-3 * state["t"]), "are not where", 20, "1e-06"),
    "none": (lambda state: state.update(q=[0.0] * len(state["q"])), "or are none at all", 21, ""),
    "a velocity": (lambda state: state["v"].__setitem__(0, 1.0), "energies are not those of positions", 21, ""),
    "an energy": (lambda state: state.update(kinetic=state["kinetic"] + 1.0), "energies are not those of", 21, ""),
}


@pytest.mark.parametrize("change", CHANGES)
def test_positions_that_velocities_do_not_lead_to_and_energies_of_another_motion_are_found(change):
    made = sim.simulate(sim.load_scene("bouncing_ball"), 0.02)
    assert motion_faults(made) == ()
    write, words, states, far = CHANGES[change]
    rows = [row for row, _, _ in plain_states(made)]
    for row in rows:
        row.pop("repeats", None)
        write(row)
    changed = sim.Recording(made.scene, made.settings)
    changed.fill(rows, {})
    fault = next(fault for fault in motion_faults(changed) if words in fault.sentence)
    assert fault.steps == states
    assert f"by up to {far}" in fault.sentence or not far


@loop_over("scheme", ["time_stepping", "hybrid"])
@loop_over("name", ["brick_on_corner", "pendulum", "spinning_top", "dzhanibekov", "gripper_holds_block"])
def test_what_was_simulated_moves_as_its_velocities_lead(name, scheme):
    assert motion_faults(sim.simulate(sim.load_scene(name), 0.5, scheme=scheme)) == ()


def test_what_starts_inside_another_may_be_moved_out(tmp_path):
    """1 cm, at 0.5 mm a step, and at once by the hybrid scheme."""
    scene = tmp_path / "inside.toml"
    scene.write_text(INSIDE)
    for scheme in ("time_stepping", "hybrid"):
        made = sim.simulate(sim.load_scene(scene), 0.1, scheme=scheme)
        assert motion_faults(made) == ()
