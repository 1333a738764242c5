"""Which robots there are: those we ship, then those of the gallery."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from torseur.sim.errors import UnknownNameError
from torseur.sim.texts import marked

from .gallery import DOF, GALLERY, KINDS, gallery_file

_LIBRARY = Path(__file__).parent / "library"

# In the order in which they are shown; the first is what the program opens.
_SHIPPED = {
    "arm_6r": marked("Six-axis arm, spherical wrist"),
    "arm_7r": marked("Seven-axis arm, redundant"),
    "scara": "SCARA, RRP",
    "cylindrical": marked("Cylindrical arm, RPP"),
    "spherical_rrp": marked("Spherical arm, RRP"),
    "planar_rp": marked("Planar RP, polar gantry"),
    "planar_2r": marked("Planar 2R, in a vertical plane"),
    "planar_3r": marked("Planar 3R, on a table"),
}


@dataclass(frozen=True, slots=True)
class RobotEntry:
    """A robot that can be opened by name."""

    name: str
    title: str
    source: Literal["torseur", "gallery"]
    path: Path
    kind: str  # "arm", or another of `gallery.KINDS`
    dof: int  # degrees of freedom, the free base's six among them


def names() -> tuple[str, ...]:
    """Return the names `load` knows: the robots we ship, then those of the gallery that are installed."""
    return tuple(_entries())


def describe(name: str) -> RobotEntry:
    """Return what is known of a robot without loading it; `UnknownNameError` if there is none of this name."""
    entries = _entries()
    if name not in entries:
        raise UnknownNameError("robot", name, entries)
    return entries[name]


@cache
def _entries() -> dict[str, RobotEntry]:
    entries = {
        name: RobotEntry(name, title, "torseur", _LIBRARY / f"{name}.toml", "arm", _degrees(_LIBRARY / f"{name}.toml"))
        for name, title in _SHIPPED.items()
    }
    for name, robot in GALLERY.items():
        path = gallery_file(robot.urdf)
        if path is not None:
            kind = next(kind for kind, members in KINDS.items() if name in members.split())
            entries[name] = RobotEntry(name, robot.title, "gallery", path, kind, DOF[name])
    return entries


def _degrees(path: Path) -> int:
    """How many rows of a table move."""
    text = path.read_text(encoding="utf-8")
    return text.count('kind = "revolute"') + text.count('kind = "prismatic"')
