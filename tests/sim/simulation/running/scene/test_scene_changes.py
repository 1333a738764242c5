"""A copy of a scene or a model with something changed is what was asked for, or an error names what to call."""

import copy
import pickle
import re
from dataclasses import replace

import numpy as np
import pytest

from tests.cases import loop_over
from tests.sim.simulation.parts import box, floor_scene
from torseur import robots, sim
from torseur.sim.errors import ArgumentError, ModelError, UnknownNameError

ROUND_TRIPS = {"pickled": lambda x: pickle.loads(pickle.dumps(x)), "deep": copy.deepcopy, "shallow": copy.copy}


@pytest.fixture(scope="module")
def arm():
    return robots.load("arm_6r")


@pytest.fixture(scope="module")
def brick():
    return sim.load_scene("brick_on_corner")


@pytest.mark.parametrize(("changes", "call"), [
    ({"bodies": ()}, "with_body"),
    ({"joints": ()}, "with_joint"),
    ({"frames": ()}, "build_model"),
    ({"nq": 3}, "with_joint"),
    ({"effort_limit": np.full(6, 1.0)}, "with_joint"),
    ({"table": np.zeros(3)}, "with_body"),
])  # fmt: skip
def test_what_a_model_is_built_from_is_not_replaced_without_a_word(arm, changes, call):
    (name,) = changes
    with pytest.raises(ArgumentError, match=rf"^{name} of model 'arm_6r' cannot be changed alone.*call .*{call}"):
        replace(arm, **changes)


@pytest.mark.parametrize(("changes", "call"), [
    ({"materials": {"": sim.Material(0.0)}}, "with_materials"),
    ({"parts": ()}, "with_part"),
    ({"model": robots.load("arm_6r")}, "with_body"),
    ({"initial": sim.State(0.0, np.zeros(7), np.zeros(6))}, "simulate with state"),
    ({"control": None}, "controller"),
    ({"system": None}, "with_part"),
])  # fmt: skip
def test_what_a_scene_is_built_from_is_not_replaced_without_a_word(brick, changes, call):
    (name,) = changes
    with pytest.raises(ArgumentError, match=rf"^{name} of scene 'brick_on_corner' cannot be changed alone.*call .*{call}"):
        replace(brick, **changes)


def test_a_copy_of_a_changed_copy_is_guarded_too(arm, brick):
    with pytest.raises(ArgumentError, match="with_body"):
        replace(sim.with_body(arm, arm.body_names[1], mass=2.0), bodies=arm.bodies)
    with pytest.raises(ArgumentError, match="with_materials"):
        replace(sim.with_materials(brick, {"": sim.Material(0.1)}), materials=brick.materials)


def test_what_stands_alone_is_replaced(arm, brick):
    assert replace(arm, name="other", findings=(), poses={}).name == "other"
    changed = replace(brick, title="t", duration=1.0, settings=sim.Settings(dt=2e-3), gravity=np.array([0.0, 0.0, -1.6]))
    assert (changed.title, changed.duration, changed.settings.dt) == ("t", 1.0, 2e-3)
    assert changed.gravity == (0.0, 0.0, -1.6)
    with pytest.raises(ArgumentError, match="gravity must be three finite numbers"):
        replace(brick, gravity=(0.0, 9.81))


def test_a_body_of_another_mass_is_in_the_mass_matrix(arm):
    name = arm.body_names[-1]
    body = next(one for one in arm.bodies if one.name == name)
    heavier = sim.with_body(arm, name, mass=body.mass + 3.0)
    q = np.full(6, 0.3)
    point = sim.frame_pose(arm, q, name)[:3, :3] @ body.com
    J = sim.jacobian(arm, q, name)
    skew = sim.skew(point)
    Jc = J[:3] - skew @ J[3:]  # of the centre of mass, in axes of the world
    # H = Σ m Jᵀ J + ...: three more kilograms at the same centre of mass.
    np.testing.assert_allclose(sim.mass_matrix(heavier, q) - sim.mass_matrix(arm, q), 3.0 * Jc.T @ Jc, atol=1e-12)
    assert arm.bodies[-1].mass == body.mass
    assert heavier.poses.keys() == arm.poses.keys()
    assert (heavier.findings, heavier.source, heavier.never_touching) == (arm.findings, arm.source, arm.never_touching)


