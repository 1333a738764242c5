"""A message comes, and goes by itself only when nothing is wrong."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from torseur.ui.window.toast import Toast


@pytest.fixture
def toast(qtbot):
    window = QWidget()
    window.resize(800, 500)
    qtbot.addWidget(window)
    toast = Toast(window, stay=30)
    with qtbot.waitExposed(window):
        window.show()
    yield toast
    window.close()


def geometry_of(button):
    """Where it lies in the message."""
    return button.geometry().translated(button.parentWidget().pos())


def test_good_news_goes_by_itself_and_trouble_that_replaces_it_stays(toast, qtbot):
    toast.show_message("Saved", tone="good")
    assert toast.isVisible()
    qtbot.waitUntil(lambda: not toast.isVisible())
    toast.show_message("Saved", tone="good")
    toast.show_message("No room on the disk.", tone="error")
    qtbot.wait(60)
    assert (toast.isVisible(), toast.text) == (True, "No room on the disk.")
    toast.show_message("There is no plan.", tone="warning")
    toast.clear_message("No room on the disk.")
    assert toast.isVisible()
    toast.clear_message("There is no plan.")
    assert not toast.isVisible()


@pytest.mark.parametrize("tone", ["warning", "error"])
def test_trouble_stays_until_it_is_closed(toast, qtbot, tone):
    toast.show_message("No closing tag.", "robot.urdf:12", tone)
    qtbot.wait(60)
    assert toast.isVisible()
    assert (toast.text, toast.detail, toast.tone) == ("No closing tag.", "robot.urdf:12", tone)
    QTest.mouseClick(toast.close_button, Qt.MouseButton.LeftButton)
    assert not toast.isVisible()


def test_it_lies_in_the_middle_within_its_width_and_follows_the_window(toast, qtbot):
    toast.show_message("A sentence that says what went wrong. " * 6, "a/very/long/path " * 20, "warning")
    for width, height in ((800, 500), (420, 400), (1400, 800)):
        toast.parentWidget().resize(width, height)
        qtbot.waitUntil(lambda width=width: abs(toast.geometry().center().x() - width / 2) <= 1)
        assert toast.width() <= min(560, width - 24)
        assert toast.geometry().bottom() < height
        assert toast.geometry().top() >= 12


def test_an_offer_stays_and_its_button_does_it_once(toast, qtbot):
    done = []
    toast.show_message("a.urdf changed on the disk.", tone="plain", action="Reload (F5)", run=lambda: done.append(1))
    qtbot.wait(60)
    assert toast.isVisible()
    assert toast.action == "Reload (F5)"
    QTest.mouseClick(toast.action_button, Qt.MouseButton.LeftButton)
    assert done == [1]
    assert not toast.isVisible()
    toast.show_message("Saved", tone="good")
    assert toast.action == ""
    assert not toast.action_button.isVisible()


def test_what_is_known_elsewhere_too_is_one_line_with_its_offer_and_goes_by_itself(toast, qtbot):
    toast.show_message("Read, with 8 warnings.", "", "plain", "Show in the load doctor", lambda: None, passes=True)
    assert toast.height() <= 52
    button = geometry_of(toast.action_button)
    assert button.left() > toast.width() / 3
    assert button.bottom() < toast.height()
    qtbot.waitUntil(lambda: not toast.isVisible())
    toast.show_message("a.urdf changed on the disk.", "as it was read before", "plain", "Reload (F5)", lambda: None)
    qtbot.wait(60)
    assert toast.isVisible()
    assert geometry_of(toast.action_button).left() < toast.width() / 3


@pytest.mark.parametrize("detail", ["", "NameError: name 'x' is not defined"])
def test_it_offers_two_things_at_once_and_either_button_does_its_own(toast, detail):
    done = []
    for name in ("action_button", "other_button"):
        toast.show_message(
            "Something failed.",
            detail,
            "error",
            "Details",
            lambda: done.append("details"),
            other="Copy",
            run_other=lambda: done.append("copied"),
        )
        for button in (toast.action_button, toast.other_button):
            assert toast.rect().contains(geometry_of(button))
        QTest.mouseClick(getattr(toast, name), Qt.MouseButton.LeftButton)
        assert not toast.isVisible()
    assert done == ["details", "copied"]
    toast.show_message("Saved.", "", "good")
    assert not toast.action_button.isVisible()
    assert not toast.other_button.isVisible()


def test_it_lies_where_it_covers_least_and_stays_there_while_that_is_about_as_good(qtbot):
    window, bodies = QWidget(), [QRect(0, 250, 800, 250)]
    window.resize(800, 500)
    qtbot.addWidget(window)
    toast = Toast(window, covered=lambda box: sum((box & body).height() * (box & body).width() for body in bodies))
    with qtbot.waitExposed(window):
        window.show()
    toast.show_message("Read, with 3 warnings.", tone="warning")
    above = toast.geometry()
    assert above.bottom() < 250
    bodies.append(QRect(0, 0, 800, 200))  # it covers what came, and would elsewhere
    toast.settle()
    assert toast.geometry() == above
    bodies[:] = [QRect(0, 0, 800, 250), QRect(300, 250, 500, 250)]
    toast.settle()
    assert toast.geometry().top() > 250
    assert toast.geometry().right() < 300
