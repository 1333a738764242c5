"""The one binding of pages that are values: events, effects, undo, tools in the view."""

from __future__ import annotations

from dataclasses import dataclass, replace
from unittest.mock import patch

import numpy as np
import pytest
from PySide6.QtCore import QObject

from torseur.app.laboratory.sheet_page import SheetPage
from torseur.app.sheet.page import EndDrag, Page, PageSettings, Pose, SelectJoint, Undoable
from torseur.app.sheet.view_tools import DrawVector, PickPoint
from torseur.ui.sheet.blocks import Heading, Number, Toggle, UserEvent, section
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.sheet.sheet_view import SheetView
from torseur.ui.viewport.marks import Label, Overlays

FORCE = Heading("force", "Force")


@dataclass(frozen=True, slots=True)
class ForceSettings(PageSettings):
    """A force along x, whether the next one is drawn, what is hovered at, and all as it was before a drag."""

    newtons: float = 1.0
    armed: bool = False
    hovered: str = ""
    before: ForceSettings | None = None


class ForcePage(Page):
    """A force that is typed or drawn."""

    key, settings_type, drawn_only = "force", ForceSettings, frozenset({"hovered"})
    written = restored = 0

    def sheet(self, seen, settings, questions):
        self.written += 1
        number = Number("newtons", "Force", settings.newtons, "N")
        return Sheet((section(FORCE, number, Toggle("draw", "Draw", settings.armed)),))

    def layer(self, seen, settings, questions):
        return Overlays(labels=(Label(np.zeros(3), settings.hovered or "nothing", "#FF0000"),)), ()

    def tools(self, seen, settings, questions):
        return DrawVector("vector", settings.armed, hint="Press on the robot"), PickPoint("point")

    def reduce(self, settings, event, seen, questions):
        match event:
            case UserEvent("force.newtons", "entered", value):
                return replace(settings, newtons=value), Undoable("Type a force", ("newtons",))
            case UserEvent("force.draw", "switched", on):
                return replace(settings, armed=on)
            case UserEvent("vector", "disarmed"):
                return replace(settings, armed=False)
            case UserEvent("vector", "started"):
                return replace(settings, before=settings)
            case UserEvent("vector", "drawn", vector):
                return replace(settings, newtons=float(vector[0]))
            case UserEvent("vector", "finished"):
                return replace(settings, before=None), Undoable("Draw a force", ("newtons",), settings.before)
            case UserEvent("", "hovered", name):
                return replace(settings, hovered=name)
            case UserEvent("", "joint", name):
                return replace(settings, hovered=name), SelectJoint(name)
            case UserEvent("", "restored"):
                self.restored += 1
            case UserEvent("", "step", by):
                return settings, Pose(seen.q + 0.1 * by, "Step"), EndDrag()
        return settings


@pytest.fixture
def force(opened):
    lab = opened("planar_2r")
    lab.session.undo_stack.clear()
    parent = QObject()
    page = SheetPage(ForcePage(), lab.context, parent)
    with patch.object(SheetPage, "writes_twice", False):
        page.enter()
        yield page, lab
        page.leave()
    parent.deleteLater()


def test_what_is_typed_is_one_step_to_undo_and_what_was_unfolded_since_stays(force):
    page, lab = force
    page.take(UserEvent("force.newtons", "entered", 5.0))
    page.take(UserEvent("force", "folded", True))
    assert [lab.session.undo_stack.text(k) for k in range(lab.session.undo_stack.count())] == ["Type a force"]
    lab.session.undo_stack.undo()
    assert page.settings == ForceSettings(frozenset({"force"}), 1.0)
    assert page.sheet.block("newtons").value == 1.0
    lab.session.undo_stack.redo()
    assert page.settings.newtons == 5.0
    assert page.page.restored == 3


def test_a_joint_that_is_selected_is_told_and_one_may_be_selected(force):
    page, lab = force
    lab.context.joints.selected.emit("elbow")
    assert (page.settings.hovered, lab.context.joints.shown) == ("elbow", "elbow")


