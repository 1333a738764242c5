"""Laboratory and Dynamics: the page that is open follows the session, and draws into the view, while the dock is seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSignalBlocker, Signal

from torseur.sim.texts import tr
from torseur.ui.laboratory.laboratory import Laboratory
from torseur.ui.window.kept_controls import Kept, enter_controls, kept_controls

from ..session.lateness import Instant, Lateness
from .page_context import PageContext
from .sheet_page import SheetPage

if TYPE_CHECKING:
    from .pages import LaboratoryPage


class LaboratoryBinding(QObject):
    """Between the pages and the dock."""

    unfolded = Signal()  # a section of a page, which may draw more

    def __init__(self, workspace: str, laboratory: Laboratory, context: PageContext, parent: QObject | None = None) -> None:
        """Name the pages of a workspace when they are first wanted, and make each when it is opened."""
        super().__init__(parent)
        self._workspace, self._laboratory, self._context = workspace, laboratory, context
        self._pages: dict[str, LaboratoryPage] = {}
        self._to_bring_back: dict[str, Any] = {}  # of pages that are not made yet
        self._to_enter: dict[str, Kept] = {}  # what was typed and chosen on pages that were not seen yet
        self._named = self._presents = False
        self._seen: LaboratoryPage | None = None
        self._lateness = Lateness(context.session, self._numbers_of, self)
        self._lateness.changed.connect(laboratory.show_late)
        laboratory.pages_wanted.connect(self._name_pages)
        laboratory.page_wanted.connect(self._make_page)
        laboratory.page_changed.connect(lambda _: self.look())
        context.session.document_changed.connect(self._forget)

    def page(self, key: str) -> Any:
        """The page of a key, made now if it was not before."""
        self._name_pages()
        self._make_page(key)
        return self._pages[key]

    def pieces(self) -> Iterator[Callable[[], object]]:
        """What is to be done, a piece after the other, until all pages are made; one that is made meanwhile is passed over."""
        from .pages import PAGES

        yield self._name_pages
        for key in PAGES[self._workspace]:
            yield partial(self._binding, key)
            yield partial(self._make_page, key)
            yield partial(self._laboratory.polish, key)

    @property
    def made(self) -> Mapping[str, LaboratoryPage]:
        """The pages that there are by now."""
        return self._pages

    @property
    def seen(self) -> LaboratoryPage | None:
        """The page that is seen; None: none is, or one that is not of these."""
        return self._seen

    def present(self, presenting: bool) -> None:
        """Hide on all pages what is to be asked for first."""
        self._presents = presenting
        for page in self._pages.values():
            page.present(presenting)

    def keep(self) -> dict[str, Any]:
        """What stays of each page when the robot's file is read again."""
        return {key: page.keep() for key, page in self._pages.items()}

    def bring_back(self, states: dict[str, Any]) -> None:
        """Have it again, as far as it fits what was read."""
        for key, state in states.items():
            if key in self._pages:
                self._pages[key].bring_back(state)
            else:
                self._to_bring_back[key] = state

    def take_over(self, other: LaboratoryBinding) -> None:
        """Have on each page what the user typed and chose on that of another, once it is seen."""
        made = {key: page for key, page in other._pages.items() if not isinstance(page, SheetPage)}
        self._to_enter = other._to_enter | {key: kept_controls(page.widget) for key, page in made.items()}
        self._to_bring_back = other._to_bring_back | other.keep()

    def _forget(self) -> None:
        """Of another document nothing was typed yet."""
        if not self._context.session.rebuilding:
            self._to_bring_back, self._to_enter = {}, {}

    def look(self) -> None:
        """Whether the dock is seen may have changed, or which page."""
        self._see(self._pages.get(self._laboratory.page) if self._laboratory.isVisible() else None)

    def close(self) -> None:
        """The window closes: the page that is seen is left."""
        self._see(None)

    def _name_pages(self) -> None:
        """Tabs and their tips."""
        if not self._named:
            from .pages import PAGES

            self._named = True
            entries = PAGES[self._workspace].items()
            self._laboratory.show_pages({key: (tr(entry.title), tr(entry.about)) for key, entry in entries})

    def _binding(self, key: str) -> LaboratoryPage:
        if key not in self._pages:
            from .pages import PAGES

            page = self._pages[key] = PAGES[self._workspace][key].make(self._context, self)
            if self._presents:
                page.present(True)
            if key in self._to_bring_back:
                page.bring_back(self._to_bring_back.pop(key))
        return self._pages[key]

    def _make_page(self, key: str) -> None:
        if not self._laboratory.has_body(key):
            page = self._binding(key)
            self._laboratory.set_body(key, page.widget)
            if isinstance(page, SheetPage):
                page.told.connect(self._lateness.look)
                page.unfolded.connect(self.unfolded)

    def _see(self, page: LaboratoryPage | None) -> None:
        if page is self._seen:
            return
        before, self._seen = self._seen, page
        if before is not None:
            before.leave()
        if page is not None:
            page.enter()
            if page.widget.isEnabled() and page.key in self._to_enter:
                frame = self._context.session.frame
                with QSignalBlocker(self):  # it is no user who unfolds
                    enter_controls(page.widget, self._to_enter.pop(page.key))
                self._context.session.choose_frame(frame)  # whatever it was when the page was left
        self._lateness.look()

    def _numbers_of(self) -> Instant | None:
        return self._seen.numbers_of if isinstance(self._seen, SheetPage) else None
