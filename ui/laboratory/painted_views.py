"""Widgets of pages that are painted by hand: they register their views as this is imported."""

from .contact.checks import verdict_timeline  # noqa: F401
from .singularities import case_list, map_view  # noqa: F401
