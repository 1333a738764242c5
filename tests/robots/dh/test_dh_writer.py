"""A robot saved as a table of Denavit-Hartenberg rows is the same robot when it is read again."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.cases import loop_over
from tests.robots_to_test import SHIPPED
from torseur import robots, sim
from torseur.robots.dh.source import read_source
from torseur.robots.dh.text import text_of
from torseur.sim.errors import ArgumentError, ModelError
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Frame, Joint, JointKind, Mimic, Visual
from torseur.sim.multibody.model.shapes import Box

CONVENTIONS = ("standard", "modified")
AGREES = 1e-12


def saved(model, path, convention, **options):
    robots.write_dh(model, path, convention=convention, overwrite=True, **options)
    return robots.load(path)


def check_same(one, other, tool="tool", links=()):
    """Same tool pose, same mass matrix, same gravity torque, at random q."""
    rng = np.random.default_rng(7)
    assert other.joint_names == one.joint_names
    assert other.nq == one.nq
    np.testing.assert_allclose(other.lower, one.lower, rtol=1e-15)
    np.testing.assert_allclose(other.upper, one.upper, rtol=1e-15)
    np.testing.assert_allclose(other.velocity_limit, one.velocity_limit, rtol=1e-15)
    np.testing.assert_array_equal(other.effort_limit, one.effort_limit)
    for _ in range(4):
        q = rng.uniform(np.clip(one.lower, -3.0, 3.0), np.clip(one.upper, -3.0, 3.0))
        assert np.abs(sim.frame_pose(one, q, tool) - sim.frame_pose(other, q, "tool")).max() < AGREES
        assert np.abs(sim.mass_matrix(one, q) - sim.mass_matrix(other, q)).max() < AGREES
        scale = max(1.0, np.abs(sim.gravity_torque(one, q)).max())
        assert np.abs(sim.gravity_torque(one, q) - sim.gravity_torque(other, q)).max() < AGREES * scale
        for link in links:
            shapes = zip(model_shapes(one, q, link), model_shapes(other, q, link), strict=True)
            assert all(np.abs(a - b).max() < AGREES for a, b in shapes)


def model_shapes(model, q, name):
    """Where the shapes of a body are in the world."""
    body = next(body for body in model.bodies if body.name == name)
    pose = sim.frame_pose(model, q, name)
    return [pose @ part.placement for part in (*body.visuals, *body.collisions)]


@pytest.mark.slow
@loop_over("convention", CONVENTIONS)
@loop_over("name", SHIPPED)
def test_a_shipped_robot_is_the_same_in_both_conventions_and_back(name, convention, tmp_path):
    model = robots.load(name)
    once = saved(model, tmp_path / "once.toml", convention)
    other = saved(once, tmp_path / "other.toml", CONVENTIONS[1 - CONVENTIONS.index(convention)])
    back = saved(other, tmp_path / "back.toml", convention)
    for read in (once, other, back):
        check_same(model, read, links=model.body_names)
        assert read.body_names == model.body_names
        for pose, q in model.poses.items():
            np.testing.assert_allclose(read.poses[pose], q, atol=1e-15)
    first, last = (robots.read_dh_table(tmp_path / f"{name}.toml") for name in ("once", "back"))
    for one, two in zip(first.rows[:-1], last.rows[:-1], strict=True):  # the last a and α may become part of the tool
        np.testing.assert_allclose([one.theta, one.d, one.a, one.alpha], [two.theta, two.d, two.a, two.alpha], atol=1e-14)


@loop_over("name", SHIPPED)
def test_a_table_is_written_as_itself(name, tmp_path):
    """The frames of a table are frames that are kept: its parameters come back, to the last bit."""
    path = robots.describe(name).path
    table = robots.read_dh_table(path)
    robots.write_dh(robots.load(name), tmp_path / f"{name}.toml", convention=table.convention)
    assert robots.read_dh_table(tmp_path / f"{name}.toml").rows == table.rows


@loop_over("name", SHIPPED)
def test_the_text_of_a_definition_is_read_as_it(name, tmp_path):
    definition = read_source(robots.describe(name).path).values
    path = tmp_path / "a.toml"
    path.write_text(text_of(definition), encoding="utf-8")
    assert read_source(path).values == definition


def test_names_of_any_letters_are_read_as_they_are(tmp_path):
    strange = 'a "b" \\ \n\t\u2028 é 漢 \x7f'
    path = tmp_path / "a.toml"
    definition = read_source(robots.describe("planar_2r").path).values
    import msgspec

    changed = msgspec.structs.replace(definition, name=strange, poses={strange: (0.1, 0.2)})
    path.write_text(text_of(changed), encoding="utf-8", newline="")
    assert read_source(path).values == changed


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_a_ur5_is_a_table(convention, tmp_path):
    model = robots.load("ur5", meshes=False)
    findings = robots.write_dh(model, tmp_path / "ur5.toml", convention=convention)
    read = robots.load(tmp_path / "ur5.toml")
    assert len(robots.read_dh_table(tmp_path / "ur5.toml").rows) == 6
    said = [finding.message for finding in findings]
    assert "frame 'tool0': it is written as the frame 'tool'" in " ".join(said)
    assert any("a visual is left out: tables have no meshes (base.dae)" in message for message in said)
    assert {finding.rule for finding in findings} == {"not-in-table"}
    check_same(model, read, tool="tool0")


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_a_panda_arm_is_a_table_once_its_fingers_are_held(convention, tmp_path):
    model = robots.load("panda", meshes=False)
    with pytest.raises(ModelError) as caught:
        robots.write_dh(model, tmp_path / "panda.toml")
    assert str(caught.value) == (
        "model 'panda' cannot be said as a table of Denavit-Hartenberg rows: joint 'panda_finger_joint2' follows joint "
        "'panda_finger_joint1'; link 'panda_link7' carries 2 joints, 'panda_finger_joint1', 'panda_finger_joint2'; rows have no "
        "branches"
    )
    arm = sim.lock_joints(model, {"panda_finger_joint1": 0.02})
    read = saved(arm, tmp_path / "panda.toml", convention, tool="panda_hand")
    check_same(arm, read, tool="panda_hand")


def random_chain(seed, kind):
    """A chain of 1 to 7 joints whose axes are in any way, parallel, meeting, nearly parallel, or one axis."""
    rng = np.random.default_rng(seed)
    bodies, joints = [Body("base", 1.0, np.zeros(3), np.eye(3))], []
    for i in range(int(rng.integers(1, 8))):
        placement, after = np.eye(4), np.eye(4)
        if kind in ("any", "meeting"):
            placement, after = random_turn(rng), random_turn(rng)
        if kind in ("any", "parallel"):
            placement[:3, 3], after[:3, 3] = rng.uniform(-0.5, 0.5, (2, 3))
        if kind == "nearly":
            angle = 10.0 ** rng.uniform(-11, -4)
            placement = np.array(
                [
                    [1, 0, 0, 0.3],
                    [0, math.cos(angle), -math.sin(angle), 0.1],
                    [0, math.sin(angle), math.cos(angle), 0.2],
                    [0, 0, 0, 1],
                ]
            )
        if kind == "square":
            placement[:3, :3] = [np.eye(3), [[1, 0, 0], [0, 0, -1], [0, 1, 0]], -np.diag([1, -1, 1])][rng.integers(3)]
            placement[:3, 3] = rng.choice([0.0, 0.25, -0.5], 3)
        moving = (JointKind.REVOLUTE, JointKind.PRISMATIC, JointKind.FIXED, JointKind.CONTINUOUS)[
            rng.choice(4, p=[0.4, 0.3, 0.2, 0.1])
        ]
        axis = np.array([0.0, 0.0, 1.0]) if kind != "any" else random_turn(rng)[:3, 0]
        limits = {"lower": -1.0, "upper": 2.0} if moving in (JointKind.REVOLUTE, JointKind.PRISMATIC) else {}
        box = Visual(Box((0.1, 0.2, 0.3)), random_turn(rng))
        bodies.append(Body(f"body{i}", 0.5 + i, rng.uniform(-0.2, 0.2, 3), np.diag([0.02, 0.03, 0.04]), (box,)))
        joints.append(Joint(f"j{i}", moving, bodies[i].name, f"body{i}", placement, axis, after, damping=0.5, **limits))
    last = Joint("last", JointKind.REVOLUTE, bodies[-1].name, "end", random_turn(rng), damping=1.0)
    bodies.append(Body("end", 1.0, np.array([0.1, 0.0, 0.0]), 0.01 * np.eye(3)))
    joints.append(last)
    base = Joint("root", JointKind.FIXED, None, "base", random_turn(rng))
    tool = np.eye(4)
    tool[:3, 3] = 0.1, 0.2, 0.3
    return build_model("random", bodies, [base, *joints], [Frame("tool", "end", random_turn(rng) @ tool)])


def random_turn(rng):
    pose = np.eye(4)
    pose[:3, :3] = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    pose[:3, 2] *= np.sign(np.linalg.det(pose[:3, :3]))
    return pose


@pytest.mark.slow
@loop_over("convention", CONVENTIONS)
@loop_over("kind", ["any", "parallel", "meeting", "nearly", "square", "one axis"])
@loop_over("seed", range(3))
def test_any_chain_is_the_same_robot_when_it_is_read_again(seed, kind, convention, tmp_path):
    model = random_chain(seed, kind)
    read = saved(model, tmp_path / "a.toml", convention)
    check_same(model, read)
    check_same(model, saved(read, tmp_path / "b.toml", CONVENTIONS[1 - CONVENTIONS.index(convention)]))
    assert max(abs(row.d) + abs(row.a) for row in robots.read_dh_table(tmp_path / "a.toml").rows) < 1e4


def test_nearly_parallel_axes_are_parted_by_a_fixed_row(tmp_path):
    """Their common normal is kilometres away, where no double tells the tool's place to a picometre."""
    model = random_chain(3, "nearly")
    findings = robots.write_dh(model, tmp_path / "a.toml")
    assert any("nearly parallel to the next one, and not quite; a fixed row" in finding.message for finding in findings)


