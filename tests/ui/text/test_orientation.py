"""Every way of writing an orientation gives the same rotation back."""

from __future__ import annotations

import math

import numpy as np
import pytest

from torseur.ui.text.orientation import axis_angle_of, quaternion_of, rpy_of


def about(axis, angle):
    """Rodrigues' formula."""
    x, y, z = np.asarray(axis) / np.linalg.norm(axis)
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(angle) * K + (1 - math.cos(angle)) * K @ K


def from_rpy(phi, theta, psi):
    return about([0, 0, 1], psi) @ about([0, 1, 0], theta) @ about([1, 0, 0], phi)


def from_quaternion(x, y, z, w):
    v = np.array([x, y, z])
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return (w * w - v @ v) * np.eye(3) + 2 * np.outer(v, v) + 2 * w * K


def rotations():
    rng = np.random.default_rng(3)
    yield from (about(rng.normal(size=3), rng.uniform(0, math.pi)) for _ in range(20))
    yield from (about(axis, angle) for axis in np.eye(3) for angle in (math.pi / 2, math.pi))
    yield about([1, 1, 1], math.pi - 1e-9)
    yield from_rpy(0.3, math.pi / 2, 0.4)


def test_all_three_forms_give_the_rotation_back():
    for R in rotations():
        np.testing.assert_allclose(from_rpy(*rpy_of(R)), R, atol=2e-9)  # at θ = 90° as near as cos θ is taken for 0
        np.testing.assert_allclose(from_quaternion(*quaternion_of(R)), R, atol=1e-13)
        *axis, angle = axis_angle_of(R)
        np.testing.assert_allclose(about(axis, angle), R, atol=1e-13)


def test_no_rotation_has_no_axis():
    *axis, angle = axis_angle_of(np.eye(3))
    assert angle == 0.0
    assert all(math.isnan(x) for x in axis)


def test_half_a_turn_has_one_name():
    for sine in (1e-16, -1e-16):
        R = np.array([[1, 0, 0], [0, -1, -sine], [0, sine, -1.0]])
        assert rpy_of(R)[0] == pytest.approx(math.pi)