def test_a_force_is_drawn_in_the_view_and_the_drag_is_one_step_to_undo(force):
    page, lab = force
    tool = page.tools.shown["vector"]
    assert lab.view.tools == list(page.tools.shown.values())
    assert not tool.armed
    page.take(UserEvent("force.draw", "switched", True))
    assert (tool.armed, lab.view.hint) == (True, "Press on the robot")
    tool.disarmed.emit()
    tool.started.emit("link1", np.zeros(3))
    for x in (2.0, 3.0):
        tool.drawn.emit(np.array([x, 0.0, 0.0]))
    tool.finished.emit()
    assert (page.settings, lab.view.hint) == (ForceSettings(newtons=3.0), "")
    lab.session.undo_stack.undo()
    assert page.settings.newtons == 1.0
    page.leave()
    assert lab.view.tools == []


def test_what_is_only_drawn_leaves_the_sheet_and_an_effect_writes_it_once(force):
    page, lab = force
    before = page.page.written
    page.take(UserEvent("", "hovered", "elbow"))
    assert lab.picture.overlays.labels[0].text == "elbow"
    assert page.page.written == before
    assert page.go_on(1)
    np.testing.assert_allclose(lab.session.q, page.seen().q)
    assert page.page.written == before + 1
    assert not page.take(UserEvent("", "something else"))


@patch("torseur.app.laboratory.sheet_page.SLOW", np.inf)  # it rests never
def test_a_page_is_written_when_the_simulation_starts_and_when_it_pauses(force):
    page, lab = force
    page.update()
    playback, written = lab.session.playback, [page.page.written]
    for change in (lambda: playback.playing_changed.emit(False), playback.play, playback.pause):
        change()
        written.append(page.page.written)
    assert written[1] == written[0]  # nothing is otherwise than it was
    assert written[1] < written[2] < written[3]


def test_what_is_drawn_follows_each_picture_while_the_sheet_rests_where_the_page_says_so(force):
    page, lab = force
    page.page.layer_follows = True
    with patch.object(lab.session.playback, "playing", True):
        page.update()
        page._rest_until, written = np.inf, page.page.written
        page.settings = replace(page.settings, hovered="elbow")
        lab.session.snapshot_changed.emit()
    assert lab.picture.overlays.labels[0].text == "elbow"
    assert page.page.written == written


def test_a_page_can_be_used_once_something_is_open(force):
    page, lab = force
    with patch.object(type(lab.session), "snapshot", None):
        page.enter()
        assert not page.widget.isEnabled()
    page.update()
    assert page.widget.isEnabled()


def test_a_page_in_a_dock_of_its_own_is_written_while_that_is_seen(opened, qtbot):
    widget = SheetView()
    qtbot.addWidget(widget)
    parent = QObject()
    force = SheetPage(ForcePage(), opened("planar_2r").context, parent, widget)
    force.look()
    assert not force.sheet.blocks
    widget.show()
    force.look()
    assert force.widget is widget
    assert widget.sheet.block("newtons").value == 1.0
    widget.hide()
    force.look()
    written = force.page.written
    force.update()
    assert force.page.written == written


def test_a_sheet_that_is_not_the_same_twice_is_told(force):
    page, _ = force
    with (
        patch.object(SheetPage, "writes_twice", True),
        patch.object(ForcePage, "sheet", lambda *_: Sheet((Number("x", value=np.random.default_rng().random()),))),
        pytest.raises(AssertionError, match="force: x is written anew"),
    ):
        page.update()


def test_a_page_that_is_left_is_not_written_and_takes_nothing_that_it_showed_of_another_robot(force, opened):
    page, lab = force
    page.leave()
    written = page.page.written
    lab.session.move_joint(lab.session.model.joint_names[1], 0.3)
    opened("scara")
    page.widget.happened.emit(UserEvent("force.newtons", "entered", 5.0))
    assert (page.page.written, page.settings.newtons) == (written, 1.0)
