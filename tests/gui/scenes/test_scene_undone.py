"""A scene of a robot and a box, made by a newcomer: taken back edit by edit to where it began, done again and saved."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.gui.scenes.test_scene_editing import CONTROL, LEFT, SHIFT, drag, scenes, settle, start_of, type_into
from torseur import sim

__all__ = ["scenes"]


def press(window, hand, *modifiers):
    window.viewport.setFocus()
    for modifier in modifiers:
        QTest.keyClick(window.viewport, Qt.Key.Key_Z, modifier)
        settle(window, hand)


def headings_are_whole(form):
    """Whether no heading of the form is lower than its text, whatever stands below a line."""
    column = form.lines["name"].parentWidget().layout()
    widgets = [column.itemAt(k).widget() for k in range(column.count())]
    return all(widget.height() >= widget.sizeHint().height() for widget in widgets if not widget.isHidden())


def test_all_edits_of_a_new_scene_are_undone_one_after_another_and_done_again(scenes, hand, tmp_path, monkeypatch):
    window = scenes
    window.open("arm_6r")
    hand.rest()
    QTest.keyClick(window.viewport, Qt.Key.Key_G, SHIFT)
    hand.wait_until(lambda: window.session.document.kind == "scene")
    QTest.keyClick(window.viewport, Qt.Key.Key_2)  # the workspace Contact, with the scene
    hand.rest()
    session, panel = window.session, window.panels.scene
    form = panel.form
    texts = [session.document.scene.source]

    window.commands.run("add:box")
    settle(window, hand)
    texts.append(session.document.scene.source)
    QTest.mouseClick(form.handles, LEFT)
    window.viewport.fit()
    hand.rest()
    viewport, before = window.viewport, start_of(window, "box")
    tip = window.editing.selected_part.handles.gizmo.handle("x", viewport.view, viewport.size_in_units()).toPoint()
    drag(viewport, hand, tip, QPoint(40, 12))
    settle(window, hand)
    assert abs(start_of(window, "box") - before).max() > 0.01
    texts.append(session.document.scene.source)
    type_into(window, hand, "mass", "2.5")
    texts.append(session.document.scene.source)
    form.lines["material"].choice.chosen.emit("ice")
    settle(window, hand)
    assert form.refusal.startswith("No material named 'ice'")
    assert headings_are_whole(form)
    form.lines["material"].choice.chosen.emit("floor")
    settle(window, hand)
    texts.append(session.document.scene.source)
    assert len(set(texts)) == 5  # each edit is one, and what was refused is none

    for text in reversed(texts[:-1]):
        press(window, hand, CONTROL)
        assert session.document.scene.source == text
    assert [part.name for part in session.document.scene.parts] == ["ground", "arm_6r"]
    assert "box" not in panel.bodies.names
    for text in texts[1:]:
        press(window, hand, CONTROL | SHIFT)
        assert session.document.scene.source == text

    scene, path = session.document.scene, tmp_path / "mine.toml"
    monkeypatch.setattr(window.dialogs, "ask_place", lambda *_: str(path))
    QTest.keyClick(window.viewport, Qt.Key.Key_S, CONTROL)
    hand.rest()
    assert window.open(str(path))
    hand.rest()
    again = window.session.document.scene
    box = next(part for part in again.parts if part.name == "box").model.bodies[0]
    assert (box.mass, box.collisions[0].material) == (2.5, "floor")
    np.testing.assert_array_equal(again.initial.q, scene.initial.q)
    np.testing.assert_array_equal(sim.simulate(again, 0.02).q, sim.simulate(scene, 0.02).q)


def test_the_bodies_of_a_robot_are_listed_below_its_first_without_its_name(scenes, hand):
    window = scenes
    window.open("arm_6r")
    hand.rest()
    QTest.keyClick(window.viewport, Qt.Key.Key_G, SHIFT)
    hand.wait_until(lambda: window.session.document.kind == "scene")
    hand.rest()
    bodies = window.panels.scene.bodies
    read = [bodies.row_model.index(row, 0).data(Qt.ItemDataRole.DisplayRole) for row in range(len(bodies.names))]
    assert bodies.names[1:3] == ["arm_6r/base", "arm_6r/link1"]
    assert read[:3] == [bodies.names[0], "arm_6r/base", "link1"]
    assert "/" not in "".join(read[2:])
