"""Shared libraries of the system that are not there, and the package that brings them. Imports nothing that may need one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from torseur.sim.texts import tr

_MISSING = re.compile(r"(lib[\w.+-]+\.so[\w.]*): cannot open shared object file")
_OTHERS = {"libglib-2.0.so.0": "libglib2.0-0"}  # packages that are named otherwise


def missing_library(error: BaseException) -> str:
    """The library that an OSError or ImportError misses; empty: none."""
    found = _MISSING.search(str(error))
    return found[1] if found else ""


def missing_text(who: str, libraries: Sequence[str]) -> str:
    """That somebody needs libraries that are not installed, and what installs them; empty where there are none."""
    if not libraries:
        return ""
    packages = " ".join(map(debian_package, libraries))
    if len(libraries) == 1:
        told = tr("{who} needs {names}, which is not installed: on Debian or Ubuntu, sudo apt-get install {packages}")
    else:
        told = tr("{who} needs {names}, which are not installed: on Debian or Ubuntu, sudo apt-get install {packages}")
    return told.format(who=who, names=", ".join(libraries), packages=packages)


def debian_package(library: str) -> str:
    """The package of Debian that brings a library: libxcb-cursor.so.0 is in libxcb-cursor0, libdbus-1.so.3 in libdbus-1-3."""
    if library in _OTHERS:
        return _OTHERS[library]
    name, _, version = library.lower().partition(".so")
    version = version.lstrip(".").split(".")[0]
    return f"{name}-{version}" if name[-1].isdigit() else f"{name}{version}"
