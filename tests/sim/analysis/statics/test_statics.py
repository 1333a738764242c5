"""Statics: closed forms, Pinocchio, limits, and what cannot be asked."""

import numpy as np
import pinocchio as pin
import pytest

from tests.cases import loop_over
from tests.robots_to_test import GALLERY, each
from tests.sim.multibody.pinocchio_peer import read_robot
from torseur import robots, sim
from torseur.sim.errors import ArgumentError, SingularMassMatrixError, UnknownNameError

NONE = (0.0, 0.0, 0.0)
COURSE = np.array([np.pi / 4, np.pi / 4, 0.1])


@pytest.fixture(scope="module")
def scara():
    return robots.load("scara")


def test_the_scara_of_the_course_exerts_ten_newtons_along_x(scara):
    """THEORY §8: τ = (-13.535534, -10, 0)."""
    found = sim.static_torques(scara, COURSE, [sim.Load("tool", force=(10, 0, 0))], side="exerted", gravity=NONE)
    np.testing.assert_allclose(found.torque, [-10 * (0.5 * np.sqrt(0.5) + 1.0), -10.0, 0.0], atol=1e-13)
    np.testing.assert_allclose(found.torque, [-13.535534, -10.0, 0.0], atol=5e-7)
    held = sim.static_torques(scara, COURSE, [sim.Load("tool", force=(10, 0, 0))], gravity=NONE)
    np.testing.assert_array_equal(held.torque, -found.torque)


def test_a_force_at_a_point_of_a_link_is_felt_by_the_joints_below_it_alone(scara):
    middle = sim.Load("link1", point=(-0.25, 0.0, 0.0), force=(0.0, 8.0, 0.0))
    found = sim.static_torques(scara, COURSE, [middle], gravity=NONE)
    np.testing.assert_allclose(middle.place(scara, COURSE)[:2], 0.25 * np.array([np.sqrt(0.5), np.sqrt(0.5)]), atol=1e-12)
    np.testing.assert_allclose(found.load_torque, [8.0 * 0.25 * np.sqrt(0.5), 0.0, 0.0], atol=1e-13)


def test_a_planar_arm_s_structure_carries_what_is_across_its_plane():
    model = robots.load("planar_2r")
    plane = sim.jacobian(model, [0.3, 0.8], "tool")[:3]
    normal = np.linalg.svd(plane)[0][:, 2]
    across = np.cross(normal, [0.3, 0.5, 0.1])
    found = sim.static_torques(model, [0.3, 0.8], [sim.Load("tool", force=5 * normal + across)], gravity=NONE)
    (part,) = found.splits
    np.testing.assert_allclose(part.structure, [*(5 * normal), 0, 0, 0], atol=1e-12)
    np.testing.assert_allclose(part.motors, [*across, 0, 0, 0], atol=1e-12)
    assert part.force.rank == 2
    assert part.force.structure_share == pytest.approx(25.0 / (25.0 + across @ across))


def test_a_straight_arm_pushes_along_itself_without_torque():
    model, q = robots.load("planar_2r"), np.array([0.4, 0.0])
    lost = np.linalg.svd(sim.jacobian(model, q, "tool")[:3])[0][:, 1:]
    push = lost @ np.array([60.0, -20.0])
    found = sim.static_torques(model, q, [sim.Load("tool", force=push)], gravity=NONE)
    np.testing.assert_allclose(found.load_torque, 0.0, atol=1e-13)
    assert found.splits[0].force.rank == 1
    assert found.splits[0].force.structure_share == pytest.approx(1.0)


def test_with_a_length_the_six_rows_are_split_as_one():
    """A wrench in the null space of Jᵀ, with a force the motors would feel alone, is the structure's as a whole."""
    model, q = robots.load("planar_2r"), np.array([0.4, 0.9])
    J = sim.point_jacobian(model, q, "tool", np.zeros(3))
    in_plane = np.linalg.svd(J[:3])[0][:, 0]
    moment = np.linalg.lstsq(J[3:].T[:1], -(J[:3].T @ in_plane)[:1], rcond=None)[0]
    oppositely = sim.Load("tool", force=in_plane, moment=moment)
    alone, six = (sim.static_torques(model, q, [oppositely], gravity=NONE, length=length).splits[0] for length in (None, 0.7))
    np.testing.assert_allclose(alone.motors, oppositely.wrench, atol=1e-12)  # each alone loads them
    assert six.wrench_rank == 2
    assert np.linalg.norm(six.structure) > 0.1
    assert six.residual < 1e-14


