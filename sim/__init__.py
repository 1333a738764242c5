"""Physics without a screen: models, their dynamics, contact, and simulation.

Everything public can be imported from here; what it needs is imported when it is first used, so that `import sim` costs
nothing. The names and where they are stand in `__init__.pyi`, once.
"""

from __future__ import annotations

import os
import re
from importlib import import_module
from typing import Any

with open(os.path.join(os.path.dirname(__file__), "__init__.pyi"), encoding="utf-8") as _stub:
    _HOME = {name: module for module, name in re.findall(r"^from (\S+) import \(?\s*(\w+) as ", _stub.read(), re.MULTILINE)}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__


if os.path.exists(".numba_config.yaml"):  # settings for Numba, of whoever the current folder belongs to
    import_module(".compiling.numba_settings", __name__).import_bare_numba()
