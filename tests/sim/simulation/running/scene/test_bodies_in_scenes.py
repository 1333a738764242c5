"""Free bodies of scenes: convex shapes, centres of mass and inertias of their own; materials of single bodies of robots."""

from itertools import product

import numpy as np
import pytest

from torseur import robots, sim
from torseur.sim.errors import ArgumentError, SceneError
from torseur.sim.multibody.model.convex_mesh import convex_mesh, mesh_moments

CORNERS = [list(map(float, corner)) for corner in product((-0.1, 0.1), (-0.2, 0.2), (-0.05, 0.05))]
GROUND = '[[obstacles]]\nname = "ground"\nshapes = [{ shape = "plane" }]\n'


def scene_of(*lines):
    return sim.scene_from_text("\n".join(lines), "scene.toml")


def body(shape, *lines):
    return "\n".join(['[[bodies]]\nname = "thing"', f"shape = {shape}", "mass = 3.0", *lines])


CONVEX = f'{{ shape = "convex", vertices = {CORNERS} }}'
BOX = '{ shape = "box", size = [0.2, 0.4, 0.1] }'


def test_moments_of_a_tetrahedron_are_those_of_the_closed_form():
    volume, center, second = mesh_moments(convex_mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]).data)
    assert volume == pytest.approx(1 / 6, rel=1e-14)
    np.testing.assert_allclose(center, 0.25, rtol=1e-14)
    about_corner = second + volume * np.outer(center, center)
    np.testing.assert_allclose(about_corner, np.where(np.eye(3) == 1, 1 / 60, 1 / 120), rtol=1e-13)


def test_moments_move_and_turn_with_the_points():
    generator = np.random.default_rng(1)
    points = generator.normal(size=(30, 3))
    turn = np.linalg.qr(generator.normal(size=(3, 3)))[0]
    volume, center, second = mesh_moments(convex_mesh(points).data)
    moved = mesh_moments(convex_mesh(points @ turn.T + [4.0, -2.0, 1.0]).data)
    assert moved[0] == pytest.approx(volume, rel=1e-12)
    np.testing.assert_allclose(moved[1], turn @ center + [4.0, -2.0, 1.0], rtol=1e-12)
    np.testing.assert_allclose(moved[2], turn @ second @ turn.T, atol=1e-12 * np.trace(second))


def test_a_convex_shape_with_the_corners_of_a_box_falls_and_rests_as_the_box_does():
    runs = []
    for shape in (BOX, CONVEX):
        scene = scene_of(GROUND, body(shape, "xyz = [0.0, 0.0, 0.3]", "rpy = [0.3, 0.2, 0.1]"))
        runs.append(sim.simulate(scene, 1.0))
    box, convex = (run.scene.parts[1].model.bodies[0] for run in runs)
    np.testing.assert_allclose(convex.inertia, box.inertia, rtol=1e-13, atol=1e-16)
    np.testing.assert_allclose(convex.com, 0.0, atol=1e-16)
    before = runs[0].t < 0.15  # in the air
    np.testing.assert_allclose(runs[1].q[before], runs[0].q[before], atol=1e-12)
    assert runs[1].q[-1, 2] == pytest.approx(0.05, abs=1e-6)
    assert abs(runs[1].v[-1]).max() < 1e-6


