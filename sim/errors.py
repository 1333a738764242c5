"""The errors of the program, one tree.

TorseurError
├── ArgumentError (ValueError)       a call was given something it cannot use
│   └── UnknownNameError             a name that does not exist; says which do
├── DefinitionError (ValueError)     a file says something that cannot be; carries path and line
│   ├── ModelError                   … of a robot
│   ├── SceneError                   … of a scene
│   └── TaskError                    … of a planning task
├── LoadCancelled                    loading was stopped on request (torseur.robots.progress)
├── RecordingError (ValueError)      a recording or a plan that cannot be read or followed
├── SaveError                        a file that cannot be written: what was there is untouched
├── IntegrationError (ArithmeticError)          a motion that an integrator cannot go on with
└── SingularMassMatrixError (ArithmeticError)   a joint that moves no inertia

Numerical trouble of a simulation is not an error: it is a `Status` inside the value that a solve or a step returns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path

from .texts import Text, marked, text_of, tr

ALIKE = 0.6  # of `difflib`'s ratio: names less like one another are not taken for slips of each other


class TorseurError(Exception):
    """Whatever the program raises on purpose; its text is a sentence for the user, in the language that is chosen.

    It is made of a sentence in English with names in braces, as `tr` is, and their values; or of a text that `tr` has made.
    """

    def __init__(self, message: str = "", /, **values: object) -> None:
        self.message = message if isinstance(message, Text) else text_of(message, values)
        super().__init__(self.message)

    @property
    def template(self) -> str:
        """The sentence in English, with names in braces."""
        return self.message.template

    @property
    def values(self) -> Mapping[str, object]:
        """What stands for the names in braces."""
        return self.message.values


class ArgumentError(TorseurError, ValueError):
    """A call was given something it cannot use."""


class UnknownNameError(ArgumentError):
    """A name that does not exist; the message lists those that do."""

    def __init__(
        self, kind: str, given: str, existing: Iterable[str], owner: str = "", words: Mapping[str, str] | None = None
    ) -> None:
        """`words`: other words that people use, in small letters, and what each is called here."""
        self.given = given
        self.existing = tuple(existing)
        lower = {name.lower(): name for name in self.existing}
        close = [lower[name] for name in get_close_matches(given.lower(), lower, n=3, cutoff=ALIKE)]
        if word := (words or {}).get(given.lower()):
            close = [word]
        where = tr(" in {owner}", owner=owner) if owner else ""
        names = ", ".join(self.existing[:40]) + (", …" if len(self.existing) > 40 else "") or tr("none")
        meant = tr(" or ").join(map(repr, close))
        sentence = (
            marked("no {kind} named {given!r}{where}; did you mean {meant}? It has: {names}")
            if close
            else marked("no {kind} named {given!r}{where}; it has: {names}")
        )
        super().__init__(tr(sentence, kind=tr(kind), given=given, where=where, meant=meant, names=names))


class DefinitionError(TorseurError, ValueError):
    """A file says something that cannot be.

    The text begins with `path:line:` when they are known. `others`: what else is wrong with the same file.
    """

    others: tuple[DefinitionError, ...] = ()

    def __init__(self, message: str, path: str | Path | None = None, line: int | None = None, /, **values: object) -> None:
        super().__init__(message, **values)
        self.path = Path(path) if path is not None else None
        self.line = line
        place = "" if path is None else f"{path}:{line}: " if line else f"{path}: "
        self.args = (place + self.message,)


class ModelError(DefinitionError):
    """A robot definition that cannot be used."""


class SceneError(DefinitionError):
    """A scene definition that cannot be used."""


class TaskError(DefinitionError):
    """A planning task whose definition cannot be used."""


class RecordingError(TorseurError, ValueError):
    """A recording, or a plan, that cannot be read."""


class SaveError(TorseurError):
    """A file that cannot be written; what was there before is untouched."""

    def __init__(self, message: str, path: str | Path, errno: int | None = None) -> None:
        super().__init__(message)
        self.path = Path(path)
        self.errno = errno  # of the system's error: errno.ENOSPC, …


class IntegrationError(TorseurError, ArithmeticError):
    """A motion that an integrator cannot go on with: it grew without end, or equations of a step were not solved."""


class SingularMassMatrixError(TorseurError, ArithmeticError):
    """A mass matrix that is not positive definite: some joint moves no inertia."""
