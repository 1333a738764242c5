"""A state with something changed: closed forms, and without an edit what was solved."""

from dataclasses import replace

import numpy as np
import pytest

from tests.sim.simulation.parts import ball, box, floor_scene, standing
from torseur import sim
from torseur.sim.errors import ArgumentError, UnknownNameError
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Joint, JointKind

G, ANGLE = 9.81, np.radians(30.0)
EXACT = 1e-9  # of forces of some N; solvers end below 1e-10 of the largest acceleration


def brick(mass=2.0, **options):
    return floor_scene([standing(box("brick", (0.2, 0.2, 0.1), mass), 0.05)], **options)


def sliding(scheme, duration=0.02):
    """A brick on a slope of 30°: gravity is turned instead of the floor. It slides from rest."""
    scene = brick(gravity=(G * np.sin(ANGLE), 0.0, -G * np.cos(ANGLE)))
    return sim.simulate(scene, duration, scheme=scheme)


@pytest.mark.parametrize("scheme", ["time_stepping", "hybrid"])
def test_a_block_on_an_incline_sticks_with_friction_beyond_the_tangent(scheme):
    recording = sliding(scheme)
    found = sim.frame_with(recording, 1, friction=0.6)  # tan 30° = 0.577
    assert found.old.acceleration[0] == pytest.approx(G * (np.sin(ANGLE) - 0.5 * np.cos(ANGLE)), abs=EXACT)
    if scheme == "time_stepping":  # from rest; an instant of the hybrid scheme slides already, and goes on
        np.testing.assert_allclose(found.new.acceleration, 0.0, atol=EXACT)
        assert {mode for mode in found.new.modes} == {"stick"}
        assert found.new.force[:, :2].sum(axis=0) == pytest.approx(
            [*(-2.0 * G * np.sin(ANGLE) * np.array([1.0, 0.0]))], abs=EXACT
        )
    else:
        assert found.new.acceleration[0] == pytest.approx(G * (np.sin(ANGLE) - 0.6 * np.cos(ANGLE)), abs=EXACT)


def test_what_slides_already_is_slowed_by_more_friction_and_not_stopped():
    found = sim.frame_with(sliding("time_stepping"), 15, friction={"": 0.9})
    assert set(found.new.modes) == {"slip"}
    assert found.new.acceleration[0] == pytest.approx(G * (np.sin(ANGLE) - 0.9 * np.cos(ANGLE)), abs=EXACT)
    assert found.new.friction == pytest.approx([0.9] * 4)


@pytest.mark.parametrize("scheme", ["time_stepping", "hybrid"])
def test_twice_the_mass_has_twice_the_forces_and_the_same_motion(scheme):
    found = sim.frame_with(sliding(scheme), 5, mass={"brick": 4.0})
    np.testing.assert_allclose(found.new.force, 2.0 * found.old.force, atol=EXACT)
    np.testing.assert_allclose(found.new.acceleration, found.old.acceleration, atol=EXACT)


@pytest.mark.parametrize("i", [2, 27, 52])
def test_a_body_that_spins_with_twice_the_mass_has_twice_the_forces_too(i):
    recording = sim.simulate(sim.load_scene("spinning_top"), 0.3, scheme="time_stepping", dt=0.005)
    found = sim.frame_with(recording, i, mass={"top/top": 0.4})  # of 0.2 kg, and its inertia with it
    assert found.old.force[:, 2].sum() > 0.0
    np.testing.assert_allclose(found.new.force, 2.0 * found.old.force, atol=EXACT)
    scale = max(1.0, float(np.abs(found.old.acceleration).max()))
    np.testing.assert_allclose(found.new.acceleration, found.old.acceleration, atol=10 * EXACT * scale)


def test_a_body_with_a_load_fixed_to_it_turns_on_by_the_inertia_of_both():
    core = Body("core", 2.0, np.zeros(3), np.diag([0.01, 0.02, 0.03]))
    load = Body("load", 1.0, np.array([0.3, 0.1, 0.0]), 0.01 * np.eye(3))
    fixed = Joint("weld", JointKind.FIXED, "core", "load")
    model = build_model("pair", [core, load], [Joint("free", JointKind.FREE_FLYER, None, "core"), fixed])
    part = sim.Part("pair", model, q=np.array([0, 0, 5.0, 0, 0, 0, 1.0]), v=np.array([0, 0, 0, 2.0, 3.0, 1.0]))
    recording = sim.simulate(floor_scene([part], gravity=(0.0, 0.0, 0.0)), 0.05, scheme="time_stepping")
    found = sim.frame_with(recording, 20)  # nothing acts on it: momentum before and after the step is the same
    np.testing.assert_allclose(found.old.acceleration, 0.0, atol=EXACT)


