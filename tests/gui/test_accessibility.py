"""What a screen reader finds in the window: every control by its name, and the numbers that count."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from torseur import sim
from torseur.ui.text.number_text import parse_number

Role, Text, Key = QAccessible.Role, QAccessible.Text, Qt.Key
PAGES = ("jacobian", "velocities", "rotation", "svd", "singularities", "inverse_kinematics", "statics", "exercises")
DYNAMICS = ("state", "algorithm", "one_body", "equation", "balances")
SHOWN = 6e-4  # of a number written with four significant digits, at most 0.5 in 1000


def tree(interface):
    """An interface and all below it."""
    if interface is not None and interface.isValid():
        yield interface
        for k in range(interface.childCount()):
            yield from tree(interface.child(k))


def found(window, role, name):
    """The one that is seen of this role and name."""
    whole = tree(QAccessible.queryAccessibleInterface(window))
    (one,) = [one for one in whole if one.role() == role and one.text(Text.Name) == name and not one.state().invisible]
    return one


def takes_keys(widget):
    return isinstance(widget, QWidget) and widget.isVisible() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus


def nameless(window):
    """Whatever is seen, takes the keyboard, and has no name."""
    whole = tree(QAccessible.queryAccessibleInterface(window))
    return [one.object() for one in whole if takes_keys(one.object()) and not one.text(Text.Name).strip()]


def number(cell):
    """The number of a cell, without its unit."""
    return parse_number(cell.text(Text.Name).split()[0])


@pytest.fixture(scope="module", autouse=True)
def listening(shown_window):
    """As long as somebody listens, Qt tells what changes, and its own tables forget cells that are gone."""
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.fixture
def resting(window, hand):
    """A brick that has come to rest on the floor, its contacts shown."""
    assert window.open("falling_brick")
    QTest.keyClick(window.viewport, Key.Key_2)
    hand.simulate(window)
    hand.wait_until(lambda: window.pages.contact.page("inspector").widget.part("contacts.table").isVisible())
    return window


@pytest.mark.parametrize("scene", ["ur5", "welcome"])
def test_everything_that_takes_the_keyboard_has_a_name(window, hand, scene):
    assert window.open(scene)
    for key, workspace in ((Key.Key_1, "kinematics"), (Key.Key_3, "model"), (Key.Key_4, "table")):
        QTest.keyClick(window.viewport, key)
        hand.wait_until(lambda workspace=workspace: window.workspaces.current == workspace)
        assert nameless(window) == [], workspace


def test_a_page_that_is_presented_is_in_the_window_and_no_window_beside_it(window, hand):
    window.pages.navigation.show_page("jacobian")
    before = children_of_the_program()
    window.commands.run("presentation")
    try:
        hand.rest()
        page = window.pages.laboratory.page("jacobian").widget
        assert children_of_the_program() == before
        (one,) = [one for one in tree(QAccessible.queryAccessibleInterface(window)) if one.object() is page]
        while (above := one.parent()).object() is not window:
            one = above
    finally:
        window.commands.run("presentation")


def children_of_the_program():
    """What a screen reader has below it: windows, also those that a test before has left."""
    whole = QAccessible.queryAccessibleInterface(QApplication.instance())
    return [whole.child(k).object() for k in range(whole.childCount())]


def test_everything_beside_a_contact_has_a_name(resting):
    assert nameless(resting) == []


@pytest.mark.parametrize(("key", "panel", "pages"), [(Key.Key_5, "laboratory", PAGES), (Key.Key_6, "dynamics", DYNAMICS)])
def test_everything_on_a_page_of_the_laboratory_and_of_dynamics_has_a_name(window, hand, key, panel, pages):
    assert window.open("ur5")
    panel = getattr(window.panels, panel)
    QTest.keyClick(window.viewport, key)
    for page in pages:
        QTest.mouseClick(panel.strip.tab(page), Qt.MouseButton.LeftButton)
        hand.wait_until(lambda page=page: panel.page == page)
        assert nameless(window) == [], page
        tab = QAccessible.queryAccessibleInterface(panel.strip.tab(page))
        assert (tab.role(), tab.state().selected) == (Role.PageTab, 1), page


def test_the_first_row_of_the_jacobian_is_read_cell_by_cell(window, hand):
    assert window.open("ur5")
    QTest.keyClick(window.viewport, Key.Key_1)
    session = window.session
    hand.wait_until(lambda: window.panels.kinematics.part("jacobian.table").values.shape == (6, session.model.nv))
    J = sim.jacobian(session.model, session.q, session.frame)
    table = found(window, Role.Table, "Jacobian")
    assert table.childCount() == J.size
    cells = [table.child(k) for k in range(J.shape[1])]
    read = [number(cell) for cell in cells]
    assert read == pytest.approx(J[0], rel=SHOWN, abs=1e-12)
    assert [cell.text(Text.Description) for cell in cells] == [
        f"vx · q\u0307{k} {name}" for k, name in enumerate(session.model.joint_names, start=1)
    ]


def test_the_force_of_a_contact_is_read_from_its_row(resting):
    session = resting.session
    i = session.recording.index_at(session.playback.time)
    contacts = session.recording.contacts(i)
    table = found(resting, Role.Table, "Contacts")
    heads = [one.text(Text.Name) for one in tree(table) if one.role() == Role.ColumnHeader]
    cells = [one for one in tree(table) if one.role() == Role.Cell]
    rows = [cells[k : k + len(heads)] for k in range(0, len(cells), len(heads))]
    force = [number(row[heads.index("λn N")]) for row in rows]
    assert force == pytest.approx(np.einsum("ck,ck->c", contacts.force, contacts.normal), rel=SHOWN)
    assert sum(force) == pytest.approx(6.0 * 9.81, rel=SHOWN)  # they carry the brick


def test_time_and_a_joint_are_read_and_set_as_sliders(window, hand):
    session = window.session
    elbow = found(window, Role.Slider, "elbow, slider")
    place = session.model.joint_slices()["arm/elbow"][0]
    elbow.valueInterface().setCurrentValue(-30.0)
    hand.wait_until(lambda: session.q[place][0] == pytest.approx(np.radians(-30.0), rel=1e-9))
    assert elbow.text(Text.Value) == "−30.00°"
    assert session.undo_stack.count() == 1
    QTest.keyClick(window.viewport, Key.Key_Space)
    hand.wait_until(lambda: session.playback.reached > 0.2)
    QTest.keyClick(window.viewport, Key.Key_Space)
    time = found(window, Role.Slider, "Timeline")
    time.valueInterface().setCurrentValue(0.1)
    assert session.playback.time == pytest.approx(0.1, abs=session.settings.dt)
    assert time.text(Text.Value).startswith("0.100 s of ")


def test_the_view_says_what_it_shows(window):
    assert window.open("ur5")
    view = QAccessible.queryAccessibleInterface(window.viewport)
    assert view.role() == Role.Graphic
    assert view.text(Text.Name).startswith("3-D view, ur5")
    window.viewport.select("ur5/forearm_link")
    assert view.text(Text.Value) == "ur5/forearm_link is selected"
