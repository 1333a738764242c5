"""Settings of pages that are there again at the next start, a file a page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from platformdirs import user_state_path

from torseur.sim.errors import SaveError
from torseur.sim.safe_write import safe_write
from torseur.sim.texts import tr
from torseur.ui.text.written_value import UNREADABLE, plain, value_of


def read_settings(key: str) -> tuple[Any, str]:
    """What a page had when the program ended last (None: nothing), and why that cannot be read, as of another version.

    What cannot be read is put aside.
    """
    path = _path(key)
    try:
        return value_of(json.loads(path.read_bytes())), ""
    except FileNotFoundError:
        return None, ""
    except (OSError, *UNREADABLE) as error:
        aside = path.with_suffix(".unread")
        path.replace(aside)
        return None, tr("It is now {path}. {error}", path=aside, error=error)


def write_settings(key: str, settings: Any) -> str:
    """Have it there at the next start. Returns why it will not be, or nothing."""
    try:
        _path(key).parent.mkdir(parents=True, exist_ok=True)
        with safe_write(_path(key), "page", text=True, durable=False) as stream:
            json.dump(plain(settings), stream)
    except (OSError, SaveError) as error:
        return str(error)
    return ""


def _path(key: str) -> Path:
    return user_state_path("torseur", appauthor=False) / f"{key}.json"
