"""What an idea of the course unfolds is folded again: other tests have the same window."""

from __future__ import annotations

import pytest

from torseur.ui.displays.folded_section import FoldedSection


@pytest.fixture(scope="module", autouse=True)
def folds(shown_window):
    before = {section for section in shown_window.findChildren(FoldedSection) if section.is_open}
    yield
    for section in shown_window.findChildren(FoldedSection):
        if section.is_open and section not in before:
            section.head.switch()
