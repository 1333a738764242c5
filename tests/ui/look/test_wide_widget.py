"""Painted widgets of a fixed height that fill the width."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QVBoxLayout, QWidget

from torseur.ui.look.wide_widget import WideWidget


def test_it_is_as_high_as_it_was_told_however_much_room_there_is(qtbot):
    host = QWidget()
    qtbot.addWidget(host)
    QVBoxLayout(host).addWidget(wide := WideWidget(host, height=70, wide=340, narrow=240))
    host.resize(800, 600)
    host.show()
    assert wide.height() == 70
    assert wide.width() > 700
    assert (wide.sizeHint(), wide.minimumSizeHint()) == (QSize(340, 70), QSize(240, 70))


@pytest.mark.slow
def test_its_hints_follow_another_height(qtbot):
    wide = WideWidget(None, height=0, wide=340, narrow=240)
    qtbot.addWidget(wide)
    wide.setFixedHeight(50)
    assert (wide.sizeHint(), wide.minimumSizeHint()) == (QSize(340, 50), QSize(240, 50))


def test_without_a_least_width_it_needs_what_its_layout_does(qtbot):
    wide = WideWidget(None, height=70, wide=340)
    qtbot.addWidget(wide)
    part = QWidget(wide)
    part.setMinimumWidth(123)
    column = QVBoxLayout(wide)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(part)
    assert wide.minimumSizeHint().width() == 123
