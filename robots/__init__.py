"""From files and tables to a `Model`.

`load` takes the name of a robot that is shipped or in the gallery, or the path of a file:

- `.toml`: a Denavit-Hartenberg table (`dh/`), the form of the robots in `library/`;
- `.urdf`: the Unified Robot Description Format (`urdf/`), with its meshes (`meshes/`);
- `.xacro`: URDF written as xacro, which is expanded first (`xacro/`);
- `.xml`: MuJoCo's MJCF, compiled by MuJoCo (`mjcf/`, extra `mjcf`);
- `.sdf`, `.world`: the one model of an SDF file (`sdf/`).

Nothing is dropped, invented or repaired without a `Finding` in `Model.findings`; what is wrong raises `ModelError`.
`diagnose` lists all that is wrong or doubtful, each with the rule of `RULES` that it breaks.
`write_urdf` and `write_dh` save a model as URDF or as a Denavit-Hartenberg table, and return what these cannot say.
What needs a large library is imported when it is first used, so that `import robots` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .catalog import RobotEntry as RobotEntry
    from .catalog import describe as describe
    from .catalog import names as names
    from .dh.dh_reader import read_dh as read_dh
    from .dh.dh_reader import read_dh_table as read_dh_table
    from .dh.dh_writer import write_dh as write_dh
    from .dh.table import DHRow as DHRow
    from .dh.table import DHTable as DHTable
    from .dh.table import dh_transform as dh_transform
    from .doctor import diagnose as diagnose
    from .loading import load as load
    from .meshes.mesh_reader import read_mesh as read_mesh
    from .progress import LoadCancelled as LoadCancelled
    from .rules import RULES as RULES
    from .rules import Rule as Rule
    from .urdf.urdf_reader import read_urdf as read_urdf
    from .urdf.writing.urdf_writer import write_urdf as write_urdf
    from .xacro.expansion import expand_xacro as expand_xacro

_HOME = {
    "DHRow": ".dh.table",
    "DHTable": ".dh.table",
    "LoadCancelled": ".progress",
    "RULES": ".rules",
    "RobotEntry": ".catalog",
    "Rule": ".rules",
    "describe": ".catalog",
    "diagnose": ".doctor",
    "dh_transform": ".dh.table",
    "expand_xacro": ".xacro.expansion",
    "load": ".loading",
    "names": ".catalog",
    "read_dh": ".dh.dh_reader",
    "read_dh_table": ".dh.dh_reader",
    "read_mesh": ".meshes.mesh_reader",
    "read_urdf": ".urdf.urdf_reader",
    "write_dh": ".dh.dh_writer",
    "write_urdf": ".urdf.writing.urdf_writer",
}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
