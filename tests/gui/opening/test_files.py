"""Opening, reading again, watching and diagnosing files, by mouse and keys in the real window."""

from __future__ import annotations

import os

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from tests import swing as pendulum
from torseur import robots
from torseur.app.session.scene_edits import change_setting
from torseur.sim.multibody.model.model import Severity

SWING = pendulum.SWING.replace('axis xyz="0 1 0"', 'axis xyz="0 2 0"')  # of which the load doctor has something to say
WRONG = SWING.replace('value="2"', 'value="2,0"').replace('axis xyz="0 2 0"', 'axis xyz="0 0 0"')
JOINT = "swing/pivot"
XACRO = """<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="side" default="left"/>
  <xacro:arg name="name" default="$(arg side)_arm"/>
  <link name="$(arg name)"><visual><geometry><sphere radius="0.1"/></geometry></visual></link>
</robot>"""


@pytest.fixture
def swing(window, hand, tmp_path):
    """A file that is open, its joint moved, a body selected, seen from elsewhere."""
    path = tmp_path / "swing.urdf"
    path.write_text(SWING)
    assert window.open(str(path))
    window.bars.toast.clear()
    hand.rest()
    window.session.move_joint(JOINT, 0.8)
    window.viewport.select("swing/arm")
    window.viewport.set_view("front")
    hand.rest()
    yield path
    window.docks["doctor"].hide()
    window.documents.files.watching.stop()


def f5(window):
    window.viewport.setFocus()
    QTest.keyClick(window.viewport, Qt.Key.Key_F5)


def replace_by_renaming(path, text):
    """As careful editors save."""
    new = path.with_name(path.name + ".new")
    new.write_text(text)
    os.replace(new, path)


def test_f5_keeps_pose_camera_and_selection_and_says_what_changed_and_what_could_not_stay(window, hand, swing):
    session, viewport = window.session, window.viewport
    assert change_setting(session, dt=0.002)
    window.bindings.joints.store_pose()
    camera, model = viewport.camera, session.model
    replace_by_renaming(swing, SWING.replace('value="2"', 'value="3"').replace('upper="1.5"', 'upper="1"'))
    f5(window)
    hand.wait_until(lambda: session.model is not model)
    assert session.q == pytest.approx([0.8])
    assert (viewport.camera, viewport.selected) == (camera, "swing/arm")
    assert session.settings.dt == 0.002
    assert "pose 1" in window.bindings.joints.poses
    assert "2 changes" in window.bars.toast.text
    assert "mass 2.000 kg → 3.000 kg" in window.bars.toast.detail
    hand.rest()
    assert viewport.camera == camera
    model = session.model
    swing.write_text(SWING.replace('upper="1.5"', 'upper="0.5"'))
    f5(window)
    hand.wait_until(lambda: session.model is not model)
    assert session.q == pytest.approx([0.5])
    assert "beyond its new limits" in window.bars.toast.detail


def test_the_load_doctor_lists_all_errors_of_a_refused_file_and_a_click_copies_the_place(window, hand, swing):
    swing.write_text(WRONG)
    f5(window)
    hand.wait_until(lambda: window.bars.toast.tone == "error")
    QTest.mouseClick(window.bars.toast.action_button, Qt.MouseButton.LeftButton)
    hand.rest()
    panel = window.panels.doctor
    assert panel.isVisible()
    assert panel.findings == tuple(f for f in robots.diagnose(swing) if f.severity is Severity.ERROR)
    assert {f.rule for f in panel.findings} == {"decimal-comma", "axis-zero"}
    row = panel.list.visualRect(panel.list.model().index(0)).center()
    QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=row)
    assert QGuiApplication.clipboard().text() == f"{swing}:4"
    QTest.mouseClick(panel.back_button, Qt.MouseButton.LeftButton)
    assert [f.rule for f in panel.findings] == ["axis-not-unit"]


def test_the_count_in_the_status_line_opens_the_load_doctor(window, hand, swing):
    assert "1 warning" in window.bars.status.accessibleName()
    window.open(str(swing))
    hand.wait_until(lambda: window.bars.toast.text == "Read, with 1 warning.")
    at = window.bars.status.findings_at.center().toPoint()
    QTest.mouseClick(window.bars.status, Qt.MouseButton.LeftButton, pos=at)
    assert window.docks["doctor"].isVisible()
    window.docks["doctor"].hide()
    window.viewport.setFocus()
    QTest.keyClick(window.viewport, Qt.Key.Key_D)
    assert window.docks["doctor"].isVisible()


