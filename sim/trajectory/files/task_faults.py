"""All that is wrong with a planning task's file, beyond what single values may be: noted one by one, and refused at once."""

from __future__ import annotations

from ...definition.toml_file import TomlFile
from ...errors import DefinitionError
from .task_rows import TaskFile


class TaskReading:
    """A file as it is read, and what was found wrong so far. Mutable."""

    def __init__(self, file: TomlFile[TaskFile]) -> None:
        self.file = file
        self.rows = file.values
        self.faults: list[DefinitionError] = []

    def note(self, message: str, *place: str | int) -> None:
        """Something is wrong with the value at a path of keys; reading goes on with whatever stands for it."""
        self.faults.append(self.file.error(message, *place))

    def refuse(self) -> None:
        """Raise what was noted, if anything was: the first in the file, the rest as its `others`.

        What comes from another error, as of a robot that may not be read, is raised itself: who allows that must see it.
        """
        found = sorted(self.faults, key=lambda fault: (fault.__cause__ is None, fault.line or 0))
        if found:
            first, *others = found
            first.others = tuple(others)
            raise first
