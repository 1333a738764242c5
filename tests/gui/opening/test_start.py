"""The state that a simulation starts from, in the real window: what rests on a plane there is not said to touch nothing."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication


def test_table_plot_and_arrows_have_the_contacts_of_the_start(window, hand):
    window.open("incline_30")
    window.pages.navigation.show_page("inspector")
    page, session = window.pages.contact.page("inspector"), window.session
    hand.wait_until(lambda: page.sheet.block("contacts.note").text == "Not simulated yet.")
    session.playback.step(3)
    hand.wait_until(lambda: session.index == 3)
    session.playback.seek(0.0)
    hand.wait_until(lambda: session.index == 0 and page.sheet.has("contacts.table") and page.sheet.has("problem"))
    rows = page.sheet.block("contacts.table").rows
    total = rows.normal.sum()
    assert page.questions.known("problem").force[:, 2].sum() == pytest.approx(total)
    assert len(session.contacts) == len(rows)  # what arrows are drawn of

    def plotted():
        window.panels.plots.force.copy_data()
        rows = QApplication.clipboard().text().splitlines()[1:]  # none before the states were looked at
        return float(rows[0].split("\t")[1]) if rows else None

    hand.wait_until(lambda: plotted() == pytest.approx(total, rel=1e-6))  # 0 N beside 17 N