@pytest.mark.parametrize("save", [lambda path, text: path.write_text(text), replace_by_renaming])
def test_a_file_saved_elsewhere_is_offered_and_the_button_reads_it(window, hand, swing, save):
    model = window.session.model
    save(swing, SWING.replace('value="2"', 'value="4"'))
    hand.wait_until(lambda: "changed on the disk" in window.bars.toast.text)
    assert "swing.urdf changed on the disk" in window.bars.toast.text
    assert "changed on the disk" in " ".join(window.bars.status.texts)
    assert window.session.model is model
    QTest.mouseClick(window.bars.toast.action_button, Qt.MouseButton.LeftButton)
    hand.wait_until(lambda: window.session.model is not model)
    assert window.session.model.bodies[1].mass + window.session.model.bodies[-1].mass >= 4.0
    # and again, for a file that was replaced is watched on
    save(swing, SWING.replace('value="2"', 'value="5"'))
    hand.wait_until(lambda: "changed on the disk" in window.bars.toast.text)


def test_every_new_content_is_offered_also_after_one_that_was_refused_or_dismissed(window, hand, swing):
    swing.write_text(SWING.replace('value="2"', 'value="-2"'))
    hand.wait_until(lambda: "changed on the disk" in window.bars.toast.text)
    QTest.keyClick(window, Qt.Key.Key_F5)
    hand.wait_until(lambda: window.bars.toast.tone == "error")
    for mass in (3, 4):
        window.bars.toast.clear()
        swing.write_text(SWING.replace('value="2"', f'value="{mass}"'))
        hand.wait_until(lambda: "changed on the disk" in window.bars.toast.text)


def test_the_browser_opens_by_key_draws_and_opens_a_robot(window, hand, tmp_path, monkeypatch):
    monkeypatch.setenv("TORSEUR_CACHE_DIR", str(tmp_path / "cache"))
    browser, thumbnails = window.bars.browser, window.documents.browser.thumbnails
    thumbnails.forget("scara")
    QTest.keyClick(window.viewport, Qt.Key.Key_B)
    assert browser.isVisible()
    QTest.keyClicks(browser.edit, "scara")
    hand.wait_until(lambda: browser.grid.current.picture is not None)
    card = browser.grid.current
    assert (card.name, card.facts) == ("scara", "3 dof")
    # the second time it is there at once, and no process is started for it
    thumbnails.stop()
    thumbnails.forget("scara")
    thumbnails.request(["scara"])
    hand.wait_until(lambda: thumbnails.known("scara") is not None)
    assert not thumbnails.drawing
    QTest.keyClick(browser.edit, Qt.Key.Key_Return)
    assert not browser.isVisible()
    hand.wait_until(lambda: window.session.document.name == "scara")
    thumbnails.stop()


def test_a_recent_file_that_is_gone_or_wrong_says_so_and_can_be_removed(window, hand, tmp_path, monkeypatch):
    monkeypatch.setenv("TORSEUR_CACHE_DIR", str(tmp_path / "cache"))
    gone, wrong = tmp_path / "gone.urdf", tmp_path / "wrong.urdf"
    for path in (gone, wrong):
        path.write_text(SWING)
        assert window.open(str(path))
    window.documents.files.watching.stop()
    gone.unlink()
    wrong.write_text(WRONG)
    window.bars.toast.clear()
    window.viewport.setFocus()
    QTest.keyClick(window.viewport, Qt.Key.Key_B)
    browser, thumbnails = window.bars.browser, window.documents.browser.thumbnails

    def card(path):
        return next(card for card in browser.grid.cards if card.key == f"recent:{path}")

    hand.wait_until(lambda: card(gone).failed and card(wrong).failed)
    assert card(gone).note == "There is no such file any more."
    assert card(wrong).note.startswith("wrong.urdf:4: link 'arm'")
    button = browser.grid.remove_rect(browser.grid.rect_of(f"recent:{gone}")).center().toPoint()
    QTest.mouseMove(browser.grid, button - QPoint(4, 4))
    QTest.mouseClick(browser.grid, Qt.MouseButton.LeftButton, pos=button)
    assert str(gone) not in window.preferences.recent
    assert all(card.key != f"recent:{gone}" for card in browser.grid.cards)
    QTest.keyClick(browser.edit, Qt.Key.Key_Escape)
    assert not browser.isVisible()
    thumbnails.stop()


