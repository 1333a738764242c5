"""What slides, rolls or flies over level tiles, past walls and over edges is as if there were no seams: closed forms."""

import numpy as np
import pytest

from tests.cases import loop_over
from tests.sim.contact.collision.pairs import turned
from tests.sim.simulation.parts import GROUND, ground
from tests.sim.simulation.tiles import block, body, hull, run, tiles
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, SolidEllipsoid, Sphere
from torseur.sim.simulation.recording.events import EventKind

G, MU = 9.81, 0.6
BRICK = Box((0.2, 0.2, 0.1))
START = -0.5  # of what slides over the seam at 0 [m]
TILES = tiles(-2.0, 0.0, 2.0)
FOUR = [block(f"t{i}{j}", (1.0, 1.0, 0.1), (i - 0.5, j - 0.5, -0.05)) for i in range(-1, 3) for j in range(-1, 3)]
NO_GRAVITY = (0.0, 0.0, 0.0)


def slid(speed, until=0.7):
    """How far what slides at first at a speed has come [m]."""
    t = min(until, speed / (MU * G))
    return speed * t - 0.5 * MU * G * t * t


def slide(under=TILES, shape=BRICK, half=0.05, speed=3.0, heading=0.0, yaw=0.0, until=0.7, **settings):
    """Where a body ends that slides from x = -0.5 m over what is under it."""
    v = [speed * np.cos(heading), speed * np.sin(heading), 0.0]
    moving = body(shape, [START, 0.03, half], v, rotation=turned("z", yaw))
    return run([*under, moving], until, friction=MU, **settings).q[-1]


@loop_over("speed", [2.0, 2.3, 2.5, 2.8, 3.0, 3.3, 3.75, 4.0])
@loop_over("dt", [1e-4, 3e-4, 1e-3, 3e-3, 1e-2])
def test_a_box_slides_over_a_seam(speed, dt):
    q = slide(speed=speed, dt=dt)
    assert q[0] == pytest.approx(START + slid(speed, round(0.7 / dt) * dt), abs=max(2e-5, dt**2))
    np.testing.assert_allclose(q[1:3], [0.03, 0.05], atol=1e-7)


@loop_over("settings", [
    {"theta": 1.0},
    {"stabilisation": "baumgarte"},
    {"tolerance": 1e-6},
    {"solver": "gauss_seidel"},
    {"solver": "admm"},
    {"impact_law": "sequential"},
    {"restitution_law": "poisson"},
    {"friction_law": "pyramid"},
    {"friction_law": "convex"},
    {"compliance": 1e-6},
    {"compliance": 1e-5},
    {"compliance": 1e-4},
    {"regularisation": 1e-6},
])  # fmt: skip
def test_two_tiles_are_as_one_with_every_law(settings):
    """With compliance the box is sunk by up to 1 mm into the one tile as it meets the other: what carries it is no wall."""
    one = slide([block("floor", (4.0, 2.0, 0.1), (0.0, 0.0, -0.05))], **settings)
    two = slide(**settings)
    np.testing.assert_allclose(two[:3], one[:3], atol=5e-5 if "compliance" in settings else 1e-6)


@loop_over(("shape", "half"), [(BRICK, 0.05), (Cylinder(0.1, 0.1), 0.05), (hull((0.25, 0.25, 0.125)), 0.0625)])
@loop_over("under", [
    TILES,
    tiles(-2.0, 0.0, 2.0, tops=[0.0, -1e-7]),
    tiles(-2.0, 0.0, 2.0, tops=[0.0, 5e-8]),
    FOUR,
    [GROUND, block("tile", (2.0, 2.0, 0.1), (1.0, 0.0, -0.05))],
    [block("a", (2.0, 1.0, 0.1), (-1.0, 0.5, -0.05)), block("b", (2.0, 1.0, 0.1), (-1.0, -0.5, -0.05)),
     block("c", (2.0, 2.0, 0.1), (1.0, 0.0, -0.05))],
    tiles(-2.0, *np.linspace(-0.3, 0.3, 7), 2.0),
])  # fmt: skip
def test_flats_slide_over_all_that_is_level(under, shape, half):
    q = slide(under, shape, half)
    np.testing.assert_allclose(q[:3], [START + slid(3.0), 0.03, half], atol=2e-5)


