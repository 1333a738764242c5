"""What an idea of the course unfolds is folded again: other tests have the same window."""

from __future__ import annotations

import pytest

from torseur.ui.displays.folded_section import FoldedSection
from torseur.ui.sheet.blocks import UserEvent
from torseur.ui.sheet.sheet_view import SheetView


@pytest.fixture(scope="module", autouse=True)
def folds(shown_window):
    before = {section for section in shown_window.findChildren(FoldedSection) if section.is_open}
    yield
    for section in shown_window.findChildren(FoldedSection):
        if section.is_open and section not in before:
            section.head.switch()
    for view in shown_window.findChildren(SheetView):
        for path, block in view.sheet.walk():
            if getattr(block, "open", None):
                view.happened.emit(UserEvent(path, "folded", False))
