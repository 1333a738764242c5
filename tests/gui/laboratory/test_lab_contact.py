"""The pages of the workspace Contact in the real window: what is selected, pulled, stepped, checked, branched and copied."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from tests.app.drawing.drawn_marks import arrows_of
from torseur import sim
from torseur.app.laboratory.branches import GHOST
from torseur.app.laboratory.working_sheet.page import printed
from torseur.sim.simulation.inspection.what_if import branch
from torseur.sim.simulation.inspection.what_if.branch import start_branch
from torseur.ui.controls.fields.vary_mark import VaryMark
from torseur.ui.sheet.blocks import UserEvent
from torseur.ui.sheet.plain import sheet_text

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def opened(window, hand):
    """Open a scene with a page of the workspace, simulated for so long."""

    def open_page(scene, key, seconds=0.0):
        assert window.open(scene)
        window.use_workspace("contact")
        window.panels.contact_laboratory.show_page(key)
        if seconds:
            hand.simulate(window, seconds)
        page = window.pages.contact.page(key)
        hand.wait_until(lambda: not page.is_busy and (not seconds or page.sheet.of is not None))
        hand.rest()
        return page

    yield open_page
    window.bindings.selection.select(-1)
    window.panels.contact_laboratory.show_page("inspector")
    window.use_workspace("kinematics")


def test_a_cell_of_M_a_row_and_an_arrow_in_the_view_select_one_contact_everywhere(window, opened, hand):
    page = opened("falling_brick", "several", 0.5)
    several = page.widget
    table = several.view("matrices.matrix").table
    QTest.mouseClick(table, LEFT, pos=table.cell_rect(0, 2).center().toPoint())
    hand.rest()
    assert window.bindings.selection.row == 2
    assert several.part("contacts").selected == 2
    assert page.sheet.block("direction").title.startswith("t_3 =")
    several.part("contacts").row_selected.emit(1)
    hand.rest()
    assert window.bindings.selection.row == 1
    viewport = window.viewport
    arrow = next(one for one in arrows_of(viewport.view.overlays) if one.key == "3" and one.kind == "solid")
    middle = arrow.tail + 0.5 * arrow.vector
    x, y, _ = viewport.view.camera.project(middle[None], viewport.size_in_units())[0]
    QTest.mouseClick(viewport, LEFT, pos=QPoint(round(x), round(y)))
    hand.rest()
    assert window.bindings.selection.row == 3
    assert several.part("contacts").selected == 3
    assert page.sheet.block("direction").title.startswith("t_4 =")
    window.panels.contact_laboratory.show_page("inspector")
    assert window.pages.contact.page("inspector").widget.part("contacts.table").selected == 3


def test_numbers_are_grey_and_say_of_which_instant_they_are_until_those_of_this_one_are_found(
    window, opened, hand, monkeypatch
):
    page = opened("falling_brick", "several", 0.5)
    from torseur.app.laboratory.contact.several import page as module

    veil, gate, facts = window.panels.contact_laboratory.veil, threading.Event(), module.several_facts
    monkeypatch.setattr(module, "several_facts", lambda *about: (gate.wait(60.0), facts(*about))[1])
    assert veil.text == ""
    window.session.playback.seek(0.48)
    hand.wait_until(lambda: veil.text)
    assert veil.isVisible()
    assert veil.text == "Of t = 0.5000 s. Working out t = 0.4800 s …"
    gate.set()
    hand.wait_until(lambda: not veil.text)
    assert page.sheet.of[1] == window.session.index
    assert not veil.isVisible()


def test_a_contact_is_pulled_off_in_its_plot_and_a_programme_is_stepped(window, opened, hand):
    page = opened("falling_brick", "one_contact", 0.4)
    hand.wait_until(lambda: page.sheet.has("change.sentence"))
    QTest.mouseClick(page.widget.part("others").button("absent"), LEFT)
    at = page.widget.part("corner").place(0.0, 4.0)
    QTest.mouseClick(page.widget.part("corner"), LEFT, pos=QPoint(round(at.x()), round(at.y())))
    assert page.widget.part("cases").accessible().name.startswith("Holds: The contact ends")
    assert sum(arrow.label.startswith("|p n|") for arrow in arrows_of(window.drawing.picture.overlays)) == 1
    window.session.playback.step(-1)  # another instant is as it was solved
    assert page.widget.view("pull").field.text() == "0"
    page = opened("falling_brick", "programme", 0.46)
    hand.wait_until(lambda: page.sheet.has("drawing"))
    QTest.mouseClick(page.widget.part("step_forward"), LEFT)
    hand.wait_until(lambda: page.sheet.block("drawing").value.marked == 2)  # from 0, then the first step, then this one


def test_checks_go_on_with_the_states_that_come_while_it_plays(window, opened, hand):
    page = opened("falling_brick", "checks")
    playback = window.session.playback
    playback.step(40)
    hand.wait_until(lambda: not page.is_busy and page.sheet.block("whole").caption == "all 41 states")
    playback.play()
    hand.wait_until(lambda: page.numbers_of is not None and page.numbers_of[1] > 45)
    assert page.sheet.block("whole").caption.startswith("41 of ")
    playback.pause()
    n = lambda: len(window.session.recording)  # noqa: E731
    hand.wait_until(lambda: not page.is_busy and page.sheet.block("whole").caption == f"all {n()} states")


def ghosts(window):
    return [ghost for ghost in window.drawing.picture.overlays.ghosts if ghost.color == GHOST]


def test_a_branch_goes_on_beside_the_ghost_of_the_old_run_until_it_is_dropped(window, opened, hand, monkeypatch):
    page, session, built = opened("incline_30", "what_if", 0.06), window.session, []

    def noted(*args, **options):
        built.append(threading.current_thread() is threading.main_thread())
        return start_branch(*args, **options)

    monkeypatch.setattr(branch, "start_branch", noted)
    session.playback.seek(0.04)
    old, index = session.recording, session.index
    page.widget.part("body.name").chosen.emit("rough")
    page.widget.part("force").entered.emit(np.array([0.0, 0.0, 30.0]))
    page.widget.view("push.seconds").field.entered.emit(0.02)
    page.widget.part("go.start").click()
    hand.wait_until(lambda: session.recording is not old and session.playback.reached > 0.065)
    session.playback.pause()
    hand.rest()
    assert built == [False], "by a thread, and not by that of the window"
    assert session.recording.t[0] == old.t[index]
    expected = sim.branch(old, index, wrench={"rough": [0, 0, 30, 0, 0, 0]}, push=0.02, duration=0.02)
    np.testing.assert_array_equal(session.recording.q[20], expected.q[20])
    assert len(ghosts(window)) == 1
    assert "force on rough (0, 0, 30) N" in page.widget.part("branch.note").text
    assert any("where it ended at 0.06 s" in row.name for row in window.drawing.picture.legend)
    session.undo_stack.undo()
    assert session.recording is old
    assert session.index == index
    assert ghosts(window) == []
    session.undo_stack.redo()
    assert len(ghosts(window)) == 1
    page.widget.part("go.drop").click()
    assert session.recording is old
    assert ghosts(window) == []


def copied(window, form):
    """Copy in a form, and give the clipboard."""
    window.panels.contact_copy.copy(form)
    return QGuiApplication.clipboard().text()


def test_arrays_of_a_page_are_its_problem_and_its_numbers(window, opened):
    opened("incline_30", "checks", 0.03)
    names: dict[str, object] = {}
    exec(copied(window, "numpy"), names)  # the text that this program wrote
    solved = sim.solved_problem(window.session.recording, window.session.index)
    assert repr(float(solved.problem.W[0, 0])) in copied(window, "csv")
    assert repr(float(solved.problem.M[0, 0])) in copied(window, "latex")
    np.testing.assert_allclose(names["u"].reshape(-1, 3), solved.rate[solved.taking_part], atol=1e-12)
    checks = next(table for title, table in names["page"].items() if title.startswith("This state"))
    found = sim.check_frame(window.session.recording, window.session.index, estimate=True)
    np.testing.assert_array_equal(checks[:, 0], [check.value for check in found.checks])


def test_a_page_whose_numbers_are_of_another_instant_is_not_copied(window, opened, hand):
    page, session, told = opened("incline_30", "checks", 0.03), window.session, []
    QGuiApplication.clipboard().setText("before")
    session.message.connect(lambda text, *_: told.append(text))
    session.playback.show_state(3)  # its numbers come with the next events
    assert page.numbers_of[1] != session.index
    assert copied(window, "csv") == "before"
    assert told == ["Nothing was copied."]
    hand.wait_until(lambda: page.numbers_of is not None and page.numbers_of[1] == session.index)
    assert copied(window, "csv") != "before"


def test_what_if_of_an_instant_without_contact_copies_its_numbers(window, opened, hand):
    page = opened("falling_brick", "what_if")
    window.session.playback.step(5)
    page.widget.view("body.mass").field.entered.emit(2.0)
    hand.wait_until(lambda: not page.is_busy and page.sheet.has("facts"))
    assert page.problem is None  # it falls
    assert copied(window, "csv").startswith("No contact is closed.")


def test_a_force_is_drawn_by_the_mouse_moved_by_keys_and_undone(window, opened, hand):
    page = opened("falling_brick", "own_problem")
    hand.wait_until(lambda: page.sheet.has("forces.contacts"))
    assert not window.panels.contact_laboratory.play_button.isVisible()  # it needs no run
    canvas = page.widget.part("canvas")

    def forces():
        hand.wait_until(lambda: not page.is_busy)
        return [row[-1].value for row in page.sheet.block("forces.contacts").rows]

    def drag(*places):
        points = [canvas.point_of(place).toPoint() for place in places]
        QTest.mousePress(canvas, LEFT, pos=points[0])
        for point in points:
            QTest.mouseMove(canvas, point)
        QTest.mouseRelease(canvas, LEFT, pos=points[-1])

    page.widget.part("tool").chosen.emit("force")
    drag(-0.3 + 0.6j, -0.3 + 1.1j)
    assert forces()[0] == 0.0  # 20 N: it opens
    drag(-0.3 + 1.1j, -0.3 + 0.85j)
    assert forces() == pytest.approx([9.81 - 7.5, 9.81 - 2.5])  # 10 N
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert forces() == pytest.approx([9.81 - 8.5 / 1.2, 9.81 - 3.5 / 1.2])
    for _ in range(3):
        window.session.undo_stack.undo()
    assert forces() == pytest.approx([9.81, 9.81])
    page.widget.part("tool").chosen.emit("contact")
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    assert len(forces()) == 3
    QTest.keyClick(canvas, Qt.Key.Key_Delete)
    assert len(forces()) == 2
    QTest.mouseClick(page.widget.view("drawing").keep_button, LEFT)  # it is of no robot and no instant
    sheet = window.pages.laboratory.page("working_sheet")
    key, kept = sheet.settings.kept[-1]
    assert "falling_brick" not in (text := sheet_text(printed(sheet.settings))), text
    assert "q = (" not in text
    assert window.open("planar_2r")
    sheet.take(UserEvent(f"{key}.head.reopen", "pressed"))
    assert (window.session.document.name, window.panels.contact_laboratory.page) == ("planar_2r", "own_problem")


def test_a_sweep_runs_beside_the_window_and_a_click_on_a_point_opens_its_run(window, opened, hand):
    page = opened("incline_30", "inspector") and window.pages.contact.page("sweep")
    marks = window.panels.scene.settings.materials.field("worn", "friction").findChildren(VaryMark)
    window.panels.scene.settings.setting_entered.emit("dt", 0.002)  # what is seen is swept, not the file
    QTest.mouseClick(marks[0], LEFT)
    hand.wait_until(lambda: window.panels.contact_laboratory.page == "sweep" and not page.is_busy)
    assert marks[0].isChecked()
    page.take(UserEvent("varied.row0.values", "typed", "0.1, 0.2"))
    page.take(UserEvent("varied.add", "chosen", "duration"))
    page.take(UserEvent("varied.row1.values", "typed", "0.02, 0.04"))
    page.take(UserEvent("measures.row0.text", "typed", "final(position.worn.x)"))
    hand.wait_until(lambda: page.sheet.block("runs.start").enabled)
    QTest.mouseClick(page.widget.part("runs.start"), LEFT)
    hand.wait_until(lambda: not window.pages.sweeping.running and page.sheet.has("map.plot"))
    hand.wait_until(lambda: sum(len(curve.x) for curve in page.sheet.block("map.plot").curves) == 4)
    hand.rest()
    plot = page.widget.part("map.plot")
    curve = plot.plot.curves[-1]
    QTest.mouseClick(plot, LEFT, pos=plot.places(curve)[0].toPoint())
    hand.wait_until(lambda: window.session.document.name == f"incline_30, run {page.settings.run}")
    hand.wait_until(lambda: not window.session.playback.playing)
    assert window.session.settings.dt == 0.002
    assert window.session.recording.t[-1] == pytest.approx(curve.y[0])
    assert window.session.recording.q[-1][7] == page.sheet.block("table.rows").rows[page.settings.run][3].value
    recording, other = window.session.recording, next(one for one in plot.plot.curves if len(one.x))
    QTest.mouseClick(plot, LEFT, Qt.KeyboardModifier.ControlModifier, plot.places(other)[0].toPoint())
    hand.wait_until(lambda: window.pages.comparing.state.comparison is not None and not window.pages.comparing.running)
    assert window.workspaces.current == "compare"
    assert [run.key for run in window.pages.comparing.state.comparison.runs] == [
        f"run:{page.settings.run}",
        f"run:{page.settings.other}",
    ]
    assert window.pages.comparing.state.played.key == f"run:{page.settings.run}"
    window.use_workspace("contact")
    hand.rest()
    assert window.session.recording is recording
    assert window.open("falling_brick")
    window.use_workspace("contact")
    hand.wait_until(lambda: page.sheet.has("table.rows") and not page.is_busy)
    page.take(UserEvent("table.rows", "activated", 0))
    hand.rest()
    assert window.session.document.name == "incline_30, run 0"
    assert Path(window.session.document.reference).name == "incline_30.toml"  # and not the file that was open
    window.pages.sweeping.close()
    assert not Path(window.pages.sweeping.state.folder).exists()