def test_a_folder_is_allowed_from_the_load_doctor_and_remembered(window, hand, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))  # what is above it is not shared, whatever packages other tests left there
    corners = "vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "part.stl").write_text(
        f"solid s\nfacet normal 0 0 1\nouter loop\n{corners}endloop\nendfacet\nendsolid s\n"
    )
    (tmp_path / "arm").mkdir()
    path = tmp_path / "arm" / "swing.urdf"
    mesh = '<visual><geometry><mesh filename="../parts/part.stl"/></geometry></visual></link>'
    path.write_text(SWING.replace("</link>", mesh, 1))
    assert window.open(str(path))
    window.show_doctor()
    hand.rest()
    button = window.panels.doctor.allow_button
    assert "mesh-outside" in [finding.rule for finding in window.panels.doctor.findings]
    assert button.isVisible()
    assert button.text() == "Allow folder “parts”"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    hand.wait_until(lambda: not button.isVisible())
    assert "mesh-outside" not in [finding.rule for finding in window.panels.doctor.findings]
    assert window.open(str(path))
    assert not button.isVisible()
    window.docks["doctor"].hide()
    window.documents.files.watching.stop()


@pytest.fixture
def xacro_arm(window, hand, tmp_path):
    """A xacro file that is open, and the form of its arguments."""
    path = tmp_path / "arm.urdf.xacro"
    path.write_text(XACRO)
    assert window.open(str(path))
    window.show_doctor()
    panel = window.panels.doctor
    hand.wait_until(panel.arguments_button.isVisible)
    QTest.mouseClick(panel.arguments_button, Qt.MouseButton.LeftButton)
    hand.wait_until(panel.arguments.isVisible)
    yield path
    panel.arguments_button.setChecked(False)
    window.docks["doctor"].hide()
    window.documents.files.watching.stop()


def test_the_command_arguments_of_this_robot_opens_the_form(window, hand, xacro_arm):
    panel = window.panels.doctor
    panel.arguments_button.setChecked(False)
    window.docks["doctor"].hide()
    window.commands.run("arguments")
    hand.wait_until(panel.arguments.isVisible)
    first = next(iter(panel.arguments.fields.values()))
    hand.wait_until(first.hasFocus)
    assert window.open("scara")
    window.commands.run("arguments")
    assert "only xacro files have them" in window.bars.toast.detail
    window.bars.toast.clear()


def type_argument(window, hand, name, text):
    """As a person does: click the field, replace what is in it, press the button."""
    form = window.panels.doctor.arguments
    field = form.fields[name]
    QTest.mouseClick(field, Qt.MouseButton.LeftButton)
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_Delete)
    QTest.keyClicks(field, text)
    hand.wait_until(form.apply_button.isEnabled)
    QTest.mouseClick(form.apply_button, Qt.MouseButton.LeftButton)


def test_arguments_of_a_xacro_file_are_a_form_and_are_remembered_for_it(window, hand, xacro_arm):
    session, form = window.session, window.panels.doctor.arguments
    assert {name: field.text() for name, field in form.fields.items()} == {"side": "left", "name": "left_arm"}
    type_argument(window, hand, "side", "right")
    hand.wait_until(lambda: session.document.options.xacro_args == {"side": "right"})
    assert session.document.scene.model.body_names == ("ground", "arm/right_arm")
    hand.wait_until(lambda: form.fields["name"].text() == "right_arm")
    assert window.preferences.arguments(str(xacro_arm)) == {"side": "right"}
    assert window.open("arm_6r")
    assert window.open(str(xacro_arm))
    assert session.document.options.xacro_args == {"side": "right"}
    hand.wait_until(form.defaults_button.isEnabled)
    QTest.mouseClick(form.defaults_button, Qt.MouseButton.LeftButton)
    hand.wait_until(lambda: session.document.options.xacro_args == {})
    assert window.preferences.arguments(str(xacro_arm)) == {}


def test_arguments_that_will_not_do_are_refused_and_what_was_open_stays(window, hand, xacro_arm):
    session, panel = window.session, window.panels.doctor
    document = session.document
    type_argument(window, hand, "name", "")
    hand.wait_until(lambda: "was refused" in panel.texts[0])
    assert session.document is document
    assert window.preferences.arguments(str(xacro_arm)) == {}
    type_argument(window, hand, "name", "elbow")
    hand.wait_until(lambda: session.document.options.xacro_args == {"name": "elbow"})
    assert window.preferences.arguments(str(xacro_arm)) == {"name": "elbow"}
    assert panel.texts[0] == "arm.urdf.xacro"