def test_limits_are_shared_out_and_those_exceeded_are_named(scara):
    strong = sim.static_torques(scara, COURSE, [sim.Load("tool", force=(180, 0, 0))])
    assert strong.exceeded == (scara.joint_names[1],)
    np.testing.assert_allclose(strong.share, np.abs(strong.torque) / scara.effort_limit)
    hinge = sim.Joint("hinge", sim.JointKind.REVOLUTE, None, "arm", axis=np.array([0.0, 1.0, 0.0]))
    bare = sim.build_model("bare", [sim.Body("arm", 1.0, np.array([0.5, 0.0, 0.0]), np.eye(3))], [hinge])
    found = sim.static_torques(bare, np.zeros(1), [])
    assert np.isnan(found.share).all()
    assert found.exceeded == ()


def test_springs_hold_their_part():
    joint = sim.Joint("hinge", sim.JointKind.REVOLUTE, None, "arm", axis=np.array([0.0, 1.0, 0.0]), stiffness=3.0, rest=0.2)
    arm = sim.Body("arm", 1.0, np.array([0.5, 0.0, 0.0]), np.eye(3) * 0.1)
    model = sim.build_model("sprung", [arm], [joint])
    found = sim.static_torques(model, np.array([0.5]), [])
    np.testing.assert_allclose(found.springs, [3.0 * 0.3])
    np.testing.assert_allclose(found.torque, found.gravity + 0.9)
    slope = (sim.elastic_energy(model, [0.5 + 1e-6]) - sim.elastic_energy(model, [0.5 - 1e-6])) / 2e-6
    np.testing.assert_allclose(found.springs, slope, rtol=1e-8)


@loop_over("name", each(GALLERY[::4]))
def test_torques_are_those_of_pinocchio(name):
    """Its recursive Newton-Euler with external forces at rest gives g(q) - Σ Jᵀ F at once."""
    peer = read_robot(name, floating=False)
    model, theirs = peer.ours, peer.theirs
    rng = np.random.default_rng(4)
    q = sim.random_configuration(model, rng)
    x = peer.configuration(q)
    bodies = [body for body in model.body_names if model.frame_row[model.frame_index(body)] > 0]
    loads = [sim.Load(bodies[rng.integers(len(bodies))], *rng.normal(size=(3, 3))) for _ in range(3)]
    pin.framesForwardKinematics(theirs, peer.data, x)
    forces = [pin.Force.Zero() for _ in range(theirs.njoints)]
    for load in loads:
        frame = theirs.getFrameId(load.body, pin.FrameType.BODY)
        joint = theirs.frames[frame].parentJoint
        place = peer.data.oMf[frame].act(load.point)
        np.testing.assert_allclose(load.place(model, q), place, atol=1e-12)
        at = pin.SE3(np.eye(3), place)
        forces[joint] += peer.data.oMi[joint].actInv(at.act(pin.Force(load.force, load.moment)))
    still = np.zeros(theirs.nv)
    expected = peer.E.T @ pin.rnea(theirs, peer.data, x, still, still, forces)
    found = sim.static_torques(model, q, loads)
    np.testing.assert_allclose(found.torque, expected, rtol=0.0, atol=1e-12 * max(1.0, np.abs(expected).max()))


@loop_over("name", each(robots.names()))
@pytest.mark.slow
def test_holding_torques_give_no_acceleration_on_every_robot(name):
    shipped = robots.describe(name).source == "torseur"
    model = robots.load(name) if shipped else robots.load(name, meshes=False)
    rng = np.random.default_rng(5)
    q, still = sim.random_configuration(model, rng), np.zeros(model.nv)
    bodies = [body for body in model.body_names if model.frame_row[model.frame_index(body)] > 0]
    loads = [
        sim.Load(bodies[rng.integers(len(bodies))], rng.uniform(-0.1, 0.1, 3), *rng.normal(size=(2, 3)) * 10.0)
        for _ in range(3)
    ]
    found = sim.static_torques(model, q, loads)
    push = found.torque - found.springs
    for load in loads:
        push = push + sim.point_jacobian(model, q, load.body, load.point).T @ load.wrench
    assert max(part.residual for part in found.splits) <= 1e-12
    try:
        a = sim.forward_dynamics(model, q, still, push)
    except SingularMassMatrixError:  # a joint that moves no inertia has no acceleration; its torque is balanced all the same
        assert name == "romeo"
        np.testing.assert_allclose(push, sim.gravity_torque(model, q), atol=1e-11)
    else:
        assert np.abs(a).max() <= 1e-9


