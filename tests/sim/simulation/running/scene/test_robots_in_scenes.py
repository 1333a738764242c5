"""Robots in scenes: of which material they are, placed by a body or frame of theirs, and moving at first as free bodies do."""

import numpy as np
import pytest

from torseur import robots, sim
from torseur.sim.errors import ArgumentError, SceneError

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