@pytest.mark.parametrize(("heading", "yaw"), [(np.pi, 0.0), (np.pi / 6, 0.0), (0.0, 1.2), (np.pi / 4, 0.4)])
def test_in_whatever_direction_it_goes_over_corners(heading, yaw):
    q = slide(FOUR, heading=heading, yaw=yaw)
    way = slid(3.0)
    np.testing.assert_allclose(q[:3], [START + way * np.cos(heading), 0.03 + way * np.sin(heading), 0.05], atol=2e-5)


@pytest.mark.parametrize("over_corner", [[3.0, 0.0, 0.0], [3.0, 3.0, 0.0]])
def test_where_four_tiles_meet(over_corner):
    start = np.array([-0.5, -0.5 if over_corner[1] else 0.0, 0.05])
    q = run([*FOUR, body(BRICK, start, over_corner)], 0.7, friction=MU).q[-1]
    way = slid(np.linalg.norm(over_corner)) * np.array(over_corner) / np.linalg.norm(over_corner)
    np.testing.assert_allclose(q[:3], start + way, atol=2e-5)


@pytest.mark.parametrize(
    ("shape", "rotation"),
    [
        (Sphere(0.1), None),
        (Cylinder(0.1, 0.2), turned("x", np.pi / 2)),
        (Capsule(0.1, 0.2), turned("x", np.pi / 2)),
        (SolidEllipsoid((0.1, 0.15, 0.1)), None),
    ],
    ids=["ball", "cylinder", "capsule", "ellipsoid"],
)
@pytest.mark.parametrize("seams", [1, 7])
def test_what_rolls_does_not_feel_seams(shape, rotation, seams):
    under = TILES if seams == 1 else tiles(-2.0, *np.linspace(-0.3, 0.9, seams), 3.0)
    recording = run([*under, body(shape, [-0.5, 0.03, 0.1], [1.05, 0.0, 0.0], [0.0, 10.5, 0.0], rotation)], 1.0)
    np.testing.assert_allclose(recording.q[-1, :3], [0.55, 0.03, 0.1], atol=1e-6)
    assert np.linalg.norm(recording.v[-1, :3]) == pytest.approx(1.05, abs=1e-6)
    assert not any(recording.contacts(i).impact.any() for i in range(len(recording)))


SOLIDS = {
    "box": (BRICK, 0.05),
    "ball": (Sphere(0.05), 0.05),
    "cylinder": (Cylinder(0.05, 0.2), 0.1),
    "capsule": (Capsule(0.05, 0.1), 0.1),
    "ellipsoid": (SolidEllipsoid((0.1, 0.08, 0.05)), 0.05),
    "hull": (hull((0.25, 0.25, 0.125)), 0.0625),
}


@loop_over("solid", SOLIDS)
@loop_over(("clear", "speed"), [(0.0, 2.0), (1e-8, 2.0), (1e-6, 2.0), (1e-5, 5.0), (1e-3, 50.0)])
def test_what_clears_an_edge_is_not_lifted(solid, clear, speed):
    shape, half = SOLIDS[solid]
    over = [block("tile", (1.0, 1.0, 0.1), (0.0, 0.0, -0.05))]
    moving = body(shape, [-1.0, 0.0, half + clear], [speed, 0.0, 0.0])
    recording = run([*over, moving], 2.0 / speed, gravity=NO_GRAVITY)
    np.testing.assert_allclose(recording.q[-1, :3], [1.0, 0.0, half + clear], atol=1e-9)


