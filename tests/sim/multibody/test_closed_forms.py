"""Numbers known by hand: THEORY §8 and VALIDATION, "Closed forms"."""

import numpy as np
import pytest
from scipy.special import ellipj

from torseur import robots, sim
from torseur.sim.multibody.model.model import Body, Joint, JointKind


def planar_2r(l1=0.6, l2=0.4, c1=0.25, c2=0.2, m1=1.3, m2=0.9, i1=0.03, i2=0.02):
    """The textbook's arm: turns about z, gravity along -y."""
    along = np.eye(4)
    along[0, 3] = l1
    bodies = [
        Body("one", m1, np.array([c1, 0.0, 0.0]), np.diag([0.01, 0.01, i1])),
        Body("two", m2, np.array([c2, 0.0, 0.0]), np.diag([0.01, 0.01, i2])),
    ]
    joints = [Joint("first", JointKind.REVOLUTE, None, "one"), Joint("second", JointKind.REVOLUTE, "one", "two", along)]
    return sim.build_model("2R", bodies, joints)


@pytest.mark.parametrize("seed", range(5))
def test_planar_2r_has_the_textbook_mass_matrix_bias_and_gravity(seed):
    l1, l2, c1, c2, m1, m2, i1, i2, g = 0.6, 0.4, 0.25, 0.2, 1.3, 0.9, 0.03, 0.02, 9.81
    model = planar_2r(l1, l2, c1, c2, m1, m2, i1, i2)
    rng = np.random.default_rng(seed)
    q, v = rng.uniform(-3, 3, 2), rng.normal(size=2)
    (q1, q2), (v1, v2) = q, v
    k = i1 + i2 + m1 * c1**2 + m2 * (l1**2 + c2**2)
    b, d = m2 * l1 * c2, i2 + m2 * c2**2
    H = np.array([[k + 2 * b * np.cos(q2), d + b * np.cos(q2)], [d + b * np.cos(q2), d]])
    C = b * np.sin(q2) * np.array([-v2 * (2 * v1 + v2), v1**2])
    gravity = g * np.array([(m1 * c1 + m2 * l1) * np.cos(q1) + m2 * c2 * np.cos(q1 + q2), m2 * c2 * np.cos(q1 + q2)])
    down = (0.0, -g, 0.0)
    np.testing.assert_allclose(sim.mass_matrix(model, q), H, atol=1e-12)
    np.testing.assert_allclose(sim.bias_torque(model, q, v, gravity=(0, 0, 0)), C, atol=1e-12)
    np.testing.assert_allclose(sim.gravity_torque(model, q, gravity=down), gravity, atol=1e-12)
    a = rng.normal(size=2)
    np.testing.assert_allclose(sim.newton_euler_trace(model, q, v, a, gravity=down).tau, H @ a + C + gravity, atol=1e-12)


def test_scara_jacobian_speeds_and_torques_of_the_course():
    model = robots.load("scara")
    q = model.poses["course"]
    J = sim.jacobian(model, q, "tool")
    np.testing.assert_allclose(J[:2, :2], [[-1.353553, -1.0], [0.353553, 0.0]], atol=5e-7)  # six decimals are given
    rates = np.linalg.solve(J[:2, :2], [0.0, 1.0])
    np.testing.assert_allclose(rates, [2.828427, -3.828427], atol=5e-7)
    assert abs((J[5, :2] @ rates) + 1.0) < 1e-12
    np.testing.assert_allclose(model.velocity_limit, [np.pi, np.pi, 1.0])
    np.testing.assert_allclose(np.min(model.velocity_limit[:2] / np.abs(rates)), 0.820596, atol=5e-7)
    np.testing.assert_allclose(J[:3].T @ [10.0, 0.0, 0.0], [-13.535534, -10.0, 0.0], atol=5e-7)


def test_planar_and_spherical_arms_have_the_determinants_of_the_course():
    scara, spherical = robots.load("scara"), robots.load("spherical_rrp")
    for angle in (0.0, 0.3, -1.2, 2.5):
        J = sim.jacobian(scara, [0.7, angle, 0.05], "tool")
        assert abs(np.linalg.det(J[:2, :2])) == pytest.approx(0.5 * 1.0 * abs(np.sin(angle)), abs=1e-14)
        for reach in (0.0, 0.4, 0.6):
            J = sim.jacobian(spherical, [0.4, angle, reach], "tool")
            assert abs(np.linalg.det(J[:3])) == pytest.approx(reach**2 * abs(np.sin(angle)), abs=1e-13)


