"""A TOML definition as text and as checked values, and errors that name the line."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

import msgspec
from msgspec.inspect import StructType, Type, VarTupleType, type_info

from ..errors import DefinitionError
from ..texts import tr
from .toml_faults import TomlFault, check, is_within
from .toml_limits import limit_fault
from .toml_lines import line_of

MAX_BYTES = 10_000_000

S = TypeVar("S", bound=msgspec.Struct)

_types = cache(type_info)  # of a schema: takes longer to find than a text to read


class TomlFile(Generic[S]):
    """A TOML file read as the struct that says which keys it may have; makes errors that name the line."""

    def __init__(
        self,
        path: Path,
        text: str,
        schema: type[S],
        failure: type[DefinitionError],
        *,
        collect_faults: bool = False,
        largest: float = math.inf,
        written: Mapping[str, object] | None = None,
    ) -> None:
        """Read and check a text. Raises `failure` with the line of what is wrong first; its `others` are the rest.

        collect_faults : raise only for what is not TOML at all, or beyond the limits of a text; `faults` tells what is wrong, and
                     `values` are what could be used, with plain values in the place of what is needed and is missing or wrong
        largest : absolute value that a number may have
        written : what `toml_text` made the text of just now, which is then not read back; it is checked all the same
        """
        self.path = path
        self.text = text
        self._failure = failure
        kind = _types(schema)
        self.written = _read(text, _most_tables(kind), path, failure) if written is None else written  # as plain values
        self.faults: tuple[TomlFault, ...] = ()
        if is_within(self.written, largest):
            try:
                self.values = msgspec.convert(self.written, schema)
                return
            except msgspec.ValidationError:
                pass  # what is wrong, all of it, takes ten times as long to say
        usable, faults = check(kind, self.written, largest)
        self.faults = tuple(sorted(faults, key=lambda fault: self.line(*fault.path) or 0))
        if self.faults and not collect_faults:
            first, *others = (self.error(fault.message, *fault.path) for fault in self.faults)
            first.others = tuple(others)
            raise first
        self.values = msgspec.convert(usable, schema)

    def error(self, message: str, *path: str | int) -> DefinitionError:
        """Return an error about the value at this path of keys."""
        return self._failure(message, self.path, self.line(*path))

    def line(self, *path: str | int) -> int | None:
        """Return the line of the value at this path of keys."""
        return line_of(self.text, path)

    def is_sound(self, *path: str | int) -> bool:
        """Whether nothing is wrong with the value at this path of keys, with what is in it, or with what it is in."""
        return not any(fault.path[: len(path)] == path[: len(fault.path)] for fault in self.faults)


def _read(text: str, most: Mapping[str, int], path: Path, failure: type[DefinitionError]) -> Mapping[str, object]:
    """What a text says, if it is TOML, and within the limits."""
    if beyond := limit_fault(text, most):
        raise failure(beyond[0], path, beyond[1])
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r" \(at line (\d+), column \d+\)$", str(error))
        message = str(error)[: line.start()] if line else str(error)
        raise failure(tr("not TOML: {message}", message=message), path, int(line[1]) if line else None) from None


def read_toml(
    path: Path, schema: type[S], failure: type[DefinitionError], *, collect_faults: bool = False, largest: float = math.inf
) -> TomlFile[S]:
    """Read and check a TOML file. Raises `failure`, naming file and line; see `TomlFile` for the rest."""
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise failure(
                tr(
                    "the file has {size:.0f} MB; at most {max_bytes:.0f} MB are read",
                    size=size / 1000000.0,
                    max_bytes=MAX_BYTES / 1000000.0,
                ),
                path,
            )
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise failure(tr("cannot be read: {reason}", reason=error.strerror), path) from None
    except UnicodeDecodeError:
        raise failure(tr("not a text file in UTF-8"), path) from None
    if not text.strip():
        raise failure(tr("the file is empty"), path)
    return toml_of_text(path, text, schema, failure, collect_faults, largest)


def toml_of_text(
    path: Path,
    text: str,
    schema: type[S],
    failure: type[DefinitionError],
    collect_faults: bool = False,
    largest: float = math.inf,
) -> TomlFile[S]:
    """The TOML file of a text; that of one that was read before is given again, as nobody changes it. Raises `failure`."""
    return cast("TomlFile[S]", _read_before(path, text, schema, cast("Any", failure), collect_faults, largest))


@lru_cache(maxsize=16)  # a scene is read again each time that it is opened, or asked for by name
def _read_before(
    path: Path, text: str, schema: type, failure: type[DefinitionError], collect_faults: bool, largest: float
) -> TomlFile[Any]:
    return TomlFile(path, text, schema, failure, collect_faults=collect_faults, largest=largest)


def _most_tables(kind: Type) -> dict[str, int]:
    """How many tables of each name a file may have, where its schema says so."""
    fields = kind.fields if isinstance(kind, StructType) else ()
    lists = {field.encode_name: field.type for field in fields if isinstance(field.type, VarTupleType)}
    return {name: each.max_length for name, each in lists.items() if each.max_length is not None}


def toml_keys(path: Path) -> frozenset[str]:
    """The keys of a TOML file, outermost ones; none of one that cannot be read, of which its reader says why."""
    try:
        if path.stat().st_size > MAX_BYTES:
            return frozenset()
        text = path.read_bytes().decode("utf-8-sig")
        return frozenset() if limit_fault(text, {}) else frozenset(tomllib.loads(text))
    except (OSError, ValueError):
        return frozenset()
