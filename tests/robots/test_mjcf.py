"""MJCF: the model that MuJoCo compiles moves as MuJoCo moves it, and what it has no counterpart for is said."""

import struct
import sys
from pathlib import Path

import numpy as np
import pytest

from torseur import robots, sim
from torseur.app.command_line.command_line import run
from torseur.robots.mjcf import compiled
from torseur.sim import child_process
from torseur.sim.errors import ModelError
from torseur.sim.multibody.model.model import JointKind
from torseur.sim.multibody.model.shapes import Box, Capsule, Plane, Sphere

mujoco = pytest.importorskip("mujoco")

ARM = """
<mujoco model="arm">
  <compiler angle="radian"/>
  <worldbody>
    <body name="upper" pos="0.1 0.2 1" euler="0.1 0.2 0.3">
      <joint name="turn" axis="1 2 0" pos="0.1 0 0.05" range="-1 1" damping="0.1" armature="0.2" frictionloss="0.3"
             ref="0.3" stiffness="2" springref="0.1"/>
      <geom type="capsule" fromto="0 0 0 0 0 0.5" size="0.05"/>
      <body name="lower" pos="0 0.1 0.5" quat="0.5 0.5 0.1 0.2">
        <joint name="slide" type="slide" axis="1 1 0" pos="0 0.1 0" ref="-0.2" stiffness="5"/>
        <geom type="box" size="0.1 0.2 0.3" rgba="1 0 0 1"/>
        <site name="tool" pos="0.1 0.2 0.3" quat="0.7 0.1 0.2 0.3"/>
      </body>
    </body>
  </worldbody>
  <keyframe><key name="bent" qpos="0.5 0.1"/></keyframe>
</mujoco>"""
BALL = """
<mujoco>
  <worldbody>
    <body name="swing" pos="0 0 1" quat="0.9 0.1 0.2 0.3">
      <joint name="ball" type="ball" pos="0.1 0.2 0.3" damping="0.5" armature="0.05"/>
      <geom type="cylinder" size="0.1 0.3" pos="0.3 0 0"/>
      <body name="tail" pos="0.2 0 -0.4">
        <joint type="ball" pos="0 0.1 0"/>
        <geom type="sphere" size="0.1" pos="0 0 -0.2"/>
      </body>
    </body>
  </worldbody>
</mujoco>"""
FREE = """
<mujoco model="free">
  <worldbody>
    <geom type="plane" size="1 1 .1"/>
    <body name="brick" pos="1 2 3" quat="0.9 0.1 0.2 0.3">
      <freejoint name="base"/>
      <inertial mass="3" pos="0.1 0.2 0.3" fullinertia="0.3 0.4 0.5 0.01 0.02 0.03"/>
      <body name="leg" pos="0.2 0 0"><joint name="hip" axis="0 1 0"/><geom type="box" size="0.1 0.1 0.2"/></body>
    </body>
    <body name="ball"><freejoint/><geom size="0.2" pos="0.1 0 0"/></body>
  </worldbody>
</mujoco>"""
SEVERAL = """
<mujoco model="several">
  <compiler autolimits="true"/>
  <worldbody>
    <body name="cart" pos="0 0 1" euler="10 20 30">
      <joint name="x" type="slide" axis="1 0 0" pos="0.1 0.2 0.3"/>
      <joint name="yaw" axis="0 0 1" pos="0.3 0 0.1" ref="20"/>
      <joint name="pitch" axis="0 1 1" pos="0 0.4 0" range="-90 90"/>
      <joint name="wrist" type="ball" pos="0.1 -0.1 0"/>
      <geom type="ellipsoid" size="0.1 0.2 0.3"/>
      <body name="held" pos="0.5 0 0"><geom size="0.1"/>
        <body name="end" pos="0 0.3 0"><joint axis="1 0 0"/><joint axis="0 1 0" pos="0 0 0.1"/><geom size="0.1"/></body>
      </body>
    </body>
  </worldbody>
</mujoco>"""


