"""Blocks of pages that are kept on the working sheet, and what they were taken from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from secrets import token_hex  # also of another program's, keys differ

import numpy as np

from torseur.sim.texts import tr
from torseur.ui.sheet.blocks import UserEvent
from torseur.ui.text.number_text import number_text

from ..files.files import Files
from ..laboratory.sheet_page import SheetPage
from ..session.session import Session
from ..sheet.page import KeptBlock
from .commands.laboratory_commands import PAGES
from .navigation import Navigation


class KeptBlocks:
    """Keeps them, and goes back to where they are from."""

    def __init__(self, session: Session, files: Files, navigation: Navigation, docked: Mapping[str, SheetPage]) -> None:
        self._session, self._files, self._navigation, self._docked = session, files, navigation, docked

    def keep(self, kept: KeptBlock) -> None:
        """Have it on the working sheet, whatever is seen."""
        page = self._navigation.laboratories["laboratory"][1].page("working_sheet")
        if isinstance(page, SheetPage) and page.take(UserEvent("", "kept", (token_hex(4), kept))):
            self._session.message.emit(tr("Kept on the working sheet."), kept.title, "good")

    def reopen(self, kept: KeptBlock) -> None:
        """Show its document, instant and page as they were, as far as they are still there."""
        document = self._session.document
        if not kept.document or document is not None and (document.name, document.reference) == (kept.document, kept.reference):
            self._show(kept)
        elif kept.reference:
            self._files.begin(kept.reference, lambda: self._show(kept))
        else:
            text = tr("“{name}” cannot be opened again: it had no file.", name=kept.document)
            self._session.message.emit(text, "", "warning")

    def _show(self, kept: KeptBlock) -> None:
        session, settings = self._session, kept.settings
        lost = self._go_to_instant(kept) if kept.document else ""
        if kept.frame in session.model.frame_names:
            session.choose_frame(kept.frame)
        if hasattr(settings, "opened"):  # by which what was typed is of this document
            settings = replace(settings, opened=session.opened)
        if kept.page in PAGES:
            self._navigation.laboratories[PAGES[kept.page].workspace][1].bring_back({kept.page: settings})
            self._navigation.show_page(kept.page)
        elif kept.page in self._docked:
            self._navigation.show_dock(kept.page)
            self._docked[kept.page].bring_back(settings)
        if lost:
            session.message.emit(lost, tr("It is shown as near to it as there is."), "warning")

    def _go_to_instant(self, kept: KeptBlock) -> str:
        """Show it, or else its joints; returns what of it is not there any more."""
        session = self._session
        if len(kept.q) != session.model.nq:
            return tr("“{name}” has other joints than it had.", name=kept.document)
        if kept.t is not None:
            session.playback.seek(kept.t)
        shown = session.snapshot
        if shown is not None and np.array_equal(shown.q, kept.q) and kept.t in (None, shown.t):
            return ""
        if session.is_replay:
            return tr("The recording is another than it was.")
        session.pose(kept.q, tr("As it was taken"))
        if kept.t is None:
            return ""
        return tr("What was simulated until t = {t} s is gone: its joints alone are shown.", t=number_text(kept.t))
