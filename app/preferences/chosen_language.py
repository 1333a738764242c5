"""The language of all texts: that of the settings, or else the system's. Without Qt, for commands in the terminal."""

from __future__ import annotations

import gettext
import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_config_path

from torseur.sim.texts import CATALOGUES, ENGLISH, language, languages, use_language

SETTINGS = "settings.json"  # where `Preferences` are kept, in the user's folder
_SAID = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # variables that name it, the first that is set


def choose_language(wanted: str, *, points: bool = False) -> None:
    """Have all texts in a language, or in the system's where that is wanted ("system"), as far as there is a catalogue."""
    use_language(system_language() if wanted == "system" else wanted, points=points)


def choose_remembered_language() -> None:
    """As the settings say, with decimal points: what is written into the terminal goes on to other programs."""
    try:
        wanted = str(json.loads(settings_path().read_bytes())["window/language"])
    except (OSError, ValueError, LookupError, TypeError):  # the window tells of what is wrong with the file
        wanted = "system"
    choose_language(wanted, points=True)


@contextmanager
def texts_of_the_library() -> Iterator[None]:
    """Within, Python's own modules, such as argparse, find their texts in the catalogue of the language that is chosen."""
    gettext.bindtextdomain("torseur", CATALOGUES)
    domain, before = gettext.textdomain(), os.environ.get("LANGUAGE")
    gettext.textdomain("torseur")
    os.environ["LANGUAGE"] = language()
    try:
        yield
    finally:
        gettext.textdomain(domain)
        del os.environ["LANGUAGE"]
        if before is not None:
            os.environ["LANGUAGE"] = before


def settings_path() -> Path:
    """The file of the user's settings."""
    return user_config_path("torseur", appauthor=False) / SETTINGS


def system_language() -> str:
    """Key of the first of the system's languages that there is."""
    said = next(filter(None, map(os.environ.get, _SAID)), "")
    keys = (re.split(r"[_.@-]", name)[0] for name in said.split(":"))
    return next((key for key in keys if key in languages()), ENGLISH)
