"""Materials changed by hand: only friction and restitution of their shapes change, and a recording remembers them."""

from dataclasses import replace

import numpy as np
import pytest

from torseur import robots, sim
from torseur.sim.errors import ArgumentError, UnknownNameError
from torseur.sim.simulation.running.scene.holding_gains import holding_gains
from torseur.sim.simulation.running.scene.materials import material_pairs, materials_in_use, of_contact, with_materials


@pytest.fixture(scope="module")
def scene():
    return sim.load_scene("incline")


def test_only_the_shapes_of_a_material_change_and_the_scene_given_does_not(scene):
    name = materials_in_use(scene)[-1]
    changed = with_materials(scene, {name: sim.Material(0.123, 0.4)})
    shapes, before = changed.system.shapes, scene.system.shapes
    touched = [changed.model.bodies[int(row["body"])].collisions[int(row["index"])].material == name for row in shapes]
    assert any(touched)
    assert not all(touched)
    assert np.all(shapes["friction"][touched] == 0.123)
    assert np.all(shapes["restitution"][touched] == 0.4)
    others = np.logical_not(touched)
    assert np.array_equal(shapes[others], before[others])
    assert scene.materials[name].friction != 0.123
    assert changed.model is scene.model


def test_a_scene_with_its_own_materials_again_is_the_same(scene):
    again = with_materials(scene, scene.materials)
    assert np.array_equal(again.system.shapes, scene.system.shapes)
    assert again.materials == scene.materials


def test_numbers_that_are_none_of_a_material_are_refused(scene):
    name = materials_in_use(scene)[-1]
    for material in (sim.Material(-0.1, 0.0), sim.Material(np.nan, 0.0), sim.Material(0.5, 1.5)):
        with pytest.raises(ArgumentError, match=name):
            with_materials(scene, {name: material})
    with pytest.raises(UnknownNameError, match="cheese"):
        with_materials(scene, {"cheese": sim.Material()})


def test_what_the_settings_do_not_go_with_is_refused():
    scene = sim.load_scene("falling_brick")
    name = materials_in_use(scene)[0]
    frictionless = sim.Settings(solver="active_set")
    assert with_materials(scene, {name: sim.Material(0.0)}, frictionless).settings == frictionless
    with pytest.raises(ArgumentError, match="frictionless"):
        with_materials(scene, {name: sim.Material(0.3)}, frictionless)


def test_a_recording_is_read_back_with_the_materials_it_was_made_with(tmp_path):
    scene = sim.load_scene("falling_brick")
    name = materials_in_use(scene)[0]
    changed = with_materials(scene, {name: sim.Material(0.7, 0.25)}, sim.Settings())
    sim.save_recording(sim.simulate(changed, 0.01), tmp_path / "run.mcap")
    again = sim.load_recording(tmp_path / "run.mcap").scene
    assert again.materials == changed.materials
    assert np.array_equal(again.system.shapes, changed.system.shapes)


@pytest.mark.parametrize("name", ["incline_30", "welcome", "gripper_holds_block", "newtons_cradle"])
def test_materials_of_each_contact_are_a_pair_and_its_constants_are_those_of_the_contact(name):
    scene = sim.load_scene(name)
    recording = sim.simulate(scene, 0.3)
    pairs = material_pairs(scene)
    bodies = {body.name: {one.material for one in body.collisions} for body in scene.model.bodies}
    seen = 0
    for i in range(0, len(recording), 20):
        contacts = recording.contacts(i)
        for k in range(len(contacts)):
            a, b = (bodies[scene.model.body_names[int(side[k])]] for side in (contacts.body_a, contacts.body_b))
            of = [pair for pair in pairs if (pair[0] in a and pair[1] in b) or (pair[1] in a and pair[0] in b)]
            mixed = [of_contact(scene.materials[one], scene.materials[other]).friction for one, other in of]
            assert any(contacts.friction[k] == pytest.approx(mu, abs=1e-15) for mu in mixed)
            seen += 1
    assert seen


def test_what_is_fixed_and_what_is_one_body_is_no_pair_with_itself():
    scene = sim.load_scene("incline_30")
    assert material_pairs(scene) == (("slope", "rough"), ("slope", "worn"), ("rough", "worn"))


@pytest.mark.parametrize("name", ["arm_6r", "scara", "spherical_rrp", "panda"])
def test_gains_follow_the_diagonal_of_the_mass_matrix(name):
    model = robots.load(name, meshes=False)
    q = model.poses["home"]
    stiffness, damping = holding_gains(model, q)
    diagonal = np.diag(sim.mass_matrix(model, q)).copy()
    for joint, (_, place) in model.joint_slices().items():
        if place.stop - place.start == 6:
            diagonal[place] = 0.0
        elif any(other.mimic and other.mimic.joint == joint for other in model.joints):
            diagonal[place] = stiffness[place] / (6 * np.pi) ** 2  # what follows it is not counted
    np.testing.assert_allclose(stiffness, diagonal * (6 * np.pi) ** 2, rtol=1e-9)
    np.testing.assert_allclose(damping, diagonal * 12 * np.pi, rtol=1e-9)


