"""Motions that are tracked: torques over time and phases, feedback, the clock of touch-downs, and forces kept in the cone."""

from dataclasses import replace
from importlib.resources import files

import numpy as np
import pytest

from tests.sim.simulation.parts import GROUND
from torseur import robots, sim
from torseur.sim.errors import ArgumentError, SceneError, UnknownNameError
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Collision
from torseur.sim.multibody.model.shapes import Sphere

BODY, FOOT, G = 5.0, 1.0, 9.81
PUSH, PULL, HOLD = 120.0, -60.0, 5.0  # forces of the leg that stands, leaves, and flies [N]
STANDS, LEAVES = 0.3, 0.4  # until when [s]


@pytest.fixture(scope="module")
def hopper():
    return robots.load(files("torseur.sim.scenes") / "models" / "hopper.urdf")


def phase(times, force, held=(), gains=None, q=None, v=None):
    zero, times = np.zeros((len(times), 4)), np.array(times)
    tau = np.tile([0.0, 0.0, 0.0, force], (len(times), 1))
    return sim.TrackedPhase(times, zero if q is None else q, zero if v is None else v, tau, gains, held)


def hop(model, lands=1.1, **options):
    """Straight up: the leg pushes, draws the foot in, lets it fall until it lands as planned, and pushes again."""
    phases = (
        phase((0.0, STANDS), PUSH, ("foot",)),
        phase((STANDS, LEAVES), PULL),
        phase((LEAVES, lands), HOLD),
        phase((lands, lands + 0.5), PUSH, ("foot",)),
    )
    return sim.TrackingControl(model, phases, **options)


def lands_at():
    """When the foot of that hop does land, and how fast [s, m/s]."""
    acceleration, time = -PULL / FOOT - G, LEAVES - STANDS
    height, speed, fall = acceleration * time**2 / 2.0, acceleration * time, HOLD / FOOT + G
    down = np.sqrt(speed**2 + 2.0 * fall * height)
    return LEAVES + (speed + down) / fall, down


def scene(model, law, q=(0.0, 0.7, 0.0, 0.7), friction=0.6, scheme="hybrid", v=None):
    part = sim.Part("hopper", model, q=np.array(q), v=v, controller=law)
    return sim.make_scene(
        "hop", [GROUND, part], settings=sim.Settings(scheme=scheme, dt=0.01), materials={"": sim.Material(friction)}
    )


def test_rows_that_begin_where_intervals_end_cost_no_interval(hopper):
    """Their instants are as much as rounding before those of the steps."""
    times = np.cumsum(np.full(31, 0.01)) - 0.01
    weight = (BODY * G,)
    stands = phase(times, *weight, ("foot",))
    simulation = sim.Simulation(scene(hopper, sim.TrackingControl(hopper, (stands,))))
    simulation.run(25)
    assert simulation.t == pytest.approx(0.25, abs=1e-9)
    assert len(simulation.recording) == 26


def test_the_hopper_moves_as_the_lectures_equations_say(hopper):
    rng = np.random.default_rng(1)
    for _ in range(50):
        q, v = rng.normal(size=4), rng.normal(size=4)
        q[3] = rng.uniform(0.5, 1.5)
        force, torque = rng.normal(size=2) * 100.0
        along = np.array([np.sin(q[2]), np.cos(q[2])])
        across = np.array([along[1], -along[0]])
        push = force * along + torque / q[3] * across  # THEORY 7
        body, foot = push / BODY - [0.0, G], -push / FOOT - [0.0, G]
        # Of the leg r_b - r_f = L ℓ: its second derivative along ℓ and ℓ⊥.
        leg = body - foot
        turning = (leg @ across - 2.0 * v[3] * v[2]) / q[3]
        a = np.array([*body, turning, leg @ along + q[3] * v[2] ** 2])
        wanted = np.array([0.0, 0.0, torque, force])
        assert np.abs(sim.inverse_dynamics(hopper, q, v, a) - wanted).max() < 1e-12 * max(1.0, np.abs(a).max())


def test_torques_jump_between_phases_and_a_hop_straight_up_has_its_events_where_the_formulas_have_them(hopper):
    recording = sim.simulate(scene(hopper, hop(hopper, lands=1.2)), 1.2)
    left, struck = recording.events
    time, speed = lands_at()
    assert left.kind is sim.EventKind.LIFT_OFF
    assert left.t == pytest.approx(STANDS, abs=1e-11)  # some steps of event_tolerance
    assert struck.kind is sim.EventKind.IMPACT
    assert struck.t == pytest.approx(time, abs=1e-11)
    assert struck.impulse == pytest.approx(FOOT * speed, abs=1e-9)  # the foot stops, the body goes on
    k = recording.index_at(STANDS)
    assert recording.q[k, 1] == pytest.approx(0.7 + (PUSH / BODY - G) * STANDS**2 / 2.0, abs=1e-10)


@pytest.mark.parametrize("planned", [1.0, 1.3])
def test_a_touch_down_sooner_or_later_than_planned_sets_the_clock(hopper, planned):
    time, _ = lands_at()
    simulation = sim.Simulation(scene(hopper, hop(hopper, planned, restarts=True)))
    assert np.isnan(simulation.phases_began).all()
    simulation.run(120)
    assert simulation.phases_began == pytest.approx([0.0, STANDS, LEAVES, time], abs=1e-11)
    assert simulation.recording.tau[-1, 3] == PUSH
    by_clock = sim.Simulation(scene(hopper, hop(hopper, planned)))
    by_clock.run(140)
    assert by_clock.phases_began[-1] == pytest.approx(planned, abs=1e-11)


