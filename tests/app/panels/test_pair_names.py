"""Names where room is short: what tells one from another stays."""

from __future__ import annotations

import pytest

from torseur import sim
from torseur.app.drawing.contact.contact_labels import PairNames
from torseur.app.laboratory.contact.inspector.contact_table import ContactRows
from torseur.ui.look.paint_text import elided_name, text_width
from torseur.ui.look.style import SMALL

PAIR = 100.0  # [px] of the pair in the table of contacts, where its dock is as narrow as it starts


def test_a_name_is_cut_in_its_middle_as_left_and_right_stand_at_the_end(qapp):
    names = ["gripper/closing_finger_left", "gripper/closing_finger_right"]
    cut = [elided_name(name, PAIR, SMALL) for name in names]
    assert all("…" in name for name in cut)
    assert cut[0] != cut[1]
    assert elided_name("brick", PAIR, SMALL) == "brick"


@pytest.mark.parametrize("scene", ["gripper_holds_block", "arm_pushes_table"])
def test_pairs_of_bodies_are_told_apart_without_being_cut(qapp, scene):
    recording = sim.simulate(sim.load_scene(scene), 0.6)
    contacts = recording.contacts(-1)
    pairs = [pair.text for _, pair, *_ in ContactRows(contacts, recording.scene.model, {})]
    assert pairs
    assert all(text_width(pair, SMALL) <= PAIR for pair in pairs)
    assert len(set(pairs)) == len(set(zip(contacts.body_a.tolist(), contacts.body_b.tolist(), strict=True)))


def test_two_pairs_of_one_body_have_the_names_of_both():
    names = PairNames(("floor", "wall", "rod", "ball"), (True, True, False, False))
    assert names.of_all([(0, 2), (0, 3)]) == ["rod", "ball"]
    assert names.of_all([(0, 2), (1, 2), (2, 3)]) == ["floor · rod", "wall · rod", "rod · ball"]
