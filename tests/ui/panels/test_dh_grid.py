"""The rows of a Denavit-Hartenberg table, as they are typed."""

from __future__ import annotations

from torseur.ui.panels.dh_table.dh_grid import DHGrid
from torseur.ui.panels.dh_table.values import DHRowValues, DHValues


def test_each_joint_has_its_sigma_beside_its_letter(qtbot):
    rows = tuple(DHRowValues(kind, kind, 0.0, 0.0, 0.0, 0.0, None, None) for kind in ("revolute", "prismatic", "fixed"))
    grid = DHGrid()
    qtbot.addWidget(grid)
    grid.show_values(DHValues("arm", "standard", "°", rows, (0.0,) * 6, (0.0,) * 6))
    assert [grid.fields[i, "kind"].currentText().split() for i in range(3)] == [["R", "0"], ["P", "1"], ["–"]]
    assert "σ̄ = 1 − σ" in grid.fields[0, "kind"].toolTip()
