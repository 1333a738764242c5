"""Every table, matrix and formula of the window is copied by clicks as LaTeX, CSV and NumPy, and read back."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from torseur.ui.controls.buttons.copy_button import CopyButton
from torseur.ui.text.array_text import FORMS

LEFT, CONTROL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


def copied(button: CopyButton, form: str, hand) -> str:
    """Click the button, then the line of its menu."""
    assert button.isVisible()
    QGuiApplication.clipboard().clear()
    QTest.mouseClick(button, LEFT)
    hand.wait_until(button.forms.isVisible)
    action = button.forms.actions()[list(FORMS).index(form)]
    QTest.mouseClick(button.forms, LEFT, pos=button.forms.actionGeometry(action).center())
    hand.wait_until(lambda: not button.forms.isVisible())
    return QGuiApplication.clipboard().text()


def holds(button: CopyButton, expected: np.ndarray, hand) -> None:
    """All three forms say these numbers, to the last digit."""
    expected = np.asarray(expected, dtype=np.float64)
    np.testing.assert_array_equal(eval(copied(button, "numpy", hand), {"np": np}), expected)
    table = expected[:, None] if expected.ndim == 1 else expected
    rows = list(csv.reader(io.StringIO(copied(button, "csv", hand))))
    found = np.array([[float(x) for x in row[-table.shape[1] :]] for row in rows[-len(table) :]])
    np.testing.assert_array_equal(found, table)
    latex = copied(button, "latex", hand)
    lines = latex.strip().splitlines()
    assert (lines[0], lines[-1]) == (r"\begin{bmatrix}", r"\end{bmatrix}")
    assert [line.count("&") for line in lines[1:-1]] == [table.shape[1] - 1] * len(table)
    assert latex.count("{") == latex.count("}")
    entries = [cell.strip() for line in lines[1:-1] for cell in line.removesuffix(r"\\").split("&")]
    plain = [cell.replace(r" \cdot 10^{", "e").replace("}", "") for cell in entries]
    numbers = [float({r"\infty": "inf", r"-\infty": "-inf", r"\text{nan": "nan"}.get(cell, cell)) for cell in plain]
    np.testing.assert_array_equal(np.reshape(numbers, table.shape), table)


def test_what_the_kinematics_inspector_shows(window, hand):
    view, report = window.panels.kinematics.view, window.drawing.analysis.report
    holds(view("pose").copy_button, report.pose, hand)
    holds(view("jacobian").copy_button, report.J, hand)
    holds(view("singular").copy_button, report.sigma, hand)
    velocity, force = report.velocity, report.force
    semi_axes = [np.column_stack([one.lengths, one.axes.T]) for one in (velocity, force)]
    holds(view("ellipsoids").copy_button, np.vstack(semi_axes), hand)


@pytest.fixture
def at_rest(window, hand):
    """A brick that lies on the floor."""
    assert window.open("falling_brick")
    window.use_workspace("contact")
    window.session.playback.play()
    hand.wait_until(lambda: window.session.playback.time > 1.5)
    window.session.playback.pause()
    hand.rest()
    return window.pages.contact.page("inspector")


def test_what_the_contact_inspector_shows(window, at_rest, hand):
    hand.wait_until(lambda: not at_rest.is_busy and at_rest.sheet.block("contacts.table").rows.bounds)
    rows, head = at_rest.sheet.block("contacts.table").rows, lambda key: at_rest.widget.view(key).copy_button
    assert len(rows) == 4
    contacts, bounds = rows.contacts, np.array([rows.bounds[i] for i in range(4)]).reshape(4, 6)
    table = np.column_stack([contacts.gap, rows.speed, rows.normal, rows.friction, contacts.friction, bounds])
    holds(head("contacts"), table, hand)
    problem = at_rest.questions.known("problem")
    for key in ("M", "W", "H", "T"):
        QTest.mouseClick(at_rest.widget.part("matrix.which").button(key), LEFT)
        hand.rest()
        holds(head("matrix"), getattr(problem.problem, key), hand)
    terms = (problem.rate, problem.rate - problem.drift, problem.drift, problem.force)
    holds(head("equation"), np.column_stack([term.ravel() for term in terms]), hand)


def test_the_table_of_a_robot_and_its_formulas(window, hand):
    assert window.open("scara")
    window.use_workspace("table")
    hand.rest()
    editor = window.panels.table
    holds(editor.copy, [[0, 0.5, 0.5, 0], [0, 0, 1, 180], [0, 0, 0, 0]], hand)
    holds(editor.copy_places, np.zeros((2, 6)), hand)
    hand.wait_until(editor.formulas.copy_csv.isEnabled, 120.0)
    QTest.mouseClick(editor.formulas.copy_csv, LEFT)
    rows = list(csv.reader(io.StringIO(QGuiApplication.clipboard().text())))
    assert [len(row) for row in rows] == [4] * 4 + [0] + [3] * 6
    assert rows[5][2] == "0"
    QTest.mouseClick(editor.formulas.copy_numpy, LEFT)
    names: dict[str, object] = {}
    exec(QGuiApplication.clipboard().text(), names)
    J = np.asarray(names["J"](np.pi / 4, np.pi / 4, 0.1), dtype=float)
    np.testing.assert_allclose(J[:2, :2], [[-1.353553, -1], [0.353553, 0]], atol=1e-6)
    QTest.mouseClick(editor.formulas.copy_latex, LEFT)
    text = QGuiApplication.clipboard().text()
    assert text.count("{") == text.count("}")
    assert text.count(r"\begin") == text.count(r"\end") > 0
