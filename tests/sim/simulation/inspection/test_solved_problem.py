"""The problem that was solved for a state: set up again from a recording, it has the forces and residual that were recorded."""

from dataclasses import replace

import numpy as np
import pytest

from tests.cases import loop_over
from tests.sim.simulation.parts import box, floor_scene, standing
from tests.sim.simulation.recording.plain_states import plain_states
from torseur import sim
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Joint, JointKind

CHOICES = {
    "coulomb": {},
    "convex": {"friction_law": "convex"},
    "pyramid": {"friction_law": "pyramid", "facets": 6},
    "softened": {"regularisation": 0.05},
    "compliant": {"compliance": 1e-5, "relaxation_time": 1e-3},
    "pushed out": {"stabilisation": "baumgarte"},
    "implicit": {"theta": 1.0},
    "poisson": {"restitution_law": "poisson"},
    "one by one": {"impact_law": "sequential"},
    "hybrid": {"scheme": "hybrid"},
    "hybrid, poisson": {"scheme": "hybrid", "restitution_law": "poisson"},
    "hybrid, one by one": {"scheme": "hybrid", "impact_law": "sequential"},
}
AGREES = 1e-12  # of sums of some hundred products of numbers of the order of 1 to 100, taken in another order


def recorded(name, choice, duration):
    scene = sim.load_scene(name)
    return sim.simulate(scene, duration, settings=replace(scene.settings, **CHOICES[choice]))


def agree(recording, i):
    """Whether all that can be compared of state i is what was recorded; the problem."""
    problem, contacts = sim.solved_problem(recording, i), recording.contacts(i)
    count = len(contacts)
    assert [a for a in problem.joints if not a] == [""] * count
    if problem.level == "acceleration":
        load = contacts.force
    else:
        load = contacts.impulse
    W = problem.problem
    axes = np.stack([W.tangent, np.cross(W.normal, W.tangent), W.normal], axis=1)[:count]
    np.testing.assert_allclose(np.einsum("cak,ck->ca", axes, load), problem.force[:count], atol=AGREES * 1e3)
    scale = max(1.0, float(np.max(np.abs(W.w[np.repeat(problem.taking_part, 3)]), initial=0.0)))
    dropped = 0.1 * recording.settings.tolerance  # of velocities that count as rest, at most, which the residual contains
    assert problem.residual == pytest.approx(problem.recorded_residual, abs=dropped + AGREES * scale)
    assert problem.residual < 1e-8 * scale
    return problem


@loop_over("choice", CHOICES)
@loop_over(("scene", "duration"), [("falling_brick", 0.5), ("brick_on_corner", 0.6), ("incline_30", 0.1)])
def test_the_problem_of_a_state_is_that_which_was_solved(scene, choice, duration):
    recording = recorded(scene, choice, duration)
    rng = np.random.default_rng(18)
    touched = 0
    for i in rng.choice(np.arange(1, len(recording)), 20, replace=False):
        touched += len(agree(recording, int(i))) > 0
    assert touched > 0


def test_the_problem_of_a_robot_is_that_which_was_solved():
    recording = recorded("quadruped_drop", "coulomb", 0.4)
    assert max(len(agree(recording, i)) for i in range(1, len(recording), 40)) > 4


@pytest.mark.parametrize("scheme", ["time_stepping", "hybrid"])
def test_limits_and_dry_friction_of_joints_are_entries_with_a_name(scheme):
    body = Body("lift", 2.0, np.zeros(3), np.eye(3))
    joint = Joint("rail", JointKind.PRISMATIC, None, "lift", axis=np.array([0.0, 0.0, 1.0]), lower=-0.2, friction=3.0)
    scene = sim.make_scene("lift", [sim.Part("it", build_model("lift", [body], [joint]))])
    recording = sim.simulate(scene, 0.5, scheme=scheme)
    assert recording.q[-1] == pytest.approx(-0.2)
    problem = agree(recording, -1)
    assert problem.joints == ("lower limit of it/rail", "dry friction of it/rail")
    forces = problem.force[:, 2] / (problem.interval or 1.0)
    assert forces.sum() == pytest.approx(2.0 * 9.81, abs=1e-6)
    assert problem.problem.friction == pytest.approx([0.0, -3.0 * (problem.interval or 1.0)])


