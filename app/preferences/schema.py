"""What may stand in the file of settings: a row a key, with its type and what holds where there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from torseur.sim.texts import marked


@dataclass(frozen=True, slots=True)
class Setting:
    """One key."""

    type: Any  # as msgspec takes it: what else stands there is refused
    default: object
    wanted: str  # the type in words

    def read(self, found: object) -> object:
        """The value that stands in JSON as `found`. Raises ValueError where it is none."""
        try:
            return msgspec.convert(found, self.type)
        except msgspec.ValidationError as error:
            raise ValueError(str(error)) from None


_FLAG = marked("true or false")
_LAYOUT = marked("a layout as the program wrote it")

SCHEMA: Mapping[str, Setting] = MappingProxyType(
    {
        "window/theme": Setting(Literal["light", "dark"], "light", marked("light or dark")),
        "window/language": Setting(str, "system", marked("system, or the key of a language")),
        "window/angle_unit": Setting(Literal["deg", "rad"], "deg", marked("deg or rad")),
        "window/quality": Setting(
            Literal["automatic", "lowest", "low", "medium", "high"],
            "automatic",
            marked("automatic, lowest, low, medium or high"),
        ),
        "window/follows": Setting(bool, True, _FLAG),
        "window/legend_folded": Setting(bool, False, _FLAG),
        "window/geometry": Setting(bytes, b"", _LAYOUT),
        "window/docks": Setting(dict[str, bytes], {}, marked("for each workspace a layout as the program wrote it")),
        "files/recent": Setting(list[str], [], marked("a list of files and names")),
        "files/allowed": Setting(dict[str, list[str]], {}, marked("a list of folders for each file or name")),
        "files/arguments": Setting(dict[str, dict[str, str]], {}, marked("for each xacro file values by their names")),
        "course/seen": Setting(list[str], [], marked("a list of codes of ideas")),
        "exercises/states": Setting(
            dict[str, dict[str, Literal["", "tried", "right", "revealed"]]],
            {},
            marked("for each exercise its questions: tried, right or revealed"),
        ),
        "exercises/efforts": Setting(
            dict[str, dict[str, tuple[int, int]]], {}, marked("for each exercise its questions: how many tries and hints")
        ),
        "exercises/variant": Setting(int, 0, marked("a whole number")),
        "exercises/folder": Setting(str, "", marked("a folder")),
    }
)
