"""What a scene's file says as that of a scene before did: its parts, or their models, are those of that one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

from ....definition.shape_rows import ConvexRow
from ....multibody.model.model import Model
from ....multibody.model.shapes import Mesh
from .scene import Part, Scene
from .scene_rows import BodyRow, ObstacleRow, RobotRow, SceneFile

Row = ObstacleRow | BodyRow | RobotRow
_KINDS = ("obstacles", "bodies", "robots")
_START: dict[type[Row], tuple[str, ...]] = {
    ObstacleRow: ("xyz", "rpy"),
    BodyRow: ("xyz", "rpy", "velocity", "spin"),
    RobotRow: ("xyz", "rpy", "placed_by", "q", "v", "velocity", "spin", "controller", "playback", "self_collision"),
}
"""Keys of rows that are about where and how something starts, or what drives it: its model is the same with others."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the file that is read need not be read or made again for."""

    readable: Callable[[], list[Path]]  # the folders, real ones, below which the files may lie that it names
    parts: dict[tuple[str, int], Part] = field(default_factory=dict)  # by kind and index in the file
    models: dict[object, Model] = field(default_factory=dict)
    """Those of parts by kind and index, of robots' files by name and arguments, of free bodies by mass, centre and inertia."""
    hulls: dict[ConvexRow, Mesh] = field(default_factory=dict)  # of mesh files

    def note(self, scene: Scene, before: SceneFile, now: SceneFile) -> None:
        """Take from a scene, of which this was the file before, what stands in it now as it did then."""
        is_same = all(getattr(before, key) == getattr(now, key) for key in ("angle_unit", "colors"))
        is_same &= before.materials.keys() == now.materials.keys()
        parts = iter(scene.parts)
        for kind in _KINDS:
            rows: tuple[Row, ...] = getattr(now, kind)
            for i, row in enumerate(getattr(before, kind)):
                part = next(parts)
                self.hulls.update(_hulls(row, part))
                if isinstance(row, RobotRow):
                    self.models[robot_key(row)] = part.read or part.model
                if is_same and i < len(rows) and _without_start(rows[i]) == _without_start(row):
                    self.models[kind, i] = part.model
                    if rows[i] == row:
                        self.parts[kind, i] = part


def robot_key(row: RobotRow) -> tuple[object, ...]:
    """What the model of a robot is loaded by. The arguments 1, 1.0 and true are equal, and other texts in its file."""
    return row.model, *((name, repr(value)) for name, value in sorted(row.arguments.items()))


def _without_start(row: Row) -> tuple[Row, object]:
    return replace(row, **dict.fromkeys(_START[type(row)])), robot_key(row) if isinstance(row, RobotRow) else None


def _hulls(row: Row, part: Part) -> Iterator[tuple[ConvexRow, Mesh]]:
    shapes = () if isinstance(row, RobotRow) else row.shapes if isinstance(row, ObstacleRow) else (row.shape,)
    for k, shape in enumerate(shapes):
        hull = part.model.bodies[0].collisions[k].shape
        if isinstance(shape, ConvexRow) and isinstance(hull, Mesh):
            yield shape, hull
