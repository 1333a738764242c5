"""The laboratory's dock: pages by click and by key, and the button that copies."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QStackedWidget

from torseur.ui.controls.buttons.copy_button import CopyButton
from torseur.ui.laboratory.laboratory import Laboratory
from torseur.ui.text.array_text import ArrayText


@pytest.fixture
def laboratory(qtbot):
    panel = Laboratory()
    qtbot.addWidget(panel)
    keys = ("Jacobian", "Singular values", "Singularities", "Inverse kinematics", "Statics")
    panel.made = []
    panel.page_wanted.connect(panel.made.append)
    panel.page_wanted.connect(lambda key: panel.set_body(key, QLabel(key, objectName=f"of {key}")))
    panel.show_pages({key: (key, f"about {key}") for key in keys})
    panel.resize(400, 600)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


def test_a_click_opens_a_page_and_tells_it(laboratory):
    told = []
    laboratory.page_changed.connect(told.append)
    assert laboratory.page == "Jacobian"
    QTest.mouseClick(laboratory.strip.tab("Statics"), Qt.MouseButton.LeftButton)
    assert (laboratory.page, told) == ("Statics", ["Statics"])
    laboratory.show_page("Jacobian")
    assert (laboratory.page, told) == ("Jacobian", ["Statics", "Jacobian"])


def test_a_page_is_made_when_it_is_first_opened(laboratory):
    assert laboratory.made == ["Jacobian"]
    for key in ("Statics", "Jacobian", "Statics"):
        laboratory.show_page(key)
    assert laboratory.made == ["Jacobian", "Statics"]


def test_a_page_opens_at_its_head_wherever_it_was_left(laboratory, qtbot):
    laboratory.show_page("Statics")
    laboratory.findChild(QLabel, "of Statics").setMinimumHeight(3000)
    bar = laboratory.findChild(QStackedWidget).currentWidget().verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 1000)
    bar.setValue(1000)
    laboratory.show_page("Statics")  # which is open
    assert bar.value() == 1000
    laboratory.show_page("Jacobian")
    laboratory.show_page("Statics")
    assert bar.value() == 0


def test_it_offers_to_simulate_while_there_is_nothing_that_pages_are_about(laboratory):
    asked = []
    laboratory.play_requested.connect(lambda: asked.append("play"))
    assert not laboratory.play_button.isVisible()
    laboratory.show_unplayed(True)
    QTest.mouseClick(laboratory.play_button, Qt.MouseButton.LeftButton)
    laboratory.show_unplayed(False)
    assert (asked, laboratory.play_button.isVisible()) == (["play"], False)


def test_names_and_tips_of_pages_can_be_those_of_another_language(laboratory):
    laboratory.show_page("Statics")
    laboratory.show_pages({"Statics": ("Statique", "Couples qui tiennent des charges")})
    tab = laboratory.strip.tab("Statics")
    assert (tab.text(), tab.toolTip(), tab.accessibleName()) == ("Statique", "Couples qui tiennent des charges", "Statique")
    assert laboratory.page == "Statics"
    assert tab.width() == tab.sizeHint().width()


def test_an_arrow_key_opens_the_page_beside(laboratory):
    laboratory.strip.tab("Jacobian").setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(laboratory.strip.tab("Jacobian"), Qt.Key.Key_Left)
    assert laboratory.page == "Statics"
    QTest.keyClick(laboratory.strip.tab("Statics"), Qt.Key.Key_Right)
    assert laboratory.page == "Jacobian"


def test_no_name_of_a_page_is_cut_however_narrow_the_dock_is(laboratory):
    for width in (352, 400, 700):
        laboratory.resize(width, 600)
        tabs = [laboratory.strip.tab(key) for key in ("Jacobian", "Singularities", "Inverse kinematics", "Statics")]
        assert all(tab.width() == tab.sizeHint().width() for tab in tabs)
        assert all(tab.geometry().right() < width and tab.geometry().bottom() < laboratory.strip.height() for tab in tabs)


def test_the_copy_button_gives_what_there_is_when_it_is_asked(qtbot):
    values = [np.eye(2)]
    button = CopyButton(lambda: ArrayText(values[0]) if values else None)
    qtbot.addWidget(button)
    button.forms.actions()[2].trigger()
    np.testing.assert_array_equal(eval(QGuiApplication.clipboard().text(), {"np": np}), np.eye(2))
    values.clear()
    button.forms.actions()[0].trigger()
    np.testing.assert_array_equal(eval(QGuiApplication.clipboard().text(), {"np": np}), np.eye(2))


def test_names_move_together_where_that_makes_a_row_less(qtbot):
    from torseur.ui.controls.buttons.page_strip import PageStrip

    strip = PageStrip()
    qtbot.addWidget(strip)
    names = "Inspector", "One contact", "Several contacts", "Quadratic programme"
    for name in names:
        strip.show_page(name, name)
    strip.show()
    strip.resize(900, strip.height())
    wide = [strip.tab(name).width() for name in names]
    assert len({strip.tab(name).y() for name in names}) == 1
    right = strip.tab(names[-1]).geometry().right()
    strip.resize(right - 10, strip.height())  # by ten pixels too narrow
    assert len({strip.tab(name).y() for name in names}) == 1
    assert strip.tab(names[-1]).geometry().right() < strip.width()
    assert all(strip.tab(name).width() < before for name, before in zip(names, wide, strict=True))
    strip.resize(right - 100, strip.height())  # two rows, narrow or not
    assert len({strip.tab(name).y() for name in names}) == 2
    assert [strip.tab(name).width() for name in names] == wide


def contrast(laboratory):
    """The lightest less the darkest of what it shows where nothing but its page is."""
    image = laboratory.grab().toImage()
    lower = range(image.height() // 4, image.height())
    found = [image.pixelColor(x, y).lightness() for x in range(image.width()) for y in lower]
    return max(found) - min(found)


def test_numbers_of_another_instant_are_grey_until_they_are_of_this_one(laboratory):
    laboratory.show_page("Statics")
    black = contrast(laboratory)
    laboratory.show_late("Of t = 1 s. Working out t = 2 s …")
    assert laboratory.veil.isVisible()
    assert laboratory.veil.geometry() == laboratory.veil.parentWidget().rect()
    assert contrast(laboratory) < 0.5 * black
    laboratory.show_page("Jacobian")  # it lies above each of them
    assert contrast(laboratory) < 0.5 * black
    laboratory.show_late("")
    assert not laboratory.veil.isVisible()
    assert contrast(laboratory) == black


def test_a_page_is_filled_before_it_is_laid_out(laboratory):
    seen = []
    laboratory.show_page("Statics")
    laboratory.show_page("Jacobian")
    page = laboratory.findChild(QLabel, "of Statics")
    laboratory.page_changed.connect(lambda key: seen.append((key, page.isVisible())))
    laboratory.show_page("Statics")
    assert seen == [("Statics", False)]
    assert page.isVisible()
