"""Nothing passes through anything unseen: fast bodies, thin plates, whatever the step and where in it they meet."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from tests.sim.contact.collision.pairs import turned
from tests.sim.simulation.tiles import block, body, hull, run
from torseur import sim
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Collision, Joint, JointKind
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, SolidEllipsoid, Sphere

SOLIDS = {
    "small-ball": (Sphere(0.002), 0.002, None),
    "ball": (Sphere(0.01), 0.01, None),
    "box": (Box((0.02, 0.02, 0.02)), 0.01, None),
    "capsule": (Capsule(0.01, 0.02), 0.02, None),
    "lying-capsule": (Capsule(0.01, 0.02), 0.01, turned("y", np.pi / 2)),
    "cylinder": (Cylinder(0.01, 0.02), 0.01, None),
    "ellipsoid": (SolidEllipsoid((0.01, 0.01, 0.02)), 0.02, None),
    "hull": (hull((0.03125, 0.03125, 0.03125)), 0.015625, None),
}
NO_GRAVITY = (0.0, 0.0, 0.0)


@pytest.mark.sampled
@pytest.mark.parametrize("solid", SOLIDS)
@pytest.mark.parametrize("speed", [5.0, 100.0, 1000.0])
@pytest.mark.parametrize("thickness", [0.001, 0.02])
@pytest.mark.parametrize("dt", [1e-4, 1e-3, 1e-2])
@pytest.mark.slow
def test_what_flies_at_a_plate_stays_on_it(solid, speed, thickness, dt):
    shape, half, rotation = SOLIDS[solid]
    top = 0.5 * thickness
    plate = block("plate", (1.0, 1.0, thickness), (0.0, 0.0, 0.0))
    for k in range(25):
        start = top + half + speed * dt * (3.0 + k / 25)
        moving = body(shape, [0.01, 0.02, start], [0.0, 0.0, -speed], rotation=rotation)
        recording = run([plate, moving], 8.0 * dt, 0.3, gravity=NO_GRAVITY, dt=dt)
        assert recording.q[-1, 2] == pytest.approx(top + half, abs=1e-9)


@pytest.mark.parametrize("solid", SOLIDS)
def test_what_bounces_off_a_plate_does_so_at_its_speed(solid):
    shape, half, rotation = SOLIDS[solid]
    plate = block("plate", (1.0, 1.0, 0.01), (0.0, 0.0, 0.0))
    for k in range(25):
        moving = body(shape, [0.01, 0.02, 0.005 + half + 0.3 + 0.1 * k / 25], [0.0, 0.0, -100.0], rotation=rotation)
        recording = run([plate, moving], 0.008, 0.3, restitution=0.5, gravity=NO_GRAVITY)
        assert np.linalg.norm(recording.v[-1, :3]) == pytest.approx(50.0, abs=1e-6)
        assert recording.q[-1, 2] > 0.005 + half


@pytest.mark.parametrize(("speed", "dt"), [(5.0, 1e-2), (20.0, 1e-3), (100.0, 1e-3)])
def test_an_ellipsoid_flies_at_a_large_tilted_plate(speed, dt):
    tilt = turned("x", 0.7) @ turned("z", 0.4)
    plate, down = block("plate", (8.0, 8.0, 0.01), (0.0, 0.0, 0.0), tilt), tilt @ [0.0, 0.0, -1.0]
    for k in range(25):
        start = -down * speed * dt * (2.0 + k / 25) + tilt @ [0.03, 0.02, 0.0]
        rotation = tilt @ turned("y", 0.9) @ turned("x", 0.04 * k)
        moving = body(SolidEllipsoid((0.005, 0.005, 0.008)), start, down * speed, rotation=rotation, mass=0.01)
        recording = run([plate, moving], 6.0 * dt, 0.0, gravity=NO_GRAVITY, dt=dt)
        assert (tilt.T @ recording.q[-1, :3])[2] > 0.0 or recording.doubtful.any()


@pytest.mark.parametrize("solid", ["ball", "capsule", "box"])
def test_what_does_not_turn_meets_a_plate_that_does(solid):
    shape, half, _ = SOLIDS[solid]
    for k in range(25):
        plate = body(Box((0.4, 0.4, 0.01)), [0.0, 0.0, 0.0], w=[30.0, 0.0, 0.0], name="plate", mass=100.0)
        moving = body(shape, [0.0, 0.05, 0.005 + half + 0.2 * (1.5 + k / 25)], [0.0, 0.0, -20.0])
        recording = run([plate, moving], 0.06, 0.0, gravity=NO_GRAVITY, dt=1e-2)
        assert any(event.kind.name == "IMPACT" for event in recording.events) or recording.doubtful.any()


@pytest.mark.parametrize(
    ("shape", "speed"),
    [(Cylinder(0.012, 0.002), 75.0), (Capsule(0.005, 0.01), 200.0), (hull((0.03125, 0.03125, 0.125)), 200.0)],
    ids=["coin", "bullet", "hull"],
)
def test_what_its_own_impact_spins_through_a_plate_is_told(shape, speed):
    plate = block("plate", (2.0, 2.0, 0.004), (0.0, 0.0, 0.0))
    for k in range(25):
        rotation = turned("y", (0.2, 0.5, 0.8, 1.1, 1.3)[k % 5]) @ turned("z", 0.3 * k)
        moving = body(shape, [0.0, 0.0, 0.122 + speed * 1e-3 * (2.0 + k / 25)], [0.0, 0.0, -speed], rotation=rotation)
        recording = run([plate, moving], round(0.12 / speed + 0.006, 3), 0.3, gravity=NO_GRAVITY)
        assert recording.q[:, 2].min() > 0.0 or recording.doubtful.any()


@pytest.mark.parametrize("solid", ["ball", "box", "cylinder", "hull"])
def test_a_bullet_takes_a_falling_box_with_it(solid):
    shape, half, rotation = SOLIDS[solid]
    for k in range(25):
        plate = body(Box((0.2, 0.2, 0.02)), [0.0, 0.0, 0.0], name="plate", mass=0.5)
        bullet = body(shape, [0.0, 0.0, 0.1 + 0.4 * k / 25], [0.0, 0.0, -400.0], rotation=rotation, name="bullet", mass=0.01)
        recording = run([plate, bullet], 0.004, 0.3)
        q, v, t = recording.q[-1], recording.v, recording.t
        assert q[9] - q[2] == pytest.approx(0.01 + half, abs=1e-6)
        momentum = 0.5 * v[:, 2] + 0.01 * v[:, 8] + 0.51 * 9.81 * t
        assert np.ptp(momentum) < 1e-12


RODS = {
    "box": Box((0.02, 0.02, 0.4)),
    "capsule": Capsule(0.01, 0.38),
    "cylinder": Cylinder(0.01, 0.4),
    "ellipsoid": SolidEllipsoid((0.02, 0.02, 0.2)),
    "hull": hull((0.03125, 0.03125, 0.5)),
}


@pytest.mark.parametrize("rod", RODS)
@pytest.mark.parametrize("angle", [0.05, 0.3, 0.8, 1.0])
def test_a_rod_that_spins_does_not_sweep_through_a_plate(rod, angle):
    """By up to 1 rad a step, through 4 mm."""
    plate = block("plate", (2.0, 2.0, 0.004), (0.0, 0.0, 0.0))
    for k in range(20):
        w = angle / 1e-3
        moving = body(RODS[rod], [0.0, 0.0, 0.252], [0.0, 0.0, -0.02 * w], [0.0, w, 0.0], turned("y", 0.3 * k))
        recording = run([plate, moving], 0.02, 0.3, gravity=NO_GRAVITY)
        assert recording.q[:, 2].min() > 0.0


def test_a_spin_beyond_what_is_known_is_told_where_a_plate_is_within_reach():
    """At 1.2 rad a step; apart along one direction alone the pair is not followed."""
    plate = block("plate", (2.0, 2.0, 0.004), (0.0, 0.0, 0.0))
    for k in range(10):
        rod = body(RODS["box"], [0.0, 0.0, 0.4 + 4e-3 * k], [0.0, 0.0, -40.0], [0.0, 1200.0, 0.0])
        recording = run([plate, rod], 0.02, 0.3, gravity=NO_GRAVITY)
        assert recording.doubtful.any()


def arm(at, start, speed):
    """A thin link of 0.6 m on a hinge."""
    pose, base = np.eye(4), np.eye(4)
    pose[0, 3], base[0, 3] = 0.3, at
    shape = Collision(Box((0.6, 0.01, 0.1)), pose)
    link = Body("link", 1.0, np.array([0.3, 0.0, 0.0]), 0.05 * np.eye(3), collisions=(shape,))
    hinge = Joint("hinge", JointKind.REVOLUTE, "base", "link", axis=np.array([0.0, 0.0, 1.0]))
    model = build_model("arm", [Body("base"), link], [Joint("held", JointKind.FIXED, None, "base"), hinge])
    return sim.Part(f"arm{at:g}", model, base, q=np.array([start]), v=np.array([speed]))


def test_links_of_robots_do_not_pass_through_each_other():
    """Two that sweep up from below by 0.5 rad a step: which is above where both reach, between them, stays so."""
    met = 0
    for k in range(40):
        arms = [arm(0.0, -1.2 - 0.03 * k, 500.0), arm(1.0, np.pi + 1.2 + 0.02 * k, -500.0)]
        recording = run(arms, 0.02, 0.0, gravity=NO_GRAVITY)
        left, right = recording.q[:, 0], np.pi - recording.q[:, 1]
        reach = (0.6 * np.cos(left) > 0.51) & (0.6 * np.cos(right) > 0.51)
        above = np.sign(np.tan(left) - np.tan(right))  # at x = 0.5
        assert not np.any(reach[1:] & reach[:-1] & (above[1:] != above[:-1]))
        met += bool(np.abs(recording.v[-1, 0] - 500.0) > 1.0)
    assert met > 10


@pytest.mark.parametrize("restitution", [0.0, 0.2, 0.5])
@pytest.mark.parametrize("spin", [200.0, 300.0, 400.0, 450.0])
@pytest.mark.slow
def test_what_a_turning_plate_strikes_stays_before_it(spin, restitution):
    """By 0.2 to 0.45 rad a step of 1 mm: what was struck goes straight on, and the plate comes round behind it."""
    for k in range(40):
        rng = np.random.default_rng(k)
        reach, angle = rng.uniform(0.03, 0.15), rng.uniform(0.1, 1.2)
        place = [0.0, reach * np.cos(angle), reach * np.sin(angle)]
        if place[2] < 0.0056:
            continue  # it begins inside
        plate = body(Box((0.4, 0.4, 0.001)), [0.0, 0.0, 0.0], w=[spin, 0.0, 0.0], name="plate", mass=1000.0)
        ball = body(Sphere(0.005), place, name="ball", mass=0.01)
        recording = run([plate, ball], 0.006, 0.0, restitution=restitution, gravity=NO_GRAVITY)
        for q in recording.q:
            axes = Rotation.from_quat(q[3:7]).as_matrix()
            _, across, above = axes.T @ (q[7:10] - q[:3])
            if abs(across) > 0.2:
                break  # over its border
            assert above > 0.0