@loop_over(("shape", "half"), [(BRICK, 0.1), (Sphere(0.1), 0.1), (Cylinder(0.1, 0.2), 0.1), (hull((0.25, 0.25, 0.125)), 0.125)])
@loop_over("clear", [0.0, 1e-8, 1e-6])
def test_what_passes_a_wall_is_not_turned(shape, half, clear):
    wall = block("wall", (1.0, 1.0, 1.0), (0.0, 0.5, 0.0))
    other = block("other", (1.0, 1.0, 1.0), (0.0, -0.5 - 2.0 * (half + clear), 0.0))
    for walls in ([wall], [wall, other]):
        moving = body(shape, [-1.0, -half - clear, 0.02], [1.0, 0.0, 0.0])
        recording = run([*walls, moving], 2.0, gravity=NO_GRAVITY)
        np.testing.assert_allclose(recording.q[-1, :3], [1.0, -half - clear, 0.02], atol=3e-8)


@pytest.mark.parametrize(
    "walls",
    [
        [block("wall", (0.2, 2.0, 1.0), (0.4, 0.0, 0.5))],
        [block("a", (0.2, 1.0, 1.0), (0.4, 0.5, 0.5)), block("b", (0.2, 1.0, 1.0), (0.4, -0.5, 0.5))],
        [block("wall", (0.2, 2.0, 2.0), (0.4, 0.0, 0.0))],
    ],
    ids=["one", "two-halves", "down-to-below"],
)
def test_a_wall_stops_and_does_not_lift(walls):
    recording = run([*TILES, *walls, body(BRICK, [START, 0.03, 0.05], [3.0, 0.0, 0.0])], 0.7)
    np.testing.assert_allclose(recording.q[-1, :3], [0.2, 0.03, 0.05], atol=1e-8)
    assert recording.q[:, 2].max() < 0.05 + 1e-8


@loop_over("law", [{}, {"impact_law": "sequential"}, {"restitution_law": "poisson"}])
@loop_over("shape", [Box((0.2, 0.2, 0.2)), Sphere(0.1), Cylinder(0.1, 0.2)])
def test_a_floor_and_a_wall_that_are_met_in_one_step_are_both_reached(shape, law):
    around = [block("floor", (4.0, 4.0, 0.1), (0.0, 0.0, -0.05)), block("wall", (0.2, 4.0, 2.0), (0.1, 0.0, 1.0))]
    for of_floor in (0.0, 0.25, 0.625):  # parts of the step that begins at 0.02 s
        for of_wall in (0.125, 0.5, 0.875):
            at_floor, at_wall = 0.02 + 1e-3 * of_floor, 0.02 + 1e-3 * of_wall
            start = [-0.1 - 2.0 * at_wall, 0.0, 0.1 + at_floor + 0.5 * G * at_floor**2]
            moving = body(shape, start, [2.0, 0.0, -1.0])
            q = run([*around, moving], 0.05, friction=0.0, **law).q[-1]
            np.testing.assert_allclose(q[:3], [-0.1, 0.0, 0.1], atol=2e-6)


@pytest.mark.parametrize("later", [0.25, 0.5])
def test_a_slab_at_rest_stays_as_two_balls_land_on_it_in_one_step(later):
    floor = block("floor", (4.0, 4.0, 0.1), (0.0, 0.0, -0.05))
    falls = [4.0 * t + 0.5 * G * t * t for t in (0.0201, 0.0201 + 1e-3 * later)]
    balls = [
        body(Sphere(0.05), [x, 0.0, 0.25 + fall], [0.0, 0.0, -4.0], name=name)
        for name, x, fall in zip("lr", (-0.2, 0.2), falls, strict=True)
    ]
    recording = run([floor, body(Box((0.6, 0.4, 0.2)), [0.0, 0.0, 0.1], name="slab"), *balls], 0.05, friction=0.0)
    np.testing.assert_allclose(recording.q[:, 2:7] - [0.1, 0.0, 0.0, 0.0, 1.0], 0.0, atol=1e-9)