def test_all_that_a_table_cannot_say_is_in_one_error(tmp_path):
    names = ["base", "a", "b", "c", "d"]
    bodies = [Body(name, 1.0, np.zeros(3), np.eye(3)) for name in names]
    joints = [
        Joint("root", JointKind.PLANAR, None, "base"),
        Joint("ball", JointKind.SPHERICAL, "base", "a"),
        Joint("spring", JointKind.REVOLUTE, "a", "b", stiffness=3.0),
        Joint("half", JointKind.PRISMATIC, "a", "c", lower=0.0),
        Joint("twin", JointKind.REVOLUTE, "b", "d", mimic=Mimic("spring")),
    ]
    with pytest.raises(ModelError) as caught:
        robots.write_dh(build_model("odd", bodies, joints), tmp_path / "a.toml")
    assert str(caught.value) == (
        "model 'odd' cannot be said as a table of Denavit-Hartenberg rows: its base 'base' moves by a planar joint 'root'; "
        "joint 'ball' is spherical; rows are revolute, prismatic or fixed; joint 'spring' has a spring of 3; "
        "joint 'twin' follows joint 'spring'; joint 'half' has one limit of two (0 to inf); "
        "link 'a' carries 2 joints, 'spring', 'half'; rows have no branches"
    )
    assert list(tmp_path.iterdir()) == []