@pytest.mark.slow
@pytest.mark.parametrize("text", [ARM, BALL, FREE, SEVERAL], ids=["arm", "ball", "free", "several"])
def test_it_moves_as_in_mujoco(text, write):
    model = robots.load(write(text, "robot.xml"))
    for seed in range(5):
        check_motion(model, text, np.random.default_rng(seed))


def check_motion(model, text, rng):
    peer = mujoco.MjModel.from_xml_string(text)
    peer.opt.enableflags |= mujoco.mjtEnableBit.mjENBL_ENERGY
    data = mujoco.MjData(peer)
    assert (model.nq, model.nv) == (peer.nq, peer.nv)
    q, v = sim.random_configuration(model, rng), rng.normal(size=model.nv)
    to_peer, rate = np.eye(model.nv), np.zeros(model.nv)  # of velocities, and what their frames' turning adds
    data.qpos[:] = q
    for name, (in_q, in_v) in model.joint_slices().items():
        kind = model.joint(name).kind
        if kind is JointKind.SPHERICAL:
            data.qpos[in_q] = np.roll(q[in_q], 1)
        if kind is JointKind.FREE_FLYER:
            data.qpos[in_q] = np.concatenate([q[in_q][:3], np.roll(q[in_q][3:], 1)])
            turned = sim.frame_pose(model, q, model.joint(name).child)[:3, :3]
            to_peer[in_v.start : in_v.start + 3, in_v.start : in_v.start + 3] = turned
            linear, angular = v[in_v][:3], v[in_v][3:]
            rate[in_v.start : in_v.start + 3] = turned @ np.cross(angular, linear)
    data.qvel[:] = to_peer @ v
    mujoco.mj_forward(peer, data)
    mass = np.zeros((peer.nv, peer.nv))
    try:
        mujoco.mj_fullM(peer, data, mass)
    except TypeError:  # before version 4
        mujoco.mj_fullM(peer, mass, data.qM)
    scale = max(1.0, float(np.abs(mass).max()))
    np.testing.assert_allclose(sim.mass_matrix(model, q), to_peer.T @ mass @ to_peer, atol=1e-10 * scale)
    bias = to_peer.T @ (data.qfrc_bias + mass @ rate)
    np.testing.assert_allclose(sim.bias_torque(model, q, v), bias, atol=1e-10 * max(1.0, float(np.abs(bias).max())))
    potential = sim.potential_energy(model, q) + sim.elastic_energy(model, q)
    energy = np.array([potential, sim.kinetic_energy(model, q, v)])
    np.testing.assert_allclose(energy, data.energy, rtol=1e-10, atol=1e-10)
    for i in range(1, peer.nbody):
        pose = sim.frame_pose(model, q, peer.body(i).name)
        np.testing.assert_allclose(pose[:3, 3], data.xpos[i], atol=1e-12)
        np.testing.assert_allclose(pose[:3, :3], data.xmat[i].reshape(3, 3), atol=1e-12)
    for i in range(peer.nsite):
        np.testing.assert_allclose(sim.frame_pose(model, q, peer.site(i).name)[:3, 3], data.site_xpos[i], atol=1e-12)


def test_joints_keep_their_numbers_and_poses_are_keyframes(write):
    model = robots.load(write(ARM, "arm.xml"))
    turn = model.joint("turn")
    assert (turn.lower, turn.upper, turn.damping, turn.armature, turn.friction) == (-1.0, 1.0, 0.1, 0.2, 0.3)
    assert (turn.stiffness, turn.rest) == (2.0, 0.1)
    np.testing.assert_array_equal(model.poses["bent"], [0.5, 0.1])
    np.testing.assert_array_equal(model.poses["home"], [0.3, -0.2])
    assert isinstance(model.bodies[0].collisions[0].shape, Capsule)
    assert model.bodies[1].visuals[0].color == (1.0, 0.0, 0.0, 1.0)
    assert model.bodies[1].visuals[0].shape == Box((0.2, 0.4, 0.6))
    assert model.findings == ()