def test_a_joint_with_other_limits_and_damping_has_them_everywhere(arm):
    name = arm.joint_names[1]
    other = sim.with_joint(arm, name, lower=-0.5, upper=0.25, damping=7.0, effort_limit=11.0)
    assert (other.lower[1], other.upper[1], other.effort_limit[1]) == (-0.5, 0.25, 11.0)
    assert other.table["damping"][2] == 7.0
    assert other.table["upper"][2] == 0.25
    assert other.table["effort"][2] == 11.0
    assert other.joint(name).damping == 7.0


@pytest.mark.parametrize(("kind", "changes", "sentence"), [
    ("body", {"weight": 1.0}, r"no field named 'weight' in body"),
    ("body", {"mass": -1.0}, r"mass must be at least 0; given -1\.0"),
    ("body", {"mass": "heavy"}, r"mass must be numbers; given str"),
    ("body", {"com": [0.0, 1.0]}, r"com must be \(3,\) finite numbers; given \[0\.0, 1\.0\]"),
    ("body", {"inertia": np.triu(np.ones((3, 3)))}, r"inertia must be symmetric"),
    ("joint", {"axis": [0, 0, 2]}, r"axis must have length 1; given \[0, 0, 2\], of length 2"),
    ("joint", {"placement": np.diag([1, 1, 2, 1])}, r"placement must be a pose"),
    ("joint", {"lower": 1.0, "upper": -1.0}, r"lower = 1 must not be above upper = -1"),
    ("joint", {"kind": "revolute"}, r"kind must be a JointKind"),
    ("joint", {"damping": np.nan}, r"damping must be a number; given nan"),
])  # fmt: skip
def test_values_that_cannot_be_are_refused_with_a_sentence(arm, kind, changes, sentence):
    change, name = (sim.with_body, arm.body_names[2]) if kind == "body" else (sim.with_joint, arm.joint_names[2])
    with pytest.raises(ArgumentError, match=sentence):
        change(arm, name, **changes)


def test_names_that_do_not_exist_are_answered_with_those_that_do(arm, brick):
    for change, owner in ((sim.with_body, arm), (sim.with_joint, arm), (sim.with_body, brick), (sim.with_part, brick)):
        with pytest.raises(UnknownNameError, match="no (body|joint|part) named 'nobody' in (model|scene)"):
            change(owner, "nobody")
    with pytest.raises(UnknownNameError, match="no field named 'colour' in part 'brick'"):
        sim.with_part(brick, "brick", colour="red")
    with pytest.raises(ModelError, match="no body named 'other'"):
        sim.with_joint(arm, arm.joint_names[0], child="other")


def test_a_scene_on_the_moon_falls_as_on_the_moon(brick):
    recording = sim.simulate(sim.with_gravity(brick, (0.0, 0.0, -1.62)), 0.1)
    fallen = recording.q[0, 2] - recording.q[-1, 2]
    # The midpoint rule (theta 0.5) is exact for a constant force.
    assert fallen == pytest.approx(0.5 * 1.62 * 0.1**2, rel=1e-9)


def test_a_body_of_a_scene_is_changed_with_all_that_follows(brick):
    heavy = sim.with_body(brick, "brick", mass=12.0)
    assert heavy.model.bodies[-1].mass == heavy.system.table["mass"][1] == 12.0
    assert heavy.parts[-1].model.bodies[0].mass == 12.0
    assert brick.model.bodies[-1].mass == 6.0
    assert heavy.materials == brick.materials
    assert (heavy.gravity, heavy.settings, heavy.title) == (brick.gravity, brick.settings, brick.title)
    assert heavy.source == ""  # the text does not say so


def test_a_joint_of_a_scene_is_changed_by_its_name_there():
    scene = sim.load_scene("arm_pushes_table")
    name = scene.model.joint_names[0]
    assert "/" in name
    assert sim.with_joint(scene, name, damping=123.0).system.table["damping"].max() == 123.0


def test_a_part_starts_elsewhere_and_is_driven_otherwise(brick):
    q = np.array([1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 1.0])
    moved = sim.with_part(brick, "brick", q=q)
    assert np.array_equal(sim.simulate(moved, 0.0).q[0], q)


def test_materials_of_a_copy_are_those_of_its_contacts():
    scene = floor_scene([sim.Part("box", box("box", (0.1, 0.1, 0.1), 1.0), q=np.array([0, 0, 0.05, 0, 0, 0, 1.0]))])
    smooth = sim.with_materials(scene, {"": sim.Material(friction=0.0, restitution=0.5)})
    contacts = sim.simulate(smooth, 2e-3).contacts(-1)
    assert len(contacts.friction) == 4
    assert not contacts.friction.any()
    again = replace(smooth, settings=sim.Settings(dt=2e-3))
    assert not sim.simulate(again, 4e-3).contacts(-1).friction.any()


