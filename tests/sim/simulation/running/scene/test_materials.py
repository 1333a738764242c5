"""Materials changed by hand: only friction and restitution of their shapes change, and a recording remembers them."""

import numpy as np
import pytest

from torseur import sim
from torseur.sim.errors import ArgumentError, UnknownNameError
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