def test_cylindrical_arm_has_the_jacobian_of_the_course():
    model, q = robots.load("cylindrical"), np.array([-2.0, 0.4, 0.9])
    theta, z, r = q
    c, s = np.cos(theta), np.sin(theta)
    np.testing.assert_allclose(sim.frame_pose(model, q, "tool")[:3, 3], [r * c, r * s, z], atol=1e-15)
    expected = [[-r * s, 0, c], [r * c, 0, s], [0, 1, 0], [0] * 3, [0] * 3, [1, 0, 0]]
    np.testing.assert_allclose(sim.jacobian(model, q, "tool"), expected, atol=1e-14)


def test_planar_rp_moves_by_what_the_course_asks():
    model = robots.load("planar_rp")
    np.testing.assert_allclose(model.poses["course"], [np.radians(30), 4.0])
    displacement = sim.jacobian(model, model.poses["course"], "tool")[:3] @ [np.radians(5), 1.0]
    np.testing.assert_allclose(displacement, [0.691492, 0.802300, 0], atol=5e-7)


def test_pendulum_swings_with_the_period_of_large_angles():
    recording = sim.simulate(sim.load_scene("pendulum"), 2.5, scheme="hybrid", dt=1e-2)
    # Let go from the horizontal, it is back when its velocity changes sign a second time.
    v, t = recording.v[:, 0], recording.t
    k = int(np.flatnonzero((v[:-1] > 0) & (v[1:] <= 0))[0])
    returned = t[k] - v[k] * (t[k + 1] - t[k]) / (v[k + 1] - v[k])
    assert abs(returned - 2.367842) < 1e-5  # linear interpolation of v over 10 ms, five more figures than 2.006


def test_free_rigid_body_keeps_energy_and_momentum():
    body = Body("asymmetric", 2.0, np.array([0.1, -0.05, 0.02]), np.diag([0.05, 0.1, 0.12]))
    model = sim.build_model("asymmetric", [body], [Joint("free", JointKind.FREE_FLYER, None, "asymmetric")])
    part = sim.Part("asymmetric", model, q=np.array([0, 0, 0, 0, 0, 0, 1.0]), v=np.array([0.3, 0, 0, 0.01, 5.0, 0.02]))
    scene = sim.make_scene("spinning", [part], gravity=(0, 0, 0))
    recording = sim.simulate(scene, 10.0)
    assert np.ptp(recording.kinetic) < 1e-12 * recording.kinetic[0] * len(recording)
    before, after = (sim.momentum(model, recording.q[i], recording.v[i]) for i in (0, -1))
    np.testing.assert_allclose(after, before, atol=1e-11)
    # The motion is not a plain spin: about its middle axis the body turns over and over (Dzhanibekov).
    assert np.ptp(recording.v[:, 4]) > 9.0


def test_a_free_asymmetric_body_turns_by_elliptic_functions():
    """Landau & Lifshitz, Mechanics, §37: Ω = (a₁ cn, a₂ sn, a₃ dn)(s t), with energy T and momentum L."""
    I1, I2, I3 = inertia = np.array([0.05, 0.1, 0.12])
    body = Body("asymmetric", 2.0, np.zeros(3), np.diag(inertia))
    model = sim.build_model("asymmetric", [body], [Joint("free", JointKind.FREE_FLYER, None, "asymmetric")])
    w = np.array([1.0, 0.0, 4.0])
    start = np.concatenate([np.zeros(3), w])
    motion = sim.integrate_motion(model, sim.neutral(model), start, 5.0, 0.05, "dop853", gravity=(0, 0, 0), rtol=1e-13)
    twice_T, L2 = inertia @ w**2, inertia**2 @ w**2
    assert L2 > twice_T * I2
    s = np.sqrt((I3 - I2) * (L2 - twice_T * I1) / (I1 * I2 * I3))
    modulus = (I2 - I1) * (twice_T * I3 - L2) / ((I3 - I2) * (L2 - twice_T * I1))
    sn, cn, dn, _ = ellipj(s * motion.times, modulus)
    a2 = np.sqrt((twice_T * I3 - L2) / (I2 * (I3 - I2)))
    # Steps of the integrator are good to 1e-12 each, and there are some hundred.
    np.testing.assert_allclose(motion.v[:, 3:], np.column_stack([w[0] * cn, a2 * sn, w[2] * dn]), atol=1e-10)
    assert np.ptp(motion.v[:, 4]) > 1.0