def test_a_recording_of_a_changed_scene_is_of_the_changed_scene(brick, tmp_path):
    moon = sim.with_gravity(brick, (0.0, 0.0, -1.62))
    sim.save_recording(sim.simulate(moon, 0.01), tmp_path / "moon.mcap")
    assert sim.load_recording(tmp_path / "moon.mcap").scene.gravity == moon.gravity
    heavy = sim.with_body(brick, "brick", mass=12.0)
    sim.save_recording(sim.simulate(heavy, 0.01), tmp_path / "heavy.mcap")
    with pytest.raises(sim.errors.RecordingError, match="pass scene="):
        sim.load_recording(tmp_path / "heavy.mcap")
    assert sim.load_recording(tmp_path / "heavy.mcap", heavy).scene is heavy


@loop_over("way", ROUND_TRIPS)
@loop_over("name", ["arm_6r", "scara", "welcome", "brick_on_corner", "rolling", "quadruped_drop"])
def test_models_and_scenes_are_copied_to_the_last_bit(name, way):
    scene = sim.load_scene(name) if name in sim.scene_names() else None
    model = scene.model if scene is not None else robots.load(name)
    other = ROUND_TRIPS[way](model)
    for field in ("table", "columns", "parents", "lower", "upper", "effort_limit", "frame_row", "frame_placement"):
        assert getattr(other, field).tobytes() == getattr(model, field).tobytes(), field
        assert not getattr(other, field).flags.writeable
    assert (other.name, other.body_names, other.findings, other.source) == (
        model.name, model.body_names, model.findings, model.source,
    )  # fmt: skip
    assert other.never_touching == model.never_touching
    assert {key: pose.tobytes() for key, pose in other.poses.items()} == {
        key: pose.tobytes() for key, pose in model.poses.items()
    }
    for mine, theirs in zip(other.bodies, model.bodies, strict=True):
        assert mine.com.tobytes() == theirs.com.tobytes()
        assert not mine.com.flags.writeable or theirs.com.flags.writeable
    q, v = sim.random_configuration(model, np.random.default_rng(1)), np.linspace(-1.0, 1.0, model.nv)
    assert sim.inverse_dynamics(other, q, v, v).tobytes() == sim.inverse_dynamics(model, q, v, v).tobytes()
    if scene is not None:
        copied = ROUND_TRIPS[way](scene)
        assert (copied.title, copied.gravity, copied.source, copied.settings) == (
            scene.title, scene.gravity, scene.source, scene.settings,
        )  # fmt: skip
        assert copied.materials == scene.materials
        one, two = sim.simulate(scene, 0.05), sim.simulate(copied, 0.05)
        for column in ("q", "v", "tau", "kinetic", "residual", "normal_impulse"):
            assert getattr(one, column).tobytes() == getattr(two, column).tobytes(), column


def test_a_changed_scene_is_pickled_as_it_was_changed(brick):
    changed = sim.with_gravity(sim.with_materials(brick, {"": sim.Material(0.1, 0.2)}), (0.0, 1.0, -9.0))
    again = pickle.loads(pickle.dumps(changed))
    assert again.materials == changed.materials
    assert again.gravity == changed.gravity
    assert again.system.shapes.tobytes() == changed.system.shapes.tobytes()
    with pytest.raises(ArgumentError, match="with_materials"):
        replace(again, materials=brick.materials)


def test_a_body_in_place_of_its_name_is_refused_with_what_to_call(brick):
    model = brick.parts[-1].model
    wanted = "the name of a body and what is to change of it, as with_body(…, 'brick', mass=2.0); given a Body named 'brick'"
    for owner in (brick, model):
        with pytest.raises(ArgumentError, match=re.escape(wanted)) as refusal:
            sim.with_body(owner, model.bodies[0])
        assert len(str(refusal.value)) < 200
    with pytest.raises(ArgumentError, match="with_joint takes the name of a joint.*given an int$"):
        sim.with_joint(model, 0)
    with pytest.raises(ArgumentError, match="with_part takes the name of a part.*given a Part named 'ground'$"):
        sim.with_part(brick, brick.parts[0])