@pytest.mark.slow
def test_what_has_no_counterpart_is_said(write):
    text = """\
<mujoco>
  <option gravity="0 0 -1.6" density="1.2"/>
  <worldbody>
    <light/><camera name="eye"/><camera/>
    <body name="a" gravcomp="1"><joint name="j" type="ball" stiffness="3" range="0 1"/><geom name="g" size="1" condim="1"/></body>
    <body name="b" pos="3 0 0"><joint name="k"/><geom size="1" contype="2"/><site pos="1 0 0"/></body>
    <body name="c" pos="9 0 0"><freejoint name="f"/><geom size="1" contype="0" conaffinity="0"/></body>
    <body name="d" mocap="true"><geom size="1" contype="4" conaffinity="4"/></body>
  </worldbody>
  <tendon><fixed name="t"><joint joint="k" coef="1"/></fixed></tendon>
  <equality><weld name="w" body1="a" body2="b"/></equality>
  <actuator><motor name="m" joint="k" gear="3" ctrlrange="-2 2" ctrllimited="true"/></actuator>
  <sensor><jointpos joint="k"/></sensor>
  <contact><exclude body1="a" body2="b"/><pair geom1="g" geom2="g2"/></contact>
</mujoco>""".replace('<site pos="1 0 0"/>', '<geom name="g2" size="1"/><site pos="1 0 0"/>')
    path = write(text, "robot.xml")
    model = robots.load(path)
    said = [finding.message for finding in model.findings]
    for message in (
        "joint 'j': its spring is left out: only joints of one degree of freedom have one",
        "joint 'j': its limit is left out: only joints of one degree of freedom have one",
        "body 'a': its compensation of gravity is left out",
        "body 'd': it is moved by a motion capture; here it is fixed",
        "1 tendon ('t') is left out, which pulls on the robot; it moves differently without",
        "1 equality constraint ('w') is left out, which holds parts of the robot together; it moves differently without",
        "1 actuator is left out; limits are kept as effort limits where one drives a joint: 'm'",
        "1 sensor is left out",
        "2 cameras ('eye') are left out",
        "1 light is left out",
        "1 contact pair is left out",
        "its gravity, 0 0 -1.6 m/s², is left out: a scene says its own, 0 0 -9.81 unless it does",
        "the fluid around it is left out, which slows what moves",
        "1 site without a name is left out",
        "friction and contact dimensions of its shapes are left out: a scene's materials say them",
    ):
        assert message in said
    assert {finding.rule for finding in model.findings} == {"mjcf-left-out", "mjcf-unused"}
    assert model.joint("k").effort_limit == 6.0
    assert model.never_touching == (("a", "b"), ("a", "d"), ("b", "d"))
    assert [body.name for body in model.bodies if not body.collisions] == ["c"]
    line = text[: text.index('<body name="a"')].count("\n") + 1
    assert [f.line for f in model.findings if f.element == "joint 'j'"] == [line, line]
    assert set(robots.diagnose(path)) == set(model.findings)


@pytest.mark.slow
def test_a_mesh_lies_where_mujoco_puts_it_and_its_file_is_kept(write):
    corners = [(0, 0, 0), (1, 0, 0), (0, 2, 0), (0, 0, 3)]
    faces = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    stl = b"\0" * 80 + struct.pack("<I", 4)
    for face in faces:
        stl += struct.pack("<12f", 0, 0, 0, *(x for k in face for x in corners[k])) + b"\0\0"
    mesh = write(stl, "assets/part one.stl")
    path = write(
        """<mujoco><compiler meshdir="assets"/>
        <asset><mesh name="part" file="part one.stl" scale="1 1 0.5"/><mesh name="own" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>
        <worldbody><geom type="plane" size="1 1 1"/>
        <body name="a"><joint/><geom type="mesh" mesh="part" pos="1 2 3"/><geom type="mesh" mesh="own"/></body></worldbody>
        </mujoco>""",
        "robot.xml",
    )
    model = robots.load(path)
    assert isinstance(model.bodies[0].collisions[0].shape, Plane)
    part, own = model.bodies[1].visuals
    assert (part.shape.path, part.shape.scale) == (mesh, (1.0, 1.0, 0.5))
    points = part.shape.data.vertices @ part.placement[:3, :3].T + part.placement[:3, 3]
    np.testing.assert_allclose(points.min(axis=0), (1, 2, 3), atol=1e-6)
    np.testing.assert_allclose(points.max(axis=0), (2, 4, 4.5), atol=1e-6)
    points = own.shape.data.vertices @ own.placement[:3, :3].T + own.placement[:3, 3]
    np.testing.assert_allclose((points.min(axis=0), points.max(axis=0)), ((0, 0, 0), (1, 1, 1)), atol=1e-6)
    assert robots.load(path, meshes=False).bodies[1].visuals[0].shape.data is None


