"""A robot that is saved as URDF and read again is the same robot, and what URDF cannot say is named."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.cases import loop_over
from tests.limited_disk import no_room_beyond
from tests.robots_to_test import GALLERY, SHIPPED
from torseur import robots, sim
from torseur.sim.definition.placement_rows import from_xyz_rpy
from torseur.sim.errors import ArgumentError, ModelError, SaveError
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Collision, Frame, Joint, JointKind, Mimic, Visual
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, HeightField, Mesh, Plane, Sphere

ROUNDING = 1e-15  # of a rotation: it is written as three angles, each of which is rounded to half an ulp of up to π, 2.2e-16


def saved(model, path, *, free_flyer=False):
    findings = robots.write_urdf(model, path)
    assert [other.name for other in path.parent.iterdir() if other.name.startswith(".new")] == []
    everywhere = [path.anchor]
    return robots.read_urdf(path, meshes=False, free_flyer=free_flyer, allowed_folders=everywhere), findings


def check_placed(one, other):
    assert one[:3, 3].tolist() == other[:3, 3].tolist()
    assert np.abs(one - other).max() <= ROUNDING


def geometry(shape):
    return (shape.path.resolve(), shape.scale) if isinstance(shape, Mesh) else shape


def check_same_body(body, other):
    assert (body.name, body.mass, body.com.tolist()) == (other.name, other.mass, other.com.tolist())
    upper = np.triu_indices(3)  # what is below the diagonal may differ from it by the rounding of a rotated inertia
    assert body.inertia[upper].tolist() == other.inertia[upper].tolist()
    assert np.abs(body.inertia - other.inertia).max() <= ROUNDING * np.abs(body.inertia).max()
    for parts, others in ((body.visuals, other.visuals), (body.collisions, other.collisions)):
        assert len(parts) == len(others)
        for part, twin in zip(parts, others, strict=True):
            assert (part.name, geometry(part.shape)) == (twin.name, geometry(twin.shape))
            check_placed(part.placement, twin.placement)
    assert [visual.color for visual in body.visuals] == [visual.color for visual in other.visuals]


def check_same_joint(joint, other):
    for field in (
        "name",
        "kind",
        "parent",
        "child",
        "lower",
        "upper",
        "velocity_limit",
        "effort_limit",
        "damping",
        "friction",
        "mimic",
    ):
        assert getattr(joint, field) == getattr(other, field), (joint.name, field)
    assert joint.axis.tolist() == other.axis.tolist()
    check_placed(joint.placement, other.placement)


def check_same_motion(model, other):
    """Compare mass matrix and frames, at a random configuration that both have."""
    assert model.joint_names == other.joint_names
    q = sim.random_configuration(model, np.random.default_rng(3))
    H = sim.mass_matrix(model, q)
    assert np.abs(H - sim.mass_matrix(other, q)).max() <= 1e-12 * max(np.abs(H).max(), 1e-300)
    for name in model.frame_names:
        # 1e-13: a chain of up to 40 joints adds up the rounding of their rotations
        np.testing.assert_allclose(sim.frame_pose(model, q, name), sim.frame_pose(other, q, name), rtol=0, atol=1e-13)


@pytest.mark.slow
@pytest.mark.parametrize("name", GALLERY)
def test_a_robot_of_the_gallery_is_the_same_after_saving_and_loading(name, tmp_path):
    model = robots.load(name, meshes=False, free_flyer=False)
    other, findings = saved(model, tmp_path / "robot.urdf")
    assert {finding.element for finding in findings} <= {"robot"}  # poses, and pairs that never touch
    assert (model.name, model.body_names) == (other.name, other.body_names)
    for body, twin in zip(model.bodies, other.bodies, strict=True):
        check_same_body(body, twin)
    for joint, follower in zip(model.joints, other.joints, strict=True):
        check_same_joint(joint, follower)
    if model.nv:
        check_same_motion(model, other)


@loop_over("name", SHIPPED)
def test_a_shipped_robot_moves_the_same_after_saving_and_loading(name, tmp_path):
    model = robots.load(name)
    other, _ = saved(model, tmp_path / f"{name}.urdf")
    for body in model.bodies:
        check_same_body(body, next(twin for twin in other.bodies if twin.name == body.name))
    for joint in model.joints[1:]:
        twin = other.joint(joint.name)
        assert (joint.kind, joint.lower, joint.upper) == (twin.kind, twin.lower, twin.upper)
    check_same_motion(model, other)
    again, _ = saved(other, tmp_path / f"{name}-again.urdf")
    assert again.body_names == other.body_names
    check_same_motion(other, again)


def test_a_free_base_is_left_to_the_reader(tmp_path, arm, write):
    model = robots.read_urdf(write(arm), free_flyer=True)
    other, findings = saved(model, tmp_path / "saved.urdf", free_flyer=True)
    check_same_motion(model, other)
    assert [finding.message for finding in findings] == [
        "joint 'root_joint': that the base is free is left to who reads the file (free_flyer=True)"
    ]


def test_all_that_urdf_can_say_is_said(tmp_path):
    mesh = tmp_path / "meshes" / "part.stl"
    mesh.parent.mkdir()
    mesh.write_bytes(b"solid")
    turned = from_xyz_rpy((0.1, -0.2, 0.3), (1.0, -0.5, 2.5))
    axis = np.array([1.0, 2.0, 3.0]) / math.sqrt(14.0)
    shapes = [Box((1.0, 2.0, 0.1)), Sphere(1 / 3), Cylinder(0.1, 0.7), Capsule(1e-5, 2.0), Mesh(mesh, (1.0, -1.0, 0.001))]
    visuals = tuple(Visual(shape, turned, (0.1, 0.2, 1 / 3, 0.5), str(shape)) for shape in shapes)
    inertia = np.array([[0.3, 0.01, 0.02], [0.01, 0.4, -0.03], [0.02, -0.03, 0.5]])
    collisions = tuple(Collision(shape, turned, "touch") for shape in shapes)
    bodies = [Body(f"b{i}", 1.0 + i / 3, np.array([0.1, 0.0, i / 7]), inertia, visuals, collisions) for i in range(7)]
    kinds = ["revolute", "continuous", "prismatic", "fixed", "planar", "free_flyer"]
    joints = [Joint("root_joint", JointKind.FIXED, None, "b0")]
    for i, kind in enumerate(map(JointKind, kinds)):
        free = {"velocity_limit": 2.0, "effort_limit": 1 / 3, "damping": 0.1, "friction": 1e-7} if kind.nv == 1 else {}
        limits = {"lower": -1 / 3, "upper": 1.1} if kind in (JointKind.REVOLUTE, JointKind.PRISMATIC) else {}
        along = axis if kind.nv in (1, 3) else np.array([0.0, 0.0, 1.0])
        follows = Mimic("j0", -1 / 3, 0.1) if kind is JointKind.PRISMATIC else None
        joints.append(Joint(f"j{i}", kind, f"b{i}", f"b{i + 1}", turned, along, **free, **limits, mimic=follows))
    model = build_model("all", bodies, joints)
    other, findings = saved(model, tmp_path / "robot.urdf")
    links = ", ".join(repr(body.name) for body in bodies)
    message = f"robot: its capsules are written as <capsule>, which not all programs read: links {links}"
    assert [finding.message for finding in findings] == [message]
    assert 'filename="meshes/part.stl"' in (tmp_path / "robot.urdf").read_text()
    for body, twin in zip(model.bodies, other.bodies, strict=True):
        check_same_body(body, twin)
    for joint, follower in zip(model.joints, other.joints, strict=True):
        check_same_joint(joint, follower)
    check_same_motion(model, other)


def test_meshes_are_named_from_the_folder_above_too_and_else_by_their_whole_path(tmp_path):
    mesh = tmp_path / "robot" / "meshes" / "part.stl"
    for folder in (mesh.parent, tmp_path / "robot" / "urdf", tmp_path / "far" / "off"):
        folder.mkdir(parents=True)
    mesh.write_bytes(b"solid")
    model = build_model("m", [Body("b", visuals=(Visual(Mesh(mesh)),))], [Joint("j", JointKind.FIXED, None, "b")])
    for folder, name in (("robot/urdf", "../meshes/part.stl"), ("far/off", str(mesh))):
        path = tmp_path / folder / "robot.urdf"
        other, findings = saved(model, path)
        assert f'filename="{name}"' in path.read_text()
        outside = "robot: its meshes lie outside its folder and are read only if their folders are allowed: " + repr(name)
        assert [finding.message for finding in findings[1:]] == ([outside] if name == str(mesh) else [])
        assert geometry(other.bodies[0].visuals[0].shape) == (mesh.resolve(), (1.0, 1.0, 1.0))


def arm_with(**given):
    """Return an arm of one joint that has these fields."""
    fields = {"lower": -1.0, "upper": 1.0, "velocity_limit": 2.0, "effort_limit": 3.0, **given}
    bodies = [Body("base"), Body("tip", 1.0, inertia=np.eye(3))]
    turn = replace(Joint("turn", JointKind.REVOLUTE, "base", "tip"), **fields)
    return build_model("arm", bodies, [Joint("root_joint", JointKind.FIXED, None, "base"), turn])


@pytest.mark.parametrize(("given", "message"), [
    ({"armature": 0.2}, "its armature of 0.2 is left out"),
    ({"stiffness": 5.0, "rest": 0.5}, "its spring is left out (stiffness 5, rest 0.5)"),
    ({"lower": -math.inf, "upper": math.inf}, "it has no limits, and is written as continuous"),
    ({"upper": math.inf}, "it has no upper limit, which URDF wants; 1e+09 is written"),
    ({"lower": -math.inf}, "it has no lower limit, which URDF wants; 1e+09 is written"),
    ({"effort_limit": math.inf}, "it has no effort limit, which URDF wants; 1e+09 is written"),
    ({"kind": JointKind.CONTINUOUS}, "its limits -1 to 1 are left out: it is continuous"),
    ({"child_placement": from_xyz_rpy((1.0, 0.0, 0.0), (0.0, 0.0, 0.0))},
     "the frame of link 'tip' is not at the joint's; a link 'turn_moved' without mass is put between"),
    ({"kind": JointKind.PLANAR, "lower": -math.inf, "upper": math.inf, "damping": 0.5},
     "its damping of 0.5 is left out: it has several degrees of freedom"),
])  # fmt: skip
def test_what_urdf_cannot_say_of_a_joint_is_named(given, message, tmp_path):
    path = tmp_path / "arm.urdf"
    _, findings = saved(arm_with(**given), path)
    assert [(str(finding), finding.rule, finding.element) for finding in findings] == [
        (f"{path}: warning: joint 'turn': {message}", "not-in-urdf", "joint 'turn'")
    ]


def test_shapes_materials_colours_frames_and_trees_that_urdf_has_not_are_named(tmp_path):
    field = HeightField((1.0, 1.0), ((0.0, 0.0), (0.0, 0.0)))
    ground = Body("ground", visuals=(Visual(Plane()), Visual(Sphere(1.0), color=(2.0, 0.0, 0.0, 1.0))))
    hill = Body("world", collisions=(Collision(field), Collision(Sphere(1.0), material="ice")))
    joints = [Joint("one", JointKind.FIXED, None, "ground"), Joint("two", JointKind.FREE_FLYER, None, "world")]
    model = build_model("trees", [ground, hill], joints, [Frame("eye", "ground"), Frame("door", None)])
    model = replace(model, never_touching=(("ground", "world"),), poses={"lying": sim.neutral(model)})
    other, findings = saved(model, tmp_path / "trees.urdf")
    assert [finding.message for finding in findings] == [
        "link 'world_2': it is added, without mass, to stand for the world, where joints start: 'one', 'two'",
        "link 'ground': a visual is left out: URDF has no plane",
        "link 'ground': a colour, 2 0 0 1, is cut to 0 to 1",
        "link 'world': a collision is left out: URDF has no height field",
        "link 'world': the material 'ice' of a collision is left out",
        "frame 'eye': it is written as a link 'eye' without mass, fixed to link 'ground'",
        "frame 'door': it is written as a link 'door' without mass, fixed to link 'world_2'",
        "robot: its poses are left out, which only an SRDF file has: 'lying'",
        "robot: its pairs of links that never touch are left out, which only an SRDF file has: 1",
    ]
    assert other.body_names == ("ground", "world", "world_2", "eye", "door")
    assert other.joint("two").kind is JointKind.FREE_FLYER


@pytest.mark.parametrize("kind", [JointKind.HELICAL, JointKind.SPHERICAL])
def test_a_kind_of_joint_that_urdf_has_not_is_refused(kind, tmp_path):
    given = {"lower": -math.inf, "upper": math.inf} if kind.nv > 1 else {}
    with pytest.raises(ModelError, match=rf"no joints of the kind of 'turn' \({kind.value}\); it has revolute, "):
        robots.write_urdf(arm_with(kind=kind, **given), tmp_path / "arm.urdf")
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_only_replaced_when_asked(tmp_path):
    path = tmp_path / "arm.urdf"
    path.write_text("mine")
    path.chmod(0o640)
    with pytest.raises(ArgumentError, match=r"arm\.urdf exists; it is overwritten only with overwrite=True"):
        robots.write_urdf(arm_with(), path)
    assert path.read_text() == "mine"
    assert robots.write_urdf(arm_with(), path, overwrite=True) == ()
    assert path.stat().st_mode & 0o777 == 0o640
    assert robots.load(path).nv == 1


def test_a_folder_is_no_file_and_must_exist(tmp_path):
    for path, why in ((tmp_path, "it is a folder"), (tmp_path / "none" / "arm.urdf", "there is no folder")):
        with pytest.raises(ArgumentError, match=why):
            robots.write_urdf(arm_with(), path, overwrite=True)


def test_a_failure_leaves_the_old_file_whole(tmp_path):
    path = tmp_path / "arm.urdf"
    path.write_text("mine")
    with no_room_beyond(100), pytest.raises(SaveError, match="what was there is untouched"):
        robots.write_urdf(arm_with(), path, overwrite=True)
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("arm.urdf", "mine")]


@pytest.mark.parametrize(
    ("name", "message"),
    [("a ", "the name 'a ' would be read as 'a'"), ("a\0", "cannot be said in XML"), ("a\ud800", "cannot be said in XML")],
)
def test_a_name_that_would_not_be_read_is_refused(name, message, tmp_path):
    path = tmp_path / "robot.urdf"
    path.write_text("mine")
    model = build_model("m", [Body(name)], [Joint("root_joint", JointKind.FIXED, None, name)])
    with pytest.raises(ModelError) as caught:
        robots.write_urdf(model, path, overwrite=True)
    assert message in str(caught.value)
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("robot.urdf", "mine")]


@pytest.mark.parametrize("name", ["a<b>&\"'c'", "épaule_左", "two words", "a\tb\nc", "👋", "]]>", "&amp;", "a$b"])
def test_names_with_any_characters_come_back(name, tmp_path):
    bodies = [Body("base"), Body(name, 1.0, inertia=np.eye(3), visuals=(Visual(Sphere(1.0), name=name),))]
    joints = [Joint("root_joint", JointKind.FIXED, None, "base"), Joint(name, JointKind.CONTINUOUS, "base", name)]
    other, findings = saved(build_model(name, bodies, joints), tmp_path / "robot.urdf")
    assert findings == ()
    assert (other.name, other.body_names[1], other.joints[1].name) == (name, name, name)
    assert other.bodies[1].visuals[0].name == name


@loop_over("name", SHIPPED)
def test_a_shipped_robot_has_the_same_mass_matrix_in_pinocchio(name, tmp_path):
    pinocchio = pytest.importorskip("pinocchio")
    model, path = robots.load(name), tmp_path / f"{name}.urdf"
    robots.write_urdf(model, path)
    other = pinocchio.buildModelFromUrdf(str(path))
    assert tuple(other.names)[1:] == model.joint_names
    q = sim.random_configuration(model, np.random.default_rng(4))
    upper = np.triu(pinocchio.crba(other, other.createData(), q))
    H = sim.mass_matrix(model, q)
    assert np.abs(upper + np.triu(upper, 1).T - H).max() <= 1e-13 * np.abs(H).max()