@pytest.mark.parametrize("choice", ["poisson", "one by one"])
def test_what_an_impact_gave_is_of_its_own_step_and_contacts_alone(choice):
    rail = Joint("rail", JointKind.PRISMATIC, None, "lift", axis=np.array([1.0, 0.0, 0.0]), friction=3.0)
    slider = sim.Part("it", build_model("lift", [Body("lift", 2.0, np.zeros(3), np.eye(3))], [rail]), v=np.array([2.0]))
    scene = floor_scene([standing(box("brick", (0.2, 0.1, 0.1), 1.0), 0.1), slider], restitution=0.5)
    recording = sim.simulate(scene, 0.25, settings=replace(scene.settings, **CHOICES[choice]))
    struck = [i for i in range(1, len(recording)) if np.any(agree(recording, i).given != 0.0)]
    assert struck
    assert all(recording.contacts(i).impact.any() for i in struck)


def test_an_impact_of_the_hybrid_scheme_has_its_own_equation():
    recording = recorded("falling_brick", "hybrid", 0.5)
    i = int(np.flatnonzero([recording.contacts(i).impact.any() for i in range(len(recording))])[0])
    problem = agree(recording, i)
    assert (problem.level, problem.interval) == ("impact", 0.0)
    e = problem.problem.restitution
    before = recording.v[i - 1][2]  # of the brick, which comes down flat
    np.testing.assert_allclose(problem.problem.d, (1.0 + e) * before, rtol=1e-12)  # (1 + e) ζ⁻
    np.testing.assert_allclose(problem.problem.M @ problem.force[:, 2] + problem.problem.d, 0.0, atol=1e-10)
    assert problem.force[:, 2].sum() == pytest.approx(-6.0 * (1.0 + e[0]) * before, rel=1e-9)


def test_softening_is_in_the_matrix_and_the_law_is_the_one_chosen():
    rigid, soft = recorded("falling_brick", "coulomb", 0.5), recorded("falling_brick", "softened", 0.5)
    M, softened = sim.solved_problem(rigid, -1).problem.M, sim.solved_problem(soft, -1)
    np.testing.assert_allclose(softened.problem.M - M, 0.05 * np.eye(4), atol=1e-9)  # the pose differs by micrometres
    assert np.all(softened.softness == 0.05)
    for law in ("convex", "pyramid"):
        assert sim.solved_problem(recorded("incline_30", law, 0.05), -1).law == law


def test_a_start_has_no_problem_and_an_older_recording_does_not_keep_it():
    recording = recorded("falling_brick", "coulomb", 0.01)
    with pytest.raises(ArgumentError, match="starts from it"):
        sim.solved_problem(recording, 0)
    states = [
        {key: value for key, value in state.items() if key not in ("level", "q_solved", "diagonal", "joints", "joint_numbers")}
        for state, _, _ in plain_states(recording)
    ]
    old = sim.Recording(recording.scene, recording.settings)
    old.fill(states, {})
    with pytest.raises(ArgumentError, match="older format"):
        sim.solved_problem(old, 5)


