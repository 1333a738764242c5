"""The pages of the laboratory, in their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bindings.laboratory import LabPage

if TYPE_CHECKING:
    from .window import Window


def make_pages(window: Window) -> list[LabPage]:
    """All of them. A page that draws calls `window.picture.refresh` when what it draws has changed."""
    return []
