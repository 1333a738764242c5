"""A DH file as checked values."""

from __future__ import annotations

from pathlib import Path

from sim.definition.toml_file import TomlFile, read_toml
from sim.errors import ModelError

from .definition import Definition

Source = TomlFile[Definition]


def read_source(path: Path) -> Source:
    """Read and check a DH file. Raises `ModelError`, naming file and line."""
    return read_toml(path, Definition, ModelError)
