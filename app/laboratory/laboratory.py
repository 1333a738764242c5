"""The laboratory: the page that is open follows the session, and draws into the view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from torseur.ui.laboratory.laboratory import Laboratory
from torseur.ui.viewport.overlays import LegendRow, Overlays

from ..drawing.picture import PictureBinding
from ..session.session import Session


class LabPage(Protocol):
    """Between one page and the session."""

    key: str
    title: str
    widget: QWidget

    def refresh(self) -> None:
        """Show the session's snapshot and frame. Called with every picture while the page is seen."""

    def overlays(self) -> Overlays:
        """What is drawn while the page is seen; called after `refresh`."""

    def legend(self) -> Sequence[LegendRow]:
        """What that means."""

    def leave(self) -> None:
        """The page is not seen any more: end drags and what else holds the view."""


class LaboratoryBinding(QObject):
    """Between the pages, the dock and the picture."""

    def __init__(
        self, session: Session, laboratory: Laboratory, picture: PictureBinding, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._laboratory, self._picture = session, laboratory, picture
        self._pages: dict[str, LabPage] = {}
        self._seen: LabPage | None = None
        picture.beside.append(self._draw)
        picture.beside_legend.append(self._legend)
        laboratory.page_shown.connect(lambda _: self.look())

    def add(self, page: LabPage) -> None:
        """Have one more page."""
        self._pages[page.key] = page
        self._laboratory.add_page(page.key, page.title, page.widget)

    def page(self, key: str) -> LabPage:
        """One of them."""
        return self._pages[key]

    def look(self) -> None:
        """Whether the dock is seen may have changed, or which page."""
        open_page = self._pages.get(self._laboratory.page)
        seen = open_page if self._laboratory.isVisible() else None
        if seen is self._seen:
            return
        before, self._seen = self._seen, seen
        if before is not None:
            before.leave()
        self._picture.refresh()

    def close(self) -> None:
        """The window closes: the page that is seen is left."""
        seen, self._seen = self._seen, None
        if seen is not None:
            seen.leave()

    def _draw(self) -> Overlays:
        if self._seen is None or self._session.snapshot is None:
            return Overlays()
        self._seen.refresh()
        return self._seen.overlays()

    def _legend(self) -> Sequence[LegendRow]:
        return self._seen.legend() if self._seen is not None and self._session.snapshot is not None else ()
