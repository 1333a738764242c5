"""Numba without the settings that it takes from a file in the current folder, which may be a stranger's."""

from __future__ import annotations

import sys
import warnings
from importlib import import_module

FILE = ".numba_config.yaml"
"""What Numba reads when it is imported, and again whenever it compiles."""


def import_numba_without_its_file() -> None:
    """Import Numba so that it never looks for the file. Where somebody has imported it before, that is left as it is."""
    if "numba" in sys.modules:
        return
    modules: dict[str, object] = sys.modules  # type: ignore[assignment]
    known = modules.get("yaml", sys)
    modules["yaml"] = None  # Numba goes without its file where it finds no reader
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # which it says
            config = import_module("numba.core.config")
    finally:
        if known is sys:
            del modules["yaml"]
        else:
            modules["yaml"] = known
    config._config_fname = ""
