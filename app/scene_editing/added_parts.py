"""Adding to the scene that is open: bodies of simple shapes, ground, robots."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject

from torseur.robots.loading import is_path, load_with
from torseur.sim.arrays import Array
from torseur.sim.definition.toml_editing import with_row
from torseur.sim.multibody.model.neutral import neutral
from torseur.sim.simulation.scene.scene import Scene
from torseur.sim.simulation.scene.shape_reach import depth
from torseur.sim.simulation.scene.standing_scene import part_name, robot_row

from ..session.session import Session
from .part_text import SIZES, free_name, with_body, with_floor
from .placing import spot_above, spot_beside
from .scene_editor import SceneEdit, SceneEditor

THINGS: Mapping[str, str] = {
    **{shape: shape.capitalize() for shape in SIZES},
    "block": "Fixed block", "ground": "Ground", "robot": "Robot…",
}  # fmt: skip


class AddedParts(QObject):
    """What is added stands above what is selected, or above the origin, and is selected then; robots stand on the ground."""

    def __init__(
        self,
        session: Session,
        editor: SceneEditor,
        selected: Callable[[], str],
        browse: Callable[[], object],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._editor, self._selected, self._browse = session, editor, selected, browse

    def add(self, thing: str) -> None:
        """Add one of `THINGS`; a robot is chosen first."""
        if thing == "robot" and not self._editor.reason_against:
            self._browse()
            return
        xy = self._place()

        def change(text: str, scene: Scene, q: Array) -> str:
            if thing == "ground":
                return with_floor(text)
            shape = "box" if thing == "block" else thing
            half = _half(shape)
            return with_body(text, shape, spot_above(scene, q, xy, half), fixed=thing == "block")

        self._editor.edit(SceneEdit(self.tr("Add {name}").format(name=thing), change))

    def add_robot(self, reference: str) -> None:
        """Add a robot by name or path; it stands on the ground beside what there is, its joints held."""
        named = not is_path(reference)
        reference = reference if named else str(Path(reference).absolute())
        document = self._editor.document
        if document is None or self._editor.reason_against:
            self._session.message.emit(self.tr("The scene was not changed."), self._editor.reason_against, "plain")
            return
        options = document.options
        if not named:
            allowed = (*options.allowed_folders, str(Path(reference).parent))  # the user chose it: it may be read
            options = replace(options, allowed_folders=allowed)
        name = part_name(Path(reference).stem)

        def change(text: str, scene: Scene, q: Array) -> str:
            model = load_with(reference, options)
            self._editor.reader.know(reference, {}, model)
            pose = model.poses.get("home", neutral(model))
            placed = {"xyz": [float(x) for x in spot_beside(scene, q, model, pose)]}
            row = robot_row(model, reference, pose, placed=placed, name=free_name(tomllib.loads(text), name))
            return with_row(text, "robots", row)

        self._editor.edit(SceneEdit(self.tr("Add {name}").format(name=name), change, options=options))

    def _place(self) -> Array:
        """Over what (2,) it is put [m]."""
        snapshot, body = self._session.snapshot, self._selected()
        if snapshot is None or not body:
            return np.zeros(2)
        place = snapshot.poses[self._session.model.frame_index(body)][:2, 3]
        return np.round(np.asarray(place), 3)


def _half(shape: str) -> Array:
    """Half extents (3,) of a new body of this shape [m]."""
    from torseur.sim.definition.shape_rows import (
        BoxRow,
        CapsuleRow,
        CylinderRow,
        SolidEllipsoidRow,
        SphereRow,
        shape_of,
    )

    kinds = {
        "box": BoxRow,
        "sphere": SphereRow,
        "cylinder": CylinderRow,
        "capsule": CapsuleRow,
        "ellipsoid": SolidEllipsoidRow,
    }
    solid = shape_of(kinds[shape](**SIZES[shape]))
    return np.array([depth(solid, axis) for axis in np.eye(3)])