@pytest.mark.slow
def test_a_robot_of_mjcf_is_converted_to_urdf(write, tmp_path, capsys):
    path, out = write(ARM, "arm.xml"), tmp_path / "arm.urdf"
    assert run(["convert", str(path), "--out", str(out)]) == 1  # what URDF cannot say are warnings
    model, saved = robots.load(path), robots.load(out)
    q = np.array([0.4, 0.2])
    # but for the armature
    np.testing.assert_allclose(sim.mass_matrix(saved, q), sim.mass_matrix(model, q) - np.diag([0.2, 0.0]), atol=1e-12)
    np.testing.assert_allclose(sim.frame_pose(saved, q, "tool"), sim.frame_pose(model, q, "tool"), atol=1e-12)
    assert run(["check", str(path)]) == 0


# text, line, message
# fmt: off
WRONG = (
    ("<mujoco>\n<worldbody>\n<body name='a'><joint/></body></worldbody></mujoco>", 3, "mass and inertia"),
    ("<mujoco>\n<wordlbody/></mujoco>", 2, "<wordlbody> does not belong here"),
    ("<model/>", 1, "the root element is <model>; <mujoco> is wanted"),
    ("<mujoco>\n<asset><mesh file='/etc/hostname'/></asset></mujoco>", 2, "lies outside the folders that are read"),
    ("<mujoco>\n<include file='../outside.xml'/></mujoco>", 2, "lies outside the folders that are read"),
    ("<mujoco>\n<include file='inner.xml'/></mujoco>", 1, "lies outside the folders that are read"),
    ("<mujoco><worldbody>\n<body pos='0 0 inf'><geom size='1'/></body></worldbody></mujoco>", 2,
     "<body> pos='0 0 inf': 'inf' is not a finite number"),
    ("<mujoco><worldbody><body name='a'><joint name='j' axis='0 1e200 0'/><geom size='1'/></body></worldbody></mujoco>", 1,
     "joint 'j' or the bodies it carries have a rotation that is not finite"),
    ("<mujoco><worldbody>\n<body><geom size='1' mass='nan'/></body></worldbody></mujoco>", 2,
     "<geom> mass='nan': 'nan' is not a finite number"),
    ("<!DOCTYPE mujoco []><mujoco/>", 1, "a DOCTYPE is not allowed"),
    ("<mujoco>\n<asset>\n<mesh name='m' file='none.stl'/></asset><worldbody><body><geom type='mesh' mesh='m'/></body>"
     "</worldbody></mujoco>", 3, "Error opening file 'none.stl'"),
    ("<mujoco>\n<worldbody/><keyframe>\n<key/>\n<key qpos='1'/></keyframe></mujoco>", 4,
     "<key> qpos has 1 values; the model has 0"),
)
# fmt: on


@pytest.mark.slow
@pytest.mark.parametrize(("text", "line", "message"), WRONG)
def test_what_cannot_be_compiled_is_refused(text, line, message, write):
    write("<mujoco/>", "outside.xml")
    write("<mujoco><asset><mesh file='../outside.xml'/></asset></mujoco>", "a/inner.xml")
    path = write(text, "a/robot.xml")
    (finding,) = robots.diagnose(path)
    assert finding.line == line
    assert message in finding.message
    with pytest.raises(ModelError):
        robots.load(path)


@pytest.mark.slow
@pytest.mark.parametrize("inside", ["<include file='{}'/>", "<asset><mesh name='m' file='{}.stl'/></asset>"])
def test_a_file_name_that_is_too_long_is_of_no_file(inside, write):
    path = write(f"<mujoco>{inside.format('a' * 5000)}<worldbody><geom size='1'/></worldbody></mujoco>", "robot.xml")
    (finding,) = robots.diagnose(path)
    assert (finding.rule, finding.path) == ("mjcf", str(path))
    assert "(MuJoCo: " in finding.message


