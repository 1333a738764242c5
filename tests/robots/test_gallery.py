"""Every robot of the gallery loads, and agrees with Pinocchio on masses and frames."""

import numpy as np
import pytest

from tests.robots_to_test import GALLERY as NAMES
from tests.robots_to_test import each
from torseur import robots
from torseur.robots.gallery import GALLERY, gallery_share
from torseur.sim.multibody.kinematics.kinematics import frame_poses
from torseur.sim.multibody.model.model import JointKind, Severity
from torseur.sim.multibody.model.shapes import Mesh

pinocchio = pytest.importorskip("pinocchio")
pytestmark = pytest.mark.skipif(gallery_share() is None, reason="example-robot-data is not installed")


def random_configuration(model, seed):
    """Return a configuration of any joint angles within ±2, and any pose of a free base."""
    rng = np.random.default_rng(seed)
    q = rng.uniform(-2, 2, model.nq)
    for name, (in_q, _) in model.joint_slices().items():
        if model.joint(name).kind is JointKind.FREE_FLYER:
            q[in_q][3:] /= np.linalg.norm(q[in_q][3:])
    return q


def in_pinocchio(model, q, other):
    """Return the configuration in Pinocchio's order: continuous joints as cosine and sine, mimics spelled out."""
    slices, result = model.joint_slices(), np.zeros(other.nq)
    for name, joint in zip(list(other.names)[1:], list(other.joints)[1:], strict=True):
        mimic = model.joint(name).mimic
        values = q[slices[mimic.joint][0]] * mimic.ratio + mimic.offset if mimic else q[slices[name][0]]
        if joint.nq == 2:
            values = np.array([np.cos(values[0]), np.sin(values[0])])
        result[joint.idx_q : joint.idx_q + joint.nq] = values
    return result


@pytest.mark.parametrize("name", each(NAMES))
def test_a_robot_is_that_of_pinocchio(name):
    path = str(robots.describe(name).path)
    if GALLERY[name].floating:
        other = pinocchio.buildModelFromUrdf(path, pinocchio.JointModelFreeFlyer())
    else:
        other = pinocchio.buildModelFromUrdf(path)
    pair = robots.load(name, meshes=False), other
    check_the_home_pose_is_within_the_limits(pair)
    check_total_mass(pair)
    for seed in range(3):
        check_poses_of_bodies(seed, pair)
    check_inertia_about_the_origin_of_the_world(pair)
    check_limits(pair)


def test_all_of_the_gallery_is_there():
    assert set(NAMES) == set(GALLERY)
    assert len(NAMES) > 50


def check_the_home_pose_is_within_the_limits(pair):
    model, _ = pair
    q = model.poses["home"]
    assert np.all((model.lower <= q) & (q <= model.upper))


def check_total_mass(pair):
    model, other = pair
    expected = sum(inertia.mass for inertia in other.inertias)
    assert model.table["mass"].sum() == pytest.approx(expected, rel=1e-12)
    assert sum(body.mass for body in model.bodies) == pytest.approx(expected, rel=1e-12)


def check_poses_of_bodies(seed, pair):
    model, other = pair
    q = random_configuration(model, seed)
    data = other.createData()
    pinocchio.framesForwardKinematics(other, data, in_pinocchio(model, q, other))
    poses = frame_poses(model, q)
    for name in model.body_names:
        frame = other.getFrameId(name, pinocchio.FrameType.BODY)
        expected = data.oMf[frame].homogeneous
        np.testing.assert_allclose(poses[model.frame_index(name)], expected, atol=1e-12, err_msg=name)


def check_inertia_about_the_origin_of_the_world(pair):
    model, other = pair
    q = random_configuration(model, 7)
    data = other.createData()
    pinocchio.forwardKinematics(other, data, in_pinocchio(model, q, other))
    expected = sum(data.oMi[i].act(inertia).matrix() for i, inertia in enumerate(other.inertias))
    poses = frame_poses(model, q)
    total, moment = np.zeros((3, 3)), np.zeros(3)
    for body in model.bodies:
        pose = poses[model.frame_index(body.name)]
        p = pose[:3, :3] @ body.com + pose[:3, 3]
        moment += body.mass * p
        total += pose[:3, :3] @ body.inertia @ pose[:3, :3].T + body.mass * (p @ p * np.eye(3) - np.outer(p, p))
    size = max(1.0, float(np.max(abs(expected))))
    np.testing.assert_allclose(total, expected[3:, 3:], atol=1e-12 * size)
    np.testing.assert_allclose(
        [moment[2], moment[0], moment[1]], [expected[4, 0], expected[5, 1], expected[3, 2]], atol=1e-12 * size
    )


