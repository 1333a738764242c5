"""Every value of a TOML definition that is not what the schema says, in one pass."""

from __future__ import annotations

import math
import reprlib
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from msgspec import inspect as types

from ..errors import ALIKE, UnknownNameError
from ..texts import marked, tr
from .toml_lines import KeyPath

_MISSING = object()
_WORDS: dict[type, str] = {
    float: marked("a number"),
    int: marked("a whole number"),
    str: marked("a text"),
    bool: marked("true or false"),
    list: marked("a list"),
    dict: marked("a table"),
}
_DATE = marked("a date or time")
_OF_KIND: dict[type, str] = {
    types.FloatType: marked("a number"),
    types.IntType: marked("a whole number"),
    types.StrType: marked("a text"),
    types.BoolType: marked("true or false"),
    types.TupleType: marked("a list"),
    types.VarTupleType: marked("a list"),
    types.DictType: marked("a table"),
    types.StructType: marked("a table"),
    types.LiteralType: marked("a text"),
}


@dataclass(frozen=True, slots=True)
class TomlFault:
    """One value that cannot be: where it is, which rule it breaks, and the sentence about it."""

    path: KeyPath
    rule: str  # key-unknown, key-missing, value-type, value-word, value-range, value-count, magnitude-refused or not-finite
    message: str
    found: str
    wanted: str


def check(kind: Any, value: Any, largest: float = math.inf) -> tuple[Any, list[TomlFault]]:
    """Return what of a value can be used as a `msgspec` type wants it, and all that is wrong with it.

    What cannot be used is left out; where it is needed, a plain value of its type stands for it.
    largest : absolute value that a number may have
    """
    report = _Report(min(largest, sys.float_info.max), [])
    usable = _usable(kind, value, (), report)
    return (_stand_in(kind) if usable is _MISSING else usable), report.faults


def is_within(value: Any, largest: float) -> bool:
    """Whether all numbers in a value of tables and lists are finite, and not larger."""
    if isinstance(value, float | int):
        return abs(value) <= min(largest, sys.float_info.max)
    items = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return all(is_within(item, largest) for item in items)


@dataclass(slots=True)
class _Report:
    """What is wrong so far."""

    largest: float
    faults: list[TomlFault]


def dotted(path: KeyPath) -> str:
    """Return a path of keys as people write it: joints[0].alpha."""
    text = "".join(f"[{token}]" if isinstance(token, int) else f".{token}" for token in path)
    return text.removeprefix(".")


def _usable(kind: Any, value: Any, path: KeyPath, report: _Report) -> Any:
    if isinstance(kind, types.UnionType):
        options = [option for option in kind.types if not isinstance(option, types.NoneType)]
        structs = [option for option in options if isinstance(option, types.StructType) and option.tag_field]
        if len(structs) == len(options):
            return _tagged(structs, value, path, report)
        kind = next((option for option in options if _is_of(option, value)), options[0])
        if not any(_is_of(option, value) for option in options):
            expected = tr(" or ").join(dict.fromkeys(tr(_OF_KIND[type(option)]) for option in options))
            return _refuse_type(value, path, report, expected)
    if not _is_of(kind, value):
        return _refuse_type(value, path, report, _OF_KIND[type(kind)])
    match kind:
        case types.StructType():
            return _struct(kind, value, path, report)
        case types.DictType():
            items = {key: _usable(kind.value_type, item, (*path, key), report) for key, item in value.items()}
            return {key: item for key, item in items.items() if item is not _MISSING}
        case types.TupleType() | types.VarTupleType():
            return _list(kind, value, path, report)
        case types.LiteralType() if value not in kind.values:
            return _refuse_word(value, kind.values, path, report)
        case types.FloatType() | types.IntType():
            return _number(kind, value, path, report)
    return value


def _is_of(kind: Any, value: Any) -> bool:
    match kind:
        case types.FloatType():
            return isinstance(value, int | float) and not isinstance(value, bool)
        case types.IntType():
            return not isinstance(value, bool) and (isinstance(value, int) or (isinstance(value, float) and value.is_integer()))
        case types.BoolType():
            return isinstance(value, bool)
        case types.StrType() | types.LiteralType():
            return isinstance(value, str)
        case types.StructType() | types.DictType():
            return isinstance(value, dict)
    return isinstance(value, list)


def _struct(kind: types.StructType, value: dict[str, Any], path: KeyPath, report: _Report) -> Any:
    usable = {kind.tag_field: value[kind.tag_field]} if kind.tag_field else {}
    fields = {field.encode_name: field for field in kind.fields}
    keys = (*usable, *fields)
    for key, item in value.items():
        if key in fields:
            found = _usable(fields[key].type, item, (*path, key), report)
            if found is not _MISSING:
                usable[key] = found
        elif key not in usable:
            message = str(UnknownNameError("key", key, keys, dotted(path) or tr("the file")))
            report.faults.append(TomlFault((*path, key), "key-unknown", message, key, ", ".join(keys)))
    unknown = [key for key in value if key not in keys]
    for key, field in fields.items():
        if not field.required or key in usable:
            continue
        if key not in value and not get_close_matches(key, unknown, n=1, cutoff=ALIKE):
            message = tr("{where}the key {key!r} is missing", where=_where(path), key=key)
            report.faults.append(TomlFault((*path, key), "key-missing", message, "", key))
        usable[key] = _stand_in(field.type)
    return usable