@pytest.mark.parametrize("step", [1e-5, 1e-4, 5e-3])
def test_a_step_up_is_a_wall(step):
    """By 10 µm: what is level is level to a millionth of the smaller body's size, here 0.15 µm."""
    q = slide(tiles(-2.0, 0.0, 2.0, tops=[0.0, step]))
    assert q[0] == pytest.approx(-0.1, abs=1e-3)
    assert slide(tiles(-2.0, 0.0, 2.0, tops=[0.0, 1e-7]))[0] == pytest.approx(START + slid(3.0), abs=2e-5)


@pytest.mark.parametrize("solid", SOLIDS)
@pytest.mark.parametrize("fall", [-0.2, -1.0, -3.0])
@pytest.mark.parametrize("dt", [1e-3, 1e-2])
@pytest.mark.slow
def test_what_lands_beside_a_seam_goes_on(solid, fall, dt):
    """At forty phases: the one tile stops the fall in the step in which the body comes over the other."""
    shape, half = SOLIDS[solid]
    for k in range(40):
        x = -0.15 + 0.004 * k / 40 - 2.0 * dt
        moving = body(shape, [x, 0.03, half - fall * dt * (1.5 + k / 40)], [1.0, 0.0, fall])
        recording = run([*TILES, moving], 20.0 * dt, friction=0.0, gravity=NO_GRAVITY, dt=dt)
        np.testing.assert_allclose(recording.q[-1, [0, 2]], [x + 20.0 * dt, half], atol=1e-9)


@pytest.mark.parametrize("dt", [1e-3, 1e-2])
@pytest.mark.parametrize("restitution", [0.0, 1.0])
def test_a_spinning_ball_keeps_its_spin_at_a_smooth_edge(dt, restitution):
    radius, height, spin = 0.05, 0.03, np.array([20.0, 40.0, 0.0])
    back = np.sqrt(radius**2 - height**2)
    tile = block("tile", (1.0, 1.0, 0.1), (0.0, 0.0, -0.05))
    for k in range(10):
        moving = body(Sphere(radius), [-0.5 - back - 2.0 * dt * (3.0 + k / 10), 0.0, height], [2.0, 0.0, 0.0], spin)
        recording = run([tile, moving], 8 * dt, 0.0, restitution, NO_GRAVITY, dt=dt)
        np.testing.assert_allclose(np.linalg.norm(recording.v[-1, 3:]), np.linalg.norm(spin), rtol=1e-12)


@pytest.mark.parametrize("restitution", [0.0, 0.5])
def test_a_ball_strikes_an_edge_across_the_line_to_its_centre(restitution):
    """Half of the step to the instant goes by before the normal is what it is then: by the plane of the middle, 4 mm off."""
    radius, height, speed = 0.05, 0.03, 2.0
    back = np.sqrt(radius**2 - height**2)
    n, v = np.array([-back, 0.0, height]) / radius, np.array([speed, 0.0, 0.0])
    after = v - (1.0 + restitution) * (n @ v) * n
    tile = block("tile", (1.0, 1.0, 0.1), (0.0, 0.0, -0.05))
    moving = body(Sphere(radius), [-1.0, 0.0, height], v)
    recording = run([tile, moving], 1.0, friction=0.0, restitution=restitution, gravity=NO_GRAVITY)
    struck = (0.5 - back) / speed
    place = np.array([-0.5 - back, 0.0, height]) + after * (1.0 - struck)
    np.testing.assert_allclose(recording.q[-1, :3], place, atol=1e-9)


def test_a_box_that_is_stopped_by_a_lip_tips_as_the_hybrid_scheme_has_it():
    under = tiles(-2.0, 0.0, 2.0, tops=[0.0, -9e-5])
    moving = body(BRICK, [-0.3, 0.03, 0.05], [1.0, 0.0, 0.0])
    stepped, exact = (run([*under, moving], 0.5, 0.15, scheme=scheme).q[-1] for scheme in ("time_stepping", "hybrid"))
    np.testing.assert_allclose(stepped, exact, atol=3e-6)


