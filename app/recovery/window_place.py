"""What the window shows, beside what is open: workspace, page, and where it is looked at from."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from torseur.ui.laboratory.laboratory import Laboratory
from torseur.ui.viewport.viewport import Viewport

from .session_file import KeptPlace


class WindowPlace:
    """Keeps it for a session that is to come back, and brings it back."""

    def __init__(
        self,
        viewport: Viewport,
        laboratories: Mapping[str, Laboratory],
        workspaces: Collection[str],
        pages: Collection[str],
        current_workspace: Callable[[], str],
        use_workspace: Callable[[str], None],
        show_page: Callable[[str], None],
    ) -> None:
        """Take laboratories by their workspaces, and the keys of all workspaces and pages that there are."""
        self._viewport, self._laboratories, self._workspaces, self._pages = viewport, laboratories, workspaces, pages
        self._current_workspace, self._use_workspace, self._show_page = current_workspace, use_workspace, show_page

    def keep(self) -> KeptPlace:
        """The place of now."""
        workspace = self._current_workspace()
        laboratory = self._laboratories.get(workspace)
        page = laboratory.page if laboratory is not None and laboratory.isVisible() else ""
        return KeptPlace(workspace, page, self._viewport.camera)

    def bring_back(self, place: KeptPlace) -> None:
        """Show it again, as far as this version has it."""
        if place.workspace in self._workspaces:
            self._use_workspace(place.workspace)
        if place.page in self._pages:
            self._show_page(place.page)

    def bring_back_camera(self, place: KeptPlace) -> None:
        """Look from there again."""
        if place.camera is not None:
            self._viewport.set_camera(place.camera)
