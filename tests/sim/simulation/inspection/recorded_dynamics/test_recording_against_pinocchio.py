"""Parts of the equation of motion along a recording, centre of mass and momentum, beside Pinocchio's."""

import numpy as np
import pytest

from torseur import sim

pin = pytest.importorskip("pinocchio")
from tests.sim.multibody.pinocchio_peer import built  # noqa: E402 - needs Pinocchio

AGREEMENT = 1e-11  # relative to the largest number of its kind


@pytest.mark.parametrize("name", ["arm_pushes_table", "brick_on_corner", "spinning_top"])
def test_each_part_of_the_equation_of_motion_is_pinocchios(name):
    recording = sim.simulate(sim.load_scene(name), 0.35)
    found, peer = sim.recording_dynamics(recording), built(recording.scene.model)
    largest = max(1.0, float(np.nanmax(np.abs(found.inverse))))
    for i in range(1, len(found), 29):
        q = peer.configuration(found.q[i])
        B, rate = peer.velocities(found.q[i], found.v[i])
        v, a = B @ found.v[i], B @ found.a[i] + rate @ found.v[i]
        zero = np.zeros_like(v)
        gravity = B.T @ pin.computeGeneralizedGravity(peer.theirs, peer.data, q)
        bias = B.T @ pin.rnea(peer.theirs, peer.data, q, v, zero)
        whole = B.T @ pin.rnea(peer.theirs, peer.data, q, v, a)
        for ours, theirs in (
            (found.gravity[i], gravity),
            (found.coriolis[i], bias - gravity),
            (found.inertial[i], whole - bias),
            (found.inverse[i], whole),
        ):
            np.testing.assert_allclose(ours, theirs, atol=AGREEMENT * largest)
        q, v = peer.configuration(recording.q[i]), peer.velocities(recording.q[i], recording.v[i])[0] @ recording.v[i]
        momentum = pin.computeCentroidalMomentum(peer.theirs, peer.data, q, v).vector
        size = max(1.0, float(np.abs(momentum).max()))
        np.testing.assert_allclose(found.centroidal_momentum[i], momentum, atol=AGREEMENT * size)
        np.testing.assert_allclose(found.center_of_mass[i], peer.data.com[0], atol=AGREEMENT * 10)
