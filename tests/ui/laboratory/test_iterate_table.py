"""The iterations of a search, a row each, are read, chosen and copied."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from torseur import robots, sim
from torseur.ui.laboratory.inverse_kinematics.iterations_section import MOST, IKIterationsSection
from torseur.ui.look.style import apply_style
from torseur.ui.look.theme import LIGHT


@pytest.fixture(scope="module")
def iterates():
    model = robots.load("arm_6r")
    target = sim.frame_pose(model, np.array([0.9, 0.8, -0.6, 0.4, 0.9, 0.3]), "tool")
    return sim.inverse_kinematics(model, target, "tool", np.full(6, 0.1), keep_iterates=True).iterates


@pytest.fixture
def section(qtbot, iterates):
    apply_style(QApplication.instance(), LIGHT)
    section = IKIterationsSection()
    qtbot.addWidget(section)
    section.resize(390, 500)
    section.show_iterates(iterates, tuple(f"q{k}" for k in range(1, 7)), 1e-6, len(iterates) - 1)
    section.show()
    return section


def test_each_iteration_has_its_distance_in_mm_and_its_angle_in_degrees(section, iterates):
    model = section.table.row_model
    assert model.rowCount() == len(iterates)
    distance = 1e3 * np.linalg.norm(iterates.error[0, :3])
    assert model.index(0, 0).data() == "0"
    assert float(model.index(0, 1).data()) == pytest.approx(distance, rel=1e-3)  # four digits
    assert model.headerData(1, Qt.Orientation.Horizontal) == "distance mm"
    assert model.index(0, 3).data() == "–"  # no step led to the start
    assert section.table.selected == len(iterates) - 1


def test_a_click_and_the_arrow_keys_choose_an_iteration_and_to_show_one_is_silent(section, iterates):
    chosen = []
    section.step_chosen.connect(chosen.append)
    section.show_step(0)
    assert chosen == []
    table = section.table
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.row_rect(2).center())
    section.show_step(2)
    QTest.keyClick(table, Qt.Key.Key_Up)
    assert chosen == [2, 1]


def test_a_long_search_scrolls_and_the_shown_iteration_is_in_sight(section, iterates):
    size = MOST + 20
    long = type(iterates)(*(np.resize(getattr(iterates, name), (size, *getattr(iterates, name).shape[1:]))
                            for name in iterates.__dataclass_fields__))  # fmt: skip
    section.show_iterates(long, ("",) * 6, 1e-6, size - 1)
    table = section.table
    assert table.verticalScrollBar().maximum() > 0
    assert table.viewport().rect().contains(table.row_rect(size - 1).center())
    section.show_step(0)
    assert table.viewport().rect().contains(table.row_rect(0).center())


def test_all_of_it_is_copied_as_numbers(section, iterates):
    head, *lines = section.table.to_copy().csv().splitlines()
    assert head == "distance [m],angle [rad],error [m],mu,q0,q1,q2,q3,q4,q5"
    assert len(lines) == len(iterates)
