"""What strikes at every step and forces that alternate are found and said, and nothing else is."""

import re

import numpy as np
import pytest

from tests.cases import loop_over
from tests.sim.simulation.parts import GROUND, euler_disc, fixed, moving, touching
from tests.sim.simulation.recording.plain_states import plain_states
from torseur import sim
from torseur.app.command_line.command_line import run
from torseur.sim.multibody.model.shapes import Cylinder, Plane
from torseur.sim.simulation.inspection.checking.motion_faults import motion_faults
from torseur.sim.simulation.inspection.checking.recurring_faults import ALTERNATES, recurring_faults

HEAVY_ON_LIGHT = """
duration = 0.3
[settings]
solver = "gauss_seidel"
[[obstacles]]
name = "ground"
shapes = [{ shape = "plane" }]
[[bodies]]
name = "light"
shape = { shape = "box", size = [0.2, 0.2, 0.2] }
mass = 1.0
xyz = [0, 0, 0.1]
[[bodies]]
name = "heavy"
shape = { shape = "box", size = [0.2, 0.2, 0.2] }
mass = 1e6
xyz = [0, 0, 0.3]
"""
DISC = """
duration = 0.05
[settings]
dt = 0.001
[materials.rough]
friction = 100.0
restitution = 1.0
[[obstacles]]
name = "ground"
material = "rough"
shapes = [{ shape = "plane" }]
[[bodies]]
name = "disc"
shape = { shape = "cylinder", radius = 0.1, length = 0.001 }
mass = 1.0
xyz = [0, 0, 0.03467286064295983]
rpy = [0.3490658503988659, 0, 0]
spin = [0.0, 10.886196221431137, 3.9622513889821374]
material = "rough"
"""


def test_what_strikes_at_every_step_is_said_with_a_step_that_cures_it():
    recording = sim.simulate(euler_disc(restitution=1.0), 0.3, dt=1e-3)
    (fault,) = recurring_faults(recording)
    assert (fault.bodies, fault.steps) == (("ground", "body"), 300)
    assert "impacts of body on ground in 300 steps from t = 0.001 s on" in fault.sentence
    (tried,) = re.findall(r"Try dt = (\S+) s", fault.sentence)
    assert float(tried) == 2e-4
    assert recurring_faults(sim.simulate(euler_disc(restitution=1.0), 0.3, dt=float(tried))) == ()


def cylinder_in_a_corner():
    """It comes to roll in a groove of floor and wall, sticking to both: how they squeeze it is not determined."""
    tilt = np.deg2rad(70)
    rotations = [np.array([[np.cos(tilt), 0, np.sin(tilt)], [0, 1, 0], [-np.sin(tilt), 0, np.cos(tilt)]])]
    rotations.append(np.array([[1, 0, 0], [0, np.cos(tilt), np.sin(tilt)], [0, -np.sin(tilt), np.cos(tilt)]]))
    walls = [fixed(f"wall {k}", Plane(), rotation) for k, rotation in enumerate(rotations)]
    rng = np.random.default_rng(205)
    axes, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    v = [-2 * rng.random(), -2 * rng.random(), -1.0]
    thrown, _ = moving(Cylinder(0.08, 0.15), axes * np.sign(np.linalg.det(axes)), [0.6, 0.6, 0.6], v, 6 * rng.normal(size=3))
    return touching(GROUND, *walls, thrown, friction=0.5)


def test_forces_that_alternate_are_said():
    recording = sim.simulate(cylinder_in_a_corner(), 0.8, dt=1e-3)
    found = recurring_faults(recording)
    assert found
    for fault in found:
        body = recording.scene.model.body_names.index(fault.bodies[0])
        k = recording.index_at(fault.t) + 10
        forces = []
        for state in range(k, k + 3):
            contacts = recording.contacts(state)
            forces.append(np.einsum("ij,ij->i", contacts.force, contacts.normal)[contacts.body_a == body].sum())
        assert abs(forces[1] - 0.5 * (forces[0] + forces[2])) > 0.05 * forces[1]
        assert "alternates by up to" in fault.sentence


@pytest.mark.parametrize(("name", "scheme"), [
    ("falling_brick", "time_stepping"),
    ("falling_brick", "hybrid"),
    ("bouncing_ball", "time_stepping"),
    ("newtons_cradle", "time_stepping"),
    ("box_stack", "time_stepping"),
    ("zeno_ball", "hybrid"),
])  # fmt: skip
def test_scenes_that_are_right_have_none(name, scheme):
    assert recurring_faults(sim.simulate(sim.load_scene(name), 1.0, scheme=scheme)) == ()


def test_the_commands_say_it(tmp_path, capfd):
    scene, out = tmp_path / "disc.toml", tmp_path / "run.mcap"
    scene.write_text(DISC)
    assert run(["simulate", str(scene), "--out", str(out)]) == 4
    assert "in doubt: impacts of disc on ground in 50 steps from t = 0.001 s on" in capfd.readouterr().out
    assert run(["check", str(out)]) == 1
    assert "t = 0.001 s: fail: impacts of disc on ground in 50 steps" in capfd.readouterr().out


def test_a_run_whose_solves_fail_ends_with_a_code_of_its_own(tmp_path, capfd):
    """The heavy body falls through the light one."""
    scene = tmp_path / "heavy.toml"
    scene.write_text(HEAVY_ON_LIGHT)
    assert run(["simulate", str(scene)]) == 4
    assert re.search(r"in doubt: \d+ of 301 contact solves failed, by more than 1e-05 m/s: try another", capfd.readouterr().out)
    assert run(["simulate", str(scene), "--solver", "newton"]) == 0


def test_what_rounding_leaves_between_impacts_does_not_alternate():
    """By 6e16 % of itself: the force of two that just touch, beside an impact."""
    settings = sim.Settings(dt=5e-3, scheme="time_stepping")
    recording = sim.simulate(sim.load_scene("newtons_cradle"), 1.0, settings=settings)
    assert not any(fault.kind == ALTERNATES for fault in recurring_faults(recording))


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
