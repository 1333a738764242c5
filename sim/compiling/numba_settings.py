"""Numba without the settings that it takes from a file in the current folder, which may be a stranger's, and without colours."""

from __future__ import annotations

import os
import sys
import warnings
from importlib import import_module

FILE = ".numba_config.yaml"
"""What Numba reads when it is imported, and again whenever it compiles."""


def import_bare_numba() -> None:
    """Import Numba so that it never looks for the file. Where somebody has imported it before, that is left as it is.

    Nor does it colour its messages where nobody asks for that: it makes one for each statement, should it fail, and colours took
    a twentieth of the time of compiling.
    """
    if "numba" in sys.modules:
        return
    without = ["yaml", *(["colorama"] if "NUMBA_COLOR_SCHEME" not in os.environ else [])]
    modules: dict[str, object] = sys.modules  # type: ignore[assignment]
    known = {name: modules[name] for name in without if name in modules}
    modules.update(dict.fromkeys(without))  # Numba goes without what it cannot import
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # which it says
            config = import_module("numba.core.config")
    finally:
        for name in without:
            del modules[name]
        modules.update(known)
    config._config_fname = ""