@pytest.mark.parametrize("scheme", ["time_stepping", "hybrid"])
def test_a_push_is_held_by_friction_up_to_the_cone_and_moves_the_brick_beyond(scheme):
    recording = sim.simulate(brick(), 0.01, scheme=scheme)
    weight = 2.0 * G
    held = sim.frame_with(recording, 5, wrench={"brick": [0.4 * weight, 0.0, 0.0, 0.0, 0.0, 0.0]})
    assert set(held.new.modes) == {"stick"}
    np.testing.assert_allclose(held.new.acceleration, 0.0, atol=EXACT)
    moved = sim.frame_with(recording, 5, wrench={"brick": [0.8 * weight, 0.0, 0.0, 0.0, 0.0, 0.0]})
    assert moved.new.acceleration[0] == pytest.approx((0.8 - 0.5) * G, abs=EXACT)
    lifted = sim.frame_with(recording, 5, wrench={"brick": [0.0, 0.0, 0.75 * weight, 0.0, 0.0, 0.0]})
    assert lifted.new.force[:, 2].sum() == pytest.approx(0.25 * weight, abs=EXACT)
    gone = sim.frame_with(recording, 5, wrench={"brick": [0.0, 0.0, 2.0 * weight, 0.0, 0.0, 0.0]})
    assert set(gone.new.modes) == {"open"}
    assert gone.new.acceleration[2] == pytest.approx(G, abs=EXACT)


@pytest.mark.parametrize("scheme", ["time_stepping", "hybrid"])
def test_restitution_returns_its_share_of_the_approach(scheme):
    scene = floor_scene([standing(ball("ball", 0.1, 0.5), 0.11, v=np.array([0, 0, -2.0, 0, 0, 0]))])
    recording = sim.simulate(scene, 0.02, scheme=scheme)
    i = next(i for i in range(1, len(recording)) if recording.contacts(i).impact.any())
    found = sim.frame_with(recording, i, restitution=0.6)
    old, new = found.old.rate[0, 2], found.new.rate[0, 2]
    before = 2.0 + G * (float(recording.t[i]) - (recording.settings.dt if scheme == "time_stepping" else 0.0))
    assert old == pytest.approx(0.0, abs=EXACT)
    assert new == pytest.approx(0.6 * before, rel=1e-9)
    assert found.notes == ()
    impulse = found.new.force[0, 2] - found.old.force[0, 2]  # what e alone gives, m e |ζ⁻|
    assert impulse * (recording.settings.dt if found.kind == "step" else 1.0) == pytest.approx(0.3 * before, rel=1e-9)
    assert "restitution changes nothing" in sim.frame_with(recording, i - 1, restitution=0.6).notes[0]


@pytest.mark.parametrize("scheme", ["time_stepping", "hybrid"])
def test_a_mass_on_a_joint_falls_on_its_limit_with_its_own_weight(scheme):
    joint = Joint("rail", JointKind.PRISMATIC, None, "lift", axis=np.array([0.0, 0.0, 1.0]), lower=-0.05)
    model = build_model("lift", [Body("lift", 2.0, np.zeros(3), np.eye(3))], [joint])
    recording = sim.simulate(sim.make_scene("lift", [sim.Part("it", model)]), 0.3, scheme=scheme)
    name = recording.scene.model.body_names[-1]
    resting = sim.frame_with(recording, -1, mass={name: 6.0})
    assert resting.new.force[0, 2] == pytest.approx(6.0 * G, abs=EXACT)
    assert resting.joints[0].startswith("lower limit")
    falling = sim.frame_with(recording, 20, mass={name: 6.0}, wrench={name: [0.0, 0.0, 6.0, 0.0, 0.0, 0.0]})
    assert falling.new.acceleration[0] == pytest.approx(1.0 - G, abs=EXACT)


@pytest.mark.parametrize(
    ("scene", "scheme"), [("quadruped_drop", None), ("brick_on_corner", None), ("arm_pushes_table", "hybrid")]
)
def test_without_an_edit_it_is_what_was_solved(scene, scheme):
    recording = sim.simulate(sim.load_scene(scene), 0.25 if scheme is None else 0.1, scheme=scheme)
    for i in range(1, len(recording), 40):
        found = sim.frame_with(recording, i)
        assert np.array_equal(found.new.force, found.old.force)
        assert np.array_equal(found.new.acceleration, found.old.acceleration)
        assert found.new.modes == found.old.modes


