"""Folders of the user's in which nothing can be kept: the window opens nevertheless, and says so."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from pathlib import Path

from platformdirs import user_config_path, user_state_path

from torseur.sim.mesh_cache import cache_folder
from torseur.sim.texts import marked, tr
from torseur.ui.window.toast import Toast

from ...preferences.preferences import Preferences

_SETTINGS = marked("settings")
log = logging.getLogger("torseur.folders")


def folder_faults() -> list[str]:
    """Folders that cannot be written, a sentence each, with what is to be done."""
    places = (
        ((tr(_SETTINGS),), user_config_path("torseur", appauthor=False), "XDG_CONFIG_HOME"),
        ((tr("the log"), tr("what is recovered after a crash")), user_state_path("torseur", appauthor=False), "XDG_STATE_HOME"),
        ((tr("pictures of robots"), tr("compiled kernels")), cache_folder().parent, "TORSEUR_CACHE_DIR"),
    )
    lost: dict[Path, list[str]] = {}
    variables: dict[Path, list[str]] = {}
    for what, folder, variable in places:
        there = next((place for place in (folder, *folder.parents) if place.exists()), folder)
        if not (there.is_dir() and os.access(there, os.W_OK | os.X_OK)):
            lost.setdefault(there, []).extend(what)
            variables.setdefault(there, []).append(variable)
    return [
        tr(
            "{place} cannot be written, so that {what} cannot be kept: make it yours (sudo chown -R $USER {place}), or name "
            "{other} in {variables}",
            place=place,
            what=_listed(what),
            other=tr("another folder") if len(variables[place]) == 1 else tr("other folders"),
            variables=_listed(variables[place]),
        )
        for place, what in lost.items()
    ]


def _listed(words: Sequence[str]) -> str:
    return tr(" and ").join(filter(None, (", ".join(words[:-1]), words[-1])))


def tell_of_folders(toast: Toast, preferences: Preferences) -> None:
    """Say in the window, and in the terminal, what cannot be kept; nothing where all can be."""
    faults = folder_faults()
    if not faults:
        return
    toast.show_message(tr("Not everything can be kept."), "\n".join(f"{fault}." for fault in faults), "warning")
    for fault in faults:
        log.warning("%s", fault)
    if any(tr(_SETTINGS) in fault for fault in faults):
        preferences.know_not_saved()