def test_feedback_brings_a_joint_back_to_where_it_should_be(hopper):
    n = 101
    t = np.linspace(0.0, 1.0, n)
    gains = np.zeros((n, 4, 8))
    gains[:, 3, 3], gains[:, 3, 7] = 5.0 * 400.0, 5.0 * 40.0  # the body on the leg: critically damped, 20 rad/s
    q, v = np.tile([0.0, 1.0, 0.0, 1.0], (n, 1)), np.zeros((n, 4))
    law = sim.TrackingControl(hopper, (phase(t, BODY * G, ("foot",), gains, q, v),))
    recording = sim.simulate(scene(hopper, law, q=(0.0, 1.01, 0.0, 1.01)), 0.5)
    wanted = 1.0 + 0.01 * (1.0 + 20.0 * recording.t) * np.exp(-20.0 * recording.t)
    assert np.abs(recording.q[:, 1] - wanted).max() < 1e-9
    assert recording.tau[1, 3] == pytest.approx(BODY * G + 2000.0 * (1.0 - recording.q[1, 3]) - 200.0 * recording.v[1, 3])


@pytest.mark.parametrize("cone", [0.0, 0.9])
def test_the_ground_force_stays_in_the_cone_if_that_is_asked_for(hopper, cone):
    t, n = np.linspace(0.0, 0.2, 21), 21
    gains = np.zeros((n, 4, 8))
    gains[:, 2, 2] = 2000.0  # far more than the friction of the foot bears
    q = np.tile([0.0, 1.0, 0.0, 1.0], (n, 1))
    law = sim.TrackingControl(hopper, (phase(t, BODY * G, ("foot",), gains, q),), cone=cone)
    lean = 0.05
    recording = sim.simulate(scene(hopper, law, q=(np.sin(lean), np.cos(lean), lean, 1.0), friction=0.5), 0.1)
    ratios = []
    for i in range(1, len(recording)):
        (force,) = recording.contacts(i).force
        ratios.append(np.hypot(force[0], force[1]) / force[2])
    if cone == 0.0:
        assert recording.contacts(5).mode.tolist() == [sim.Mode.SLIP]
        return
    assert not recording.events
    assert max(ratios) == pytest.approx(0.9 * 0.5, abs=1e-8)


@pytest.mark.parametrize("stands", [True, False])
def test_a_foot_that_may_stand_or_leave_by_the_contact_law_does_what_was_planned(stands):
    """The quadruped of a bound just after its hind feet came down: with friction 0.72 both obey Coulomb's law."""
    model = robots.load(files("torseur.sim.scenes") / "models" / "planar_quadruped.urdf")
    q = np.array([0.318140997, 0.0, 0.174815728, 0.823568902, 2.104727240, 0.804451673, 0.442164997])
    v = np.array([-0.2889415, 1.48977451, -1.53542508, 8.76449492, 16.85716532, 8.88483088, 26.261669])
    tau = np.array([0.0, 0.0, 0.0, 0.87, -0.27, -13.1, -10.1])
    foot = sim.frame_pose(model, q, "hind_foot")
    radius = 1e-4
    ball = np.eye(4)
    ball[:3, 3] = foot[:3, :3].T @ [0.0, 0.0, radius - foot[2, 3]]
    bodies = tuple(
        replace(body, collisions=(Collision(Sphere(radius), ball),)) if body.name == "hind_foot" else body
        for body in model.bodies
    )
    touching = build_model(model.name, bodies, model.joints)
    t, zero = np.array([0.0, 0.1]), np.zeros((2, 7))
    held = ("hind_foot",) if stands else ()
    law = sim.TrackingControl(touching, (sim.TrackedPhase(t, zero, zero, np.tile(tau, (2, 1)), None, held),))
    part = sim.Part("quadruped", touching, q=q, v=v, controller=law)
    made = sim.make_scene(
        "foot", [GROUND, part], settings=sim.Settings(scheme="hybrid", dt=1e-4), materials={"": sim.Material(0.72)}
    )
    recording = sim.simulate(made, 5e-4)
    assert len(recording.contacts(-1)) == stands
    height = sim.frame_pose(touching, recording.q[-1], "hind_foot")[2, 3]
    assert (height < 1e-6) == stands


def test_what_does_not_fit_is_told(hopper):
    t = (0.0, 1.0)
    with pytest.raises(ArgumentError, match="one phase at least"):
        sim.TrackingControl(hopper, ())
    with pytest.raises(ArgumentError, match="times of phase 0 must be increasing"):
        sim.TrackingControl(hopper, (phase((0.0, 0.0), 0.0),))
    with pytest.raises(ArgumentError, match=r"q of phase 0 must be finite numbers of shape \(2, 4\)"):
        sim.TrackingControl(hopper, (phase(t, 0.0, q=np.zeros((2, 3))),))
    with pytest.raises(ArgumentError, match="either all phases"):
        sim.TrackingControl(hopper, (phase(t, 0.0), phase(t, 0.0, gains=np.zeros((2, 4, 8)))))
    with pytest.raises(ArgumentError, match="from 0 to 1; given 2"):
        sim.TrackingControl(hopper, (phase(t, 0.0),), cone=2.0)
    with pytest.raises(UnknownNameError, match="'hand'"):
        sim.TrackingControl(hopper, (phase(t, 0.0, ("hand",)),))
    with pytest.raises(SceneError, match="hybrid scheme alone"):
        scene(hopper, hop(hopper), scheme="time_stepping")
    with pytest.raises(ArgumentError, match="hybrid scheme alone"):
        sim.Simulation(scene(hopper, hop(hopper)), sim.Settings())
    both = [sim.Part(name, hopper, controller=hop(hopper)) for name in ("one", "other")]
    with pytest.raises(SceneError, match="one part alone"):
        sim.make_scene("two", both, settings=sim.Settings(scheme="hybrid"))