@pytest.mark.parametrize("choice", ["convex", "hybrid"])
def test_a_file_keeps_it_bit_for_bit(choice, tmp_path):
    recording = recorded("falling_brick", choice, 0.5)
    recording.cut(0.45)
    sim.save_recording(recording, tmp_path / "brick.mcap")
    again = sim.load_recording(tmp_path / "brick.mcap")
    for i in (5, len(again) // 2, len(again) - 1):
        one, other = sim.solved_problem(recording, i), sim.solved_problem(again, i)
        for name in ("force", "given", "least", "target", "softness"):
            assert np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("W", "w", "H", "T", "friction", "point"):
            assert np.array_equal(getattr(one.problem, name), getattr(other.problem, name))
        assert one.residual == other.residual
        assert (one.level, one.law, one.recorded_residual) == (other.level, other.law, other.recorded_residual)


def moving_state(name, seconds, seed=0):
    """A state of a scene in which contacts are closed, with velocities of its own, and torques."""
    scene = sim.load_scene(name)
    recording = sim.simulate(scene, seconds)
    rng = np.random.default_rng(seed)
    v = 0.3 * rng.normal(size=scene.model.nv)
    return scene, sim.State(0.0, recording.q[-1], v), rng.normal(size=scene.model.nv), rng.normal(size=scene.model.nv)


SCENES = [("falling_brick", 1.0), ("gripper_holds_block", 0.25), ("arm_pushes_table", 0.5), ("quadruped_stand", 0.1)]


@pytest.mark.parametrize(("name", "seconds"), SCENES)
def test_the_parts_of_d_add_up_to_the_d_of_the_contact_problem(name, seconds):
    scene, state, tau, passive = moving_state(name, seconds)
    equation = sim.contact_equation(scene, state, tau, passive)
    problem = sim.contact_problem(scene, state, tau + passive)
    np.testing.assert_allclose(equation.problem.d, problem.d, atol=1e-11)
    np.testing.assert_array_equal(equation.problem.M, problem.M)
    parts = equation.drift_parts
    size = max(1.0, *(float(np.abs(x).max()) for x in (parts.of_tau, parts.of_coriolis, parts.of_gravity, parts.of_motion)))
    assert parts.residual <= 1e-13 * size  # rounding of sums of that size
    assert np.abs(parts.of_tau).max() > 0.0
    assert np.abs(parts.of_coriolis).max() > 0.0


@pytest.mark.parametrize(("name", "seconds"), SCENES[:3])
def test_the_part_of_the_motion_is_how_the_directions_change_along_it(name, seconds):
    scene, state, *_ = moving_state(name, seconds)
    equation = sim.contact_equation(scene, state)
    model, h = scene.model, 1e-5

    def speeds(step):
        # Points of a body on planes of another: of each contact the material point and normal are carried on.
        q = sim.integrate(model, state.q, state.v, step)
        found = []
        for i, (a, b) in enumerate(equation.problem.bodies):

            def carried(body, vector, w, q=q):
                was, is_now = (sim.frame_pose(model, x, body) for x in (state.q, q))
                local = was[:3, :3].T @ (vector - w * was[:3, 3])
                return is_now[:3, :3] @ local + w * is_now[:3, 3]

            n, p = equation.problem.normal[i], equation.problem.point[i]
            n_a, n_b = carried(a, n, 0.0), carried(b, n, 0.0)
            pa, pb = carried(a, p, 1.0), carried(b, p, 1.0)
            found.append((n_a @ (pb - pa), n_b @ (pb - pa)))
        return np.array(found)

    gaps = (speeds(h) - 2.0 * speeds(0.0) + speeds(-h)) / h**2  # ζ̇ without accelerations, the gap's second derivative
    expected = equation.drift_parts.of_motion[:, None]
    error = np.min(np.abs(gaps - expected), axis=1)  # the plane is of either body
    np.testing.assert_allclose(error, 0.0, atol=1e-4)  # rounding of gaps of 1e-16 m over h²: 1e-6, and terms of h²


@pytest.mark.parametrize(("name", "seconds"), SCENES)
def test_the_equation_of_motion_holds_joint_by_joint_and_gives_the_separation_accelerations(name, seconds):
    scene, state, tau, passive = moving_state(name, seconds)
    equation = sim.contact_equation(scene, state, tau, passive)
    problem = equation.problem
    force = np.random.default_rng(1).uniform(0.0, 5.0, (len(problem), 3))
    found = equation.joint_equation(force)
    size = max(1.0, float(np.abs(found.inertial).max()))
    np.testing.assert_allclose(found.residual, 0.0, atol=1e-12 * size)
    np.testing.assert_allclose(found.by_contact.sum(axis=0), found.normal, atol=1e-12)
    np.testing.assert_allclose(found.normal, problem.T @ force[:, 2], atol=1e-12)
    rate = equation.J @ found.acceleration + equation.drift
    np.testing.assert_allclose(rate, problem.W @ force.ravel() + problem.w, atol=1e-11 * size * 100.0)


def test_forces_of_another_number_of_contacts_are_refused():
    scene, state, *_ = moving_state("falling_brick", 1.0)
    with pytest.raises(ArgumentError, match=r"4 contacts want \(4, 3\)"):
        sim.contact_equation(scene, state).acceleration(np.zeros((3, 3)))


@loop_over("choice", ["coulomb", "softened", "hybrid"])
def test_other_problems_of_a_state_that_rests_obey_their_laws_and_carry_the_same_weight(choice):
    recording = recorded("brick_on_corner", choice, 1.0)
    solved = sim.solved_problem(recording, -1)
    for which in solved.others:
        other = sim.inspected_problem(recording, -1, which)
        assert (other.which, other.index, other.rows) == (which, solved.index, solved.rows)
        assert other.residual < 1e-9 * max(1.0, float(np.abs(other.problem.w).max()))
        if which != "rigid":  # which presses further, towards where the softened contacts have sunk in
            assert other.load[:, 2].sum() == pytest.approx(solved.load[:, 2].sum(), rel=1e-6)
    assert {"frictionless", {"softened": "rigid", "hybrid": "step"}.get(choice, "accelerations")} <= set(solved.others)
    with pytest.raises(ArgumentError, match="did you mean 'convex'"):
        sim.inspected_problem(recording, -1, "convx")
