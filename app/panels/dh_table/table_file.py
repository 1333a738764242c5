"""The file of a table: whether it says what the table does, and writing it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from torseur.sim.errors import TorseurError

if TYPE_CHECKING:
    from torseur.robots.dh.definition import Definition


def write_table(table: Definition, path: Path) -> bool:
    """Write a table into a file, whole or not at all; whether the file had comments, which are not kept.

    Raises ArgumentError or SaveError if it cannot be written, OSError if what is there cannot be read.
    """
    from torseur.robots.dh.text import text_of
    from torseur.robots.saving import check_place, save

    commented = path.is_file() and "\n#" in "\n" + path.read_text(encoding="utf-8")
    check_place(path, overwrite=True)
    save(text_of(table).encode(), path, lambda _: None)
    return commented


def says(path: Path, table: Definition | None) -> bool:
    """Whether the file of a table still says this; comments of it, which are not kept anyway, do not count."""
    from torseur.robots.dh.editing import definition_in

    try:
        return definition_in(path) == table
    except TorseurError:
        return False
