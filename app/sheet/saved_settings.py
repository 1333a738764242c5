"""Settings of pages that are there again at the next start, a file a page, which programs that run at once share."""

from __future__ import annotations

import json
from typing import Any

from filelock import FileLock
from platformdirs import user_state_path

from torseur.sim.errors import SaveError
from torseur.sim.safe_write import safe_write
from torseur.sim.texts import tr
from torseur.ui.text.written_value import UNREADABLE, plain, value_of

PATIENCE = 0.2  # [s] while another program writes


class SavedSettings:
    """Those of a page. Mutable: it knows what was read or written last, and when that was."""

    def __init__(self, key: str) -> None:
        self.path = user_state_path("torseur", appauthor=False) / f"{key}.json"
        self._last: Any = None
        self._stamp: object = None

    def read(self) -> tuple[Any, str]:
        """What the page had when a program ended last (None: nothing), and why that cannot be read, as of another version.

        What cannot be read is put aside.
        """
        try:
            self._stamp, self._last = self._stamp_now(), value_of(json.loads(self.path.read_bytes()))
        except FileNotFoundError:
            return None, ""
        except (OSError, *UNREADABLE) as error:
            aside = self.path.with_suffix(".unread")
            self.path.replace(aside)
            return None, tr("It is now {path}. {error}", path=aside, error=error)
        return self._last, ""

    def write(self, settings: Any) -> tuple[Any, str]:
        """Have them there at the next start, with what another program has written since; returns these, and why they are not."""
        reason, last = "", self._last
        if settings is last:
            return settings, ""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(self.path.with_suffix(".lock"), timeout=PATIENCE):
                if self.path.exists() and self._stamp_now() != self._stamp:
                    found, reason = self.read()
                    settings = settings if found is None else settings.merged(found, last)
                with safe_write(self.path, "page", text=True, durable=False) as stream:
                    stream.write(json.dumps(plain(settings)))  # ten times as fast as in pieces
                self._stamp, self._last = self._stamp_now(), settings
        except (OSError, SaveError) as error:
            return settings, str(error)
        return settings, reason

    def _stamp_now(self) -> tuple[int, int]:
        found = self.path.stat()
        return found.st_mtime_ns, found.st_ino