def test_the_motion_of_a_robot_with_another_load_is_that_of_forward_dynamics():
    recording = sim.simulate(sim.load_scene("quadruped_drop"), 0.05, scheme="hybrid")  # in the air
    name = "solo/base_link"
    F = np.array([3.0, -2.0, 5.0, 0.1, 0.2, -0.3])
    found = sim.frame_with(recording, 30, mass={name: 5.0}, wrench={name: F})
    changed = sim.edited_scene(recording.scene, mass={name: 5.0}).model
    q, v, body = recording.q[30], recording.v[30], next(body for body in changed.bodies if body.name == name)
    torque = recording.tau[30] + recording.passive[30] + sim.point_jacobian(changed, q, name, body.com).T @ F
    wanted = sim.forward_dynamics(changed, q, v, torque)
    np.testing.assert_allclose(found.new.acceleration, wanted, atol=1e-8 * np.abs(wanted).max())


def test_what_cannot_be_is_refused():
    recording = sim.simulate(brick(), 0.01)
    with pytest.raises(UnknownNameError, match="no body"):
        sim.frame_with(recording, 5, mass={"block": 1.0})
    with pytest.raises(UnknownNameError, match="no material"):
        sim.frame_with(recording, 5, friction={"ice": 1.0})
    with pytest.raises(ArgumentError, match="above 0 kg"):
        sim.frame_with(recording, 5, mass={"brick": -1.0})
    with pytest.raises(ArgumentError, match="6 finite numbers"):
        sim.frame_with(recording, 5, wrench={"brick": [1.0, 2.0]})
    with pytest.raises(ArgumentError, match="starts from it"):
        sim.frame_with(recording, 0)
    scene = floor_scene([standing(ball("ball", 0.1, 0.5), 0.101, v=np.array([0, 0, -2.0, 0, 0, 0]))], restitution=0.5)
    struck = sim.simulate(scene, 0.005, settings=replace(scene.settings, restitution_law="poisson"))
    with pytest.raises(ArgumentError, match="branch"):
        sim.frame_with(struck, 1, friction=0.2)


def test_what_moves_along_without_friction_is_closed_and_does_not_slip():
    found = sim.frame_with(sliding("time_stepping"), 5, friction=0.0)
    assert set(found.old.modes) == {"slip"}
    assert set(found.new.modes) == {"closed"}


@pytest.fixture(scope="module")
def thrown():
    """A brick thrown sliding at 1 m/s."""
    part = standing(box("brick", (0.2, 0.2, 0.1), 2.0), 0.05, v=np.array([1.0, 0, 0, 0, 0, 0]))
    return sim.simulate(floor_scene([part]), 0.3)


def test_without_an_edit_a_branch_is_the_old_run(thrown):
    found = sim.branch(thrown, 50)
    assert found.t[0] == thrown.t[50]
    assert len(found) == len(thrown) - 50
    np.testing.assert_allclose(found.q, thrown.q[50:], atol=1e-12)


def test_more_friction_stops_the_brick_sooner(thrown):
    found = sim.branch(thrown, 50, friction=1.0)
    v = 1.0 - 0.5 * G * 0.05
    stopped = float(found.t[np.flatnonzero(found.v[:, 0] < 1e-9)[0]])
    assert stopped == pytest.approx(0.05 + v / G, abs=2e-3)  # to a step, and that in which it stops
    body, far = sim.farthest_body(thrown, found, 0.3)
    assert body == "brick"
    assert far == pytest.approx(1.0 / G - (1.0 - v**2) / G - v**2 / (2.0 * G), abs=1e-3)


def test_a_push_acts_for_its_time_and_no_longer(thrown):
    found = sim.branch(thrown, 290, wrench={"brick": [2.0 * G * 0.75, 0, 0, 0, 0, 0]}, push=0.02, duration=0.05)
    at = int(np.argmax(found.v[:, 0]))
    assert found.t[at] == pytest.approx(0.31)
    assert found.v[at, 0] == pytest.approx(0.25 * G * 0.02, abs=1e-9)
    assert found.v[-1, 0] == pytest.approx(0.0, abs=1e-9)


def test_a_branch_that_cannot_be_is_refused(thrown):
    with pytest.raises(ArgumentError, match="there is no state 999"):
        sim.branch(thrown, 999)
    with pytest.raises(ArgumentError, match="both recordings have t from 0.05 to 0.3 s"):
        sim.farthest_body(thrown, sim.branch(thrown, 50), 0.02)
    with pytest.raises(ArgumentError, match="push must be"):
        sim.branch(thrown, 5, wrench={"brick": np.zeros(6)}, push=-1.0)
    arm = sim.simulate(sim.load_scene("arm_pushes_table"), 0.01)
    hand = arm.scene.model.body_names[-1]
    with pytest.raises(ArgumentError, match="effort limit of joint"):
        sim.branch(arm, 5, wrench={hand: [1e5, 0, 0, 0, 0, 0]})