@pytest.mark.slow
def test_a_crash_of_the_compiler_and_one_without_end_are_errors(write, monkeypatch):
    path = write(ARM, "arm.xml")
    monkeypatch.setattr(child_process, "START", "import os; os.abort()")
    with pytest.raises(ModelError, match="what was to compile it ended by signal 6"):
        robots.load(path)
    monkeypatch.setattr(child_process, "START", "import time; time.sleep(60)")
    monkeypatch.setattr(compiled, "SECONDS", 0.03)
    with pytest.raises(ModelError, match="to compile it takes more than 0.3 s; it was stopped"):
        robots.load(path)


@pytest.mark.slow
def test_the_compiler_has_processor_time_and_may_wait_for_longer(write, monkeypatch):
    """What waits for a processor on a busy machine is not stopped by the clock; what works without end is."""
    path, start = write(ARM, "arm.xml"), child_process.START
    monkeypatch.setattr(compiled, "SECONDS", 2.0)
    monkeypatch.setattr(child_process, "START", f"import time; time.sleep(3); {start}")
    assert robots.load(path).nq == 2
    limit = "import resource; resource.setrlimit(resource.RLIMIT_CPU, (1, 2))"
    monkeypatch.setattr(child_process, "START", f"{limit}\nwhile True: pass")
    with pytest.raises(ModelError, match="to compile it takes more than 2 s of processor time; it was stopped"):
        robots.load(path)


def test_without_mujoco_the_extra_is_named(write, monkeypatch):
    monkeypatch.setattr(compiled, "find_spec", lambda name: None)
    (finding,) = robots.diagnose(write(ARM, "arm.xml"))
    assert finding.rule == "mjcf"
    with pytest.raises(ModelError, match=r"pip install 'torseur\[mjcf\]'"):
        robots.load(write(ARM, "arm.xml"))


@pytest.mark.slow
def test_mujoco_stays_out_of_this_process(write):
    import subprocess

    code = f"import sys, robots; robots.load({str(write(ARM, 'arm.xml'))!r}); print('mujoco' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.slow
def test_the_base_can_be_made_free_or_fixed(write):
    one = write("<mujoco><worldbody><body name='a'><geom size='1'/></body></worldbody></mujoco>", "one.xml")
    assert robots.load(one).nv == 0
    assert robots.load(one, free_flyer=True).nv == 6
    two = write(FREE, "two.xml")
    with pytest.raises(ModelError, match="2 bodies stand in the world"):
        robots.load(two, free_flyer=False)


UNNAMED = """<mujoco>
<option gravity="0 0 -1"/>
<worldbody>
<include file="inner.xml"/>
<body name="b"><frame>
<geom size="1"/></frame>
<joint damping="0.1" type="free"/>
</body></worldbody>
<actuator>
<motor name="m" joint="hinge"/></actuator></mujoco>"""


def test_findings_about_parts_without_a_name_have_a_line_in_the_file_that_they_are_in(write):
    inner = write(
        "<mujoco><body>\n<joint name='hinge'/>\n<joint type='ball' stiffness='1'/><geom size='1'/>\n</body></mujoco>",
        "inner.xml",
    )
    model = robots.load(write(UNNAMED, "robot.xml"))
    own = model.source
    found = {(Path(finding.path), finding.line) for finding in model.findings}
    assert all(finding.line for finding in model.findings)
    told = {finding.message: (finding.path, finding.line) for finding in model.findings}
    assert told["joint 'joint1': its spring is left out: only joints of one degree of freedom have one"] == (str(inner), 3)
    assert told["joint 'joint2': its damping of 0.1 is left out: a free joint has none here"] == (own, 7)
    assert found == {(inner, 1), (inner, 3), (Path(own), 2), (Path(own), 7), (Path(own), 9)}


def test_an_error_in_a_file_that_is_included_names_that_file(write):
    inner = write("<mujoco><body name='a'>\n\n<geom siz='1'/></body></mujoco>", "inner.xml")
    (finding,) = robots.diagnose(write("<mujoco><worldbody>\n<include file='inner.xml'/></worldbody></mujoco>", "robot.xml"))
    assert (finding.path, finding.line) == (str(inner), 3)


