"""A matrix that scrolls writes the cells in sight alone, tells each in full, and brings a chosen block into sight."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest

from torseur.ui.displays.heat_table.scrolling_matrix import ScrollingMatrix
from torseur.ui.look.math_notation import written

N = 600
FEW = 60  # also more than are in sight; Qt's own checks of a model look at every cell
TOOLTIP = Qt.ItemDataRole.ToolTipRole


@pytest.fixture
def matrix(qtbot, request):
    count = getattr(request, "param", N)
    table = ScrollingMatrix("M")
    qtbot.addWidget(table)
    values = np.diag(np.arange(1.0, count + 1.0))
    values[2, 5] = -1.0 / 3.0
    names = [f"c_{{{k}}}" for k in range(1, count + 1)]
    table.show_matrix(values, names, names, lambda i, j: "kg" if i == j else "kg·m")
    table.resize(400, 340)
    with qtbot.waitExposed(table):
        table.show()
    return table


class Watched(np.ndarray):
    """Numbers that know which of them were asked for."""

    asked: set

    def __getitem__(self, at):
        self.asked.add(at)
        return super().__getitem__(at)


def test_only_cells_in_sight_are_written(qtbot, matrix):
    values = np.eye(N).view(Watched)
    values.asked = set()
    names = [str(k) for k in range(N)]
    matrix.show_matrix(values, names, names, lambda i, j: "kg")
    matrix.show_selected(range(300, 301), range(300, 301))
    qtbot.waitUntil(lambda: (300, 300) in values.asked)
    assert len(values.asked) < 1000


def test_a_cell_has_three_digits_and_all_of_them_in_its_tip(matrix):
    model = matrix.model()
    assert [model.index(2, j).data() for j in (2, 5, 7)] == ["3.00", "−0.333", "0"]
    assert model.index(2, 5).data(TOOLTIP) == "c3 · c6\n−0.3333333333 kg·m"
    assert model.headerData(1, Qt.Orientation.Horizontal) == "c₂"


def test_a_click_tells_its_cell_and_what_the_program_chooses_tells_none(qtbot, matrix):
    told = []
    matrix.cell_clicked.connect(lambda i, j: told.append((i, j)))
    matrix.show_selected(range(590, 593), range(590, 593))
    rect = matrix.visualRect(matrix.model().index(591, 591))
    assert matrix.viewport().rect().contains(rect)
    assert {at.row() for at in matrix.selectedIndexes()} == {590, 591, 592}
    assert told == []
    QTest.mouseClick(matrix.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert told == [(591, 591)]


def test_all_of_it_is_copied(matrix):
    text = matrix.array_text()
    assert text.values.shape == (N, N)
    assert text.csv().splitlines()[3].startswith("c_3,0.0,0.0,3.0,0.0,0.0,-0.3333333333333333")


@pytest.mark.parametrize("matrix", [FEW], indirect=True)
@pytest.mark.parametrize("shape", [(FEW, FEW), (FEW + 3, FEW - 2), (FEW - 5, FEW + 1), (2, 2), (0, 0), (4, 7)])
def test_another_matrix_takes_the_place_of_one_and_what_is_in_sight_stays(matrix, shape):
    QAbstractItemModelTester(matrix.model(), QAbstractItemModelTester.FailureReportingMode.Fatal)
    matrix.show_selected(range(50, 51), range(50, 51))
    at = matrix.verticalScrollBar().value(), matrix.horizontalScrollBar().value()
    m, n = shape
    values = np.arange(float(m * n)).reshape(shape)
    labels = [f"r_{i}" for i in range(m)], [f"k_{j}" for j in range(n)]
    matrix.show_matrix(values, *labels, lambda i, j: "kg")
    model = matrix.model()
    assert (model.rowCount(), model.columnCount()) == shape
    assert matrix.verticalHeader().count() == m
    assert matrix.horizontalHeader().count() == n
    if m and n:
        assert model.index(m - 1, n - 1).data(TOOLTIP) == f"r{m - 1} · k{n - 1}\n{m * n - 1} kg"
        assert model.headerData(n - 1, Qt.Orientation.Horizontal) == written(f"k_{n - 1}")
    assert at[0] > 0
    if shape == (FEW, FEW):
        assert (matrix.verticalScrollBar().value(), matrix.horizontalScrollBar().value()) == at


def test_its_heads_are_as_large_as_their_longest_label_wants(matrix):
    side = matrix.verticalHeader()
    before = side.sizeHint().width()
    names = [f"c_{k}" for k in range(N - 1)] + ["c_{12345678}"]
    matrix.show_matrix(np.eye(N), names, names, lambda i, j: "kg")
    assert side.sizeHint().width() == side.sectionSizeFromContents(N - 1).width() > before
