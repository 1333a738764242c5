"""Friction, materials and laws of impact, chosen by mouse and keys in the real window."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from torseur import sim
from torseur.ui.displays.prose import Prose


def settings_of(window):
    return window.panels.scene.settings


def take(choice, key, hand):
    """Open the list by a click, go to a key in it by the arrows, and hit Enter."""
    QTest.mouseClick(choice, Qt.MouseButton.LeftButton)
    hand.rest()
    rows = choice.row_of(key) - choice.currentIndex()
    for _ in range(abs(rows)):
        QTest.keyClick(choice.view(), Qt.Key.Key_Down if rows > 0 else Qt.Key.Key_Up)
    QTest.keyClick(choice.view(), Qt.Key.Key_Return)
    hand.rest()


def type_into(field, text):
    QTest.mouseClick(field, Qt.MouseButton.LeftButton)
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def undo(window):
    window.viewport.setFocus()
    QTest.keyClick(window.viewport, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


def test_the_friction_law_is_chosen_and_undone(window, hand):
    window.open("box_stack")
    session, lines = window.session, settings_of(window).lines
    session.playback.step(3)
    recording = session.recording
    take(lines["friction_law"].control, "pyramid", hand)
    assert session.settings.friction_law == "pyramid"
    assert lines["facets"].isVisible()
    type_into(lines["facets"].control, "8")
    assert session.settings.facets == 8
    session.playback.step(1)
    assert session.recording.settings.facets == 8
    undo(window)
    undo(window)
    assert session.recording is recording
    assert session.settings.friction_law == "coulomb"
    assert lines["friction_law"].control.choice == "coulomb"


def test_the_interactive_setting_is_chosen_told_beside_its_residual_and_undone(window, hand):
    window.open("quadruped_drop")
    session, line = window.session, settings_of(window).lines["solving"]
    session.playback.step(300)
    hand.wait_until(lambda: session.index == 300)
    QTest.mouseClick(settings_of(window).more, Qt.MouseButton.LeftButton)
    hand.rest()
    take(line.control, "interactive", hand)
    assert session.settings.solving == "interactive"
    session.playback.step(300)
    hand.wait_until(lambda: session.index == 300)
    assert session.recording.settings.solving == "interactive"
    hand.wait_until(lambda: any(text.startswith("interactive, residual ") for text in window.bars.status.texts))
    assert session.recording.residual.max() > 1e-8  # which is no fault of this setting
    assert not any("above" in text for text in window.bars.status.texts)
    undo(window)
    assert session.settings.solving == line.control.choice == "exact"


def test_a_typed_mu_makes_the_block_slide_and_the_file_stays_as_it_is(window, hand, tmp_path):
    window.open("incline_30")
    session, document = window.session, window.session.document
    recordings = {}
    for mu in ("4.0", "0"):
        type_into(settings_of(window).materials.field("slope", "friction"), mu)
        session.playback.play()
        hand.wait_until(lambda: session.playback.reached > 0.2)
        session.playback.pause()
        recordings[mu] = session.recording
    # Without friction on one side there is none between both: each block slides with g sin 30°, to one step and its start.
    speed = np.linalg.norm(recordings["0"].v[200, :3])
    assert speed == pytest.approx(9.81 * 0.5 * 0.2, rel=0.02)
    assert np.linalg.norm(recordings["4.0"].v[200, :3]) < 0.5 * speed
    assert sim.load_scene("incline_30").materials == document.scene.materials
    window.documents.exports.save("recording", tmp_path / "run.mcap")
    undo(window)
    hand.wait_until(lambda: not window.documents.exports.busy)
    assert session.recording is recordings["4.0"]
    # What is saved knows what it was simulated with.
    again = sim.load_recording(tmp_path / "run.mcap").scene
    assert np.array_equal(again.system.shapes, recordings["0"].scene.system.shapes)


def test_a_setting_changed_while_it_plays_plays_on_from_the_start(window, hand):
    window.open("falling_brick")
    session = window.session
    session.playback.set_duration(100.0)  # of which it does not come to the end while something is typed
    session.playback.play()
    hand.wait_until(lambda: session.playback.reached > 0.1)
    type_into(settings_of(window).lines["dt"].control, "2")
    assert session.playback.playing
    assert session.settings.dt == 0.002
    hand.wait_until(lambda: session.recording is not None and session.playback.reached > 0.1)
    session.playback.pause()
    assert np.diff(session.recording.t)[0] == pytest.approx(0.002)


def test_a_solver_that_is_chosen_is_what_solves_or_a_sentence_in_sight_says_why_not(window, hand):
    window.open("quadruped_drop")
    window.use_workspace("contact")
    section, session = settings_of(window), window.session
    if not section.lines["solving"].isVisible():
        QTest.mouseClick(section.more, Qt.MouseButton.LeftButton)
    hand.rest()
    solver, solving = section.lines["solver"], section.lines["solving"].control

    def refused():
        """What is said of a refusal; nothing while a part of it is scrolled away."""
        label = next((label for label in section.findChildren(Prose) if label.text == section.refusal), None)
        return section.refusal if label is not None and label.visibleRegion().contains(label.rect()) else ""

    def choose(key):
        take(solver.control, key, hand)
        session.playback.step(1)
        hand.wait_until(lambda: session.index >= 1)
        assert solver.control.choice == session.settings.solver == session.recording.settings.solver
        return session.recording.settings.solver

    assert [choose(key) for key in ("gauss_seidel", "admm", "newton")] == ["gauss_seidel", "admm", "newton"]
    assert choose("active_set") == "newton"
    assert "frictionless" in refused()
    take(solving, "interactive", hand)
    for key in ("gauss_seidel", "admm"):
        assert choose(key) == "newton"
        assert f"solver = '{key}'" in refused()
    take(solving, "exact", hand)
    assert choose("admm") == "admm"
    window.commands.run("solving:interactive")  # from the menu, while the line of it is not even offered
    assert session.settings.solving == "exact"
    assert "solver = 'admm'" in refused()
    window.commands.run("scheme:hybrid")
    window.commands.run("solving:interactive")
    assert (session.settings.scheme, session.settings.solving) == ("hybrid", "exact")
    assert "the hybrid scheme solves every event exactly" in refused()
    QTest.mouseClick(section.more, Qt.MouseButton.LeftButton)
    assert not section.lines["impact_law"].isVisible()


def test_a_simulation_that_crawled_says_so_in_the_status_line_with_its_cause_and_what_is_held_since(window, hand):
    window.open("arm_pushes_table")
    QTest.mouseClick(settings_of(window).scheme.button("hybrid"), Qt.MouseButton.LeftButton)
    assert window.session.settings.scheme == "hybrid"
    assert "crawls" not in window.bars.status.accessibleName()
    window.session.playback.play()
    hand.wait_until(lambda: "held below 0.01 m/s since t = 0.36" in window.bars.status.accessibleName(), 90.0)
    hand.wait_until(lambda: window.session.playback.reached > 0.37, 90.0)  # it goes on
    window.session.playback.pause()
    assert "arm_pushes_table" in window.bars.status.texts[0]
    assert "held below 0.01 m/s since t = 0.36" in window.bars.status.texts[1]
    window.session.reset()
    hand.wait_until(lambda: "held below" not in window.bars.status.accessibleName())


def test_every_scene_is_in_the_menu_with_its_title_and_opens_from_there(window, hand):
    actions = window.commands.actions
    for menu in (menu for path, menu in window.menus.items() if path.startswith("File/Open scene")):
        assert menu.sizeHint().height() < 760  # of a screen of 800
    for name in sim.scene_names():  # that each can be read and runs is tested without a window
        assert actions[f"scene:{name}"].text() == sim.load_scene(name).title
    for name in ("box_stack", "humanoid_falls", "v_groove"):  # boxes, meshes, an obstacle
        actions[f"scene:{name}"].trigger()
        hand.wait_until(lambda name=name: window.session.document.name == name)


def test_steps_above_the_limit_are_counted_in_the_status_line(window, hand, monkeypatch):
    window.open("falling_brick")
    session = window.session
    session.playback.step(3)
    residuals = np.array([0.0, 1e-6, 0.0, 0.0])
    monkeypatch.setattr(type(session.recording), "residual", property(lambda _: residuals))
    window.clock.catch_up()
    assert "1 step above 1e-8" in window.bars.status.accessibleName()
