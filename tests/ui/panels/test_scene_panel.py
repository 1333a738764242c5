"""The scene panel tells what the user did, and says nothing when the program shows something."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from torseur.ui.controls.fields.vary_mark import VaryMark
from torseur.ui.displays.prose import Prose
from torseur.ui.displays.text_label import TextLabel
from torseur.ui.panels.scene.event_list import event_tip
from torseur.ui.panels.scene.scene_panel import MOST_FINDINGS, ScenePanel
from torseur.ui.panels.scene.values import BodyEntry, EventEntry, EventWords, MaterialEntry, MaterialPair, PartLine

SETTINGS = {
    "scheme": "time_stepping",
    "solver": "active_set",
    "dt": 1e-3,
    "friction_law": "coulomb",
    "facets": 4,
    "impact_law": "simultaneous",
    "restitution_law": "newton",
    "restitution_speed": 1e-2,
    "rest_speed": 1e-5,
    "stabilisation": "projection",
    "error_reduction": 0.2,
    "recovery_speed": 1.0,
    "theta": 0.5,
    "compliance": 0.0,
    "relaxation_time": 0.0,
    "regularisation": 0.0,
    "sweeps": 200,
    "error_every": 32,
}
MATERIALS = (MaterialEntry("", "default", 0.5, 0.0), MaterialEntry("wood", "wood", 0.8, 0.0))
BODIES = (BodyEntry("ground", "fixed"), BodyEntry("brick", "6.000 kg"), BodyEntry("lid", "1.000 kg", 1))
KINDS = ("impact", "lift-off", "slip", "stick")
EVENTS = [EventEntry(0.01 * k, KINDS[k % 4], lambda k=k: EventWords(f"{0.01 * k:.3f}", "brick · ground")) for k in range(2000)]


@pytest.fixture
def panel(qtbot):
    panel = ScenePanel()
    panel.resize(252, 700)
    panel.show_scene("Falling brick", "A brick falls and bounces.", "scenes/falling_brick.toml")
    panel.set_solvers({"active_set": "Active set", "pgs": "Gauss–Seidel"})
    panel.show_settings(SETTINGS)
    panel.show_materials(MATERIALS)
    panel.set_bodies(BODIES)
    qtbot.addWidget(panel)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


@pytest.fixture
def told(panel):
    told = []
    for name in ("setting_entered", "material_entered", "body_selected", "event_chosen"):
        getattr(panel, name).connect(lambda *values, name=name: told.append((name, *values)))
    panel.body_visibility_changed.connect(lambda body, shown: told.append(("body_shown", body, shown)))
    return told


def test_five_bodies_are_in_sight_in_a_small_window_below_what_the_scene_is_about(panel, qtbot):
    panel.show_scene(
        "Humanoid falls", "A 1.7 m humanoid with 21 weak joints folds, falls on its limits and comes to rest.", "x"
    )
    panel.set_bodies([BodyEntry(f"body{k}", "1.000 kg") for k in range(20)])
    panel.resize(252, 424)  # of a window of 1280 × 800
    view = panel._upper.viewport()
    fifth = panel.bodies.row_rect(4).bottomLeft()
    qtbot.waitUntil(lambda: panel.bodies.viewport().mapTo(view, fifth).y() < view.height())


def type_into(field, text):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def take(choice, key):
    """Open the list by a click, go to a key in it by the arrows, and hit Enter."""
    QTest.mouseClick(choice, Qt.MouseButton.LeftButton)
    rows = choice.row_of(key) - choice.currentIndex()
    for _ in range(abs(rows)):
        QTest.keyClick(choice.view(), Qt.Key.Key_Down if rows > 0 else Qt.Key.Key_Up)
    QTest.keyClick(choice.view(), Qt.Key.Key_Return)


def test_showing_things_is_silent(panel, told):
    panel.show_settings({**SETTINGS, "scheme": "hybrid", "solver": "pgs", "dt": 2e-3, "facets": 8})
    panel.show_materials([MaterialEntry("wood", "wood", 0.3, 0.1)])
    panel.show_refusal("solver", "It cannot be.")
    panel.show_selected("lid")
    panel.show_visible("brick", False)
    panel.show_events(EVENTS[:10])
    panel.show_findings(["The link “tool0” has no mass."])
    panel.set_bodies(BODIES[:2])
    assert told == []
    lines = panel.settings.lines
    assert (panel.settings.scheme.choice, lines["solver"].control.choice, lines["dt"].control.text()) == (
        "hybrid",
        "pgs",
        "2.000",
    )
    assert panel.settings.materials.field("wood", "friction").text() == "0.3"


def test_what_is_chosen_and_typed_is_told_in_si_and_what_cannot_be_is_refused(panel, told):
    step = panel.settings.lines["dt"].control
    for typed in ("0", "0.5"):
        type_into(step, typed)
        assert step.refused is (typed == "0")
    assert told == [("setting_entered", "dt", pytest.approx(5e-4))]
    told.clear()
    lines = panel.settings.lines
    assert not lines["facets"].isVisible()
    take(lines["friction_law"].control, "pyramid")
    assert told == [("setting_entered", "friction_law", "pyramid")]
    panel.show_settings({**SETTINGS, "friction_law": "pyramid"})
    assert lines["facets"].isVisible()
    type_into(lines["facets"].control, "5")
    assert lines["facets"].control.refused
    type_into(lines["facets"].control, "8")
    assert told[1:] == [("setting_entered", "facets", 8)]


def test_a_typed_mu_is_told_of_its_material_and_one_below_zero_is_refused(panel, told):
    field = panel.settings.materials.field("", "friction")
    type_into(field, "-1")
    assert field.refused
    type_into(field, "0.2")
    type_into(panel.settings.materials.field("wood", "restitution"), "1.5")
    assert panel.settings.materials.field("wood", "restitution").refused
    assert told == [("material_entered", "", "friction", 0.2)]


def test_an_arrow_key_changes_mu_by_a_hundredth_and_not_below_zero(panel, told):
    field = panel.settings.materials.field("wood", "restitution")
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Up)
    QTest.keyClick(field, Qt.Key.Key_Down)
    assert told == [("material_entered", "wood", "restitution", 0.01)]


def test_rare_settings_come_on_request_and_only_those_that_matter(panel, told):
    lines = panel.settings.lines
    assert not lines["impact_law"].isVisible()
    QTest.mouseClick(panel.settings.more, Qt.MouseButton.LeftButton)
    assert lines["impact_law"].isVisible()
    assert lines["theta"].isVisible()
    assert not lines["error_reduction"].isVisible()
    assert not lines["solving"].isVisible()
    panel.show_settings({**SETTINGS, "solver": "newton"})
    assert lines["solving"].isVisible()
    take(lines["impact_law"].control, "sequential")
    assert told == [("setting_entered", "impact_law", "sequential")]
    panel.show_settings({**SETTINGS, "scheme": "hybrid"})
    assert not lines["theta"].isVisible()
    assert not lines["solver"].isVisible()
    assert lines["rest_speed"].isVisible()


def test_a_refused_setting_goes_back_and_says_why_until_another_is_entered(panel, told):
    take(panel.settings.lines["friction_law"].control, "convex")
    panel.show_refusal("friction_law", "It cannot be.")
    assert panel.settings.refusal == "It cannot be."
    assert panel.settings.lines["friction_law"].control.choice == "coulomb"
    type_into(panel.settings.lines["dt"].control, "2")
    assert panel.settings.refusal == ""


def test_a_body_is_selected_by_click_or_arrow_and_hidden_by_its_eye_or_space(panel, told):
    view = panel.bodies
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.row_rect(1).center())
    eye = view.eye_of("lid").center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=eye)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=eye)
    assert told == [("body_selected", "brick"), ("body_shown", "lid", False), ("body_shown", "lid", True)]
    assert view.selected_body == "brick"
    told.clear()
    panel.show_selected("ground")
    QTest.keyClick(panel.bodies, Qt.Key.Key_Down)
    QTest.keyClick(panel.bodies, Qt.Key.Key_Space)
    assert told == [("body_selected", "brick"), ("body_shown", "brick", False)]


def test_many_bodies_materials_and_findings_keep_the_panel_small_and_what_was_selected_stays_so(panel, qtbot):
    panel.show_selected("lid")
    panel.set_bodies((BODIES[2], BODIES[0]))
    assert panel.bodies.selected_body == "lid"
    panel.set_bodies(BODIES[:1])
    assert panel.bodies.selected_body == ""
    heights = []
    for count in (8, 100):
        panel.set_bodies([BodyEntry(f"link_{k}", "1.000 kg") for k in range(count)])
        heights.append(panel.minimumSizeHint().height())
    assert heights[0] == heights[1] < 800
    panel.show_materials([MaterialEntry(str(k), str(k), 0.5, 0.0) for k in range(20)])
    qtbot.waitUntil(panel.settings.materials.field("7", "friction").isVisible)
    with pytest.raises(KeyError):
        panel.settings.materials.field("8", "friction")
    panel.show_findings(["One thing.", "Another."])
    assert panel.findings_box.isVisible()
    panel.show_findings([f"Thing {k}." for k in range(1000)])  # a window that makes a thousand labels is still for seconds
    said = [prose.text for prose in panel.findings_box.findChildren(Prose) if prose.isVisible()]
    assert len(said) == MOST_FINDINGS + 1
    assert said[-1] == f"And {1000 - MOST_FINDINGS} more, which the load doctor lists."
    panel.show_findings([])
    assert not panel.findings_box.isVisible()
    panel.set_bodies([BodyEntry("a_link_with_a_name_that_is_far_too_long_for_any_panel", "12.34 kg")])
    panel.show_findings(["A sentence that is longer than the panel is wide, so that it must wrap."])
    assert panel.minimumSizeHint().width() <= 236
    assert panel.bodies.row_rect(0).topLeft() == QPoint(0, 0)


def test_a_click_on_an_event_jumps_to_its_time(panel, told, qtbot):
    panel.show_events(EVENTS[:4])
    qtbot.waitUntil(lambda: panel.events.isVisible() and panel.events.viewport().rect().contains(panel.events.row_rect(2)))
    QTest.mouseClick(panel.events.viewport(), Qt.MouseButton.LeftButton, pos=panel.events.row_rect(2).center())
    QTest.keyClick(panel.events, Qt.Key.Key_Down)
    QTest.keyClick(panel.events, Qt.Key.Key_Return)
    assert told == [("event_chosen", pytest.approx(0.02)), ("event_chosen", pytest.approx(0.03))]


def test_new_events_are_followed_only_while_the_end_is_in_sight(panel, qtbot):
    bar = panel.events.verticalScrollBar()
    panel.show_events(EVENTS[:1000])
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    panel.show_events(EVENTS[:1500], kept=1000)
    assert bar.value() == bar.maximum()
    bar.setValue(10)
    panel.show_events(EVENTS, kept=1500)
    assert bar.value() == 10
    panel.show_events(EVENTS[:5])  # another run
    assert panel.events.count == 5


def test_of_many_events_those_in_sight_alone_are_put_into_words(panel, qtbot):
    read = set()

    def entry(k):
        return EventEntry(0.01 * k, "slip", lambda: read.add(k) or EventWords(f"{0.01 * k:.3f}", "brick · ground"))

    panel.show_events([entry(k) for k in range(5000)])
    qtbot.waitUntil(lambda: panel.events.isVisible() and len(read) > 5)
    panel.grab()
    assert len(read) < 100


class MadeWhenRead(Sequence):
    """A million events, of which `made` tells those that somebody asked for."""

    def __init__(self, count=10**6):
        self.count, self.made = count, set()

    def __len__(self):
        return self.count

    def __getitem__(self, k):
        self.made.add(k)
        return EventEntry(0.01 * k, "slip", lambda: EventWords(f"{0.01 * k:.3f}", "brick · ground"))


def test_of_a_million_events_those_in_sight_alone_are_made(panel, qtbot):
    events = MadeWhenRead()
    panel.show_events(events)
    qtbot.waitUntil(lambda: panel.events.isVisible() and len(events.made) > 5)
    panel.events.setFocus()
    QTest.keyClick(panel.events, Qt.Key.Key_End)
    panel.grab()
    assert panel.events.row_model.plain_text(10**6 - 1, 0) == "9999.990"
    more = MadeWhenRead(10**6 + 5)
    panel.show_events(more, kept=10**6)
    panel.grab()
    assert panel.events.count == 10**6 + 5
    assert len(events.made | more.made) < 200


def test_what_holds_where_two_materials_touch_is_said_below_them(panel):
    pairs = [MaterialPair("slope · rough", 0.7, 0.0), MaterialPair("slope · worn", 0.5, 0.2)]
    panel.show_materials(MATERIALS, pairs)
    table = panel.settings.pairs
    assert table.isVisible()
    texts = [label.whole_text for label in table.findChildren(TextLabel)]
    assert texts == ["slope · rough", "0.7", "0", "slope · worn", "0.5", "0.2"]
    panel.show_materials(MATERIALS)
    assert not table.isVisible()


def test_an_event_shows_its_impulse_whole_in_a_column_of_its_own(panel, qtbot):
    panel.resize(256, 900)
    panel.show_events([EventEntry(0.32, "impact", lambda: EventWords("0.320", "left finger · ground", "0.05594"))])
    table = panel.events
    assert [column.unit for column in table.row_model.columns] == ["s", "", "N·s"]
    delegate, index = table.itemDelegate(), table.model().index(0, 2)
    qtbot.waitUntil(lambda: table.head.sectionSize(2) >= delegate.sizeHint(None, index).width())
    assert table.model().index(0, 2).data() == "0.05594"
    assert event_tip(table.rows[0]) == "0.320 s: impact, Λₙ 0.05594 N·s, left finger · ground"


def test_the_step_of_the_hybrid_scheme_is_called_what_it_is(panel):
    values = {"scheme": "time_stepping", "dt": 1e-3}
    panel.show_settings(values)
    assert panel.settings.lines["dt"].name.text == "Step"
    panel.show_settings(values | {"scheme": "hybrid"})
    assert panel.settings.lines["dt"].name.text == "Record every"


def test_a_number_of_the_scenes_file_has_a_mark_that_asks_to_vary_it(panel):
    asked = []
    for marks in (panel.form, panel.settings):
        marks.vary_wanted.connect(asked.append)
    lines = [PartLine("size", "Size", (0.1, 0.2), sweep_places=("", "bodies.brick.size[1]"), varied={"bodies.brick.size[1]"})]
    panel.show_part("brick", "", [*lines, PartLine("mass", "Mass", 6.0, sweep_places=("bodies.brick.mass",))])
    panel.show_materials([MATERIALS[0], MaterialEntry("wood", "wood", 0.8, 0.0, "materials.wood")])
    marks = [*panel.form.lines["size"].marks, *panel.form.lines["mass"].marks]
    assert [mark.isHidden() for mark in marks] == [True, False, False]
    assert [mark.isChecked() for mark in marks] == [False, True, False]
    assert marks[1].accessibleName() == "Vary bodies.brick.size[1] no longer"
    for mark in (*marks[1:], *panel.settings.materials.field("wood", "friction").findChildren(VaryMark)):
        QTest.mouseClick(mark, Qt.MouseButton.LeftButton)
    assert asked == ["bodies.brick.size[1]", "bodies.brick.mass", "materials.wood.friction"]
    (step,) = panel.settings.lines["dt"].findChildren(VaryMark)
    assert step.isHidden()
    panel.settings.show_varied({"settings.dt"})
    assert step.isChecked()
    QTest.mouseClick(step, Qt.MouseButton.LeftButton)
    assert asked[-1] == "settings.dt"
    panel.settings.show_varied(None)
    assert step.isHidden()
    assert all(mark.isHidden() for mark in panel.settings.materials.field("", "friction").findChildren(VaryMark))
