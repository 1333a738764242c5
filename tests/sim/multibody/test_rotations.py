"""Rotations: laws, closed forms, refusals, and SciPy beside them."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from tests.cases import loop_over
from tests.sim.from_python import called_from_python
from torseur import sim
from torseur.sim.definition.placement_rows import from_xyz_rpy, roll_pitch_yaw
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.algebra.rotations import rotation_from_quaternion
from torseur.sim.multibody.algebra.sincos import LARGEST, sincos, sincos_into

SEEDS = loop_over("seed", range(20))


def drawn(seed):
    rng = np.random.default_rng(seed)
    u = rng.normal(size=3)
    return u / np.linalg.norm(u), float(rng.uniform(-np.pi, np.pi))


@SEEDS
def test_vee_undoes_skew_and_skew_is_the_cross_product(seed):
    a, b = np.random.default_rng(seed).normal(size=(2, 3))
    assert np.array_equal(sim.vee(sim.skew(a)), a)
    np.testing.assert_allclose(sim.skew(a) @ b, np.cross(a, b), atol=1e-15)
    assert np.array_equal(sim.vee(np.array([sim.skew(a), sim.skew(b)])), [a, b])


@SEEDS
def test_rodrigues_is_a_rotation_that_keeps_its_axis_and_adds_angles(seed):
    u, angle = drawn(seed)
    R = sim.rodrigues(u, angle)
    np.testing.assert_allclose(R @ R.T, np.eye(3), atol=1e-15)
    np.testing.assert_allclose(R @ u, u, atol=1e-15)
    np.testing.assert_allclose(R @ sim.rodrigues(u, 0.4), sim.rodrigues(u, angle + 0.4), atol=1e-15)
    np.testing.assert_allclose(sum(sim.rodrigues_terms(u, angle)), R, atol=1e-15)
    np.testing.assert_allclose(R, Rotation.from_rotvec(u * angle).as_matrix(), atol=1e-15)


@loop_over("angle", [0.0, 1e-12, 1e-7, 0.3, 2.0, np.pi - 1e-7, np.pi - 1e-12, np.pi])
@SEEDS
def test_axis_and_angle_come_back_from_the_matrix(seed, angle):
    u, _ = drawn(seed)
    R = sim.rodrigues(u, angle)
    axis, found = sim.axis_angle(R)
    assert abs(np.linalg.norm(axis) - 1.0) < 1e-15
    assert abs(found - angle) < 1e-15 + 4e-16 * angle or abs(found - angle) < 3e-15
    np.testing.assert_allclose(sim.rodrigues(axis, found), R, atol=2e-15)
    np.testing.assert_allclose(sim.rotation_vector(R), axis * found, atol=0)


def test_no_turn_has_no_axis_of_its_own():
    axis, angle = sim.axis_angle(np.eye(3))
    assert angle == 0.0
    assert axis.tolist() == [0.0, 0.0, 1.0]


@SEEDS
def test_angular_velocity_of_a_turning_frame_is_its_rate_about_its_axis(seed):
    u, angle = drawn(seed)
    found = sim.angular_velocity(sim.rodrigues(u, angle), sim.rodrigues_rate(u, angle, 1.7))
    np.testing.assert_allclose(found.omega, 1.7 * u, atol=1e-15)
    assert found.residual < 1e-15


def test_a_rate_that_is_not_of_a_rotation_shows_in_the_residual():
    rate = sim.skew([0.0, 0.0, 2.0]) + 0.25 * np.eye(3)
    found = sim.angular_velocity(np.eye(3), rate)
    assert found.omega.tolist() == [0.0, 0.0, 2.0]
    assert found.residual == 0.25


@SEEDS
def test_angular_velocities_add_in_one_basis(seed):
    rng = np.random.default_rng(seed)
    (u, a), (w, b) = drawn(seed), drawn(seed + 100)
    found = sim.add_angular_velocities(sim.rodrigues(u, a), sim.rodrigues(w, b), *rng.normal(size=(2, 3)))
    np.testing.assert_allclose(found.total, found.carrier + found.relative, atol=0)
    np.testing.assert_allclose(found.product, found.total, atol=1e-14)
    assert found.gap < 1e-14


@SEEDS
def test_a_small_turn_differs_from_its_first_order_by_a_quarter_at_half_the_angle(seed):
    u, _ = drawn(seed)
    v = np.random.default_rng(seed + 50).normal(size=3)
    gaps = [sim.small_rotation(u, angle, v).gap for angle in (0.02, 0.01, 0.005)]
    np.testing.assert_allclose([gaps[0] / gaps[1], gaps[1] / gaps[2]], 4.0, atol=0.01)
    np.testing.assert_allclose(sim.small_rotation(u, 0.02, v).linear, 0.02 * np.cross(u, v), atol=1e-16)


def test_what_is_no_axis_or_no_rotation_is_refused():
    with pytest.raises(ArgumentError, match=r"u must be a unit vector; .* has norm 2"):
        sim.rodrigues([0.0, 2.0, 0.0], 0.1)
    with pytest.raises(ArgumentError, match="R must be a rotation.*mirrors"):
        sim.axis_angle(-np.eye(3))
    with pytest.raises(ArgumentError, match=r"R must be a rotation.*\|R Rᵀ - 1\| is 3"):
        sim.angular_velocity(2.0 * np.eye(3), np.zeros((3, 3)))
    with pytest.raises(ArgumentError, match="R_dot must be finite numbers of shape"):
        sim.angular_velocity(np.eye(3), np.full((3, 3), np.nan))
    with pytest.raises(ArgumentError, match="angle must be finite numbers"):
        sim.rodrigues([0.0, 0.0, 1.0], np.inf)


def test_the_rotation_of_a_quaternion_is_that_of_its_axis_and_angle():
    angles = np.array([0.0, 0.3, -2.0, np.pi])
    axis = np.array([0.36, 0.48, 0.8])
    quaternions = np.column_stack([np.outer(np.sin(angles / 2), axis), np.cos(angles / 2)])
    expected = np.array([sim.rodrigues(axis, angle) for angle in angles])
    np.testing.assert_allclose(rotation_from_quaternion(quaternions), expected, rtol=0, atol=4e-16)
    np.testing.assert_allclose(rotation_from_quaternion(quaternions[1]), expected[1], rtol=0, atol=4e-16)


ANGLES = {
    "small": np.linspace(-1e-8, 1e-8, 101),
    "a turn": np.linspace(-7.0, 7.0, 20001),
    "multiples of an eighth": np.arange(-4000, 4000) * (np.pi / 4),
    "next to multiples": np.nextafter(np.arange(-4000, 4000) * (np.pi / 2), np.inf),
    "largest": np.random.default_rng(1).uniform(-LARGEST, LARGEST, 20000),
    "beyond": np.random.default_rng(2).uniform(-1e9, 1e9, 2000),
}


@called_from_python
def one_by_one(angles, sines, cosines):
    for i in range(len(angles)):
        sines[i], cosines[i] = sincos(angles[i])


@called_from_python
def together(angles, sines, cosines):
    sincos_into(angles, sines, cosines)


@loop_over("name", ANGLES)
@loop_over("way", [one_by_one, together])
def test_within_one_unit_in_the_last_place_of_one(name, way):
    angles = ANGLES[name]
    sines, cosines = np.empty_like(angles), np.empty_like(angles)
    way(angles, sines, cosines)
    exact = angles.astype(np.longdouble)
    assert np.abs(sines - np.sin(exact)).max() < 2.3e-16
    assert np.abs(cosines - np.cos(exact)).max() < 2.3e-16


def test_small_angles_keep_their_relative_accuracy():
    angles = np.geomspace(1e-300, 1e-3, 400)
    sines, cosines = np.empty_like(angles), np.empty_like(angles)
    one_by_one(angles, sines, cosines)
    np.testing.assert_allclose(sines, np.sin(angles), rtol=3e-16)


ROUNDING = 1e-15  # each of the three angles is rounded to half an ulp of up to π, 2.2e-16


def rotations(rng, pitch):
    roll_yaw = [*rng.uniform(-np.pi, np.pi, (300, 2)), (0.0, 0.0), (np.pi, -np.pi / 2), (np.pi, np.pi)]
    return [from_xyz_rpy((0.0, 0.0, 0.0), (roll, pitch, yaw)) for roll, yaw in roll_yaw]


@pytest.mark.slow
@loop_over("side", [-1.0, 1.0])
@loop_over("short", [0.0, 1e-16, 1e-15, 1e-12, 1e-9, 1e-8, 1e-5, 1e-2, 0.3, 1.0, np.pi / 2])
def test_a_rotation_comes_back_from_its_angles_at_gimbal_lock_too(short, side):
    for placement in rotations(np.random.default_rng(5), side * (np.pi / 2 - short)):
        angles = roll_pitch_yaw(placement[:3, :3])
        assert np.abs(from_xyz_rpy((0.0, 0.0, 0.0), angles) - placement).max() <= ROUNDING