def test_what_a_table_would_refuse_is_not_written(tmp_path):
    model = robots.load("planar_2r")
    bodies = [replace(body, inertia=np.diag([1.0, 1.0, 3.0])) if body.name == "link1" else body for body in model.bodies]
    with pytest.raises(ModelError, match="no body has this inertia: its principal moments are 1, 1, 3"):
        robots.write_dh(build_model("m", bodies, model.joints, model.frames), tmp_path / "a.toml")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_exists_is_kept(tmp_path):
    path = tmp_path / "a.toml"
    path.write_text("mine")
    with pytest.raises(ArgumentError, match="a.toml exists; it is overwritten only with overwrite=True"):
        robots.write_dh(robots.load("scara"), path)
    assert path.read_text() == "mine"
    with pytest.raises(ArgumentError, match=r"is a \.toml file"):
        robots.write_dh(robots.load("scara"), tmp_path / "a.urdf")
    with pytest.raises(ArgumentError, match="no DH convention 'classic'; there are 'standard' and 'modified'"):
        robots.write_dh(robots.load("scara"), tmp_path / "b.toml", convention="classic")
    with pytest.raises(ModelError, match="frame 'base' cannot be the tool: it is not fixed to the last link"):
        robots.write_dh(robots.load("scara"), tmp_path / "b.toml", tool="base")