FIELD = ground([[0.0] * 3] * 3, (2.0, 2.0))
BESIDE = block("tile", (2.0, 2.0, 0.1), (-2.0, 0.0, -0.05))
TILE = block("other", (2.0, 2.0, 0.1), (0.0, 0.0, -0.05))


def test_the_border_of_a_level_field_is_no_wall():
    moving = body(BRICK, [-1.5, 0.03, 0.05], [3.0, 0.0, 0.0])
    q = run([BESIDE, FIELD, moving], 0.7).q[-1]
    np.testing.assert_allclose(q[:3], [-1.5 + slid(3.0), 0.03, 0.05], atol=2e-5)


def test_what_rolls_over_hills_keeps_what_it_has_at_any_step():
    hills = [[0.05 * np.sin(np.pi * j / 6) * np.cos(np.pi * i / 7.5) for j in range(41)] for i in range(41)]
    over = ground(hills, (4.0, 4.0))
    left = {}
    for dt in (2e-3, 5e-4):
        ball = body(Sphere(0.1), [-1.2, 0.07, 0.16], [1.5, 0.3, 0.0], [0.0, 15.0, 0.0])
        recording = run([over, ball], 1.0, friction=0.5, dt=dt)
        left[dt] = float(recording.kinetic[-1] + recording.potential[-1])
    assert left[2e-3] == pytest.approx(left[5e-4], abs=0.0125)  # of 3.19 J; 0.017 less where it was lifted off its facets


@pytest.mark.parametrize("dt", [1e-4, 1e-3])
@pytest.mark.parametrize("angle", [0.02, 0.1, 0.3])
def test_a_box_slides_from_a_level_tile_down_a_ramp(dt, angle):
    """As its front comes over the ridge its bottom lies on that alone: no impulse may be across the ramp's end."""
    turn, long = turned("y", angle), 2.0 / np.cos(angle)
    level = block("level", (2.0, 4.0, 0.1), (-1.0, 0.0, -0.05))
    ramp = block("ramp", (long, 4.0, 0.1), turn @ [0.5 * long, 0.0, -0.05], turn)
    for k in range(6):
        moving = body(BRICK, [-0.3 + 2.5 * dt * k / 6, 0.013 * k, 0.05], [2.5, 0.0, 0.0], rotation=turned("z", 0.25 * (k % 2)))
        recording = run([level, ramp, moving], 0.25, friction=0.0, dt=dt)
        energy = recording.kinetic + recording.potential
        assert energy[0] - energy[-1] < 0.05 * recording.kinetic[0]


@pytest.mark.parametrize("friction", [0.0, 0.6])
@pytest.mark.parametrize("dt", [1e-3, 1e-2])
@pytest.mark.parametrize("shape", [Cylinder(0.1, 0.2), Capsule(0.1, 0.2)], ids=["cylinder", "capsule"])
def test_what_rolls_askew_over_a_seam_does_not_feel_it(shape, dt, friction):
    for heading in (0.3, 0.25 * np.pi, 1.2):
        way = np.array([np.cos(heading), np.sin(heading), 0.0])
        until = round(0.25 / way[0] / dt) * dt
        for k in range(5):
            start = np.array([-0.5 * way[0] * until, 0.0, 0.1]) + way * dt * k / 5
            rotation = turned("z", heading) @ turned("x", 0.5 * np.pi)
            moving = body(shape, start, way, np.cross([0.0, 0.0, 1.0], way) * 10.0, rotation)
            recording = run([*TILES, moving], until, friction=friction, dt=dt)
            np.testing.assert_allclose(recording.q[-1, :3], start + way * until, atol=1e-5)


