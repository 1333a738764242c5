"""The list of what was done to a scene: back to any of it at one click, and all the way to the file as it is."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.gui.scenes.test_scene_editing import CONTROL, LEFT, drag, scenes, settle, type_into
from torseur import sim
from torseur.app.session.scene_edits import change_material

__all__ = ["scenes"]


def click(view, hand, row):
    """Click a line of the list."""
    QTest.mouseClick(view.viewport(), LEFT, pos=view.visualRect(view.model().index(row, 0)).center())
    hand.rest()


def test_all_that_was_done_to_a_scene_is_taken_back_at_one_click_and_the_file_is_as_it_was(scenes, hand, tmp_path):
    window, path = scenes, tmp_path / "brick.toml"
    path.write_text("# by hand\n" + sim.load_scene("brick_on_corner").source + "\n# the end\n")
    written = path.read_bytes()
    assert window.open(str(path))
    window.use_workspace("contact")
    hand.rest()
    session, form = window.session, window.panels.scene.form
    opened, texts = session.q.copy(), [session.document.scene.source]
    window.panels.scene.add_menu.actions()[0].trigger()
    settle(window, hand)
    texts.append(session.document.scene.source)
    QTest.mouseClick(form.handles, LEFT)
    window.viewport.fit()
    hand.rest()
    gizmo, viewport = window.editing.selected_part.handles.gizmo, window.viewport
    drag(viewport, hand, gizmo.handle("x", viewport.view, viewport.size_in_units()).toPoint(), QPoint(40, 12))
    settle(window, hand)
    texts.append(session.document.scene.source)
    type_into(window, hand, "mass", "2.5")
    texts.append(session.document.scene.source)
    change_material(session, next(iter(session.document.scene.materials)), friction=0.123)
    window.panels.scene.bodies.picked.emit("brick")
    window.viewport.setFocus()
    QTest.keyClick(window.viewport, Qt.Key.Key_Delete)
    settle(window, hand)
    assert "brick" not in window.panels.scene.bodies.names
    assert window.editing.editor.unsaved

    window.commands.run("history")
    hand.rest()
    history, dock = window.panels.history, window.docks["history"]
    lines = [history.model().index(row, 0).data() for row in range(history.model().rowCount())]
    assert dock.isVisible()
    assert (lines[0], lines[1], len(lines)) == ("As it was opened", "Add box", 6)
    click(history, hand, 2)
    assert session.document.scene.source == texts[2]
    QTest.keyClick(history, Qt.Key.Key_Down)  # the arrows go through it
    hand.rest()
    assert session.document.scene.source == texts[3]
    click(history, hand, 0)
    assert session.document.scene.source.encode() == written == path.read_bytes()
    assert (session.q == opened).all()
    assert not window.editing.editor.unsaved
    assert not window.editing.editor.differs
    assert window.windowTitle() == "brick.toml – Torseur"
    assert not window.commands.actions["undo"].isEnabled()
    click(history, hand, len(lines) - 1)
    assert "brick" not in window.panels.scene.bodies.names
    window.viewport.setFocus()
    QTest.keyClick(window.viewport, Qt.Key.Key_Z, CONTROL)
    hand.rest()
    assert history.currentIndex().row() == len(lines) - 2
    window.commands.run("history")
    assert not dock.isVisible()
