"""The contact that is selected, highlighted in the view while a page on contact is in sight."""

from __future__ import annotations

from PySide6.QtCore import QObject

from ..drawing.contact.contact_highlight import highlight, highlight_legend
from ..drawing.picture import Picture
from ..session.contact_selection import ContactSelection
from ..session.session import Session


class ContactHighlighting(QObject):
    """Between the session and its layer of the picture."""

    def __init__(self, session: Session, selection: ContactSelection, picture: Picture, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._selection, self._picture = session, selection, picture
        self._in_sight = False
        selection.changed.connect(self._draw)
        session.snapshot_changed.connect(self._draw)

    def show(self, in_sight: bool) -> None:
        """Highlight it, or do not."""
        self._in_sight = in_sight
        self._draw()

    def _draw(self) -> None:
        session, i = self._session, self._selection.row
        contacts = None if session.posing else session.contacts
        if contacts is None or not self._in_sight or not 0 <= i < len(contacts):
            self._picture.remove("contact")
        else:
            size, facets = self._picture.size, session.settings.law_facets
            self._picture.put("contact", highlight(contacts, i, size, facets), highlight_legend(contacts, i, facets))
