"""The sections of docs/sweep_examples.md: their files, and what their Python makes."""

from __future__ import annotations

from typing import Any

from tests.test_docs import blocks, read_definition, run


def sections() -> dict[str, Any]:
    """Run the page's blocks of Python in the folder that one is in, its files put there; what they name."""
    names: dict[str, Any] = {}
    for block in blocks("sweep_examples"):
        if block.language == "toml":
            read_definition(block, f"docs/sweep_examples.md:{block.line}")
        elif block.language == "python":
            run(compile(block.text, f"docs/sweep_examples.md:{block.line}", "exec"), names)
    return names
