"""The hybrid scheme on height fields: bodies follow the faces, edges and peaks of the ground, or the run says that it cannot."""

import numpy as np
import pytest

from tests.sim.simulation.parts import ball, box, free, ground
from torseur import sim
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, Sphere
from torseur.sim.simulation.recording.gaps import body_gaps

G = 9.81
RADIUS = 0.05
CURVATURE = 0.5  # of the bowl z = r²/4 at its bottom [1/m]


def on(terrain, body, xyz, v=None, quaternion=(0, 0, 0, 1.0), friction=0.8, restitution=0.0):
    """A scene of one body over a terrain."""
    part = sim.Part(body.name, body, q=np.array([*xyz, *quaternion]), v=v)
    return sim.make_scene("terrain", [terrain, part], materials={"": sim.Material(friction, restitution)})


def bowl(half, x, **options):
    """A ball at rest just over the bowl, a little beside the middle of its grid of 81 x 81."""
    grid = np.linspace(-half, half, 81)
    terrain = ground(0.25 * (grid[None, :] ** 2 + grid[:, None] ** 2), (2 * half, 2 * half))
    y = 0.13 * half / 40  # between two rows
    normal = np.array([-0.5 * x, -0.5 * y, 1.0])
    centre = np.array([x, y, 0.25 * (x * x + y * y)]) + RADIUS * normal / np.linalg.norm(normal)
    cell = half / 40
    above = 0.25 * cell**2  # chords are above the bowl by half of that in the middle of a cell
    return on(terrain, ball("ball", RADIUS, 1.0), centre + [0, 0, above], **options)


def energy_of(recording):
    return recording.kinetic + recording.potential


def depth_of(recording):
    """How deep bodies were in the ground at any recorded state [m]."""
    return -np.nanmin(body_gaps(recording.scene, recording.q)[1])


def turns(recording):
    """When the ball is over the bottom of the bowl."""
    x, t = recording.q[:, 0], recording.t
    i = np.flatnonzero(x[1:] * x[:-1] < 0)
    return t[i] - x[i] * (t[i + 1] - t[i]) / (x[i + 1] - x[i])


@pytest.mark.parametrize("dt", [1e-2, 1e-3])
def test_a_ball_in_a_bowl_neither_gains_energy_nor_goes_into_the_ground(dt):
    recording = sim.simulate(bowl(2.0, 0.3), 2.0, scheme="hybrid", dt=dt)
    assert not recording.notes
    assert np.diff(energy_of(recording)).max() < 1e-9  # each step's error is 1e-10 of some joules
    assert depth_of(recording) < 1e-9
    assert recording.q[-1, 0] < -0.2  # it has come up on the other side


@pytest.mark.slow
def test_a_ball_in_a_bowl_of_small_cells_swings_with_the_period_of_the_textbook():
    recording = sim.simulate(bowl(0.12, 0.1), 2.6, scheme="hybrid", dt=1e-2)
    # It rolls: 7/5 m v²/2, with the centre on an arc of radius R - r about the bottom.
    period = 2 * np.pi * np.sqrt(7 / 5 * (1 / CURVATURE - RADIUS) / G)
    assert period == pytest.approx(3.3146, abs=5e-5)
    # A swing of 0.1 m takes 0.0021 s more; cells of 3 mm change the way by some thousandths at both ends.
    assert 2 * np.diff(turns(recording)) == pytest.approx(period, abs=5e-3)
    lost = energy_of(recording)[0] - energy_of(recording)[-1]
    assert 0 <= lost < 0.04 * G * 0.25 * 0.1**2  # see the valley below: 60 edges of 1.5 mrad, and the drop at the start


def test_bouncing_without_friction_or_loss_in_a_bowl_keeps_the_energy():
    recording = sim.simulate(bowl(1.0, 0.3, friction=0.0, restitution=1.0), 2.0, scheme="hybrid", dt=1e-2)
    assert len(recording.events) > 50
    assert np.ptp(energy_of(recording)) < 1e-10  # 50 jumps, each exact to rounding, and 2 s of smooth motion


def test_a_valley_takes_what_a_rolling_ball_loses_by_pivoting_about_the_other_side():
    slope = 0.2
    x = np.array([-2.0, 0.0, 2.0])
    terrain = ground(np.tile(slope * np.abs(x), (2, 1)), (4.0, 2.0))
    tilt = np.arctan(slope)
    start = np.array([-1.0, 0.2, slope + RADIUS / np.cos(tilt)])
    recording = sim.simulate(on(terrain, ball("ball", RADIUS, 1.0), start), 1.6, scheme="hybrid", dt=1e-2)
    i = int(np.argmax(np.linalg.norm(recording.v[:, :3], axis=1)))
    assert recording.t[i + 1] == recording.t[i]  # before and after the impact
    before, after = np.linalg.norm(recording.v[[i, i + 1], :3], axis=1)
    # The angular momentum about the new point of contact is kept: m v r cos δ + I ω with I = 2/5 m r², v = ω r.
    assert after / before == pytest.approx((np.cos(2 * tilt) + 0.4) / 1.4, abs=1e-9)
    # Down a slope a solid ball rolls with 5/7 g sin, until it touches the other side: its centre is then over the bottom.
    way = 1.0 / np.cos(tilt)
    assert recording.t[i] == pytest.approx(np.sqrt(2 * way / (5 / 7 * G * np.sin(tilt))), abs=1e-9)
    # What it rolls over and up is smooth: nothing is lost but at the impact.
    energy = energy_of(recording)
    np.testing.assert_allclose(energy[: i + 1], energy[0], atol=1e-9)
    np.testing.assert_allclose(energy[i + 1 :], energy[i + 1], atol=1e-9)


