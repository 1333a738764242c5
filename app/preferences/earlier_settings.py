"""Settings as the program wrote them at first, in an INI file of Qt: read where there are no others yet."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSettings

_JSON = ("window/follows", "window/legend_folded", "files/allowed", "exercises/states")  # texts that hold it


def earlier_settings(path: Path) -> dict[str, Any]:
    """What stands there, as it would in JSON under the keys of today; nothing where there is no such file."""
    if not path.is_file():
        return {}
    stored = QSettings(str(path), QSettings.Format.IniFormat)
    found: dict[str, Any] = {}
    for key in stored.allKeys():
        value = stored.value(key)
        if key.startswith("docks/"):
            found.setdefault("window/docks", {})[key.removeprefix("docks/")] = _plain(value)
        elif key == "files/recent" and not isinstance(value, list):
            found[key] = [value] if value else []  # a list of one is written as a text
        else:
            found[key] = _decoded(value) if key in _JSON else _plain(value)
    return found


def _plain(value: object) -> object:
    return base64.b64encode(value.data()).decode() if isinstance(value, QByteArray) else value


def _decoded(value: object) -> object:
    try:
        return json.loads(str(value))
    except ValueError:
        return value
