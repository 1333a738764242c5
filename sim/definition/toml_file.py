"""A TOML definition as text and as checked values, and errors that name the line."""

from __future__ import annotations

import math
import re
import tomllib
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import inspect as types

from ..errors import DefinitionError, UnknownNameError
from .toml_lines import KeyPath, line_of

MAX_BYTES = 10_000_000

S = TypeVar("S", bound=msgspec.Struct)


class TomlFile(Generic[S]):
    """A TOML file read as the struct that says which keys it may have; makes errors that name the line."""

    def __init__(self, path: Path, text: str, schema: type[S], failure: type[DefinitionError]) -> None:
        """Read and check a text. Raises `failure` with the line of what is wrong."""
        self.path = path
        self.text = text
        self._schema = schema
        self._failure = failure
        try:
            self.raw: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            line = re.search(r" \(at line (\d+), column \d+\)$", str(error))
            message = str(error)[: line.start()] if line else str(error)
            raise failure(f"not TOML: {message}", path, int(line[1]) if line else None) from None
        except RecursionError:
            raise failure("not TOML that can be read: it is nested too deeply", path) from None
        try:
            self.values = msgspec.convert(self.raw, schema)
        except msgspec.ValidationError as error:
            raise self._explained(str(error)) from None
        self._refuse_infinite(self.raw, ())

    def error(self, message: str, *path: str | int) -> DefinitionError:
        """Return an error about the value at this path of keys."""
        return self._failure(message, self.path, self.line(*path))

    def line(self, *path: str | int) -> int | None:
        """Return the line of the value at this path of keys."""
        return line_of(self.text, path)

    def _refuse_infinite(self, value: Any, path: KeyPath) -> None:
        if isinstance(value, float) and not math.isfinite(value):
            raise self.error(f"{_dotted(path)}: {value} is not a finite number", *path)
        if isinstance(value, dict | list):
            for key, item in value.items() if isinstance(value, dict) else enumerate(value):
                self._refuse_infinite(item, (*path, key))

    def _explained(self, message: str) -> DefinitionError:
        """Msgspec's message in the words of the file."""
        text, _, place = message.partition(" - at `$")
        tokens = re.findall(r"\.([\w-]+)|\[(\d+)\]|\[(\.\.\.)\]", place)
        path: KeyPath = tuple(name or (int(index) if index else "…") for name, index, _ in tokens)
        if "…" in path:  # msgspec does not say which key of a table it means
            path = self._culprit(path)
        where = f"{_dotted(path)}: " if path else ""
        if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", text):
            owner = _dotted(path) or "the file"
            return self.error(str(UnknownNameError("key", unknown[1], self._keys(path), owner)), *path, unknown[1])
        if missing := re.fullmatch(r"Object missing required field `(.*)`", text):
            return self.error(f"{where}the key {missing[1]!r} is missing", *path)
        if invalid := re.fullmatch(r"Invalid (?:enum )?value '(.*)'", text):
            return self.error(f"{where}{invalid[1]!r} is not one of {self._choices(path)}", *path)
        words = {
            "`float`": "a number",
            "`str`": "a text",
            "`array`": "a list",
            "`object`": "a table",
            "`int`": "a whole number",
            "`bool`": "true or false",
        }
        text = re.sub(r"`\w+`", lambda word: words.get(word[0], word[0].strip("`")), text)
        return self.error(f"{where}{text[0].lower()}{text[1:]}", *path)

    def _culprit(self, path: KeyPath) -> KeyPath:
        """Return the path with "…" replaced by the first key whose value is not what it should be."""
        at = path.index("…")
        kind = self._type_at(path[:at])
        table: Any = self.raw
        for token in path[:at]:
            table = table[token]
        wanted = kind.value_type if isinstance(kind, types.DictType) else None
        for key, value in table.items():
            for candidate in _alternatives(wanted):
                try:
                    msgspec.convert(value, _plain(candidate))
                except msgspec.ValidationError:
                    return (*path[:at], str(key), *path[at + 1 :])
        return path

    def _type_at(self, path: KeyPath) -> Any:
        """Return what the schema says of the value at this path; the tag in the file chooses among tagged structs."""
        kind: Any = types.type_info(self._schema)
        value: Any = self.raw
        for token in path:
            kind = _chosen(kind, value)
            if isinstance(kind, types.StructType):
                kind = next((field.type for field in kind.fields if field.encode_name == token), None)
            elif isinstance(kind, types.DictType):
                kind = kind.value_type
            else:
                kind = getattr(kind, "item_type", None)
            value = _item(value, token)
        return _chosen(kind, value)

    def _keys(self, path: KeyPath) -> tuple[str, ...]:
        """Return the keys that the table at this path may have."""
        kind = self._type_at(path)
        if not isinstance(kind, types.StructType):
            return ()
        tag = (kind.tag_field,) if kind.tag_field else ()
        return (*tag, *(field.encode_name for field in kind.fields))

    def _choices(self, path: KeyPath) -> str:
        """Return the words that the value at this path may be."""
        kind = self._type_at(path)
        if kind is None:  # the tag of a union
            union = self._type_at(path[:-1])
            words = [option.tag for option in _alternatives(union) if isinstance(option, types.StructType)]
        else:
            words = [word for option in _alternatives(kind) for word in getattr(option, "values", ())]
        return ", ".join(map(repr, words))


def read_toml(path: Path, schema: type[S], failure: type[DefinitionError]) -> TomlFile[S]:
    """Read and check a TOML file. Raises `failure`, naming file and line."""
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise failure(f"the file has {size / 1e6:.0f} MB; at most {MAX_BYTES / 1e6:.0f} MB are read", path)
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise failure(f"cannot be read: {error.strerror}", path) from None
    except UnicodeDecodeError:
        raise failure("not a text file in UTF-8", path) from None
    if not text.strip():
        raise failure("the file is empty", path)
    return TomlFile(path, text, schema, failure)


def _item(value: Any, token: str | int) -> Any:
    """What is at a key of a table or a place of a list; None if nothing is."""
    if isinstance(value, dict):
        return value.get(token)
    if isinstance(value, list) and isinstance(token, int) and token < len(value):
        return value[token]
    return None


def _alternatives(kind: Any) -> tuple[Any, ...]:
    return tuple(kind.types) if isinstance(kind, types.UnionType) else (kind,)


def _chosen(kind: Any, value: Any) -> Any:
    """Of a union, the struct whose tag the value bears, or the only one that is not None."""
    if not isinstance(kind, types.UnionType):
        return kind
    structs = [option for option in kind.types if isinstance(option, types.StructType)]
    for option in structs:
        if isinstance(value, dict) and option.tag_field and value.get(option.tag_field) == option.tag:
            return option
    others = [option for option in kind.types if not isinstance(option, types.NoneType)]
    return others[0] if len(others) == 1 else kind


def _plain(kind: Any) -> Any:
    """The Python type of a simple msgspec type."""
    if isinstance(kind, types.VarTupleType):
        return list[_plain(kind.item_type)]  # type: ignore[misc]
    simple: dict[Any, Any] = {types.FloatType: float, types.StrType: str, types.IntType: int}
    return simple.get(type(kind), getattr(kind, "cls", Any))


def _dotted(path: KeyPath) -> str:
    text = "".join(f"[{token}]" if isinstance(token, int) else f".{token}" for token in path)
    return text.removeprefix(".")