@pytest.mark.parametrize(
    ("shape", "half"),
    [(BRICK, 0.05), (Cylinder(0.1, 0.1), 0.05), (hull((0.25, 0.25, 0.125)), 0.0625)],
    ids=["box", "cylinder", "hull"],
)
def test_damping_does_not_act_before_a_seam_is_reached(shape, half):
    one = [block("floor", (4.0, 4.0, 0.1), (0.0, 0.0, -0.05))]
    moving = body(shape, [-0.36, -0.05, half], [2.94, 0.6, 0.0])
    settings = {"compliance": 1e-5, "relaxation_time": 1e-3}
    on_one, on_two = (run([*under, moving], 0.25, 0.3, **settings).q[-1, :3] for under in (one, TILES))
    np.testing.assert_allclose(on_two, on_one, atol=1e-4)


@pytest.mark.parametrize("other", [FIELD, TILE], ids=["field", "tile"])
@pytest.mark.parametrize("dt", [1e-3, 1e-2])
@pytest.mark.parametrize(
    ("shape", "half", "reach"),
    [(BRICK, 0.05, 0.1), (Sphere(0.05), 0.05, 0.05), (Cylinder(0.1, 0.1), 0.05, 0.1), (Capsule(0.03, 0.1), 0.08, 0.03)],
    ids=["box", "ball", "cylinder", "capsule"],
)
@pytest.mark.slow
def test_what_lands_where_it_reaches_a_border_or_a_seam_goes_on(shape, half, reach, dt, other):
    """With its edge or its centre there, in both directions: what it reaches lies ahead of what it stands on."""
    for fall, way, ahead, phase in [
        (fall, way, ahead, k / 8.0 + 0.03)
        for fall in (0.0, -0.2, -3.0)
        for way in (1.0, -1.0)
        for ahead in (0.0, reach)
        for k in range(8)
    ]:
        x = -1.0 - way * (ahead - 4.0 * phase * dt + 2.0 * dt)
        moving = body(shape, [x, 0.03, half - fall * dt * (1.5 + phase)], [way, 0.0, fall])
        steps = 20 + round(2.2 * reach / dt)
        recording = run([BESIDE, other, moving], steps * dt, friction=0.0, gravity=NO_GRAVITY, dt=dt)
        np.testing.assert_allclose(recording.q[-1, [0, 2]], [x + way * steps * dt, half], atol=1e-7)


ACROSS = turned("x", 0.5 * np.pi)


@loop_over(("shape", "rotation", "friction"), [
    (SolidEllipsoid((0.1, 0.1, 0.1)), None, 0.3),
    (SolidEllipsoid((0.1, 0.1, 0.1)), None, 0.6),
    (SolidEllipsoid((0.1, 0.15, 0.1)), None, 0.3),
    (SolidEllipsoid((0.1, 0.15, 0.1)), None, 0.6),
    (SolidEllipsoid((0.15, 0.1, 0.1)), None, 0.3),
    (Cylinder(0.1, 0.2), ACROSS, 0.6),
    (Capsule(0.1, 0.2), ACROSS, 0.6),
])  # fmt: skip
@loop_over("dt", [1e-3, 5e-3, 1e-2])
@loop_over("edges", [np.linspace(-0.1, 0.1, 41), np.linspace(-0.3, 0.3, 7)])
@pytest.mark.slow
def test_what_rolls_or_tumbles_over_tiles_feels_no_seam(shape, rotation, friction, dt, edges):
    """Up to six seams a step, it goes on to the next by the contact that it had: edges ahead struck it, or held it anew."""
    moving = body(shape, [-0.5, 0.03, 0.1], [3.0, 0.0, 0.0], rotation=rotation)
    cut, whole = (run([*ground, moving], 0.5, friction, dt=dt) for ground in (tiles(-2.0, *edges, 2.0), tiles(-2.0, 2.0)))
    assert not any(event.kind is EventKind.IMPACT for event in cut.events)
    assert np.abs(cut.q - whole.q).max() < 1e-6


