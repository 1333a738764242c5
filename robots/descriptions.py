"""Robots by the names of the package robot_descriptions, where that is installed: `panda_description`.

Each of its modules clones a repository when it is imported. Here none is: what a module says of its paths is read, and found in
the package's cache. What is not there is fetched by the package's own command; nothing is by us.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from torseur.sim.texts import tr

from .faults import Fault, fault
from .options import LoadOptions

PACKAGE = "robot_descriptions"
ENDING = "_description"
_FILES = ("URDF_PATH", "XACRO_PATH", "MJCF_PATH")  # the first that there is is opened
_SHA = re.compile(r"[0-9a-f]{40}")


def is_description(name: str) -> bool:
    """Whether a name is one that the package has, or that only it would have."""
    return name.isidentifier() and name.endswith(ENDING)


def described(name: str, options: LoadOptions) -> tuple[Path, LoadOptions]:
    """Return the file that a name means, and the options that it is read with.

    Its repository counts as allowed, and holds its packages; a xacro file has the arguments that the package gives it, unless
    others are given. Raises `Fault` where the package or the name is not there, or nothing was fetched yet.
    """
    folder = _folder()
    if folder is None:
        message = tr(
            "{name!r} is a name of the package {package}, which is not installed; pip install {package}",
            name=name,
            package=PACKAGE,
        )
        raise fault("no-such-file", "", message, found=name, wanted=tr("the package {package}", package=PACKAGE))
    module = folder / f"{name}.py"
    if not module.is_file():
        message = tr(
            "the package {package} has no {name!r}; `python -m {package} list` lists what it has", package=PACKAGE, name=name
        )
        raise fault("no-such-file", "", message, found=name, wanted=tr("a name of {package}", package=PACKAGE))
    said = _Module(name, _repositories(folder)).read(module)
    file = next((said[key] for key in _FILES if isinstance(said.get(key), str)), None)
    if file is None:
        message = tr(
            "{name!r} has no file that is read, only {names}",
            name=name,
            names=", ".join(key for key in said if key.endswith("PATH")),
        )
        raise fault("no-such-file", module, message, found=name, wanted=", ".join(_FILES))
    if not Path(file).is_file():
        raise _not_fetched(name, tr("{file} is not there", file=file))
    repository, package = (Path(said.get(key, Path(file).parent)) for key in ("REPOSITORY_PATH", "PACKAGE_PATH"))
    beside = (Path(path).parent for path in said.get("XACRO_PACKAGE_PATHS", {}).values())
    roots = (*options.package_roots, package, package.parent, repository, repository.parent, *beside)
    arguments: Mapping[str, object] = said.get("XACRO_ARGS", {}) if file == said.get("XACRO_PATH") else {}
    return Path(file), replace(
        options,
        package_roots=tuple(dict.fromkeys(roots)),
        allowed_folders=(*options.allowed_folders, repository),
        xacro_args={**arguments, **options.xacro_args},
    )


def _not_fetched(name: str, why: str) -> Fault:
    message = tr(
        "{name!r} was not fetched yet: {why}; `python -m {package} pull {name}` fetches it with git, and needs a "
        "network. Nothing is fetched here.",
        name=name,
        why=why,
        package=PACKAGE,
    )
    return fault("no-such-file", "", message, found=why, wanted=tr("a repository in the cache"))


@cache
def _folder() -> Path | None:
    spec = find_spec(PACKAGE)
    return Path(spec.origin).parent if spec is not None and spec.origin else None


@dataclass(frozen=True, slots=True)
class _Repository:
    """A repository that the package clones."""

    url: str
    commit: str
    cache_path: str


@cache
def _repositories(folder: Path) -> dict[str, _Repository]:
    """Read which repositories there are, by their keys."""
    found = {}
    for node in ast.walk(ast.parse((folder / "_repositories.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(value, ast.Call):
                    words = {one.arg: ast.literal_eval(one.value) for one in value.keywords if one.arg}
                    found[str(key.value)] = _Repository(words["url"], words["commit"], words["cache_path"])
    return found


class _Unreadable(Exception):
    """An expression that is none of those that say a path."""


@dataclass(slots=True)
class _Module:
    """What a module of the package says: the values of its assignments, as far as they are paths and texts."""

    name: str
    repositories: Mapping[str, _Repository]
    values: dict[str, Any] = field(default_factory=dict)

    def read(self, path: Path) -> dict[str, Any]:
        """Return the values by their names. Raises `Fault` where a repository is not in the cache."""
        for target, value in _assignments(ast.parse(path.read_text(encoding="utf-8"))):
            try:
                self.values[target] = self._value(value)
            except _Unreadable:
                continue  # what is needed of it is asked for later
        return self.values

    def _value(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant():
                return node.value
            case ast.Name() if node.id in self.values:
                return self.values[node.id]
            case ast.Dict():
                keys = [self._value(key) for key in node.keys if key is not None]
                return dict(zip(keys, map(self._value, node.values), strict=True))
            case ast.Call(func=ast.Attribute(attr="join")):
                return os.path.join(*map(self._value, node.args))
            case ast.Call(func=ast.Name(id="_getenv")):
                return os.environ.get(*map(self._value, node.args))
            case ast.Call(func=ast.Name(id="_clone_to_cache")):
                commit = next((self._value(one.value) for one in node.keywords if one.arg == "commit"), None)
                return self._cached(self._value(node.args[0]), commit)
        raise _Unreadable

    def _cached(self, key: str, commit: str | None) -> str:
        """Return the folder of a repository in the package's cache, of the commit that is wanted."""
        repository = self.repositories[key]
        root = Path(os.environ.get("ROBOT_DESCRIPTIONS_CACHE", "~/.cache/robot_descriptions")).expanduser()
        own = repository.cache_path
        folder = root / own if commit is None else root / f"{own}-{commit}" / own
        wanted = repository.commit if commit is None else commit
        if not folder.is_dir():
            raise _not_fetched(self.name, tr("there is no {folder}, a clone of {url}", folder=folder, url=repository.url))
        head = _head(folder)
        if _SHA.fullmatch(wanted) and head and head != wanted:
            raise _not_fetched(
                self.name, tr("{folder} is at {head}, and {wanted} is wanted", folder=folder, head=head[:8], wanted=wanted[:8])
            )
        return str(folder)


def _assignments(module: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in module.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            yield node.target.id, node.value
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node.value


def _head(folder: Path) -> str:
    """Return the commit that a clone is at; empty if it is at a branch, whose commit is not looked for."""
    try:
        head = (folder / ".git" / "HEAD").read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""
    return head if _SHA.fullmatch(head) else ""
