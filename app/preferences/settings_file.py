"""The file of settings: read key by key, changed under a lock, and never thrown away where it is damaged."""

from __future__ import annotations

import fcntl
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from itertools import count
from pathlib import Path
from typing import IO, Any

import msgspec

from torseur.sim.errors import SaveError
from torseur.sim.safe_write import safe_write
from torseur.sim.texts import tr

from .earlier_settings import earlier_settings
from .schema import SCHEMA

PATIENCE = 1.0  # [s] with another instance that writes
log = logging.getLogger("torseur.preferences")

Change = tuple[str, Callable[[Any], object]]
"""A key, and what becomes of its value: of the one that stands in the file then, which another instance may have changed."""


@dataclass(frozen=True, eq=False, slots=True)
class ReadSettings:
    """What stands in a file."""

    values: dict[str, Any]  # by the keys of `SCHEMA`
    others: dict[str, Any] = field(default_factory=dict)  # as they stand there: of another version
    faults: tuple[str, ...] = ()  # sentences: what could not be used


class SettingsFile:
    """One file, which several instances of the program may share."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> ReadSettings:
        """What stands in it. A file with faults is kept beside as .corrupt-DATE, and what is good of it written anew."""
        found = self._parsed()
        if not found.faults:
            return found
        try:
            with self._locked():
                kept = self._keep_damaged()
                self._write(found)
        except SaveError as error:
            kept = str(error)
        return ReadSettings(found.values, found.others, (*found.faults, kept))

    def change(self, changes: Sequence[Change]) -> None:
        """Write changes of this instance into what stands in the file now. Raises SaveError."""
        with self._locked():
            found = self._parsed()
            if found.faults:
                self._keep_damaged()
            for key, change in changes:
                found.values[key] = change(found.values[key])
            self._write(found)

    def _parsed(self) -> ReadSettings:
        values = {key: setting.default for key, setting in SCHEMA.items()}
        try:
            raw: Any = msgspec.json.decode(self.path.read_bytes())
        except FileNotFoundError:
            raw = earlier_settings(self.path.with_name("torseur.ini"))
        except (msgspec.DecodeError, ValueError, RecursionError, OSError) as error:
            return ReadSettings(
                values,
                faults=(
                    tr(
                        "{file} cannot be read: {reason}. All settings are those of a first start", file=self.path, reason=error
                    ),
                ),
            )
        if not isinstance(raw, dict):
            return ReadSettings(
                values, faults=(tr("{file} holds no settings. All are those of a first start", file=self.path),)
            )
        faults = []
        for key in [key for key in raw if key in SCHEMA]:
            found, setting = raw.pop(key), SCHEMA[key]
            try:
                values[key] = setting.read(found)
            except ValueError:
                faults.append(
                    tr(
                        "“{key}” is {found:.40}, and must be {wanted}: it is as at a first start",
                        key=key,
                        found=repr(found),
                        wanted=tr(setting.wanted),
                    )
                )
        return ReadSettings(values, raw, tuple(faults))

    def _write(self, found: ReadSettings) -> None:
        known = {key: value for key, value in found.values.items() if value != SCHEMA[key].default}
        text = msgspec.json.format(msgspec.json.encode({**found.others, **known}), indent=1)
        with safe_write(self.path, "file of settings") as stream:
            stream.write(text + b"\n")

    def _keep_damaged(self) -> str:
        """Copy the file as it is; where it is kept, as a sentence. Raises SaveError."""
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            return tr("{file} is left as it is", file=self.path.with_name("torseur.ini"))
        except OSError as error:
            raise SaveError(
                tr("{file} cannot be kept: {reason}", file=self.path, reason=error.strerror), self.path, error.errno
            ) from error
        name = f"{self.path.name}.corrupt-{date.today().isoformat()}"
        names = (name if k == 1 else f"{name}-{k}" for k in count(1))
        place = next(place for name in names if not (place := self.path.with_name(name)).exists())
        with safe_write(place, "damaged file of settings") as stream:
            stream.write(content)
        return tr("The file as it was is kept as {file}", file=place)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Nobody else changes it meanwhile. Raises SaveError where its folder cannot be written."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            lock = self.path.with_name(f"{self.path.name}.lock").open("ab")
        except OSError as error:
            raise SaveError(
                tr("{file}: settings cannot be written: {reason}", file=self.path, reason=error.strerror),
                self.path,
                error.errno,
            ) from error
        with lock:
            self._take(lock)
            yield

    def _take(self, lock: IO[bytes]) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > end:
                    raise SaveError(
                        tr("{file}: another Torseur is writing settings, and does not end", file=self.path), self.path
                    ) from None
                time.sleep(0.01)
                continue
            except OSError as error:
                log.info("%s has no locks, the last one who writes wins: %s", self.path.parent, error.strerror)
            return
