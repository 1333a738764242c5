"""Values as JSON, and back: settings of pages and blocks of sheets that outlive the program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from importlib import import_module
from typing import Any

import numpy as np

ROOMS = ("torseur.ui.", "torseur.app.", "torseur.sim.")
LARGE = ("torseur.sim.multibody.", "torseur.sim.simulation.running.", "torseur.sim.simulation.recording.")
"""Values of all rooms are written, but no models, scenes and recordings."""
UNREADABLE = (LookupError, TypeError, ValueError, ImportError, AttributeError)
"""What is raised for a value that cannot be written, or was not."""


def plain(value: Any) -> Any:
    """What `json` takes. What cannot be written is left out where there is a default; else raises TypeError."""
    if isinstance(value, np.ndarray):
        return {"array": value.tolist(), "type": value.dtype.str}
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, complex):
        return {"complex": [value.real, value.imag]}
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Mapping):
        return {"pairs": [[plain(key), plain(one)] for key, one in value.items()]}
    if isinstance(value, frozenset):
        return {"set": [plain(one) for one in value]}
    if type(value) in (tuple, list):
        return [plain(one) for one in value]
    return {"of": f"{type(value).__module__}:{_kind(type(value)).__name__}", "with": _fields(value)}


def value_of(written: Any) -> Any:
    """The value that was written so. Raises `UNREADABLE`."""
    if isinstance(written, list):
        return tuple(map(value_of, written))
    if not isinstance(written, dict):
        return written
    if "array" in written:
        return np.array(written["array"], dtype=written["type"])
    if "complex" in written:
        return complex(*written["complex"])
    if "pairs" in written:
        return {value_of(key): value_of(one) for key, one in written["pairs"]}
    if "set" in written:
        return frozenset(map(value_of, written["set"]))
    module, _, name = written["of"].partition(":")
    kind = getattr(import_module(module), name) if module.startswith(ROOMS) else None
    return _kind(kind)(**{key: value_of(one) for key, one in written["with"].items()})


def lasting(value: Any, otherwise: Any) -> Any:
    """A value as it is read again once it was written; `otherwise`, where that cannot be."""
    try:
        return value_of(plain(value))
    except UNREADABLE:
        return otherwise


def _fields(value: Any) -> dict[str, Any]:
    if isinstance(value, tuple):
        return {name: plain(one) for name, one in value._asdict().items()}  # type: ignore[attr-defined]
    found = {}
    for field in filter(lambda field: field.init, fields(value)):
        try:
            found[field.name] = plain(getattr(value, field.name))
        except TypeError:
            if field.default is MISSING and field.default_factory is MISSING:
                raise
    return found


def _kind(kind: Any) -> Any:
    is_value = isinstance(kind, type) and (is_dataclass(kind) or issubclass(kind, tuple))
    if not is_value or not kind.__module__.startswith(ROOMS) or kind.__module__.startswith(LARGE):
        raise TypeError(f"{kind} is no value that is written")
    return kind