def test_a_slow_ball_rolls_over_a_ridge_about_its_edge_without_a_jump():
    x = np.array([-2.0, 0.0, 2.0])
    terrain = ground(np.tile(-0.1 * np.maximum(x, 0.0), (2, 1)), (4.0, 2.0))
    rolling = np.array([0.1, 0, 0, 0, 0.1 / 0.2, 0])
    recording = sim.simulate(on(terrain, ball("ball", 0.2, 1.0), (-0.05, 0.3, 0.2), rolling), 1.5, scheme="hybrid", dt=1e-2)
    assert not recording.notes
    np.testing.assert_allclose(energy_of(recording), energy_of(recording)[0], atol=1e-9)
    # From the edge its centre goes round an arc of the ball's radius, then down the slope.
    tilt = np.arctan(0.1)
    q, v = recording.q[-1], recording.v[-1]
    foot = q[[0, 2]] - 0.2 * np.array([np.sin(tilt), np.cos(tilt)])
    assert foot[1] == pytest.approx(-0.1 * foot[0], abs=1e-9)
    drop = 0.2 - q[2]
    assert np.linalg.norm(v[:3]) == pytest.approx(np.sqrt(0.1**2 + 10 / 7 * G * drop), abs=1e-8)
    tilted = [c.normal[0, 0] for c in map(recording.contacts, range(len(recording))) if len(c)]
    between = [n for n in tilted if 1e-6 < n < np.sin(tilt) - 1e-6]
    assert len(between) > 5  # it was on the edge, too


def test_a_ball_lies_on_a_peak():
    heights = np.zeros((3, 3))
    heights[1, 1] = 0.3
    recording = sim.simulate(on(ground(heights, (2.0, 2.0)), ball("ball", 0.1, 1.0), (0, 0, 0.4)), 0.2, scheme="hybrid")
    assert not recording.notes
    np.testing.assert_allclose(recording.q[-1, :3], [0, 0, 0.4], atol=1e-9)
    assert recording.contacts(-1).force[0, 2] == pytest.approx(G, abs=1e-8)


def test_a_box_slides_over_level_cells_as_over_a_plane():
    level = ground(np.zeros((31, 31)), (3.0, 3.0))
    scene = on(level, box("box", (0.4, 0.3, 0.2), 1.0), (-1.0, 0.02, 0.1), np.array([2.0, 0.3, 0, 0, 0, 0]), friction=0.3)
    recording = sim.simulate(scene, 1.0, scheme="hybrid", dt=1e-2)
    assert not recording.notes
    speed = np.hypot(2.0, 0.3)
    way = np.linalg.norm(recording.q[-1, :2] - recording.q[0, :2])
    assert way == pytest.approx(speed**2 / (2 * 0.3 * G), abs=1e-8)
    assert len(recording.t) < 120  # edges between level cells are no events


def rough(seed, shape, restitution=0.2):
    """A solid thrown onto random ground."""
    rng = np.random.default_rng(seed)
    x = np.linspace(-1.0, 1.0, 21)
    terrain = ground(0.1 * (x[None, :] ** 2 + x[:, None] ** 2) + 0.025 * rng.uniform(-1, 1, (21, 21)), (2.0, 2.0))
    quaternion = rng.normal(size=4)
    v = np.array([*rng.uniform(-1, 1, 3), *rng.uniform(-3, 3, 3)])
    body = free("body", shape, 1.0)
    return on(terrain, body, (0.2, 0.1, 0.35), v, quaternion / np.linalg.norm(quaternion), 0.5, restitution)


SOLIDS = {"ball": Sphere(0.1), "box": Box((0.2, 0.15, 0.1)), "capsule": Capsule(0.06, 0.2), "can": Cylinder(0.08, 0.1)}
ENDURING = {("capsule", 0), ("capsule", 1), ("box", 1)}  # a box that lies on a ridge along it is not followed


@pytest.mark.slow
@pytest.mark.parametrize("solid", SOLIDS)
@pytest.mark.parametrize("seed", [0, 1])
def test_what_is_thrown_onto_rough_ground_stays_out_of_it_or_the_run_says_why_it_ends(solid, seed):
    runs = [sim.simulate(rough(seed, SOLIDS[solid]), 1.0, scheme="hybrid", dt=dt) for dt in (1e-2, 2e-3)]
    for run in runs:
        depth = -body_gaps(run.scene, run.q)[1]
        # A rim is found point by point, and may be a little deep at once: there the run ends, at its last state.
        assert np.nanmax(depth[: -1 if run.notes else None]) < 1e-9
        assert depth[-1] < 1e-5 or np.isnan(depth[-1])
        assert np.diff(energy_of(run)).max() < 1e-9
        if run.t[-1] < 1.0 - 1e-9:
            assert "the contact of 'ground' and 'body' is of" in run.notes[0]
    if solid == "ball" or (solid, seed) in ENDURING:
        assert not runs[0].notes
    # How often states are recorded decides neither how far it goes nor where; errors of 1e-10 grow at each of some 20 impacts:
    # by 1.5 each they are 3e-7 at the end; 5e-7 was the most that was seen.
    assert runs[0].t[-1] == pytest.approx(runs[1].t[-1], abs=1e-7)
    np.testing.assert_allclose(runs[0].q[-1], runs[1].q[-1], rtol=0.0, atol=1e-6)
