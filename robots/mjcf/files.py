"""Which files an MJCF file names, looked at before MuJoCo reads them; and on which line its parts are."""

from __future__ import annotations

from pathlib import Path

from ..faults import fault
from ..folders import folder_tree, is_within
from ..urdf.document import Element
from ..urdf.parsing import content_of, read_root

_FOLDERS = ("meshdir", "texturedir", "assetdir")
_MOST = 1000  # files of XML
Place = tuple[str, int]


def checked_files(path: Path) -> dict[tuple[str, str], Place]:
    """Return file and line of each element that has a name, by its tag and name.

    Raises `ModelError` if the file is no MJCF, or if it or one it includes names a file outside the robot's folder.
    """
    roots = _documents(path)
    folders = {"", *(element.get(key, "") for root in roots.values() for element in root.iter() for key in _FOLDERS)}
    tree = [folder_tree(path)]
    places: dict[tuple[str, str], Place] = {}
    for own, root in roots.items():
        for element in root.iter():
            places.setdefault((str(element.tag), element.get("name", "")), (str(own), element.sourceline or 0))
            for key in (key for key in element.keys() if key.startswith("file")):  # noqa: SIM118  (lxml: no `in`)
                _check(path, own, element, element.get(key), folders, tree)
    return places


def _documents(path: Path) -> dict[Path, Element]:
    """Return the roots of the file and of all XML that it includes or attaches, by file."""
    roots: dict[Path, Element] = {}
    waiting = [path]
    while waiting:
        own = waiting.pop()
        if own in roots:
            continue
        roots[own], _ = read_root(own, content_of(own))
        if own == path and roots[own].tag != "mujoco":
            given = f"<{roots[own].tag}>"
            hint = "; a URDF file is named .urdf" if given == "<robot>" else ""
            message = f"the root element is {given}; <mujoco> is wanted{hint}"
            raise fault("root-element", own, message, roots[own].sourceline or 0, found=given, wanted="<mujoco>")
        if len(roots) > _MOST:
            raise fault("mjcf", path, f"more than {_MOST} files of XML are included")
        for element in roots[own].iter("include", "model"):
            named = element.get("file", "")
            for candidate in dict.fromkeys((path.parent / named, own.parent / named)):
                if named and candidate.is_file() and is_within(candidate, [folder_tree(path)]):
                    waiting.append(candidate)
    return roots


def _check(path: Path, own: Path, element: Element, named: str, folders: set[str], tree: list[Path]) -> None:
    """Raise if a name may mean a file outside the robot's folder."""
    for base in (path.parent, own.parent):
        for folder in folders:
            for name in (named, Path(named).name):
                place = base / folder / name
                if place.exists() and not is_within(place, tree):
                    message = f"<{element.tag}> names {named!r}, which lies outside the robot's folder {tree[0]}"
                    raise fault("mjcf", own, message, element.sourceline or 0, found=named, wanted=f"within {tree[0]}")
