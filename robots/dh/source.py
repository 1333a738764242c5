"""A DH file as values, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

from sim.definition.toml_file import TomlFile, read_toml
from sim.errors import ModelError

from ..faults import fault
from .definition import Definition

Source = TomlFile[Definition]
_RULES = {"the file is empty": "file-empty", "the file has": "file-too-large", "cannot be read": "no-such-file"}


def read_source(path: Path) -> Source:
    """Read a DH file to its end. Raises `ModelError`, naming file and line, for what is no TOML at all."""
    try:
        return read_toml(path, Definition, ModelError, to_the_end=True)
    except ModelError as error:
        raise _with_rule(error, path) from None


def source_of(text: str, path: Path) -> Source:
    """Read a text as a file at `path` that holds it is read. Raises `ModelError` for what is no TOML at all."""
    try:
        return TomlFile(path, text, Definition, ModelError, to_the_end=True)
    except ModelError as error:
        raise _with_rule(error, path) from None


def _with_rule(error: ModelError, path: Path) -> ModelError:
    rule = next((rule for start, rule in _RULES.items() if error.message.startswith(start)), "not-toml")
    return fault(rule, path, error.message, error.line or 0)
