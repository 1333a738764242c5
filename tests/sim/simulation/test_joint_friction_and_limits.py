"""Dry friction and limits of joints, in both schemes, beside closed forms."""

from dataclasses import replace

import numpy as np
import pytest

from tests.cases import loop_over
from tests.laws.random_trees import ALL_KINDS, random_state, random_tree
from torseur import sim
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Joint, JointKind, Mimic

SCHEMES = ("time_stepping", "hybrid")


def slider(mass=2.0, name="slider", **joint):
    """A mass on a horizontal rail."""
    body = Body("mass", mass, np.zeros(3), 0.1 * np.eye(3))
    kind = joint.pop("kind", JointKind.PRISMATIC)
    return build_model(name, [body], [Joint("rail", kind, None, "mass", axis=np.array([1.0, 0, 0]), **joint)])


def scene(model, scheme, q=None, v=None, dt=1e-3, **options):
    part = sim.Part("it", model, q=q, v=v, **options)
    return sim.make_scene("it", [part], settings=sim.Settings(dt=dt, scheme=scheme))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_sliding_mass_stops_where_its_energy_is_used_up(scheme):
    F, m, v0 = 3.0, 2.0, 1.5
    recording = sim.simulate(scene(slider(m, friction=F), scheme, v=np.array([v0])), 2.0)
    t = recording.t
    stopped = t >= m * v0 / F + 1e-9
    # dt⋅v of one step is lost where the stop falls into it: here it falls on the end of one.
    assert recording.q[-1, 0] == pytest.approx(m * v0**2 / (2.0 * F), rel=1e-9)
    assert np.allclose(recording.v[~stopped, 0], v0 - F / m * t[~stopped], atol=1e-9)
    assert np.abs(recording.v[stopped]).max() < 1e-9


@pytest.mark.parametrize("scheme", SCHEMES)
def test_each_swing_of_a_spring_with_dry_friction_is_shorter_by_2F_over_k_on_each_side(scheme):
    # Lorenz 1924, Technische Mechanik: amplitudes fall by 2 F / k every half period, until the spring is weaker than F.
    F, k, m, x0 = 3.0, 50.0, 2.0, 0.5
    recording = sim.simulate(scene(slider(m, friction=F, stiffness=k), scheme, q=np.array([x0])), 4.0)
    half = np.pi * np.sqrt(m / k)
    expected = [x0]
    while abs(expected[-1]) > F / k:
        expected.append(-np.sign(expected[-1]) * (abs(expected[-1]) - 2.0 * F / k))
    tolerance = 1e-9 if scheme == "hybrid" else 1e-5  # dt² k x / m of one step
    for swing, x in enumerate(expected):
        found = np.interp(swing * half, recording.t, recording.q[:, 0])
        assert found == pytest.approx(x, abs=max(tolerance, 0.5 * (1e-3) ** 2 * k * x0 / m))  # and of reading between rows
    assert recording.q[-1, 0] == pytest.approx(expected[-1], abs=tolerance)
    assert abs(recording.v[-1, 0]) < 1e-10


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_push_weaker_than_the_friction_moves_nothing_and_a_stronger_one_what_is_left(scheme):
    F, m = 3.0, 2.0
    for push in (2.9, -2.9, 3.5, -3.5):
        model = slider(m, friction=F, stiffness=1e-12)
        controller = sim.Controller(stiffness=1e-9, target=np.array([push / 1e-9]))
        recording = sim.simulate(scene(model, scheme, controller=controller), 1.0)
        left = np.sign(push) * max(0.0, abs(push) - F) / m
        assert recording.v[-1, 0] == pytest.approx(left * 1.0, abs=1e-8)
        assert recording.q[-1, 0] == pytest.approx(0.5 * left, abs=1e-8)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_friction_of_a_spherical_joint_is_opposite_to_its_angular_velocity(scheme):
    F, inertia = 0.3, 0.2
    body = Body("ball", 1.0, np.zeros(3), inertia * np.eye(3))
    model = build_model("ball", [body], [Joint("socket", JointKind.SPHERICAL, None, "ball", friction=F)])
    omega = np.array([0.6, -0.8, 1.2])
    speed = np.linalg.norm(omega)
    recording = sim.simulate(scene(model, scheme, v=omega), 1.5)
    t = recording.t
    expected = np.maximum(0.0, 1.0 - F / inertia * t / speed)[:, None] * omega
    # Time-stepping: the step in which it stops may fall short of the stop by F h / I.
    assert np.allclose(recording.v, expected, atol=1e-9 if scheme == "hybrid" else F / inertia * 1e-3)
    turned = 2.0 * np.arccos(min(1.0, abs(recording.q[-1, 3])))
    assert turned == pytest.approx(0.5 * inertia * speed**2 / F, abs=1e-9 if scheme == "hybrid" else 1e-5)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("leader_first", [True, False])
