"""What an idea of the course unfolds is folded again: other tests have the same window."""

from __future__ import annotations

from dataclasses import replace

import pytest

from torseur.app.laboratory.sheet_page import SheetPage
from torseur.ui.displays.folded_section import FoldedSection


@pytest.fixture(scope="module", autouse=True)
def folds(shown_window):
    before = {section for section in shown_window.findChildren(FoldedSection) if section.is_open}
    yield
    for page in shown_window.findChildren(SheetPage):
        page.bring_back(replace(page.settings, open=page.page.settings_type().open))
    for section in shown_window.findChildren(FoldedSection):
        if section.is_open and section not in before:
            section.head.switch()
