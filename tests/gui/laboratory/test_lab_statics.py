"""The page on statics in the real window: forces drawn with the mouse, typed, dragged by the tip, removed; the check."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from torseur import sim
from torseur.app.documents.document import table_document
from torseur.app.laboratory.statics.statics_settings import StaticsSettings, loads_on
from torseur.app.panels.dh_table.table_edits import with_cell
from torseur.app.session.scene_edits import change_table
from torseur.ui.sheet.blocks import UserEvent
from torseur.ui.viewport.camera import Camera

LEFT = Qt.MouseButton.LeftButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def document():
    return "scara"


@pytest.fixture
def lab(window, hand):
    """The page on statics, of the SCARA as in the course, and the window."""
    window.use_workspace("laboratory")
    window.panels.laboratory.show_page("statics")
    window.bindings.joints.choose_pose("course")
    window.drawing.switches.switch("ellipsoids", False)
    hand.rest()
    window.viewport.set_camera(Camera())  # wherever another test looked from, a link may hide another
    window.viewport.fit()
    hand.rest()
    page = window.pages.laboratory.page("statics")
    page.bring_back(StaticsSettings())  # whatever the course has chosen in the same window
    yield window, page
    window.use_workspace("kinematics")


def pixel(window, point):
    x, y, _ = window.viewport.camera.project(np.array([point], dtype=float), window.viewport.size_in_units())[0]
    return QPoint(round(x), round(y))


def on_body(window, name):
    """A pixel on which the body is seen."""
    from torseur.ui.viewport.interaction.picking import pick

    view, size = window.viewport.view, window.viewport.size_in_units()
    at = view.model.body_names.index(name)
    center = (view.poses[at] @ np.append(view.mesh.centers[at], 1.0))[:3]
    start = pixel(window, center)
    for dx, dy in [(0, 0)] + [(r * i, r * j) for r in range(2, 40, 2) for i in (-1, 0, 1) for j in (-1, 0, 1)]:
        hit = pick(view, start.x() + dx, start.y() + dy, size)
        if hit is not None and hit.body == at:
            return start + QPoint(dx, dy)
    raise AssertionError(f"{name} is not seen")


def move(viewport, position, keys=NONE):
    where = QPointF(viewport.mapToGlobal(position))
    QApplication.sendEvent(viewport, QMouseEvent(QEvent.Type.MouseMove, QPointF(position), where, LEFT, LEFT, keys))


def drag(window, start, end, keys=NONE):
    QTest.mousePress(window.viewport, LEFT, keys, start)
    move(window.viewport, (start + end) / 2, keys)
    move(window.viewport, end, keys)
    QTest.mouseRelease(window.viewport, LEFT, keys, end)


def click(widget):
    QTest.mouseClick(widget, LEFT, pos=widget.rect().center())


def typed(field, text):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def loads_of(page):
    return loads_on(page.seen(), page.settings).loads


def texts(table):
    model = table.row_model
    return [tuple(model.index(row, at).data() for at in range(model.columnCount())) for row in range(model.rowCount())]


def force_arrows(window):
    return [arrow for arrow in window.drawing.picture.overlays.arrows if arrow.label.startswith("F")]


def test_a_force_is_drawn_on_a_link_its_tip_dragged_and_it_is_removed(lab, hand):
    window, page = lab
    camera = window.viewport.camera
    window.viewport.setFocus()
    QTest.keyClick(window.viewport, Qt.Key.Key_N)
    assert page.tools.shown["load"].armed
    assert page.widget.part("draw_force").isChecked()
    assert "Shift" in window.viewport.view.hint
    start = on_body(window, "scara/link2")
    drag(window, start, start + QPoint(60, 40))
    (load,) = loads_of(page)
    assert load.body == "scara/link2"
    assert not page.widget.part("draw_force").isChecked()
    assert window.viewport.view.hint == ""
    assert window.viewport.camera == camera
    place = load.place(window.session.model, window.session.q)
    assert (pixel(window, place) - start).manhattanLength() <= 1
    (arrow,) = force_arrows(window)
    tip = arrow.tail + arrow.vector
    assert (pixel(window, tip) - (start + QPoint(60, 40))).manhattanLength() <= 2
    expected = sim.static_torques(window.session.model, window.session.q, [load])
    rows = texts(page.widget.part("table.rows"))
    assert [row[0] for row in rows] == ["shoulder N·m", "elbow N·m", "quill N"]
    np.testing.assert_allclose(page.questions.known("statics").torque, expected.torque)
    first = float(rows[0][3].replace("−", "-"))
    assert first == pytest.approx(expected.torque[0], rel=1e-3, abs=1e-3)

    before = load.force.copy()
    drag(window, pixel(window, tip), pixel(window, tip) + QPoint(-30, 50))
    (load,) = loads_of(page)
    assert np.linalg.norm(load.force - before) > 0.1 * np.linalg.norm(before)
    window.commands.run("undo")
    np.testing.assert_allclose(loads_of(page)[0].force, before)
    QTest.keyClick(page.widget.part("list"), Qt.Key.Key_Delete)
    assert loads_of(page) == ()
    assert force_arrows(window) == []
    window.commands.run("undo")
    assert len(loads_of(page)) == 1
    window.commands.run("undo")
    assert loads_of(page) == ()


def test_escape_while_drawing_leaves_nothing(lab, hand):
    window, page = lab
    click(page.widget.part("draw_force"))
    start = on_body(window, "scara/link1")
    QTest.mousePress(window.viewport, LEFT, NONE, start)
    move(window.viewport, start + QPoint(40, 0))
    assert len(loads_of(page)) == 1
    QTest.keyClick(window.viewport, Qt.Key.Key_Escape)
    assert loads_of(page) == ()
    QTest.mouseRelease(window.viewport, LEFT, NONE, start)
    assert loads_of(page) == ()
    assert not window.session.undo_stack.canUndo() or "load" not in window.session.undo_stack.undoText().lower()


def test_with_shift_a_moment_is_drawn_along_an_axis(lab, hand):
    window, page = lab
    window.viewport.set_view("iso")
    click(page.widget.part("draw_moment"))
    start = on_body(window, "scara/link2")
    drag(window, start, start + QPoint(0, -60), SHIFT)
    (load,) = loads_of(page)
    assert not load.force.any()
    assert load.moment[2] > 0.0
    np.testing.assert_allclose(load.moment[:2], 0.0, atol=1e-12)
    assert any(arrow.kind == "double" for arrow in window.drawing.picture.overlays.arrows)
    names = [row.name for row in window.drawing.picture.legend]
    assert names[:2] == ["Load", "Moment"]


def test_another_page_or_workspace_takes_arrows_and_tool_away(lab, hand):
    window, page = lab
    click(page.widget.part("add"))
    click(page.widget.part("draw_force"))
    assert force_arrows(window)
    window.use_workspace("kinematics")
    hand.rest()
    assert force_arrows(window) == []
    assert page.tools.shown == {}
    assert window.viewport.view.hint == ""
    window.use_workspace("laboratory")
    hand.rest()
    assert force_arrows(window)
    assert window.open("planar_2r")
    assert loads_of(page) == ()


def test_what_is_typed_stays_while_parameters_of_the_robot_change_and_where_its_file_is_read_again(lab, hand):
    window, page = lab
    session, laboratory = window.session, window.panels.laboratory
    typed_into = {
        "statics": lambda page: page.widget.part("work.amounts").rows[0].field,
        "svd": lambda page: page.widget.view("repeatability.steps").fields[0],
        "jacobian": lambda page: page.widget.part("displacement.amounts").rows[0].field,
        "velocities": lambda page: page.widget.part("rates").rows[0].field,
    }

    def shown(key):
        laboratory.show_page(key)
        hand.rest()
        return window.pages.laboratory.page(key)

    shown("statics").widget.show_section("work")
    shown("svd").widget.show_section("repeatability")
    for key, field in typed_into.items():
        typed(field(shown(key)), "3")
    kept = {}
    for height, (key, field) in enumerate(typed_into.items(), 1):
        page, document = shown(key), session.document
        higher = with_cell(document.table, 0, "d", 0.1 * height, "rad")
        change_table(session, table_document(higher, document.name, document.reference), "Lift")
        hand.rest()
        kept[key] = float(field(page).text())
    session.undo_stack.setIndex(0)  # the table is that of its file: nobody is asked to save it
    assert kept == dict.fromkeys(typed_into, 3.0)
    model = session.model
    window.viewport.setFocus()
    QTest.keyClick(window.viewport, Qt.Key.Key_F5)
    hand.wait_until(lambda: session.model is not model)
    assert {key: float(field(shown(key)).text()) for key, field in typed_into.items()} == kept
    assert window.open("planar_2r")
    window.use_workspace("laboratory")
    for key, field in typed_into.items():
        assert float(field(shown(key)).text()) != 3.0, f"{key}: another robot"
    shown("statics").take(UserEvent("work", "folded", False))
    shown("svd").take(UserEvent("repeatability", "folded", False))