def test_friction_of_a_joint_that_follows_another_acts_through_its_ratio(scheme, leader_first):
    bodies = [Body(name, 1.0, np.zeros(3), 0.1 * np.eye(3)) for name in ("a", "b")]
    axis = np.array([1.0, 0, 0])
    joints = [
        Joint("leader", JointKind.PRISMATIC, None, "a", axis=axis),
        Joint("follower", JointKind.PRISMATIC, None, "b", axis=axis, friction=0.5, mimic=Mimic("leader", -3.0, 0.1)),
    ]
    model = build_model("geared", bodies, joints if leader_first else joints[::-1])
    recording = sim.simulate(scene(model, scheme, v=np.array([0.6])), 0.5)
    # mass 1 + 9, friction 3 × 0.5
    assert recording.v[-1, 0] == pytest.approx(0.6 - 1.5 / 10.0 * 0.5, abs=1e-9)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_mass_strikes_the_end_of_its_rail_and_stays(scheme):
    recording = sim.simulate(scene(slider(lower=-0.2, upper=0.3), scheme, v=np.array([1.0])), 1.0)
    assert not recording.notes
    assert recording.q.max() <= 0.3 + 1e-9
    assert recording.q[-1, 0] == pytest.approx(0.3, abs=1e-8)
    assert np.abs(recording.v[recording.t > 0.31]).max() < 1e-9


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_spring_draws_a_mass_off_the_end_of_its_rail(scheme):
    # From its rest at 0 with v0 it would swing to v0 / w = 0.4; the end at 0.2 takes its speed, the spring takes it back.
    k, m = 50.0, 2.0
    w = np.sqrt(k / m)
    recording = sim.simulate(scene(slider(m, stiffness=k, lower=-1.0, upper=0.2), scheme, v=np.array([0.4 * w])), 1.0)
    hit = np.arcsin(0.5) / w
    t = recording.t
    expected = np.where(t < hit, 0.4 * np.sin(w * t), 0.2 * np.cos(w * (t - hit)))
    assert np.allclose(recording.q[:, 0], expected, atol=1e-9 if scheme == "hybrid" else 5e-3)


def test_a_pendulum_comes_to_rest_on_its_stop_and_the_stop_carries_it():
    rod = Body("rod", 1.0, np.array([0, 0, -0.5]), 0.1 * np.eye(3))
    joint = Joint("pivot", JointKind.REVOLUTE, None, "rod", axis=np.array([0, 1.0, 0]), lower=0.3, upper=3.0)
    model = build_model("pendulum", [rod], [joint])
    hybrid = sim.simulate(scene(model, "hybrid", q=np.array([2.0])), 2.0)
    stepping = sim.simulate(scene(model, "time_stepping", q=np.array([2.0])), 2.0)
    assert not hybrid.notes
    for recording in (hybrid, stepping):
        assert recording.q[-1, 0] == pytest.approx(0.3, abs=1e-8)
        assert abs(recording.v[-1, 0]) < 1e-9
    assert np.diff(hybrid.kinetic + hybrid.potential).max() < 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_random_trees_with_dry_friction_only_lose_energy_come_to_rest_and_do_so_alike_in_both_schemes(seed):
    rng = np.random.default_rng(seed)
    kinds = tuple(kind for kind in ALL_KINDS if kind is not JointKind.FREE_FLYER)
    tree = random_tree(seed, 6, kinds, mimic=True)
    joints = [
        joint if joint.kind is JointKind.FIXED else replace(joint, friction=float(rng.uniform(10.0, 20.0)), armature=0.05)
        for joint in tree.joints
    ]
    model = build_model("rubbing", tree.bodies, joints)
    q, v, _ = random_state(model, seed)
    ends = []
    for scheme in SCHEMES:
        start = sim.make_scene("x", [sim.Part("it", model, q=q, v=v)], gravity=(0, 0, 0))
        recording = sim.simulate(start, 2.5, scheme=scheme)
        assert not recording.notes
        assert recording.residual.max() < 1e-7
        energy = recording.kinetic + recording.potential
        # Time-stepping takes configurations in the middle of its steps, and so keeps the energy of free motion to dt².
        assert np.diff(energy).max() < (1e-9 if scheme == "hybrid" else 1e-4) * energy[0]
        assert np.abs(recording.v[-1]).max() < 1e-8
        ends.append(recording.q[-1])
    assert np.abs(sim.difference(model, *ends)).max() < 5e-3  # of time-stepping: first order at each stop


@pytest.mark.parametrize("bodies", [5, 20])  # Newton on forces up to 12 entries, on velocities beyond
def test_all_solvers_of_coulomb_contact_find_the_same_friction(bodies):
    tree = random_tree(7, bodies, (JointKind.REVOLUTE,))
    joints = [replace(joint, friction=5.0, armature=0.05) for joint in tree.joints]
    q, v, _ = random_state(tree, 7)
    part = sim.Part("it", build_model("rubbing", tree.bodies, joints), q=q, v=v)
    ends = []
    for solver in ("newton", "gauss_seidel"):
        recording = sim.simulate(sim.make_scene("x", [part], settings=sim.Settings(solver=solver, sweeps=5000)), 0.05)
        assert recording.iterations.max() > 0
        ends.append(recording.v[-1])
    assert np.abs(ends[0] - ends[1]).max() < 1e-6  # 50 solves to 1e-10 m/s, and what the motion makes of it


