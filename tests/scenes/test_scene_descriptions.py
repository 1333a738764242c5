"""Numbers in the description of a shipped scene are those that the scene has: of what is counted, and of what has a mass."""

from __future__ import annotations

import re

import pytest

from tests.cases import loop_over
from tests.scenes.runs import recording_of
from torseur import sim
from torseur.sim.multibody.model.model import JointKind
from torseur.sim.multibody.model.shapes import Box, Sphere

WORDS = {"two": 2, "three": 3, "four": 4, "ten": 10, "twelve": 12, "twenty": 20, "forty": 40}
NUMBER = rf"\b(\d+|{'|'.join(WORDS)})"
SHAPES = {"balls": Sphere, "cubes": Box, "planks": Box, "dominoes": Box}


def said(text: str, noun: str) -> list[int]:
    """The numbers before a noun, with up to three words between: 24 flat planks, ten 1 kg cubes."""
    found = re.findall(rf"{NUMBER} (?:[\w.]+ ){{0,3}}{noun}\b", text.lower())
    return [WORDS.get(number) or int(number) for number in found]


def counts(scene: sim.Scene) -> dict[str, int]:
    """How many a scene has of what descriptions count, contacts apart."""
    shapes = [shape.shape for body in scene.model.bodies for shape in body.collisions]
    moving = [joint for joint in scene.model.joints if joint.kind not in (JointKind.FIXED, JointKind.FREE_FLYER)]
    return {
        **{noun: sum(isinstance(shape, kind) for shape in shapes) for noun, kind in SHAPES.items()},
        "joints": len(moving),
        "degrees of freedom": scene.model.nv,
    }


@loop_over("name", sim.scene_names())
@pytest.mark.slow
def test_a_scene_has_as_many_as_its_description_says(name):
    scene = sim.load_scene(name)
    for noun, count in counts(scene).items():
        assert set(said(scene.description, noun)) <= {count}, noun


@loop_over("name", sim.scene_names())
@pytest.mark.slow
def test_a_scene_has_bodies_of_the_masses_in_its_description(name):
    scene = sim.load_scene(name)
    masses = {body.mass for body in scene.model.bodies}
    assert {float(mass) for mass in re.findall(r"([\d.]+) kg\b", scene.description)} <= masses


@pytest.mark.parametrize("name", [name for name in sim.scene_names() if said(sim.load_scene(name).description, "contacts")])
def test_a_scene_rests_on_as_many_contacts_as_its_description_says(name):
    recording = recording_of(name)
    assert said(recording.scene.description, "contacts") == [len(recording.contacts(-1))]


@pytest.mark.slow
def test_numbers_are_found_in_descriptions():
    """Else the tests above would pass for want of numbers."""
    descriptions = {name: sim.load_scene(name).description for name in sim.scene_names()}
    nouns = (*SHAPES, "joints", "degrees of freedom", "contacts")
    counted = {name for name, text in descriptions.items() if any(said(text, noun) for noun in nouns)}
    assert counted >= {"balls_666", "box_stack", "domino", "humanoid_falls", "kapla_tower", "rolling", "quadruped_stand"}
