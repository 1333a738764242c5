"""Sections of the page Several contacts, each given values by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from torseur.sim.contact.analysis.several.values import ContactDirection, JointEquation, RegularisedForces
from torseur.ui.laboratory.contact.several.direction_section import DirectionSection
from torseur.ui.laboratory.contact.several.joint_force_section import JointForceSection
from torseur.ui.laboratory.contact.several.linked_matrices import LinkedMatrices
from torseur.ui.laboratory.contact.several.page import SeveralPage
from torseur.ui.laboratory.contact.several.regularisation_section import RegularisationSection
from torseur.ui.laboratory.contact.several.shift_slider import ShiftSlider
from torseur.ui.laboratory.contact.several.values import DirectionView, SeveralContacts, ShiftRow
from torseur.ui.laboratory.dynamics.values import Coordinate


def contacts(n, joints=3, moving=None):
    of = tuple(Coordinate(f"q_{k + 1}", f"joint {k}", f"arm/joint_{k}", True) for k in range(joints))
    T = np.zeros((joints, n))
    T[0] = np.arange(1, n + 1)
    zeros = np.zeros(n)
    return SeveralContacts(
        names=tuple(f"c_{k + 1}" for k in range(n)), bodies=(("table", "arm/hand"),) * n, coordinates=of,
        moving=tuple(range(joints)) if moving is None else moving, M=T.T @ T, H=np.eye(joints), T=T,
        d=zeros - 1.0, product=zeros + 1.0, tangential=zeros, rate=zeros, force=np.ones((n, 3)), impulses=False,
    )  # fmt: skip


def direction(joints, moved):
    J = np.zeros((6, joints))
    J[2, moved] = 0.5
    return ContactDirection(
        "arm/hand", "table", np.zeros(3), np.array([0.0, 0.0, 1.0, 0.0, 0.0, 0.0]), J, np.zeros((6, joints))
    )


@pytest.fixture
def matrices(qtbot):
    section = LinkedMatrices()
    qtbot.addWidget(section)
    return section


def test_a_selection_of_a_problem_before_is_dropped_where_fewer_contacts_touch(matrices):
    four = contacts(4)
    matrices.show_contacts(four, four.force)
    matrices.show_selected(3, 2)
    assert matrices.facts.texts == ("1 N at c4 changes ζ̇ of c3 by 12.00 m/s²",)
    one = contacts(1)
    matrices.show_contacts(one, one.force)
    assert matrices.table.values.shape == (1, 1)
    assert matrices.facts.isHidden()


def test_a_cell_of_M_gives_both_contacts_and_one_of_T_its_own(matrices):
    chosen = []
    matrices.cell_chosen.connect(lambda i, j: chosen.append((i, j)))
    view = contacts(3)
    matrices.show_contacts(view, view.force)
    matrices.table.cell_clicked.emit(0, 2)
    matrices.which.button("T").click()
    matrices.table.cell_clicked.emit(1, 2)
    matrices.which.button("H").click()
    matrices.table.cell_clicked.emit(1, 2)
    assert chosen == [(0, 2), (-1, 2)]


def test_of_very_many_joints_the_tables_have_those_that_the_contacts_move(matrices):
    view = contacts(2, joints=40, moving=(0,))
    matrices.show_contacts(view, view.force)
    matrices.which.button("T").click()
    assert matrices.table.values.tolist() == [[1.0, 2.0]]


def test_columns_of_joints_that_do_not_move_the_contact_are_greyed_or_of_very_many_left_out(qtbot):
    section = DirectionSection()
    qtbot.addWidget(section)
    few = DirectionView("c_1", direction(4, 2), "P", 0.0, 0.0)
    section.show_direction(few, contacts(1, joints=4).coordinates, 2)
    assert section.table.zero_columns == [0, 1, 3]
    assert section.table.values[-1].tolist() == [0.0, 0.0, 0.5, 0.0]
    assert "table (p) stands still" in section.line.text
    chosen = []
    section.joint_chosen.connect(chosen.append)
    section.show_direction(DirectionView("c_1", direction(40, 7), "P", 0.0, 0.0), contacts(1, joints=40).coordinates, 7)
    assert section.table.values.shape == (7, 1)
    section.table.cell_clicked.emit(0, 0)
    assert chosen == [7]


def test_a_slider_that_steps_stays_between_its_ends_and_one_without_room_is_still(qtbot):
    slider = ShiftSlider()
    qtbot.addWidget(slider)
    moved = []
    slider.moved.connect(moved.append)
    slider.show_shift(ShiftRow("z₁", 1.9, -1.0, 2.0, "From −1 N to 2 N."), "N")
    slider.slider.stepped.emit(0.5)
    slider.slider.reset.emit()
    assert moved == [2.0, 0.0]
    slider.show_shift(ShiftRow("z₁", 0.0, 0.0, 0.0, "Not possible: c₂ leaves."), "N")
    assert not slider.slider.isEnabled()


def test_where_no_bound_is_known_none_is_shown(qtbot):
    section = RegularisationSection()
    qtbot.addWidget(section)
    forces = np.ones((2, 3))
    nan = float("nan")
    section.show_forces(
        contacts(2), RegularisedForces(1e-4, forces, forces, forces, 2e-4, 1e-4, 0.0, nan, nan, 3e-4, nan, 5e-4)
    )
    told = " ".join(section.facts.texts)
    assert "1.0e-4, bound 2.0e-4" in told
    assert "5.0e-4, no bound is known" in told


def test_the_rows_of_a_free_body_say_along_which_axes_they_are(qtbot):
    section = JointForceSection()
    qtbot.addWidget(section)
    view, zeros = contacts(1), np.zeros(3)
    equation = JointEquation(*(zeros,) * 8, np.zeros((1, 3)))
    section.show_equation(equation, zeros, view, "")
    assert "axes" not in section.note.text
    free = tuple(Coordinate(f"v_{axis}", f"brick v{axis}", f"brick v_{axis}", False) for axis in "xyz")
    section.show_equation(equation, zeros, replace(view, coordinates=free), "")
    assert section.note.text.endswith("v and ω of a free body are along the body's own axes.")


def test_sections_lie_below_each_other_as_soon_as_there_are_more_contacts(qtbot):
    page = SeveralPage()
    qtbot.addWidget(page)
    page.resize(400, 2000)
    with qtbot.waitExposed(page):
        page.show()
    for n in (1, 8):
        view = contacts(n)
        page.show_contacts(view, view.force)
        page.lay_out()
    assert page.forces.geometry().bottom() < page.matrices.geometry().top()
    assert page.forces.table.geometry().bottom() <= page.forces.height()
    assert page.matrices.table.height() <= page.matrices.height()