def test_what_cannot_be_asked_is_refused_by_name(scara):
    with pytest.raises(ArgumentError, match=r"force of a load on 'tool' must be three finite numbers x y z \[N\]"):
        sim.Load("tool", force=(1, 2))
    with pytest.raises(ArgumentError, match="point of a load"):
        sim.Load("tool", point=(1, np.nan, 2))
    with pytest.raises(UnknownNameError, match="no body or frame named 'tol' in model 'scara'; did you mean 'tool'"):
        sim.static_torques(scara, COURSE, [sim.Load("tol")])
    with pytest.raises(UnknownNameError, match="no side named .pushed.; did you mean .held."):
        sim.static_torques(scara, COURSE, [], side="pushed")
    with pytest.raises(ArgumentError, match="length must be positive"):
        sim.static_torques(scara, COURSE, [sim.Load("tool")], length=0.0)
    with pytest.raises(ArgumentError, match="loads must be of type Load"):
        sim.static_torques(scara, COURSE, [{"tool": (1, 2, 3)}])
    with pytest.raises(ArgumentError, match="q has shape"):
        sim.static_torques(scara, np.zeros(2), [])


def test_the_structure_carries_all_of_what_loads_a_body_that_cannot_move():
    base = sim.Body("base", 1.0, np.zeros(3), np.eye(3))
    model = sim.build_model("fixed", [base], [sim.Joint("weld", sim.JointKind.FIXED, None, "base")])
    found = sim.static_torques(model, np.zeros(0), [sim.Load("base", force=(1, 2, 3), moment=(4, 5, 6))])
    np.testing.assert_array_equal(found.splits[0].structure, [1, 2, 3, 4, 5, 6])
    assert found.torque.shape == (0,)
    assert found.splits[0].wrench_rank == 0


def test_results_are_read_only(scara):
    found = sim.static_torques(scara, COURSE, [sim.Load("tool", force=(1, 0, 0))])
    for array in (found.torque, found.by_load, found.splits[0].structure, found.loads[0].force):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1.0


@pytest.mark.parametrize("side", ["held", "exerted"])
def test_both_works_of_each_load_are_one_and_all_works_add_up_to_nothing(side):
    model = robots.load("ur5")
    rng = np.random.default_rng(6)
    q = sim.random_configuration(model, rng)
    loads = [
        sim.Load("tool0", rng.normal(size=3), 10.0 * rng.normal(size=3), rng.normal(size=3)),
        sim.Load("forearm_link", rng.normal(size=3), 20.0 * rng.normal(size=3)),
    ]
    statics = sim.static_torques(model, q, loads, side=side)
    for _ in range(5):
        dq = rng.normal(size=model.nv)
        work = sim.virtual_work(model, q, statics, dq)
        size = np.abs(work.by_force).sum() + abs(work.motors) + abs(work.gravity)
        assert work.gap < 1e-13 * size
        assert abs(work.total) < 1e-13 * size
        assert work.motors == pytest.approx(statics.torque @ dq)


def test_ten_newtons_along_x_do_the_work_of_the_course():
    model = robots.load("scara")
    q = np.array([np.pi / 4, np.pi / 4, 0.1])
    statics = sim.static_torques(model, q, [sim.Load("tool", force=[10.0, 0.0, 0.0])], side="exerted")
    work = sim.virtual_work(model, q, statics, np.array([0.01, 0.0, 0.0]))
    assert work.by_force[0] == pytest.approx(-0.13535534)  # τ₁ = −13.535534 N·m, THEORY §8
    np.testing.assert_allclose(work.displacements[0, :2], [-0.0135355339, 0.0035355339])
    assert work.loads == -work.by_force[0]  # what is exerted pushes back


def test_a_base_without_a_motor_has_its_work_by_itself():
    model = robots.load("a1")
    q = sim.neutral(model)
    statics = sim.static_torques(model, q, [])
    dq = np.zeros(model.nv)
    dq[2] = 0.1  # the base goes up
    work = sim.virtual_work(model, q, statics, dq)
    weight = 9.81 * model.table["mass"].sum()
    assert work.bases == pytest.approx(0.1 * weight)
    assert work.gravity == pytest.approx(-0.1 * weight)
    assert work.motors == 0.0
    assert abs(work.total) < 1e-12 * weight


def test_a_displacement_of_another_size_is_refused():
    model = robots.load("scara")
    statics = sim.static_torques(model, np.zeros(3), [])
    with pytest.raises(ArgumentError, match="dq"):
        sim.virtual_work(model, np.zeros(3), statics, np.zeros(2))