def check_limits(pair):
    model, other = pair
    for name, joint in zip(list(other.names)[1:], list(other.joints)[1:], strict=True):
        ours = model.joint(name)
        if joint.nq == 1:
            assert ours.lower == other.lowerPositionLimit[joint.idx_q]
            assert ours.upper == other.upperPositionLimit[joint.idx_q]
        if joint.nv == 1:
            assert ours.velocity_limit == other.upperVelocityLimit[joint.idx_v]
            assert ours.effort_limit == other.upperEffortLimit[joint.idx_v]


@pytest.mark.parametrize(
    ("name", "pose", "height"),
    [("talos", "half_sitting", 1.01927), ("anymal_b", "standing", 0.4792), ("solo", "standing", 0.235)],
)
def test_reference_poses_are_read(name, pose, height):
    model = robots.load(name, meshes=False)
    assert model.poses[pose][2] == height
    np.testing.assert_array_equal(model.poses["home"], model.poses[pose])


def test_the_base_floats_or_not_as_asked():
    assert robots.load("anymal_b", meshes=False).joints[0].kind is JointKind.FREE_FLYER
    assert robots.load("anymal_b", meshes=False, free_flyer=False).joints[0].kind is JointKind.FIXED
    assert robots.load("panda", meshes=False).joints[0].kind is JointKind.FIXED
    assert robots.load("panda", meshes=False, free_flyer=True).joints[0].kind is JointKind.FREE_FLYER


@pytest.mark.slow
def test_icub_is_one_piece(mesh_cache):
    """Its meshes mean their up_axis: turned, the long ones lie about the centres of mass of their links."""
    bodies = {body.name: body for body in robots.load("icub").bodies}
    for name in ("l_upper_leg", "r_upper_leg", "l_lower_leg", "l_upper_arm", "r_upper_arm"):
        (visual,) = bodies[name].visuals
        vertices = visual.shape.data.vertices @ visual.placement[:3, :3].T + visual.placement[:3, 3]
        assert np.all((vertices.min(axis=0) < bodies[name].com) & (bodies[name].com < vertices.max(axis=0))), name


@pytest.mark.slow
@pytest.mark.parametrize("name", ["panda", "ur5", "talos", "anymal_b"])
def test_meshes_of_well_known_robots_are_all_read_and_parsed_only_once(name, mesh_cache, monkeypatch):
    model = robots.load(name)
    assert [finding for finding in model.findings if finding.severity is Severity.WARNING and "mesh" in finding.message] == []
    meshes = [visual.shape for body in model.bodies for visual in body.visuals if isinstance(visual.shape, Mesh)]
    assert len(meshes) > 5
    assert all(mesh.data is not None for mesh in meshes)

    def parsed(*arguments):
        raise AssertionError(f"parsed again: {arguments}")

    monkeypatch.setattr("torseur.robots.meshes.mesh_reader._parsed", parsed)
    again = [visual.shape for body in robots.load(name).bodies for visual in body.visuals]
    for mesh, other in zip(meshes, (shape for shape in again if isinstance(shape, Mesh)), strict=True):
        np.testing.assert_array_equal(mesh.data.vertices, other.data.vertices)


@pytest.mark.slow
def test_panda_is_white_with_dark_parts(mesh_cache):
    model = robots.load("panda")
    hues = set()
    for body in model.bodies:
        for visual in body.visuals:
            if isinstance(visual.shape, Mesh) and visual.shape.data is not None and visual.shape.data.colors is not None:
                hues |= {tuple(color) for color in np.unique(visual.shape.data.colors, axis=0).tolist()}
    assert {(255, 255, 255, 255), (64, 64, 64, 255)} <= hues