def test_a_robot_held_by_them_stays():
    model = robots.load("arm_6r")
    q = model.poses["ready"]
    stiffness, damping = holding_gains(model, q)
    part = sim.Part("arm", model, q=q, controller=sim.Controller(stiffness, damping, q, gravity_compensation=True))
    recording = sim.simulate(sim.make_scene("held", [part]), 1.0)
    np.testing.assert_allclose(recording.q[-1], q, atol=1e-9)


@pytest.mark.parametrize("name", ["solo12", "go2", "anymal_c"])
@pytest.mark.slow
def test_a_robot_on_four_legs_stands_on_its_joints(name):
    """Dropped from where its home pose stands, a second later the base is still up there."""
    model = robots.load(name)
    q = model.poses["home"]
    stiffness, damping = holding_gains(model, q)
    floor = sim.load_scene("falling_brick").parts[0]
    part = sim.Part("robot", model, q=q, controller=sim.Controller(stiffness, damping, q))
    material = {"smooth": sim.Material(friction=0.8)}
    recording = sim.simulate(sim.make_scene("standing", [floor, part], materials=material), 1.0)
    assert recording.q[-1, 2] > 0.93 * q[2]


def again(scene, text):
    return sim.scene_from_text(text, scene.path)


@pytest.mark.parametrize("name", ["welcome", "balls_666", "spinning_top", "gripper_holds_block"])
def test_the_text_of_a_scene_that_was_not_changed_is_that_of_its_file(name):
    scene = sim.load_scene(name)
    assert sim.scene_text(scene, settings=scene.settings, q=scene.initial.q) == scene.source


def test_what_was_changed_beside_the_text_is_written_into_it():
    scene = sim.load_scene("welcome")
    changed = sim.with_gravity(sim.with_materials(scene, {"floor": sim.Material(0.3, 0.1)}), (0.0, 0.0, -1.62))
    settings = replace(scene.settings, dt=0.002, friction_law="pyramid", facets=8)
    q = scene.initial.q.copy()
    brick, arm = scene.model.joint_slices()["brick"][0], scene.model.joint_slices()["arm/elbow"][0]
    q[brick] = [0.1, -0.5, 0.7, *np.array([0.1, -0.2, 0.3, 0.9]) / np.sqrt(0.95)]
    q[arm] = 0.123456789012345
    text = sim.scene_text(changed, settings=settings, q=q)
    read = again(scene, text)
    assert read.settings == settings
    assert read.gravity == (0.0, 0.0, -1.62)
    assert read.materials["floor"] == sim.Material(0.3, 0.1)
    np.testing.assert_allclose(read.initial.q, q, atol=1e-15)
    assert read.initial.q[arm] == q[arm]
    assert text.count("#") == scene.source.count("#")


def test_a_body_that_was_turned_keeps_its_velocity_along_the_axes_that_turned():
    scene = sim.scene_from_text(
        '[[bodies]]\nname = "a"\nshape = { shape = "sphere", radius = 0.1 }\nmass = 1.0\n'
        "velocity = [1.0, 2.0, 3.0]\nspin = [0.1, 0.2, 0.3]\n",
        "a.toml",
    )
    q = np.array([0.0, 0.0, 0.0, 0.0, np.sin(0.4), 0.0, np.cos(0.4)])
    read = again(scene, sim.scene_text(scene, q=q))
    np.testing.assert_allclose(read.initial.q, q, atol=1e-15)
    np.testing.assert_allclose(read.initial.v, scene.initial.v, atol=1e-15)


def test_a_scene_is_saved_whole_and_its_robots_are_found_from_there(tmp_path):
    (tmp_path / "parts").mkdir()
    robots.write_urdf(robots.load("planar_2r"), tmp_path / "parts" / "arm.urdf")
    model = robots.load(tmp_path / "parts" / "arm.urdf")
    scene = sim.standing_scene(model)
    path = tmp_path / "scene.toml"
    sim.save_scene(scene, path)
    assert 'model = "./parts/arm.urdf"' in path.read_text()
    read = sim.load_scene(path)
    np.testing.assert_array_equal(read.parts[-1].model.table, model.table)
    with pytest.raises(ArgumentError, match="exists"):
        sim.save_scene(scene, path)
    sim.save_scene(read, tmp_path / "parts" / "scene.toml")
    assert 'model = "./arm.urdf"' in (tmp_path / "parts" / "scene.toml").read_text()


def test_a_scene_whose_parts_are_other_than_its_text_has_none():
    scene = sim.with_body(sim.load_scene("falling_brick"), "brick", mass=3.0)
    with pytest.raises(ArgumentError, match="has no text"):
        sim.scene_text(scene)
