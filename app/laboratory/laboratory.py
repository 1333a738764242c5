"""The laboratory: the page that is open follows the session, and draws into the view, while the dock is seen."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject

from torseur.ui.laboratory.laboratory import Laboratory

from .page_binding import PageBinding


class LaboratoryBinding(QObject):
    """Between the pages and the dock."""

    def __init__(self, laboratory: Laboratory, pages: Iterable[PageBinding], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._laboratory = laboratory
        self._pages: dict[str, PageBinding] = {}
        self._seen: PageBinding | None = None
        for page in pages:
            self._pages[page.key] = page
            laboratory.add_page(page.key, page.title, page.widget)
        laboratory.page_changed.connect(lambda _: self.look())

    def page(self, key: str) -> PageBinding:
        """The page of a key."""
        return self._pages[key]

    def look(self) -> None:
        """Whether the dock is seen may have changed, or which page."""
        self._see(self._pages.get(self._laboratory.page) if self._laboratory.isVisible() else None)

    def close(self) -> None:
        """The window closes: the page that is seen is left."""
        self._see(None)

    def _see(self, page: PageBinding | None) -> None:
        if page is self._seen:
            return
        before, self._seen = self._seen, page
        if before is not None:
            before.leave()
        if page is not None:
            page.enter()