def test_the_centre_of_mass_of_a_body_flies_on_a_parabola_and_its_spin_stays():
    scene = scene_of(
        body(
            BOX,
            "xyz = [0.0, 0.0, 1.0]",
            "com = [0.02, 0.1, -0.01]",
            "inertia = { xx = 0.05, yy = 0.02, zz = 0.06, xy = 0.004 }",
            "velocity = [1.0, 0.0, 3.0]",
            "spin = [1.0, 5.0, 2.0]",
        )
    )
    recording = sim.simulate(scene, 0.5)
    com, about = np.array([0.02, 0.1, -0.01]), np.array([[0.05, 0.004, 0.0], [0.004, 0.02, 0.0], [0.0, 0.0, 0.06]])

    def where(i):
        pose = sim.frame_pose(scene.model, recording.q[i], "thing")
        twist = sim.frame_twists(scene.model, recording.q[i], recording.v[i])[0]
        turned = pose[:3, :3] @ com
        return (
            pose[:3, 3] + turned,
            twist[:3] + np.cross(twist[3:], turned),
            pose[:3, :3] @ about @ pose[:3, :3].T @ twist[3:],
        )

    (p0, v0, momentum), (p1, _, later) = where(0), where(-1)
    np.testing.assert_allclose(v0, [1.0, 0.0, 3.0] + np.cross([1.0, 5.0, 2.0], com), atol=1e-14)  # the origin's is given
    np.testing.assert_allclose(p1, p0 + 0.5 * v0 + [0.0, 0.0, -0.5 * 9.81 * 0.25], atol=2e-5)  # of a step of 1 ms
    np.testing.assert_allclose(later, momentum, rtol=1e-4)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (body(BOX, "com = [0.1, 0.0, 0.0]"), "com wants inertia beside it"),
        (body(BOX, "inertia = { xx = 1.0, yy = 0.1, zz = 0.1 }"), "greatest is above the sum of the other two"),
        (body(BOX, "inertia = { xx = 1.0, yy = -0.1, zz = 1.0 }"), "must be above 0; the least is -0.1"),
        (
            body('{ shape = "convex", vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]] }'),
            "lie in one plane",
        ),
        (body('{ shape = "convex", vertices = [[0.0, 0.0, 0.0]] }'), "expected a list of length >= 4"),
    ],
)
def test_what_no_body_can_be_is_refused_at_its_line(lines, message):
    with pytest.raises(SceneError, match=message) as caught:
        scene_of(lines)
    assert caught.value.line in (3, 5)


def test_single_bodies_of_a_robot_are_of_the_materials_that_the_scene_says():
    robot = '[materials.rubber]\nfriction = 0.9\n[materials.ice]\nfriction = 0.1\n[[robots]]\nname = "arm"\nmodel = "arm_6r"\n'
    scene = scene_of(robot, 'material = "ice"\nmaterials = { link6 = "rubber" }')
    for row in scene.system.shapes:
        body = scene.model.bodies[int(row["body"])].name
        assert row["friction"] == (0.9 if body == "arm/link6" else 0.1), body
    with pytest.raises(SceneError, match="no body named 'link66'") as caught:
        scene_of(robot, 'materials = { link66 = "rubber" }')
    assert caught.value.line == 9
    with pytest.raises(SceneError, match="no material named 'gum'"):
        scene_of(robot, 'materials = { link6 = "gum" }')


@pytest.mark.parametrize(
    ("heights", "shape", "told"),
    [
        ([[0.0, 0.1, 0.0]] * 2, CONVEX, True),
        ([[0.1, 0.0, 0.1]] * 2, CONVEX, False),
        ([[0.0, 0.1, 0.2]] * 2, CONVEX, False),
        ([[0.0, 0.1, 0.0]] * 2, BOX, False),
    ],
    ids=["ridge", "valley", "slope", "box"],
)
def test_a_mesh_over_ground_with_ridges_is_a_finding(heights, shape, told):
    field = f'[[obstacles]]\nname = "hills"\nshapes = [{{ shape = "height_field", size = [2.0, 2.0], heights = {heights} }}]'
    found = scene_of(field, body(shape, "xyz = [0.0, 0.0, 1.0]")).findings
    assert [("only the corners touch a height field" in finding.message) for finding in found] == [True] * told


SCENE = """
angle_unit = "deg"
[materials.rubber]
friction = 0.81
[[robots]]
name = "dog"
model = "quadruped"
xyz = [0.3, -0.2, 0.02]
rpy = [0.0, 0.0, 90.0]
"""


@pytest.fixture
def load(tmp_path):
    def load(more):
        path = tmp_path / "scene.toml"
        path.write_text(SCENE + more, encoding="utf-8")
        return sim.load_scene(path)

    return load


