"""Laboratory and Dynamics: the page that is open follows the session, and draws into the view, while the dock is seen."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject

from torseur.ui.laboratory.laboratory import Laboratory

from .page_binding import PageBinding
from .page_context import PageContext


class LaboratoryBinding(QObject):
    """Between the pages and the dock."""

    def __init__(
        self, workspace: str, laboratory: Laboratory, context: PageContext, parent: QObject | None = None
    ) -> None:
        """Make the pages of a workspace when they are first wanted: the window is there before them."""
        super().__init__(parent)
        self._workspace, self._laboratory, self._context = workspace, laboratory, context
        self._pages: dict[str, PageBinding] = {}
        self._seen: PageBinding | None = None
        laboratory.pages_wanted.connect(self._make_pages)
        laboratory.page_changed.connect(lambda _: self.look())

    def page(self, key: str) -> PageBinding:
        """The page of a key."""
        self._make_pages()
        return self._pages[key]

    def keep(self) -> dict[str, Any]:
        """What stays of each page when the robot's file is read again."""
        return {key: page.keep() for key, page in self._pages.items()}

    def bring_back(self, states: dict[str, Any]) -> None:
        """Have it again, as far as it fits what was read."""
        for key, state in states.items():
            self._pages[key].bring_back(state)

    def look(self) -> None:
        """Whether the dock is seen may have changed, or which page."""
        self._see(self._pages.get(self._laboratory.page) if self._laboratory.isVisible() else None)

    def close(self) -> None:
        """The window closes: the page that is seen is left."""
        self._see(None)

    def _make_pages(self) -> None:
        if self._pages:
            return
        from .pages import make_pages  # takes a third as long to import as all of the window

        for page in make_pages(self._workspace, self._context, self):
            self._pages[page.key] = page
            self._laboratory.add_page(page.key, page.title, page.widget)

    def _see(self, page: PageBinding | None) -> None:
        if page is self._seen:
            return
        before, self._seen = self._seen, page
        if before is not None:
            before.leave()
        if page is not None:
            page.enter()
