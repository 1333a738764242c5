"""Sine and cosine of our own, against the C library's in extended precision."""

import numpy as np

from tests.cases import loop_over
from tests.sim.from_python import called_from_python
from torseur.sim.multibody.algebra.sincos import LARGEST, sincos, sincos_into

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