def test_a_robot_is_of_the_material_that_the_scene_says(load):
    assert set(load("").system.shapes["friction"]) == {0.5}
    assert set(load('material = "rubber"').system.shapes["friction"]) == {0.81}
    with pytest.raises(SceneError, match=r"no material named 'ruber' in \[materials\]; did you mean 'rubber'") as caught:
        load('material = "ruber"')
    assert "scene.toml:10" in str(caught.value)


def test_a_payload_on_a_body_that_cannot_move_is_refused_in_python():
    with pytest.raises(ArgumentError, match="a payload on 'world' changes nothing.*shoulder_link"):
        sim.with_payload(robots.load("ur5"), "world", 2.0, np.zeros(3))


def test_a_payload_on_a_body_that_cannot_move_is_told(load):
    arm = '[[robots]]\nname = "arm"\nmodel = "planar_2r"\npayload = [{ body = "BODY", mass = 1.0 }]\n'
    assert load(arm.replace("BODY", "link2")).findings == ()
    (finding,) = load(arm.replace("BODY", "base")).findings
    assert (finding.rule, finding.line) == ("payload-fixed", 13)
    assert finding.message == "the payload of 'arm' is on 'base', which cannot move: it changes nothing"


def test_any_body_or_frame_of_a_robot_has_the_pose_that_the_scene_says(load):
    plain = load("")
    names = plain.parts[0].model.frame_names
    for name in (names[-1], names[len(names) // 2]):
        scene = load(f'placed_by = "{name}"')
        pose = sim.frame_pose(scene.model, scene.initial.q, f"dog/{name}")
        np.testing.assert_allclose(pose[:3, 3], [0.3, -0.2, 0.02], atol=1e-15)
        np.testing.assert_allclose(pose[:3, :3], [[0, -1, 0], [1, 0, 0], [0, 0, 1]], atol=1e-15)
        np.testing.assert_array_equal(scene.initial.q, plain.initial.q)  # the robot is moved as a whole
    with pytest.raises(SceneError, match="no body or frame named 'tail' in model"):
        load('placed_by = "tail"')


def test_a_robot_that_stands_by_its_foot_and_bends_in_another_place_is_saved_where_it_is(load):
    scene = load('placed_by = "BL_contact"')
    q = np.array(scene.initial.q)
    q[scene.model.joint_slices()["dog/BL_KFE"][0]] += 0.3
    again = sim.scene_from_text(sim.scene_text(scene, q=q), "again.toml")
    shown, read = (sim.frame_poses(scene.model, q), sim.frame_poses(again.model, again.initial.q))
    np.testing.assert_allclose(read, shown, atol=1e-11)  # of 12 decimals


def test_velocities_of_floating_robots_and_of_bodies_are_one_convention(load):
    words = "velocity = [1.0, 2.0, 3.0]\nspin = [0.0, 90.0, 45.0]"
    scene = load(
        f'{words}\n[[bodies]]\nname = "ball"\nshape = {{shape = "sphere", radius = 0.1}}\nmass = 1.0\n'
        f"xyz = [0.0, 0.0, 3.0]\nrpy = [10.0, 20.0, 30.0]\n{words}"
    )
    twists = sim.frame_twists(scene.model, scene.initial.q, scene.initial.v)
    base = next(joint.child for joint in scene.model.joints if joint.kind is sim.JointKind.FREE_FLYER and "dog" in joint.child)
    for body in ("ball", base):
        np.testing.assert_allclose(
            twists[scene.model.frame_index(body)], [1, 2, 3, 0, np.pi / 2, np.pi / 4], atol=1e-14, err_msg=body
        )
    with pytest.raises(SceneError, match="v has all velocities"):
        load(f"v = {[0.0] * scene.parts[1].model.nv}\nspin = [0, 0, 1]")
    with pytest.raises(SceneError, match="velocity is that of a floating base, and 'planar_2r' is fixed"):
        load('[[robots]]\nname = "arm"\nmodel = "planar_2r"\nvelocity = [1.0, 0.0, 0.0]')