LACKING = """<mujoco>
  <asset>
    <texture name="sky" type="skybox" file="sky.png" gridsize="1 1"/>
    <texture type="2d" file="wood.png"/>
    <material name="m" texture="wood"/>
    <mesh name="hull" file="hull.stl"/>
  </asset>
  <worldbody>
    <body name="b"><joint/>{inertial}<geom type="mesh" mesh="hull" mass="3"/><geom size="0.1" material="m"/></body>
  </worldbody>
</mujoco>"""
GIVEN = '<inertial pos="0 0 0.1" mass="2" diaginertia="1 2 3"/>'


def test_a_texture_or_a_mesh_that_no_mass_follows_from_may_be_missing(write):
    path = write(LACKING.format(inertial=GIVEN), "robot.xml")
    (path.parent / "wood.png").write_text("no picture")
    model = robots.load(path)
    (body,) = model.bodies
    assert (body.mass, np.diag(body.inertia).tolist()) == (2.0, [1.0, 2.0, 3.0])
    assert [type(visual.shape) for visual in body.visuals] == [Sphere]
    found = [(f.rule, f.line, f.found) for f in model.findings if f.rule.endswith("missing")]
    assert sorted(found) == [
        ("mesh-missing", 6, "hull.stl"),
        ("texture-missing", 3, "sky.png"),
        ("texture-missing", 4, "wood.png"),
    ]
    (mesh,) = (finding for finding in model.findings if finding.rule == "mesh-missing")
    told = "<mesh> file='hull.stl' cannot be read (Error opening file 'hull.stl'); 1 shape is left out"
    assert mesh.message == told


def test_a_mesh_whose_name_ends_that_of_one_that_is_missing_is_drawn(write):
    given = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
    path = write(
        f"""<mujoco><asset><mesh name="f" file="forearm.obj"/><mesh name="s" file="sub/arm.obj"/>
<mesh name="a" file="arm.obj"/></asset><worldbody><body name="b">{given}<joint/><geom type="mesh" mesh="a"/>
<geom type="mesh" mesh="f"/><geom type="mesh" mesh="s"/></body></worldbody></mujoco>""",
        "robot.xml",
    )
    corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    (path.parent / "arm.obj").write_text(corners)
    model = robots.load(path)
    assert len(model.bodies[0].visuals) == 1
    missing = [(finding.line, finding.found) for finding in model.findings if finding.rule == "mesh-missing"]
    assert sorted(missing) == [(1, "forearm.obj"), (1, "sub/arm.obj")]


def test_a_mesh_that_a_mass_follows_from_may_not_be_missing(write):
    (finding,) = robots.diagnose(write(LACKING.format(inertial=""), "robot.xml"))
    assert (finding.rule, finding.severity.value) == ("mjcf", "error")
    assert "hull.stl" in finding.message


def test_what_is_not_well_formed_in_mjcf_is_said_and_read_as_mujoco_reads_it(write):
    text = '<?xml version="0.0"?>\n<mujoco>\n<!-- a -- b --><worldbody><geom size="1"/></worldbody></mujoco>'
    findings = robots.diagnose(write(text, "robot.xml"))
    assert {(f.rule, f.line) for f in findings} >= {("xml-declaration", 1), ("xml-comment", 3)}
    assert mujoco.MjModel.from_xml_string(text).ngeom == 1


def test_bodies_that_mujoco_makes_of_a_replica_have_no_line_and_no_fault(write):
    body = "<body><joint/><geom size='1'/></body>"
    last = "<body name='last'><joint name='j'/><geom size='1'/></body>"
    replica = f"<replicate count='3' offset='3 0 0'>{body}</replicate>"
    model = robots.load(write(f"<mujoco><worldbody>{replica}{last}</worldbody></mujoco>", "robot.xml"))
    (finding,) = (finding for finding in model.findings if finding.message.startswith("bodies without a name"))
    assert (len(model.bodies), finding.line) == (4, 0)