def _tagged(options: list[types.StructType], value: Any, path: KeyPath, report: _Report) -> Any:
    """Return what can be used of a table that says by one of its keys which of several it is."""
    if not isinstance(value, dict):
        return _refuse_type(value, path, report, tr("a table"))
    field = str(options[0].tag_field)
    if field not in value:
        report.faults.append(
            TomlFault(
                (*path, field),
                "key-missing",
                tr("{where}the key {field!r} is missing", where=_where(path), field=field),
                "",
                field,
            )
        )
        return _stand_in(options[0])
    for option in options:
        if option.tag == value[field]:
            return _struct(option, value, path, report)
    _refuse_word(value[field], tuple(str(option.tag) for option in options), (*path, field), report)
    return _stand_in(options[0])


def _list(kind: types.TupleType | types.VarTupleType, value: list[Any], path: KeyPath, report: _Report) -> Any:
    if isinstance(kind, types.TupleType):
        least, most, items = len(kind.item_types), len(kind.item_types), list(kind.item_types)
        expected = tr("a list of length {least}", least=least)
    else:
        least, most, items = kind.min_length or 0, len(value), [kind.item_type] * len(value)
        expected = tr("a list of length >= {least}", least=least)
        if kind.max_length is not None and len(value) > kind.max_length:
            most, expected = kind.max_length, tr("a list of length <= {max_length}", max_length=kind.max_length)
    if not least <= len(value) <= max(most, least):
        message = tr(
            "{where}expected {expected}, got {count}: {given}",
            where=_where(path),
            expected=expected,
            count=len(value),
            given=reprlib.repr(value),
        )
        report.faults.append(TomlFault(path, "value-count", message, str(len(value)), expected))
        return _MISSING
    usable = [_usable(item, entry, (*path, i), report) for i, (item, entry) in enumerate(zip(items, value, strict=True))]
    return [_stand_in(item) if entry is _MISSING else entry for item, entry in zip(items, usable, strict=True)]


def _number(kind: types.FloatType | types.IntType, value: float, path: KeyPath, report: _Report) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        message = tr("{dotted}: {value} is not a finite number", dotted=dotted(path), value=value)
        report.faults.append(TomlFault(path, "not-finite", message, str(value), tr("a finite number")))
        return _MISSING
    if abs(value) > report.largest:
        given, expected = (
            reprlib.repr(value),
            tr("{of_kind} of at most {largest:g}", of_kind=tr(_OF_KIND[type(kind)]), largest=report.largest),
        )
        message = tr(
            "{where}{given} is beyond what can be computed with; expected {expected}",
            where=_where(path),
            given=given,
            expected=expected,
        )
        report.faults.append(TomlFault(path, "magnitude-refused", message, given, expected))
        return _MISSING
    for sign, bound, fails in (
        (">", kind.gt, kind.gt is not None and value <= kind.gt),
        (">=", kind.ge, kind.ge is not None and value < kind.ge),
        ("<", kind.lt, kind.lt is not None and value >= kind.lt),
        ("<=", kind.le, kind.le is not None and value > kind.le),
    ):
        if fails and bound is not None:
            limit = float(bound) if isinstance(kind, types.FloatType) else bound
            expected = f"{tr(_OF_KIND[type(kind)])} {sign} {limit}"
            message = tr(
                "{where}expected {expected}, got {given}", where=_where(path), expected=expected, given=reprlib.repr(value)
            )
            report.faults.append(TomlFault(path, "value-range", message, str(value), expected))
            return _MISSING
    return int(value) if isinstance(kind, types.IntType) else value


def _refuse_type(value: Any, path: KeyPath, report: _Report, expected: str) -> Any:
    expected, found = tr(expected), tr(next((word for kind, word in _WORDS.items() if type(value) is kind), _DATE))
    given = str(value).lower() if type(value) not in _WORDS or isinstance(value, bool) else reprlib.repr(value)
    message = tr(
        "{where}expected {expected}, got {found}: {given}", where=_where(path), expected=expected, found=found, given=given
    )
    report.faults.append(TomlFault(path, "value-type", message, given, expected))
    return _MISSING


def _refuse_word(value: Any, words: tuple[Any, ...], path: KeyPath, report: _Report) -> Any:
    expected = ", ".join(map(repr, words))
    report.faults.append(
        TomlFault(
            path,
            "value-word",
            tr("{where}{value!r} is not one of {expected}", where=_where(path), value=value, expected=expected),
            str(value),
            expected,
        )
    )
    return _MISSING


def _where(path: KeyPath) -> str:
    return f"{dotted(path)}: " if path else ""


def _stand_in(kind: Any) -> Any:
    """Return a plain value of a type, in the place of one that is needed and cannot be used."""
    match kind:
        case types.UnionType():
            return _stand_in(kind.types[0])
        case types.StructType():
            required: Iterator[types.Field] = (field for field in kind.fields if field.required)
            tag = {kind.tag_field: kind.tag} if kind.tag_field else {}
            return {**tag, **{field.encode_name: _stand_in(field.type) for field in required}}
        case types.DictType():
            return {}
        case types.TupleType():
            return [_stand_in(item) for item in kind.item_types]
        case types.VarTupleType():
            return [_stand_in(kind.item_type)] * (kind.min_length or 0)
        case types.LiteralType():
            return kind.values[0]
        case types.StrType():
            return ""
        case types.BoolType():
            return False
    return 1
