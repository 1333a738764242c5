"""The bar of time, dragged with the mouse and moved with keys."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from torseur.ui.look.style import apply_style
from torseur.ui.look.theme import DARK, IMPULSE, LIGHT, WARNING
from torseur.ui.time_bar.event_mark import KINDS, TimeMarks, places_apart
from torseur.ui.time_bar.timeline import GLYPHS_AT, STRIP_AT, TRACK_AT, Timeline

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def timeline(qapp, qtbot):
    apply_style(qapp, LIGHT)
    timeline = Timeline()
    qtbot.addWidget(timeline)
    timeline.resize(616, 64)  # 600 for the track
    timeline.show_span(0.0, 2.0, 3.0)
    with qtbot.waitExposed(timeline):
        timeline.show()
    timeline.activateWindow()
    return timeline


@pytest.fixture
def heard(timeline):
    said = []
    timeline.seek_requested.connect(said.append)
    timeline.sought_end.connect(lambda: said.append("end"))
    return said


def at(timeline, t, y=TRACK_AT):
    return QPoint(round(timeline.x_of(t)), y)


def marks(*those):
    """Marks of (time, kind, what is read of it) each."""
    times, kinds, texts = zip(*those, strict=True) if those else ((), (), ())
    return TimeMarks(np.array(times), np.array([KINDS.index(kind) for kind in kinds], dtype=int), lambda i: texts[i])


def color_at(timeline, t, y):
    image = timeline.grab().toImage()
    scale = image.devicePixelRatio()
    return image.pixelColor(round(timeline.x_of(t) * scale), round(y * scale))


def test_what_the_program_shows_is_silent(timeline, heard):
    timeline.show_time(1.0)
    timeline.show_span(0.0, 4.0, 5.0)
    timeline.show_marks(marks((1.0, "impact", "")))
    timeline.show_residuals(np.array([0.0, 1.0]), np.array([0.0, 1e-12]), np.array([np.nan, 1e-5]))
    assert heard == []
    assert timeline.time == 1.0


def test_dragging_seeks_all_the_way_a_glyph_its_very_instant_and_the_knob_stays_with_the_pointer(timeline, heard):
    QTest.mousePress(timeline, LEFT, PLAIN, at(timeline, 1.0))
    QTest.mouseMove(timeline, at(timeline, 2.0))
    QTest.mouseMove(timeline, at(timeline, 3.0) + QPoint(50, 0))
    QTest.mouseRelease(timeline, LEFT, PLAIN, at(timeline, 3.0))
    assert heard[:3] == [pytest.approx(1.0, abs=0.01), pytest.approx(2.0, abs=0.01), 3.0]
    assert heard[3:] == ["end"]
    heard.clear()
    timeline.show_marks(marks((1.23456, "impact", "impact of brick and ground, 22.55 N·s")))
    QTest.mouseClick(timeline, LEFT, PLAIN, at(timeline, 1.23456, GLYPHS_AT) + QPoint(3, 0))
    assert heard == [1.23456, "end"]
    heard.clear()
    QTest.mousePress(timeline, LEFT, PLAIN, at(timeline, 1.0))
    timeline.show_time(0.2)
    assert timeline.time == pytest.approx(1.0, abs=0.01)
    QTest.mouseRelease(timeline, LEFT, PLAIN, at(timeline, 1.0))
    assert timeline.time == 0.2


def test_glyphs_and_residuals_are_read_on_hover(timeline):
    timeline.show_marks(marks((1.0, "impact", "first"), (1.005, "slip", "second")))
    timeline.show_residuals(np.array([0.0, 1.0, 2.0]), np.array([0.0, 3e-12, 1e-9]), np.array([np.nan, np.nan, 2e-5]))
    assert timeline.text_at(at(timeline, 1.0, GLYPHS_AT)).split("\n") == ["first", "second"]
    assert timeline.text_at(at(timeline, 1.5, STRIP_AT + 10)) == "1.500 s, residual 3e-12"
    assert timeline.text_at(at(timeline, 2.0, STRIP_AT + 10)) == "2.000 s, residual 1e-9, step error 2e-5 m/s (the line)"
    assert timeline.text_at(at(timeline, 1.5)) == "1.500 s"
    timeline.show_accuracy("events located to 1e-12 s")
    assert timeline.text_at(at(timeline, 1.5, STRIP_AT + 10)).endswith("residual 3e-12\nevents located to 1e-12 s")


def test_keys_step_and_do_not_reach_the_window(timeline, heard, qtbot):
    timeline.show_time(1.5)
    timeline.setFocus()
    qtbot.waitUntil(timeline.hasFocus)
    QTest.keyClick(timeline, Qt.Key.Key_Right)
    QTest.keyClick(timeline, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(timeline, Qt.Key.Key_End)
    assert heard == [pytest.approx(1.503), "end", pytest.approx(1.473), "end", 3.0, "end"]


def test_the_bar_tells_past_reached_and_to_come_in_both_themes(timeline, qapp):
    timeline.show_time(1.0)
    for theme in (LIGHT, DARK):
        apply_style(qapp, theme)
        assert color_at(timeline, 0.5, TRACK_AT).name().upper() == theme.accent
        assert color_at(timeline, 2.5, TRACK_AT).name().upper() == theme.track
        assert color_at(timeline, 1.5, TRACK_AT).name().upper() not in (theme.accent, theme.track)
    apply_style(qapp, LIGHT)


def test_marks_and_bad_residuals_are_painted_in_their_colours(timeline):
    timeline.show_marks(marks((0.7, "impact", "")))
    t = np.linspace(0.0, 2.0, 2001)
    timeline.show_residuals(t, np.where(np.abs(t - 1.5) < 1e-4, 1e-3, 1e-13), np.full(len(t), np.nan))
    assert color_at(timeline, 0.7, GLYPHS_AT).name().upper() == IMPULSE
    assert color_at(timeline, 1.5, STRIP_AT + 10).name().upper() == WARNING
    timeline.show_marks(marks())
    assert color_at(timeline, 0.7, GLYPHS_AT).name().upper() != IMPULSE


def test_of_many_marks_so_many_are_painted_as_can_be_told_apart():
    assert places_apart(np.array([0.0, 1.0, 2.9, 3.0, 5.0, 6.1])) == [0.0, 3.0, 6.1]


def test_the_lines_and_marks_that_there_are_are_explained_below(timeline):
    assert timeline.key == ()
    t = np.linspace(0.0, 2.0, 3)
    timeline.show_residuals(t, np.full(3, 1e-13), np.full(3, np.nan))
    assert [text for _, text in timeline.key] == ["residual of each solve", "above 1e-8"]
    timeline.show_residuals(t + 0.1, np.full(3, 1e-13), np.array([np.nan, 1e-5, np.nan]))
    timeline.show_marks(marks((0.7, "slip", ""), (0.8, "impact", "")))
    assert [text for _, text in timeline.key][2:] == ["step error", "impact", "begins to slide"]
    timeline.grab()


def test_of_many_samples_the_largest_of_each_few_are_painted_and_each_is_read(timeline):
    t = np.linspace(0.0, 2.0, 2001)
    residual, step_error = np.full_like(t, 1e-14), np.full_like(t, np.nan)
    residual[1000], step_error[500] = 1e-3, 1e-5
    few = np.arange(0, 2001, 2)  # some in each column of pixels
    timeline.show_residuals(t, residual, step_error)
    expected = timeline.grab().toImage()
    timeline.show_residuals(t[:1], residual[:1], step_error[:1])
    largest = ((t[few], residual[few]), (t[few], step_error[few]))
    timeline.show_residuals(t, residual, step_error, largest)
    assert timeline.grab().toImage() == expected
    assert timeline.text_at(at(timeline, 1.5, STRIP_AT + 3)) == "1.500 s, residual 1e-14, step error 1e-5 m/s (the line)"
