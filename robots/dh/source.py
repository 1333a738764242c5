"""A DH file as values, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

from torseur.sim.definition.toml_file import TomlFile, read_toml
from torseur.sim.errors import ModelError

from ..faults import fault
from .definition import Definition

Source = TomlFile[Definition]
_RULES = {"the file is empty": "file-empty", "the file has": "file-too-large", "cannot be read": "no-such-file"}  # by template


def read_source(path: Path) -> Source:
    """Read a DH file to its end. Raises `ModelError`, naming file and line, for what is no TOML at all."""
    try:
        return read_toml(path, Definition, ModelError, collect_faults=True)
    except ModelError as error:
        raise _with_rule(error, path, None) from None


def source_of(text: str, path: Path) -> Source:
    """Read a text as a file at `path` that holds it is read. Raises `ModelError` for what is no TOML at all."""
    try:
        return TomlFile(path, text, Definition, ModelError, collect_faults=True)
    except ModelError as error:
        raise _with_rule(error, path, text) from None


def _with_rule(error: ModelError, path: Path, text: str | None) -> ModelError:
    rule = next((rule for start, rule in _RULES.items() if error.template.startswith(start)), "not-toml")
    line = error.line or 0
    if rule == "not-toml" and not line:
        line = _last_line(path.read_bytes() if text is None else text.encode())
    return fault(rule, path, error.message, line)


def _last_line(content: bytes) -> int:
    """Return the line on which a text ends, or on which the first byte stands that is not UTF-8."""
    end = len(content.rstrip())
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        end = error.start
    return content.count(b"\n", 0, end) + 1
