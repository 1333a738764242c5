"""Frozen values of which some fields follow from others: a copy in which only one of both is changed would lie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from .errors import ArgumentError
from .texts import tr


def check_copy(value: Any, what: str, built: tuple[object, ...], calls: Mapping[str, str]) -> tuple[object, ...]:
    """What the fields that `calls` names are, to be kept in `built`; they were something else there if `replace` changed them.

    what  : the value in words
    built : as this function gave it for the value that this one is a copy of; empty: it is none
    calls : for each of those fields, what to call in place of `dataclasses.replace`
    Raises ArgumentError for a field that was changed.
    """
    now = tuple(getattr(value, name) for name in calls)
    for name, before, after in zip(calls, built, now, strict=False):
        if before is not after:
            raise ArgumentError(
                "{name} of {what} cannot be changed alone, as other fields follow from it or it from them: in place of "
                "dataclasses.replace call {calls}",
                name=name,
                what=what,
                calls=tr(calls[name]),
            )
    return now


def freeze_within(value: Any) -> None:
    """Make all arrays in dataclasses and tuples read-only: pickles do not keep that. What pickles itself is left as it is."""
    if isinstance(value, np.ndarray):
        value.setflags(write=False)
    elif isinstance(value, tuple):
        for item in value:
            freeze_within(item)
    elif is_dataclass(value) and type(value).__reduce__ is object.__reduce__:
        for field in fields(value):
            freeze_within(getattr(value, field.name))
