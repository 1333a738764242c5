"""Cards over the window give the keyboard back to what had it, if that is still there."""

from __future__ import annotations

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QLineEdit, QWidget

from torseur.ui.window.modal_card import ModalCard


@pytest.mark.parametrize("is_gone", [False, True])
def test_the_keyboard_goes_back(qapp, is_gone):
    window = QWidget()
    field, card = QLineEdit(window), ModalCard(window)
    window.show()
    window.activateWindow()
    field.setFocus()
    while qapp.focusWidget() is not field:
        QCoreApplication.processEvents()
    card.open_card(card.card)
    if is_gone:
        shiboken6.delete(field)
    card.leave()
    assert card.isHidden()
    assert is_gone or field.hasFocus()
    window.close()
