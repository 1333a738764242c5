"""The arguments that a xacro file has, and their values."""

from __future__ import annotations

from typing import Any


class Arguments(dict[str, str]):
    """The arguments of a file: those given, and then the defaults of others."""

    def __init__(self, values: dict[str, str]) -> None:
        super().__init__(values)
        self.declared: dict[str, str | None] = {}  # names that the file has, with their defaults as they are written

    def __getitem__(self, name: str) -> str:
        self.declared.setdefault(name, None)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        """Return the value, as a dictionary does; it is one that the file has."""
        return self[name] if name in self else default

    def declare(self, element: Any) -> None:
        """Note what an element <xacro:arg> declares."""
        if self.declared.get(element.getAttribute("name")) is None:
            self.declared[element.getAttribute("name")] = element.getAttribute("default")
