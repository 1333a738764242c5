"""Names where room is short: what tells one from another stays."""

from __future__ import annotations

import pytest

from torseur import sim
from torseur.app.drawing.contact.contact_labels import PairNames
from torseur.app.panels.contact_rows import contact_rows
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
    rows = contact_rows(recording.contacts(len(recording) - 1), recording.scene.model.body_names)
    assert rows
    assert all(text_width(row.pair, SMALL) <= PAIR for row in rows)
    assert len({row.pair for row in rows}) == len({row.bodies for row in rows})


def test_two_pairs_of_one_body_have_the_names_of_both():
    names = PairNames(("floor", "wall", "rod", "ball"), (True, True, False, False))
    assert names.of_all([(0, 2), (0, 3)]) == ["rod", "ball"]
    assert names.of_all([(0, 2), (1, 2), (2, 3)]) == ["floor · rod", "wall · rod", "rod · ball"]


def test_the_body_that_moves_is_known_where_the_other_is_fixed():
    recording = sim.simulate(sim.load_scene("domino"), 0.6)
    model = recording.scene.model
    fixed = PairNames.of_model(model).fixed
    rows = contact_rows(recording.contacts(len(recording) - 1), model.body_names, fixed=fixed)
    assert {row.mover for row in rows if "ground" in row.bodies} <= set(model.body_names) - {"ground"}
    assert {row.mover for row in rows if "ground" not in row.bodies} <= {""}
    assert rows
