"""What can be plotted of a recording is all there, has a unit, and is what the recording's dynamics say."""

from __future__ import annotations

import numpy as np
import pytest

from torseur import sim
from torseur.app.panels.signals.signal_choices import signal_choices, tree_entries
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Joint, JointKind


@pytest.fixture(scope="module")
def recording():
    return sim.simulate(sim.load_scene("arm_pushes_table"), 0.05)


def test_every_quantity_of_an_arm_can_be_read(recording):
    model, found = recording.scene.model, sim.recording_dynamics(recording)
    choices = signal_choices(model)
    assert len({choice.key for choice in choices}) == len(choices)
    for choice in choices:
        if choice.read is not None:
            assert choice.read(recording, found).shape == (len(recording),), choice.key
    assert len({(choice.full_name, choice.unit) for choice in choices}) == len(choices), "a file has a column for each"
    by_key = {choice.key: choice for choice in choices}
    np.testing.assert_array_equal(by_key["needed/elbow"].read(recording, found), found.needed[:, 2])
    assert by_key["a/elbow"].unit == "rad/s²"
    assert by_key["tau/elbow"].full_name == "τₘ recorded elbow"
    assert sum(choice.read is None for choice in choices) == model.nv * (model.nv + 1) // 2


def test_numbers_of_joints_that_slide_turn_or_do_both_have_their_units():
    kinds = (JointKind.PRISMATIC, JointKind.REVOLUTE, JointKind.PLANAR, JointKind.SPHERICAL, JointKind.FREE_FLYER)
    bodies = [Body(kind.value, 1.0, np.zeros(3), np.eye(3)) for kind in kinds]
    model = build_model("all", bodies, [Joint(f"j_{kind.value}", kind, None, kind.value) for kind in kinds])
    units = {choice.key: choice.unit for choice in signal_choices(model)}
    assert units["tau/j_prismatic"] == "N"
    assert units["tau/j_planar vx"] == "N"
    assert units["tau/j_planar ωz"] == units["tau/j_spherical ωx"] == "N m"
    assert units["a/j_free_flyer vx"] == "m/s²"
    assert units["q/j_spherical qw"] == "1"
    assert (units["H/0,0"], units["H/1,0"], units["H/1,1"]) == ("kg", "kg m", "kg m²")


def test_large_models_have_the_diagonal_of_the_mass_matrix_alone():
    model = sim.load_scene("balls_666").model
    keys = [choice.key for choice in signal_choices(model) if choice.read is None]
    assert len(keys) == model.nv


def test_the_tree_has_each_group_once_and_its_quantities_below(recording):
    choices = signal_choices(recording.scene.model)
    rows = tree_entries(choices, lambda unit: (unit, 1.0))
    groups = [row.key for row in rows if row.is_group]
    assert len(groups) == len(set(groups))
    assert len(rows) - len(groups) == len(choices)
    for before, row in zip(rows, rows[1:], strict=False):
        assert row.depth <= before.depth + before.is_group


def test_forces_and_impulses_of_contacts_are_signals_each_in_its_unit():
    recording = sim.simulate(sim.load_scene("bouncing_ball"), 2.0)
    found = sim.recording_dynamics(recording)
    by_key = {choice.key: choice for choice in signal_choices(recording.scene.model)}
    force, impulse = by_key["solve/normal force"], by_key["solve/impulse of impacts"]
    assert (force.unit, impulse.unit) == ("N", "N s")
    struck = impulse.read(recording, found) > 0.0
    assert struck.any()
    assert np.isnan(force.read(recording, found)[struck]).all()
    assert force.read(recording, found)[-1] == pytest.approx(9.81, rel=1e-6)
