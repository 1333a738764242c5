"""Single entries of a scene's text, as the forms change them: numbers, words, materials."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from torseur.sim.definition.toml_editing import with_value, without
from torseur.sim.definition.toml_lines import KeyPath

from .part_in_text import NEW


def with_entry(text: str, said: Any, place: KeyPath, value: Any, default: Sequence[float] = (0.0, 0.0, 0.0)) -> str:
    """The text with a number, one of several numbers, or a word at a place; an empty word and it is gone."""
    if isinstance(value, tuple):
        k, number = value
        numbers = list(at(said, place) or default)
        numbers[k] = float(number)
        return with_value(text, place, [float(x) for x in numbers])
    if isinstance(value, str):
        return with_value(text, place, value) if value else without(text, place)
    return with_value(text, place, float(value))


def with_material(text: str, said: Mapping[str, Any], place: KeyPath, name: str) -> str:
    """The text with a material of that name at a place, with a new one, or with "" none."""
    if name == NEW:
        name = next(f"material_{k}" for k in range(1, 10_000) if f"material_{k}" not in said.get("materials", {}))
        text = with_value(text, ("materials", name), {"friction": 0.5, "restitution": 0.0})
    return with_value(text, place, name) if name else without(text, place)


def at(said: Any, path: KeyPath) -> Any:
    """What is at a path of keys; None: nothing."""
    for step in path:
        said = said.get(step) if isinstance(step, str) else said[step]
        if said is None:
            return None
    return said
