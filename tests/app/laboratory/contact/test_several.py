"""The page Several contacts without a window: what is pressed, forces that are moved, and which of many contacts are shown."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.app.laboratory.contact.seen_instant import seen_at
from torseur import sim
from torseur.app.laboratory.contact.several.contact_tables import matrices_section
from torseur.app.laboratory.contact.several.direction_section import DirectionView, direction_section
from torseur.app.laboratory.contact.several.joint_section import joint_equation_section
from torseur.app.laboratory.contact.several.page import Several, SeveralSettings
from torseur.app.laboratory.contact.several.regularisation_section import regularised_blocks
from torseur.app.laboratory.contact.several.several_contacts import SeveralContacts
from torseur.app.laboratory.motion.coordinates import Coordinate
from torseur.app.sheet.page import SelectContact
from torseur.app.sheet.questions import ImmediateQuestions
from torseur.sim.contact.analysis.several.values import ContactDirection, JointEquation, RegularisedForces
from torseur.ui.sheet.blocks import UserEvent

PAGE = Several()


@pytest.fixture(scope="module")
def brick():
    """It lies on its four corners."""
    return sim.simulate(sim.load_scene("falling_brick"), 0.5)


def contacts(n, joints=3, moving=None):
    of = tuple(Coordinate(f"q_{k + 1}", f"joint {k}", f"arm/joint_{k}", True) for k in range(joints))
    T = np.zeros((joints, n))
    T[0] = np.arange(1, n + 1)
    zeros = np.zeros(n)
    return SeveralContacts(
        names=tuple(f"c_{k + 1}" for k in range(n)),
        bodies=(("table", "arm/hand"),) * n,
        coordinates=of,
        moving=tuple(range(joints)) if moving is None else moving,
        M=T.T @ T,
        H=np.eye(joints),
        T=T,
        d=zeros - 1.0,
        product=zeros + 1.0,
        tangential=zeros,
        rate=zeros,
        force=np.ones((n, 3)),
        impulses=False,
    )


def direction(joints, moved):
    J = np.zeros((6, joints))
    J[2, moved] = 0.5
    n = np.array([0.0, 0.0, 1.0, 0.0, 0.0, 0.0])
    return DirectionView("c_1", ContactDirection("hand", "table", np.zeros(3), n, J, np.zeros((6, joints))), 0, 0, moved)


def pressed(seen, settings, path, value, kind="pressed", questions=None):
    return PAGE.reduce(settings, UserEvent(path, kind, value), seen, questions or ImmediateQuestions())


def test_what_is_pressed_in_any_table_selects_its_contact(brick):
    seen, settings, questions = seen_at(brick), SeveralSettings(), ImmediateQuestions()
    PAGE.sheet(seen, settings, questions)
    for path, value, kind, row in (
        ("forces.contacts", 1, "selected", 1),
        ("body.N", (0, 2), "pressed", 2),
        ("drift.parts", (3, 0), "pressed", 3),
        ("redundancy.vectors", (1, 2), "pressed", 0),
        ("redundancy.kernel.null", (0, 3), "pressed", 3),
    ):
        assert pressed(seen, settings, path, value, kind, questions) == (settings, SelectContact(row)), path
    assert pressed(seen, settings, "redundancy.vectors", (0, 2), questions=questions) == settings  # of σ
    of_H = replace(settings, matrix="H")
    assert pressed(seen, of_H, "matrices.matrix", (1, 2), questions=questions) == of_H
    both, effect = pressed(seen, settings, "matrices.matrix", (1, 2), questions=questions)
    assert effect == SelectContact(2)
    sheet = PAGE.sheet(replace(seen, contact=2), both, questions)
    assert sheet.block("matrix").selected == (1, 2)
    assert sheet.block("effect").facts[0][0].startswith("1 N at c_3 changes ζ̇ of c_2")
    assert sheet.block("contacts").selected == sheet.block("parts").selected[0] == 2
    assert sheet.block("direction").title.startswith("t_3 =")
    assert PAGE.sheet(replace(seen, contact=1), both, questions).block("matrix").selected == (1, 1)


def test_forces_are_moved_along_the_kernel_until_another_instant_is_shown(brick):
    seen, settings, questions = seen_at(brick), SeveralSettings(), ImmediateQuestions()
    slider = PAGE.sheet(seen, settings, questions).block("z0.along.slider")
    assert (slider.upper, slider.enabled) == (pytest.approx(6 * 9.81 / 4), True)
    settings = pressed(seen, settings, "redundancy.kernel.z0.along.slider", slider.upper, "moved", questions)
    sheet = PAGE.sheet(seen, settings, questions)
    assert sorted(row[-1].text for row in sheet.block("contacts").rows) == ["0", "0", "29.43", "29.43"]
    assert sheet.block("changes").facts[0][1:] == ("14.72", "N") or sheet.block("changes").facts[0][1] == "14.71"
    labels = [arrow.label for arrow in PAGE.layer(seen, settings, questions)[0].arrows]
    assert sum("29.43 N" in label for label in labels) == 2
    before = PAGE.sheet(seen_at(brick, -2), settings, questions)
    assert before.block("z0.along.slider").value == 0.0
    assert before.of == (brick, len(brick) - 2)
    back = pressed(seen, settings, "redundancy.kernel.put.back", None, questions=questions)
    assert not PAGE.sheet(seen, back, questions).block("back").enabled


def test_small_epsilons_lead_to_the_forces_of_least_norm_and_none_while_it_plays(brick):
    seen, questions = seen_at(brick), ImmediateQuestions()
    sheet = PAGE.sheet(seen, SeveralSettings(epsilon=1e-3), questions)
    rows = [[cell.value for cell in row] for row in sheet.block("limit.table").rows]
    assert [row[1] for row in rows] == sorted((row[1] for row in rows), reverse=True)
    assert all(row[2] <= row[3] for row in rows)
    assert any("1.5e-2, bound" in value for _, value, _ in sheet.block("regularisation.facts").facts)
    assert sheet.block("epsilon.along.slider").value == pytest.approx(7.0)  # powers of ten above the least
    playing = PAGE.sheet(replace(seen, playing=True), SeveralSettings(), questions)
    assert playing.block("regularisation.note").text == "Looked at while time stands still."
    solved = PAGE.sheet(seen, SeveralSettings(which="solved"), questions)
    assert solved.block("forces").title == "ζ = MΛ + d"
    assert [row[-1].value for row in solved.block("contacts").rows] == pytest.approx([6 * 9.81 / 4 * 1e-3] * 4)
    assert "told of the problem Accelerations" in solved.block("joints.note").text


def test_of_very_many_joints_the_tables_have_those_that_the_contacts_move():
    view = contacts(2, joints=40, moving=(0,))
    assert matrices_section(view, view.force, "T", 0, -1).blocks[0].values.tolist() == [[1.0, 2.0]]
    few = direction_section(direction(4, 2), contacts(1, joints=4), "P", "both")
    assert "table (p) stands still" in few.blocks[0].text
    assert few.blocks[2].values[-1].tolist() == [0.0, 0.0, 0.5, 0.0]
    assert few.blocks[2].pale_zeros
    many = direction_section(direction(40, 7), contacts(1, joints=40), "P", "both")
    assert (many.blocks[2].values.shape, many.caption) == ((7, 1), "1 of 40 joints")


def test_where_no_bound_is_known_none_is_shown():
    forces, nan = np.ones((2, 3)), float("nan")
    found = RegularisedForces(1e-4, forces, forces, forces, 2e-4, 1e-4, 0.0, nan, nan, 3e-4, nan, 5e-4)
    told = str(regularised_blocks(found, contacts(2))[1].facts)
    assert "1.0e-4, bound 2.0e-4" in told
    assert "5.0e-4, no bound is known" in told


def test_the_rows_of_a_free_body_say_along_which_axes_they_are():
    view, zeros = contacts(1), np.zeros(3)
    equation = JointEquation(*(zeros,) * 8, np.zeros((1, 3)))
    assert "axes" not in joint_equation_section(equation, zeros, view).blocks[0].text
    free = tuple(Coordinate(f"v_{axis}", f"brick v{axis}", f"brick v_{axis}", False) for axis in "xyz")
    note = joint_equation_section(equation, zeros, replace(view, coordinates=free)).blocks[0].text
    assert note.endswith("v and ω of a free body are along the body's own axes.")