def test_what_flies_up_from_a_tile_comes_down_as_on_one():
    """An ellipsoid that rough ground throws up as it tumbles, and one impact where it is back."""
    moving = body(SolidEllipsoid((0.15, 0.1, 0.1)), [-0.5, 0.03, 0.1], [3.0, 0.0, 0.0])
    for dt in (1e-3, 5e-3):
        cut, whole = (
            run([*ground, moving], 0.5, 0.6, dt=dt)
            for ground in (tiles(-2.0, *np.linspace(-0.3, 0.3, 7), 2.0), tiles(-2.0, 2.0))
        )
        struck = [sum(event.kind is EventKind.IMPACT for event in recording.events) for recording in (cut, whole)]
        assert struck == [1, 1]
        np.testing.assert_allclose(cut.q, whole.q, atol=1e-9)


def test_a_block_that_rocks_from_one_tile_to_the_next_strikes_that():
    """Its other edge comes down in the plane in which the first is held, and elsewhere."""
    tilted = turned("y", -0.2)
    place = [0.0, 0.0, 0.05 * np.sin(0.2) + 0.1 * np.cos(0.2)]
    recordings = [
        run([*ground, body(Box((0.1, 0.1, 0.2)), place, rotation=tilted)], 0.4)
        for ground in (tiles(-2.0, 0.0, 2.0), tiles(-2.0, 2.0))
    ]
    struck = [sum(event.kind is EventKind.IMPACT for event in recording.events) for recording in recordings]
    assert struck[0] == struck[1] > 0
    np.testing.assert_allclose(recordings[0].q, recordings[1].q, atol=1e-6)


@pytest.mark.parametrize(
    ("shape", "half"),
    [(Box((0.2, 0.2, 0.1)), 0.05), (Cylinder(0.1, 0.1), 0.05), (hull((0.25, 0.25, 0.125)), 0.0625)],
    ids=["box", "cylinder", "hull"],
)
@pytest.mark.parametrize("dt", [1e-3, 1e-2])
@pytest.mark.parametrize(("yaw", "spin"), [(0.0, 0.0), (0.3, 5.0)], ids=["straight", "turning"])
@pytest.mark.slow
def test_what_came_down_gently_a_step_ago_slides_on_to_the_next_tile(shape, half, dt, yaw, spin):
    """Left with the speed of a fall of 1 to 100 um it goes on down until the middle of a step, and met the next tile's side."""
    for drop in (1e-6, 1e-5, 1e-4):
        for phase in np.arange(0.0, 4.0, 1.0 / 6.0):
            place = [-0.12 - 3.0 * dt * phase, 0.03, half + drop]
            moving = body(shape, place, [3.0, 0.0, 0.0], [0.0, 0.0, spin], turned("z", yaw))
            recording = run([*tiles(-2.0, 0.0, 4.0), moving], 12 * dt, friction=0.0, dt=dt)
            np.testing.assert_allclose(recording.v[-1, :2] @ recording.v[-1, :2], 9.0, rtol=1e-6)


@pytest.mark.parametrize("dt", [3e-3, 1e-2])
@pytest.mark.parametrize("sunk", [0.0, 2.5e-5])
def test_what_slides_on_soft_tiles_is_not_stopped_by_the_next(dt, sunk):
    for phase in np.arange(0.0, 1.0, 0.25):
        moving = body(Box((0.2, 0.2, 0.1)), [-0.4 - 3.0 * dt * phase, 0.03, 0.05 - sunk], [3.0, 0.5, 0.0])
        seams = tiles(-2.0, *np.linspace(-0.2, 0.5, 8), 4.0)
        recording = run([*seams, moving], 0.3, friction=0.0, dt=dt, compliance=1e-5)
        np.testing.assert_allclose(recording.v[-1, :2], [3.0, 0.5], rtol=1e-3)