def test_the_quadratic_programme_without_friction_refuses_a_joint_that_has_some():
    start = scene(slider(friction=1.0), "time_stepping")
    with pytest.raises(sim.errors.ArgumentError, match="joint has friction"):
        sim.simulate(start, 0.1, settings=replace(start.settings, solver="active_set"))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_joint_that_starts_beyond_its_limit_is_brought_back_and_the_scene_says_so(scheme):
    start = scene(slider(lower=-0.1, upper=0.2), scheme, q=np.array([0.25]))
    (finding,) = start.findings
    assert "joint 'it/rail' starts at 0.25, beyond its limits -0.1 to 0.2" in finding.message
    recording = sim.simulate(start, 0.2)
    assert recording.q[-1, 0] == pytest.approx(0.2, abs=2e-9)
    assert np.abs(recording.v).max() < 1e-9  # positions are moved, velocities are not
    assert not scene(slider(lower=-0.1, upper=0.2), scheme, q=np.array([0.2])).findings


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("ratio", [0.0, 3.0])
def test_a_follower_rubs_as_much_as_it_moves(scheme, ratio):
    bodies = [Body(name, 1.0, np.zeros(3), 0.1 * np.eye(3)) for name in ("a", "b")]
    axis = np.array([1.0, 0, 0])
    joints = [
        Joint("leader", JointKind.PRISMATIC, None, "a", axis=axis, friction=0.5),
        Joint("follower", JointKind.PRISMATIC, None, "b", axis=axis, friction=0.5, mimic=Mimic("leader", ratio, 0.0)),
    ]
    model = build_model("geared", bodies, joints)
    friction, mass, rest = 0.5 + 0.5 * ratio, 1.0 + ratio**2, sim.Settings().rest_speed
    moving = sim.simulate(scene(model, scheme, v=np.array([0.5])), 0.3)
    assert moving.v[-1, 0] == pytest.approx(0.5 - 0.3 * friction / mass, abs=1e-9)
    # Pushed with less than its friction, from a speed at which only the follower is no more at rest.
    push = sim.Controller(stiffness=1e-9, target=np.array([0.9 * friction / 1e-9]))
    held = sim.simulate(scene(model, scheme, v=np.array([0.5 * rest]), controller=push), 0.3)
    assert abs(held.v[-1, 0]) < 1e-9


def test_a_robot_that_starts_beyond_a_limit_and_in_the_floor_ends_on_both():
    from tests.sim.simulation.parts import GROUND
    from torseur.sim.multibody.model.model import Collision
    from torseur.sim.multibody.model.shapes import Sphere

    leg = Body("leg", 1.0, np.array([0.2, 0, 0]), 0.01 * np.eye(3))
    foot = np.eye(4)
    foot[0, 3] = 0.4
    shin = Body("shin", 1.0, np.array([0.2, 0, 0]), 0.01 * np.eye(3), collisions=(Collision(Sphere(0.05), foot),))
    knee = np.eye(4)
    knee[0, 3] = 0.4
    joints = [
        Joint("rail", JointKind.PRISMATIC, None, "leg"),
        Joint("knee", JointKind.REVOLUTE, "leg", "shin", knee, np.array([0, 1.0, 0]), lower=-1.0, upper=0.5),
    ]
    model = build_model("legged", [leg, shin], joints)
    height = 0.4 * np.sin(1.2) + 0.05  # the foot's ball just touches the floor at a knee of 1.2
    start = sim.make_scene("x", [GROUND, sim.Part("it", model, q=np.array([height, 1.2]))])
    recording = sim.simulate(start, 0.5, scheme="hybrid")
    assert not recording.notes
    rail, bend = recording.q[-1]
    assert bend <= 0.5 + 1e-9
    assert rail - 0.4 * np.sin(bend) - 0.05 == pytest.approx(0.0, abs=1e-8)


def test_a_very_small_rest_speed_does_not_make_a_joint_chatter():
    start = scene(slider(friction=3.0), "hybrid", v=np.array([0.3]))
    recording = sim.simulate(start, 0.5, settings=replace(start.settings, rest_speed=0.0))
    assert not recording.notes
    assert abs(recording.v[-1, 0]) < 1e-9


@loop_over("what", ["friction", "damping", "armature"])
@loop_over("value", [-1.0, np.nan, np.inf])
def test_a_joint_has_no_negative_friction(what, value):
    with pytest.raises(sim.errors.ModelError, match=f"joint 'rail' has {what}"):
        slider(**{what: value})
